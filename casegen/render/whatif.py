"""What the page needs to play a what-if by itself: the portable assessment, with words and places for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from casegen.assessment.assess import Change, Session
from casegen.assessment.portable.assessment import portable
from casegen.assessment.portable.variants import house_events, plain_totals, setting, variants
from casegen.model.case import Case
from casegen.model.results import Assessment, Status
from casegen.render.language import current_language, translate
from casegen.render.report.extent import extent_of
from casegen.render.report.links import Links
from casegen.render.wording import KIND_WORD, STATUS_CLASS, STATUS_WORD, anchor

Data = dict[str, Any]
"""JSON for the script of the page"""


def whatif_model(
    assessment: Assessment,
    scenarios: Mapping[str, tuple[Change, ...]] | None = None,
    session: Session | None = None,
) -> Data:
    """The data of the what-if panel; ``scenarios`` are the named changes of the case, which the panel offers.

    House events and distributions come with the case as assessed with them (:mod:`casegen.assessment.portable.variants`).

    Empty trees and measures mean that nothing can be changed: the page then has no such panel.
    """
    case = assessment.case
    session = session or Session(case, assessment.evidence)
    result: Data = portable(assessment, session)
    named = dict(scenarios or {})
    others = variants(assessment, session, result, named.values())
    links = Links(case, extent_of(assessment).unlisted)
    shown = [*result["trees"], *(t for one in others for t in one["trees"] if not isinstance(t, int))]
    titles = {item.id: item.title or item.id for item in case.evidence_items}
    for tree in shown:
        tree["anchor"] = anchor("tree", tree["id"])
    for measure in result["measures"]:
        measure["text"] = titles.get(measure["item"], "")
        measure["unit"] = next(word for kind, word in KIND_WORD.items() if kind.value == measure["kind"])
    said = {
        "folder": case.root.resolve().name
        or "CASE",  # the page is handed on: where the case lay is nobody's business
        "translations": {
            key.removeprefix("script."): text
            for key, text in current_language().words.items()
            if key.startswith("script.")
        },
        "words": {s.value: [STATUS_CLASS[s], STATUS_WORD[s]] for s in Status}
        | {"open": [STATUS_CLASS[Status.NOT_EVALUATED], translate("web.not_here")]},
    }
    if not result["trees"] and not result["measures"]:
        return {**said, "trees": [], "measures": [], "requirements": {}, "houses": [], "variants": []}
    return {
        **said,
        **result,
        "texts": _texts(case, shown),
        "anchors": [links.fragment(name) for name in result["argument"]["ids"]],
        "scenarios": {
            name: {change.subject: setting(change) for change in changes} for name, changes in named.items()
        },
        "beside": _beside(result, named.values()),
        "houses": house_events(case),
        "totals": plain_totals(case),
        "variants": others,
    }  # fmt: skip


def _beside(result: Data, named: Iterable[tuple[Change, ...]]) -> list[str]:
    """Measures that a scenario sets and that nothing reads, so that they move nothing."""
    read = {measure["id"] for measure in result["measures"]}
    set_ones = (change.subject for changes in named for change in changes if change.evidence)
    return [name for name in dict.fromkeys(set_ones) if name not in read]


def _texts(case: Case, trees: Sequence[Data]) -> dict[str, str]:
    """What each event and common-cause group is that a reader may set."""
    settable = {name for tree in trees for name in _settable(tree)}
    texts = {event.id: event.text for event in case.events if event.id in settable}
    return texts | {
        group.id: translate("web.common_cause", members=", ".join(group.members))
        for group in case.common_cause
        if group.id in settable
    }


def _settable(tree: Data) -> list[str]:
    """What a reader may set: basic events, and the totals of common-cause groups."""
    events = tree["diagram"]["events"]
    offered = tree["inputs"] or tree["moved"]
    return [*(events[i] for i in offered["settable"]), *offered["groups"]]
