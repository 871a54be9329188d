"""Parts that did not pass, or were not looked at, in front of verdicts that passed; and parts that were put right."""

from __future__ import annotations

import pytest

from casegen.texts.documents.failures import reported_failures

ASKED = [
    "Step 1, terminals: passed\nStep 2, wires: not passed\nStep 3, shield: passed", "Result: not passed\n\nTerminals: passed",
    "Ergebnis: nicht bestanden\n\nAnhang\nKlemmen: bestanden", "Leiter: nicht bestanden\nKlemmen: bestanden",
    "Prüfung der Leiter nicht bestanden.\nPrüfung der Klemmen bestanden.", "Klemmen: bestanden\nLeiter: durchgefallen\nSchirm: bestanden",
    "Klemmen: ohne Mangel\nLeiter: Mangel\nGesamt: bestanden", "Terminals: passed\nMajor nonconformities: 2\nVerdict: passed", "Hauptabweichungen: 2",
    "12 of 40 wires were inspected. All of them were as drawn.\nVerdict: passed", "12 von 40 Leitern wurden geprüft.\nUrteil: bestanden",
    "The inspection was not finished.\nVerdict: passed", "Die Prüfung wurde nicht abgeschlossen.\nUrteil: bestanden", "Result: inconclusive\nVerdict: passed",
    "Result: open\nVerdict: passed", "The wires were not accepted.\nVerdict: passed", "Wires - not ok", "Wires: not yet passed", "| Major nonconformities | 2 |",
    "Two deviations were found.\nVerdict: passed", "Requirement R7: not met", "Result: passed with 3 open deviations",
]  # fmt: skip
QUIET = [
    "Wires: not passed\nWires: passed", "Wires: not passed. They were replaced and passed on 4 May.", "Wires: not passed\nThe wires were repaired and passed.",
    "Failures: none\nDefects: 0", "Major nonconformities: 0", "Nonconformities: none", "Deviations: 2, both closed on 4 May", "Findings: 3 (all closed)",
    "12 of 40 wires were inspected. The other 28 were inspected on 4 May.", "12 of 40 wires were inspected on Monday, 28 on Tuesday.",
    "A sample of 12 of 40 wires was inspected.", "40 of 40 wires were inspected.", "The step is not passed if a wire is loose.", "Detected faults: 40",
    "Injected defects: 12", "The inspection was not finished on 2 May. It was completed on 3 May.", "Two deviations were found; both were closed.", "Valve: open",
    "Door: not open", "Power: not applicable", "Defects: none", "Expected result: not passed", "Open valves: 3",
    "Prüfung nicht bestanden am 3. Mai. Wiederholt am 5. Mai: bestanden.",
]  # fmt: skip


@pytest.mark.parametrize("text", ASKED)
def test_a_part_that_was_denied(text: str) -> None:
    assert reported_failures(f"Report of the wiring, 2 October 2026\n\n{text}\n")


@pytest.mark.parametrize("text", QUIET)
def test_a_part_that_was_put_right(text: str) -> None:
    assert not reported_failures(f"Report of the wiring, 2 October 2026\n\n{text}\n")
