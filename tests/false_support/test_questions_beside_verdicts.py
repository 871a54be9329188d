"""Wherever a verdict is shown, the questions that nobody has answered are counted beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.api import open_case
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.render.attachments import case_json
from tests.false_support import call, folder
from tests.false_support.bases import calculation

WISH = {"claims.W1.assumed": "Gut feeling of the team"}
SET = ("--set", "E1=0.00011")


def _json(*command: str | Path) -> dict[str, object]:
    document = json.loads(call(*command, "--json")[1])
    assert isinstance(document, dict)
    return document


SHOWN: dict[str, Callable[[Path], object]] = {
    "assess": lambda at: _json("assess", at)["questions_open"],
    "why": lambda at: len(_json("assess", at, "--why", "C1")["questions_open"]),  # type: ignore[arg-type]
    "build": lambda at: _json("build", at, "--text", "--no-run", "-o", at / "out")["questions_open"],
    "whatif": lambda at: _json("whatif", at, *SET)["questions_open"]["after"],  # type: ignore[index]
    "diff": lambda at: _json("diff", at, at)["questions_open"]["after"],  # type: ignore[index]
    "attached": lambda at: len(json.loads(case_json(assess(load(at)), {}))["assessment"]["questions"]),
}
IN_WORDS: dict[str, Callable[[Path], str]] = {
    "assess": lambda at: call("assess", at)[1],
    "why": lambda at: call("assess", at, "--why", "C1")[1],
    "whatif": lambda at: call("whatif", at, *SET)[1],
    "diff": lambda at: call("diff", at, at)[1],
    "notebook": lambda at: open_case(at)._repr_html_(),
}


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("asked", [True, False])
def test_documents_count_them(tmp_path: Path, name: str, asked: bool) -> None:
    at = folder(tmp_path / "x", calculation(), WISH if asked else {})
    assert SHOWN[name](at) == int(asked)


@pytest.mark.parametrize("name", IN_WORDS)
@pytest.mark.parametrize("asked", [True, False])
def test_words_name_them(tmp_path: Path, name: str, asked: bool) -> None:
    at = folder(tmp_path / "x", calculation(), WISH if asked else {})
    assert (re.search(r"questions? to be read|with questions", IN_WORDS[name](at)) is not None) is asked


@pytest.mark.slow
def test_the_page_says_that_its_what_if_does_not_count_them(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", calculation(), WISH)
    assert call("build", at, "--html", "--no-run", "-o", tmp_path / "out")[0] == 0
    page = next((tmp_path / "out").rglob("*.html")).read_text(encoding="utf-8")
    panel = page[page.index('id="whatif-verdict"') :][:400]
    assert "1 question to be read" in panel
    assert "not counted anew here" in panel
