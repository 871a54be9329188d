"""A part whose review is overdue is so whatever the numbers are: the page's what-if says of it what the command says."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from casegen.argument.program import program
from casegen.assessment.assess import Session
from casegen.io import load
from casegen.render.whatif import whatif_model
from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.page_changes import OPEN, on_the_page, play

ROOT = Path(__file__).parents[2]
OVERDUE = "2026-02-01"
PLACES = ["the top claim", "premise", "side-claim", "context", "assumption in a context", "step", "doubt"]


def late(at: Path, place: str) -> Path:
    """A tree of two stated numbers, with one part whose review is overdue."""
    context = {"id": "CTX", "kind": "context", "text": "The hall is heated", "review_by": OVERDUE}
    assumed = {
        **context,
        "kind": "assumption",
        "state": "valid",
        "owner": "A. Author",
    }
    doubt = {
        "id": "RD", "target": "W1", "text": "Ice at the door", "reason": "Heated in winter", "owner": "A. Author",
        "accepted_by": "B. Judge", "review_by": OVERDUE,
    }  # fmt: skip
    edits: dict[str, dict[str, Any]] = {
        "the top claim": {"claims.C1.review_by": OVERDUE},
        "premise": {"claims.C2.review_by": OVERDUE},
        "side-claim": {"claims.W1.review_by": OVERDUE},
        "context": {"contexts": [context], "claims.C2.context": ["CTX"]},
        "assumption in a context": {"contexts": [assumed], "claims.C1.context": ["CTX"]},
        "step": {"arguments.A1.review_by": OVERDUE},
        "doubt": {"residual_doubts": [doubt]},
    }
    return folder(at, calculation(), edits[place])


@pytest.mark.parametrize("place", PLACES)
def test_the_page_follows_the_command_above_an_overdue_part(tmp_path: Path, place: str) -> None:
    """Stale while the target is met, challenged once it is missed; nothing of it is left to the command."""
    at = late(tmp_path, place)
    session = Session.open(load(at))
    model = whatif_model(session.assess(), session=session)
    kept, missed = on_the_page(model, [{"E1": 2e-4}, {"E1": 0.5}])
    assert kept is not None
    assert missed is not None
    reopened = "challenged" if place == "doubt" else "stale"  # an overdue doubt stands again
    assert (kept["status"]["C1"], missed["status"]["C1"]) == (reopened, "challenged")
    played = play(at, 40)
    assert not played.parted
    assert played.statuses_open == 0


def test_the_program_of_the_argument_knows_the_date(tmp_path: Path) -> None:
    """Rank 4 is that of what is stale."""
    result = program(load(late(tmp_path, "premise")), {})
    assert result.ranks[result.ids.index("C2")] == 4
    assert result.ranks[result.ids.index("W1")] == 1


@pytest.mark.parametrize("late", [True, False])
def test_records_that_wait_for_their_claim_are_challenged_where_no_bound_can_meet_the_limit(
    tmp_path: Path, late: bool
) -> None:
    """The claim that the records are independent is overdue, or nobody accepted it."""
    at = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", at)
    case = yaml.safe_load((at / "case.yaml").read_text("utf-8"))
    claim = next(claim for claim in case["claims"] if claim["id"] == "W-RECORDS")
    claim |= {"review_by": OVERDUE} if late else {"accepted_by": ""}
    claim = {key: value for key, value in claim.items() if value}
    case["claims"] = [claim if one["id"] == "W-RECORDS" else one for one in case["claims"]]
    (at / "case.yaml").write_text(yaml.safe_dump(case, sort_keys=False), "utf-8")
    session = Session.open(load(at))
    model = whatif_model(session.assess(), session=session)
    [missed, met, left] = on_the_page(
        model,
        [
            {"BE-BRAKE": 0.5},
            {"BE-BRAKE": 1e-6, "BE-RELAY": 1e-6, "BE-CURTAIN": 1e-6},
            {"EV-BRAKE.probability": 1e-4},
        ],
    )
    assert missed is not None
    assert met is not None
    assert left is not None
    assert missed["status"]["C-PRESS"] == "challenged"
    assert met["status"]["C-PRESS"] in ("stale" if late else "assumed", "not evaluated")
    assert left["status"]["C-PRESS"] == OPEN
    assert not play(at, 60).parted
