"""A result that is none, or says nothing of where it ran, is named in words."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ITEM = "EV-CURTAIN"


@pytest.fixture
def press(tmp_path: Path) -> Path:
    return shutil.copytree(
        ROOT / "examples" / "press", tmp_path / "press", ignore=shutil.ignore_patterns(".casegen")
    )


def result(press: Path) -> Path:
    [path] = (press / "results").glob(f"{ITEM}-????????????.json")
    return path


def put(press: Path, document: Any) -> None:
    """Store ``document`` as the item's result, under its hash and named by its entry."""
    raw = json.dumps(document, indent=1, ensure_ascii=False).encode()
    digest = hashlib.sha256(raw).hexdigest()
    result(press).unlink()
    (press / "results" / f"{ITEM}-{digest[:12]}.json").write_bytes(raw)
    entry = press / "results" / f"{ITEM}.lock"
    entry.write_text(json.dumps({**json.loads(entry.read_text()), "result": digest}))


def verified(casegen: Callable[..., Any], press: Path) -> dict[str, Any]:
    [row] = casegen("evidence", "verify", press, ITEM, "--json").json["evidence"]
    return dict(row)


@pytest.mark.parametrize(
    ("document", "words"), [([], "a list"), ("x", "a text"), (1, "found 1"), (None, "found None")]
)
def test_a_file_that_is_no_result_is_said_to_be_none(
    document: Any, words: str, press: Path, casegen: Callable[..., Any]
) -> None:
    put(press, document)
    said = casegen("evidence", "list", press).out
    assert words in " ".join(said.split())
    assert "attribute" not in said


def test_an_empty_version_is_not_recorded(press: Path, casegen: Callable[..., Any]) -> None:
    document = json.loads(result(press).read_text("utf-8"))
    other = copy.deepcopy(document)
    name = next(iter(other["provenance"]["code"]["packages"]))
    other["provenance"]["code"]["packages"][name] = ""
    other["provenance"]["environment"]["system"] = ""
    put(press, other)
    row = verified(casegen, press)
    said = " ".join((*row["notes"], *row["differences"]))
    assert "system was not recorded, is" in said
    assert "was ," not in said


def test_a_result_that_says_nothing_of_where_it_ran_is_not_recomputable(
    press: Path, casegen: Callable[..., Any]
) -> None:
    document = json.loads(result(press).read_text("utf-8"))
    document["provenance"]["environment"] = {}
    put(press, document)
    assert verified(casegen, press)["outcome"] == "not recomputable"
