"""LTAC, the Lightweight Text Assurance Case format, and its extension by D. A. Wheeler.

After the formatting rules v1.1.2 (Argevide) and v1.5.0 (extended LTAC), CC BY 4.0.  One element a line;
indentation is support; a package of the extended form becomes a module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.graph import (
    ExchangeGraph,
    ExchangeKind,
    GraphNode,
    SourceMark,
    fresh,
    identifier,
    tidy,
)
from casegen.io.exchange.into_case import into_case
from casegen.io.exchange.ltac_write import write
from casegen.io.source_map import read_text, refuse_unseen_line_ends
from casegen.model.argument import Module
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import limited

TYPES = ("Claim", "Strategy", "Justification", "Evidence", "Context", "Assumption", "Relation", "Link")
MAX_DEPTH = 100
_STANDS = ("asserted",)
_CITED = "\0cited "
_LINE = re.compile(r"(?P<indent>[ \t]*)-[ \t]+(?P<type>[A-Za-z]+)(?P<rest>.*)")
_REFERENCE = re.compile(r"(?:^|[ \t])\((?P<reference>[^()]*(?:\([^()]*\)[^()]*)*)\)[ \t]*$")
_OPTIONS = re.compile(r"(?:^|[ \t])\{(?P<options>[^{}]*)\}[ \t]*$")
_OPTION_WORDS = "asserted|defeated|defeater|iscounter|needssupport|assumed|axiomatic"
_STRAY = re.compile(rf"[{{｛]\s*(?:{_OPTION_WORDS})\s*(?:[,;]\s*\w+\s*)*(?:[}}｝\0]|$)", re.IGNORECASE)
"""an option within a text or a name, or one that is not closed: the element would be imported without it"""
_PREFIX = {
    "Claim": "C",
    "Strategy": "S",
    "Justification": "J",
    "Evidence": "E",
    "Context": "X",
    "Assumption": "A",
}


def read(paths: Sequence[Path]) -> Imported:
    """The case in LTAC files; a file may hold the lines inside a Markdown code block.

    Raises :class:`InputError` with every finding: unknown types, jumps in the indentation, links to
    nothing, an identifier twice.
    """
    return into_case(_Reader(paths).graph, [str(p) for p in paths])


@dataclass(slots=True)
class _Entry:
    """One element line."""

    type: str
    id: str
    away: bool
    text: str
    options: tuple[str, ...]
    reference: str
    depth: int
    place: Location
    node: str = ""


class _Reader:
    def __init__(self, paths: Sequence[Path]) -> None:
        self.graph = ExchangeGraph(title=paths[0].stem, id=paths[0].stem)
        self.problems: list[Diagnostic] = []
        self.justifications: set[str] = set()
        self.packages: set[str] = set()
        self.cited: list[tuple[_Entry, _Entry | None, str | None]] = []
        entries: list[list[_Entry]] = []
        for path in paths:
            entries += self._packages(path)
        if not entries and not self.problems:
            raise InputError.at(
                Location(str(paths[0])), "expected lines such as `- Claim C1: text`, found none"
            )
        for package in entries:
            self._package(package, several=len(entries) > 1)
        self._resolve()
        if self.problems:
            raise InputError(limited(self.problems))

    def _problem(self, place: Location, message: str, hint: str = "") -> None:
        self.problems.append(Diagnostic("ltac", Severity.INPUT, message, place, hint=hint))

    # --- lines ---------------------------------------------------------------------------------------

    def _lines(self, path: Path) -> Iterator[tuple[int, str]]:
        """Lines with their numbers; of a Markdown file, those of its code blocks that hold LTAC."""
        text = read_text(path, str(path))
        refuse_unseen_line_ends(text, str(path))
        lines = [line.rstrip("\r") for line in text.split("\n")]
        fences = [n for n, line in enumerate(lines) if line.startswith("```")]
        if len(fences) < 2:
            yield from enumerate(lines, 1)
            return
        for start, end in zip(fences[::2], fences[1::2], strict=False):
            block = [(n + 1, lines[n]) for n in range(start + 1, end)]
            description = [line for _, line in block if line.strip() and not line.strip().startswith("#")]
            if description and all(_LINE.fullmatch(line) for line in description):
                indent = min(len(line) - len(line.lstrip(" ")) for line in description)
                yield from ((number, line[indent:]) for number, line in block)
            else:
                self.graph.record_loss(f"code block at line {start + 1}", "it holds lines that are no LTAC")

    def _packages(self, path: Path) -> list[list[_Entry]]:
        results: list[list[_Entry]] = []
        for number, line in self._lines(path):
            if not line.strip() or line.strip().startswith(("#", "```")):
                continue
            entry = self._line(line, Location(str(path), number))
            if entry is None:
                continue
            if entry.depth == 0:
                results.append([])
            above = results[-1][-1].depth if results and results[-1] else -1
            if entry.depth > above + 1:
                self._problem(
                    entry.place,
                    "the line is indented deeper than the line above allows",
                    "two blanks a level",
                )
                continue
            results[-1].append(entry)
        return results

    def _line(self, line: str, place: Location) -> _Entry | None:
        match = _LINE.fullmatch(line)
        if match is None:
            self._problem(place, f"expected `- Type Id: text`, found {line.strip()[:60]!r}")
            return None
        kind, rest = match["type"], match["rest"]
        column = Location(place.file, place.line, len(match["indent"]) + 1)
        if kind not in TYPES:
            from casegen.model.suggestions import nearest

            self._problem(
                column, f"unknown type {kind!r}{nearest(kind, TYPES)}", f"types: {', '.join(TYPES)}"
            )
            return None
        indent = len(match["indent"].replace("\t", "  "))
        if indent % 2 or indent > 2 * MAX_DEPTH:
            self._problem(column, f"indented by {indent} blanks; a level is two, at most {MAX_DEPTH} levels")
            return None
        name, sign, text = rest.strip().partition(":")
        options, reference = "", ""
        if sign or kind == "Link":
            text, options, reference = _ends(text.strip() if sign else "")
        if kind == "Link" and not sign:
            name, options, _ = _ends(name)
        if stray := _STRAY.search(f"{name}\0{text}"):
            hint = "write it at the end of the line, before a reference: `{defeated}`, `{defeated, needsSupport}`"
            self._problem(column, f"the option {stray[0]!r} stands where none is read", hint)
            return None
        away = name.strip().startswith("^")
        own = name.strip().removeprefix("^").strip()
        if not sign and kind != "Link" and not own:
            self._problem(column, f"{kind} has neither an identifier nor a text")
            return None
        words = tuple(dict.fromkeys(o.strip().lower() for o in options.split(",") if o.strip()))
        return _Entry(kind, own, away, text, words, reference, indent // 2, column)

    # --- packages ------------------------------------------------------------------------------------

    def _package(self, entries: list[_Entry], *, several: bool) -> None:
        if not entries:
            return
        root = entries[0]
        if root.type not in ("Claim", "Justification", "Strategy"):
            self._problem(
                root.place, f"a package starts with a Claim, Justification or Strategy, found {root.type}"
            )
            return
        module = None
        if several:
            module = fresh(identifier(root.id or root.text[:40], "package"), self.packages)
            self.packages.add(module)
            self.graph.modules.append(Module(id=module, title=root.text[:200]))
        elif root.text:
            self.graph.title = root.text[:200]
        stack: list[_Entry] = []
        for index, entry in enumerate(entries):
            del stack[entry.depth :]
            above = stack[-1] if stack else None
            if entry.type == "Link" or entry.away:
                if above is not None and above.node:
                    self.graph.support.append((above.node, f"{_CITED}{len(self.cited)}"))
                    self._mark(entry, above.node)
                self.cited.append((entry, above, module))
            elif entry.type == "Relation":
                entry.node = above.node if above is not None else ""
                if entry.options or entry.text:
                    self.graph.record_loss(
                        f"Relation {entry.id or entry.text}".strip(),
                        f"{entry.place}: a link has no options in CAE",
                    )
            else:
                self._node(entry, above, _has_support(entries, index), module)
            stack.append(entry)

    def _node(self, entry: _Entry, above: _Entry | None, supported: bool, module: str | None) -> None:
        nodes = self.graph.nodes
        if entry.id and identifier(entry.id) in nodes:
            self._problem(
                entry.place,
                f"{entry.id} is duplicated; first at {nodes[identifier(entry.id)].place}",
                "use `Link`",
            )
            return
        own = identifier(entry.id) if entry.id else fresh(f"{_PREFIX[entry.type]}{len(nodes) + 1}", nodes)
        node = GraphNode(
            own, ExchangeKind.CLAIM, tidy(entry.text), entry.place, module, reference=entry.reference
        )
        entry.node = own
        self._kind(node, entry, supported=supported, above=above)
        self._options(node, entry)
        nodes[own] = node
        if above is None or not above.node or above.node not in nodes:
            return
        if node.kind is ExchangeKind.DEFEATER:
            self.graph.challenges.append((own, above.node))
        elif node.kind is ExchangeKind.CONTEXT:
            self.graph.contexts.append((above.node, own))
        elif entry.type == "Justification" and nodes[above.node].kind in (
            ExchangeKind.STRATEGY,
            ExchangeKind.CLAIM,
        ):
            self.graph.warrants.append((above.node, own))
            self.justifications.add(own)
        else:
            self.graph.support.append((above.node, own))
        if above.type == "Relation" and node.kind is not ExchangeKind.DEFEATER:
            self._mark(above, (above.node, own) if node.kind is not ExchangeKind.CONTEXT else own)

    def _mark(self, entry: _Entry, target: str | tuple[str, str]) -> None:
        """A relation or link that the source does not simply assert carries nothing unseen."""
        for option in entry.options:
            if option not in _STANDS:
                what = f"{entry.type} {entry.id}".strip()
                text = f"{what} is declared {option!r} in the source"
                self.graph.marks.append(SourceMark(target, text, is_conceded=option == "defeated"))

    @staticmethod
    def _kind(node: GraphNode, entry: _Entry, *, supported: bool, above: _Entry | None) -> None:
        if "defeater" in entry.options or "iscounter" in entry.options:
            node.kind = ExchangeKind.DEFEATER
        elif entry.type == "Strategy":
            node.kind = ExchangeKind.STRATEGY
        elif entry.type == "Evidence":
            node.kind = ExchangeKind.EVIDENCE
        elif entry.type in ("Context", "Assumption") or (
            entry.type == "Justification" and not supported and above is not None and not entry.options
        ):
            node.kind, node.context_kind = ExchangeKind.CONTEXT, entry.type.lower()
        if node.reference and node.kind is not ExchangeKind.EVIDENCE:
            node.note = f"Document: {node.reference}"

    def _options(self, node: GraphNode, entry: _Entry) -> None:
        for option in entry.options:
            if option == "needssupport":
                node.undeveloped = True
            elif option in ("assumed", "axiomatic"):
                node.assumed = f"Declared {option} in the source"
            elif option == "defeated":
                node.defeated = True
            elif option not in ("asserted", "defeater", "iscounter"):
                node.against.append(f"declared {option!r}")
                self.graph.record_loss(f"{node.id}: option {option}", "it has no counterpart in CAE")

    def _resolve(self) -> None:
        """Put each citation in the place where it stands among its siblings."""
        waiting = self.graph.support
        self.graph.support = []
        done: set[int] = set()
        for link in waiting:
            number = int(link[1][len(_CITED) :]) if link[1].startswith(_CITED) else None
            if number is None:
                self.graph.support.append(link)
            else:
                done.add(number)
                self._cite(*self.cited[number])
        for number, citation in enumerate(self.cited):
            if number not in done:
                self._cite(*citation)

    def _cite(self, entry: _Entry, above: _Entry | None, module: str | None) -> None:
        """A link goes to the element itself; a citation of another package becomes a sub-case where it can."""
        nodes = self.graph.nodes
        target = identifier(entry.id, "")
        if target not in nodes and not entry.away:
            from casegen.model.suggestions import nearest

            self._problem(
                entry.place, f"Link {entry.id!r}: there is no such element{nearest(entry.id, nodes)}"
            )
            return
        if target not in nodes:
            own = fresh(target or "cited", nodes)
            nodes[own] = GraphNode(
                own, ExchangeKind.CLAIM, tidy(entry.text), entry.place, module, undeveloped=True
            )
            self.graph.record_loss(
                f"citation ^{entry.id}",
                f"{entry.place}: declared in no file given; an undeveloped claim stands for it",
            )
            target = own
        cited = nodes[target]
        if above is not None and above.node == target:
            self.graph.record_loss(f"link {target} → {target}", f"{entry.place}: nothing supports itself")
            return
        if above is None or above.node not in nodes:
            return
        link = (above.node, target)
        if cited.kind is ExchangeKind.CONTEXT:
            self.graph.contexts.append(link)
        elif target in self.justifications and not entry.away:
            self.graph.warrants.append(link)
        elif cited.kind is ExchangeKind.DEFEATER:
            self.graph.challenges.append((target, above.node))
        else:
            self.graph.support.append(link)


def _has_support(entries: list[_Entry], index: int) -> bool:
    """Whether a justification is argued for; of other elements nobody asks."""
    entry = entries[index]
    if entry.type != "Justification":
        return False
    for k in range(index + 1, len(entries)):
        later = entries[k]
        if later.depth <= entry.depth:
            return False
        if later.depth == entry.depth + 1 and later.type in ("Claim", "Strategy", "Evidence", "Link"):
            return True
    return False


def _ends(text: str) -> tuple[str, str, str]:
    """(text, options, reference) of what stands after the colon; ``()`` and ``{}`` mark their absence."""
    reference = options = ""
    result = _REFERENCE.search(text)
    if result:
        reference, text = result["reference"].strip(), text[: result.start()].rstrip()
    while result := _OPTIONS.search(text):
        options, text = f"{result['options']},{options}", text[: result.start()].rstrip()
    return text, options, reference


LTAC = Format(
    "ltac",
    "LTAC text",
    "claims, strategies, evidence, contexts, objections; texts and identifiers only",
    read,
    write,
)
