"""The argument as a program gives every node the status that the propagation gives it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import casegen
from casegen.argument.program import Program, program
from casegen.argument.reading.event_sources import sourced_by_parameters
from casegen.argument.status import RANK
from casegen.argument.view import view_of
from casegen.assessment.assess import Change, Session
from casegen.model.results import Assessment

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/case.yaml"))


def run(value: Program, assessed: Assessment) -> dict[str, int]:
    """The page's loop, on requirements and trees as assessed."""
    rank: list[int] = []
    seen: list[int] = []
    for node, name in enumerate(value.ids):
        worst = value.ranks[node]
        worst = max([worst, *(RANK[reason.status] for reason in assessed.judgements.get(name, ()))])
        if node in value.holders:
            worst = max(worst, _requirement(assessed, name))
        if node in value.trees:
            result = assessed.trees[value.trees[node]]
            worst = max(worst, 4 if result.stale else 3 if result.problem else 0)
        inherited = max((seen[i] for i in (*value.contexts.get(node, ()), *value.below[node])), default=0)
        worst = max(worst, inherited)
        rank.append(worst)
        seen.append(0 if worst == 1 and inherited == 0 and node in value.accepted else worst)
    return dict(zip(value.ids, rank, strict=True))


def _requirement(assessed: Assessment, name: str) -> int:
    claim = assessed.claims[name]
    holds = claim.requirement.holds if claim.requirement else None
    return 3 if holds is None else 0 if holds else 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [pytest.param(p, id=p.name, marks=[pytest.mark.slow] if p.name == "auv" else []) for p in EXAMPLES],
)
def test_the_program_says_what_the_propagation_says(folder: Path) -> None:
    case = casegen.load(folder)
    session = Session.open(case)
    value = program(case, session.evidence)
    draw = random.Random(3)
    events = [
        event
        for event in case.event
        if any(event in t.compiled.events for t in session.numbers().trees.values())
        and not any(event in sourced_by_parameters(view_of(case), tree.id) for tree in case.trees)
    ]  # a number without a source is the page's to see, by its floors
    for _ in range(20):
        changes = tuple(
            Change(10 ** draw.uniform(-7, 0), event=e)
            for e in draw.sample(events, draw.randint(0, min(3, len(events))))
        )
        assessed = session.assess(changes)
        ranks = run(value, assessed)
        for name, result in {**assessed.claims, **assessed.nodes}.items():
            assert ranks[name] == RANK[result.status], name


def test_what_bears_on_a_node_is_inherited_and_folded_in(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(
        """
casegen: 1
case: {id: c, title: t, roots: [A]}
claims:
  - {id: A, text: a, context: [CTX]}
  - {id: B, text: b, assumed: so, accepted_by: B. Judge}
  - {id: D, text: d, undeveloped: true}
  - {id: R, text: r, assumed: round}
arguments:
  - {id: ARG, supports: A, block: decomposition, from: [B, S]}
  - {id: ROUND, supports: R, block: decomposition, from: [R]}
sub_cases: [{id: S, claim: D}]
contexts: [{id: CTX, kind: assumption, state: "false", text: x}]
defeaters: [{id: DEF, target: B, kind: rebutting, text: "no"}]
"""
    )
    made = casegen.load(tmp_path)
    result = program(made, {})
    assessed = Session(made, {}).assess()
    ranks = run(result, assessed)
    assert {n: RANK[r.status] for n, r in {**assessed.claims, **assessed.nodes}.items()} == ranks
    assert ranks["A"] == ranks["B"] == ranks["R"] == 5
    assert ranks["D"] == 2
    assert result.accepted == {result.ids.index("B")}
