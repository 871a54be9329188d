"""A model in files or a case folder, opened; a tree of it compiled and bound.  Without a parser of commands: a model
file is read and solved before one would be imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.limits import MOST_NODES
from casegen.model.plural import counted
from casegen.model.sentence import listed
from casegen.model.setting import number_set, split_setting

if TYPE_CHECKING:
    from casegen.fta import CompiledTree, EventValues
    from casegen.model.case import Case
    from casegen.model.diagnostic import Diagnostic
    from casegen.model.quantity import Estimate

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A model with its trees, for a case folder its measured evidence, and what was read past."""

    case: Case
    evidence: dict[str, dict[str, Estimate]]
    left_out: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """what a file says that bears on no number"""
    overrides: Mapping[str, float] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    """evidence items whose numbers are out of date"""

    def stale_of(self, events: Iterable[str]) -> tuple[str, ...]:
        """The stale items that numbers of these events of a compiled tree come from."""
        if not self.stale:
            return ()
        from casegen.assessment.stale_parts import stale_events

        return tuple(dict.fromkeys(stale_events(self.case, events, self.stale, self.overrides).values()))

    def trees(self, wanted: str) -> list[str]:
        """The tree named, or all of them."""
        return [self.one(wanted)] if wanted else [tree.id for tree in self.case.trees]

    def one(self, wanted: str) -> str:
        """The tree named, or the only one."""
        from casegen.model.case import Location
        from casegen.model.diagnostic import InputError
        from casegen.model.suggestions import nearest

        known = [tree.id for tree in self.case.trees]
        place = Location(str(self.case.root))
        if wanted:
            if wanted in known:
                return wanted
            raise InputError.at(place, f"there is no tree {wanted!r}{nearest(wanted, known)}")
        if len(known) == 1:
            return known[0]
        raise InputError.at(
            place,
            f"the model has {counted(len(known), 'tree')}",
            hint=f"--tree, one of: {', '.join(known)}",
        )


def open_model(
    paths: list[Path],
    *,
    house: list[str] | None = None,
    changed: list[str] | None = None,
    as_json: bool = False,
    mission_time: float | None = None,
) -> OpenedModel:
    """A case folder with its evidence, or model files by their ending, with the changes asked for.

    With the ``mission_time`` (hours) of the command a case need not state one.  What the reader could not carry is
    listed on stderr: the numbers are those of the rest.
    """
    opened = _changed(_house_set(_opened(paths, as_json, mission_time), house or []), changed or [])
    for line in opened.left_out:
        echo(f"left out: {line}", err=True)
    return opened


def _opened(paths: list[Path], as_json: bool, mission_time: float | None) -> OpenedModel:
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError
    from casegen.model.gates import GateType

    GateType.of_packages()
    path = paths[0]
    endings = {p.suffix.lower() for p in paths}
    if all(p.is_file() for p in paths) and endings <= {".xml", ".mef", ".opsa"}:
        from casegen.io.openpsa.read import import_openpsa

        result = import_openpsa(*paths)
        return OpenedModel(result.case, {}, result.left_out, unread=result.unread)
    if len(paths) > 1:
        missing = next((p for p in paths if not p.exists()), None)
        what = (
            "there is no such file"
            if missing
            else "several files make one model only if all are Open-PSA .xml"
        )
        raise InputError.at(Location(str(missing or path)), what)
    if path.is_dir() or path.name == "case.yaml":
        from casegen.assessment.stale_parts import stale_items
        from casegen.assessment.trees import measured
        from casegen.cli.case_verdict import sound

        session, _ = sound(path, as_json=as_json, mission_time=mission_time)
        case = session.case
        if not case.trees:
            raise InputError.at(Location(str(path)), "the case has no fault tree")
        return OpenedModel(case, measured(session.evidence), stale=stale_items(session.evidence))
    if path.exists() and path.suffix.lower() == ".dft":
        from casegen.io.galileo.read import import_galileo

        result = import_galileo(path)
        return OpenedModel(result.case, {}, result.left_out, unread=result.unread)
    what = (
        f"cannot tell what {path.suffix or 'it'} is" if path.exists() else "there is no such file or folder"
    )
    raise InputError.at(
        Location(str(path)), what, hint="give a case folder, Open-PSA .xml files or a .dft file"
    )


def _house_set(opened: OpenedModel, settings: list[str]) -> OpenedModel:
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    states: dict[str, bool] = {}
    for text in settings:
        name, state = split_setting(text)
        if name not in opened.case.house_event:
            known = list(opened.case.house_event)
            hint = f"house events: {', '.join(known)}" if known else "the model has none"
            raise InputError.call(f"there is no house event {name!r}{nearest(name, known)}", hint=hint)
        if state not in ("true", "false"):
            raise InputError.call(f"--house {name} takes true or false, found {state!r}")
        if states.setdefault(name, state == "true") != (state == "true"):
            raise InputError.call(f"--house {name} is given as true and as false")
    house = tuple(h.altered(update={"state": states.get(h.id, h.state)}) for h in opened.case.house_events)
    return replace(opened, case=replace(opened.case, house_events=house)) if states else opened


def _changed(opened: OpenedModel, settings: list[str]) -> OpenedModel:
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    known = [*opened.case.event, *(g.id for g in opened.case.common_cause)]
    group_of = {m: g.id for g in opened.case.common_cause for m in g.members}
    overrides: dict[str, float] = {}
    for text in settings:
        try:
            name, number = number_set(text, "EVENT=PROBABILITY")
        except ValueError as error:
            raise InputError.call(f"--set: {error}") from None
        if name not in known:
            raise InputError.call(f"there is no event {name!r}{nearest(name, known)}")
        if name in group_of:
            raise InputError.call(
                f"{name} is a member of the common-cause group {group_of[name]}",
                hint=f"set {group_of[name]}, the total, instead",
            )
        if overrides.setdefault(name, number) != number:
            raise InputError.call(f"--set {name} is given two probabilities")
    return replace(opened, overrides=overrides)


def nodes_allowed(max_nodes: int | None, max_memory: float | None) -> int | None:
    """The smaller of both limits, in diagram nodes."""
    from casegen.fta import nodes_within

    if max_memory is None:
        return max_nodes
    return min(max_nodes or MOST_NODES, nodes_within(max_memory * 2**30))


class Remarks(TypedDict):
    """What every document of a tree's numbers says of them."""

    rounding: str
    stale: list[str]
    hours: str


@dataclass(frozen=True, slots=True)
class ValuedTree:
    """A compiled tree with values."""

    tree: str
    compiled: CompiledTree
    values: EventValues
    overrides: Mapping[str, float]
    rounding: str = ""
    """what rounding leaves of the top's digits, which events are known as a range only where that may raise the top, and
    which orders are counted as 1; empty where none is so"""
    hours: str = ""
    """which events have the number after hours of their own, and not after the mission's; empty where none has"""
    stale: tuple[str, ...] = ()
    """stale evidence items that its numbers come from"""

    @property
    def remarks(self) -> Remarks:
        """As a document has them."""
        return {"rounding": self.rounding, "stale": list(self.stale), "hours": self.hours}

    def show_hours(self) -> None:
        """The line on hours of their own below a table, where events have such."""
        if self.hours:
            echo(self.hours)


def warn_of_stale(tree: str, items: Sequence[str]) -> None:
    """Say on stderr that numbers of a tree are out of date, where they come from stale evidence."""
    if items:
        from casegen.assessment.stale_parts import stale_words

        echo(stale_words(tree, items), err=True)


@dataclass(frozen=True, slots=True)
class Draws:
    """What is drawn for tree after tree: one that has no number for it does not take the others' results."""

    findings: list[Diagnostic] = field(default_factory=list)

    def of(self, at: ValuedTree, draw: Callable[[], Drawn]) -> Drawn | None:
        """What is drawn for a tree; None, with a finding by the tree's name, where an event has no number for it."""
        from casegen.model.diagnostic import InputError

        try:
            return draw()
        except ValueError as error:
            self.findings.extend(InputError.call(f"tree {at.tree}: {error}").diagnostics)
            return None

    def show(self, documents: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
        """The documents of the trees that have one (:func:`show_documents`); then the findings are raised."""
        from casegen.model.diagnostic import InputError

        if not self.findings:
            show_documents(documents, as_json=as_json)
            return
        if not (as_json and documents):
            raise InputError(self.findings)
        # one document, which has the findings too
        output.as_json({"trees": documents, "left_out": [finding.message for finding in self.findings]})
        raise SystemExit(2)


def ready(
    opened: OpenedModel, tree: str, mission_time: float | None, max_nodes: int | None, *, warn: bool = True
) -> ValuedTree:
    """Compile and bind; what is wrong with the tree becomes a finding with its place.

    Lost digits, events known as a range only, orders counted as 1, and numbers out of date are reported on stderr unless
    ``warn`` is False.
    """
    from casegen.fta import FaultTreeError, compile_tree, structure_values
    from casegen.fta.study.mission import own_hours

    try:
        compiled = compile_tree(opened.case, tree, max_nodes=max_nodes)
        settable = {*compiled.events, *compiled.groups}
        here = {name: p for name, p in opened.overrides.items() if name in settable}
        values = structure_values(
            opened.case, compiled.structure, opened.evidence, mission_time=mission_time, overrides=here
        )
    except FaultTreeError as error:
        raise located(opened, error) from None
    hours = own_hours(opened.case, compiled, here, mission_time)
    stale = opened.stale_of(compiled.events)
    if not warn:
        return ValuedTree(tree, compiled, values, here, hours=hours, stale=stale)
    warn_of_stale(tree, stale)
    from casegen.fta.tree.conditioning import lost_digits
    from casegen.fta.tree.ranges import counted_orders, inexact

    words = inexact(compiled, values, lost_digits(compiled, values.probability, values))
    orders = counted_orders(compiled, values)
    if orders not in words:
        words = listed(filter(None, (words, orders)))
    if words:
        echo(f"tree {tree}: {words}", err=True)
    return ValuedTree(tree, compiled, values, here, words, hours, stale)


def located(opened: OpenedModel, error: Exception) -> Exception:
    """A fault of a tree as findings with their places."""
    from casegen.fta import FaultTreeError
    from casegen.model.diagnostic import Diagnostic, InputError, Severity

    assert isinstance(error, FaultTreeError)
    return InputError(
        [Diagnostic("fault-tree", Severity.INPUT, m, opened.case.locate(*path)) for path, m in error.elements]
    )


def ready_trees(
    opened: OpenedModel,
    tree: str,
    mission_time: float | None,
    max_nodes: int | None,
    max_memory: float | None,
) -> Iterator[ValuedTree]:
    """The tree that was asked for, or each of the model, compiled and bound (:func:`ready`)."""
    for name in opened.trees(tree):
        yield ready(opened, name, mission_time, nodes_allowed(max_nodes, max_memory))


def show_documents(documents: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
    """With ``--json`` the document of one tree, or those of several."""
    if as_json:
        output.as_json(documents[0] if len(documents) == 1 else {"trees": documents})


def unknown_method(method: str, methods: tuple[str, ...]) -> Exception:
    """The refusal of a method that does not exist."""
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    message = f"there is no method {method!r}{nearest(method, methods)}"
    return InputError.call(message, hint=f"methods: {', '.join(methods)}")


def without_confidence(at: ValuedTree) -> str:
    """Why no number computed at the points of uncertain inputs has a confidence; empty where nothing is uncertain."""
    from casegen.fta.tree.bounds import at_means

    measured = any(one.measured is not None for one in at.values.uncertain.values())
    points = [at_means(at.values), "measures at their estimates" if measured else ""]
    what = " and ".join(filter(None, points))
    return f"{what}: these numbers are no bounds, and have no confidence" if what else ""
