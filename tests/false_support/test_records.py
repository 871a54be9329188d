"""Records that are not what they seem: totals, rows twice, totals so far, other units, rows that were never run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, measured

ITEM = "evidence_items.EV"
HEAD = "entry,demands,failures\n"
HOURS: dict[str, Any] = {
    f"{ITEM}.method": "operating-record",
    "claims.C1.text": "The range guard fails at most once in 1,000 hours",
    "claims.C1.requirement.kind": "rate-per-hour",
    "claims.C1.requirement.measure.measure": "rate",
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def table(*rows: tuple[object, ...], head: str = HEAD) -> str:
    return head + "".join(",".join(map(str, row)) + "\n" for row in rows)


def columns(**names: str) -> dict[str, Any]:
    return {f"{ITEM}.columns": names}


HALF = [(m, 1013 + 17 * k * k, k % 2) for k, m in enumerate(MONTHS[:6])]
H1 = ("first half", sum(r[1] for r in HALF), sum(r[2] for r in HALF))
FALSE: dict[str, tuple[str, dict[str, Any], str]] = {
    "kinds-of-failure-of-one-unit": (
        table(("pump 1 seal leak", 40123, 0), ("pump 1 bearing seized", 40123, 0), ("pump 1 motor burnt", 40123, 1), head="entry,hours,failures\n"),
        HOURS, "sign-shared-exposure"),
    "estimated-hours": (table(("pump 1 (est.)", 41013, 1), ("pump 2", 39027, 0), head="entry,hours,failures\n"), HOURS, "sign-marked-rows"),
    "weeks-and-their-month": (
        table(("2024-01", 4000, 0), ("2024-01-08", 1000, 0), ("2024-01-15", 3000, 0)), {}, "holds the period '2024-01-08'"),
    "not-yet-in-service": (
        table(("a", 400, 0, "in service"), ("b", 40000, 0, "not yet commissioned"), head="entry,demands,failures,status\n"),
        {}, "sign-marked-rows"),
    "pasted-with-a-word": (table(("pier", 4013, 0), ("pier backup", 4013, 0)), {}, "sign-repeated-entries"),
    "rounded-sum": (
        table(("a", 1013.26, 0), ("b", 2044.51, 1), ("c", 3057.8, 1), ("d", 1500.2, 0), head="entry,hours,failures\n"),
        HOURS, "sign-sum-of-rows"),
    "meters-of-two-units": (
        table(*[(f"{u} 2024-{k:02}", b + 1000 * k + (7 * k * b) % 13, 0) for u, b in (("A", 0), ("B", 311)) for k in range(1, 7)]),
        {}, "sign-running-total"),
    **{
        f"so-far-{k}": (
            table(*[(name.format(n), 61 * n + (n * n * 7) % 5, n > 9) for n in order]).replace("True", "1").replace("False", "0"),
            {}, "sign-running-total")
        for k, (name, order) in enumerate([
            ("2025-W{:02}", range(1, 13)), ("W{} 2025", range(1, 13)), ("KW {}/2025", range(1, 13)), ("2025 week {}", range(1, 13)),
            ("dive {}", range(1, 13)), ("test day {}", range(1, 13)), ("{}", range(1, 13)), ("dive {} (Kiel)", range(12, 0, -1)),
            ("{}", range(12, 0, -1)),
        ])
    },
    "months-backwards": (
        table(("Apr 2025", 2516, 0), ("Mar 2025", 1871, 0), ("Feb 2025", 1183, 1), ("Jan 2025", 612, 0)), {}, "sign-running-total"),
    "removed-outliers": (table(("lake (after removal of outliers)", 4013, 0), ("pier", 3909, 0)), {}, "sign-marked-rows"),
    "not-counted": (table(("lake (first failures not counted)", 4013, 0), ("pier", 3909, 0)), {}, "sign-marked-rows"),
    "without-an-abbreviation": (table(("lake (without op. error)", 4013, 0), ("pier", 3909, 0)), {}, "sign-marked-rows"),
    "switched-off": (table(("old", 1000, 6), ("new", 99000, 9)), {f"{ITEM}.parameters.homogeneity_level": 1e-9}, "homogeneity_level"),
    "total-first": (table(("all units", 9013, 1), ("a", 4013, 1), ("b", 5000, 0)), {}, "'all units' adds up"),
    "total-in-the-middle": (
        table(("a", 4013, 1), ("b", 3007, 0), ("station", 7020, 1), ("c", 4777, 0)), {}, "sign-sum-of-rows"),
    "half-year": (table(*HALF, H1, ("Jul", 1490, 0)), {}, "holds the period 'Jan'"),
    "half-year-by-its-name": (table(*HALF, ("H1", 9000, 3)), {}, "holds the period 'Jan'"),
    "quarters-and-year": (table(("Q1 2024", 4013, 0), ("Q2 2024", 4009, 1), ("2024", 8022, 1)), {}, "holds the period"),
    "subtotals": (table(("a", 4000, 0), ("b", 4000, 0), ("Station A total", 8000, 0), ("c", 900, 0)), {}, "adds up other rows"),
    "zwischensumme": (table(("a", 4000, 0), ("b", 4000, 0), ("Zwischensumme Nord", 8000, 0)), {}, "adds up other rows"),
    "sum-above-its-parts": (
        table(("north", 7020, 1), ("pump a", 4013, 1), ("pump b", 3007, 0), ("c", 1777, 0)), {}, "sign-sum-of-rows"),
    "copy": (table(("Unit 3", 4000, 0), ("Unit 3 (copy)", 4000, 0)), {}, "is named as a copy of 'Unit 3'"),
    "copy-of": (table(("Unit 3", 4000, 0), ("Copy of Unit 3", 4100, 0)), {}, "is named as a copy of 'Unit 3'"),
    "pasted-with-a-number": (table(("unit3", 4000, 0), ("unit3_2", 4000, 0)), {}, "sign-repeated-entries"),
    "pasted-under-other-names": (
        table(*[(f"{w} {k}", 1013 + 71 * k, k == 2) for w in ("unit", "dive") for k in range(5)]).replace("True", "1").replace("False", "0"),
        {}, "sign-repeated-entries"),
    "case-only": (table(("pier", 4000, 0), ("Pier", 4000, 0)), {}, "differ only in case"),
    "blanks-only": (table(("pier 1", 4000, 0), ("pier  1", 4000, 0)), {}, "differ only in case"),
    "absurd": (table(("a", "1e300", 0)), {}, "record.csv:2, column demands"),
    "more-than-is-exact": (table(("a", 2**53 + 2, 0)), {}, "record.csv:2, column demands"),
    "half-a-demand": (table(("a", 4000.5, 0)), {}, "a whole number"),
    "half-a-failure": (table(("a", 4000, 0.5)), {}, "a whole number"),
    "zeros-too-many": (table(("a", 4000, 5), ("b", 3000, 4), ("c", 300000000, 3)), {f"{ITEM}.parameters.entries": "recorded"}, "sign-one-entry-dominates"),
    "meter-readings": (
        table(*[(m, 12000 + 400 * k + k % 3, 0) for k, m in enumerate(MONTHS)]), {}, "sign-running-total"),
    "meter-readings-backwards": (
        table(*[(f"2024-{12 - k:02}", 12000 - 400 * k - k % 3, 0) for k in range(12)]), {}, "sign-running-total"),
    "both-so-far": (table(*[(f"week {k}", 500 * k + k % 3, k // 3) for k in range(1, 13)]), {"claims.C1.requirement.bound": 0.01}, "sign-running-total"),
    "named-cumulative": (
        table(("a", 3000, 0), ("b", 5000, 0), ("c", 9000, 0), head="entry,cumulative demands,failures\n"),
        columns(demands="cumulative demands"), "sign-running-total"),
    "late-incidents": (table(("a", 9000, 0, 50), head="entry,demands,failures,incidents open\n"), {}, "sign-unread-failures"),
    "planned": (table(("a", 4000, 0, "done"), ("b", 40000, 0, "planned"), head="entry,demands,failures,status\n"), {}, "sign-marked-rows"),
    "simulated": (table(("a", 400, 0, "field"), ("b", 40000, 0, "simulated"), head="entry,demands,failures,source\n"), {}, "sign-marked-rows"),
    "excluded": (table(("a", 400, 0, ""), ("b", 40000, 0, "excluded: sensor broken"), head="entry,demands,failures,remarks\n"), {}, "sign-marked-rows"),
    "bench": (table(("a", 400, 0, "sea"), ("b", 40000, 0, "test bench"), head="entry,demands,failures,environment\n"), {}, "sign-marked-rows"),
    "not-valid": (table(("a", 4000, 0, "yes"), ("b", 40000, 0, "no"), head="entry,demands,failures,valid\n"), {}, "sign-marked-rows"),
    "planned-by-its-name": (table(("a", 400, 0), ("b (planned)", 40000, 0)), {}, "sign-marked-rows"),
    "minutes-for-hours": (
        table(("a", 300000, 1), head="entry,minutes,failures\n"), HOURS | columns(hours="minutes"), "is in min, h is expected"),
    "seconds-for-hours": (
        table(("a", 3000000, 1), head="entry,run_time_s,failures\n"), HOURS | columns(hours="run_time_s"), "is in s, h is expected"),
    "kilometres-for-hours": (
        table(("a", 30000, 1), head="entry,km,failures\n"), HOURS | columns(hours="km"), "is in km, h is expected"),
    "hours-for-demands": (
        table(("a", 30000, 1), head="entry,hours,failures\n"), columns(demands="hours"), "is in h, a plain count is expected"),
    "thousands-of-failures": (
        table(("a", 30000, 1), head="entry,demands,failures [k]\n"), columns(failures="failures [k]"), "is in k, a plain count"),
    "in-vain-a-column": (RECORD, columns(demand="n"), "`columns` is in vain for demand: n"),
    "in-vain-mistyped-value": (RECORD, columns(failures="all failures"), "`columns` is in vain"),
    "in-vain-a-unit": (RECORD, {f"{ITEM}.units": {"hours": "min"}}, "`units` is in vain"),
    "in-vain-labels": (RECORD, {f"{ITEM}.labels": {"kay": "quay"}}, "`labels` is in vain"),
    "own-column-passed-over": (
        table(("a", 40000, 90, 0), head="entry,demands,failures,confirmed\n"), columns(failures="confirmed"), "sign-unread"),
    "one-rate-by-word-alone": (
        table(*[(f"pier {k}", 1000, k % 2) for k in range(1, 9)]), {f"{ITEM}.parameters.entries": "one-rate"}, "sign-one-rate"),
    "nearly-one-rate-by-word-alone": (
        table(*[(f"pier {k}", 1000, k % 2) for k in range(1, 9)]), {f"{ITEM}.parameters.spread": 0.0}, "sign-one-rate"),
    "campaigns-that-may-differ": (  # 7 in 14,100 passes with one rate (9.33e-4), not with campaigns that vary by a half
        table(*[(f"pier {k}", 2350, n) for k, n in enumerate((0, 4, 0, 1, 2, 0))]),
        {f"{ITEM}.parameters.stopping": "planned", f"{ITEM}.parameters.homogeneity_level": 0.02}, "upper bound"),
    "three-campaigns-that-may-differ": (  # .00098 if they vary by a half, as nobody states
        table(("pier", 2900, 0), ("quay", 2900, 1), ("buoy", 2900, 0)), {f"{ITEM}.parameters.spread": None}, "upper bound"),
    "campaigns-in-one-row": (table(("five campaigns", 8000, 1)), {}, "sign-merged-entries"),
    "sites-in-one-row": (table(("2024", 8000, 1)), {f"{ITEM}.parameters.population": "release 3 at four test sites"}, "sign-merged-entries"),
    **{f"in-one-row: {name}": (table((name, 8000, 1)), {}, "sign-merged-entries")
       for name in ("three pumps", "pumps 1 to 5", "Kiel and Hamburg")},
    "more-failures-from-month-to-month": (
        table(*[(m, 913 + (k * 37) % 90, n) for k, (m, n) in enumerate(zip(MONTHS, (0, 0, 0, 0, 1, 0, 1, 1, 2, 2, 3, 3), strict=True))]),
        {"claims.C1.requirement.bound": 0.01, "claims.C1.text": "The guard seldom fails"}, "sign-rising-failures"),
    "stopped-once-it-passes": (table(("quay", 3100, 0)), {f"{ITEM}.parameters.stopping": DROP}, "upper bound"),
    "rounded-fleet": (
        table(("north quay", 3083, 0), ("container pier", 2350, 0), ("oil jetty", 2602, 0), ("outer basin", 2035, 0),
              ("marina", 1959, 1), ("fleet", 12000, 1)), {}, "sign-sum-of-rows"),
    "rounded-fleet-without-failures": (
        table(("fleet", 12300, 0), ("north quay", 3083, 0), ("container pier", 2350, 0), ("oil jetty", 2602, 0),
              ("outer basin", 2035, 0), ("marina", 2243, 0)), {}, "sign-sum-of-rows"),
    "other-blanks": (table(("north quay", 4013, 1), ("northquay", 3907, 0)), {}, "differ only in case, blanks"),
    "blank-within": (table(("marina", 4013, 1), ("mar ina", 3907, 0)), {}, "differ only in case, blanks"),
    **{
        f"unseen-{ord(c):04x}": (table(("marina", 4013, 1), (f"mar{c}ina", 3907, 0)), {}, "is duplicated")
        for c in "\u200e\u200f\u2060\u202a\u2068\ufe0f\u180e\u034f"
    },
    "accent-on-nothing": (table(("marina", 4013, 1), ("\u0301marina", 3907, 0)), {}, "is duplicated"),
    "roman-one": (table(("campaign 1", 4013, 1), ("campaign I", 3907, 0)), {}, "differ only in case, blanks"),
    "sampled": (RECORD, {f"{ITEM}.rows": {"sample": 1, "seed": 4}}, "its rows are counts"),
}  # fmt: skip

TRUE: dict[str, tuple[str, dict[str, Any]]] = {
    "one-of-several": (table(("one of the five vehicles", 8000, 1)), {}),
    "pumps-of-one-plan": (
        table(("pump 1 left", 8000, 0), ("pump 1 right", 8000, 0), ("pump 2 left", 8000, 1), head="entry,hours,failures\n"), HOURS),
    "a-site-as-large-as-the-others": (
        table(("north quay", 3083, 0), ("container pier", 2350, 0), ("outer basin", 2035, 0), ("marina", 1959, 0), ("port", 9400, 1)), {}),
    "numbers-apart": (table(("unit 1 1", 4013, 1), ("unit 11", 3907, 0), ("mari\u0301na", 2207, 0), ("marina", 2011, 0)), {}),
    "letters-and-numbers": (table(("pier H", 4013, 1), ("pier I", 3907, 0), ("pier 1", 2207, 0)), {}),
    "months": (table(*[(m, n, n % 2) for m, n in zip(MONTHS, (913, 847, 1020, 996, 1103, 887, 912, 1004, 950, 978, 1011, 870), strict=True)]),

               {"claims.C1.requirement.bound": 0.01, "claims.C1.text": "The guard seldom fails"}),
    "fewer-failures-from-month-to-month": (
        table(*[(m, 913 + (k * 37) % 90, n) for k, (m, n) in enumerate(zip(MONTHS, (3, 2, 2, 1, 1, 0, 1, 0, 0, 0, 0, 0), strict=True))]),
        {"claims.C1.requirement.bound": 0.01, "claims.C1.text": "The guard seldom fails"}),
    "years-of-a-growing-fleet": (
        table(("fleet 2021", 1200, 0), ("fleet 2022", 2900, 1), ("fleet 2023", 5200, 0), ("fleet 2024", 6100, 1), ("fleet 2025", 9800, 2)), {}),
    "equal-campaigns": (table(*[(f"pier {k}", 1000, k == 2) for k in range(1, 9)]).replace("True", "1").replace("False", "0"), {}),
    "weeks-of-a-year": (table(*[(f"2025-W{k:02}", 913 + (k * 37) % 90, 0) for k in range(1, 13)]), {}),
    "weeks-without-order": (table(*[(f"KW {k}/2025", 1200 + (k * 61) % 300, 0) for k in range(8, 24)]), {}),
    "dives": (table(*[(f"dive {k}", 700 + (k * 137) % 500, 0) for k in range(1, 17)]), {}),
    "sorted-by-size": (
        table(*[(f"site {k}", n, f) for k, (n, f) in enumerate(zip((310, 355, 402, 640, 811, 1207, 1290, 2100, 2931), (0, 0, 0, 0, 0, 0, 0, 1, 0), strict=True), 1)]), {}),
    "levels-of-a-design": (table(*[(f"level {k}", 500 * k, 0) for k in range(1, 9)]), {}),
    "round-numbers": (table(("a", 1000, 0), ("b", 2000, 0), ("c", 3000, 0), ("d", 1000, 0), ("e", 5000, 0)), {}),
    "status": (table(("a", 4000, 0, "closed"), ("b", 4000, 1, "open"), head="entry,demands,failures,status\n"), {}),
    "notes": (table(("a", 4000, 0, "after planned maintenance"), ("b", 4000, 1, ""), head="entry,demands,failures,notes\n"), {}),
    "all-simulated": (table(("a", 4000, 0, "simulation"), ("b", 4000, 1, "simulation"), head="entry,demands,failures,source\n"), {}),
    "total-hours": (
        table(("u1", 5200, 1), ("u2", 4100, 0), ("u3", 6350, 1), head="entry,Total operating hours,failures\n"),
        HOURS | columns(hours="Total operating hours")),
    "around-the-clock": (table(("Jan", 744, 0), ("Feb", 672, 0), ("Mar", 744, 0), ("Apr", 720, 0), ("May", 744, 1), ("Jun", 720, 0), ("Jul", 744, 0), ("Aug", 744, 0), ("Sep", 720, 0), head="entry,hours,failures\n"), HOURS),
    "thousands-by-a-factor": (
        table(("a", "4.1", 0), ("b", 4, 1), head="entry,demands [k],failures\n"), columns(demands="demands [k]") | {f"{ITEM}.units": {"demands": 1000}}),
    "days": (table(("a", 400, 1), ("b", 300, 0), head="entry,days,failures\n"), HOURS | columns(hours="days") | {f"{ITEM}.units": {"hours": "d"}}),
    "three-campaigns-and-a-spread": (table(("pier", 2900, 0), ("quay", 2900, 1), ("buoy", 2900, 0)), {}),
    "stopped-as-planned": (table(("quay", 3100, 0)), {}),
    "one-campaign": (table(("campaign 5", 8000, 1)), {}),
    "campaigns-in-one-row-of-the-recorded-mix": (table(("five campaigns", 8000, 1)), {f"{ITEM}.parameters.entries": "recorded"}),
    "stations": (table(("Total station 4", 4000, 1), ("Sumatra", 4000, 0), ("Allende", 900, 0)), {}),
    "dates": (table(("2024-03-05", 4000, 1), ("2024-03-12", 4000, 0), ("2024-04-01", 900, 0)), {}),
    "codes": (table(("P1-A", 4000, 1), ("P1-B", 4000, 0), ("P2-A", 900, 0), ("P2-B", 1013, 0)), {}),
    "sites-and-quarters": (table(("north Q1", 2013, 1), ("north Q2", 2001, 0), ("south Q1", 1900, 0), ("south Q2", 2013, 0)), {}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_a_false_record(name: str, tmp_path: Path) -> None:
    content, edits, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_a_true_record(name: str, tmp_path: Path) -> None:
    content, edits = TRUE[name]
    must_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}))


def test_rows_that_count_all_the_same_after_a_person_looked(tmp_path: Path) -> None:
    content, edits, because = FALSE["simulated"]
    waive = [{"rule": because, "reason": "The simulator is qualified, report 12", "by": "S. Safety"}]
    must_hold(
        folder(tmp_path / "x", edited(measured(), {f"{ITEM}.waive": waive}), edits, {"record.csv": content})
    )
