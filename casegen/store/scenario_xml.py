"""Scenarios, their conditions and rules as XML, in the form of nn-dependability-kit, as a table and parameters.

``<scenarios>`` holds a ``<scenario>`` for each data point, with an element for each condition;
``<discrete-scenario-description>`` lists the categories of each condition; ``<constraints>`` holds linear constraints
over ``condition.category``.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.io.openpsa.xml_places import Element, parse_xml
from casegen.model.diagnostic import InputError
from casegen.model.plural import counted
from casegen.model.setting import vanishes
from casegen.store.file_kinds import open_question


@dataclass(frozen=True, slots=True)
class ScenarioFiles:
    """``table`` as CSV, ``settings`` of the method (conditions, rules), and how many there are, in words."""

    table: bytes
    settings: dict[str, Any]
    text: str


def scenario_files(scenarios: Path, description: Path | None, constraints: Path | None) -> ScenarioFiles:
    """Read the files together.

    Raises:
        InputError: no description is given, or a file is not of its form; with its place.
    """
    if description is None:
        hint = "say --input description=FILE (and --input constraints=FILE, where there are rules)"
        raise InputError(
            [open_question(f"{scenarios.name}: the categories of the conditions are not given", hint)]
        )
    conditions = {
        element.tag: [category.strip() for category in element.text.split(",")]
        for element in _root(description, "discrete-scenario-description")
    }
    rules = [_rule(element) for element in _root(constraints, "constraints")] if constraints else []
    rows = [{e.tag: e.text for e in element} for element in _root(scenarios, "scenarios").all("scenario")]
    settings = {"conditions": conditions} | ({"rules": rules} if rules else {})
    text = (
        f"{counted(len(rows), 'scenario')} of {counted(len(conditions), 'condition')} "
        f"with {counted(len(rules), 'rule')}"
    )
    return ScenarioFiles(_table(rows), settings, text)


def _root(path: Path, tag: str) -> Element:
    root = parse_xml(path, path.name)
    if root.tag != tag:
        raise InputError.at(root.place, f"expected <{tag}>, found <{root.tag}>")
    return root


def _table(rows: list[dict[str, str]]) -> bytes:
    stream = io.StringIO()
    table = csv.DictWriter(
        stream, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n"
    )
    table.writeheader()
    table.writerows(rows)
    return stream.getvalue().encode()


def _rule(element: Element) -> dict[str, Any]:
    """``lowerbound`` <= sum of the items <= ``upperbound``; MIN and MAX are no limit, nor is what weights cannot pass."""
    weights: dict[str, float] = {}
    for item in element.all("item"):
        weight, _, word = item.text.partition(",")
        condition, sign, category = word.strip().partition(".")
        if not sign:
            raise InputError.at(item.place, f"expected WEIGHT, CONDITION.CATEGORY; found {item.text!r}")
        weights[f"{condition}={category}"] = _number(weight, item)
    limits = {
        name: _number(bound.text, bound)
        for name, tag in (("at_least", "lowerbound"), ("at_most", "upperbound"))
        if (bound := element.first(tag)) is not None and bound.text.upper() not in ("MIN", "MAX")
    }
    if limits.get("at_least", 1.0) <= 0 and min(weights.values(), default=0.0) >= 0 and "at_most" in limits:
        del limits["at_least"]
    if not weights or not limits:
        raise InputError.at(element.place, "expected items and a limit in the constraint")
    return {"sum": weights, **limits}


def _number(text: str, element: Element) -> float:
    try:
        return float("_" if vanishes(text) else text)
    except ValueError:
        raise InputError.at(element.place, f"expected a number, found {text!r}") from None
