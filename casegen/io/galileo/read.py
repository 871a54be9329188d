"""Galileo ``.dft`` files with static gates (and priority-AND); dynamic gates are refused by name."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from casegen.io.openpsa.names import replacements
from casegen.io.openpsa.read import ImportedTrees
from casegen.io.source_map import read_text
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.digits import in_full
from casegen.model.explain import limited
from casegen.model.fault_tree import BasicEvent, Constant, EventModel, Exponential, FaultTree, Gate, Weibull
from casegen.model.gates import GALILEO_COUNT, GALILEO_DYNAMIC, WORDS, GateType, of_word
from casegen.model.given_parts import WrongPart
from casegen.model.setting import quoted, shortened, stated_number, whole_number
from casegen.model.value_ranges import ranges_of

_KNOWN = ", ".join(sorted(WORDS["galileo"]))
_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)"""
    r"""|"(?P<quoted>[^"\n]*)"|(?P<end>;)|(?P<word>(?:(?!/\*|//)[^\s;"])+)|(?P<stray>\S)""",
    re.DOTALL,
)
"""comments and names in one pass, since a name in quotes may hold what would begin a comment elsewhere"""
_NO_ID = re.compile(r"""[/\\<>"'&\t\r]+|^\s+|\s+$""")
"""what an id has no place for"""
_SPARE = "dorm"
"""the dormancy of a spare, which no static gate uses"""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    place: Location
    quoted: bool


@dataclass(slots=True)
class _Reader:
    file: str
    gates: list[tuple[Gate, Location]] = field(default_factory=list)
    events: list[tuple[BasicEvent, Location]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    top: _Word | None = None
    unread: list[str] = field(default_factory=list)
    numbers: list[tuple[Location, str]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    """names with a statement of their own, sound or not: a use of them is no further fault"""

    def fault(self, place: Location, message: str, hint: str = "") -> None:
        self.problems.append(Diagnostic("galileo", Severity.INPUT, message, place, hint=hint))


def read_galileo(path: Path) -> Case:
    """The case that a ``.dft`` file describes; see :func:`import_galileo`."""
    return import_galileo(path).case


def import_galileo(path: Path) -> ImportedTrees:
    """Read a ``.dft`` file: one tree, times in hours.

    Names with slashes, quotes, <, > or &, and those that begin or end in a blank, are renamed, and listed.  Raises
    :class:`InputError` with file, line and column for syntax, dynamic gates, attributes that cannot be carried, wrong
    arity, undefined or repeated names, and a missing top level.
    """
    label = str(path)
    text = read_text(path, label)
    reader = _Reader(label)
    statements = [words for written in _statements(text, reader) for words in _ended(written, reader)]
    new = replacements({w.text for words in statements for w in _names(words)}, _NO_ID)
    for words in statements:
        _read(_renamed(words, new), reader)
    listed = tuple(f"renamed: {old!r} is {name} here" for old, name in new.items())
    return ImportedTrees(_case(path, reader), (*listed, *shortened(reader.numbers)), tuple(reader.unread))


def _names(words: Sequence[_Word]) -> Sequence[_Word]:
    """The words of a statement that name something: itself and what a gate or the top level refers to."""
    if _names_the_top(words):
        return words[1:]
    return [*words[:1], *(words[2:] if len(words) > 1 and "=" not in words[1].text else ())]


def _names_the_top(words: Sequence[_Word]) -> bool:
    """``toplevel NAME``; in capitals too, where the statement is of no gate or event that has this name."""
    head = words[0]
    alone = len(words) == 2 and not (words[1].text.count("=") and not words[1].quoted)
    return not head.quoted and (head.text == "toplevel" or (head.text.lower() == "toplevel" and alone))


def _renamed(words: list[_Word], new: Mapping[str, str]) -> list[_Word]:
    named = set(_names(words))
    return [replace(w, text=new[w.text]) if w in named and w.text in new else w for w in words]


def _statements(text: str, reader: _Reader) -> Iterator[list[_Word]]:
    words: list[_Word] = []
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    line = 0
    for match in _TOKEN.finditer(text):
        if match.group("comment") is not None:
            continue
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        place = Location(reader.file, line + 1, match.start() - starts[line] + 1)
        if match.group("end"):
            if words:
                yield words
            words = []
        elif stray := match.group("stray"):
            what = (
                "the name in quotes does not end in its line" if stray == '"' else "the comment does not end"
            )
            reader.fault(place, what)
        else:
            quoted = match.group("quoted") is not None
            words.append(_Word(match.group("quoted") if quoted else match.group("word"), place, quoted))
    if words:
        reader.fault(words[0].place, "the statement does not end", "end it with ;")


def _ended(words: list[_Word], reader: _Reader) -> Iterator[list[_Word]]:
    """The statements that the words are: two where a line begins another, and nothing ends the first."""
    begun = 0
    for i, (word, after) in enumerate(pairwise(words[1:]), 1):
        last = words[i - 1]
        if word.place.line > last.place.line and not _says_what(word) and _says_what(after):
            reader.fault(last.place, f"the statement of {words[begun].text} does not end", "end it with ;")
            yield words[begun:i]
            begun = i
    yield words[begun:]


def _says_what(word: _Word) -> bool:
    """Whether a word says what the name before it is: a gate's type, or a number of an event."""
    kind = word.text.lower()
    known = "=" in kind or kind in GALILEO_DYNAMIC or of_word("galileo", kind) or GALILEO_COUNT.match(kind)
    return not word.quoted and bool(known)


def _read(words: list[_Word], reader: _Reader) -> None:
    head = words[0]
    if _names_the_top(words):
        if len(words) != 2 or reader.top is not None:
            reader.fault(head.place, "expected one `toplevel NAME;` in the file")
        elif reader.top is None:
            reader.top = words[1]
        return
    if len(words) == 1:
        reader.fault(
            head.place, f"{head.text} is neither a gate nor a basic event", "give it a gate type or prob=…"
        )
        return
    reader.named.add(head.text)
    kind = words[1].text.lower()
    counted = GALILEO_COUNT.match(kind)
    try:
        if kind in GALILEO_DYNAMIC:
            reader.fault(words[1].place, f"{kind} is a dynamic gate, which a static tree cannot carry")
        elif "=" in kind:
            reader.events.append((_event(head, words[1:], reader), head.place))
        elif type_of_gate := GateType.ATLEAST if counted else of_word("galileo", kind):
            gate = _gate(head, type_of_gate, counted, words[2:], reader)
            reader.gates.append((gate, head.place))
        else:
            reader.fault(words[1].place, f"gate type {words[1].text!r} is not known",
                         f"known: {_KNOWN}, KofN")  # fmt: skip
    except WrongPart as error:
        messages = (d["msg"].removeprefix("Value error, ") for d in error.errors())
        reader.fault(head.place, f"{head.text}: {'; '.join(dict.fromkeys(messages))}")
    except InputError as error:
        reader.problems.extend(error.diagnostics)


def _gate(
    head: _Word, kind: GateType, counted: re.Match[str] | None, inputs: list[_Word], reader: _Reader
) -> Gate:
    names = tuple(w.text for w in inputs)
    if not names:
        raise InputError.at(
            head.place, f"gate {head.text} has no inputs", hint="name them after the gate's type"
        )
    if kind is GateType.XOR and len(names) > 2:
        raise InputError.at(
            head.place,
            f"{head.text}: xor of {len(names)} inputs has two meanings: an odd number of them, or exactly one",
            hint="write xor gates of two inputs each for an odd number, and and, or and not gates for exactly one",
        )  # fmt: skip
    if counted is None:
        return Gate(id=head.text, type=kind, inputs=names)
    k, n = whole_number(counted.group(1)), whole_number(counted.group(2))
    if k is None or n is None:
        raise InputError.at(
            head.place, f"{head.text}: {quoted(counted.group())} has more digits than a number of inputs has"
        )
    if n != len(names):
        raise InputError.at(head.place, f"{head.text} is {k} of {n}, but has {len(names)} inputs")
    return Gate(id=head.text, type="atleast", k=k, inputs=names)


def _event(head: _Word, words: list[_Word], reader: _Reader) -> BasicEvent:
    numbers: dict[str, float] = {}
    for word in words:
        key, _, text = word.text.partition("=")
        if key.lower() in numbers:
            raise InputError.at(word.place, f"{head.text} has two numbers for {key}")
        number = stated_number(text)
        if number is None:
            raise InputError.at(word.place, f"{key} needs a number, found {quoted(text)}")
        numbers[key.lower()] = number
        reader.numbers.append((word.place, text))
    stated = [key for key in ("prob", "lambda", "rate") if key in numbers]
    if len(stated) > 1 or ("prob" in numbers and "shape" in numbers):
        raise InputError.at(
            head.place, f"{head.text} has {' and '.join([*stated, *(['shape'] * ('shape' in numbers))])}",
            hint="one model for each event: prob=, lambda=, or rate= with shape=",
        )  # fmt: skip
    if _SPARE in numbers:
        reader.unread.append(f"{head.place}: dormancy of {head.text}, which spares alone have")
    model = _model(head, numbers)
    left = set(numbers) - {_SPARE, "prob", "lambda", "rate", "shape"}
    harmless = {
        k for k in left if (k in ("cov", "res") and numbers[k] == 0.0) or (k == "repl" and numbers[k] == 1.0)
    }
    if left - harmless or model is None:
        what = ", ".join(sorted(left - harmless)) or "no prob= or lambda="
        raise InputError.at(
            head.place, f"{head.text}: {what} cannot be carried", hint="prob=, lambda=, or rate= with shape="
        )
    return BasicEvent(id=head.text, model=model)


def _model(head: _Word, numbers: dict[str, float]) -> EventModel | None:
    if "prob" in numbers:
        if not 0.0 <= numbers["prob"] <= 1.0:
            raise InputError.at(
                head.place, f"{head.text} has probability {in_full(numbers['prob'])}, outside [0, 1]"
            )
        return Constant(probability=numbers["prob"])
    rate = numbers.get("lambda", numbers.get("rate"))
    if rate is None:
        return None
    if not 0.0 < rate < math.inf:
        raise InputError.at(
            head.place, f"{head.text} has rate {in_full(rate)}; a rate is above 0, and finite"
        )
    shape: Any = numbers.get("shape", 1.0)
    if shape != 1.0:
        if math.isinf(1.0 / rate):
            raise InputError.at(head.place, f"{head.text}: scale must be finite, found inf")
        model = Weibull(type="weibull", scale=1.0 / rate, shape=shape)
        for name, limits in ranges_of(model).items():
            value = getattr(model, name)
            if value is not None and (problem := limits.problem_of(value)):
                raise InputError.at(head.place, f"{head.text}: {name} {problem}")
        return model
    return Exponential(type="exponential", rate=rate)


def _case(path: Path, reader: _Reader) -> Case:
    here = Location(reader.file)
    known: dict[str, Location] = {}
    parts: list[tuple[Any, Location]] = [*reader.gates, *reader.events]
    for part, place in parts:
        if part.id in known:
            reader.fault(place, f"{part.id} is defined twice; first at {known[part.id]}")
        known.setdefault(part.id, place)
    for gate, place in reader.gates:
        for name in gate.inputs:
            if isinstance(name, str) and name not in reader.named:
                from casegen.model.suggestions import nearest

                reader.fault(place, f"{gate.id} names {name!r}, which is not defined{nearest(name, known)}")
    gates = {g.id for g, _ in reader.gates}
    if reader.top is None:
        reader.fault(here, "the file names no top level", 'add: toplevel "NAME";')
    elif reader.top.text not in gates and not reader.problems:
        reader.fault(reader.top.place, f"the top level {reader.top.text!r} is no gate")
    if reader.problems or reader.top is None:
        raise InputError(limited(reader.problems))
    name = re.sub(r"[^\w.-]+", "-", path.stem) or "tree"
    locations: dict[tuple[str | int, ...], Location] = {("trees", 0): here}
    locations |= {("trees", 0, "gates", i): place for i, (_, place) in enumerate(reader.gates)}
    locations |= {("events", i): place for i, (_, place) in enumerate(reader.events)}
    tree = FaultTree(id=name, top=reader.top.text, gates=tuple(g for g, _ in reader.gates))
    return Case(
        header=Header(id=name, title=path.stem), events=tuple(e for e, _ in reader.events), trees=(tree,),
        root=path.parent, files=(reader.file,), locations=locations,
    )  # fmt: skip
