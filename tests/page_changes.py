"""Change sets drawn at random, played by the page's scripts and by the command: where the two part.

python -m tests.page_changes FOLDER [COUNT [SEED]]
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare
from casegen.io.folder import load
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.quantity import Estimate
from casegen.render.whatif import whatif_model
from tests.page_scripts import run_script

Changes = dict[str, float | bool]
LEFT = ("left to the command", "the tree is not coherent and has too many uncertain inputs")
"""what the page says of bounds that it cannot tell"""
OPEN = "open"
"""the status of what a page leaves to the command"""


@dataclass(frozen=True)
class Played:
    """What became of ``count`` change sets: ``parted`` says where the page says something else than the command."""

    count: int
    parted: tuple[str, ...]
    verdicts_open: int
    statuses_open: int
    flips: int


def drawn(case: Case, model: Mapping[str, Any], draw: random.Random) -> Changes:
    """A few numbers that a reader may set: at the ends of their range, near where they are, anywhere; and switches."""
    events = sorted({n for tree in model["trees"] for n in _settable(tree)})
    measures = {m["id"]: m for m in model["measures"]}
    few = [0, 1, 1, 2, 3, len(events)]
    result: Changes = {
        name: draw.choice([0.0, 1.0, 10 ** draw.uniform(-8, 0), 1e-4, 2e-4])
        for name in draw.sample(events, min(len(events), draw.choice(few)))
    }
    for name in draw.sample(sorted(measures), min(len(measures), draw.choice([0, 1, 1, 2, len(measures)]))):
        known = measures[name]
        ends = [known["value"], *(known[end] for end in ("lower", "upper") if known[end] is not None)]
        result[name] = draw.choice([*ends, draw.random(), 10 ** draw.uniform(-6, 0)])
    for house in model["houses"]:
        if draw.random() < 0.2:
            result[house["id"]] = not house["state"]
    return result


def _settable(tree: Mapping[str, Any]) -> list[str]:
    offered = tree["inputs"] or tree["moved"]
    return [*(tree["diagram"]["events"][i] for i in offered["settable"]), *offered["groups"]]


def on_the_page(model: Mapping[str, Any], sets: Sequence[Changes]) -> list[dict[str, Any] | None]:
    """Verdict and statuses by node that the page's scripts give; None for what they leave to the command as a whole."""
    printed = run_script(
        f"const m = {json.dumps(model)}, sets = {json.dumps(sets)};"
        "console.log(JSON.stringify(sets.map((changes) => { const r = Variants.run(m, changes); return r && {"
        "supported: r.supported, status: Object.fromEntries(m.argument.ids.map((n, i) => [n, WhatIf.STATUS[r.rank[i]]])),"
        "required: Object.fromEntries(Object.entries(r.required).map(([n, x]) => [n, x.holds])),"
        "tops: Object.fromEntries(r.trees.map((top, i) => [m.trees[i].id, top]))}; })))"
    )
    result: list[dict[str, Any] | None] = json.loads(printed)
    return result


def play(folder: Path, count: int, seed: int = 1, sets: Sequence[Changes] = ()) -> Played:
    """Play ``count`` change sets of the case, and ``sets``."""
    case = load(folder)
    session = Session.open(case)
    before = session.assess()
    model = whatif_model(before, session=session)
    draw = random.Random(seed)
    wanted = [{}, *sets, *(drawn(case, model, draw) for _ in range(count))]
    parted: list[str] = []
    verdicts = statuses = flips = 0
    for changes, shown in zip(wanted, on_the_page(model, wanted), strict=True):
        try:
            asked = [change(case, session, name, float(number)) for name, number in changes.items()]
        except InputError:  # the page does not offer it either
            continue
        if shown is None:
            continue
        result = compare(session, asked, before=before)
        flips += len(result.flipped())
        known = {name: status.value for name, status in result.edited.items()}
        verdicts += shown["supported"] is None
        statuses += sum(shown["status"].get(name) == OPEN for name in known)
        met = {name: one.holds for name, one in result.after.requirements.items()}
        tops = {name: one.top for name, one in result.after.trees.items()}
        parted += [
            f"{json.dumps(changes)}: {what}"
            for what in (*_parted(result.supported, known, met, shown), *_bounds_parted(tops, shown))
        ]
    return Played(len(wanted), tuple(parted), verdicts, statuses, flips)


def _parted(
    supported: bool,
    known: Mapping[str, str],
    met: Mapping[str, bool | None],
    shown: Mapping[str, Any],
) -> Iterator[str]:
    """Where they part; the statuses are those of the case edited so."""
    if shown["supported"] not in (None, supported):
        yield f"the page's verdict is {shown['supported']}, the command's {supported}"
    for name, status in known.items():
        if shown["status"].get(name, status) not in (OPEN, status):
            yield f"{name} is {shown['status'][name]} in the page, {status} by the command"
    for name, holds in met.items():
        if shown["required"].get(name) not in (None, holds):
            yield f"{name}: met is {shown['required'][name]} in the page, {holds} by the command"


def _bounds_parted(tops: Mapping[str, Estimate | None], shown: Mapping[str, Any]) -> Iterator[str]:
    """Where the bounds of a top event part; bounds that were kept as assessed may be wider than the command's."""
    for tree, top in shown["tops"].items():
        known = tops[tree]
        if known is None or top["problem"] in LEFT:
            continue
        ours = (
            f"{tree} is {known.value!r} [{known.lower}, {known.upper}] at {known.confidence} by the command"
        )
        if abs(top["value"] - known.value) > 1e-9 * known.value:
            yield f"{ours}, {top['value']} in the page"
        if (top["confidence"] is None) != (known.confidence is None):
            yield f"{ours}, has confidence {top['confidence']} in the page ({top['problem']})"
        if top["confidence"] is None or known.confidence is None:
            continue
        assert known.lower is not None
        assert known.upper is not None
        low, high = top["lower"] / known.lower if known.lower else 1.0, top["upper"] / known.upper
        fits = low <= 1 + 1e-6 and high >= 1 - 1e-6 and abs(top["confidence"] - known.confidence) < 1e-9
        if not fits or (not top["kept"] and max(abs(low - 1), abs(high - 1)) > 1e-6):
            yield f"{ours}, [{top['lower']}, {top['upper']}] at {top['confidence']} in the page"


if __name__ == "__main__":
    given = sys.argv[1:]
    played = play(Path(given[0]), *(int(x) for x in given[1:]))
    print(*played.parted[:40], sep="\n")
    print(
        f"{played.count} change sets, {played.flips} changes of status, {len(played.parted)} differences;"
        f" left to the command: {played.verdicts_open} verdicts, {played.statuses_open} statuses"
    )
