"""All rules, one module per family; importing this package registers every one of them."""

from casegen.argument.rules import (
    acceptance,
    arguments,
    claims,
    contexts,
    dialectic,
    evidence,
    hazards,
    identity,
    language,
    modules,
    numbers,
    patterns,
    steps,
    structure,
    tracing,
    trees,
    wording,
)
from casegen.argument.rules.citations import SOURCES

__all__ = [
    "SOURCES",
    "acceptance",
    "arguments",
    "claims",
    "contexts",
    "dialectic",
    "evidence",
    "hazards",
    "identity",
    "language",
    "modules",
    "numbers",
    "patterns",
    "steps",
    "structure",
    "tracing",
    "trees",
    "wording",
]
