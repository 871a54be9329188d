"""A second reader of a case and of the lines that `assess --why CLAIM --json` prints; shares no code with casegen."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

SECTIONS = ("claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts")
MORE = ("trees", "events", "common_cause", "parameters")
Node = dict[str, Any]
Folder = tuple[dict[str, list[Node]], Node]
NO_MEASURE = {"tree": None, "evidence": None, "measure": None}
RELATION = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
NOBODY = {"", "nobody", "tbd", "?", "n/a", "none", "todo", "unknown", "niemand", "someone"}
IDLE = {"no", "yes", "fine", "ok", "wrong", "it", "is", "not", "true", "false", "nein", "ja"}


def read(root: Path) -> Folder:
    """Every part of the case by section, and its header."""
    parts: dict[str, list[Node]] = {name: [] for name in (*SECTIONS, *MORE)}
    names, header = ["case.yaml"], Node()
    for name in names:  # grows
        data = yaml.load((root / name).read_text("utf-8"), yaml.CSafeLoader) or {}
        header = data.get("case", header) if name == "case.yaml" else header
        for section, rows in parts.items():
            rows += data.get(section) or []
        for pattern in data.get("include") or []:
            names += [
                n for p in sorted(root.glob(pattern)) if (n := p.relative_to(root).as_posix()) not in names
            ]
    return parts, header


def objections(folder: Path | Folder, document: Node) -> list[str]:
    """Why the derivation does not show its claim; empty where it does."""
    return list(Replay(read(folder) if isinstance(folder, Path) else folder, document).objections())


class Replay:
    def __init__(self, folder: Folder, document: Node) -> None:
        self.parts, self.header = folder
        self.section = {n["id"]: s for s in SECTIONS for n in self.parts[s]}
        self.node = {n["id"]: n for s in SECTIONS for n in self.parts[s]}
        self.order = [line["node"] for line in document["lines"]]
        self.lines = dict(zip(self.order, document["lines"], strict=True))
        self.trees, self.goal = {t["id"]: t for t in self.parts["trees"]}, document["claim"]

    def objections(self) -> Iterator[str]:
        if self.order[-1:] != [self.goal] or len(self.order) != len(self.lines):
            yield "the derivation does not end with its claim, or tells a node twice"
        elif self.lines[self.goal]["status"] != "supported":
            yield f"{self.goal} is not stated as supported"
        yield from self._supported(self.goal, (), set())

    def _ground(self, node: str, rule: str) -> Node:
        missing = {"rule": rule, "status": "missing", "facts": {}}
        return next((g for g in self.lines[node]["grounds"] if g["rule"] == rule), missing)

    def _supported(self, name: str, above: tuple[str, ...], done: set[str]) -> Iterator[str]:
        """What speaks against counting ``name`` as supported for what rests on it."""
        check: Any = getattr(self, f"_below_{self.section.get(name)}", None)
        line = self.lines.get(name)
        if name in above or check is None or line is None:
            yield f"{name} is part of its own support, has no line, or is no node that supports"
            return
        if name in done:
            return
        done.add(name)
        if line["seen"] != "supported":
            yield f"the line of {name} does not count as supported"
        if not set(line["below"]) <= set(self.order[: self.order.index(name)]):
            yield f"{name} is derived from what comes later or not at all"
        yield from (*self._attached(name), *check(name, (*above, name), done))

    def _below_claims(self, name: str, above: tuple[str, ...], done: set[str]) -> Iterator[str]:
        claim = self.node[name]
        if "requirement" in claim:
            yield from self._requirement(name, claim["requirement"])
        steps = [a["id"] for a in self.parts["arguments"] if a["supports"] == name]
        top = name in (self.goal, *self.header.get("roots", []))
        if not steps and (top or not claim.get("assumed") or not self._accepted(claim)):
            yield f"{name} is neither argued nor, below the top, assumed and accepted"
        if claim.get("undeveloped") or (steps and claim.get("assumed")):
            yield f"{name} is flagged undeveloped, or assumed and argued"
        if sorted(steps) != sorted(i for i in self.lines[name]["below"] if self.section[i] == "arguments"):
            yield f"{name} is derived from other steps than its own"
        for step in steps:
            yield from self._supported(step, above, done)

    def _below_arguments(self, name: str, above: tuple[str, ...], done: set[str]) -> Iterator[str]:
        step = self.node[name]
        wanted = [*step.get("from", []), *step.get("side_claims", [])]
        argued = self.trees.get(step.get("tree"), {}).get("independent_events")
        wanted += {argued} - {None, *wanted}
        if not step.get("from") or sorted(wanted) != sorted(self.lines[name]["below"]):
            yield f"{name} is not derived from its own premises and side-claims"
        if "tree" in step:
            facts = (ground := self._ground(name, "tree"))["facts"]
            if ground["status"] != "supported" or facts["barred"] or facts["tree"] != step["tree"]:
                yield f"the tree of {name} cannot be used"
            yield from self._unsourced(step["tree"])
        yield from (words for other in wanted for words in self._supported(other, above, done))

    def _below_evidence(self, name: str, above: tuple[str, ...], done: set[str]) -> Iterator[str]:
        node, facts = self.node[name], self._ground(name, "measured")["facts"]
        if "evidence" in node:
            if (facts.get("item"), facts.get("freshness")) != (node["evidence"], "fresh"):
                yield f"{name} is not fresh"
        elif not node.get("artefact") or not self._accepted(node):
            yield f"{name} is no accepted artefact"

    def _below_sub_cases(self, name: str, above: tuple[str, ...], done: set[str]) -> Iterator[str]:
        yield from self._supported(self.node[name]["claim"], above, done)

    def _requirement(self, name: str, wanted: Node) -> Iterator[str]:
        facts = (ground := self._ground(name, "requirement"))["facts"]
        if ground["status"] != "supported" or facts.get("compared") is None:
            yield f"the requirement of {name} is not stated to hold"
            return
        comparison = wanted.get("comparison", "<=")
        stated = {**NO_MEASURE, **wanted["measure"], "kind": wanted["kind"], "comparison": comparison}
        if any(facts[key] != value for key, value in stated.items()):
            yield f"the requirement of {name} was evaluated on another number"
        if not RELATION[comparison](facts["compared"], facts["bound"]):
            yield f"the requirement of {name} fails: {facts['compared']} {comparison} {facts['bound']}"
        bound = wanted["bound"]
        if isinstance(bound, dict) and "target_of" in bound:
            bound = self.trees[bound["target_of"]]["target"]["probability"]
        if isinstance(bound, int | float) and float(bound) != facts["bound"]:
            yield f"the requirement of {name} was held against {facts['bound']}, not {bound}"
        asked, had = wanted.get("confidence"), facts["measured_confidence"]
        if asked is not None and had is not None and had < asked * (1 - 1e-9):
            yield f"the number of {name} holds with less confidence than is asked"

    def _unsourced(self, tree: str) -> Iterator[str]:
        """Events below the tree's top whose number is typed, and has no source by name."""
        gates = {g["id"]: str(g) for t in self.parts["trees"] for g in t["gates"]}
        quoted = {f"'{p['id']}'": p for p in self.parts["parameters"]}
        sourced = [q for q, p in quoted.items() if p.get("source")]
        sourced += [q for q, p in quoted.items() if any(s in str(p["value"]) for s in sourced)]
        events, below = {e["id"]: e for e in self.parts["events"]}, [self.trees[tree]["top"]]
        for part in below:  # grows
            below += [n for n in (*gates, *events) if n not in below and f"'{n}'" in gates.get(part, "")]
        for event in (events[name] for name in below if name in events):
            groups = [g for g in self.parts["common_cause"] if event["id"] in g["members"]]
            model = groups[0]["total"] if groups else event.get("model", {})
            named = any(e.get("source") for e in (event, *(events[m] for g in groups for m in g["members"])))
            named |= any(p in str(model) for p in sourced) or model.get("type") == "evidence"
            if not named and not any(w["rule"] == "event-unsourced" for w in event.get("waive", [])):
                yield f"the number of event {event['id']} has no source"

    def _attached(self, name: str) -> Iterator[str]:
        for context in self.node[name].get("context", []):
            if self.section.get(context) == "contexts":
                yield from self._context(context)
            elif context not in self.lines or self.lines[context]["seen"] != "supported":
                yield f"{name} is linked to {context}, which does not stand"
        for defeater in self.parts["defeaters"]:
            if name in (defeater["target"], defeater["target"].split(":", 1)[0]):
                yield from self._defeater(defeater)
        for doubt in self.parts["residual_doubts"]:
            if doubt["target"] == name and not self._carried(doubt):
                yield f"residual doubt {doubt['id']} on {name} is not accepted"
            if doubt["target"] == name:
                yield from self._attached(doubt["id"])

    def _context(self, name: str) -> Iterator[str]:
        context = self.node[name]
        state = context.get("state", "valid")
        if state == "false" or (state != "valid" and "requirement" not in context):
            yield f"context {name} is {state}"
        if "requirement" in context:
            yield from self._requirement(name, context["requirement"])
        elif context.get("kind") == "assumption" and not self._accepted(context):
            yield f"assumption {name} is accepted by nobody"
        yield from self._attached(name)

    def _defeater(self, defeater: Node) -> Iterator[str]:
        doubts = [d for d in self.parts["residual_doubts"] if d["target"] == defeater["id"]]
        words = {w.strip(".,!").casefold() for w in defeater.get("response", "").split()} - NOBODY - IDLE
        target = self.node.get(defeater["target"].split(":", 1)[0], {})
        by, owners = defeater.get("refuted_by", ""), (target.get("owner"), defeater.get("owner", "?"))
        judged = all(self._accepted({"accepted_by": by, "owner": owner}) for owner in owners)
        answered = defeater.get("state") == "refuted" and bool(words) and judged
        if not answered and not (defeater.get("state") == "accepted" and any(map(self._carried, doubts))):
            yield f"defeater {defeater['id']} stands"
        yield from self._attached(defeater["id"])  # what is said against its answer

    def _carried(self, doubt: Node) -> bool:
        return bool(doubt.get("owner") and doubt.get("reason")) and self._accepted(doubt)

    def _accepted(self, node: Node) -> bool:
        name = str(node.get("accepted_by", "")).strip().casefold()
        authors = self.header.get("authors") or []
        owner = str(node.get("owner") or (authors[0] if len(authors) == 1 else ""))
        return name not in NOBODY and "{" not in name and name != owner.strip().casefold()
