"""Words of verdicts and statuses that a case may not turn round, and that its other words are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.results import Assessment
from casegen.render import write_html, write_markdown
from casegen.render.document_settings import read_custom
from casegen.render.fixed_words import _KEYS, clashes
from casegen.render.language import shipped, shipped_language
from casegen.render.resources import document_file
from tests.render.test_document_settings import folder, put, refused

__all__ = ["folder"]


@pytest.mark.parametrize(
    "words",
    [
        "{verdict: {not_supported: Supported}}", "{verdict: {sentence_not: All top claims hold.}}",
        "{status: {challenged: Supported}}", "{outcome: {not_met: met}}", "{severity: {error: warning}}",
        "{review_word: {reject: accept}}", "{control: {fallen: valid}}", "{review: {not_settled: Closed.}}",
        '{clause: {status: "{part} holds"}}', "{script: {not_supported: Supported}}", "{script: {not_met: met}}",
        "{safety: {must_be_taken: taken}}", "{trees: {stale: fresh}}", "{verdict: {weakest: Strengths}}",
        "{assumptions: {nobody: Ann Author}}", "{script: {stale: fresh}}", "{tracing: {no_claim: complete}}",
        "{chart: {no_evidence: fresh}}", "{evidence: {reproduction: Usable}}", "{field: {nothing: all}}",
        "{stands: {challenged: supported}}", "{summary: {why: Notes}}", "{title: {own_words: '{words}'}}",
    ],
)  # fmt: skip
def test_a_word_that_states_a_result_cannot_be_replaced(folder: Path, words: str) -> None:
    group, _, key = words.strip("{}").partition(": {")
    message = refused(put(folder, "paper: a4", f"wording: {words}"))
    assert message.startswith("document.yaml:3:")
    assert f"{group}.{key.partition(':')[0]} cannot be replaced: it states a result" in message


def test_other_words_can_be_and_are_named(folder: Path) -> None:
    lines = "wording: {verdict: {requirements: Limits}, web: {reset: Again}, chapter: {claims: All claims}}"
    custom = read_custom(put(folder, lines))
    assert custom.own_words == "chapter.claims, verdict.requirements, web.reset"
    assert read_custom(put(folder, "paper: a4")).own_words == ""


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("subtitle: Every claim is SUPPORTED", True), ("classification: Accepted by the authority", True),
        ("subtitle: Der Nachweis gilt", True), ("subtitle: Interim report for trial 3", False),
        ("classification: Confidential", False), ("subtitle: Methods and thresholds", False),
    ],
)  # fmt: skip
def test_a_line_beside_the_title_that_reads_as_a_verdict_is_named(
    folder: Path, setting: str, named: bool
) -> None:
    name, _, text = setting.partition(": ")
    assert read_custom(put(folder, setting)).own_words == (f"{name} ({text})" if named else "")


def in_language(folder: Path, *changes: str) -> Path:
    text = document_file("language").joinpath("en.yaml").read_text("utf-8")
    for old, new in (pair.split(" -> ") for pair in changes):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "document" / "xx.yaml").write_text(text, "utf-8")
    return put(folder, "language: document/xx.yaml")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("  not_supported: Not supported -> "
         "  not_supported: Supported.", "verdict.not_supported"),
        ("At least one top claim of this case is not supported. -> "
         "Every top claim of this case is supported", "verdict.sentence_not"),
        ("  challenged: Challenged -> "
         "  challenged: Gestützt", "status.challenged"),
        ("  not_met: not met -> "
         "  not_met: MET", "outcome.not_met"),
        ("  reject: reject -> "
         "  reject: accept", "review_word.reject"),
    ],
)  # fmt: skip
def test_a_language_of_the_case_keeps_verdicts_apart(folder: Path, change: str, key: str) -> None:
    message = refused(in_language(folder, change))
    assert message.startswith("document/xx.yaml:")
    assert f"{key}: " in message
    assert "a document could be read the other way round" in message


def test_an_honest_language_of_the_case_is_taken_and_named(folder: Path) -> None:
    custom = read_custom(in_language(folder, "  challenged: Challenged ->   challenged: Contesté"))
    assert custom.own_words == "document/xx.yaml"
    assert custom.language.words["status.challenged"] == "Contesté"


def test_shipped_languages_have_every_fixed_word_and_keep_them_apart() -> None:
    known = [shipped_language(code).words for code in shipped()]
    assert all(key in words for key in _KEYS for words in known)
    assert [list(clashes(words, known)) for words in known] == [[] for _ in known]


@pytest.mark.slow
def test_the_first_page_names_the_words_of_the_case(
    assessment: Assessment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    root = tmp_path / "case"
    root.mkdir()
    case = replace(assessment.case, root=root)
    shown = replace(assessment, case=case)
    note = "Words of this document that the case itself chose: web.reset"
    for text, there in (("{wording: {web: {reset: Again}}}", True), ("{paper: a4}", False)):
        (root / "document.yaml").write_text(f"document: {text}\n")
        write_html(shown, tmp_path / "page.html")
        write_markdown(shown, tmp_path / "page.md")
        assert (note in (tmp_path / "page.html").read_text("utf-8")) is there
        assert (note in (tmp_path / "page.md").read_text("utf-8").replace("\\", "")) is there
