"""A record with one campaign entered twice, or with a counter at its end, is doubted; ordinary records are not."""

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake

Rows = tuple[tuple[str, float, int], ...]


def signs(folder: Path, rows: Rows, exposure: str = "demands") -> list[str]:
    """Names of the signs of a record with these rows."""
    text = "".join(f"{entry},{size:.12g},{failed}\n" for entry, size, failed in rows)
    (folder / "r.csv").write_text(f"entry,{exposure},failures\n" + text)
    intake = Intake()
    read(folder / "r.csv", exposure, whole=exposure != "hours", intake=intake)
    return [sign.name for sign in intake.signs]


REPEATED: tuple[Rows, ...] = (
    (("Hafen", 1813, 2), ("harbour", 1813, 2), ("quay", 2403, 1)),
    (
        ("Hafen 1", 1813, 2),
        ("harbour 1", 1813, 2),
        ("quay 4", 2403, 1),
        ("lock 7", 1991, 0),
        ("slip", 2044, 1),
    ),
    (("trial", 1810, 0), ("second trial", 1810, 0)),
)
LOOK_ALIKE: tuple[Rows, ...] = (
    (("A", 1812, 0), ("\u0410", 1812, 0)),
    (("Adler", 1812, 0), ("\u0410dler", 1812, 0), ("quay", 2403, 1)),
)
ENDED: tuple[Rows, ...] = (
    (("A", 1810, 0), ("B", 32767, 1), ("C", 32767, 0)),
    (("A", 1810, 0), ("B", 65535, 1), ("E", 53022, 0)),
    (("A", 181, 0), ("B", 255, 0), ("C", 255, 0), ("F", 77, 0)),
    (("A", 81810, 0), ("B", 99999, 0), ("C", 71000, 1)),
    (("A", 9999, 0), ("B", 9999, 0), ("C", 7100, 1)),
    (("A", 910000000, 0), ("B", 2147483647, 7)),
)
SENSIBLE: tuple[tuple[str, Rows], ...] = (
    ("demands", (("early", 1510, 0), ("late", 1425, 0), ("night", 1388, 1))),
    ("demands", (("rig A", 100, 0), ("rig B", 100, 0), ("rig C", 120, 0))),
    ("hours", (("rig A", 720, 0), ("rig B", 720, 0), ("rig C", 744, 1))),
    ("hours", (("Jan 2025", 744, 0), ("Feb 2025", 672, 0), ("Mar 2025", 744, 1))),
    ("demands", (("A", 1250, 0), ("B", 1250, 0), ("C", 1375, 1))),
    ("demands", (("A", 512, 0), ("B", 512, 0), ("C", 1024, 1))),
    ("demands", (("tank", 2400, 1), ("barrel", 2400, 1), ("pier", 1800, 0))),
    ("demands", (("Jan 2025", 1240, 0), ("Mar 2025", 1240, 0), ("Apr 2025", 1209, 0))),
    ("demands", (("A", 255, 0), ("B", 181, 1), ("C", 77, 0))),
    ("demands", (("A", 255, 0), ("B", 255, 0), ("C", 255, 0))),
    ("demands", (("A", 9999, 0), ("B", 12500, 1))),
    ("demands", (("A", 1813, 0), ("B", 1813, 2), ("C", 2403, 0))),
    ("hours", (("rig A 2025-03", 310.5, 0), ("rig B 2025-03", 288.25, 0), ("rig A 2025-04", 301.75, 1))),
    ("demands", tuple((f"car {k}", 1013 + 37 * (k % 21), 0) for k in range(22))),
    *(
        ("demands", tuple((name, n, f) for name, f in (("Kiel", 0), ("Oslo", 0), ("Turku", second))))
        for n in (299, 459, 2303, 2995, 2996, 4605, 4742)
        for second in (0, 1)
    ),
    ("demands", (("Kiel", 2995, 0), ("Oslo", 2995, 0))),
    (
        "demands",
        tuple(
            zip(
                ("2020", "2021", "2022", "2023", "2024"),
                (1200, 2100, 2950, 3800, 4700),
                (5, 3, 2, 1, 0),
                strict=True,
            )
        ),
    ),
    (
        "demands",
        tuple(
            zip(
                ("2020", "2021", "2022", "2023", "2024"),
                (1200, 2100, 2950, 3800, 4700),
                (0, 1, 1, 2, 3),
                strict=True,
            )
        ),
    ),
    ("hours", tuple((f"fleet {y}", 8000 + 900 * k, 0) for k, y in enumerate(range(2017, 2025)))),
    ("hours", tuple((f"Q{k % 4 + 1} {2022 + k // 4}", 3010 + 905 * k, k % 2) for k in range(8))),
    ("hours", tuple((f"pump {k}", 8760 - 730 * k + k % 3, 0) for k in range(12))),
    ("demands", tuple((f"site {c}", 310 + 97 * k, 0) for k, c in enumerate("ABCDEF"))),
    ("demands", tuple((f"pump {k}", 1813, int(k == 3)) for k in range(1, 9))),
    ("hours", (("2025-W10", 140, 0), ("2025-W11", 151, 0), ("2025-W12", 148.5, 0))),
    ("demands", (("north", 210, 0), ("south", 214, 0), ("east", 210, 0), ("west", 208, 0), ("roof", 207, 0))),
)


@pytest.mark.parametrize("rows", REPEATED)
def test_one_exact_repeat_is_doubted(tmp_path: Path, rows: Rows) -> None:
    """The same exposure of three digits or more and the same failures: entered twice?"""
    assert "sign-repeated-entries" in signs(tmp_path, rows)


@pytest.mark.parametrize("rows", LOOK_ALIKE)
def test_one_name_in_letters_that_look_alike_is_refused(tmp_path: Path, rows: Rows) -> None:
    """A Cyrillic and a Latin A: nothing tells the entries apart."""
    with pytest.raises(InputProblem, match="look alike"):
        signs(tmp_path, rows)


@pytest.mark.parametrize("rows", ENDED)
def test_a_counter_at_its_end_is_doubted(tmp_path: Path, rows: Rows) -> None:
    """The largest number is one at which counters stop."""
    assert "sign-saturated-counter" in signs(tmp_path, rows)


@pytest.mark.parametrize(("exposure", "rows"), SENSIBLE)
def test_sensible_records_have_no_sign(tmp_path: Path, exposure: str, rows: Rows) -> None:
    """Round numbers, equal shifts, plans, successive periods and vehicles with the same month."""
    assert signs(tmp_path, rows, exposure) == []


IN_PAIRS: tuple[Rows, ...] = (
    tuple((f"2026-03-0{d} {u}", n, f) for d, n, f in ((2, 213, 0), (3, 224, 0), (4, 198, 1), (5, 231, 0)) for u in "AB"),
    tuple((f"day {d} {u}", n, 0) for d, n in ((1, 213), (2, 227), (3, 198)) for u in ("am", "pm")),
    tuple((f"lot {d}{u}", n, d % 2) for d, n in ((1, 1213), (2, 1227), (3, 998)) for u in "xyz"),
)  # fmt: skip
NOT_IN_PAIRS: tuple[Rows, ...] = (
    tuple((f"day {d} {u}", n, f) for d, n, f in ((1, 213, 0), (2, 227, 1), (3, 198, 0), (4, 205, 1)) for u, f in
          (("left", f), ("right", 0))),
    tuple((f"lot {d}{u}", n, 0) for d, n in ((1, 200), (2, 250), (3, 300)) for u in "xy"),
    tuple((f"{m} {u}", n, 0) for m, n in (("Jan 2025", 744), ("Feb 2025", 672), ("Apr 2025", 720)) for u in "xy"),
    (("pier", 213, 0), ("quay", 213, 0), ("lock", 227, 1), ("slip", 227, 1), ("dock", 198, 0)),
)  # fmt: skip


@pytest.mark.parametrize("rows", IN_PAIRS)
def test_entries_that_all_stand_several_times_are_doubted(tmp_path: Path, rows: Rows) -> None:
    """Each exposure with its failures as often as every other: the file was joined with itself."""
    assert "sign-repeated-entries" in signs(tmp_path, rows)


@pytest.mark.parametrize("rows", NOT_IN_PAIRS)
def test_entries_of_one_exposure_that_fail_otherwise_or_are_planned_are_not(
    tmp_path: Path, rows: Rows
) -> None:
    assert "sign-repeated-entries" not in signs(tmp_path, rows)


def test_rows_of_few_rounded_counts_are_no_statistics_of_each_other() -> None:
    """Weeks without a failure, counted in tens: each is about the middle, the largest or the smallest of the others."""
    from casegen_evidence.field_data.signs.aggregates import made_of_others

    weeks = np.array([70.0, 70, 80, 70, 90, 80, 90, 40])
    assert made_of_others(weeks, np.zeros(8)) is None
    fine = np.array([71.0, 68, 83, 74, 92, 79, 95, 43])
    ends = np.append(fine, [fine.mean(), fine.std(ddof=1), fine.min(), np.median(fine), fine.max()])
    assert made_of_others(ends, np.zeros(13)) is not None
