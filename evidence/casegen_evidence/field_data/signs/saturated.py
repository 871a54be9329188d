"""Counters that stand at the largest number they hold: what came after is not counted."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable

ENDS = (32767.0, 65535.0, 99999.0, 999999.0, 9999999.0, 16777215.0, 2147483647.0, 4294967295.0)
"""largest numbers of counters, of 15 to 32 bits or of five and more digits, that are hardly met otherwise"""
SHORT_ENDS = (255.0, 9999.0)
"""largest numbers of short counters: doubted where two rows or more end there"""


def judge_saturated(table: DataTable, columns: Mapping[str, NDArray[np.float64]], intake: Intake) -> None:
    """Doubt a column whose largest number is one at which counters stop."""
    for name, values in columns.items():
        most = float(values.max())
        at = np.flatnonzero(values == most)
        several = 1 < len(at) < len(values)  # a plan has the same in all rows
        if most not in ENDS and not (most in SHORT_ENDS and several):
            continue
        if any(sign.name == "sign-code-for-missing" for sign in intake.signs):
            return  # the same number is doubted already
        intake.suspects(
            "saturated-counter",
            f"{table.place(int(at[0]), name)}: {most:.0f}, in {len(at):,} of {len(values):,} rows, is the largest number "
            "that a counter of its length holds: did it go on?",
            hint="correct the rows from another source; or say in the waiver how the number was counted",
        )


SIGNS: Mapping[str, str] = {
    "saturated-counter": "counts or exposures at which a counter of 8, 15, 16, 31 or 32 bits, or of nines, stops",
}
