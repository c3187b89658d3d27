"""The check of a game for its author: ``python -m py_rules.check ID``."""
