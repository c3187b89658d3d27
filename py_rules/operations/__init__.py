"""The five operations, a module each with one ``answer``; ``context`` is the mover that a request asks about."""
