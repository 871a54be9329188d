"""No claim is better behind a format that was written and read than before it: random arguments with defects."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from casegen.assessment.assess import Session
from casegen.io import load
from casegen.io.case_writer import write_case
from casegen.io.exchange import FORMATS, exchange_format
from casegen.io.exchange.merge import as_new
from casegen.io.exchange.references import without_dangling
from casegen.model.case import Case

RANK = ("challenged", "stale", "not evaluated", "undeveloped", "assumed", "supported")
THINGS = [
    "hook",
    "rope",
    "drum",
    "brake",
    "motor",
    "gearbox",
    "cabin",
    "door",
    "window",
    "ladder",
    "rail",
    "wheel",
    "buffer",
    "beam",
    "jib",
    "winch",
    "pulley",
    "latch",
    "hinge",
    "lever",
    "spring",
    "valve",
]
ENDINGS = {"gsn": ".gsn.yaml", "tea": ".json", "sacm": ".xml"}
BOTH_WAYS = [name for name in ("sacm", "gsn", "tea", "ltac", "json") if name in FORMATS]
OVERDUE, LATER = "2026-01-31", "2099-01-31"


class Graph:
    """An argument of some levels; each part has a defect now and then."""

    def __init__(self, seed: int) -> None:
        self.rng, self.n = random.Random(seed), 0
        names = (
            "events",
            "trees",
            "claims",
            "arguments",
            "evidence",
            "contexts",
            "defeaters",
            "residual_doubts",
        )
        self.parts: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
        self.levels = self.rng.choice((1, 2, 2))
        self.claim("C0", 0)

    def document(self) -> dict[str, Any]:
        head = {
            "id": "crane",
            "title": "Crane C4",
            "version": "1",
            "authors": ["A. Author"],
            "system": "Crane C4",
            "roots": ["C0"],
        }
        return {"casegen": 1, "case": head} | {name: parts for name, parts in self.parts.items() if parts}

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def new(self, letter: str) -> str:
        self.n += 1
        return f"{letter}{self.n}"

    def judge(self) -> dict[str, str]:
        return {} if self.maybe(0.1) else {"accepted_by": "B. Judge"}

    def about(self, node: dict[str, Any], kind: str) -> None:
        """A context, a review day and objections, some of them."""
        if self.maybe(0.15):
            own = self.new("X")
            state = {"state": self.rng.choice(("false", "unknown"))} if self.maybe(0.4) else {}
            self.parts["contexts"].append({"id": own, "kind": "assumption", "text": f"The ground is level to {self.n} mm",
                                           "owner": "O. Other", **state, **self.judge()})  # fmt: skip
            node["context"] = [own]
        if self.maybe(0.05):
            node["review_by"] = self.rng.choice((OVERDUE, LATER))
        if self.maybe(0.12):
            state = self.rng.choice(("open", "accepted", "refuted", "refuted"))
            answer = {"open": {}, "accepted": {"response": "Granted"},
                      "refuted": {"response": "Log 7 lists each", "refuted_by": "B. Judge"}}[state]  # fmt: skip
            self.parts["defeaters"].append({"id": self.new("D"), "target": node["id"], "kind": kind, "state": state,
                                            "owner": "O. Other", "text": f"It may have been swapped in week {self.n}", **answer})  # fmt: skip

    def claim(self, own: str, level: int, text: str = "") -> str:
        thing = f"{self.rng.choice(THINGS)} {self.n}"
        node: dict[str, Any] = {
            "id": own,
            "text": text or f"The {thing} carries its load",
            "owner": "A. Author",
        }
        self.parts["claims"].append(node)
        self.about(node, "rebutting")
        if text or (level and self.maybe(0.15)):
            node |= (
                {"undeveloped": True}
                if self.maybe(0.1)
                else {"assumed": f"Compared with drawing {self.n}", **self.judge()}
            )
            return own
        step: dict[str, Any] = {
            "id": self.new("A"),
            "supports": own,
            "owner": "A. Author",
            "text": f"By what belongs to {thing}",
        }
        self.parts["arguments"].append(step)
        self.about(step, "undercutting")
        if level < self.levels:
            below = [self.claim(self.new("C"), level + 1) for _ in range(self.rng.randint(1, 3))]
            step |= {"block": "decomposition", "from": below}
        elif self.maybe(0.5):
            self.calculated(node, step, thing)
        else:
            self.recorded(step, thing)
        step["side_claims"] = [self.claim(self.new("W"), 9, f"Nothing else takes part at {thing}")]
        return own

    def recorded(self, step: dict[str, Any], thing: str) -> None:
        own = self.new("N")
        node = {"id": own, "text": f"Report on {thing}", "artefact": f"https://example.org/{own}.pdf", "owner": "T. Tester",
                "version": "1", "date": "2026-01-02", **self.judge()}  # fmt: skip
        self.parts["evidence"].append(node)
        step |= {"block": "evidence-incorporation", "from": [own]}

    def calculated(self, claim: dict[str, Any], step: dict[str, Any], thing: str) -> None:
        tree, events = self.new("T"), [self.new("E") for _ in range(2)]
        for event in events:
            model = {"type": "constant", "probability": 1e-3 * self.rng.choice((0.01, 0.1, 0.4, 0.9, 2, 300))}
            self.parts["events"].append(
                {
                    "id": event,
                    "text": f"Part {event} of {thing} is broken",
                    "source": "sheet 4",
                    "model": model,
                }
            )
        gate = {
            "id": f"G{tree}",
            "type": self.rng.choice(("or", "or", "and", "xor")),
            "inputs": events,
            "text": f"The {thing} drops it",
        }
        self.parts["trees"].append({"id": tree, "title": f"The {thing} drops it", "top": gate["id"], "gates": [gate],
                                    "target": {"probability": 1e-3, "source": "standard"}})  # fmt: skip
        claim["text"] = f"The {thing} drops it in at most 1 of 1,000 missions"
        if self.maybe(0.8):
            bound = {"target_of": tree} if self.maybe(0.5) else 1e-3
            claim["requirement"] = {
                "measure": {"tree": tree},
                "bound": bound,
                "kind": "probability-per-mission",
            }
        step |= {
            "block": "calculation",
            "tree": tree,
            "from": [self.claim(self.new("P"), 9, f"The events are those of {thing}")],
        }


def statuses(case: Case) -> dict[str, str]:
    return {id: state.status.value for id, state in Session.open(case).assess().claims.items()}


def there_and_back(case: Case, name: str, folder: Path) -> Case:
    """What an import into a new folder makes of an export."""
    form = exchange_format(name)
    assert form.read is not None
    files = form.export(case, f"case{ENDINGS.get(name, f'.{name}')}").files
    folder.mkdir()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    back = without_dangling(form.read([folder / next(iter(files))]), {})
    write_case(as_new(back), folder / "back")
    return load(folder / "back")


def written(folder: Path, document: dict[str, Any]) -> Case:
    folder.mkdir()
    (folder / "case.yaml").write_text(yaml.safe_dump(document, sort_keys=False), "utf-8")
    return load(folder)


SEEDS = [*range(15), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(15, 150))]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_format_makes_a_claim_better(tmp_path: Path, seed: int) -> None:
    case = written(tmp_path / "case", Graph(seed).document())
    before = statuses(case)
    for name in BOTH_WAYS:
        after = statuses(there_and_back(case, name, tmp_path / name))
        better = {id: (before[id], now) for id, now in after.items()
                  if id in before and RANK.index(now) > max(3, RANK.index(before[id]))}  # fmt: skip
        assert not better, name
