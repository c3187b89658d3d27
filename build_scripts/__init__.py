"""Tools of the development environment: build, serve, test and measure.

Each module runs on its own as ``.venv/bin/python -m build_scripts.<name>``; the Makefile strings them
together.
"""
