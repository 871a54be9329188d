"""The laboratory of groups of unequal sizes, small: what is short of the rate of rows is in doubt, and what is even is not."""

from __future__ import annotations

import pytest

from benchmarks.coverage import group_sizes, records


@pytest.mark.slow
def test_no_limit_on_offer_is_short_and_unmarked() -> None:
    """Twenty repetitions cannot prove 95 %; they would show limits that are clearly short."""
    rows = list(records._unequal_groups(20, 0.95))
    assert len(rows) == 3 * len(group_sizes.WORLDS)
    for row in rows:
        if row.offered:
            assert not records.significant(row, 0.95), (row.situation, row.bound)
    ignored = [row for row in rows if "ignored" in row.bound and not row.offered]
    assert any(records.significant(row, 0.95) for row in ignored)


def test_groups_of_one_size_change_nothing() -> None:
    even = next(w for w in group_sizes.WORLDS if len(set(w.sizes)) == 1)
    for seen in group_sizes.repeated(even, 3, 0.95):
        assert seen.by_size == seen.alike
        assert seen.over_rows == seen.over_groups
