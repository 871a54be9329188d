"""One period in two spellings counts twice; periods that follow each other, or are of different units, do not."""

import pytest
from casegen_evidence.field_data.part_periods import part_of_period
from casegen_evidence.field_data.period_clashes import clash

SAME = (
    ("Mar 2026", "03/2026"), ("2026-03", "03.2026"), ("March 2026", "Mar-26"), ("März 2026", "3/2026"),
    ("mars 2026", "March 2026"), ("Januar 2026", "2026-01"), ("Mar '26", "2026-03"), ("2026 March", "2026/03"),
    ("Q1 2026", "2026-Q1"), ("Q1/26", "2026 Q1"), ("1Q26", "first quarter of 2026"), ("1. Quartal 2026", "Q1 2026"),
    ("H1 2026", "first half of 2026"), ("2. Halbjahr 2026", "H2/2026"), ("first half of 2026", "March 2026"),
    ("Q2 2025", "2025"), ("Q1 2026", "2026-02"), ("Jan-Mar 2026", "Q1 2026"), ("Oct 2025 - Mar 2026", "Dec 2025"),
    ("2026-W07", "KW 7/2026"), ("week 10 2026", "2026-W10"), ("W10", "week 10"), ("KW 10-14 2026", "2026-W12"),
    ("2026-W10", "2-8 March 2026"), ("2026-W10", "March 2026"), ("13.02.26", "2026-02-13"), ("13/02/2026", "02/13/2026"),
    ("20260213", "13 Feb 2026"), ("13.02.2026", "Feb 13, 2026"), ("13-Feb-26", "13.2.2026"),
    ("rig A, Mar 2026", "03/2026 rig A"), ("Harbour trial May", "May trial (harbour)"), ("2026-02-13", "Feb 2026"),
    ("first half of March 2026", "1-15 March 2026"), ("first half of March 2026", "March 2026"), ("2nd half of Feb 2026", "2026-02"),
    ("1. Hälfte März 2026", "1-15 March 2026"), ("March 2026 (second half)", "16-31 March 2026"), ("last half of May", "May"),
)  # fmt: skip
PERHAPS = (
    ("13 Feb", "13 February 2026"), ("week 10", "2026-W10"), ("March 26", "2026-03"), ("2026-044", "2026-02-13"),
    ("winter 2025/26", "Jan 2026"), ("FY25", "2025"), ("03/04/2026", "2026-04-03"), ("Jan-Mar 2026", "Mar-May 2026"), ("FY24", "2025"),
    ("202603", "March 2026"), ("2026-W14", "April 2026"),
)  # fmt: skip
APART = (
    ("Mar 2026", "Apr 2026", "2026-05", "06/2026"), ("rig A 2026-03", "rig B Mar 2026"), ("Q1 2026", "Q2 2026", "H2 2026"),
    ("2026-W10", "2026-W11", "W12 2026"), ("week 1", "week 2", "January"), ("01/02/2026", "02/02/2026", "13/02/2026"),
    ("01/02/2026", "02/01/2026", "03/01/2026"), ("2022/23", "2023/24"), ("FY24", "FY25"), ("winter 2025/26", "spring 2026"),
    ("13.02.26", "14.02.26", "15.02.26"), ("1-15 Jan 2026", "15-31 Jan 2026"), ("20260213", "20260214"),
    ("2025-12", "Jan 2026"), ("Mar 2025", "Mar 2026"), ("March 1", "March 2", "March 26"), ("pump 1", "pump 2"),
    ("Jan 25", "Feb 25", "Mar 25"), ("2026-03-30 08:00", "30.03.2026 14:00"), ("since 2024", "since 2025"),
    ("A-2026-001", "A-2026-002"), ("release 2.1", "release 2.2"), ("trial 1/3", "trial 2/3", "trial 3/3"),
    ("2026-1", "2026-2", "2026-3"), ("2026-W13", "April 2026"), ("Dec-Feb 2026", "Mar 2026"), ("hall 3", "hall 3/26b"),
    ("first half of March 2026", "second half of March 2026"), ("first half of March 2026", "April 2026"), ("1-15 March 2026", "2nd half of March 2026"),
    ("second half of Dec 2025", "first half of Jan 2026"), ("rig A first half of March 2026", "rig B March 2026"),
)  # fmt: skip


@pytest.mark.parametrize("entries", SAME, ids=" | ".join)
def test_one_period_in_two_spellings_is_sure(entries: tuple[str, ...]) -> None:
    """Both entries and the days in both are named, in whichever order they stand."""
    for names in (entries, entries[::-1]):
        met = clash(names)
        assert met is not None
        assert met.sure
        assert {met.outer, met.inner} == {0, 1}
        assert met.days


@pytest.mark.parametrize("entries", PERHAPS, ids=" | ".join)
def test_what_is_one_period_by_some_readings_is_possible(entries: tuple[str, ...]) -> None:
    """A year that is not said, an order of day and month, a season: a person has to say."""
    met = clash(entries)
    assert met is not None
    assert not met.sure


@pytest.mark.parametrize("entries", APART, ids=" | ".join)
def test_periods_apart_do_not_clash(entries: tuple[str, ...]) -> None:
    """Successive periods, different units, and names that are no periods."""
    assert clash(entries) is None


def test_an_order_of_day_and_month_holds_for_the_table() -> None:
    """A month of days written with the day first is read so throughout; mixed orders are sure where no order fits."""
    days = [f"{k:02}/02/2026" for k in range(1, 29)]
    assert clash(days) is None
    met = clash(["01/02/2026", "13/02/2026", "02/13/2026"])
    assert met is not None
    assert met.sure
    assert met.days == "2026-02-13"


@pytest.mark.parametrize(
    "entries",
    [
        ("weekends of March 2026", "March 2026"), ("2026-03", "nights in March 2026"), ("rig A Mar 2026", "rig A nights Mar 2026"),
        ("Wochenenden März 2026", "2026-03"), ("early March 2026", "March 2026"), ("Q1 2026", "late shift March 2026"), ("2025", "Ende 2025"),
    ],
    ids=" | ".join,
)  # fmt: skip
def test_some_days_or_hours_of_a_period_that_is_an_entry(entries: tuple[str, str]) -> None:
    for names in (entries, entries[::-1]):
        pair = part_of_period(names)
        assert pair is not None
        assert set(pair) == {0, 1}


@pytest.mark.parametrize(
    "entries",
    [
        ("weekends of March 2026", "weekdays of March 2026"), ("days in March 2026", "nights in March 2026"), ("early shift", "late shift"),
        ("weekends of March 2026", "April 2026"), ("rig A nights Mar 2026", "rig B Mar 2026"), ("night shift 3", "March 2026"), ("March 2026", "April 2026"),
    ],
    ids=" | ".join,
)  # fmt: skip
def test_days_or_hours_of_other_periods(entries: tuple[str, str]) -> None:
    assert part_of_period(entries) is None
