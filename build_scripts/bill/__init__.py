"""Writes the bill of materials, for ``build_scripts.bundle``; runs in an environment of its own."""
