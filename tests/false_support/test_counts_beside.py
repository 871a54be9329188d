"""Columns of counts and marks that nobody reads: less was run, looked at or right than is counted; true twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.signs import Intake
from casegen_evidence.tables.spec import Flag, Label, Number

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_columns_beside import answers, csv
from tests.false_support.test_columns_beside import signs as table_signs
from tests.false_support.test_rows_of_rows import signs


@pytest.mark.parametrize(
    ("name", "sign"),
    [("executed", "less-was-run"), ("valid demands", "less-was-run"), ("durchgeführt", "less-was-run"),
     ("skipped", "unread-failures"), ("unknown", "unread-failures"), ("not evaluated", "unread-failures"),
     ("timeouts", "unread-failures"), ("interventions", "unread-failures"), ("fixed", "unread-failures"),
     ("not_stopped", "unread-failures"), ("nicht ausgelöst", "unread-failures")],
)  # fmt: skip
def test_counts_beside_demands(name: str, sign: str, tmp_path: Path) -> None:
    header, fine = f"entry,demands,{name},failures", (1000, 2000) if sign == "less-was-run" else (0, 0)
    assert f"sign-{sign}" in signs(tmp_path, "a,1000,300,0; b,2000,20,0", header)
    assert not signs(tmp_path, f"a,1000,{fine[0]},0; b,2000,{fine[1]},0", header)


@pytest.mark.parametrize(
    "name",
    [
        "near misses",
        "temperature",
        "valid id",
        "distance km",
        "closed",
        "opened",
        "invalid share",
        "test time min",
    ],
)
def test_numbers_of_something_else(name: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, "a,1000,300,0; b,2000,20,0", f"entry,demands,{name},failures")


def test_demands_that_were_none_in_part(tmp_path: Path) -> None:
    """All of them simulated is a record of its own kind, as its author knows."""
    header = "entry,demands,simulated_demands,failures"
    assert "sign-less-was-run" in signs(tmp_path, "a,4000,3900,1; b,5000,4850,0", header)
    assert not signs(tmp_path, "a,4000,0,1; b,5000,0,0", header)
    assert not signs(tmp_path, "a,4000,4000,1; b,5000,5000,0", header)
    assert not signs(tmp_path, "a,4000,99.975,1; b,5000,100,0", "entry,demands,success %,failures")


def test_failures_by_severity_and_rows_with_a_reason_for_leaving_them_out(tmp_path: Path) -> None:
    severe = "entry,demands,failures,severe,minor"
    assert "sign-unread-failures" in signs(tmp_path, "a,1000,1,3,10; b,2000,0,0,0", severe)
    assert not signs(tmp_path, "a,1000,3,1,2; b,2000,0,0,0", severe)
    excluded = csv(
        true=TRUE, predicted=SAID, excluded_reason=np.where(np.arange(N) % 40, "", "model crashed")
    )
    assert "sign-marked-rows" in table_signs(tmp_path, excluded)
    assert not table_signs(tmp_path, excluded.replace("model crashed", ""))


def test_whole_numbers_are_counts_unless_their_name_says_shares(tmp_path: Path) -> None:
    for name, said in (
        ("aborted", "is not read"),
        ("failed %", "about 400 of 1000"),
        ("failure rate", "about 400 of 1000"),
    ):
        (path := tmp_path / "record.csv").write_text(
            f"entry,demands,{name},failures\na,1000,40,0\nb,1000,20,0\n"
        )
        read(path, "demands", whole=True, declared={}, intake=(intake := Intake()))
        assert [said in sign.message for sign in intake.signs if sign.name == "sign-unread-failures"][:1] == [
            True
        ]


@pytest.mark.parametrize("name", ["operating hours", "runtime", "engine hours", "Betriebsstunden"])
def test_hours_of_which_the_thing_was_off(name: str, tmp_path: Path) -> None:
    header = f"entry,hours,{name},failures"
    assert "sign-less-was-run" in signs(tmp_path, "u1,8760,1200,0; u2,8760,1300,0", header, "hours")
    assert not signs(tmp_path, "u1,8760,8760,0; u2,8760,8755,0", header, "hours")
    assert not signs(
        tmp_path, "u1,8760,71,0; u2,8760,68,0", "entry,hours,operating temperature,failures", "hours"
    )


def test_remarks_on_counts_that_were_others(tmp_path: Path) -> None:
    header = "entry,demands,failures,remark"
    for remark in ("was 3 before review", "corrected from 2", "reduced from 4 failures"):
        assert "sign-unread-failures" in signs(tmp_path, f"a,1000,0,{remark}; b,2000,0,", header)
    for remark in ("it was 15 °C", "installed before 2024", "changed from 5 V to 3 V", "was 12 minutes late"):
        assert not signs(tmp_path, f"a,1000,0,{remark}; b,2000,0,", header)


N = 2000
RNG = np.random.default_rng(9)
TRUE, SAID, WRONG = answers(0.05, seed=3)
ALARM = ((WRONG & (RNG.random(N) < 0.9)) | (RNG.random(N) < 0.06)).astype(int)
MONITOR = {
    "true": Label(),
    "predicted": Label(),
    "alarm": Flag(optional=True, sense="bad"),
    "score": Number(optional=True),
}


@pytest.mark.parametrize(
    ("name", "yes", "no"), [("verified", "yes", "no"), ("checked_by", "KL", ""), ("reviewed", "1", "0")]
)
def test_errors_that_were_looked_for_only_at_an_alarm(name: str, yes: str, no: str, tmp_path: Path) -> None:
    seen = np.where((ALARM == 0) & WRONG, TRUE, SAID)
    assert table_signs(
        tmp_path,
        csv(**{"true": TRUE, "predicted": seen, "alarm": ALARM, name: np.where(ALARM, yes, no)}),
        MONITOR,
    )
    sample = np.where(RNG.random(N) < 0.4, yes, no) if name == "reviewed" else np.full(N, yes)
    assert not table_signs(
        tmp_path, csv(**{"true": TRUE, "predicted": SAID, "alarm": ALARM, name: sample}), MONITOR
    )


def test_alarms_that_are_not_the_monitors_own(tmp_path: Path) -> None:
    both = np.maximum(ALARM, WRONG)
    text = csv(true=TRUE, predicted=SAID, alarm=both, monitor_alarm=ALARM)
    assert "sign-unread-namesake" in table_signs(tmp_path, text, MONITOR)
    parts = csv(true=TRUE, predicted=SAID, alarm=both, speed_alarm=ALARM)
    assert not table_signs(tmp_path, parts, MONITOR)


@pytest.mark.parametrize("name", ["first_try", "exact", "correct_strict"])
def test_right_at_once_or_to_the_letter(name: str, tmp_path: Path) -> None:
    wanted, right = {"correct": Flag(sense="good")}, (~WRONG).astype(int)
    assert "sign-unread-failures" in table_signs(
        tmp_path, csv(**{"correct": np.ones(N, int), name: right}), wanted
    )
    assert not table_signs(tmp_path, csv(**{"correct": right, name: right}), wanted)


def test_rows_of_the_training_by_a_mark(tmp_path: Path) -> None:
    marks = (RNG.random(N) < 0.7).astype(int)
    assert "sign-marked-rows" in table_signs(tmp_path, csv(true=TRUE, predicted=SAID, is_train=marks))
    assert not table_signs(tmp_path, csv(true=TRUE, predicted=SAID, train=1 + marks))  # a number of a train
    assert not table_signs(tmp_path, csv(true=TRUE, predicted=SAID, is_train=np.zeros(N, int)))


@pytest.mark.slow
def test_a_claim_on_demands_that_were_not_run(tmp_path: Path) -> None:
    """The claim of both folders is that at most 1 of 1,000 fails."""
    record = "entry,demands,executed,failures\nquay,4000,{},0\nbuoy,4000,4000,1\n"
    must_not_hold(
        folder(tmp_path / "false", measured(), files={"record.csv": record.format(310)}), "sign-less-was-run"
    )
    must_hold(folder(tmp_path / "true", measured(), files={"record.csv": record.format(4000)}))


def test_alarms_that_a_person_raised_and_runs_that_were_aborted(tmp_path: Path) -> None:
    for who, doubted in (("operator", True), ("monitor", False)):
        raised = np.where(ALARM == 0, "", np.where(WRONG, who, "monitor"))
        text = csv(true=TRUE, predicted=SAID, alarm=ALARM, raised_by=raised)
        assert ("sign-marked-rows" in table_signs(tmp_path, text, MONITOR)) == doubted
    for remark, doubted in (
        ("run aborted after 3 m", True),
        ("after the aborted run 12", False),
        ("not aborted", False),
    ):
        seen = signs(tmp_path, f"a,1000,0,{remark}; b,2000,0,", "entry,demands,failures,remark")
        assert ("sign-unread-failures" in seen) == doubted, remark
