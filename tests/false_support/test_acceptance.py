"""What is taken without support is answered for by somebody else, with a name; artefacts are documents."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED

FILES = {"records/review.md": "Review of the door contact, 3 March: no deviation.\n"}
SHA = hashlib.sha256(FILES["records/review.md"].encode()).hexdigest()


def base() -> dict[str, Any]:
    """A claim supported by an accepted record and an accepted warrant, under an accepted assumption."""
    return {
        "casegen": 1,
        "case": {"id": "rec", "title": "Lift door", "roots": ["C1"], "authors": ["A. Author"]},
        "claims": [
            {"id": "C1", "text": "The door contact opens before the door does", "context": ["X1"]},
            {"id": "W1", "text": "The reviewers read the drawings of the release in use", **ACCEPTED},
        ],
        "evidence": [
            {"id": "N1", "text": "Record of the review", "artefact": "records/review.md", "sha256": SHA, "version": "1",
             "date": "2026-03-03", "owner": "R. Reader", "accepted_by": "B. Judge"},
        ],
        "contexts": [
            {"id": "X1", "kind": "assumption", "text": "Doors are adjusted every month", "owner": "M. Keeper",
             "accepted_by": "B. Judge"},
        ],
        "arguments": [
            {"id": "A1", "text": "The review shows it", "supports": "C1", "block": "evidence-incorporation",
             "from": ["N1"], "side_claims": ["W1"]},
        ],
    }  # fmt: skip


DEFEATER = {
    "id": "D1", "text": "The contact was bent in two of five doors", "target": "C1", "kind": "rebutting",
    "state": "accepted", "response": "The doors are replaced", "owner": "C. Critic",
}  # fmt: skip
DOUBT = {"id": "R1", "text": "Some doors bend", "target": "D1", "owner": "A. Author", "reason": "Doors are replaced",
         "accepted_by": "B. Judge"}  # fmt: skip
CASES: dict[str, tuple[dict[str, Any], str]] = {
    "context-nobody-accepted": ({"contexts.X1.accepted_by": DROP}, "context-unaccepted"),
    "context-repeats-the-root": (
        {"contexts.X1.text": "The door contact opens before the door does."}, "context-restates"),
    "context-is-the-root-in-capitals": (
        {"contexts.X1.text": "THE DOOR CONTACT OPENS BEFORE THE DOOR DOES", "contexts.X1.kind": "definition"},
        "context-restates"),
    "context-accepted-by-its-owner": ({"contexts.X1.accepted_by": "M. Keeper"}, "self-acceptance"),
    **{f"accepted-by-{k}": ({"claims.W1.accepted_by": name}, "acceptance-name")
       for k, name in enumerate(["nobody", "TBD", "?", "{assessor}", "n/a", "To be determined", "<name>", "…", "niemand",
                                 "N.N.", "-", "someone"])},
    **{f"refused-{k}": ({"claims.W1.accepted_by": name}, "acceptance-name")
       for k, name in enumerate(["not accepted by B. Judge", "B. Judge (rejected)", "B. Judge (refused)",
                                 "nicht akzeptiert", "von B. Judge abgelehnt", "withdrawn by B. Judge", "B. Judge (withdrawn)",
                                 "B. Judge, withdrawn", "revoked: B. Judge", "B. Judge disagrees", "B. Judge (expired)",
                                 "B. Judge (zurückgezogen)", "widerrufen von B. Judge", "B. Judge no longer accepts", "B. Jud\u0261\u0435", "\u0392. Judge"])},
    "accepted-by-the-owner-with-an-initial": (
        {"claims.W1.owner": "Otto Operator", "claims.W1.accepted_by": "O. Operator"}, "self-acceptance"),
    "accepted-by-the-owner": ({"claims.W1.owner": "B. Judge"}, "self-acceptance"),
    "accepted-by-the-owner-otherwise-written": ({"claims.W1.owner": "judge, b. (safety)"}, "self-acceptance"),
    "accepted-by-the-only-author": ({"claims.W1.accepted_by": "A. Author"}, "self-acceptance"),
    "artefact-accepted-by-its-owner": ({"evidence.N1.owner": "B. Judge"}, "self-acceptance"),
    "assumed-because-tbd": ({"claims.W1.assumed": "TBD"}, "acceptance-name"),
    "doubt-1": ({"claims.W1.doubt": 1.0}, "leaf-doubted"),
    "doubt-1-of-the-evidence": ({"evidence.N1.doubt": 1.0}, "leaf-doubted"),
    "doubt-0.9": ({"claims.W1.doubt": 0.9}, "leaf-doubted"),
    "artefact-is-the-case": ({"evidence.N1.artefact": "case.yaml", "evidence.N1.sha256": DROP}, "artefact-own-case"),
    "artefact-is-the-case-otherwise": (
        {"evidence.N1.artefact": "records/../case.yaml", "evidence.N1.sha256": DROP}, "artefact-own-case"),
    "artefact-empty": ({"evidence.N1.artefact": "records/empty.md", "evidence.N1.sha256": DROP}, "artefact-empty"),
    "artefact-blank": ({"evidence.N1.artefact": "records/blank.md", "evidence.N1.sha256": DROP}, "artefact-empty"),
    "artefact-header-only": ({"evidence.N1.artefact": "records/a.pdf", "evidence.N1.sha256": DROP}, "artefact-empty"),
    "accepted-by-one-letter": ({"claims.W1.accepted_by": "XX"}, "acceptance-name"),
    "artefact-no-address": (
        {"evidence.N1.artefact": "never-written.pdf#://", "evidence.N1.sha256": DROP}, "artefact-missing"),
    "artefact-file-address": (
        {"evidence.N1.artefact": "file:///never-written.pdf", "evidence.N1.sha256": DROP}, "artefact-missing"),
    "artefact-of-2099": ({"evidence.N1.date": "2099-01-01"}, "evidence-date"),
    **{f"artefact-address-{k}": ({"evidence.N1.artefact": name, "evidence.N1.sha256": DROP}, "artefact-missing")
       for k, name in enumerate(["foo://bar", "htps://example.org/3/review.pdf", "unresolved://", "todo://later/review.pdf"])},
    **{f"artefact-unresolved-{k}": ({"evidence.N1.artefact": name, "evidence.N1.sha256": DROP}, "was not found")
       for k, name in enumerate(["unresolved://review.pdf", "UNRESOLVED://review.pdf", "Unresolved://example.org/review.pdf"])},
    "root-conceded-by-its-owner": (
        {"defeaters.+": DEFEATER, "residual_doubts.+": {**DOUBT, "accepted_by": "A. Author"}}, "self-acceptance"),
    "root-conceded": ({"defeaters.+": DEFEATER, "residual_doubts.+": DOUBT}, "conceded"),
    "refuted-without-a-word": ({"defeaters.+": {**DEFEATER, "state": "refuted", "response": "", "refuted_by": "B. Judge"}}, "without a word"),
    "refuted-tbd": ({"defeaters.+": {**DEFEATER, "state": "refuted", "response": "TBD", "refuted_by": "B. Judge"}}, "acceptance-name"),
    "conceded-and-carried-by-nobody": ({"defeaters.+": DEFEATER}, "conceded"),
    "residual-doubt-without-a-reason": (
        {"residual_doubts.+": {**DOUBT, "target": "W1", "reason": "?"}}, "acceptance-name"),
    "paper-is-white": (
        {"arguments.A1": {"id": "A1", "text": "So it is", "supports": "C1", "block": "decomposition", "from": ["P1"],
                          "side_claims": ["W1"]},
         "claims.+": {"id": "P1", "text": "Paper is white", **ACCEPTED}, "evidence.N1": DROP}, "assumptions alone"),
    "sub-case-says-something-else": (
        {"claims.+": {"id": "P1", "text": "Paper is white", "public": True, "undeveloped": False, **ACCEPTED},
         "arguments.A1": {"id": "A1", "text": "So it is", "supports": "C1", "block": "decomposition", "from": ["S1"],
                          "side_claims": ["W1"]}, "evidence.N1": DROP,
         "sub_cases.+": {"id": "S1", "claim": "P1", "text": "The contact opens in time"}}, "sub-case-text"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_acceptance_that_is_none(tmp_path: Path, name: str) -> None:
    edits, because = CASES[name]
    files = {**FILES, "records/empty.md": "", "records/blank.md": " \n\n", "records/a.pdf": "%PDF-1.4\n"}
    must_not_hold(folder(tmp_path / name, base(), edits, files), because)


TWINS: dict[str, dict[str, Any]] = {
    "as-it-is": {},
    "doubt-small": {"claims.W1.doubt": 0.05, "evidence.N1.doubt": 0.02},
    "address-in-a-store": {"evidence.N1.artefact": "s3://records/3/review.pdf"},
    "address": {"evidence.N1.artefact": "https://example.org/records/3/review.pdf"},
    "two-authors-one-accepts": {"case.authors": ["A. Author", "B. Judge"]},
    "a-name-in-other-letters": {"claims.W1.accepted_by": "Б. Судья"},
    "owner-and-judge-share-a-surname": {"claims.W1.owner": "C. Judge"},
    "owner-and-judge-share-a-word": {"claims.W1.owner": "B. Author"},
    "refuted-with-a-reason": {
        "defeaters.+": {**DEFEATER, "state": "refuted", "response": "The five doors are of another make",
                         "refuted_by": "B. Judge"}},
    "carried-doubt-of-a-part": {"residual_doubts.+": {**DOUBT, "target": "W1"}},
    "a-team-accepts": {"claims.W1.accepted_by": "Safety board 7"},
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_acceptance_by_somebody(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, base(), TWINS[name], FILES))
