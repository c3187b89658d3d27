"""The five operations, a module each with one ``answer``; ``seat`` is the mover that a request asks about."""
