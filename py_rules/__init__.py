"""Footwork: movement rules for virtual tabletops. The one entry is :func:`py_rules.service.handle`."""

__version__ = "0.1.0"
