"""Ids that differ look different, and hold nothing that is not seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.argument import check
from casegen.io import load
from tests.false_support import folder
from tests.false_support.bases import measured


def rules(at: Path, *ids: str) -> set[str]:
    case = measured()
    case["claims"] += [{"id": id, "text": "Another claim", "owner": "A", "undeveloped": True} for id in ids]
    return {one.rule for one in check(load(folder(at, case, {"arguments.A1.from": ["N1", *ids]}, {})))}


@pytest.mark.parametrize("id", ["C1\u3164", "C\u28001", "C1\u034f", "\uff231", "C1\ufe0f", "\u04211"])
def test_ids_that_look_like_another(tmp_path: Path, id: str) -> None:
    assert {"id-look-alike", "hidden-character"} & rules(tmp_path, id)


@pytest.mark.parametrize("hyphen", "\u2010\u2011\u2012\u2013\u2212")
def test_ids_that_differ_in_their_hyphen(tmp_path: Path, hyphen: str) -> None:
    assert "id-look-alike" in rules(tmp_path, f"C{hyphen}2", "C-2")


@pytest.mark.parametrize("id", ["C2", "\u5b89\u51681", "\uff24", "\u26a0\ufe0f"])
def test_ids_that_look_like_none(tmp_path: Path, id: str) -> None:
    assert not {"id-look-alike", "hidden-character"} & rules(tmp_path, id)
