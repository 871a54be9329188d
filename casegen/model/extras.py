"""Python packages that casegen works without: which of its extras installs each, and whether it is there."""

from __future__ import annotations

import importlib

EXTRAS = {
    "cryptography": "sign",
    "dask": "dask",
    "distributed": "dask",
    "docx": "docx",
    "onnxruntime": "onnx",
    "pyarrow": "parquet",
    "skops": "skops",
    "torch": "torch",
}
"""packages by the name under which they are imported, each with the extra of casegen that holds it"""


def extra_of(package: str) -> str:
    """The command that installs a package, by its name where it is imported.

    >>> extra_of("pyarrow")
    "pip install 'casegen[parquet]'"
    """
    return f"pip install 'casegen[{EXTRAS[package]}]'" if package in EXTRAS else f"pip install {package}"


def is_installed(package: str) -> bool:
    """Whether a package can be imported here; of no name it can."""
    try:
        if package:
            importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        return False
    return True
