"""What of a tree a reader has to confirm: inputs that may fail together, a gate whose text means another type, claims of
independence that do not speak of it, tests and repairs every few seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from itertools import permutations

from casegen.argument.reading.exposures import AMOUNT
from casegen.argument.reading.largest_values import largest
from casegen.argument.reading.negated_events import negated_events
from casegen.argument.reading.products import first_of_record, multiplied
from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import view_of
from casegen.assessment.independence import argues_apart
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, FromEvidence, Gate, Glm, PeriodicTest
from casegen.model.gates import Operator
from casegen.model.number_text import in_full
from casegen.model.results import Assessment
from casegen.texts.events.polarity import polarity
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.wording.denials import negations

_ANY = compiled(
    r"\b(?:any(?:\s+one)?|either|(?:at\s+least\s+)?one)\s+of\b|\b(?:any\s+one|either|one)\b[^.;]{0,30}\b(?:is\s+enough|suffices)\b|"
    r"\beither\b[^.;]+\bor\b|\b(?:either|any|one|each|eine[rs]?|jede[rs]?)\b[^.;]{0,40}\b(?:alone|by\s+itself|on\s+its\s+own|allein)\b|"
    r"\b(?:irgend)?eine?[rs]?\s+(?:der|von)\b|\bentweder\b|\beine?[rs]?\s+genügt\b",
    re.I,
)
_ALL = compiled(
    r"\b(?:both|all|each|together|sowohl|simultaneously|at\s+once|at\s+the\s+same\s+time|beide\w*|alle|zusammen|gleichzeitig|zugleich)\b",
    re.I,
)
_OF = compiled(rf"\b(?P<k>{COUNT})\s+(?:out\s+of|of|von|der)\s+(?:the\s+|den\s+)?(?P<n>{COUNT})\b", re.I)
_NEEDED = compiled(
    r"\b(?:fewer|less|weniger)\s+(?:than|als)\b|"
    r"\b(?:works?|working|needed|required|available|left|arbeiten|verfügbar|nötig)\b",
    re.I,
)
"""a count of what still works, or has to"""
_ANY_ORDER = compiled(
    r"\b(?:any|whatever|beliebiger|egal\s+welcher)\s+(?:order|sequence|reihenfolge)\b", re.I
)
_COMMON = compiled(
    r"\b(?:shared|common|same|gemeinsam\w*|derselbe\w*|dieselbe\w*)\s+(?!cause|ursache)(?P<what>[^\W\d_]+)",
    re.I,
)
"""what texts of several events say that all of them depend on"""
_OR = compiled(r"\s+(?:or|oder)\s+")
_AND = compiled(r"\s+(?:and|as\s+well\s+as|als\s+auch|und|sowie)\s+", re.I)
_BOTH = compiled(
    r"\b(?:both|beide)\s+(?P<one>[^.,;:]+?)\s+(?:and|und)\s+(?P<other>[^.,;:]+)|"
    r"\bsowohl\s+(?P<eine>[^.,;:]+?)\s+als\s+auch\s+(?P<andere>[^.,;:]+)",
    re.I,
)
_CLAUSE = compiled(
    r"[.,;:]|\b(?:since|because|as|when|where|while|if|although|after|once|weil|da|wenn|nachdem|sobald|obwohl)\b",
    re.I,
)
_NEEDS = compiled(
    r"\b(?:needs?|needed|requires?|required|have\s+to|must|works?|braucht|benötigt|nötig|erfordert|müssen|arbeiten)\b",
    re.I,
)
_FAIL = compiled(r"\b(?:fail|break|versag|ausfall|ausgefall|defe[ck]t|broken|lost)\w*", re.I)
"""what any input may do, so that it names none"""
_HALF = 0.5
_MINUTE = 1.0 / 60.0
"""tests and repairs by people are no more often, or faster, than this [h]"""


def gates_in_question(assessed: Assessment) -> Iterator[ReadingStep]:
    """Of the trees that supported claims are held against, the gates that say one thing and compute another.

    A gate of another tree that one of these uses is read with it, once.
    """
    case, view = assessed.case, view_of(assessed.case)
    supported = relied_on(case, assessed.claims)
    names = {
        c.requirement.measure.tree for c in case.claims if c.id in supported and c.requirement is not None
    }
    yield from _listed_causes(case, supported)
    steps: dict[ReadingStep, None] = {}
    for tree in case.trees:
        if tree.id not in names:
            continue
        used = view.parts_of[tree.id]
        own = {gate.id for gate in tree.gates}
        for gate in (*tree.gates, *(g for t in case.trees for g in t.gates if g.id in used - own)):
            steps.update(dict.fromkeys(_of_gate(case, gate)))
        steps.update(dict.fromkeys(_alike(case, tree)))
        steps.update(
            dict.fromkeys((*_counts_success(case, tree), *_argued(case, tree), *_too_often(case, tree)))
        )
    yield from steps


def _of_gate(case: Case, gate: Gate) -> Iterator[ReadingStep]:
    if meant := _other_type(case, gate):
        yield ReadingStep(gate.id, "gate", (gate.text, *meant), asks=True)
    listed = gate.text.rpartition(":")[2] if _alternative(gate) else ""  # fewer inputs of an AND are cautious
    if left := _causes_left_out(case, listed, gate.id):
        yield ReadingStep(gate.id, "unnamed", (gate.text, *left), asks=True)


def _listed_causes(case: Case, supported: Set[str]) -> Iterator[ReadingStep]:
    """Causes that a claim on a tree, or the tree's title, lists and no event of the tree names."""
    for claim in case.claims:
        tree = case.tree.get((claim.requirement and claim.requirement.measure.tree) or "")
        for text in (claim.text, tree.title) if tree is not None and claim.id in supported else ():
            listed = _THROUGH.search(text)
            if tree is not None and listed and (left := _causes_left_out(case, listed["causes"], tree.top)):
                yield ReadingStep(claim.id, "unnamed", (text, *left), asks=True)


def _counts_success(case: Case, tree: FaultTree) -> Iterator[ReadingStep]:
    """Rare events whose text says that something works; of a tree that has no negation."""
    negated = negated_events(case, tree)
    for name in sorted((view_of(case).parts_of[tree.id] & case.event.keys()) - negated):
        event = case.event[name]
        value = event.model.probability if isinstance(event.model, Constant) else None
        if polarity(event.text) == "success" and isinstance(value, float) and 0.0 < value < _HALF:
            yield ReadingStep(name, "decisive", (event.text, in_full(value)), asks=True)


def _argued(case: Case, tree: FaultTree) -> Iterator[ReadingStep]:
    """Claims that a tree names for an independence, whose words admit that something is shared, or speak of neither."""
    named = [tree.independent.claim if tree.independent is not None else None, tree.independent_events]
    for claim in (case.claim[name] for name in named if name in case.claim):
        if not argues_apart(claim.text):
            yield ReadingStep(claim.id, "independent", (claim.text,), asks=True)


def _too_often(case: Case, tree: FaultTree) -> Iterator[ReadingStep]:
    """Events that are tested, or repaired, within less than a minute, where their texts name no such time."""
    for name in sorted(view_of(case).parts_of[tree.id] & case.event.keys()):
        event = case.event[name]
        if not isinstance(event.model, Glm | PeriodicTest) or AMOUNT.search(f"{event.text}; {event.source}"):
            continue
        rate = largest(case, event.model.repair_rate, tree.mission_time)
        times = {"1 / repair_rate": 1.0 / rate if rate else None}
        if isinstance(event.model, PeriodicTest):
            times["interval"] = largest(case, event.model.interval, tree.mission_time)
        short = tuple(f"{k}: {in_full(h)} h" for k, h in times.items() if h is not None and h < _MINUTE)
        if short:
            yield ReadingStep(name, "often", (event.text or name, *short), asks=True)


def _other_type(case: Case, gate: Gate) -> tuple[str, ...]:
    """The type of a gate and its inputs, where the gate's text speaks of another type."""
    any_of = _ANY.search(gate.text) is not None
    all_of = _ALL.search(_ANY.sub(" ", gate.text)) is not None  # "each failure alone" is any
    inputs = _texts_of_inputs(case, gate)
    one, _, other = gate.text.partition(" or ") if " or " in gate.text else gate.text.partition(" oder ")
    listed = (
        len(inputs) == 2
        and bool(other)
        and {one.strip(" .").lower(), other.strip(" .").lower()}
        == {text.strip(" .").lower() for text in inputs}
    )
    listed = listed or _joined(gate.text, inputs, _OR)
    contrary = _conjunction(gate) and len(inputs) > 1 and (any_of or listed) and not all_of
    if _alternative(gate) and all_of and not any_of:
        contrary |= _joined(gate.text, inputs, _AND) or _both(gate.text, inputs)
    contrary |= gate.row.ordered and _ANY_ORDER.search(gate.text) is not None
    counted = gate.row.operator is Operator.AT_LEAST and gate.row.coherent and not gate.row.complement
    if counted and (said := _OF.search(gate.text)) is not None:
        counts = [max(count_of(said[key], whole=True), default=0.0) for key in ("k", "n")]
        needed = (
            _NEEDED.search(gate.text) is not None
        )  # "fewer than six of eight work" is three of eight that fail
        failing = counts[1] - counts[0] + 1 if needed else counts[0]
        contrary |= counts[1] == len(gate.inputs) and failing != gate.limits[0]
    return (gate.type, *inputs) if contrary else ()


def _conjunction(gate: Gate) -> bool:
    """Whether the type, which states no count, holds with all its inputs only, in any order and without a condition."""
    row, n = gate.row, len(gate.inputs)
    plain = row.coherent and not (row.ordered or row.conditional or row.takes_k)
    return plain and gate.holds(n) and not gate.holds(n - 1)


def _alternative(gate: Gate) -> bool:
    """Whether the type, which states no count, holds with any one of its inputs."""
    row = gate.row
    plain = row.coherent and not (row.ordered or row.conditional or row.takes_k)
    return plain and gate.holds(1) and not gate.holds(0) and (len(gate.inputs) > 1 or gate.type == "or")


def _both(text: str, inputs: list[str]) -> bool:
    """Whether ``both … and`` names one input and then another one, in a clause that denies nothing."""
    said = _BOTH.search(text)
    if said is None or _OR.search(text) is not None or _NEEDS.search(text) is not None:
        return False
    clause = f"{_CLAUSE.split(text[: said.start()])[-1]} {_CLAUSE.split(said[0])[0]}"
    if negations(clause):
        return False
    first, second = (stems(_FAIL.sub(" ", _CLAUSE.split(side)[0])) for side in said.groups() if side)
    return any(_each(first, second, one, other) for one, other in permutations(map(stems, inputs), 2))


def _joined(text: str, inputs: list[str], by: re.Pattern[str]) -> bool:
    """Whether the words on each side of an ``or``, or of an ``and``, speak of one of two inputs each.

    ``Not seen by A or B`` is both, and so are words with which each side speaks of either input.
    """
    sides = by.split(text)
    both = _OR.search(text) is not None and _AND.search(text) is not None  # "A or its cable, and B"
    if both or len(sides) < 2 or negations(text):
        return False
    if len(inputs) > 2:
        *before, last = sides
        return _all_named([*", ".join(before).split(","), last], inputs)
    if len(sides) != 2 or len(inputs) != 2:
        return False
    first, second = (stems(side) for side in sides)
    one, other = (stems(said) for said in inputs)
    return _each(first, second, one, other) or _each(first, second, other, one)


def _all_named(sides: list[str], inputs: list[str]) -> bool:
    """Whether each of the listed words speaks of another one of as many inputs, by words that the others have not."""
    said = [stems(text) for text in inputs]
    own = [words.difference(*(other for other in said if other is not words)) for words in said]
    named = [[k for k, words in enumerate(own) if words & stems(side)] for side in sides if side.strip()]
    return len(named) == len(inputs) and sorted(named) == [[k] for k in range(len(inputs))]


def _each(first: Set[str], second: Set[str], one: Set[str], other: Set[str]) -> bool:
    """Whether the first words speak of the one input, the second of the other, and neither of what the other is alone."""
    mine, theirs = one - other, other - one
    apart = bool(first & mine or second & theirs)
    return apart and bool(first & one and second & other) and not (first & theirs or second & mine)


_CAUSES = compiled(
    r",\s+(?:(?:or|and|oder|und|sowie)\s+)?|;\s*|\s+(?:or|oder|and|und|as\s+well\s+as|sowie)\s+", re.I
)
_THROUGH = compiled(
    r"\b(?:through|because\s+of|due\s+to|caused\s+by|owing\s+to|by\s+reason\s+of|durch|infolge|wegen|aufgrund)\s+(?P<causes>.+?)"
    r"(?=\s+(?:in|at|with|bei|in\s+höchstens)\s+(?:at\s+most|fewer|less|no\s+more|höchstens|weniger|\d)|$)",
    re.I,
)
"""how a claim or a title starts a list of causes"""


def _causes_left_out(case: Case, text: str, top: str) -> list[str]:
    """Causes that a text lists and nothing below the gate names, where it lists more than the gate has inputs.

    Only where something below names another of them: else the text has other words for all.
    """
    causes = [stripped for cause in _CAUSES.split(text) if (stripped := cause.strip(" ."))]
    view = view_of(case)
    if len(causes) <= len(view.gate_inputs.get(top, ())):
        return []
    parts = view.parts_below(top) - {top}
    texts = [
        f"{event.text} {event.component}" for name in parts if (event := case.event.get(name)) is not None
    ]
    others = [case.gate.get(name) or case.house_event.get(name) for name in parts]
    named = frozenset[str]().union(
        *(stems(text) for text in (*texts, *(one.text for one in others if one is not None)))
    )
    said = [stems(cause) for cause in causes]
    common = frozenset[str].intersection(*said)
    nouns = all(
        len(cause.split()) == 1 for cause in causes
    )  # else "jams" in "sticks or jams" is another word for it
    left = zip(causes, said, strict=True)
    missing = [cause for cause, words in left if words and not words & named and (nouns or " " in cause)]
    return missing if any((words - common) & named for words in said) else []


def _alike(case: Case, tree: FaultTree) -> Iterator[ReadingStep]:
    """Events that have to come together, by the component or measure that they share, and of no common-cause group."""
    if tree.independent_events is not None:
        return
    view = view_of(case)
    shared: dict[tuple[str, str], list[str]] = {}
    quotes: dict[tuple[str, str], str] = {}
    records = first_of_record(case, view)
    for name in sorted(view.parts_of[tree.id] & case.event.keys()):
        for kind, said, quote in _keys(case.event[name], records):
            shared.setdefault((kind, said), []).append(name)
            quotes.setdefault((kind, said), quote)
    known: dict[str, dict[tuple[str, ...], str]] = {}
    for gate, key, names in multiplied(case, view, tree, shared, _alternatives(case)):
        grouped = any(set(names) <= set(group.members) for group in case.common_cause)
        if not grouped:
            known.setdefault(gate, {}).setdefault(names, quotes[key])
    for gate, products in known.items():
        for names, same in products.items():
            texts = dict.fromkeys(case.event[name].text or name for name in names)
            yield ReadingStep(gate, "alike", (case.gate[gate].text or gate, same, *texts), asks=True)


def _alternatives(case: Case) -> frozenset[str]:
    """Gates of several causes with a name, of which one is enough: beyond them something else fails, too."""
    return frozenset(
        gate.id
        for gate in case.gate.values()
        if len(gate.inputs) > 1
        and (_alternative(gate) or gate.type == "nand" or (gate.type == "atleast" and gate.k == 1))
    )


def _keys(event: BasicEvent, records: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """What an event may share with others: component, text, what it says to share, the record that measured it.

    Each as its kind, what is compared, and the words for it.
    ``records``: to each item the first with its record.
    """
    if event.component:
        yield "component", event.component, event.component
    if event.text:
        yield "text", event.text, event.text
    for hit in _COMMON.finditer(event.text):
        for stem in sorted(stems(hit["what"])):
            yield "common", stem, hit[0]
    if isinstance(event.model, FromEvidence):
        record = records.get(event.model.evidence, event.model.evidence)
        yield f"{event.model.measure} of", record, record


def _texts_of_inputs(case: Case, gate: Gate) -> list[str]:
    """Texts of the events and gates that enter a gate."""
    names = (name for name in (*gate.inputs, gate.condition) if isinstance(name, str))
    parts = (case.event.get(name) or case.gate.get(name) for name in names)
    return [part.text for part in parts if part is not None and part.text]
