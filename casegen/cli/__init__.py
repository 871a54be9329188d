"""The command line: thin commands over the library."""

from casegen.cli.app import main

__all__ = ["main"]
