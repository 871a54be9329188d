"""What a result says of the versions that made it: held against itself, and against what is installed here.

Its hash covers these words, and whoever can write a result can write a hash.  What a run always records must be there,
and the parts must agree with each other; other versions than are installed are named.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from casegen.store.distributions import release
from casegen.store.environment import environment
from casegen.store.identity import SHOWN, digest, unrecorded_packages
from casegen.store.unused_packages import unused_packages

EARLIEST = 2000
"""year of a run: whoever dates one before has no clock that is set"""
_ALWAYS = ("inputs", "parameters", "stated", "seed", "code", "environment", "started", "seconds")
"""of a provenance"""
_CODE = ("distribution", "casegen", "method_version", "module", "sha256", "modules", "packages")
_ENVIRONMENT = ("python", "machine", "system", "processor", "instructions", "numpy", "scipy", "scikit-learn")
_MAY_BE_UNKNOWN = ("machine", "system", "processor", "instructions")
"""what not every system says of itself: recorded as an empty text"""


def incomplete(provenance: Mapping[str, Any], *, environment: bool = True) -> tuple[str, ...]:
    """What a result does not say of how it was made although every run records it, in words.

    ``environment``: whether its parts are looked at, too.
    """
    absent = list(dict.fromkeys(_absent(provenance, environment)))
    if not absent:
        return ()
    more = f" and {len(absent) - SHOWN} more" if len(absent) > SHOWN else ""
    return (f"its provenance is incomplete: expected {', '.join(absent[:SHOWN])}{more} as a run writes it",)


def contradicting(document: Mapping[str, Any]) -> tuple[str, ...]:
    """:func:`contradictions`, each as a reason why the result is not fresh."""
    return tuple(f"its provenance contradicts itself: {words}" for words in contradictions(document))


def _absent(provenance: Mapping[str, Any], environment: bool) -> Iterator[str]:
    """Parts that every run records and that are not there, or are not of the form in which it writes them."""
    yield from (name for name in _ALWAYS if provenance.get(name) is None)
    code, where = provenance.get("code") or {}, provenance.get("environment") or {}
    if not is_time(provenance.get("started", "")):
        yield "started"
    for name in _CODE:
        kind = (
            Mapping
            if name in ("distribution", "modules", "packages")
            else int
            if name == "method_version"
            else str
        )
        if not isinstance(code.get(name), kind) or code[name] == "":
            yield f"code.{name}"
    for name in _ENVIRONMENT if environment else ():
        if not isinstance(where.get(name), str) or (where[name] == "" and name not in _MAY_BE_UNKNOWN):
            yield f"environment.{name}"


def is_time(text: object) -> bool:
    """Whether it is a moment as a run writes it, with its zone, and not before any run could be."""
    try:
        time = datetime.datetime.fromisoformat(str(text))
        return time.tzinfo is not None and time.year >= EARLIEST
    except ValueError:
        return False


def contradictions(document: Mapping[str, Any]) -> Iterator[str]:
    """Where what a result says of its code and packages excludes itself, whatever is installed."""
    provenance = document.get("provenance", {})
    code, where = provenance.get("code", {}), provenance.get("environment", {})
    if "sha256" in code and "modules" in code and code["sha256"] != digest(code["modules"]):
        yield "code.sha256 is not the hash of the modules that it names"
    needed = document.get("recipe", {}).get("method_version")
    if "method_version" in code and code["method_version"] != needed:
        yield f"code.method_version is {code['method_version']}, that of the recipe {needed}"
    by = code.get("distribution") or {}
    if by.get("name") == "casegen" and "casegen" in code and by.get("version") != code.get("casegen"):
        yield f"casegen is {code.get('casegen')} and {by.get('version')}"
    for name, recorded in code.get("packages", {}).items():
        if name in where and str(where[name]) != recorded.partition(" ")[0]:
            yield f"{name} is {version_words(recorded)} and {version_words(where[name])}"
    yield from _other_files(document.get("recipe", {}).get("inputs", {}), provenance.get("inputs", {}))
    yield from (f"code.packages has {name}, which no module imports" for name in unused_packages(code))


def _other_files(hashes: Mapping[str, str], files: Mapping[str, str]) -> Iterator[str]:
    """Inputs of the recipe without a file; files that it does not have, or more of one content than it has inputs."""
    needed = list(hashes.values())
    for name, content in hashes.items():
        if content not in files.values():
            yield f"inputs has no file of the content of the recipe's input {name}"
    for path, content in files.items():
        if content not in needed:
            yield f"inputs has {path}, which is no input of the recipe"
        elif list(files.values()).count(content) > needed.count(content):
            yield f"inputs has {path}, and more files of its content than the recipe has inputs"


def unrecorded_use(provenance: Mapping[str, Any]) -> tuple[str, ...]:
    """Packages that the recorded modules import and whose version is not recorded, in words."""
    code = provenance["code"]
    names = unrecorded_packages(code["modules"], code.get("packages", {}), provenance.get("environment", {}))
    return (f"it is not recorded which version of {', '.join(names[:SHOWN])} it used",) if names else ()


def other_versions(provenance: Mapping[str, Any]) -> tuple[str, ...]:
    """Recorded versions that are not those installed here, in words; what is not installed is left out."""
    code, here = provenance.get("code", {}), environment()
    by = code.get("distribution") or {}
    recorded = {
        "casegen": code.get("casegen"),
        **({str(by["name"]): by.get("version")} if by.get("name") else {}),
        **code.get("packages", {}),
    }
    # of the method's own package the bare version is recorded; where it came from stands among the packages
    installed = {name: _installed(name, bare=name not in code.get("packages", {})) for name in recorded}
    for name in ("python", "numpy", "scipy", "scikit-learn", "torch"):
        recorded.setdefault(name, provenance.get("environment", {}).get(name))
        installed.setdefault(name, here.get(name))
    return tuple(
        f"{name} was {version_words(was)}, is {now}"
        for name, was in sorted(recorded.items())
        if was is not None and (now := installed[name]) is not None and was != now
    )


def version_words(value: object) -> str:
    """A recorded version, or what else was recorded of a machine, as it is shown: an empty one says nothing.

    >>> version_words("1.2"), version_words("")
    ('1.2', 'not recorded')
    """
    return value if isinstance(value, str) and value.strip() else "not recorded"


def _installed(distribution: str, *, bare: bool) -> str | None:
    """The version of an installed distribution as a run records it; None where there is none."""
    now = release(distribution)
    return now.partition(" ")[0] if bare and now is not None else now
