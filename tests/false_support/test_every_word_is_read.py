"""Whatever a person writes into a supported part is listed among what has to be read: no word bears on a status unseen."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.points import reading_steps
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Status
from tests.false_support import edited, folder
from tests.false_support.bases import ACCEPTED, RECORD, calculation, measured
from tests.false_support.test_acceptance import FILES, SHA

WORD = "zzqx"
NOT_READ = {
    "id", "supports", "from", "side_claims", "context", "target", "claim", "properties", "roots", "block", "kind", "state",
    "type", "tree", "top", "inputs", "evidence", "measure", "method", "comparison", "target_of", "rule", "sha256", "refs",
    "distribution", "stopping", "independent_errors", "members",
}  # fmt: skip
"""Fields that name other parts, or take one of a few words: another word there is an error, or another case."""
OF_NOBODYS_WORDS = {"owner", "authors", "organisation", "stakeholders"}
"""Who answers for a part, and what groups parts: they say nothing of what is shown."""

DOUBTED = {"owner": "A. Author", "accepted_by": "B. Judge"}
WAIVED = {
    "claims": "claim-qualifier", "arguments": "decomposition-set", "evidence": "evidence-live", "contexts": "assumption-vague",
    "events": "event-without-model", "trees": "events-one-record", "evidence_items": "evidence-unused",
    "defeaters": "claim-long", "residual_doubts": "claim-long",
}  # fmt: skip
USES = {
    part: (section, part)
    for part, section in (("W1", "claims"), ("A1", "arguments"), ("C4", "claims"), ("W4", "claims"))
}
"""parts with a context of their own: accepted, a step, supported by a document"""


def rich() -> dict[str, Any]:
    """A supported claim on a tree, one on a record and one on a document, with a part of each kind that holds words."""
    record = {
        key: copy.deepcopy(value) for key, value in measured().items() if key not in ("case", "casegen")
    }
    record = json.loads(
        json.dumps(record).replace('"C1"', '"C3"').replace('"A1"', '"A3"').replace('"W1"', '"W3"')
    )
    case = edited(
        calculation(),
        {
            "case.system": "A lift of five floors", "case.environment": "A hall that is heated",
            "case.intended_use": "Carrying persons", "case.risk_criteria": "As low as the lift standard asks",
            "case.limitations": ["The shaft is outside of the case"], "case.roots": ["C0"],
            "claims.C1.properties": ["P1"], "claims.C1.context": ["X1", "X2"], "claims.C1.note": "Of the second release",
        },
    )  # fmt: skip
    case["properties"] = [{"id": "P1", "title": "No early start", "text": "The lift waits for its door."}]
    case["contexts"] = [
        {"id": "X1", "kind": "definition", "text": "A mission is one ride between two floors"},
        *({"id": f"X-{part}", "kind": "definition", "text": f"Here {part} has its usual meaning"} for part in USES),
        {"id": "X2", "kind": "assumption", "text": "Doors are adjusted every month", "owner": "M. Keeper", "accepted_by": "B. Judge"},
    ]  # fmt: skip
    case["house_events"] = [{"id": "H1", "text": "The inspection mode is on", "state": False}]
    case["trees"][0]["gates"][0]["inputs"] = ["E1", "G2", "H1"]
    case["trees"][0]["gates"] += [{"id": "G2", "type": "or", "inputs": ["E2"], "text": "The controller errs"}]
    case["claims"] += [
        {"id": "C0", "text": "The lift keeps the three rules of its standard", "owner": "A. Author"},
        {"id": "C4", "text": "The sheet names both parts", "owner": "A. Author"},
        {"id": "W0", "text": "The standard has these three rules", "owner": "A. Author", **ACCEPTED},
        {
            "id": "W4",
            "text": "The reviewers read the sheet of the release in use",
            "owner": "A. Author",
            **ACCEPTED,
        },
        *record["claims"],
    ]
    case["evidence_items"] = record["evidence_items"]
    case["evidence_items"][0]["text"] = "Runs on the track beside the hall"
    document = {
        "id": "N4", "text": "Record of the review of the sheet", "artefact": "records/review.md", "sha256": SHA, "version": "1",
        "date": "2026-03-03", "owner": "R. Reader", "accepted_by": "B. Judge", "note": "Kept in the archive",
    }  # fmt: skip
    case["evidence"] = [*record["evidence"], document]
    case["arguments"] += [
        *record["arguments"],
        {"id": "A0", "text": "Over door, guard and sheet", "supports": "C0", "block": "decomposition",
         "from": ["C1", "C3", "C4"], "side_claims": ["W0"]},
        {"id": "A4", "text": "The review shows it", "supports": "C4", "block": "evidence-incorporation", "from": ["N4"],
         "side_claims": ["W4"]},
    ]  # fmt: skip
    case["defeaters"] = [
        {"id": "D1", "text": "The sheet might be of another make", "target": "A4", "kind": "undercutting", "state": "refuted",
         "response": "The plate on the contact bears the number of the sheet", "refuted_by": "B. Judge", "owner": "C. Critic"},
    ]  # fmt: skip
    case["residual_doubts"] = [
        {"id": f"R-{target}", "text": f"Some doubt about {target}", "target": target, "reason": "Seen once in a decade", **DOUBTED}
        for target in ("D1", "X1", "X2", "W1", "A3", "C4", "N4", "A0:C1")
    ]  # fmt: skip
    for section, part in USES.values():
        node = next(node for node in case[section] if node["id"] == part)
        node["context"] = [*node.get("context", []), f"X-{part}"]
    for section in ("claims", "arguments", "evidence", "contexts", "defeaters", "residual_doubts"):
        for node in case[section]:
            node.setdefault("note", f"Written down by the office beside {node['id']}")
    for section, rule in WAIVED.items():
        for part in case[section]:
            part["waive"] = [{"rule": rule, "reason": "One crew keeps both", "by": "S. Safety"}]
    return case


def strings(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(node, dict | list):
        for key, part in node.items() if isinstance(node, dict) else enumerate(node):
            yield from strings(part, (*path, key))
    elif isinstance(node, str):
        yield path, node


def names(path: tuple[str | int, ...]) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


WORDS = [
    path
    for path, _ in strings(rich())
    if names(path)[-1] not in NOT_READ | OF_NOBODYS_WORDS and names(path) != ("casegen",)
]


def listed(at: Path) -> tuple[str, bool]:
    """All that has to be read, and whether the top claim is supported."""
    assessed = assess(load(at))
    said = json.dumps([(*step.texts, step.by) for step in reading_steps(assessed)])
    return said, assessed.claims["C0"].status is Status.SUPPORTED


def test_the_case_is_supported(tmp_path: Path) -> None:
    said, supported = listed(folder(tmp_path / "c", rich(), {}, {**FILES, "record.csv": RECORD}))
    assert supported
    assert WORD not in said


@pytest.mark.parametrize("path", WORDS, ids=lambda path: ".".join(map(str, path)))
def test_a_word_of_a_supported_part_is_listed(path: tuple[str | int, ...], tmp_path: Path) -> None:
    case = rich()
    part: Any = case
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = f"{part[path[-1]]} {WORD}"
    at = folder(tmp_path / "c", case, {}, {**FILES, "record.csv": RECORD})
    with contextlib.suppress(InputError):  # refused: nothing is supported
        said, supported = listed(at)
        assert WORD in said or not supported
