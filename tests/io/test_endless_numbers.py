"""Every number of a case is finite: what is infinite or no number is refused where it stands, in every field."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.argument import check
from casegen.io import load
from casegen.model.diagnostic import InputError

HEAD = 'casegen: 1\ncase: {id: c, title: t, version: "1", date: 2026-01-01, roots: [C]}\n'
TREE = "trees: [{id: T, title: t, top: G, gates: [{id: G, type: or, inputs: [E]}], kind: probability-per-mission, "
ITEM = "evidence_items: [{id: V, method: demand-record, inputs: {r: r.csv}, "
FIELDS = {
    "probability": "events: [{id: E, text: x, model: {type: constant, probability: %s}}]",
    "rate": "events: [{id: E, text: x, model: {type: exponential, rate: %s}}]",
    "interval": "events: [{id: E, text: x, model: {type: periodic-test, failure_rate: 1e-4, first: 1, interval: %s}}]",
    "first test": "events: [{id: E, text: x, model: {type: periodic-test, failure_rate: 1e-4, first: %s, interval: 9}}]",
    "mission time": TREE + "mission_time: %s}]",
    "target": TREE + "target: {probability: %s}}]",
    "confidence": TREE + "target: {probability: 0.1, confidence: %s, source: s}}]",
    "parameter": "parameters: [{id: p, value: %s}]",
    "argument of an expression": "parameters: [{id: p, value: {op: mul, args: [2, %s]}}]",
    "uniform": "parameters: [{id: p, value: {distribution: uniform, lower: 0, upper: %s}}]",
    "normal": "parameters: [{id: p, value: {distribution: normal, mean: %s, sd: 1}}]",
    "lognormal": "parameters: [{id: p, value: {distribution: lognormal, mean: 1, error_factor: %s}}]",
    "gamma": "parameters: [{id: p, value: {distribution: gamma, shape: %s, scale: 1}}]",
    "beta": "parameters: [{id: p, value: {distribution: beta, alpha: 1, beta: %s}}]",
    "histogram": "parameters: [{id: p, value: {distribution: histogram, edges: [0, %s], weights: [1]}}]",
    "samples": "parameters: [{id: p, value: {distribution: empirical, samples: [0.1, %s]}}]",
    "factor": "common_cause: [{id: F, model: beta-factor, members: [E, H], total: {type: constant, probability: 0.1}, factors: [%s]}]",
    "doubt": "claims: [{id: D, text: x, doubt: %s}]",
    "requirement": "claims: [{id: D, text: x, requirement: {measure: {tree: T}, bound: %s, kind: rate-per-hour}}]",
    "setting of a method": ITEM + "parameters: {a: %s}}]",
    "list in a setting": ITEM + "parameters: {a: [1, {b: %s}]}}]",
    "confidence of an item": ITEM + "confidence: %s}]",
    "seed": ITEM + "seed: %s}]",
    "cost": "risk_reductions: [{id: M, title: x, cost: %s, changes: {E: 0.1}}]",
    "change": "risk_reductions: [{id: M, title: x, cost: 1, changes: {E: %s}}]",
}  # fmt: skip


def refused(folder: Path, text: str) -> list[str]:
    (folder / "case.yaml").write_text(
        f"{HEAD}claims: [{{id: C, text: x, undeveloped: true}}]\ninclude: [more.yaml]\n"
    )
    (folder / "more.yaml").write_text(f"casegen: 1\n{text}\n")
    try:
        check(load(folder))
    except InputError as error:
        return [f"{d.location}: {d.message}" for d in error.diagnostics]
    return []


@pytest.mark.parametrize("number", [".nan", ".inf", "-.inf", "1e99999999999999999999"])
@pytest.mark.parametrize("field", FIELDS)
def test_a_number_without_end_is_refused_where_it_stands(tmp_path: Path, field: str, number: str) -> None:
    findings = refused(tmp_path, FIELDS[field] % number)
    assert len(findings) == 1
    assert findings[0].startswith("more.yaml:2:")


@pytest.mark.parametrize("number", ["1e308", "-1e308", "5e-324"])
def test_large_and_small_numbers_are_numbers(tmp_path: Path, number: str) -> None:
    assert not refused(tmp_path, FIELDS["parameter"] % number)


def test_words_that_read_like_such_a_number_are_texts(tmp_path: Path) -> None:
    assert not refused(tmp_path, 'claims: [{id: D, text: ".inf", undeveloped: true, owner: nan}]')
