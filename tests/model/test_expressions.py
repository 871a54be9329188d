"""Compiled expressions that are kept are the ones that Python would make; what is damaged or foreign is left aside."""

from __future__ import annotations

import copy
import gc
import importlib
import pickle
import pkgutil
import re
from pathlib import Path

import pytest

from casegen.model import expressions
from casegen.model.expressions import PARTS, Expressions, UsedLater, compiled

TEXTS = (
    (r"(?P<n>[0-9]+)[\s-]da(ys?|gen)äöſı", re.IGNORECASE),
    (r"a|b(?:c)(?<!d)(?=e)\b", 0),
    (r"(?x) a  b # c", re.MULTILINE),
    (r"[^\W\d_]+(?P<name>.)\1(?P=name)", re.IGNORECASE | re.DOTALL),
)


def kept(path: Path) -> Expressions:
    """A file with the expressions above."""
    made = Expressions(path)
    for text, flags in TEXTS:
        made.compiled(text, flags)
    made.write()
    return made


def same(one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    """Patterns are equal where text, flags and the engine's code are."""
    return one == other and one.groupindex == other.groupindex and one.groups == other.groups


def test_what_is_kept_is_what_python_compiles(tmp_path: Path) -> None:
    path = tmp_path / "kept.expressions"
    assert kept(path).missing == len(TEXTS)
    again = Expressions(path)
    for text, flags in TEXTS:
        assert same(again.compiled(text, flags), re.compile(text, flags))
    assert again.missing == 0


@pytest.mark.slow
def test_every_expression_of_casegen_is_what_python_compiles() -> None:
    for room in ("argument", "assessment"):
        package = importlib.import_module(f"casegen.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.split(".")[-1] != "rules_page":
                importlib.import_module(module.name)
    installed = expressions._installed()
    assert installed is not None, "this Python keeps no compiled expressions"
    for later in gc.get_objects():
        if isinstance(later, UsedLater):
            assert later.groups >= 0
    assert len(installed.used) > 200
    for (text, flags), entry in installed.used.items():
        assert expressions._compiled(text, flags) == entry, text


def test_another_expression_or_other_flags_are_compiled(tmp_path: Path) -> None:
    path = tmp_path / "kept.expressions"
    kept(path)
    again = Expressions(path)
    text, flags = TEXTS[0]
    assert again.compiled(text).flags != re.compile(text, flags).flags
    assert same(again.compiled(f"{text}x", flags), re.compile(f"{text}x", flags))
    assert again.missing == 2


@pytest.mark.parametrize("change", ["cut", "bit", "python", "empty", "gone"])
def test_what_is_damaged_or_foreign_is_left_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    path = tmp_path / "kept.expressions"
    kept(path)
    content = path.read_bytes()
    if change == "python":
        monkeypatch.setattr("sys.version", "3.11.0 (another)")
    elif change == "gone":
        path.unlink()
    else:
        middle = len(content) // 2
        bit = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        path.write_bytes({"cut": content[:-40], "bit": bit, "empty": b""}[change])
    again = Expressions(path)
    for text, flags in TEXTS:
        assert same(again.compiled(text, flags), re.compile(text, flags))
    assert again.missing == (1 if change in ("bit", "cut") else len(TEXTS))


def test_the_file_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.expressions"
    kept(path)
    monkeypatch.setattr(expressions, "MOST", len(TEXTS))
    more = Expressions(path)
    for n in range(len(TEXTS) + 2):
        more.compiled(f"noun{n}")
    more.write()
    assert [text for text, _ in Expressions(path).places] == [f"noun{n}" for n in range(len(TEXTS))]


def test_an_expression_is_compiled_when_it_is_used() -> None:
    later = compiled(r"(?P<n>[0-9]+) days? of use", re.I)
    assert "search" not in vars(later)
    assert later.pattern == r"(?P<n>[0-9]+) days? of use"
    assert "search" not in vars(later)
    assert [match["n"] for match in later.finditer("30 Days of use")] == ["30"]
    real = re.compile(r"(?P<n>[0-9]+) days? of use", re.I)
    for part in PARTS:
        assert type(getattr(later, part)) is type(getattr(real, part))
    assert (later.flags, later.groups, later.groupindex) == (real.flags, real.groups, real.groupindex)
    again = pickle.loads(pickle.dumps(later))
    assert again.sub("", "1 day of use!") == copy.copy(later).sub("", "1 day of use!") == "!"


def test_an_expression_that_is_none_is_refused_when_it_is_used() -> None:
    with pytest.raises(re.error):
        compiled("(").search("a")
    with pytest.raises(AttributeError):
        compiled("a").seek  # type: ignore[attr-defined]  # noqa: B018


def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path) -> None:
    made = Expressions(tmp_path / "no" / "folder" / "kept.expressions")
    made.compiled("a")
    made.write()
    assert not list(tmp_path.iterdir())
