"""Lines of a document that withhold what it is cited for, and those that reports have who do not."""

from __future__ import annotations

import pytest

from casegen.texts.documents.failures import reported_failures

WITHHELD = [
    "Two of the forty items were open at the end of the day.", "No objections, but sheets 5 and 6 were not at hand.",
    "Result: passed (with exceptions, see annex).", "Score: 2/10", "Conclusion: the guard is unsafe.", "Recommendation: do not release.",
    "Recommendation: release after repair of the left beam.", "Résultat : non conforme", "On sheet 6 the colours of L1 and L2 are swapped.",
    "Wire 14 goes to terminal 3 instead of terminal 4.", "The inspector could not open cabinet 2.", "This record is a template.",
    "The wiring was not the subject of this inspection.", "Die Verdrahtung weicht an zwei Stellen von den Zeichnungen ab.", "Result: pass?",
    "Defects: 2", "Deviations: two, minor", "Open points: see list", "All agreed, according to the foreman.", "Rating: ★☆☆☆☆", "Result: 0",
    "Status: in progress", "The wiring matched the drawings before the rebuild of 20 October.", "Resultado: no apto", "Esito: non superato",
    "Findings\n\n1. Missing earth at terminal 9.", "## Defects\n- Lamp 3 is not lit", "☑ sheet 4\n☐ sheet 5", "Mängel: 3", "Ergebnis: nicht geeignet",
    "Freigabe erst nach Umbau. Empfehlung: Freigabe erst nach Umbau.", "The measurements are not reliable.", "Outliers were removed.",
]  # fmt: skip
GIVEN = [
    "All agreed.", "Result: passed", "Score: 9/10", "Conclusion: the guard is safe.", "Recommendation: release.", "Résultat : conforme",
    "The colours of L1 and L2 are those of sheet 6.", "Wire 14 goes to terminal 4.", "Defects: none", "Deviations: 0", "Open points: none",
    "Findings\n\n1. All doors close within 2 s.", "Defects\n\nNone.", "Deviations: two, both closed on 4 May", "Rating: ★★★★☆", "Mängel: keine",
    "Die Verdrahtung weicht nirgends von den Zeichnungen ab.", "Status: released", "Result: 12 of 12 passed", "Ergebnis: geeignet", "Esito: superato",
    "Resultado: apto", "☑ sheet 4\n☑ sheet 5", "The inspector could not find a fault.", "No wire deviates from the drawings.",
    "The sheets were at hand.", "The cabinets were open.", "Grade: 1 (best)", "The template of the record is form F-3.", "Outliers were kept.",
    "According to the plan, sheet 4 was inspected first.", "Marks: 40 of 40",
]  # fmt: skip


@pytest.mark.parametrize("document", WITHHELD)
def test_a_document_that_withholds(document: str) -> None:
    assert reported_failures(document)


@pytest.mark.parametrize("document", GIVEN)
def test_a_document_that_gives(document: str) -> None:
    assert reported_failures(document) == ()
