"""Paper 003, Tables 1, 5 and 6: the MNIST columns, with networks of our own trained as the paper's were.

Read from ``recorded/mnist.json``; :mod:`examples.paper_tables.record_mnist` says how it is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from casegen_evidence.bounds import clopper_pearson

from examples.paper_tables.record_mnist import RECORDED
from examples.paper_tables.row import Row

CONFIDENCE, TRAINING, TEST = 0.975, 60_000, 10_000
OWN = "a network of our own, 784-256-10, trained as in Appendix B.1; recorded"


@cache
def _recorded() -> dict[str, Any]:
    results: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return results


def errors(name: str, training: float, test: float) -> Iterator[Row]:
    """Training and test error of the network ``name`` (normal or adversarial) beside the printed ones."""
    network = _recorded()["networks"][name]
    for part, printed, n in (("training", training, TRAINING), ("test", test, TEST)):
        wrong = network[f"{part}_wrong"]
        lower, upper = (float(limit) for limit in clopper_pearson(wrong, n, CONFIDENCE))
        yield Row(f"MNIST, {name}: {part} error", printed, wrong / n, lower, upper, CONFIDENCE, False, OWN)


def reliability(name: str, pmi: float, change: float) -> Iterator[Row]:
    """pmi by Eqns 13 to 15, ACU with a sound limit, and the mean least change, beside Table 6."""
    network = _recorded()["networks"][name]
    balls = f"{OWN}; {network['k']:,} balls of radius {_recorded()['radius']:g} (the paper: 70,000)"
    yield Row(f"MNIST, {name}: pmi by Eqns 13–15", pmi, network["pmi"], None, network["pmi_upper"], CONFIDENCE, False,
              f"{balls}; the limit does not cover; why it is larger: docs/ram.md")  # fmt: skip
    yield Row(f"MNIST, {name}: mean λ, sound limit", None, network["acu"], None, network["sound_upper"], CONFIDENCE,
              note=f"{balls}; the ACU, which is the pmi for pictures drawn from the profile")  # fmt: skip
    yield Row(f"MNIST, {name}: mean least change by DeepFool", change, network["least_change"], comparable=False,
              note=f"{OWN}; L∞, {network['changed']:,} pictures, each an upper limit")  # fmt: skip


def separation(name: str, printed: float) -> Row:
    """r̂ of all 70,000 pictures by Remark 3: half the smallest L∞ distance of unlike digits."""
    note = f"half of {_recorded()['distance']:.4g}, all 70,000 pictures (Remark 3); recorded"
    return Row(f"MNIST, {name}: r-separation", printed, _recorded()["distance"] / 2, note=note)
