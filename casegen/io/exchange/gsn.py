"""gsn2x YAML: goals, strategies, solutions, contexts, modules and dialectics, one file a module.

After the documentation of gsn2x (github.com/jonasthewolf/gsn2x, ``doc/src/yaml_syntax.md`` and
``ext_*.md``).  Keys that gsn2x takes for layers (any text) hold the fields GSN has no word for, named
``casegen.…``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.from_case import extras_value
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, SourceMark, identifier, tidy
from casegen.io.exchange.gsn_write import write
from casegen.io.exchange.into_case import into_case
from casegen.io.folder import inside
from casegen.io.source_map import Parsed, parse, read_text
from casegen.model.argument import Module
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import limited

TAG = "casegen."
_PREFIXES = (
    ("CSn", "CounterSolution"), ("CG", "CounterGoal"), ("Sn", "Solution"), ("G", "Goal"), ("S", "Strategy"),
    ("A", "Assumption"), ("J", "Justification"), ("C", "Context"),
)  # fmt: skip
_KINDS = {
    "Goal": ExchangeKind.CLAIM, "Strategy": ExchangeKind.STRATEGY, "Solution": ExchangeKind.EVIDENCE,
    "Context": ExchangeKind.CONTEXT,
    "Assumption": ExchangeKind.CONTEXT, "Justification": ExchangeKind.CONTEXT, "CounterGoal": ExchangeKind.DEFEATER,
    "CounterSolution": ExchangeKind.DEFEATER,
}  # fmt: skip
_LAYOUT = ("classes", "rankIncrement", "horizontalIndex", "charWrap")
_KNOWN = (
    "text", "supportedBy", "inContextOf", "undeveloped", "url", "nodeType", "challenges", "defeated",
    "defeatedRelation", "acp", *_LAYOUT,
)  # fmt: skip
_PATTERN = ("uninstantiated", "toBeInstantiated", "isAbstract", "abstract")
MAX_FILES = 500
MAX_TEXT = 4 * 2**20


def read(paths: Sequence[Path]) -> Imported:
    """The case in gsn2x files; files that a module ``uses`` are read too, inside the folder of the file.

    Raises :class:`InputError` with every finding: no YAML, unknown kinds of elements, wrong types,
    references to elements that are not there, an element twice.
    """
    return into_case(_Reader(paths).graph, [str(p) for p in paths])


class _Reader:
    def __init__(self, paths: Sequence[Path]) -> None:
        self.graph = ExchangeGraph()
        self.problems: list[Diagnostic] = []
        self.references: list[tuple[str, str, Location]] = []
        self.side: dict[str, list[str]] = {}
        queue, seen = list(paths), {p.resolve() for p in paths}
        modules: list[tuple[str, dict[str, Any]]] = []
        while queue:
            path = queue.pop(0)
            for more in self._file(path, modules):
                if more.resolve() not in seen:
                    seen.add(more.resolve())
                    queue.append(more)
            if len(seen) > MAX_FILES:
                raise InputError.at(Location(str(path)), f"more than {MAX_FILES} files use each other")
        self._modules(modules)
        self._check()
        if self.problems:
            raise InputError(limited(self.problems))

    def _problem(self, place: Location, message: str, hint: str = "") -> None:
        self.problems.append(Diagnostic("gsn", Severity.INPUT, message, place, hint=hint))

    def _file(self, path: Path, modules: list[tuple[str, dict[str, Any]]]) -> list[Path]:
        text = read_text(path, str(path))
        if len(text) > MAX_TEXT:
            message = f"the file holds {len(text)} characters; a module holds at most {MAX_TEXT}"
            raise InputError.at(Location(str(path)), message, hint="split it into modules with `uses`")
        parsed = parse(text, str(path))
        self.problems += parsed.problems
        if not isinstance(parsed.data, dict) or not parsed.data:
            raise InputError.at(Location(str(path)), "expected GSN elements such as `G1: {text: …}`")
        about = parsed.data.get("module")
        about = about if isinstance(about, dict) else {}
        name = identifier(
            str(about.get("name", path.name.removesuffix(".yaml").removesuffix(".gsn"))), "module"
        )
        modules.append((name, about))
        for key, value in parsed.data.items():
            if key != "module":
                self._element(key, value, name, parsed)
        return list(self._uses(path, about, parsed))

    def _uses(self, path: Path, about: dict[str, Any], parsed: Parsed) -> list[Path]:
        results = []
        uses = about.get("uses", [])
        for k, name in enumerate(uses if isinstance(uses, list) else [uses]):
            place = parsed.places.get(("module", "uses", k), Location(str(path)))
            if not isinstance(name, str) or inside(path.parent, name) is None:
                self._problem(place, f"module uses {name!r}, which leaves the folder of the file")
            elif not (path.parent / name).is_file():
                self._problem(place, f"module uses {name!r}, which is not there")
            else:
                results.append(path.parent / name)
        return results

    # --- elements ------------------------------------------------------------------------------------

    def _element(self, key: str, value: Any, module: str, parsed: Parsed) -> None:
        place = parsed.places[(key,)]
        if value is None:
            value = {}
        if not isinstance(value, dict):
            self._problem(place, f"{key}: expected keys such as `text:`, found {value!r:.60}")
            return
        kind_name = value.get("nodeType") or next(
            (kind for start, kind in _PREFIXES if key.startswith(start)), None
        )
        if not isinstance(kind_name, str) or kind_name not in _KINDS:
            self._problem(
                place, f"{key}: cannot tell what kind of element it is", f"add nodeType: {', '.join(_KINDS)}"
            )
            return
        own = identifier(key, "element")
        if own in self.graph.nodes:
            self._problem(
                place,
                f"{own} is duplicated; first at {self.graph.nodes[own].place}",
                "ids are unique over all modules",
            )
            return
        node = GraphNode(own, _KINDS[kind_name], tidy(str(value.get("text") or "")), place, module)
        if node.kind is ExchangeKind.CONTEXT:
            node.context_kind = kind_name.lower()
        node.undeveloped, node.defeated = _said(value, "undeveloped"), _said(value, "defeated")
        if any(_said(value, key) for key in _PATTERN):
            node.against.append("not instantiated")
        node.reference = str(value.get("url") or "")
        self.graph.nodes[own] = node
        at = {k: parsed.places.get((key, k), place) for k in value}
        self._support(node, value, at)
        self._challenge(node, value, at)
        self._more(node, value)

    def _list(self, node: GraphNode, value: dict[str, Any], key: str, at: dict[str, Location]) -> list[str]:
        given = value.get(key)
        items = given if isinstance(given, list) else [] if given is None else [given]
        results = []
        for item in items:
            if not isinstance(item, str):
                self._problem(at[key], f"{node.id}: {key} names elements, found {item!r:.60}")
                continue
            results.append(identifier(item, "element"))
            self.references.append((node.id, results[-1], at[key]))
        return results

    def _support(self, node: GraphNode, value: dict[str, Any], at: dict[str, Location]) -> None:
        side = value.get(f"{TAG}side_claims")
        self.side[node.id] = [s for s in side if isinstance(s, str)] if isinstance(side, list) else []
        for below in self._list(node, value, "supportedBy", at):
            if below in self.side[node.id]:
                self.graph.warrants.append((node.id, below))
            else:
                self.graph.support.append((node.id, below))
        for context in self._list(node, value, "inContextOf", at):
            self.graph.contexts.append((node.id, context))

    def _challenge(self, node: GraphNode, value: dict[str, Any], at: dict[str, Location]) -> None:
        given = value.get("challenges")
        if given is None:
            return
        if not isinstance(given, str) or node.kind is not ExchangeKind.DEFEATER:
            self._problem(
                at["challenges"],
                f"{node.id}: `challenges` names one element, or `X -> Y`, on a counter element",
            )
            return
        ends = [identifier(e.strip(), "element") for e in given.split("->", 1)]
        self.references += [(node.id, end, at["challenges"]) for end in ends]
        self.graph.challenges.append((node.id, ends[0] if len(ends) == 1 else (ends[0], ends[1])))
        relations = value.get("defeatedRelation")
        names = relations if isinstance(relations, list) else [relations]
        node.defeated = node.defeated or (ends[0] in names and len(ends) == 1)

    def _more(self, node: GraphNode, value: dict[str, Any]) -> None:
        layout = [k for k in _LAYOUT if k in value]
        if layout:
            self.graph.record_loss(f"{node.id}: {', '.join(layout)}", "layout is computed")
        relations = value.get("defeatedRelation")
        if relations is not None and node.kind is not ExchangeKind.DEFEATER:
            for other in relations if isinstance(relations, list) else [relations]:
                below = identifier(str(other), "element")
                text = f"The relation {node.id} → {other} is declared defeated in the source"
                self.graph.marks.append(SourceMark((node.id, below), text, is_conceded=True))
        notes = []
        if isinstance(value.get("acp"), dict):
            notes += [f"Assurance claim point {k}: {', '.join(_names(v))}" for k, v in value["acp"].items()]
        for key, extra in value.items():
            if key in _KNOWN or key == f"{TAG}side_claims":
                continue
            if not key.startswith(TAG):
                notes.append(f"{key}: {extra}")
            elif key == f"{TAG}note":
                notes.append(str(extra))
            else:
                self._own_field(node, key.removeprefix(TAG), extra)
        node.note = tidy("\n".join(notes))

    @staticmethod
    def _own_field(node: GraphNode, name: str, extra: Any) -> None:
        value = extras_value(name, extra) if isinstance(extra, str) else extra
        if name == "section" and value in [k.value for k in ExchangeKind]:
            node.kind = ExchangeKind(value)
        elif name == "kind" and node.kind is ExchangeKind.CONTEXT:
            node.context_kind = str(value)
        elif name == "assumed":
            node.assumed, node.undeveloped = str(value), False
        elif name == "public":
            node.public = value is True
        elif name == "module" and value is None:
            node.module = None
        else:
            node.extras[name] = value

    # --- the whole -----------------------------------------------------------------------------------

    def _modules(self, modules: list[tuple[str, dict[str, Any]]]) -> None:
        graph = self.graph
        first, about = modules[0]
        header = about.get(f"{TAG}case")
        graph.header = (
            {k: extras_value(k, v) if isinstance(v, str) else v for k, v in header.items()}
            if isinstance(header, dict)
            else {}
        )
        graph.id = str(graph.header.pop("id", first))
        graph.title = str(about.get("brief") or about.get("name") or first)
        graph.description = str(about.get("extendedDescription") or "")
        for name, other in modules:
            for entry in other.get("extends") or [] if isinstance(other.get("extends"), list) else []:
                developed = entry.get("develops") if isinstance(entry, dict) else None
                for above, below in developed.items() if isinstance(developed, dict) else ():
                    for one in below if isinstance(below, list) else [below]:
                        self.references += [
                            (name, str(above), Location(name)),
                            (name, str(one), Location(name)),
                        ]
                        graph.support.append((str(above), str(one)))
                        if str(above) in graph.nodes:
                            graph.nodes[str(above)].undeveloped = False
        if len(modules) == 1:
            for node in graph.nodes.values():
                node.module = None
            return
        for name, other in modules:
            if other.get(f"{TAG}module") is False:
                for node in graph.nodes.values():
                    node.module = None if node.module == name else node.module
            else:
                graph.modules.append(
                    Module(
                        id=name,
                        title=str(other.get("brief") or "")[:500],
                        text=str(other.get(f"{TAG}text") or other.get("extendedDescription") or ""),
                    )
                )

    def _check(self) -> None:
        from casegen.model.suggestions import nearest

        for own, name, place in self.references:
            if name not in self.graph.nodes:
                self._problem(
                    place,
                    f"{own} names {name!r}, which is not in the files given{nearest(name, self.graph.nodes)}",
                )


def _said(value: dict[str, Any], key: str) -> bool:
    """Whether a key is there and not denied: ``true``, and ``"true"`` in quotes."""
    return str(value.get(key, False)).strip().casefold() not in ("false", "no", "none", "", "0")


def _names(given: Any) -> list[str]:
    return [str(item) for item in given] if isinstance(given, list) else [str(given)]


GSN = Format(
    "gsn",
    "gsn2x YAML",
    "the whole argument with modules and dialectics; the rest of each node as layers `casegen.…`",
    read,
    write,
)
