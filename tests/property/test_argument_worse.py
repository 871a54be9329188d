"""Whatever gets worse, no status gets better: evidence, acceptances, contexts, objections, doubts, parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.argument import status
from casegen.argument.status import RANK
from casegen.model.argument import Argument, Block, Claim, ContextNode, Defeater, EvidenceNode, ResidualDoubt
from casegen.model.case import Case, Header
from casegen.model.results import EvidenceState, Freshness, Status
from tests.repetitions import tried

BY = {"owner": "A. Author", "accepted_by": "B. Judge"}
UNDEVELOPED = RANK[Status.UNDEVELOPED]
Worse = Callable[[Case, dict[str, EvidenceState], int], tuple[Case, dict[str, EvidenceState]]]


@st.composite
def sound(draw: st.DrawFn) -> Case:
    """An argument in which everything stands: measured, recorded, accepted, in accepted contexts, doubts carried."""
    count = draw(st.integers(2, 8))
    claims, steps, evidence = [], [], []
    for k in range(count):
        later = st.lists(st.integers(k + 1, count - 1), min_size=k == 0, max_size=3, unique=True)
        below = draw(later) if k < count - 1 else []
        below += [count - 1] if k == 0 and count - 1 not in below else []  # not on assumptions alone
        context = ("X",) if draw(st.booleans()) else ()
        leaf = draw(st.sampled_from(["measured", "recorded", "assumed"])) if not below else ""
        leaf = "measured" if k == count - 1 else leaf
        assumed = {"assumed": "by review"} if leaf == "assumed" else {}
        claims.append(Claim(id=f"C{k}", text=f"Part {k} works", context=context, **BY, **assumed))  # type: ignore[arg-type]
        if leaf in ("measured", "recorded"):
            source = (
                {"evidence": f"EV{k}"} if leaf == "measured" else {"artefact": "https://example.org/r.pdf"}
            )
            evidence.append(EvidenceNode(id=f"E{k}", text="Result", doubt=0.01, **BY, **source))  # type: ignore[arg-type]
        if below or leaf in ("measured", "recorded"):
            block = Block.DECOMPOSITION if below else Block.EVIDENCE_INCORPORATION
            premises = {"from": [f"C{i}" for i in below] or [f"E{k}"]}
            steps.append(Argument(id=f"A{k}", text="Why", supports=f"C{k}", block=block, **premises))  # type: ignore[arg-type]
    return Case(
        header=Header(id="R", title="Random", roots=("C0",)),
        claims=tuple(claims), arguments=tuple(steps), evidence=tuple(evidence),
        contexts=(ContextNode(id="X", kind="assumption", text="By day", **BY),),  # type: ignore[arg-type]
        defeaters=(Defeater(id="D", target="C0", kind="rebutting", state="refuted", response="Seen",
                           refuted_by="B. Judge", text="No"),),
        residual_doubts=(ResidualDoubt(id="R", target="C1", text="Some", reason="Rare", **BY),),  # type: ignore[arg-type]
    )  # fmt: skip


def _part(section: str, **changes: Any) -> Worse:
    def worse(case: Case, states: dict[str, EvidenceState], k: int) -> tuple[Case, dict[str, EvidenceState]]:
        parts = list(getattr(case, section))
        if not parts:
            return case, states
        at = k % len(parts)
        if changes.get("state") == "unknown" and parts[at].state == "false":
            return case, states  # false is worse already
        parts[at] = parts[at].model_copy(update=changes)
        return replace(case, **{section: tuple(parts)}), states

    return worse


def _state(freshness: Freshness) -> Worse:
    def worse(case: Case, states: dict[str, EvidenceState], k: int) -> tuple[Case, dict[str, EvidenceState]]:
        name = sorted(states)[k % len(states)]
        if states[name].freshness is not Freshness.FRESH:
            return case, states  # which of two bad states is worse is no question of support
        return case, {**states, name: EvidenceState(name, freshness)}

    return worse


def _objection(case: Case, states: dict[str, EvidenceState], k: int) -> tuple[Case, dict[str, EvidenceState]]:
    nodes = [*case.claims, *case.arguments, *case.evidence, *case.contexts]
    more = Defeater(
        id=f"D{len(case.defeaters)}", target=nodes[k % len(nodes)].id, kind="rebutting", text="No"
    )
    return replace(case, defeaters=(*case.defeaters, more)), states


def _unsupported(
    case: Case, states: dict[str, EvidenceState], k: int
) -> tuple[Case, dict[str, EvidenceState]]:
    """A step is taken away."""
    at = k % len(case.arguments) if case.arguments else 0
    return replace(case, arguments=(*case.arguments[:at], *case.arguments[at + 1 :])), states


def _child(case: Case, states: dict[str, EvidenceState], k: int) -> tuple[Case, dict[str, EvidenceState]]:
    """A step gets a further premise that nothing supports."""
    steps = [a for a in case.arguments if a.block is Block.DECOMPOSITION]
    if not steps:
        return case, states
    step = steps[k % len(steps)]
    more = Claim(id=f"N{len(case.claims)}", text="More", undeveloped=True)
    grown = step.model_copy(update={"premises": (*step.premises, more.id)})
    arguments = tuple(grown if a.id == step.id else a for a in case.arguments)
    return replace(case, arguments=arguments, claims=(*case.claims, more)), states


WORSE: dict[str, Worse] = {
    "stale": _state(Freshness.STALE), "missing": _state(Freshness.MISSING), "failed": _state(Freshness.FAILED),
    "a claim nobody accepts": _part("claims", accepted_by=""),
    "a claim its owner accepts": _part("claims", accepted_by="A. Author"),
    "evidence nobody accepts": _part("evidence", accepted_by=""),
    "evidence accepted by TBD": _part("evidence", accepted_by="TBD"),
    "a claim doubted": _part("claims", doubt=0.9), "evidence doubted": _part("evidence", doubt=0.9),
    "a context false": _part("contexts", state="false"), "a context unknown": _part("contexts", state="unknown"),
    "a context nobody accepts": _part("contexts", accepted_by=""),
    "a defeater open": _part("defeaters", state="open"), "a defeater conceded": _part("defeaters", state="accepted"),
    "a defeater without response": _part("defeaters", response=""),
    "a defeater answered with no": _part("defeaters", response="no"),
    "a defeater answered by itself": _part("defeaters", response="D is refuted by D"),
    "a defeater that nobody judged": _part("defeaters", refuted_by=""),
    "a defeater that its target's owner judged": _part("defeaters", refuted_by="A. Author"),
    "a defeater answered with a promise": _part("defeaters", response="Will be tested"),
    "a number that nothing evaluates": _part("claims", text="Fails in at most 1 of 1,000,000 missions"),
    "evidence of something else": _part("evidence", text="Paper is white"),
    "an acceptance with a reservation": _part("claims", accepted_by="B. Judge (provisionally)"),
    "a doubt nobody accepts": _part("residual_doubts", accepted_by=""),
    "a doubt without reason": _part("residual_doubts", reason=""),
    "an objection": _objection, "a step less": _unsupported, "a premise more": _child,
}  # fmt: skip


def ranks(case: Case, states: dict[str, EvidenceState]) -> dict[str, int]:
    return {id: RANK[r.status] for id, r in status(case, {}, states, {}).claims.items()}


@pytest.mark.slow
@tried(
    sound(),
    st.lists(st.tuples(st.sampled_from(sorted(WORSE)), st.integers(0, 20)), min_size=1, max_size=6),
    often=500,
)
def test_making_anything_worse_never_improves_a_status(case: Case, steps: list[tuple[str, int]]) -> None:
    states = {n.evidence: EvidenceState(n.evidence, Freshness.FRESH) for n in case.evidence if n.evidence}
    before = ranks(case, states)
    for name, k in steps:
        if name == "a step less" and not case.arguments:
            continue
        case, states = WORSE[name](case, states, k)
        after = ranks(case, states)
        # a step that is gone takes along what challenged it, and the context that its parts were in
        least = {"C0": min(before["C0"], UNDEVELOPED)} if name == "a step less" else before
        better = {id: (before[id], after[id]) for id in least if after[id] < least[id]}
        assert not better, (name, better)
        before = after


@pytest.mark.slow
@given(sound())
@settings(max_examples=60, deadline=None)
def test_a_sound_argument_is_supported(case: Case) -> None:
    states = {n.evidence: EvidenceState(n.evidence, Freshness.FRESH) for n in case.evidence if n.evidence}
    assert status(case, {}, states, {}).claims["C0"].status.value == "supported"
