"""All rules, one module per family; importing this package registers every one of them."""

from casegen.argument.rules import (
    arguments,
    claims,
    contexts,
    dialectic,
    evidence,
    hazards,
    identity,
    modules,
    numbers,
    patterns,
    structure,
    trees,
)
from casegen.argument.rules.sources import SOURCES

__all__ = [
    "SOURCES",
    "arguments",
    "claims",
    "contexts",
    "dialectic",
    "evidence",
    "hazards",
    "identity",
    "modules",
    "numbers",
    "patterns",
    "structure",
    "trees",
]
