"""SACM 2.x (OMG Structured Assurance Case Metamodel) as XMI: the format's line in the registry."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.into_case import into_case
from casegen.io.exchange.sacm_read import read_graph
from casegen.io.exchange.sacm_write import write_sacm


def read(paths: Sequence[Path]) -> Imported:
    """The case in SACM files; see :func:`casegen.io.exchange.sacm_read.read_graph`."""
    return into_case(read_graph(paths), [str(p) for p in paths])


SACM = Format(
    "sacm",
    "SACM 2.x XMI",
    "the whole argument with modules; fields that SACM has no place for as tagged values `casegen.…`",
    read,
    write_sacm,
)
