"""Words that a case may not replace in its documents: those that state a verdict, a status or what a person decided.

``Not supported`` called ``Supported`` turns a document round.  A language of the case has words of its own for these;
they must stay apart from each other, and none may be what casegen's own languages call another of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

_GROUPS = frozenset({
    "verdict", "summary", "actions", "status", "meaning", "freshness", "outcome", "review", "review_word", "coverage",
    "severity", "people", "state", "stands", "clause", "checks", "further", "reason", "stale_why", "origin", "limit",
    "tree_limit", "worst", "risk", "kind", "number", "questions", "to_be_read", "title", "field",
})  # fmt: skip
_FREE = frozenset({"verdict.requirements", "verdict.changes", "verdict.more"})
"""headings among them that state nothing"""
_KEYS = frozenset({
    "control.rejects", "control.overridden", "control.no_approval", "control.awaited", "control.shown",
    "control.working", "control.unfrozen", "control.no_baseline", "control.stands", "control.fallen",
    "control.superseded", "control.conditions_open", "chart.margins_alt", "web.in_the_way", "web.findings_open",
    "web.no_review", "web.nothing_asked", "web.not_settled", "web.asked_finding", "web.asked_fallen",
    "web.asked_rejecting", "web.asked_condition", "web.asked_other", "web.open_again", "web.open",
    "web.finding_at", "web.finding_of", "web.act_override", "script.board_fails", "script.supported",
    "script.not_supported", "script.met", "script.not_met", "script.met_now", "script.no_longer_met",
    "script.left_open", "script.no_claim_changes", "script.stale", "script.not_evaluated",
    "script.flips", "script.claims_change", "script.claims_open", "script.not_here", "script.not_judged",
    "script.nothing_changed", "script.infeasible", "script.no_bound", "script.no_such_bound", "script.no_confidence",
    "script.not_quantified", "script.no_result", "script.impossible", "script.refutes_nothing", "script.nothing_seen",
    "script.newer", "script.not_built", "script.kept_bounds", "script.measure_unbounded", "script.not_coherent",
    "chart.margins_stale", "chart.out_of_date", "chart.no_evidence", "chart.coverage_alt", "chart.bound_alone",
    "chart.bound_together", "safety.rests_on_stale", "safety.gaps", "safety.no_gap", "safety.gap", "safety.criterion",
    "safety.taken", "safety.out_of_proportion", "safety.must_be_taken", "safety.not_evaluated", "safety.accepted",
    "safety.estimate", "trees.stale", "trees.no_number", "trees.barred", "trees.not_quantified", "trees.needs_none",
    "figure.out_of_date", "trees.stale_inputs", "chart.margins_overdue", "figure.first_rows",
    "trees.lost_digits", "trees.ranged", "trees.rounded", "trees.judged_at", "trees.judged_mean", "trees.judged_end",
    "assumptions.nobody", "evidence.reproduction", "web.stale_tree", "web.stale", "web.asked_broken", "web.not_reviewed",
    "web.settled", "web.nothing_follows", "web.no_part", "web.unavailable", "changes.no_part", "changes.target_same",
    "tracing.complete", "tracing.no_scenario", "tracing.no_tree", "tracing.no_claim", "tracing.no_evidence",
    "plan.doubtful", "plan.none", "plan.limited", "plan.not_searched",
    "argument.assumed", "argument.needs", "argument.needs_open",
    "argument.unreached", "reading.bars", "reading.suspicious", "reading.waived", "reading.not_read", "study.no_flip",
    "study.no_known_flip", "study.nothing_moves", "compliance.legend",
})  # fmt: skip
_WHOLE = (
    "status",
    "meaning",
    "freshness",
    "outcome",
    "coverage",
    "severity",
    "review_word",
    "state",
    "stands",
)
"""groups of which every word stands for another thing"""
_APART = (
    ("verdict.supported", "verdict.not_supported", "verdict.by_numbers"),
    ("verdict.sentence_supported", "verdict.sentence_not", "verdict.sentence_by_numbers"),
    ("summary.supported", "summary.challenged", "summary.undeveloped", "summary.assumed", "summary.stale",
     "summary.overdue", "summary.not_evaluated"),
    ("control.stands", "control.fallen", "control.rejects", "control.overridden"),
    ("review.settled", "review.not_settled"),
    ("script.supported", "script.not_supported"),
    ("script.met", "script.not_met"),
)  # fmt: skip


def is_fixed(key: str) -> bool:
    """Whether no case may replace the word.

    >>> is_fixed("verdict.not_supported"), is_fixed("verdict.more"), is_fixed("chapter.verdict")
    (True, False, False)
    """
    return key in _KEYS or (key.partition(".")[0] in _GROUPS and key not in _FREE)


def clashes(words: Mapping[str, str], shipped: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Keys of a language whose word is another key's of its group, here or in a ``shipped`` language; and which one."""
    groups = [[key for key in words if key.partition(".")[0] == name] for name in _WHOLE]
    for group in (*groups, *_APART):
        for key in (key for key in group if key in words):
            other = next((o for o in group if o != key and _is_taken(key, o, words, shipped)), "")
            if other:
                yield key, other


def _is_taken(key: str, other: str, words: Mapping[str, str], shipped: Sequence[Mapping[str, str]]) -> bool:
    """Whether the word of ``key`` is that of ``other``; not where a shipped language has one word for both."""
    word = _folded(words[key])
    if any(_folded(one.get(key, "")) == word for one in shipped):
        return False  # what it is called elsewhere too
    return any(_folded(one.get(other, "")) == word for one in (words, *shipped))


def _folded(text: str) -> str:
    """Letters and digits alone, in one case: a full stop or a space makes no other word."""
    return "".join(c for c in unicodedata.normalize("NFKC", text.casefold()) if c.isalnum())
