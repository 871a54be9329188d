"""Hazard scenarios: chains of events that are paths of their tree."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.chains import circles
from casegen.argument.reading.open_rows import OPEN_RULE, open_in_row, open_in_scenario
from casegen.argument.reading.tree_logic import happens
from casegen.argument.references import Space
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import HAZOP
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.hazard import GuideWord, HazardScenario, ScenarioStep
from casegen.model.hazop_matrix import FAMILY as FAMILY_OF
from casegen.model.hazop_matrix import called, entries_by_item, hazop_matrix, item_title
from casegen.model.suggestions import KnownNames
from casegen.texts.acceptances.reasons import declines, no_reason, points_elsewhere, put_off
from casegen.texts.reservations.undecided import undecided

FAMILY = "Hazards and scenarios"
_OTHERS = (
    r"(?:(?:the|our|an?|its|der|die|dem|den|vom|unser\w*)\s+)?(?:(?:project|line|top|plant|site|senior)\s+)?(?:suppliers?|makers?|manufacturers?|vendors?|operators?|"
    r"customers?|clients?|users?|contractors?|subcontractors?|integrators?|management|managers?|boards?|authorit(?:y|ies)|insurance|insurers?|warranty|contracts?|"
    r"others?|somebody\s+else|lieferanten?|herstellers?|betreibers?|kunden?|bedieners?|(?:geschäfts|projekt)?leitung|versicherung|behörden?)"
)
_DEALT = (
    r"(?:analy[sz]ed|assessed|considered|handled|managed|covered|addressed|treated|dealt\s+with|studied|checked|controlled|accepted|approved|agreed|tolerated|"
    r"waived|signed\s+off|taken\s+care\s+of|borne|analysiert|behandelt|betrachtet|bewertet|abgedeckt|akzeptiert|genehmigt|getragen)"
)
_TO_OTHERS = (
    rf"(?:(?:it|this|that|is|was|are|has|been|to|be|will|already|separately|wird|wurde|ist|durch|von|the\s+risk)\s+)*(?:{_DEALT}\s+(?:by|with|at|durch|von|mit|in)?\s*{_OTHERS}|"
    rf"(?:durch|von|vom|mit|by)\s+{_OTHERS}\s+{_DEALT})|"
    rf"{_OTHERS}\s+(?:(?:has|have|will|hat|haben)\s+)*(?:{_DEALT}|handles?|analy[sz]es?|assess(?:es)?|considers?|covers?|addresses|deals?\s+with|takes?\s+care\s+of|accepts?|"
    r"manages?|behandelt|übernimmt|akzeptiert)(?:\s+(?:it|this|that|them|these|the\s+risk|das|dies|es))?(?:\s+(?:separately|itself|elsewhere))?"
)
"""``analysed by the supplier``, ``the operator handles it``: who is named answers it elsewhere, and how is not said"""
_JUDGED_ONLY = compiled(
    r"\W*(?:(?:in\s+|for\s+)?(?:(?:an?|the)\s+)?(?:later|next|future)\s+(?:phase|stage|project|release|step|version)|"
    r"(?:an?\s+|the\s+)?(?:accepted|tolerable|acceptable|residual)\s+risk|(?:is\s+)?(?:not\s+|in)credible|"
    r"(?:has\s+|with\s+)?(?:no|without)\s+(?:an?y?\s+)?(?:effects?|impact|consequences?|influence)|(?:in\s+)?(?:einer\s+)?spätere[nr]?\s+phase|"
    r"(?:hat\s+)?(?:keine|ohne)\s+(?:auswirkung(?:en)?|wirkung|folgen?)|(?:nicht\s+|un)(?:glaubhaft|plausibel)|akzeptiertes\s+risiko|restrisiko|"
    rf"{_TO_OTHERS}|"
    r"(?:(?:is|are|seems?|very|highly|extremely|quite|rather|too|ist|sehr|äußerst)\s+)*(?:remote|far[\s-]?fetched|exotic|theoretical|abwegig|fernliegend|"
    r"(?:not|un)[\s-]?(?:expected|foreseen|foreseeable|anticipated|plausible|realistic|reasonable)|nicht\s+(?:zu\s+erwarten|erwartet|vorgesehen|realistisch))|"
    r"(?:ran\s+)?out\s+of\s+time(?:\s+(?:in|at|during)\s+[^:;,]*)?|(?:the\s+)?(?:session|workshop|meeting)\s+(?:\d+\s+)?(?:ended|was\s+over|closed|stopped)\b[^:;,]*|"
    r"(?:die\s+)?(?:sitzung|besprechung)\s+(?:\d+\s+)?(?:endete|war\s+zu\s+ende)\b[^:;,]*|keine\s+zeit\s+(?:mehr\s+)?(?:in|bei)\s+[^:;,]*)\W*",
    re.I,
)
"""what postpones, or judges and names nothing of the system"""


@error(
    "scenario-path",
    FAMILY,
    "A scenario is a path of its tree, from a cause to the top event.",
    source=HAZOP,
    hint="follow the inputs of the tree's gates from the cause upwards to the top",
)
def scenario_path(view: CaseView) -> Iterator[Finding]:
    """Each event lies below the next, with those that join it there; the last is the tree's top."""
    for index, scenario in enumerate(view.case.scenarios):
        tree = view.case.tree.get(scenario.tree or "")
        if tree is None:
            continue
        parts = view.parts_of[tree.id]
        at: Place = ("scenarios", index, "chain")
        strangers = False
        for k, step in enumerate(scenario.chain):
            for name in (step.event, *step.joined_by):
                if name not in parts:
                    strangers = True
                    if name in view.names[Space.TREE_PART]:
                        message = f"scenario {scenario.id}: {name} is no part of tree {tree.id}"
                        yield Finding((*at, k), message, scenario.id)
        if strangers:
            continue
        yield from _broken_steps(view, scenario, at)
        if scenario.chain[-1].event != tree.top:
            message = (
                f"scenario {scenario.id} ends with {scenario.chain[-1].event}, "
                f"the top of tree {tree.id} is {tree.top}"
            )
            yield Finding((*at, len(scenario.chain) - 1), message, scenario.id)


def _broken_steps(view: CaseView, scenario: HazardScenario, at: Place) -> Iterator[Finding]:
    leads = [
        (k, before.event, step.event)
        for k, (before, step) in enumerate(zip(scenario.chain, scenario.chain[1:], strict=False))
    ]
    leads += [(k, name, step.event) for k, step in enumerate(scenario.chain) for name in step.joined_by]
    for k, name, event in leads:
        if not _is_below(view, name, event):
            message = f"scenario {scenario.id}: {name} does not lead to {event} in the tree"
            yield Finding((*at, k), message, scenario.id)


@error(
    "scenario-gate",
    FAMILY,
    "A scenario joins its steps as its tree does.",
    source=HAZOP,
    hint="say `gate: and` with `joined_by:` the other events that the tree needs, or `gate: or`; or correct the tree",
)
def scenario_gate(view: CaseView) -> Iterator[Finding]:
    """A step that follows in the story from one event, and in the tree from several together, or the other way.

    Judged by the tree's own logic; trees with negations, and steps that say neither, are left out.
    """
    for index, scenario in enumerate(view.case.scenarios):
        tree = view.case.tree.get(scenario.tree or "")
        if tree is None:
            continue
        parts = view.parts_of[tree.id]
        for k, (before, step) in enumerate(zip(scenario.chain, scenario.chain[1:], strict=False), 1):
            causes = (before.event, *step.joined_by)
            said = "gate" in step.model_fields_set or step.joined_by
            if not said or step.event not in view.case.gate or not {step.event, *causes} <= set(parts):
                continue
            if not all(_is_below(view, cause, step.event) for cause in causes):
                continue  # reported as no path
            message = _other_gate(view.case, step, causes)
            if message:
                yield Finding(
                    ("scenarios", index, "chain", k), f"scenario {scenario.id}: {message}", scenario.id
                )


def _other_gate(case: Case, step: ScenarioStep, causes: tuple[str, ...]) -> str:
    """How the tree joins the causes of a step otherwise than the step says; empty where it does not."""
    alone = {cause: happens(case, step.event, frozenset({cause})) for cause in causes}
    together = happens(case, step.event, frozenset(causes))
    if together is None or None in alone.values():
        return ""
    joined = " and ".join(causes)
    if step.gate == "or":
        short = [cause for cause, enough in alone.items() if not enough]
        if short:
            return f"the step to {step.event} follows from {short[0]} by OR, in the tree that alone is not enough"
        return ""
    if not together:
        return f"the step to {step.event} follows from {joined}, in the tree that is not enough"
    enough = [cause for cause, sufficient in alone.items() if sufficient]
    if enough and len(causes) > 1:
        return f"the step to {step.event} needs {joined} together, in the tree {enough[0]} alone is enough"
    if enough:  # the step says that something else is needed, and not what
        return f"the step to {step.event} follows by AND, in the tree {enough[0]} alone is enough"
    return ""


def _is_below(view: CaseView, name: str, gate: str) -> bool:
    if name in view.gate_inputs.get(gate, ()):
        return True
    seen = {gate}
    stack = [gate]
    while stack:
        for below in view.gate_inputs.get(stack.pop(), ()):
            if below == name:
                return True
            if below not in seen:
                seen.add(below)
                stack.append(below)
    return False


@warning(
    "scenario-without-tree",
    FAMILY,
    "A scenario is part of a fault tree.",
    source=HAZOP,
    hint="add `tree:`, and gates along the chain",
)
def scenario_without_tree(view: CaseView) -> Iterator[Finding]:
    """A chain that no tree quantifies."""
    for index, scenario in enumerate(view.case.scenarios):
        if scenario.tree is None:
            message = f"scenario {scenario.id} is a path of no fault tree"
            yield Finding(("scenarios", index), message, scenario.id)
    for n, k, path in circles(view.case.scenarios):
        message = f"steps of scenarios cause themselves, and give no fault tree: {path}"
        yield Finding(("scenarios", n, "chain", k), message, view.case.scenarios[n].id)


@warning(
    "hazop-gap",
    FAMILY,
    "Every guide word of the study is answered for every item.",
    source=HAZOP,
    hint="add the HAZOP entry, or say under `judged:` of the item which entry holds the deviation or why there is none",
)
def hazop_gap(view: CaseView) -> Iterator[Finding]:
    """A flow and a guide word without an entry and without a judgement; silent where the case declares no items."""
    matrix = hazop_matrix(view.case)
    if matrix is None:
        return
    place = {item.id: index for index, item in enumerate(view.case.study_items)}
    missing: dict[str, list[str]] = {}
    for item, word in matrix.gaps:
        missing.setdefault(item, []).append(word.value)
    for item, words in missing.items():
        title = item_title(view.case, view.case.study_items[place[item]])
        message = f"{title} ({item}): nothing answers {', '.join(words)}"
        yield Finding(("study_items", place[item]), message, item)
    for index, one in enumerate(view.case.study_items):
        if one.type == "flow" and one.id not in matrix.cells:
            message = f"{item_title(view.case, one)} ({one.id}): no guide word is read against the flow"
            yield Finding(("study_items", index), message, one.id)


@warning(
    "hazop-item",
    FAMILY,
    "HAZOP entries are about items of the study.",
    source=HAZOP,
    hint="name a declared node or flow under `item:`, by its id or its title, or declare it under `study_items:`",
)
def hazop_item(view: CaseView) -> Iterator[Finding]:
    """An entry whose item is not declared, several items, or of another type; silent where the case declares no items."""
    case = view.case
    if not case.study_items:
        return
    items = called(case)
    names = KnownNames(items)
    for index, entry in enumerate(case.hazop):
        meant = items.get(entry.item, ())
        if not meant:
            message = f"HAZOP entry {entry.id}: no item {entry.item!r} is declared{names.hint(entry.item)}"
            yield Finding(("hazop", index, "item"), message, entry.id)
        elif len(meant) > 1:
            ids = " or ".join(item.id for item in meant)
            own = any(item.id == entry.item for item in meant)
            fix = "give the other a title that is no id" if own else "name one of them by its id"
            message = f"HAZOP entry {entry.id}: {entry.item!r} may be {ids}: {fix}"
            yield Finding(("hazop", index, "item"), message, entry.id)
        elif (item := meant[0]).type != entry.item_type:
            message = (
                f"HAZOP entry {entry.id} calls {item.id} a {entry.item_type}, it is declared as a {item.type}"
            )
            yield Finding(("hazop", index), message, entry.id)


@warning(
    "hazop-judged",
    FAMILY,
    "A guide word that is set aside has no entry.",
    source=HAZOP,
    hint="remove the reason, or the entry",
)
def hazop_judged(view: CaseView) -> Iterator[Finding]:
    """A word that is set aside although an entry of the item is about it; or that is judged twice."""
    entries = entries_by_item(view.case)
    for index, item in enumerate(view.case.study_items):
        rows = {FAMILY_OF[entry.guide_word]: entry.id for entry in entries[item.id]}
        seen: set[GuideWord] = set()
        for k, judged in enumerate(item.judged):
            place: Place = ("study_items", index, "judged", k)
            for word in judged.guide_words:
                if not judged.rows and FAMILY_OF[word] in rows:
                    message = (
                        f"{item.id}: {word} is set aside, and HAZOP entry {rows[FAMILY_OF[word]]} is about it"
                    )
                    yield Finding(place, message, item.id)
                if FAMILY_OF[word] in seen:
                    yield Finding(place, f"{item.id}: {word} is judged twice", item.id)
                seen.add(FAMILY_OF[word])


@error(
    "hazop-reason",
    FAMILY,
    "A guide word is set aside for a reason.",
    source=HAZOP,
    hint="analyse the deviation, and add the HAZOP entry or say why there is none",
)
def hazop_reason(view: CaseView) -> Iterator[Finding]:
    """``TBD``, ``see action 12``, ``not analysed yet``, ``out of scope``, ``unlikely``, ``analysed by the supplier``
    or ``covered by insurance`` as why nothing can come of it.
    """
    for index, item in enumerate(view.case.study_items):
        for k, judged in enumerate(item.judged):
            if not judged.rows and any(
                says(judged.reason)
                for says in (
                    no_reason,
                    points_elsewhere,
                    put_off,
                    declines,
                    undecided,
                    _JUDGED_ONLY.fullmatch,
                )
            ):
                message = f"{item.id}: {', '.join(judged.guide_words)} set aside, `reason: {judged.reason}` is no reason"
                yield Finding(("study_items", index, "judged", k, "reason"), message, item.id)


@warning(
    OPEN_RULE,
    FAMILY,
    "A HAZOP row says what happens, why, to what end, and what acts against it.",
    source=HAZOP,
    hint="analyse the deviation and write the result; until then take the row out, so that its guide word is a gap",
)
def hazop_placeholder(view: CaseView) -> Iterator[Finding]:
    """``TBD``, ``n/a``, ``to be confirmed by the supplier`` or ``not assessed in this session`` as deviation, cause or
    consequence, ``open`` as cause or consequence; ``see H7`` where H7 is empty, and ids of rows or events that the case
    does not have; ``see action 12`` as mitigation; ``contact welded, TBD`` or ``cause still under investigation`` in any
    of them, in a note, or in title or steps of a scenario; a row that states none of these, and no severity, fills no
    cell of the matrix.
    """
    for index, entry in enumerate(view.case.hazop):
        if entry.is_empty:
            message = f"HAZOP entry {entry.id} is empty: it states no deviation, cause, consequence, measure or severity"
            yield Finding(("hazop", index), message, entry.id)
        for one in open_in_row(view.case, entry):
            message = f"HAZOP entry {entry.id}: {one.field} {one.text!r}{one.lack}"
            yield Finding(("hazop", index, *one.place), message, entry.id)
    for index, scenario in enumerate(view.case.scenarios):
        for one in open_in_scenario(scenario):
            message = f"scenario {scenario.id}: {one.field} {one.text!r}{one.lack}"
            yield Finding(("scenarios", index, *one.place), message, scenario.id)


@error(
    "study-item-ends",
    FAMILY,
    "A flow goes from one node to another.",
    source=HAZOP,
    hint="give `source:` and `target:` with the ids of two nodes, or a `title:` where one end is outside the system",
)
def study_item_ends(view: CaseView) -> Iterator[Finding]:
    """A flow with one end only and no title, from a flow, or into the node that it comes from; a node with ends."""
    nodes = {item.id for item in view.case.study_items if item.type == "node"}
    items = {item.id for item in view.case.study_items}
    for index, item in enumerate(view.case.study_items):
        ends = [end for end in (item.source, item.target) if end is not None]
        place: Place = ("study_items", index)
        if item.type == "node" and ends:
            yield Finding(place, f"node {item.id} has a source or a target", item.id)
        elif item.type == "flow" and len(ends) < 2 and not item.title:
            yield Finding(place, f"flow {item.id} has neither two ends nor a title", item.id)
        elif len(ends) == 2 and ends[0] == ends[1]:
            yield Finding(place, f"flow {item.id} goes from {ends[0]} to itself", item.id)
        for end in ends if item.type == "flow" else ():
            if end in items and end not in nodes:
                yield Finding(place, f"flow {item.id} ends at {end}, which is a flow", item.id)


@error(
    "alarp-claim",
    FAMILY,
    "The comparison of measures against risk answers for a claim.",
    source="HSE, Reducing risks, protecting people (R2P2), 2001",
    hint="name the claim that each measure left out is out of proportion",
)
def alarp_claim(view: CaseView) -> Iterator[Finding]:
    """``study: alarp: claim:`` names another node, whose status the comparison would not touch."""
    study = view.case.header.study
    name = study.alarp.claim if study is not None and study.alarp is not None else None
    if name is not None and name in view.place and view.section(name) != "claims":
        message = f"`alarp: claim: {name}` names {view.label(name)}, which is no claim"
        yield Finding(("case", "study", "alarp", "claim"), message, name)
