"""Whatever gets worse in a whole case, no claim becomes supported by it: every example, every sensible folder, all guards.

Mutations are applied one after the other, to nodes drawn with a seed.  After each, no claim may be supported that was
not before, and a case that did not hold may not hold.  Each kind of mutation must also bite: alone it takes the
support from the root of some folder, so that a guard that is lost makes a test fail.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.argument import check, status
from casegen.assessment.assess import Session
from casegen.model.argument import Claim, Defeater, ResidualDoubt
from casegen.model.case import Case
from casegen.model.diagnostic import Severity
from casegen.model.fault_tree import Constant
from casegen.model.results import Assessment, EvidenceState, Freshness, Status
from tests.false_support import call, folder, parameters
from tests.false_support.bases import measured
from tests.false_support.test_sensible import redundancy

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(p.parent for p in (ROOT / "examples").glob("*/case.yaml"))
SENSIBLE = sorted(p.parent for p in (ROOT / "tests/argument/sensible").glob("*/case.yaml"))
STEPS, ROUNDS = 5, 12


@dataclass(frozen=True)
class State:
    """A case with what was computed for it."""

    case: Case
    evidence: dict[str, EvidenceState]
    assessed: Assessment


Worse = Callable[[State, random.Random], State | None]


def _claim_like(case: Case) -> list[str]:
    return [
        node.id
        for _, _, node in case.nodes()
        if node.id not in {d.id for d in (*case.defeaters, *case.residual_doubts)}
    ]


def _change(section: str, wanted: Callable[[Any], bool] = lambda _: True, **changes: Any) -> Worse:
    """A field of one node of the section; callables are given the node and the case."""

    def worse(state: State, draw: random.Random) -> State | None:
        nodes = list(getattr(state.case, section))
        places = [k for k, node in enumerate(nodes) if wanted(node)]
        if not places:
            return None
        k = draw.choice(places)
        given = {
            key: value(nodes[k], state.case) if callable(value) else value for key, value in changes.items()
        }
        nodes[k] = nodes[k].model_copy(update=given)
        return replace(state, case=replace(state.case, **{section: tuple(nodes)}))

    return worse


def _evidence(freshness: Freshness) -> Worse:
    def worse(state: State, draw: random.Random) -> State | None:
        fresh = sorted(name for name, one in state.evidence.items() if one.freshness is Freshness.FRESH)
        if not fresh:
            return None
        name = draw.choice(fresh)
        return replace(state, evidence={**state.evidence, name: EvidenceState(name, freshness)})

    return worse


def _objected(state: State, draw: random.Random) -> State | None:
    more = Defeater(
        id=f"NEW{len(state.case.defeaters)}",
        target=draw.choice(_claim_like(state.case)),
        kind="rebutting",
        text="It broke",
    )
    return replace(state, case=replace(state.case, defeaters=(*state.case.defeaters, more)))


def _doubted(state: State, draw: random.Random) -> State | None:
    more = ResidualDoubt(
        id=f"NEWR{len(state.case.residual_doubts)}",
        target=draw.choice(_claim_like(state.case)),
        text="Some",
        owner="Somebody",
    )
    return replace(state, case=replace(state.case, residual_doubts=(*state.case.residual_doubts, more)))


def _grown(key: str) -> Worse:
    """A step gets a further premise, or side-claim, that nothing supports."""

    def worse(state: State, draw: random.Random) -> State | None:
        more = Claim(id=f"NEWC{len(state.case.claims)}", text="More holds", undeveloped=True)
        arguments = list(state.case.arguments)
        k = draw.randrange(len(arguments))
        arguments[k] = arguments[k].model_copy(update={key: (*getattr(arguments[k], key), more.id)})
        return replace(
            state, case=replace(state.case, claims=(*state.case.claims, more), arguments=tuple(arguments))
        )

    return worse


ACCEPTED = lambda node: bool(node.accepted_by)  # noqa: E731
REFUTED = lambda node: node.state == "refuted"  # noqa: E731
ASSUMPTION = lambda node: node.kind == "assumption" and node.requirement is None  # noqa: E731
VALID = lambda node: node.kind == "assumption" and node.state == "valid"  # noqa: E731
WORSE: dict[str, Worse] = {
    "stale": _evidence(Freshness.STALE), "missing": _evidence(Freshness.MISSING), "failed": _evidence(Freshness.FAILED),
    "claim-unaccepted": _change("claims", ACCEPTED, accepted_by=""),
    "claim-accepted-by-owner": _change("claims", ACCEPTED, owner="A. B. Owner", accepted_by="Owner, A. B."),
    "claim-accepted-by-nobody": _change("claims", ACCEPTED, accepted_by="TBD"),
    "claim-accepted-if": _change("claims", ACCEPTED, accepted_by="B. Judge, provided that it is tested"),
    "claim-doubted": _change("claims", lambda c: bool(c.assumed), doubt=0.9),
    "claim-denied": _change("claims", text=lambda n, _: f"It is not known whether {n.text}"),
    "claim-for-no-reason": _change("claims", lambda c: bool(c.assumed), assumed="because"),
    "claim-known-to-be-wrong": _change("claims", lambda c: bool(c.assumed), assumed="Known to be wrong"),
    "claim-undeveloped": _change("claims", lambda c: bool(c.assumed), assumed="", undeveloped=True),
    "artefact-unaccepted": _change("evidence", ACCEPTED, accepted_by=""),
    "artefact-accepted-by-owner": _change("evidence", ACCEPTED, owner="A. B. Owner", accepted_by="Owner, A. B."),
    "evidence-doubted": _change("evidence", doubt=0.8),
    "evidence-failed": _change("evidence", text=lambda n, _: f"{n.text}: test failed"),
    "evidence-not-run": _change("evidence", text="Tests not run yet"),
    "context-false": _change("contexts", VALID, state="false"),
    "context-unknown": _change("contexts", lambda c: VALID(c) and c.requirement is None, state="unknown"),
    "context-unaccepted": _change("contexts", ASSUMPTION, accepted_by=""),
    "defeater-open": _change("defeaters", REFUTED, state="open"),
    "defeater-without-answer": _change("defeaters", REFUTED, response="no"),
    "defeater-promised": _change("defeaters", REFUTED, response="Will be tested"),
    "defeater-unjudged": _change("defeaters", REFUTED, refuted_by=""),
    "defeater-refuted-by-critic": _change("defeaters", REFUTED, owner="C. Critic", refuted_by="Critic, C."),
    "objection": _objected, "residual-doubt": _doubted, "premise": _grown("premises"), "side-claim": _grown("side_claims"),
    "review-overdue": _change("claims", review_by=__import__("datetime").date(2020, 1, 1)),
}  # fmt: skip


def _judged(state: State) -> tuple[set[str], bool]:
    """Claims that are supported or count as such, and whether the case holds."""
    known = state.assessed
    result = status(state.case, known.requirements, state.evidence, known.trees, known.judgements)
    errors = any(d.severity is Severity.ERROR for d in check(state.case))
    good = {name for name, one in result.claims.items() if one.status is Status.SUPPORTED}
    return good, result.supported and not errors


def _loaded(at: Path) -> State:
    case = casegen.load(at)
    assessed = casegen.assess(case)
    return State(case, dict(assessed.evidence), assessed)


@pytest.fixture(scope="module")
def sensible(tmp_path_factory: pytest.TempPathFactory) -> list[State]:
    states = []
    for source in SENSIBLE:
        at = Path(shutil.copytree(source, tmp_path_factory.mktemp("sensible") / source.name))
        call("evidence", "run", at)
        states.append(_loaded(at))
    return states


def _walk(state: State, seed: int) -> Iterator[str]:
    draw = random.Random(seed)
    good, holds = _judged(state)
    for _ in range(STEPS):
        name = draw.choice(sorted(WORSE))
        worse = WORSE[name](state, draw)
        if worse is None:
            continue
        state = worse
        now, still = _judged(state)
        gained = now - good
        yield f"{name}: {sorted(gained) or 'the case'}" if gained or (still and not holds) else ""
        good, holds = now, still


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [4, pytest.param(ROUNDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(p, id=p.name, marks=[pytest.mark.slow] if p.name in ("auv", "robot") else [])
        for p in EXAMPLES
    ],
)
def test_nothing_worse_makes_an_example_better(example: Path, rounds: int) -> None:
    state = _loaded(example)
    for seed in range(rounds):
        assert not list(filter(None, _walk(state, seed)))


@pytest.mark.slow
def test_nothing_worse_makes_a_sensible_folder_better(sensible: list[State]) -> None:
    for state in sensible:
        for seed in range(ROUNDS):
            assert not list(filter(None, _walk(state, seed))), state.case.header.id


@pytest.mark.parametrize("name", parameters(WORSE, {"stale"}))
def test_every_mutation_bites(name: str, sensible: list[State]) -> None:
    """Alone, it takes the support of some root: its guard is there."""
    for state in sensible:
        for seed in range(6):
            worse = WORSE[name](state, random.Random(seed))
            if worse is not None and not _judged(worse)[1]:
                return
    pytest.fail(f"{name} costs no root its support")


# Numbers: each mutation is computed anew.


def _numbers(case: Case) -> Iterator[tuple[str, Case]]:
    """Requirements asked more strictly, events made more likely, targets lowered."""
    for k, claim in enumerate(case.claims):
        wanted = claim.requirement
        if wanted is None or not isinstance(wanted.bound, float | int):
            continue
        scale = 0.01 if wanted.comparison.is_upper else 1.0
        bound = wanted.bound * scale if wanted.comparison.is_upper else (1.0 + wanted.bound) / 2.0
        harder = claim.model_copy(update={"requirement": wanted.model_copy(update={"bound": bound})})
        yield (
            f"requirement of {claim.id}",
            replace(case, claims=(*case.claims[:k], harder, *case.claims[k + 1 :])),
        )
    for k, event in enumerate(case.events):
        model = event.model
        if isinstance(model, Constant) and isinstance(model.probability, float | int):
            likely = model.model_copy(update={"probability": min(1.0, 20.0 * model.probability)})
            changed = event.model_copy(update={"model": likely})
            yield (
                f"event {event.id}",
                replace(case, events=(*case.events[:k], changed, *case.events[k + 1 :])),
            )
    for k, tree in enumerate(case.trees):
        if tree.target is not None:
            lower = tree.target.model_copy(update={"probability": tree.target.probability * 1e-3})
            changed_tree = tree.model_copy(update={"target": lower})
            yield (
                f"target of {tree.id}",
                replace(case, trees=(*case.trees[:k], changed_tree, *case.trees[k + 1 :])),
            )


@pytest.mark.slow
def test_no_harder_number_makes_a_claim_supported(sensible: list[State]) -> None:
    bites = {"requirement": 0, "event": 0, "target": 0}
    for state in sensible:
        session = Session.open(state.case)
        coherent = all(session._prepared[t.id].compiled.coherent for t in state.case.trees if session.numbers() and t.id in session._prepared)  # fmt: skip
        if not coherent:
            continue
        before = {name for name, one in state.assessed.claims.items() if one.status is Status.SUPPORTED}
        for what, case in _numbers(state.case):
            result = Session.open(case).assess()
            after = {name for name, one in result.claims.items() if one.status is Status.SUPPORTED}
            assert after <= before, (state.case.header.id, what)
            bites[what.split()[0]] += after < before
    assert all(bites.values()), bites


# Data: what was measured gets worse, and is measured anew.


@pytest.mark.slow
@pytest.mark.parametrize("base", ["claim", "tree"])
def test_no_worse_data_make_a_claim_supported(tmp_path: Path, base: str) -> None:
    """More failures of as many demands, then fewer demands without a failure; the claim is lost once, for good."""
    case, file = (measured(), "record.csv") if base == "claim" else (redundancy(), "record.csv")
    for name, records in {
        "failures": [(4000, k) for k in (0, 1, 2, 4, 8, 40, 4000)],
        "demands": [(n, 0) for n in (20_000, 8000, 4000, 1000, 100, 1)],
    }.items():
        held = []
        for number, (demands, failures) in enumerate(records):
            at = tmp_path / f"{name}-{number}"
            quay = 4000 if name == "failures" else 1
            text = f"entry,demands,failures\nquay,{quay},0\nbuoy,{demands},{failures}\n"
            assessed = casegen.assess(casegen.load(folder(at, case, None, {file: text})))
            held.append(assessed.supported)
        assert held == sorted(held, reverse=True), (name, held)
        assert (held[0], held[-1]) == (True, False), name
