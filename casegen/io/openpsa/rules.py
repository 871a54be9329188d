"""What an Open-PSA model says beside its fault trees: substitutions, alignments, and what is only listed.

A substitution without a source says that its hypothesis implies its target.  The top event then is
``top and (not hypothesis or target)`` for all of them, exactly: delete terms and recovery rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from casegen.io.openpsa.expressions import definition
from casegen.io.openpsa.formulas import Formulas
from casegen.io.openpsa.names import Definitions, attributes
from casegen.io.openpsa.xml_places import Element
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import Formula, Gate, GateType
from casegen.model.gates import OWN
from casegen.model.setting import as_written

LEFT = " with substitutions"
"""what the id of a top event gains that substitutions apply to"""


def implications(formulas: Formulas, definitions: Definitions) -> list[tuple[str, Formula]]:
    """Name and implication of each substitution.

    Raises :class:`InputError` for those with a source: they exchange events inside cut sets, which has no
    meaning for an exact top event.
    """
    results: dict[str, Formula] = {}
    for e in definitions.others:
        if e.tag != "define-substitution":
            continue
        name = e.attributes.get("name", "")
        if name in results:
            raise InputError.at(e.place, f"substitution {name} is defined twice")
        source = e.first("source")
        if source is not None:
            raise InputError.at(
                source.place, f"substitution {name} exchanges events cut set by cut set, which an exact top event has "
                "no place for",
                hint="leave its <source> out if the hypothesis implies the target, or model the exchange by gates",
            )  # fmt: skip
        parts = [formulas.input(_one(e, "hypothesis"), ()), formulas.input(_one(e, "target"), ())]
        negated = Formula(type=GateType.NOT, inputs=(parts[0],))
        results[name] = Formula(type=GateType.OR, inputs=(negated, parts[1]))
    return list(results.items())


def _one(e: Element, part: str) -> Element:
    inner = e.first(part)
    result = None if inner is None else definition(inner)
    if result is None:
        raise InputError.at(
            e.place, f"substitution {e.attributes.get('name', '')} needs a <{part}> with a formula"
        )
    return result


def substituted(top: Gate, rules: Iterable[tuple[str, Formula]]) -> Gate:
    """The gate above a top event that holds where the substitutions leave it."""
    names, formulae = zip(*rules, strict=True)
    text = f"{top.text or top.id}, as substitutions {', '.join(names)} leave it"
    return Gate(id=f"{top.id}{LEFT}", type=GateType.AND, inputs=(top.id, *formulae), text=text)


def left_out(definitions: Definitions) -> Iterable[str]:
    """One line for each element that is read past, with what to do instead."""
    started = {
        e.attributes.get("event-tree" if e.tag == "define-initiating-event" else "name", "")
        for top in definitions.others
        for e in _descend(top)
        if e.tag in ("define-initiating-event", "event-tree")
    }
    for e in definitions.others:
        name = e.attributes.get("name", "")
        if e.tag == "define-alignment":
            yield from _alignment(e, name)
        elif e.tag == "define-event-tree" and name not in started:
            yield f"{e.place}: event tree {name}, which no initiating event starts"
        elif e.tag not in _CARRIED:
            yield f"{e.place}: <{e.tag}> {name}".rstrip()


_CARRIED = ("define-substitution", "define-initiating-event", "define-event-tree", "define-rule")


def _alignment(e: Element, name: str) -> Iterable[str]:
    """Phases change house events for a fraction of the mission; each is a quantification of its own."""
    for phase in e.all("define-phase"):
        states = [
            f"{s.attributes.get('name', '')}={c.attributes.get('value', '')}"
            for s in phase.all("set-house-event")
            for c in s.all("constant")
        ]
        switches = "".join(f" --house {s}" for s in states)
        yield (
            f"{phase.place}: phase {phase.attributes.get('name', '')} of alignment {name}, "
            f"{phase.attributes.get('time-fraction', '1')} of the mission time"
            + (f"; quantify it with{switches}" if states else "")
        )


_FLAVOURS = {
    "define-gate": {row.flavour for row in OWN.values()} - {""},
    "define-basic-event": {"conditional", "undeveloped"},
}


def unread_attributes(roots: Sequence[Element]) -> Iterator[str]:
    """Free attributes of any element: one line for each element's kind and attribute, with the first place."""
    known: dict[tuple[str, str], list[tuple[Element, str]]] = {}
    for owner in (e for root in roots for e in _descend(root)):
        for name, value in attributes(owner).items():
            if name != "flavor" or value not in _FLAVOURS.get(owner.tag, ()):
                known.setdefault((owner.tag, name), []).append((owner, value))
    for (tag, name), each in known.items():
        first, value = each[0]
        more = f", and {len(each) - 1} more" if len(each) > 1 else ""
        whose = " ".join(filter(None, (f"<{tag}>", first.attributes.get("name", ""))))
        yield f"{first.place}: attribute {name} of {whose} ({value}){more}"


def _descend(element: Element) -> Iterable[Element]:
    stack = [element]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(current.children))


def written_numbers(roots: Iterable[Element]) -> Iterator[tuple[Location, str]]:
    """The numbers of a model, each where it stands."""
    stack = [*roots][::-1]
    while stack:
        element = stack.pop()
        text = element.attributes.get("value", "").strip()
        if element.tag in ("float", "int") and as_written(text) is not None:
            yield element.place, text
        stack += element.children[::-1]
