"""Vital signs of the classes of boxes: names in two spellings, and objects that no class which counts holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.expressions import compiled
from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.misspelt import variant

MANY = 0.1
"""share of the objects from which on those that nobody has to detect may hide missed ones"""
_NO_CLASS = compiled(r"(?i)(do)?n['o]?t?[ _-]?care|ignored?|ignore[ _-]regions?|unknown|void|difficult")


def judge_classes(truth: Truth, detections: Detections, names: Sequence[str], intake: Intake) -> None:
    """Doubt objects of classes that are left out, if these look like ones that count, or like none at all."""
    counts = Counter(truth.category.tolist())
    detected = set(detections.category.tolist())
    objects = sum(counts[n] for n in names)
    for name, often in counts.items():
        if name in names:
            continue
        near = variant(name, names) if name not in detected else ""
        if near:
            intake.suspects(
                "class-left-out",
                f"{often:,} {plural(often, 'object')} of class {name!r} do not count and are never detected, {near!r} "
                "counts: are they objects of it?",
                hint="state both under `categories`; or say in the waiver why the system need not detect them",
            )
        elif _NO_CLASS.fullmatch(name) and often > MANY * (objects + often):
            intake.suspects(
                "class-left-out",
                f"{often:,} objects beside {objects:,} that count are of class {name!r}, which nobody has to detect",
                hint="give them their class; or say in the waiver what they are",
            )
