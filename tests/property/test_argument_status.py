"""Properties of status over random arguments."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.argument import check, status
from casegen.argument.patterns.case_text import case_text
from casegen.argument.program import Program, program
from casegen.argument.status import RANK
from casegen.io import load
from casegen.model.argument import Argument, Block, Claim, ContextNode, Defeater, EvidenceNode, ResidualDoubt
from casegen.model.case import Case, Header
from casegen.model.results import EvidenceState, Freshness, Status
from tests.repetitions import tried

GOODNESS = [Freshness.MISSING, Freshness.STALE, Freshness.FRESH]


@st.composite
def arguments(draw: st.DrawFn) -> Case:
    """A connected argument of up to 12 claims; each leaf measured, assumed or undeveloped."""
    count = draw(st.integers(2, 12))
    claims, steps, evidence, items = [], [], [], 0
    for k in range(count):
        below = (
            draw(st.lists(st.integers(k + 1, count - 1), max_size=3, unique=True)) if k < count - 1 else []
        )
        if k == 0 and not below:
            below = [1]
        standing = draw(st.sampled_from(["measured", "accepted", "assumed", "undeveloped"]))
        more: dict[str, object] = {}
        if below:
            given_ = {"from": [f"C{i}" for i in below]}
            steps.append(
                Argument(id=f"A{k}", text="Why", supports=f"C{k}", block=Block.DECOMPOSITION, **given_)
            )
        elif standing == "measured":
            given_by = {"evidence": f"EV{items}", "accepted_by": "assessor"}
            evidence.append(EvidenceNode(id=f"E{k}", text="Result", **given_by))
            given_ = {"from": [f"E{k}"]}
            steps.append(
                Argument(
                    id=f"A{k}", text="Why", supports=f"C{k}", block=Block.EVIDENCE_INCORPORATION, **given_
                )
            )
            items += 1
        elif standing == "undeveloped":
            more = {"undeveloped": True}
        else:
            more = {"assumed": "by review", "accepted_by": "assessor" if standing == "accepted" else ""}
        claims.append(Claim(id=f"C{k}", text=f"Part {k} works", **more))  # type: ignore[arg-type]
    return Case(
        header=Header(id="R", title="Random", roots=("C0",)),
        claims=tuple(claims),
        arguments=tuple(steps),
        evidence=tuple(evidence),
    )


def states(levels: list[int]) -> dict[str, EvidenceState]:
    return {f"EV{k}": EvidenceState(f"EV{k}", GOODNESS[level]) for k, level in enumerate(levels)}


def ranks(case: Case, evidence: dict[str, EvidenceState]) -> dict[str, int]:
    return {id: RANK[r.status] for id, r in status(case, {}, evidence, {}).claims.items()}


@pytest.mark.slow
@tried(arguments(), st.data(), often=150)
def test_better_evidence_never_worsens_a_claim(case: Case, data: st.DataObject) -> None:
    n = len(case.evidence)
    before = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    after = [old or data.draw(st.booleans()) for old in before]
    worse = ranks(case, states([2 if fresh else 1 for fresh in before]))
    better = ranks(case, states([2 if fresh else 1 for fresh in after]))
    assert all(better[id] <= worse[id] for id in worse)


@pytest.mark.slow
@tried(arguments(), st.data(), often=100)
def test_a_defeater_never_improves_a_claim(case: Case, data: st.DataObject) -> None:
    evidence = states([2] * len(case.evidence))
    target = data.draw(st.sampled_from([c.id for c in case.claims]))
    objection = Defeater(id="D", text="No", target=target, kind="rebutting")
    attacked = Case(**{**case.__dict__, "defeaters": (objection,)})
    before, after = ranks(case, evidence), ranks(attacked, evidence)
    assert all(after[id] >= before[id] for id in before)
    assert after[target] == RANK[Status.CHALLENGED]


@st.composite
def objected(draw: st.DrawFn, case: Case) -> tuple[Defeater | ResidualDoubt, ...]:
    """Objections of every kind and state at any part or link, or at each other, with or without answer and acceptance."""
    links = [f"{a.id}:{p}" for a in case.arguments for p in a.premises]
    targets = [*(n.id for n in (*case.claims, *case.arguments, *case.evidence)), *links]
    result: list[Defeater | ResidualDoubt] = []
    taken = [c.id for c in case.claims if c.assumed]
    for k in range(draw(st.integers(1, 4))):
        among = st.sampled_from([*targets, *(one.id for one in result)])
        target = draw(st.sampled_from(taken) | among if taken else among)
        by = {"owner": "safety", "accepted_by": draw(st.sampled_from(["B. Judge", "B. Judge", "safety", ""]))}
        kind = draw(st.sampled_from(["rebutting", "rebutting", "undermining", "doubt"]))
        if kind == "doubt":
            result.append(ResidualDoubt(id=f"R{k}", target=target, text="Some rain", reason="Rare", **by))  # type: ignore[arg-type]
            continue
        state = draw(st.sampled_from(["accepted", "accepted", "open", "refuted"]))
        answer = {"response": draw(st.sampled_from(["", "Granted", "Seen on 4 April"]))}
        judged = {"refuted_by": draw(st.sampled_from(["", "B. Judge"]))}
        result.append(
            Defeater(id=f"D{k}", target=target, text="It was wet", kind=kind, state=state, **answer, **judged)  # type: ignore[arg-type]
        )
        if draw(st.sampled_from([True, True, False])):
            result.append(ResidualDoubt(id=f"R{k}", target=f"D{k}", text="Some rain", reason="Rare", **by))  # type: ignore[arg-type]
    return tuple(result)


@tried(arguments(), st.data(), st.randoms(use_true_random=False), often=300)
def test_no_objection_in_any_order_improves_a_status(case: Case, data: st.DataObject, random: object) -> None:
    evidence = states([2] * len(case.evidence))
    more = list(data.draw(objected(case)))

    def with_(parts: list[Defeater | ResidualDoubt]) -> dict[str, int]:
        defeaters = tuple(p for p in parts if isinstance(p, Defeater))
        doubts = tuple(p for p in parts if isinstance(p, ResidualDoubt))
        changed = replace(case, defeaters=defeaters, residual_doubts=doubts)
        claims = status(changed, {}, evidence, {}).claims
        folded = run(program(changed, evidence))
        assert {id: folded[id] for id in claims} == {id: RANK[r.status] for id, r in claims.items()}
        seen = {f"{id} from above": RANK[r.seen] for id, r in claims.items() if r.seen is not None}
        return {id: RANK[r.status] for id, r in claims.items()} | seen

    before, after = with_([]), with_(more)
    assert not {id: (before[id], after[id]) for id in before if after[id] < before[id]}
    random.shuffle(more)  # type: ignore[attr-defined]
    assert with_(more) == after


def run(compiled: Program) -> dict[str, int]:
    """Ranks of a program without numbers, as the page computes them."""
    rank: list[int] = []
    seen: list[int] = []
    for node, own in enumerate(compiled.ranks):
        below = max((seen[i] for i in (*compiled.contexts.get(node, ()), *compiled.below[node])), default=0)
        rank.append(max(own, below))
        seen.append(0 if rank[node] == 1 and below == 0 and node in compiled.accepted else rank[node])
    return dict(zip(compiled.ids, rank, strict=True))


@pytest.mark.slow
@tried(arguments(), st.randoms(use_true_random=False), often=100)
def test_the_order_of_parts_does_not_matter(case: Case, random: object) -> None:
    def shuffled(parts: tuple[object, ...]) -> tuple[object, ...]:
        result = list(parts)
        random.shuffle(result)  # type: ignore[attr-defined]
        return tuple(result)

    other = Case(
        header=case.header,
        claims=shuffled(case.claims),  # type: ignore[arg-type]
        arguments=shuffled(case.arguments),  # type: ignore[arg-type]
        evidence=shuffled(case.evidence),  # type: ignore[arg-type]
    )
    evidence = states([2] * len(case.evidence))
    one, two = status(case, {}, evidence, {}), status(other, {}, evidence, {})
    assert {i: r.status for i, r in one.claims.items()} == {i: r.status for i, r in two.claims.items()}
    assert set(one.weakest) == set(two.weakest)
    assert sorted((d.rule, d.message) for d in check(case)) == sorted(
        (d.rule, d.message) for d in check(other)
    )


@tried(arguments(), often=100)
def test_reasons_are_leaves_of_the_claims_own_status(case: Case) -> None:
    result = status(case, {}, states([1] * len(case.evidence)), {})
    for item in result.claims.values():
        assert item.reasons
        if item.status is not Status.SUPPORTED:
            assert {reason.status for reason in item.reasons} == {item.status}
    assert result.supported == (result.claims["C0"].status is Status.SUPPORTED)
    assert result.supported == (not result.weakest)


NAMES = st.sampled_from([f"N{k}" for k in range(6)])


@pytest.mark.slow
@tried(
    st.lists(st.tuples(NAMES, NAMES, st.lists(NAMES, max_size=3), st.lists(NAMES, max_size=2)), max_size=6),
    st.lists(st.tuples(NAMES, NAMES), max_size=3),
    st.lists(NAMES, max_size=4),
    often=200,
)
def test_nothing_malformed_makes_check_or_status_raise(
    steps: list[tuple[str, str, list[str], list[str]]], objections: list[tuple[str, str]], claims: list[str]
) -> None:
    case = Case(
        header=Header(id="R", title="Random", roots=("N0", "N1")),
        claims=tuple(Claim(id=id, text="It works", context=("N2",)) for id in claims),
        arguments=tuple(
            Argument(id=a, supports=s, block=Block.DECOMPOSITION, side_claims=side, **{"from": below})
            for a, s, below, side in steps
        ),
        contexts=(ContextNode(id="N2", kind="assumption", state="false"),),
        defeaters=tuple(Defeater(id=a, target=t, kind="rebutting") for a, t in objections),
    )
    check(case)
    assert not status(case, {}, {}, {}).supported


@pytest.mark.slow
@given(arguments(), st.data())
@settings(max_examples=20, deadline=None)
def test_the_order_and_cut_of_files_does_not_matter(case: Case, data: st.DataObject) -> None:
    results = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            parts = [
                (section, node.model_dump(mode="json", by_alias=True, exclude_defaults=True))
                for section, _, node in case.nodes()
            ]
            files: dict[str, dict[str, list[object]]] = {}
            for section, node in data.draw(st.permutations(parts)):
                name = data.draw(st.sampled_from(["a.yaml", "b.yaml", "c.yaml"]))
                files.setdefault(name, {}).setdefault(section, []).append(node)
            for name, document in files.items():
                (Path(folder) / name).write_text(case_text(document), encoding="utf-8")
            include = data.draw(st.permutations(sorted(files)))
            head = {"case": {"id": "R", "title": "Random", "roots": ["C0"]}, "include": list(include)}
            (Path(folder) / "case.yaml").write_text(case_text(head), encoding="utf-8")
            loaded = load(folder)
            statuses = {id: r.status for id, r in status(loaded, {}, {}, {}).claims.items()}
            results.append((statuses, sorted((d.rule, d.message) for d in check(loaded))))
    assert results[0] == results[1]
