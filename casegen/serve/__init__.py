"""The live page on this machine: rebuilt when a file of the case is saved."""

from casegen.serve.http import Server, serve
from casegen.serve.live import LiveCase

__all__ = ["LiveCase", "Server", "serve"]
