"""What the assessment of a baseline says against the frozen case, its own claims or the baseline, by any code of casegen.

Other code may judge a case otherwise, so that its assessment is not made again.  No code leaves out a claim of the
case, or calls a case supported of which a top claim is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.model.case import Case
from casegen.model.results import Freshness, Status
from casegen.review.baseline import ABOUT, Baseline
from casegen.store.uninstalled import STALE_THEN

_HOLDS = {Status.SUPPORTED.value, Status.ASSUMED.value}
_PARTS: Mapping[str, type] = {"supported": bool, "claims": list, "evidence": list, "trees": list}


def contradictions(kept: Mapping[str, Any], baseline: Baseline, frozen: Case) -> Iterator[str]:
    """What no code of casegen writes, in words."""
    check, assessed = kept.get("check"), kept.get("assess")
    errors = check.get("errors") if isinstance(check, dict) else None
    if type(errors) is not int:
        yield "the number of errors is missing"
        return
    if errors:
        return
    if not isinstance(assessed, dict):
        yield "the verdict is missing, although the check has no error"
        return
    if wrong := [name for name, kind in _PARTS.items() if not isinstance(assessed.get(name), kind)]:
        yield f"`{wrong[0]}` is missing or has another form"
        return
    there = by_claim(kept)
    for claim in (c.id for c in frozen.claims):
        if claim not in there:
            yield f"claim {claim} of the frozen case is missing"
    for claim in frozen.header.roots:
        if assessed["supported"] and there.get(claim, Status.SUPPORTED.value) not in _HOLDS:
            yield f"the case is supported, and its top claim {claim} is {there[claim]}"
    yield from _staleness(assessed["evidence"], baseline, frozen)


def _staleness(rows: list[Any], baseline: Baseline, frozen: Case) -> Iterator[str]:
    """Items of which the assessment and the baseline say otherwise whether they were stale."""
    known = {str(row.get("id")): row for row in rows if isinstance(row, dict)}
    for item in (spec.id for spec in frozen.evidence_items):
        if item not in known:
            yield f"evidence {item} of the frozen case is missing"
            continue
        then = str(known[item].get("why")).find(STALE_THEN) >= 0
        if then and item not in baseline.about.stale:
            yield f"evidence {item} was stale when it was frozen, and {ABOUT} does not say so"
        if item in baseline.about.stale and known[item].get("status") == Freshness.FRESH.value:
            yield f"evidence {item} is fresh, and {ABOUT} says that it was stale"


def statuses(kept: Mapping[str, Any], assessed: Mapping[str, Any]) -> Iterator[str]:
    """The verdict, and claims, that are otherwise by the code that is here."""
    verdicts = [bool((one.get("assess") or {}).get("supported")) for one in (kept, assessed)]
    if verdicts[0] != verdicts[1]:
        words = ["supported" if holds else "not supported" for holds in verdicts]
        yield f"assessment.json: the case is {words[0]}, and {words[1]} by what is installed here"
    then, now = by_claim(kept), by_claim(assessed)
    other = [claim for claim in then if claim in now and now[claim] != then[claim]]
    for claim in other[:5]:
        yield f"assessment.json: claim {claim} is {then[claim]}, and {now[claim]} by what is installed here"
    if len(other) > 5:
        yield f"assessment.json: {len(other) - 5} more claims have another status by what is installed here"


def by_claim(document: Mapping[str, Any]) -> dict[str, str]:
    """The status of each claim of an assessment."""
    assessed = document.get("assess")
    claims = assessed.get("claims") if isinstance(assessed, dict) else None
    rows = claims if isinstance(claims, list) else []
    return {str(c.get("id")): str(c.get("status")) for c in rows if isinstance(c, dict)}
