"""Read and write files: the YAML case folder, and other tools' formats."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casegen.io.folder import load

__all__ = ["load"]


def __getattr__(name: str) -> Any:
    """``load`` when it is asked for: whoever reads a model file needs no YAML."""
    if name == "load":
        from casegen.io.folder import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
