"""fta draw · convert · scenarios: drawings, other formats, and trees out of hazard scenarios."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from casegen.cli import output
from casegen.cli.case import CasePath, Json
from casegen.cli.case_verdict import sound
from casegen.cli.fta_model import House, MissionTime, Model, Set, Tree, fta
from casegen.cli.fta_open import OpenedModel, open_model, ready, warn_of_stale
from casegen.cli.printing import echo
from casegen.model.plural import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from casegen.model.case import Case
    from casegen.model.diagnostic import Diagnostic
    from casegen.model.fault_tree import BasicEvent, CommonCauseGroup, FaultTree, Formula

    _Part = TypeVar("_Part", BasicEvent, CommonCauseGroup)


@fta.command()
def draw(
    model: Model,
    folder: Annotated[Path, typer.Option("-o", "--output", help="Folder for the drawings.")],
    tree: Tree = "",
    mission_time: MissionTime = None,
    house: House = None,
    changed: Set = None,
) -> None:
    """Fault trees as SVG files: gate shapes, probabilities, importance, leading cut set; cut into sheets."""
    from casegen import render
    from casegen.assessment.assess import Change, Session
    from casegen.io.outputs import guarded
    from casegen.model.results import EvidenceState, Freshness
    from casegen.render.formats import refuse_file

    refuse_file(folder)
    opened = open_model(model, house=house, changed=changed, mission_time=mission_time)
    trees = tuple(
        t if mission_time is None else t.altered(update={"mission_time": mission_time})
        for t in opened.case.trees
    )
    wanted = opened.trees(tree)
    bare = dataclasses.replace(
        opened.case, claims=(), arguments=(), evidence=(), contexts=(), sub_cases=(), defeaters=(), residual_doubts=(),
        scenarios=(), trees=trees,
    )  # fmt: skip
    states = {
        item: EvidenceState(item, Freshness.STALE if item in opened.stale else Freshness.FRESH, (), measures)
        for item, measures in opened.evidence.items()
    }
    changes = tuple(Change(p, event=event) for event, p in opened.overrides.items())
    assessment = Session(bare, states).assess(changes)
    for name in wanted:
        warn_of_stale(name, assessment.trees[name].stale_items)
        if assessment.trees[name].rounding:
            echo(f"tree {name}: {assessment.trees[name].rounding}", err=True)
    others = tuple(t for t in trees if t.id not in wanted)
    with guarded(opened.case):
        paths = render.write_svgs(assessment, folder)
    for path in paths:
        if not any(_is_sheet_of(path, t) for t in others):
            echo(path)
        else:
            path.unlink()


def _is_sheet_of(path: Path, tree: FaultTree) -> bool:
    from casegen.render.diagrams.tree import sheet_name

    stem = sheet_name(tree, 0).removesuffix("1")
    return path.stem.startswith(stem) and path.stem[len(stem) :].isdigit()


@fta.command()
def convert(
    model: Model,
    file: Annotated[
        Path, typer.Option("-o", "--output", help="File to write: Open-PSA MEF (.xml) or Galileo (.dft).")
    ],
    tree: Annotated[
        str,
        typer.Option(
            "--tree", help="The tree that is written as Galileo; may be left out when there is one."
        ),
    ] = "",
    mission_time: MissionTime = None,
    house: House = None,
    changed: Set = None,
    as_json: Json = False,
) -> None:
    """Write the model as Open-PSA MEF, or one tree as Galileo; what could not be carried is listed, item by item."""
    from casegen.io.outputs import refuse_output
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    refuse_output(file, opened.case)
    if file.suffix == ".dft":
        written = [opened.one(tree)]
        lost = convert_to_galileo(opened, written[0], file, mission_time)
    elif file.suffix in (".xml", ".mef", ".opsa"):
        written = _with_probabilities(opened)
        lost = convert_to_openpsa(opened, file, mission_time)
    else:
        raise InputError.at(
            Location(str(file)),
            f"cannot tell what {file.suffix or 'a file without ending'} is",
            hint="end the name in .xml or .dft",
        )
    lost = (*opened.unread, *lost)
    if as_json:
        output.as_json({"file": str(file), "not_carried": list(lost), "stale": _stale(opened, written)})
        return
    for item in lost:
        echo(f"not carried: {item}", err=True)
    if file.suffix != ".dft" and opened.case.common_cause:
        echo("common-cause groups are written as groups: SCRAM counts them only with --ccf 1", err=True)
    echo(file)


def _with_probabilities(opened: OpenedModel) -> list[str]:
    """The trees that Open-PSA can hold: one of rates is not written, and its rates are no numbers for the others."""
    from casegen.model.quantity import MeasureKind

    return [name for name in opened.trees("") if opened.case.tree[name].kind is not MeasureKind.PER_HOUR]


def _stale(opened: OpenedModel, trees: list[str]) -> list[str]:
    """The stale evidence items that numbers of these trees come from."""
    from casegen.fta import FaultTreeError, build_structure

    items: set[str] = set()
    for name in trees:
        with contextlib.suppress(FaultTreeError):
            items.update(opened.stale_of(build_structure(opened.case, name).events))
    return sorted(items)


def convert_to_openpsa(opened: OpenedModel, file: Path, mission_time: float | None) -> tuple[str, ...]:
    """Numbers of evidence and of what was set are written; a tree that cannot be quantified is written all the same."""
    from casegen.fta.events.valuation import group_totals
    from casegen.io.openpsa.write import write_openpsa
    from casegen.model.diagnostic import InputError

    totals: dict[str, float] = {}
    probabilities: dict[str, float] = {}
    problems: list[str] = []
    for name in _with_probabilities(opened):
        try:
            at = ready(opened, name, mission_time, None)
        except InputError as error:
            problems += [f"tree {name} has no numbers: {d.message}" for d in error.diagnostics]
            continue
        probabilities |= dict(zip(at.values.events, at.values.probability.tolist(), strict=True))
        structure = at.compiled.structure
        totals |= group_totals(opened.case, structure, opened.evidence, mission_time=mission_time)
    case = dataclasses.replace(
        opened.case,
        events=tuple(_set(event, "model", opened) for event in opened.case.events),
        common_cause=tuple(_set(group, "total", opened) for group in opened.case.common_cause),
    )
    return (*problems, *write_openpsa(case, file, probabilities, totals))


def _set(part: _Part, field: str, opened: OpenedModel) -> _Part:
    """The event, or the common-cause group, with the number that was set by hand."""
    from casegen.model.fault_tree import Constant

    if part.id not in opened.overrides:
        return part
    return part.altered(update={field: Constant(probability=opened.overrides[part.id])})


def convert_to_galileo(
    opened: OpenedModel, tree: str, file: Path, mission_time: float | None
) -> tuple[str, ...]:
    """One tree, with the numbers of evidence and of what was set; returns what could not be carried."""
    from casegen.fta.gates.structure import common_cause_parts
    from casegen.io.galileo.write import write_galileo

    at = ready(opened, tree, mission_time, None)
    numbers = dict(zip(at.values.events, at.values.probability.tolist(), strict=True))
    parts: dict[str, list[str]] = {}
    for group in opened.case.common_cause:
        if group.id in at.compiled.groups:
            for part, members in common_cause_parts(group).items():
                for member in members:
                    parts.setdefault(member, []).append(part)
    return write_galileo(opened.case, tree, file, numbers, parts)


# --- hazard scenarios ----------------------------------------------------------------------------


@fta.command()
def scenarios(
    case: CasePath,
    chosen: Annotated[
        list[str] | None, typer.Argument(metavar="[SCENARIO]…", help="Hazard scenarios; all if left out.")
    ] = None,
    tree_id: Annotated[str, typer.Option("--as", metavar="ID", help="Id of the tree.")] = "scenarios",
    file: Annotated[
        Path | None, typer.Option("-o", "--output", help="YAML file to write the tree and its new events to.")
    ] = None,
    mission_time: MissionTime = None,
    as_json: Json = False,
) -> None:
    """Hazard scenarios compiled into one fault tree: chains become gates, steps of one name merge."""
    from casegen.assessment.stale_parts import stale_items
    from casegen.assessment.trees import measured
    from casegen.fta import FaultTreeError, scenario_tree
    from casegen.io.outputs import refuse_output
    from casegen.model.diagnostic import InputError

    session, _ = sound(case, as_json=as_json, mission_time=mission_time, settled=_missing_steps)
    loaded = session.case
    if file is not None:
        refuse_output(file, loaded)
    names = list(chosen or [s.id for s in loaded.scenarios])
    if tree_id in loaded.tree:
        raise InputError.call(f"the case has a tree {tree_id} already", hint="--as another id")
    try:
        made, missing = scenario_tree(loaded, names, tree_id)
    except FaultTreeError as error:
        raise InputError.call(str(error)) from None
    _no_circles(loaded, names)
    if mission_time is not None:
        made = made.altered(update={"mission_time": mission_time})
    alone = dataclasses.replace(loaded, trees=(*loaded.trees, made), events=(*loaded.events, *missing))
    opened = OpenedModel(alone, measured(session.evidence), stale=stale_items(session.evidence))
    result = _numbers(opened, tree_id, mission_time)
    written = _written(made, missing, file)
    document = {"tree": tree_id, "scenarios": names, "top": made.top, "gates": [g.id for g in made.gates],
                "undeveloped": [e.id for e in missing], **result, "file": written}  # fmt: skip
    if as_json:
        output.as_json(document)
        return
    _show_tree(alone, made)
    for event in missing:
        echo(f"undeveloped: {event.id}")
    echo(result["problem"] or f"probability {output.figure(result['probability'])}, "
               f"{counted(result['minimal_cut_sets'], 'minimal cut set')}")  # fmt: skip
    if written:
        echo(written)


def _missing_steps(case: Case) -> Callable[[Diagnostic], bool]:
    """Whether a finding is of a step of a scenario whose event no tree has yet."""
    from casegen.argument.references import Space, references

    steps = (ref for ref in references(case) if ref.section == "scenarios" and ref.space is Space.TREE_PART)
    places = {case.locate(*step.place) for step in steps}
    return lambda row: row.rule == "reference-missing" and row.location in places


def _no_circles(case: Case, names: list[str]) -> None:
    from casegen.argument.chains import circles
    from casegen.model.diagnostic import Diagnostic, InputError, Severity

    index = {scenario.id: n for n, scenario in enumerate(case.scenarios)}
    faults = [
        Diagnostic("fault-tree", Severity.INPUT, f"steps of scenarios cause themselves: {path}",
                   case.locate("scenarios", index[names[n]], "chain", k))
        for n, k, path in circles([case.scenarios[index[name]] for name in names])
    ]  # fmt: skip
    if faults:
        raise InputError(faults)


def _numbers(opened: OpenedModel, tree: str, mission_time: float | None) -> dict[str, Any]:
    from casegen.model.diagnostic import InputError

    try:
        at = ready(opened, tree, mission_time, None)
    except InputError as error:
        from casegen.fta import compile_tree

        problem = "; ".join(d.message for d in error.diagnostics)
        count = compile_tree(opened.case, tree).cut_set_count()
        return {"probability": None, "minimal_cut_sets": count, "stale": [], "problem": problem}
    p = at.compiled.probability(at.values.probability)
    return {"probability": p, "minimal_cut_sets": at.compiled.cut_set_count(), "stale": list(at.stale),
            "problem": ""}  # fmt: skip


def _written(tree: FaultTree, events: tuple[BasicEvent, ...], file: Path | None) -> str | None:
    if file is None:
        return None
    from casegen.io.atomic import write_text
    from casegen.io.case_writer import dump, plain

    sections: dict[str, Any] = {"events": [plain(e) for e in events]} if events else {}
    write_text(file, dump({**sections, "trees": [plain(tree)]}))
    return str(file)


def _show_tree(case: Case, tree: FaultTree) -> None:
    """The tree as an indented list; a gate shown before is only named again."""
    gates = {g.id: g for g in tree.gates}
    shown: set[str] = set()

    def show(name: str, depth: int) -> None:
        gate = gates.get(name) or case.gate.get(name)
        again = name in shown and gate is not None
        own = name in gates
        kind = "" if gate is None else f"  {_kind(gate)}" if own else "  (gate of another tree)"
        text = gate.text if gate is not None else case.event[name].text if name in case.event else ""
        echo(f"{'  ' * depth}{name}{kind}{'  (above)' if again else ''}{f'  {text}' if text else ''}")
        if gate is None or again or not own:
            return
        shown.add(name)
        for item in gate.inputs:
            if isinstance(item, str):
                show(item, depth + 1)

    show(tree.top, 0)


def _kind(gate: Formula) -> str:
    return gate.type.value.upper()
