"""The five operations, a module each with one ``answer``; ``mover_context`` is the mover that a request asks about."""
