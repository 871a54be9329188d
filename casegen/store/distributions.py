"""What is installed: which distribution brings a package, its version, and where it came from."""

from __future__ import annotations

import importlib.metadata
import json
import re
from functools import cache
from importlib.metadata import PackageNotFoundError
from inspect import getmodulename
from typing import Any


@cache
def release(distribution: str) -> str | None:
    """Version of an installed distribution, and the commit or the SHA-256 of the archive that it was made of."""
    try:
        match = importlib.metadata.distribution(distribution)
    except (PackageNotFoundError, ValueError):  # a stranger wrote the name
        return None
    origin = _origin(match)
    commit, archive = (origin.get(part) or {} for part in ("vcs_info", "archive_info"))
    mark = commit.get("commit_id") or (archive.get("hashes") or {}).get("sha256")
    return f"{match.version} {str(mark)[:12]}" if mark else match.version


@cache
def required() -> frozenset[str]:
    """What casegen requires, its extras among it: how far versions of these change numbers is measured and stated.

    An extra of a requirement has the name of the package that it brings (``dask[distributed]``).
    """
    lines = importlib.metadata.requires("casegen") or ()
    return frozenset(
        plain_name(name) for line in lines for name in re.findall(r"[\w.-]+", re.split("[<>=!~;]", line)[0])
    )


@cache
def always_required() -> frozenset[str]:
    """What casegen requires without any extra: it is there wherever casegen runs."""
    lines = importlib.metadata.requires("casegen") or ()
    return frozenset(plain_name(re.split(r"[^\w.-]", line)[0]) for line in lines if "extra" not in line)


def plain_name(distribution: str) -> str:
    """Its name as an index knows it: case, dots and underscores make no difference."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


@cache
def version(distribution: str) -> str:
    """Version of an installed distribution; reading its record takes milliseconds."""
    return importlib.metadata.version(distribution)


@cache
def distributions_of(top: str) -> tuple[str, ...]:
    """The distributions that bring a top-level package, as ``importlib.metadata.packages_distributions`` has them.

    That takes apart the record of everything that is installed, here a record is looked at for one name.
    """
    results: list[str] = []
    for match, declared, record in _records():
        if top in declared if declared else _lists(record, top):
            results.append(match.metadata["Name"])
    return tuple(results)


def _lists(record: str, top: str) -> bool:
    """Whether a list of files, a path after each line end, has some of a package or the file of a lone module."""
    lines = re.finditer(
        rf"\n({re.escape(top)}(?:/|\.[^/,\n]*))", record
    )  # begins with plain signs: searched fast
    return any(line[1].endswith("/") or getmodulename(line[1]) == top for line in lines)


@cache
def _records() -> tuple[tuple[importlib.metadata.Distribution, list[str], str], ...]:
    """What is installed: each with the top-level packages that it declares, and the text that lists its files."""
    results = []
    for match in importlib.metadata.distributions():
        declared = (match.read_text("top_level.txt") or "").split()
        files = "" if declared else match.read_text("RECORD") or match.read_text("SOURCES.txt") or ""
        results.append((match, declared, "\n" + files.replace('"', "")))
    return tuple(results)


@cache
def is_local(distribution: str) -> bool:
    """Whether a distribution was installed from a folder, or registers methods, providers or data of casegen."""
    try:
        match = importlib.metadata.distribution(distribution)
    except PackageNotFoundError:
        return True
    if any(point.group.startswith("casegen.") for point in match.entry_points):
        return True
    return "dir_info" in _origin(match)


def _origin(match: importlib.metadata.Distribution) -> dict[str, Any]:
    """Where a distribution was installed from if not from an index."""
    try:
        origin = json.loads(match.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return origin if isinstance(origin, dict) else {}


def forget_installed() -> None:
    """Look anew at what is installed."""
    for one in (release, version, distributions_of, _records, is_local):
        one.cache_clear()
