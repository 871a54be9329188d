"""Entry points among the code that a result records, as providers: each stands for a module and all it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from casegen.store.asked_for import NAMES
from casegen.store.identity import parts, unrecorded

_PROVIDERS = ("casegen.providers", "casegen.data")
"""groups of entry points that methods find by a parameter ``provider``"""


def unrecorded_parts(parameters: object, recorded: Collection[str]) -> list[str]:
    """Providers that ``parameters`` name, and modules of the ``recorded`` entry points, that are not recorded."""
    named = [name for name in recorded if NAMES in name]
    wanted = [f"provider {name}" for name in _providers(parameters) if not _is_recorded(name, named)]
    return wanted + sorted({m for part in named for m in unrecorded(_module_of(part), recorded)})


def _module_of(part: str) -> str:
    """The module in which an entry point finds what it names."""
    return part.rpartition(NAMES)[2].partition(":")[0].strip()


def _providers(parameters: object) -> Iterator[str]:
    """The values of every ``provider`` within parameters."""
    if isinstance(parameters, Mapping):
        for name, value in parameters.items():
            if name == "provider" and isinstance(value, str):
                yield value
            else:
                yield from _providers(value)
    elif isinstance(parameters, list):
        for value in parameters:
            yield from _providers(value)


def _is_recorded(provider: str, named: Collection[str]) -> bool:
    """Whether an entry point of that name is among the recorded ones, or none is installed."""
    known = [f"{group}:{provider}" for group in _PROVIDERS if f"{group}:{provider}" in parts()]
    return not known or any(part.partition(NAMES)[0] in known for part in named)
