"""Claims that a merge leaves better than both sides had them: by an objection of one and its answer of the other, say."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casegen.io.exchange.format import Item
from casegen.model.case import SECTIONS, Case
from casegen.model.diagnostic import InputError

if TYPE_CHECKING:
    from casegen.model.results import Status

Statuses = dict[str, "Status"]


def statuses(case: Case) -> Statuses | None:
    """The status of each claim; None of a case with errors, of which nothing is computed."""
    from casegen.assessment.assess import BREAKING, assess_checked
    from casegen.assessment.checks.case import checked

    try:
        findings, session = checked(case)
    except InputError:  # a side whose files cannot be read holds nothing, and does not keep the other from it
        return None
    if any(d.severity in BREAKING for d in findings):
        return None
    return {id: claim.status for id, claim in assess_checked(findings, session).claims.items()}


def beside(imported: Case, existing: Case, given_back: Collection[str]) -> Case:
    """``imported`` in the folder of ``existing``, with those of its sections that the import's format does not hold.

    ``given_back``: sections of which an export of ``existing`` in that format has a part.
    """
    sections: dict[str, Any] = {
        s: getattr(existing, s) for s in SECTIONS if not getattr(imported, s) and s not in given_back
    }
    return replace(imported, root=existing.root, files=existing.files, **sections)


def better_than_both(
    before: Statuses | None, imported: Statuses | None, after: Statuses | None
) -> list[Item]:
    """The claims, one by one; an import with errors has none that holds."""
    from casegen.argument.status import RANK

    items = []
    for id, status in (after or {}).items():
        here, there = (before or {}).get(id), (imported or {}).get(id)
        if imported is not None and there is None:
            continue  # it is not in the import
        if all(one is None or RANK[status] < RANK[one] for one in (here, there)) and (here or before is None):
            words = " and ".join(
                f"{one.value if one else 'not computed'} in the {side}"
                for one, side in ((here, "case"), (there, "import"))
            )
            items.append(
                Item(f"claim {id}", f"{status.value} behind the merge, {words}: read what was kept and taken")
            )
    return items
