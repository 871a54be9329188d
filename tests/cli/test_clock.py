"""A clock that no time can be read of is said to be so."""

from __future__ import annotations

import time

import pytest

from casegen.cli import entry


def test_a_clock_beyond_what_python_can_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def beyond() -> int:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    def run(words: list[str]) -> None:
        time.time_ns()

    monkeypatch.setattr(time, "time_ns", beyond)
    monkeypatch.setattr(entry, "_run", run)
    monkeypatch.delenv("CASEGEN_DEBUG", raising=False)
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines() == [
        "casegen: the clock of this computer stands beyond the year 2262", "    fix: set the clock",
    ]  # fmt: skip
