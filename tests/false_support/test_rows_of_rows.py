"""Records whose rows hold others, are of the future, so far or not recorded, or of which not all went well; true twins."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured


def signs(
    folder: Path,
    rows: str,
    header: str = "entry,demands,failures",
    exposure: str = "demands",
    **declared: object,
) -> str:
    """Names of the signs of a record; ``rows`` are apart by blanks that follow a semicolon."""
    (path := folder / "record.csv").write_text(
        "\n".join([header, *rows.split("; ")]) + "\n", encoding="utf-8"
    )
    read(path, exposure, whole=exposure != "hours", declared=declared, intake=(intake := Intake()))
    return " ".join(sorted(sign.name for sign in intake.signs))


HELD = {
    "site-then-units": "Site A,2000,1; A1,1000,0; A2,1000,1; Site B,3000,0; B1,1500,0; B2,1500,0",
    "sites-first": "Site A,2000,1; Site B,3000,0; A1,1000,0; A2,1000,1; B1,1500,0; B2,1500,0",
    "units-of-another-name": "Plant North,2000,0; North line 1,1000,0; North line 2,1000,0; Plant South,900,0",
    "numbered": "1,2000,0; 1.1,1000,0; 1.2,1000,0; 2,2000,0; 2.1,1200,0; 2.2,800,0",
    "paths": "Site A,2000,0; Site A/1,1000,0; Site A/2,1000,0; Site B,1000,0",
}
APART = {
    "units": "Site A1,1210,0; Site A2,990,1; Site B1,1720,0; Site B2,1380,0",
    "piers": "pier,2000,0; pier 2,1000,1; pier 3,1100,0",
    "conditions": "site A dry,1000,0; site A wet,500,0; site A ice,500,0; site B dry,1000,0; site B wet,500,0; site B ice,500,0",
    "versions": "R1,2000,0; R1.1,900,0; R1.2,1000,0",
}


@pytest.mark.parametrize("name", HELD)
def test_rows_that_hold_others(name: str, tmp_path: Path) -> None:
    assert "sign-sum-of-rows" in signs(tmp_path, HELD[name])


@pytest.mark.parametrize("name", APART)
def test_rows_beside_each_other(name: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, APART[name])


def test_columns_that_name_the_whole(tmp_path: Path) -> None:
    level = "entry,level,demands,failures"
    assert "sign-sum-of-rows" in signs(
        tmp_path, "A,site,2000,0; A1,unit,900,0; A2,unit,1105,0; B,site,2000,0; B1,unit,1998,0", level
    )
    assert not signs(
        tmp_path, "A,SIL,2000,0; A1,HIL,900,0; A2,HIL,1400,0; B,SIL,2000,0; B1,HIL,1998,0", level
    )
    parent = "entry,parent,demands,failures"
    assert "sign-sum-of-rows" in signs(
        tmp_path, "north,all north,2000,0; u7,north,900,0; u9,north,1100,0", parent
    )
    assert not signs(tmp_path, "u7,north,900,0; u9,north,1100,0; u10,south,1000,0", parent)


@pytest.mark.parametrize(
    "rows", ["2099-01,2200,0; 2099-02,2100,1", "Q1 2025,2200,0; Q2 2025,2100,1; Q3 2099,2300,0"]
)
def test_periods_of_the_future(rows: str, tmp_path: Path) -> None:
    assert "sign-future-period" in signs(tmp_path, rows)
    assert not signs(tmp_path, rows.replace("2099", "2024"))


def test_numbers_that_look_like_years(tmp_path: Path) -> None:
    assert not signs(tmp_path, "L-2091,1500,0; L-2092,1498,1; L-2093,1203,0")


def test_dates_of_the_future(tmp_path: Path) -> None:
    rows, header = (
        "c1,2025-01-01,2025-02-01,2200,0; c2,2099-03-01,2099-04-01,2100,1",
        "entry,from,to,demands,failures",
    )
    assert "sign-future-period" in signs(tmp_path, rows, header)
    assert not signs(tmp_path, rows.replace("2099", "2025"), header)


@pytest.mark.parametrize("form", ["to {}", "bis {}", "until end of {}", "{} YTD", "{} (cumulated)"])
def test_totals_so_far_by_their_names(form: str, tmp_path: Path) -> None:
    rows = [
        f"{form.format(m)},{n},{k}" for m, n, k in (("May", 1000, 0), ("June", 2600, 1), ("July", 3150, 1))
    ]
    assert "sign-running-total" in signs(tmp_path, "; ".join(rows))
    assert not signs(tmp_path, "May,1000,0; June,1600,1; July,1650,0")
    assert not signs(tmp_path, "Jan to Feb,1000,0; Mar to Apr,1600,1; May to July,2650,0")


@pytest.mark.parametrize("name", ["successes", "passed", "completed", "erfolgreich", "OK"])
def test_what_did_not_succeed_is_no_failure(name: str, tmp_path: Path) -> None:
    header = f"entry,demands,{name},failures"
    assert "sign-unread-failures" in signs(tmp_path, "a,1000,990,0; b,2000,1980,1", header)
    assert not signs(tmp_path, "a,1000,1000,0; b,2000,1999,1", header)
    assert not signs(tmp_path, "a,1000,1,0; b,2000,1,1", header)  # a mark of the row, and no count


@pytest.mark.parametrize("name", ["recorded", "logger on", "counted", "monitored"])
def test_rows_that_nobody_recorded(name: str, tmp_path: Path) -> None:
    header = f"entry,demands,failures,{name}"
    assert "sign-marked-rows" in signs(tmp_path, "a,1000,0,yes; b,2000,1,yes; c,3000,0,no", header)
    assert not signs(tmp_path, "a,1000,0,yes; b,2000,1,yes; c,3000,0,yes", header)


def test_counts_of_failed_things_are_no_marks(tmp_path: Path) -> None:
    for name, marks in (
        ("Failed stops", False),
        ("number failed", False),
        ("any failure", True),
        ("had failure", True),
        ("failed", False),  # beside the demands an ordinary name of their count
        ("Failed", False),
        ("failed_to_open", False),  # a mode of failure, as data books name it
        ("Fail to start", False),
    ):
        seen = signs(
            tmp_path, "a,1000,0; b,2000,1; c,3000,0", f"entry,demands,{name}", columns={"failures": name}
        )
        assert ("sign-mark-not-count" in seen) == marks, name


def test_a_column_of_ones_that_counts_would_not_be_holds_marks(tmp_path: Path) -> None:
    """Half of 80 rows with one failure each, and none with two: of counts that has a chance of 1 in 1,000 at most."""
    for every, marks in ((2, True), (3, False), (12, False)):
        rows = "; ".join(f"s{k},{300 + k % 11},{int(k % every == 1)}" for k in range(80))
        seen = signs(tmp_path, rows, "entry,demands,failed", columns={"failures": "failed"})
        assert ("sign-mark-not-count" in seen) == marks, every


def test_truth_values_are_no_counts(tmp_path: Path) -> None:
    for third, fine in ((False, False), (0, True)):
        book = openpyxl.Workbook()
        for row in (["entry", "demands", "failures"], ["a", 1000, third], ["b", 2000, 1 if fine else True]):
            book.active.append(row)
        book.save(tmp_path / "record.xlsx")
        if fine:
            assert read(tmp_path / "record.xlsx", "demands", whole=True).failures == (0, 1)
            continue
        with pytest.raises(InputProblem, match="cell C2: truth values where a count"):
            read(tmp_path / "record.xlsx", "demands", whole=True)


def test_messages_name_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r'`thousands: "."` with `decimal: ","`'):
        signs(tmp_path, "a,1.210,0; b,2.000,1")
    german = {"thousands": ".", "decimal": ","}
    with pytest.raises(InputProblem, match="'2,000' may be 2000"):
        signs(tmp_path, "a;1.210;0; b;2,000;1", "entry;demands;failures", **german)
    assert not signs(tmp_path, "a;1.210;0; b;2.000;1", "entry;demands;failures", **german)
    with pytest.raises(InputProblem, match="it is a date, which a spreadsheet makes"):
        signs(tmp_path, "a,2024-10-01 00:00:00,0; b,2000,1")


TOTALS = {
    "all": ("a,1000,0; b,2000,1; Total,3000,1", ["Total"]),
    "first": ("Total,3000,1; a,1000,0; b,2000,1", ["Total"]),
    "by-half-year": ("a,1000,0; b,2000,1; H1 total,3000,1; c,900,0; d,400,0; H2 total,1300,0; Grand total,4300,1",
                     ["H1 total", "H2 total", "Grand total"]),
}  # fmt: skip


@pytest.mark.parametrize("name", TOTALS)
def test_totals_that_the_item_names(name: str, tmp_path: Path) -> None:
    rows, totals = TOTALS[name]
    with pytest.raises(InputProblem, match=r"declare `totals: \["):
        signs(tmp_path, rows)
    assert not signs(tmp_path, rows, totals=totals)
    record = read(tmp_path / "record.csv", "demands", whole=True, declared={"totals": totals})
    assert "Total" not in record.entries
    assert (sum(record.exposure), sum(record.failures)) in ((3000, 1), (4300, 1))


@pytest.mark.parametrize(
    "rows",
    [
        "a,1000,0; b,2000,1; Total,3000,2",
        "a,1000,0; b,2000,1; Total,2900,1",
        "a,1000,0; b,2000,1; Total,2000,1",
    ],
)
def test_a_row_that_is_no_sum_is_not_left_out(rows: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="'Total' is declared under `totals`"):
        signs(tmp_path, rows, totals=["Total"])


@pytest.mark.slow
def test_totals_in_vain_and_a_claim_with_a_total(tmp_path: Path) -> None:
    """The failing unit is no total, whatever the item says; with the total left out the claim holds."""
    rows = "entry,demands,failures\nquay,4000,0\nbuoy,4000,{}\npier,900,0\nTotal,8900,{}\n"
    totals = {"evidence_items.EV.totals": ["Total"]}
    must_hold(folder(tmp_path / "true", measured(), totals, {"record.csv": rows.format(0, 0)}))
    hidden = {"evidence_items.EV.totals": ["Total", "buoy"]}
    must_not_hold(
        folder(tmp_path / "false", measured(), hidden, {"record.csv": rows.format(9, 9)}),
        "'buoy' is declared",
    )
    vain = {"evidence_items.EV.totals": ["Sum"]}
    text = "entry,demands,failures\nquay,4000,0\nbuoy,4000,1\n"
    must_not_hold(
        folder(tmp_path / "vain", measured(), vain, {"record.csv": text}), "`totals` is in vain for Sum"
    )


@pytest.mark.slow
def test_a_claim_on_rows_that_hold_others(tmp_path: Path) -> None:
    """The claim of both folders is that at most 1 of 1,000 fails."""
    header = "entry,demands,failures\n"
    twice = header + "Site A,4000,0\nA1,2000,0\nA2,2000,0\nSite B,4000,0\nB1,1800,0\nB2,2200,0\n"
    must_not_hold(folder(tmp_path / "false", measured(), files={"record.csv": twice}), "sign-sum-of-rows")
    once = header + "A1,4000,0\nA2,4000,0\nB1,3800,0\nB2,4200,0\n"
    must_hold(folder(tmp_path / "true", measured(), files={"record.csv": once}))
