"""Read and write files: the YAML case folder, and other tools' formats."""

from casegen.io.folder import load

__all__ = ["load"]
