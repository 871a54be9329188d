"""The safety study of a case that holds: severities, measures, factors and limits that their own words contradict."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from casegen.argument.acceptance import no_reason, put_off
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
from casegen.texts.counts import COUNT, count_of
from casegen.texts.numbers import stated

_PERSON = (
    r"(?:persons?|people|passengers?|workers?|operators?|drivers?|riders?|pedestrians?|child(?:ren)?|divers?|crew|patients?|bystanders?|"
    r"somebody|someone|humans?|staff|mensch(?:en)?|fahrgast|fahrgäste|kind(?:er)?|taucher|personal)"
)
_DEATH = compiled(
    rf"\b{_PERSON}\b[^.;]{{0,30}}\b(?:killed|crushed|electrocuted|dies?|died|drowns?|drowned|dead|getötet|stirbt|sterben|ertrinkt)\b|"
    r"\b(?:fatalit(?:y|ies)|deaths|lethal|loss\s+of\s+life|death\s+of\s+(?:an?|the)\s+"
    rf"{_PERSON}|fatal\s+(?:fall|injur\w+|accident|crash|collision)|todesfall|todesfälle|tödlich\w*)\b",
    re.I,
)
_INJURY = compiled(
    r"\b(?:severe|serious|grave|permanent|life-threatening)\s+injur\w+|\bschwere?\s+verletz\w+|\bschwer\s*verletzt\b|\bamputat\w+|"
    r"\b(?:breaks?|broken|loses?|lost|fractured?)\s+(?:an?\s+|the\s+|his\s+|her\s+|their\s+)?(?:legs?|arms?|bones?|hands?|eyes?|limbs?|fingers?|neck|skull)\b",
    re.I,
)
_DENIED = compiled(
    r"\b(?:no|not|never|without|nobody|cannot|prevent\w*|avoid\w*|kein\w*|nicht|verhinder\w*|ohne|niemand)\b",
    re.I,
)
_GONE = (
    r"(?:removed|switched\s+off|out\s+of\s+(?:service|order)|deactivated|disabled|bypassed|dismantled|abgebaut|abgeschaltet|außer\s+betrieb)\b"
    r"(?!\s+(?:by|for|when|if|before|while|during|at|from|as|von|durch|wenn|sobald))"
)
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
    rf"(?P<a>{COUNT})\s*(?P<k>[kM])?{_CURRENCY}(?!\w)|(?<!\w)(?P<m>[kM])?{_CURRENCY}\s*(?P<b>{COUNT})", re.I
)
_SCALE = {"": 1.0, "k": 1e3, "m": 1e6}
_GUESSED = compiled(r"\b(?:guess\w*|invented|placeholder|geraten|erfunden|platzhalter)\b", re.I)
_FACTOR = compiled(
    rf"(?P<a>{COUNT})(?:[\s-]*(?:times|mal)|[\s-]*fold|-?fache?[snm]?)(?!\w)|\b(?:factor|faktor)\s+(?:of\s+|von\s+)?(?P<b>{COUNT})",
    re.I,
)
_LITTLE = 1e-3
"""share of the failures of one part that others share, below which it is asked about: the smallest beta of
IEC 61508-6, annex D, is five times that"""
_NEAR = 0.01


def study_in_question(assessed: Assessment) -> Iterator[ReadingStep]:
    """Parts of the study and of its trees to be held against each other; none where no claim is supported."""
    case = assessed.case
    if not assessed.supported_claims:
        return
    yield from _severities(case)
    yield from _mitigations(case)
    yield from _strangers(case)
    yield from _measures(case)
    yield from _classes(case)
    supported = assessed.supported_claims
    trees = {
        c.requirement.measure.tree for c in case.claims if c.id in supported and c.requirement is not None
    }
    parts = {part for tree in case.trees if tree.id in trees for part in view_of(case).parts_of[tree.id]}
    for group in case.common_cause:
        if parts & set(group.members):
            yield from _shared(group)


def _severities(case: Case) -> Iterator[ReadingStep]:
    """Rows whose consequences are graver than their severity, or have another one in another row."""
    said_of: dict[tuple[str, ...], HazopEntry] = {}
    for row in case.hazop:
        alike = tuple(text.casefold() for text in row.consequences)
        first = said_of.setdefault(alike, row) if alike and row.severity else row
        if first.severity != row.severity:
            both = (f"{one.id}: {one.severity}" for one in (first, row))
            yield ReadingStep(row.id, "beside", ("; ".join(row.consequences), *both), asks=True)
        for text in row.consequences:
            said = _DEATH.search(text) if row.severity in ("negligible", "marginal") else None
            if row.severity == "negligible":
                said = said or _INJURY.search(text)
            if said and not _DENIED.search(text):
                yield ReadingStep(row.id, "beside", (text, f"severity: {row.severity}"), asks=True)


def _mitigations(case: Case) -> Iterator[ReadingStep]:
    """Mitigations that are not in force, or not any more, as they say."""
    for row in case.hazop:
        for text in (one.text for one in row.mitigations if _NOT_IN_FORCE.search(one.text)):
            yield ReadingStep(row.id, "beside", (row.deviation or row.attribute, text), asks=True)


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
                n * _SCALE[(m["k"] or m["m"] or "").lower()]
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
