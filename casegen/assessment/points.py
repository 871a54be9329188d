"""What prevents support, in words for people: each point with the claim's text, and what to do next.

The same points feed the terminal and the documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial

from casegen.argument.held import items_of_tree
from casegen.argument.outcome_text import outcome
from casegen.argument.reading.data_words import hashes_of_data
from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import trees_of, view_of
from casegen.assessment.next_steps import OWN_STEPS, kind_of
from casegen.io.sentences import because, named, sentence
from casegen.model.argument import Claim, ContextNode, Defeater, ResidualDoubt
from casegen.model.case import Case
from casegen.model.joint_bound import NO_PACKAGE
from casegen.model.number_text import in_full
from casegen.model.plural import counted, plural
from casegen.model.results import Assessment, Freshness, Reason, RequirementResult, Status
from casegen.model.sentence import Sentence, listed

WAITS = "waits"
"""kind of a requirement that waits for a claim, which is a point of its own"""
UNREAD = "unread"
"""kind of a requirement whose records are not compared, since the package is missing that reads one"""


@dataclass(frozen=True, slots=True)
class PreventingPoint:
    """One thing between the roots and `supported`.

    ``text`` is the text of the part (its title, for evidence), ``what`` is wrong with it, ``kind`` groups points
    that ask for the same; ``narrow`` says that the estimate meets the limit and only its bound does not.
    """

    target: str
    status: Status
    text: str
    what: str
    kind: str
    narrow: bool = False


def failing_roots(assessed: Assessment) -> list[str]:
    """The top claims that are not supported, of a case that does not hold; all where each is, and the case is not."""
    roots, supported = assessed.case.header.roots, assessed.supported_claims
    failing = [root for root in roots if root not in supported]
    return failing or list(roots)


def preventing(assessed: Assessment) -> tuple[PreventingPoint, ...]:
    """Every point, the most severe first."""
    return tuple(_point(assessed, reason) for reason in assessed.weakest)


Steps = tuple[ReadingStep, ...]
_read: ContextVar[dict[int, tuple[Assessment, Callable[[], Steps]]] | None] = ContextVar(
    "_read", default=None
)
"""what is read of each assessment within :func:`read_once`, by its identity; kept with it, so that no other has that"""


@contextmanager
def read_once() -> Iterator[None]:
    """Within, the sentences of an assessment and its documents are read once, so that every file says the same."""
    before = _read.set({})
    try:
        yield
    finally:
        _read.reset(before)


def begin_reading(assessed: Assessment, begin: Callable[[Callable[[], Steps]], Callable[[], Steps]]) -> None:
    """Have ``begin`` begin what :func:`reading_steps` gives; within :func:`read_once`, else nothing is begun."""
    if (known := _read.get()) is not None:
        known[id(assessed)] = assessed, cache(begin(partial(_steps_of, assessed)))


def reading_steps(assessed: Assessment) -> Steps:
    """What is supported by words that no program checks, with the question that a reader answers."""
    known = _read.get()
    if known is None:
        return _steps_of(assessed)
    if id(assessed) not in known:
        known[id(assessed)] = assessed, cache(partial(_steps_of, assessed))
    return known[id(assessed)][1]()


def _steps_of(assessed: Assessment) -> Steps:
    from casegen.argument.reading.to_be_read import to_be_read
    from casegen.assessment.questions.artefacts import in_question
    from casegen.assessment.questions.contexts import contexts_in_question
    from casegen.assessment.questions.decisive_states import decisive
    from casegen.assessment.questions.gates import gates_in_question
    from casegen.assessment.questions.operating_limits import narrower_than_use
    from casegen.assessment.questions.study import study_in_question
    from casegen.assessment.questions.weak_limits import weak_limits

    supported = relied_on(assessed.case, assessed.claims)
    return (
        *to_be_read(assessed.case, assessed.claims, assessed.evidence),
        *in_question(assessed.case, supported),
        *decisive(assessed),
        *gates_in_question(assessed),
        *contexts_in_question(assessed),
        *narrower_than_use(assessed),
        *study_in_question(assessed),
        *weak_limits(assessed),
        *_doubted(assessed, supported),
        *_assumed_by_bounds(assessed, supported),
    )


def _assumed_by_bounds(assessed: Assessment, supported: Set[str]) -> Iterator[ReadingStep]:
    """What the bounds of supported claims assume of their data, which no test of the data can show.

    First what a measure assumes by itself, then what the method of each item takes for granted: how its rows came to be,
    and what they stand for.
    """
    view = view_of(assessed.case)
    for claim in assessed.case.claims:
        result, requirement = assessed.requirements.get(claim.id), claim.requirement
        if result is None or requirement is None or claim.id not in supported:
            continue
        items = {
            requirement.measure.evidence,
            *(i for t in trees_of(requirement) for i in items_of_tree(view, t)),
        }
        states = [state for id, state in assessed.evidence.items() if id in items]
        of_data = (str(text) for state in states for text in (state.document or {}).get("assumptions", ()))
        if texts := tuple(dict.fromkeys((*result.assumes, *of_data))):
            hashes = tuple(line for state in states for line in hashes_of_data(state))
            yield ReadingStep(claim.id, "assumes", (claim.text, *texts), rests_on=hashes)


_HALF = 0.5
"""a single stated doubt above it challenges"""


def _doubted(assessed: Assessment, supported: Set[str]) -> Iterator[ReadingStep]:
    """Roots below which the stated doubts come to a half or more, each of them less."""
    for root in assessed.case.header.roots:
        account = assessed.ledger.account(root) if assessed.ledger is not None and root in supported else None
        if account is not None and account.doubts >= _HALF:
            stated = (f"{one.source}: {in_full(one.total)}" for one in account.spends if not one.measured)
            yield ReadingStep(root, "doubts", (assessed.case.node[root].text, *stated), asks=True)


def questions(assessed: Assessment) -> tuple[ReadingStep, ...]:
    """Of the reading steps those at which something was noticed that may deny what is shown."""
    return tuple(step for step in reading_steps(assessed) if step.asks)


def next_steps(assessed: Assessment) -> tuple[str, ...]:
    """What to do next, one step for each kind of point, the most severe kind first: three steps, and what is left then.

    A fourth kind has its own step; of more kinds the parts are named, so that no point goes without a word.
    """
    points = to_be_done(assessed)
    kinds = [kind for kind in dict.fromkeys(point.kind for point in points) if kind != WAITS]
    by_kind = {kind: [point for point in points if point.kind == kind] for kind in kinds}
    most = _STEPS + 1 if len(kinds) == _STEPS + 1 else _STEPS
    steps = [_step(kind, by_kind[kind]) for kind in kinds[:most]]
    rest = [point for kind in kinds[most:] for point in by_kind[kind]]
    return (*steps, f"then what is left: {_names(rest)}") if rest else tuple(steps)


def to_be_done(assessed: Assessment) -> tuple[PreventingPoint, ...]:
    """The points of :func:`preventing`, where what a tree lacks is a result: that of the item, once for all it stops."""
    return tuple(
        dict.fromkeys(one for point in preventing(assessed) for one in _caused_by(assessed, point) or [point])
    )


_OF_TREES = frozenset({"tree", "stale", "unrated"})
"""kinds of points that say why a tree has no number"""


def _caused_by(assessed: Assessment, point: PreventingPoint) -> list[PreventingPoint]:
    """The items without a fresh result that keep a tree from its number; none where it is something else."""
    if point.kind not in _OF_TREES:
        return []
    node = assessed.case.node.get(point.target)
    required = getattr(node, "requirement", None)
    named = point.what.values.get("tree") if isinstance(point.what, Sentence) else None
    trees = {point.target, str(named), *(trees_of(required) if required is not None else ())}
    view = view_of(assessed.case)
    return [
        _point(
            assessed, Reason(item, sentence(f"state_{assessed.evidence[item].freshness.value}"), Status.STALE)
        )
        for tree in assessed.case.trees
        if tree.id in trees
        for item in sorted(items_of_tree(view, tree.id))
        if item in assessed.evidence and assessed.evidence[item].freshness is not Freshness.FRESH
    ]


_STEPS = 3


def _names(points: list[PreventingPoint], most: int = 4) -> str:
    ids = list(dict.fromkeys(point.target for point in points))
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return ", ".join(ids[:most]) + more


def _point(assessed: Assessment, reason: Reason) -> PreventingPoint:
    node, text = assessed.case.node.get(reason.target), _text_of(assessed.case, reason.target)
    status, what = reason.status, reason.message
    if kind := kind_of(reason):
        return PreventingPoint(reason.target, status, text, what, kind)
    if isinstance(node, Defeater):
        if status is Status.NOT_EVALUATED:
            return PreventingPoint(reason.target, status, text, what, "unjudged")
        return PreventingPoint(
            reason.target,
            status,
            text,
            sentence("objection_open") if node.state == "open" else what,
            "defeater",
        )
    if isinstance(node, ResidualDoubt):
        return PreventingPoint(reason.target, status, text, what, "doubt")
    if status is Status.UNDEVELOPED and isinstance(node, Claim):
        return PreventingPoint(reason.target, status, text, sentence("no_argument_yet"), "undeveloped")
    result = assessed.requirements.get(reason.target)
    if result is not None and result.waits_for and status is Status.NOT_EVALUATED:
        return PreventingPoint(reason.target, status, text, what, WAITS)
    if isinstance(node, Claim | ContextNode) and result is not None and status is Status.CHALLENGED:
        if result.holds is False and what == outcome(result):
            measured = _is_measured(assessed, node)
            kind = ("value" if result.is_value else "requirement") if measured else "stated"
            if kind == "requirement" and result.joint is not None and result.joint.install:
                return PreventingPoint(reason.target, status, text, what, UNREAD)
            if measured and result.out_of_reach:
                return PreventingPoint(reason.target, status, text, what, result.out_of_reach)
            narrow = measured and _only_the_bound_fails(result)
            return PreventingPoint(reason.target, status, text, what, kind, narrow)
        return PreventingPoint(reason.target, status, text, what, "challenged")
    state = assessed.evidence.get(reason.target)
    if state is not None:
        spec = assessed.case.evidence_item.get(reason.target)
        title = (spec.title if spec is not None else "") or named("evidence item", reason.target)
        if state.freshness is Freshness.FRESH and any(sign.fails for sign in state.signs):
            says = sentence("barred", problem=what.values.get("problem", what))
            return PreventingPoint(reason.target, status, title, says, "barred")
        kind = "failed" if state.is_failed else "evidence"
        says = because(sentence(f"state_{state.freshness.value}"), listed(state.main_reasons))
        return PreventingPoint(reason.target, status, title, says, kind)
    if status is Status.ASSUMED:
        kind = "doubted" if reason.of_data else "assumed"
        return PreventingPoint(reason.target, status, text, what, kind)
    return PreventingPoint(reason.target, status, text, what, status.value)


def _text_of(case: Case, part: str) -> str:
    """The text of a node or an event, or the title of a tree; empty of any other part."""
    node = case.node.get(part) or case.event.get(part)
    if node is not None:
        return node.text
    return case.tree[part].title if part in case.tree else ""


def _is_measured(assessed: Assessment, node: Claim | ContextNode) -> bool:
    """Whether evidence enters what the requirement is on: of a tree of stated numbers there is no more to be measured."""
    tree = None if node.requirement is None else node.requirement.measure.tree
    return tree is None or bool(items_of_tree(view_of(assessed.case), tree))


def _only_the_bound_fails(result: RequirementResult) -> bool:
    """Whether more data of the same kind could narrow the bound to the limit, as far as the estimate tells."""
    estimate = result.estimate
    if estimate is None or result.bound is None or result.is_value:
        return False
    return result.comparison.holds(estimate.value, result.bound)


STEP = {
    **OWN_STEPS,
    "requirement": "{ids}: improve what is measured, or measure more (casegen plan CASE)",
    "value": "{ids}: improve what is measured: the value itself does not meet the limit",
    UNREAD: "{ids}: install what reads {its} records, without which they are not compared: {install}",
    "stated": "{ids}: change the design, or measure what now is stated",
    "design": "{ids}: change the design, or what is stated, which leaves nothing of the limit to what is measured",
    "confidence": "{ids}: measure at a higher confidence, or change the design, or what is stated: at the present "
    "confidence no further data meet the limit",
    "challenged": "{ids}: settle what challenges {it}",
    "defeater": "{ids}: answer the {objection}, or change what {it_attacks}",
    "unjudged": "{ids}: have somebody judge the {answer} who neither raised the {objection} nor owns what {it_attacks}",
    "doubt": "{ids}: have the residual {doubt} accepted, with owner and reason",
    "evidence": "compute what is missing or stale with `casegen evidence run CASE`: {ids}",
    "barred": "{ids}: set right what the data contradict, then `casegen evidence run CASE` "
    "(casegen check CASE says where)",
    "failed": "{ids}: set right what made {it} fail, then `casegen evidence run CASE`",
    "undeveloped": "give {claims} an argument: {ids}",
    "doubted": "{ids}: have the sign of the data set aside at its evidence item, with a reason, or measure anew",
    "assumed": "{ids}: have the {assumption} accepted, or support {it}",
    Status.NOT_EVALUATED.value: "{ids}: set right what keeps {it} from being evaluated",
    Status.CHALLENGED.value: "{ids}: settle what challenges {it}",
}
"""what to do next, by kind of the points"""


def _step(kind: str, alike: list[PreventingPoint]) -> str:
    n = len({point.target for point in alike})
    words = {
        "claims": counted(n, "claim"), "it": plural(n, "it", "them"),
        "it_attacks": plural(n, "it attacks", "they attack"),
        "objection": plural(n, "objection"), "doubt": plural(n, "doubt"),
        "assumption": plural(n, "assumption"), "answer": plural(n, "answer"),
        "document": plural(n, "document"), "step": plural(n, "step"), "tree": plural(n, "fault tree"),
        "number": plural(n, "number"), "it_does": plural(n, "it does", "they do"),
        "it_holds": plural(n, "it holds", "they hold"), "it_is": plural(n, "it is", "they are"),
        "its": plural(n, "its", "their"),
    }  # fmt: skip
    words["install"] = listed(dict.fromkeys(filter(None, (_install(point.what) for point in alike))))
    return STEP.get(kind, "settle {ids}").format(ids=_names(alike), **words)


def _install(what: str) -> str:
    """What installs the package that a sentence, or one within it, misses; empty where none does."""
    if not isinstance(what, Sentence):
        return ""
    if what.key == NO_PACKAGE:
        return str(what.values["install"])
    return next(filter(None, map(_install, what.values.values())), "")


def counts(assessed: Assessment) -> Iterator[tuple[Status, int]]:
    """How many claims have each status, where there are any."""
    for status in Status:
        n = sum(claim.status is status for claim in assessed.claims.values())
        if n:
            yield status, n
