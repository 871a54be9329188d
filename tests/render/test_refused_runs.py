"""A stale result whose last run failed: why it failed, and to set that right, stands wherever the next step does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.points import next_steps, preventing
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_html, write_markdown
from casegen.render.document_settings import read_custom
from casegen.render.report import build_report
from casegen.store.run import run

PRESS = Path(__file__).parents[2] / "examples" / "press"
STEP = "EV-RELAY: set right what made it fail, then `casegen evidence run CASE`"
REASON = "relay.csv:2, column demands: expected a finite number, found 'x'"


def refused(at: Path, language: str = "en", *, titled: bool = True) -> Assessment:
    """The press, where a row was added to a record that the method refuses."""
    shutil.copytree(PRESS, at)
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    record = at / "records" / "relay.csv"
    record.write_text(record.read_text().replace("bench,3010,0", "lot 9,x,0"))
    if not titled:
        items = at / "evidence.yaml"
        items.write_text(items.read_text().replace("    title: Relay, tests of the test house\n", ""))
    assert "failed" in [outcome.what for outcome in run(load(at))]
    return Session.open(load(at)).assess()


def test_the_step_is_to_set_right_what_made_the_run_fail(tmp_path: Path) -> None:
    assessed = refused(tmp_path / "press")
    assert next_steps(assessed) == (STEP,)
    (point,) = preventing(assessed)
    assert point.what == f"stale: input record (records/relay.csv) has changed; the last run failed: {REASON}"


def test_data_that_nobody_ran_are_only_computed(tmp_path: Path) -> None:
    assessed = refused(tmp_path / "press")
    record = tmp_path / "press" / "records" / "relay.csv"
    record.write_text(record.read_text().replace("lot 9,x,0", "lot 9,3010,0"))
    assessed = Session.open(load(tmp_path / "press")).assess()
    assert next_steps(assessed) == (
        "compute what is missing or stale with `casegen evidence run CASE`: EV-RELAY",
    )
    assert "last run" not in preventing(assessed)[0].what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "step", "why"),
    [
        ("en", "Set right what made it fail, then measure anew", "the last run failed"),
        (
            "de",
            "Beheben, woran die Messung gescheitert ist, dann neu messen",
            "der letzte Lauf ist gescheitert",
        ),
    ],
)
def test_the_documents_say_why_it_failed(tmp_path: Path, language: str, step: str, why: str) -> None:
    case = refused(tmp_path / "press", language)
    actions = build_report(case, custom=read_custom(case.case.root)).sections["actions"]
    (row,) = [row for row in actions["rows"] if row["what"] == step]
    assert [ref["id"] for ref in row["refs"]] == ["EV-RELAY"]
    assert f"{why}: {REASON}" in row["why"][0]
    assert f"{why}: {REASON}" in actions["points"][0]["why"][0]
    write_markdown(case, tmp_path / "press.md")
    write_html(case, tmp_path / "press.html")
    assert step in (tmp_path / "press.md").read_text()
    assert all(why in (tmp_path / name).read_text() for name in ("press.md", "press.html"))


@pytest.mark.parametrize(("language", "name"), [("en", "evidence item"), ("de", "Nachweis (gemessen)")])
def test_an_item_without_a_title_is_named_in_the_language_of_the_document(
    tmp_path: Path, language: str, name: str
) -> None:
    case = refused(tmp_path / "press", language, titled=False)
    (point,) = build_report(case, custom=read_custom(case.case.root)).sections["actions"]["points"]
    assert point["text"] == f"{name} EV-RELAY"
