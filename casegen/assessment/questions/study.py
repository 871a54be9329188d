"""The safety study of a case that holds: severities, measures, factors and limits that their own words contradict."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import view_of
from casegen.model.case import Case
from casegen.model.digits import in_full
from casegen.model.expressions import compiled
from casegen.model.fault_tree import CcfModel, CommonCauseGroup
from casegen.model.hazard import HazopEntry
from casegen.model.hazop_matrix import called
from casegen.model.quantity import MeasureKind
from casegen.model.results import Assessment
from casegen.model.safety import RiskMatrix, StudyItem
from casegen.model.safety_results import ReductionDecision
from casegen.texts.acceptances.reasons import no_reason, put_off
from casegen.texts.events.harm import names_death, names_severe_injury
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.stated import stated

_GONE = (
    r"(?:removed|switched\s+off|out\s+of\s+(?:service|order)|deactivated|disabled|bypassed|dismantled|abgebaut|abgeschaltet|außer\s+betrieb)\b"
    r"(?!\s+(?:by|for|when|if|before|while|during|at|from|as|von|durch|wenn|sobald))"
)
_OUT = (
    r"(?:out\s+of\s+(?:service|order|use)|deactivated|dismantled|bypassed|disconnected|no\s+longer\s+(?:fitted|installed|present|available|used|in\s+(?:use|force|service))|"
    r"nicht\s+mehr\s+(?:eingebaut|vorhanden|verfügbar|benutzt|in\s+betrieb)|außer\s+betrieb|stillgelegt|abgebaut|überbrückt)"
)
_NO_LONGER = compiled(
    rf"^\W*(?:[^\W\d]+\s+){{1,4}}?(?:(?:is|are|ist|sind|stands?)\s+(?:now\s+|currently\s+|still\s+|nun\s+|derzeit\s+)?)?{_OUT}\W*$|"
    r"^\W*(?:planned|proposed|foreseen|ordered|geplant|vorgesehen|bestellt|removed|dismantled|abgebaut|entfernt)\s*:|"
    r"^\W*(?:the\s+|das\s+|die\s+|der\s+)?(?!(?:[^\W\d]+\s+)*?(?:obstacles?|sources?|causes?|fuel|debris|dust|trees?|access|worn|broken|defective|faulty|damaged|"
    r"sharp|edges?|ignition|loose|parts?|objects?|hindernisse|quellen?|ursachen?|defekte\w*|lose\w*)\b)(?:[^\W\d]+\s+){1,3}?(?:removed|entfernt|ausgebaut)\W*$",
    re.I,
)
"""a measure that is gone; what it takes away itself (``obstacles removed``) is none"""
_TO_COME = r"(?:planned|proposed|foreseen|ordered|under\s+development|geplant|vorgesehen|bestellt)\b"
_NOT_IN_FORCE = compiled(
    rf"\b(?:is|are|wird|ist|sind)\s+(?:only\s+|still\s+)?{_TO_COME}|\b(?:was|were|has\s+been|have\s+been|currently|wurden?)\s+{_GONE}|[(,]\s*(?:{_GONE}|{_TO_COME})|"
    rf"{_TO_COME}\s*(?:for\s+|by\s+|in\s+|für\s+)?(?:(?:the\s+)?(?:next\s+)?(?:release|version|revision|year)\b|\d|\W*$)|"
    r"\b(?:in|with|for)\s+the\s+next\s+(?:release|version)\W*$|\bnot\s+(?:yet\s+)?(?:installed|fitted|implemented|in\s+force)\b|"
    r"\b(?:to|will)\s+be\s+(?:installed|fitted|retrofitted|implemented|introduced)\b|\bnoch\s+nicht\s+(?:eingebaut|umgesetzt|vorhanden)\b",
    re.I,
)
_CURRENCY = r"(?:EUR|USD|GBP|CHF|AUD|CAD|SEK|NOK|DKK|euros?|dollars?|pounds?|[€$£])"
_PRICE = compiled(
    rf"(?P<a>{COUNT})\s*(?:(?P<small>cents?|ct|pence|pennies|rappen)|(?P<k>[kM])?{_CURRENCY})(?!\w)|"
    rf"(?<!\w)(?P<m>[kM])?{_CURRENCY}\s*(?P<b>{COUNT})",
    re.I,
)
_CENT = 0.01
_SCALE = {"": 1.0, "k": 1e3, "m": 1e6}
_GUESSED = compiled(
    r"\b(?:guess\w*|invented|placeholder|(?:rough|crude|wild|first|ballpark)\s+(?:estimate|figure|idea)|rule\s+of\s+thumb|geraten|erfunden|platzhalter|"
    r"(?:grobe?|erste)\s+schätzung|grob\s+geschätzt|über\s+den\s+daumen)\b",
    re.I,
)
_FACTOR = compiled(
    rf"(?P<a>{COUNT})(?:[\s-]*(?:times|mal)|[\s-]*fold|-?fache?[snm]?)(?!\w)|\b(?:factor|faktor)\s+(?:of\s+|von\s+)?(?P<b>{COUNT})",
    re.I,
)
_OF_FACTORS = compiled(
    r"\b(?:beta|alpha|phi|gamma|mgl|common[\s-]cause|(?:beta-?)?faktor\w*|factors?)\b|[βαφγ]", re.I
)
"""words of a group, or of a member's source, that speak of the factors as well"""
_LITTLE = 1e-3
"""share of the failures of one part that others share, below which it is asked about: the smallest beta of
IEC 61508-6, annex D, is five times that"""
_NEAR = 0.01


def study_in_question(assessed: Assessment) -> Iterator[ReadingStep]:
    """Parts of the study and of its trees to be held against each other; none where no claim is supported."""
    case = assessed.case
    supported = relied_on(case, assessed.claims)
    if not supported:
        return
    yield from _severities(case)
    yield from _mitigations(case)
    yield from _strangers(case)
    yield from _measures(case)
    yield from _not_taken(assessed)
    yield from _classes(case)
    trees = {
        c.requirement.measure.tree for c in case.claims if c.id in supported and c.requirement is not None
    }
    parts = {part for tree in case.trees if tree.id in trees for part in view_of(case).parts_of[tree.id]}
    for group in case.common_cause:
        if parts & set(group.members):
            yield from _shared(group)
            yield from _of_total_alone(case, group)


def _severities(case: Case) -> Iterator[ReadingStep]:
    """Rows whose consequences are graver than their severity, or have another one in another row.

    The four words are those of MIL-STD-882E: a death is catastrophic, a severe injury critical. Rows without a severity
    are asked about where the case rates others.
    """
    study = case.header.study
    rated = (study is not None and study.risk_matrix is not None) or any(row.severity for row in case.hazop)
    said_of: dict[tuple[str, ...], HazopEntry] = {}
    for row in case.hazop:
        alike = tuple(text.casefold() for text in row.consequences)
        first = said_of.setdefault(alike, row) if alike and row.severity else row
        if first.severity != row.severity:
            both = (f"{one.id}: {one.severity}" for one in (first, row))
            yield ReadingStep(row.id, "beside", ("; ".join(row.consequences), *both), asks=True)
        if row.severity == "catastrophic" or (row.severity is None and not rated):
            continue
        for text in row.consequences:
            if names_death(text) or (row.severity != "critical" and names_severe_injury(text)):
                stated = f"severity: {row.severity or 'not stated'}"
                yield ReadingStep(row.id, "beside", (text, stated), asks=True)


def _mitigations(case: Case) -> Iterator[ReadingStep]:
    """Mitigations that are not in force, or not any more, as they say."""
    for row in case.hazop:
        for text in (one.text for one in row.mitigations if _is_not_in_force(one.text)):
            yield ReadingStep(row.id, "beside", (row.deviation or row.attribute, text), asks=True)


def _is_not_in_force(text: str) -> bool:
    return _NOT_IN_FORCE.search(text) is not None or _NO_LONGER.search(text) is not None


def _strangers(case: Case) -> Iterator[ReadingStep]:
    """Guide words that are left to a row about an item which has no node in common with theirs."""
    names = called(case)
    rows = {row.id: row for row in case.hazop}
    for item in case.study_items:
        for row in (rows[name] for judged in item.judged for name in judged.rows if name in rows):
            meant = names.get(row.item, ())
            if meant and not any(_ends(item) & _ends(other) for other in meant):
                yield ReadingStep(
                    item.id, "beside", (item.title or item.id, f"{row.id}: {row.item}"), asks=True
                )


def _ends(item: StudyItem) -> set[str]:
    return {item.id, *(end for end in (item.source, item.target) if end)}


def _measures(case: Case) -> Iterator[ReadingStep]:
    """Prices in the words of a measure that are not its cost; factors in words above the one that is held."""
    study = case.header.study
    criterion = study.alarp if study is not None else None
    if criterion is None:
        return
    for measure in case.risk_reductions:
        for text in (measure.title, measure.cost_source):
            prices = [
                n * (_CENT if m["small"] else _SCALE[(m["k"] or m["m"] or "").lower()])
                for m in _PRICE.finditer(text)
                for n in count_of(m["a"] or m["b"])
            ]
            other = prices and not any(math.isclose(n, measure.cost, rel_tol=_NEAR) for n in prices)
            if other or (text and (no_reason(text) or put_off(text) or _GUESSED.search(text))):
                yield ReadingStep(measure.id, "beside", (text, f"cost: {in_full(measure.cost)}"), asks=True)
    claim = case.claim.get(criterion.claim or "")
    texts = {claim.id: claim.text} if claim is not None else {}
    texts[case.header.id] = case.header.risk_criteria
    for name, text in texts.items():
        for match in _FACTOR.finditer(text):
            if min(count_of(match["a"] or match["b"]), default=0.0) > criterion.disproportion:
                held = f"disproportion: {in_full(criterion.disproportion)}"
                yield ReadingStep(name, "beside", (match[0], held), asks=True)


def _not_taken(assessed: Assessment) -> Iterator[ReadingStep]:
    """Measures that must be taken by the criterion, at the roots that hold although they are left out.

    Where the criterion's claim is among what a root rests on, that claim is challenged, and the root with it.
    """
    result, supported = assessed.reductions, assessed.supported_claims
    if result is None:
        return
    held = f"disproportion: {in_full(result.criterion.disproportion)}"
    for root in (root for root in assessed.case.header.roots if root in supported):
        for m in result.measures:
            if m.decision is ReductionDecision.MUST_BE_TAKEN:
                texts = (
                    assessed.case.node[root].text,
                    f"{m.id}: {m.title}",
                    f"cost: {in_full(m.cost)}",
                    held,
                )
                yield ReadingStep(root, "untaken", texts, asks=True)


def _classes(case: Case) -> Iterator[ReadingStep]:
    """Classes of frequency whose name states another number than their limits."""
    study = case.header.study
    matrix: RiskMatrix | None = study.risk_matrix if study is not None else None
    above = 1.0
    for one in matrix.classes if matrix is not None else ():
        limits = (one.at_least, above)
        rated = matrix is not None and matrix.kind is MeasureKind.PER_HOUR
        numbers = [n for n in stated(one.name) if (n.what == "rate") == rated and not n.of_hours]
        if any(
            not any(math.isclose(r, b, rel_tol=_NEAR) for r in n.readings for b in limits) for n in numbers
        ):
            said = f"at_least: {in_full(one.at_least)}"
            yield ReadingStep(case.header.id, "beside", (one.name, said), asks=True)
        above = one.at_least


def _shared(group: CommonCauseGroup) -> Iterator[ReadingStep]:
    """A group whose members share next to nothing, or whose alpha factors are not shares of all its causes."""
    factors = [float(f) for f in group.factors if isinstance(f, int | float)]
    if len(factors) < len(group.factors):
        return
    said = f"factors: {', '.join(map(in_full, factors))}"
    total = sum(factors)
    if group.model is CcfModel.ALPHA_FACTOR and abs(total - 1.0) > _NEAR:
        yield ReadingStep(
            group.id, "beside", (group.text or group.id, said, f"sum: {in_full(total)}"), asks=True
        )
    of_one = total and factors[0] / total
    shared = factors[0] if group.model in (CcfModel.BETA_FACTOR, CcfModel.MGL) else 1.0 - of_one
    if shared < _LITTLE:
        yield ReadingStep(group.id, "alike", (group.text or group.id, said), asks=True)


def _of_total_alone(case: Case, group: CommonCauseGroup) -> Iterator[ReadingStep]:
    """A group of typed factors that only a member's source stands for, which speaks of one part and not of sharing."""
    typed = [f for f in group.factors if isinstance(f, int | float)]
    sources = [case.event[m].source for m in group.members if m in case.event and case.event[m].source]
    if group.source or not typed or not sources:
        return
    if not any(_OF_FACTORS.search(text) for text in (group.text, *sources)):
        said = f"factors: {', '.join(in_full(float(f)) for f in typed)}"
        yield ReadingStep(
            group.id, "beside", (group.text or group.id, said, f"source: {sources[0]}"), asks=True
        )
