"""Numbers, and distributions, that leave their range through an operation; those used as such are the rule's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from casegen.argument import RULES
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.event_model import Operation
from casegen.model.fault_tree import CcfModel
from casegen.model.parameters import parameters_behind
from casegen.model.results import EvidenceState

RULE = "value-range"
_KNOWN = (int, float, str)


def numbers_outside(case: Case, states: Mapping[str, EvidenceState]) -> Iterator[Diagnostic]:
    """An error at each event, and common-cause group, whose computed number leaves its range, or its distributions do.

    Each by itself: what keeps others of the tree from having numbers is reported elsewhere, and hides none.
    """
    computed = {
        ("events", i): e.id for i, e in enumerate(case.events) if e.model and _is_computed(case, [e.model])
    }
    computed |= {
        ("common_cause", i): g.id
        for i, g in enumerate(case.common_cause)
        if g.model is CcfModel.PHI_FACTOR or _is_computed(case, [g.total, *g.factors])
    }
    if not computed:
        return
    from casegen.assessment.trees import measured
    from casegen.fta.events.valuation import structure_outside
    from casegen.fta.gates.structure import build_structure

    reported: set[str] = set()
    rule = RULES[RULE]
    for tree in case.trees:
        try:
            problems = structure_outside(case, build_structure(case, tree.id), measured(states))
        except ValueError:
            continue
        for place, message in problems:
            if place in computed and message not in reported:
                reported.add(message)
                yield Diagnostic(
                    RULE, Severity.ERROR, message, case.locate(*place), source=rule.source, hint=rule.hint
                )


def _is_computed(case: Case, parts: Iterable[object]) -> bool:
    """Whether an operation is among the values, or behind the parameters that they name."""
    values = [value for part in parts for value in _values(part)]
    values += [parameter.value for parameter, _ in parameters_behind(case.parameter, values)]
    return any(isinstance(v, Operation) for v in values)


def _values(part: object) -> Iterator[object]:
    """The part, and all that it is made of."""
    yield part
    if isinstance(part, Operation):
        for argument in part.args:
            yield from _values(argument)
    elif hasattr(part, "type"):
        for _, value in part:  # type: ignore[attr-defined]
            if value is not None and not isinstance(value, _KNOWN):
                yield from _values(value)
