"""Positions from Graphviz, and nothing else from it: sizes go in, centres and curves come out."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import MissingDependencyError

Point = tuple[float, float]
INCH = 72.0
RAKE = 10.0
COLUMN_GAP = 12.0
BATCH = 24
"""Graphs per process: enough that starting the process no longer counts."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line to be routed from ``tail`` (above, or left) to ``head``."""

    tail: str
    head: str
    weight: int = 1
    """how much a straight line is worth"""


@dataclass(slots=True)
class LayoutGraph:
    """What is to be laid out: node sizes (width, height) and edges, in drawing units (1/72 inch)."""

    nodes: dict[str, tuple[float, float]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    left_to_right: bool = False
    routed: bool = False
    """whether the edges' curves are wanted; else only the nodes' places are"""
    node_gap: float = 18.0
    level_gap: float = 30.0
    columns: tuple[tuple[str, ...], ...] = ()
    """nodes to stand one below the other, with :data:`RAKE` to their left for the line that they hang on; their
    edges must come from the same tail"""

    def column(self, keys: Sequence[str]) -> tuple[float, float]:
        """Width and height of a column."""
        sizes = [self.nodes[key] for key in keys]
        return max(w for w, _ in sizes) + RAKE, sum(h for _, h in sizes) + COLUMN_GAP * (len(keys) - 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies: y grows downwards, the drawing's corner is at (0, 0)."""

    width: float
    height: float
    centres: dict[str, Point]
    routes: tuple[tuple[Point, ...], ...]
    """per edge the control points of a chain of cubic Bézier curves, tail first"""


_of_wheel: ContextVar[bool] = ContextVar("_of_wheel", default=False)


@contextmanager
def layout_of_the_wheel() -> Iterator[None]:
    """Lay out with the graphviz-pure wheel's program alone: what is drawn does not depend on the machine."""
    token = _of_wheel.set(True)
    try:
        yield
    finally:
        _of_wheel.reset(token)


def layout_program() -> Path:
    """The Graphviz program: ``$CASEGEN_DOT``, else ``dot`` on the path, else the graphviz-pure wheel's.

    Raises:
        MissingDependencyError: none of them is there.
    """
    return _program("" if _of_wheel.get() else os.environ.get("CASEGEN_DOT", ""), _of_wheel.get())


@cache
def _program(named: str, of_wheel: bool) -> Path:
    if named:
        result = shutil.which(named)
        if result is None:
            raise MissingDependencyError(
                f"CASEGEN_DOT names {named!r}, which is no program", "unset CASEGEN_DOT"
            )
        return Path(result)
    scripts = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    result = (None if of_wheel else shutil.which("dot")) or next(
        (hit for folder in scripts if (hit := shutil.which("graphviz-pure", path=folder))),
        shutil.which("graphviz-pure"),
    )
    if result is None:
        raise MissingDependencyError(
            "no Graphviz layout program (dot) was found", "pip install graphviz-pure"
        )
    return Path(result)


def lay_out(graphs: Sequence[LayoutGraph], known: dict[str, Layout] | None = None) -> tuple[Layout, ...]:
    """Lay out all graphs, several per process.

    ``known`` holds layouts by the graph's DOT text; what is found there is not laid out again, what is not
    is added.

    Raises:
        MissingDependencyError: Graphviz is not there, or failed.
    """
    kept = {} if known is None else known
    sources = [_source(graph) for graph in graphs]
    missing = {source: graph for source, graph in zip(sources, graphs, strict=True) if source not in kept}
    for start in range(0, len(missing), BATCH):
        batch = dict(list(missing.items())[start : start + BATCH])
        answers = list(_documents(_run("\n".join(batch))))
        if len(answers) != len(batch):
            raise MissingDependencyError(
                f"{layout_program()} laid out {len(answers)} of {len(batch)} graphs",
                "pip install graphviz-pure",
            )
        for (source, graph), answer in zip(batch.items(), answers, strict=True):
            kept[source] = _read(graph, answer)
    return tuple(_renamed(kept[source], graph) for source, graph in zip(sources, graphs, strict=True))


def _renamed(layout: Layout, graph: LayoutGraph) -> Layout:
    """A layout with the names of a graph of the same DOT text: nodes come in the same order."""
    centres = dict(zip(graph.nodes, layout.centres.values(), strict=True))
    return Layout(layout.width, layout.height, centres, layout.routes)


def _names(graph: LayoutGraph) -> dict[str, str]:
    """What stands for each node in the DOT text: itself, or the column that it is in."""
    column = {key: f"c{index}" for index, keys in enumerate(graph.columns) for key in keys}
    return {name: column.get(name, f"n{index}") for index, name in enumerate(graph.nodes)}


def _source(graph: LayoutGraph) -> str:
    names = _names(graph)
    sizes = {names[name]: size for name, size in graph.nodes.items() if names[name][0] == "n"}
    sizes |= {f"c{index}": graph.column(keys) for index, keys in enumerate(graph.columns)}
    edges = {(names[e.tail], names[e.head]): e.weight for e in graph.edges}
    stacks = [
        "// " + " ".join(f"{width:.1f}x{height:.1f}" for width, height in map(graph.nodes.__getitem__, keys))
        for keys in graph.columns
    ]
    lines = [
        "digraph {",
        f"rankdir={'LR' if graph.left_to_right else 'TB'} nodesep={graph.node_gap / INCH:.4f}",
        f"ranksep={graph.level_gap / INCH:.4f} ordering=out splines={'spline' if graph.routed else 'line'}",
        'node [shape=box fixedsize=true label=""] edge [dir=none]',
    ]
    lines += [f"{name} [width={w / INCH:.4f} height={h / INCH:.4f}]" for name, (w, h) in sizes.items()]
    lines += [
        f"{tail} -> {head} [id=e{index}{f' weight={weight}' if weight > 1 else ''}]"
        for index, ((tail, head), weight) in enumerate(edges.items())
    ]
    return "\n".join([*lines, *stacks, "}"])


def _run(source: str) -> str:
    import graphviz
    from graphviz.backend import dot_command

    program = layout_program()
    dot_command.DOT_BINARY = program
    os.environ.pop("GV_FILE_PATH", None)  # Graphviz reads no file here, and ends where this is set
    try:
        return str(graphviz.pipe_string("dot", "json", source, encoding="utf-8"))
    except graphviz.ExecutableNotFound as error:
        raise MissingDependencyError(f"{program} cannot be started", "pip install graphviz-pure") from error
    except graphviz.CalledProcessError as error:
        raise MissingDependencyError(f"{program} failed: {error}", "pip install graphviz-pure") from error


def _documents(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        while at < len(text) and text[at].isspace():
            at += 1
        if at < len(text):
            document, at = decoder.raw_decode(text, at)
            yield document


def _read(graph: LayoutGraph, answer: dict[str, Any]) -> Layout:
    left, bottom, right, top = (float(part) for part in answer["bb"].split(","))
    known = set(_names(graph).values())

    def place(pair: str) -> Point:
        x, y = pair.split(",")[:2]
        return float(x) - left, top - float(y)

    results = {
        entry["name"]: place(entry["pos"])
        for entry in answer.get("objects", ())
        if entry.get("name") in known and "pos" in entry
    }
    within = dict(_within_columns(graph, results))
    centres = {name: within.get(name) or results[at] for name, at in _names(graph).items()}
    routes: list[tuple[Point, ...]] = [()] * len(graph.edges)
    for entry in answer.get("edges", ()):
        points = [place(pair) for pair in entry.get("pos", "").split() if pair[:1] not in "se"]
        routes[int(entry["id"][1:])] = tuple(points)
    return Layout(right - left, top - bottom, centres, tuple(routes))


def _within_columns(graph: LayoutGraph, results: dict[str, Point]) -> Iterator[tuple[str, Point]]:
    """The centres of the nodes of every column, from the column's."""
    for index, keys in enumerate(graph.columns):
        x, y = results[f"c{index}"]
        width, height = graph.column(keys)
        left, at = x - width / 2 + RAKE, y - height / 2
        for key in keys:
            w, h = graph.nodes[key]
            yield key, (left + w / 2, at + h / 2)
            at += h + COLUMN_GAP
