"""Evaluated inputs that are easier than those on which the threshold was set: then some may be missing."""

from __future__ import annotations

import math

from casegen_evidence.p_values import stated
from casegen_evidence.signs import Intake

EASIER = "evaluated inputs with far fewer hazards than those of the calibration"
LEVEL = 1e-4


def easier_than(calibration: tuple[int, int], evaluation: tuple[int, int], file: str, intake: Intake) -> None:
    """Doubt an evaluation whose hazards are rarer than those of the calibration, ``(hazards, inputs)`` of each.

    Both are to be draws of operation; one-sided normal test of two proportions.
    """
    (a, n), (b, m) = calibration, evaluation
    if not n or not m or a / n <= b / m:
        return
    share = (a + b) / (n + m)
    deviation = math.sqrt(share * (1 - share) * (1 / n + 1 / m))
    p = 0.5 * math.erfc((a / n - b / m) / deviation / math.sqrt(2))
    if p < LEVEL:
        intake.suspects(
            "easier-than-calibration",
            f"{file}: {b:,} of {m:,} inputs are hazardous, {a:,} of {n:,} of the calibration were ({stated(p, 1)}): were "
            "hazardous ones taken out, or is one of both no draw of operation?",
            hint="draw both from operation, and give all rows",
        )
