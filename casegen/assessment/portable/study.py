"""The comparison of measures against risk as plain data, for a page that repeats it with changed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegen.assessment.assess import Session
from casegen.assessment.other_limits import confidences, other_limits
from casegen.assessment.requirements import Numbers
from casegen.assessment.safety.alarp import incomparable
from casegen.assessment.whatif import stated_change
from casegen.model.diagnostic import InputError
from casegen.model.results import Assessment
from casegen.model.safety import Alarp, RiskReduction

Data = dict[str, Any]


def study_data(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Data | None:
    """The criterion of :mod:`casegen.assessment.safety.alarp` with each measure's cost and changes.

    None where there is none that judges a claim, and where a page cannot repeat it: a tree is not drawn, or a measure
    changes a distribution.  ``doubted``: whether the data of a tree are in doubt by themselves; ``others``: limits of
    measures that other runs gave or signs make possible, on both sides.
    """
    case = assessed.case
    criterion = case.header.study.alarp if case.header.study is not None else None
    if criterion is None or criterion.claim is None or numbers is None or len(order) < len(case.trees):
        return None
    if any(isinstance(x, Mapping) for measure in case.risk_reductions for x in measure.changes.values()):
        return None
    of = [loss.tree for loss in criterion.losses]
    if any(tree not in order or tree not in numbers.trees for tree in of):
        return None
    signs = [sign for tree in of for sign in numbers.of_tree(case, tree).signs]
    return {
        "disproportion": criterion.disproportion,
        "losses": [[order[loss.tree], loss.amount] for loss in criterion.losses],
        "measures": [_measure(session, criterion, measure) for measure in case.risk_reductions],
        "doubted": any(not sign.possible and not sign.waived_by for sign in signs),
        "others": [
            [f"{one.item}.{one.measure}", one.lower, one.upper]
            for one in other_limits(confidences(case, of), numbers, both=True)
        ],
    }


def _measure(session: Session, criterion: Alarp, measure: RiskReduction) -> Data:
    """``houses`` are the house events that it changes; ``problem``: it is evaluated by no change of a number."""
    try:
        changes = [stated_change(session.case, session, s, x) for s, x in measure.changes.items()]
    except InputError:
        changes = []
    return {
        "cost": measure.cost, "taken": measure.taken,
        "changes": {change.subject: change.number for change in changes if not change.house},
        "houses": {change.house: change.number != 0.0 for change in changes if change.house},
        "problem": not changes or bool(incomparable(session.case, criterion)),
    }  # fmt: skip
