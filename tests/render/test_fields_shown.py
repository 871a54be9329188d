"""What a case states of its numbers and parts stands in its documents: owners, components, sources of every number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.render.report.origins import behind
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED, calculation

OWNERS = ("Olga Argument", "Otto Context", "Orla Evidence", "Omar Doubt", "Juno Judge", "Ada Accepts")
ORIGINS = ("door contact B7", "rate sheet 12, page 3", "failures per hour", "rate of the relay", "letter of the plant",
           "offer 4711 of the maker", "member sheet 9")  # fmt: skip


def _full() -> dict[str, Any]:
    case = calculation()
    case["case"]["study"] = {"alarp": {"disproportion": 3, "unit": "EUR per mission",
                                       "losses": [{"tree": "FT", "amount": 10}]}}  # fmt: skip
    case["risk_reductions"] = [
        {
            "id": "RR",
            "title": "Second contact",
            "changes": {"E1": 1e-5},
            "cost": 200,
            "cost_source": ORIGINS[5],
        }
    ]
    case["events"][0] |= {"component": ORIGINS[0]}
    case["events"] += [
        {
            "id": "E3",
            "text": "The relay sticks",
            "model": {"type": "exponential", "rate": {"parameter": "P"}, "hours": 1},
        },
        {"id": "E4", "text": "The brake fails", "source": ORIGINS[6]},
        {"id": "E5", "text": "The other brake fails"},
    ]
    case["parameters"] = [
        {"id": "P", "text": ORIGINS[3], "unit": ORIGINS[2], "source": ORIGINS[1],
         "value": {"op": "mul", "args": [2, {"parameter": "Q"}]}},
        {"id": "Q", "source": ORIGINS[4], "value": 1e-6},
    ]  # fmt: skip
    total = {"type": "constant", "probability": 1e-5}
    case["common_cause"] = [
        {
            "id": "CC",
            "model": "beta-factor",
            "members": ["E4", "E5"],
            "total": total,
            "factors": [0.1],
            "source": "book",
        }
    ]
    case["trees"][0]["gates"][0]["inputs"] += ["E3", "BOTH"]
    case["trees"][0]["gates"].append({"id": "BOTH", "type": "and", "inputs": ["E4", "E5"]})
    case["contexts"] = [
        {"id": "X", "text": "One lift", "owner": OWNERS[1]},
        {"id": "Y", "text": "The shaft is dry", "kind": "assumption", "accepted_by": OWNERS[5]},
    ]
    case["claims"][0]["context"] = ["X", "Y"]
    case["arguments"][0]["owner"] = OWNERS[0]
    case["claims"].append({"id": "C3", "text": "The tree was reviewed", "owner": "A. Author"})
    case["arguments"].append({"id": "A3", "text": "By report", "supports": "C3", "block": "evidence-incorporation",
                              "from": ["N"], "side_claims": ["W1"]})  # fmt: skip
    case["arguments"][0]["side_claims"].append("C3")
    case["evidence"] = [
        {"id": "N", "text": "Report", "owner": OWNERS[2], "artefact": "https://example.org/r"}
    ]
    case["defeaters"] = [{"id": "D", "text": "Doors differ", "target": "C1", "kind": "rebutting", "state": "refuted",
                          "response": "one type only", "refuted_by": OWNERS[4]}]  # fmt: skip
    case["residual_doubts"] = [{"id": "RD", "text": "Dust", "target": "C1", "owner": OWNERS[3], "reason": "sealed",
                                "accepted_by": ACCEPTED["accepted_by"]}]  # fmt: skip
    return case


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    at = tmp_path_factory.mktemp("fields")
    code, _, err = call(
        "build", folder(at / "c", _full()), "--html", "--markdown", "--no-run", "-o", at / "out"
    )
    assert code == 0, err
    page = re.sub(r"<script.*?</script>", "", (at / "out/calc.html").read_text("utf-8"), flags=re.DOTALL)
    return {"page": page, "report": (at / "out/calc.md").read_text("utf-8")}


@pytest.mark.parametrize("name", ["page", "report"])
@pytest.mark.parametrize("words", [*OWNERS, *ORIGINS])
def test_what_a_case_states_stands_in_its_documents(documents: dict[str, str], name: str, words: str) -> None:
    assert words in documents[name]


def test_a_source_that_is_reported_is_not_repeated(tmp_path: Path) -> None:
    case = load(folder(tmp_path / "c", _full()))
    assert behind(case, "E2", "data sheet") == ""
    assert behind(case, "E2", "exponential model (data sheet)") == ""
    assert behind(case, "E2", "evidence EV, measure probability") == "data sheet"
