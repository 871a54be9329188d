"""Records that fail in part, are withdrawn, or were put right, in sentences, boxes, tables and files; and their twins."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.questions.artefacts import opposite, says_nothing
from casegen.io.document_text import document_text
from casegen.texts.documents.failures import reported_failures

TITLE = "Acceptance test of the pump\n\n"
OTHERS_PASSED = [
    "Test report\n\nFAIL: stop\n\nAll other steps passed.", "The stop test failed. All other steps passed.",
    "Step 4 failed, all others passed.", "Step 4 failed.\n\nThe rest passed.", "1 of 12 steps failed (stop). All others passed.",
    "Schritt 4 fehlgeschlagen, alle anderen bestanden.", "Schritt 4 ist fehlgeschlagen. Alle übrigen Schritte sind bestanden.",
    "FAIL: stop\nSetup: all checks passed", "Stop: FAIL\n\nCriterion: all 12 steps passed.", "Step 4 failed. Every other step passed.",
    "Step 4 failed. The remaining steps all passed.", "Step 4 failed. Then the other steps passed.", "The stop test failed; the others passed.",
    "Schritt 4 fehlgeschlagen. Der Rest wurde bestanden.", "Step 4 failed.\n\nAll steps but this one passed.", "Step 4 failed, step 5 passed.", "Step 4 failed. Steps 5 to 12 passed.", "Test 1 failed, test 2 passed.",
    "FAIL: stop\n\nAll steps passed.", "Step 4 failed, everything else passed.", "Schritt 4 nicht bestanden. Alle weiteren Schritte bestanden.",
]  # fmt: skip
WITHDRAWN = [
    "Report TR-4\n\nWithdrawn 5 May.\n\nAll steps passed.", "Note: this report was withdrawn.\n\nAll steps passed.",
    "This report is withdrawn.\n\nAll 12 steps passed.", "Withdrawn.\n\nAll 12 steps passed.", "This report was withdrawn on 5 May.\n\nAll 12 steps passed.",
    "**Withdrawn on 5 May, gauge out of calibration.**\n\nAll 12 steps passed.", "All 12 steps passed. The result was withdrawn on 5 May.",
    "Ungültig! Zurückgezogen am 5. Mai.\n\nAlle Schritte bestanden.", "Alle Schritte bestanden. Das Ergebnis wird zurückgezogen.",
    "Alle Schritte bestanden.\n\nDieser Bericht wurde am 5. Mai zurückgezogen.", "All 12 steps passed.\n\nThis report has been withdrawn.",
    "All 12 steps passed.\n\nWithdrawn on 5 May.", "All 12 steps passed. The report has since been withdrawn by the author.",
]  # fmt: skip
IN_PART = [
    "All steps passed except step 4.", "All steps passed but step 4.", "11 steps passed, step 4 did not.", "Alle Schritte außer Schritt 4 bestanden.",
    "All steps but one passed.", "All but one of the steps passed.", "Alle Schritte bis auf einen bestanden.", "All steps but step 4 passed.",
    "11 steps passed; the stop did not.", "Every step passed, with the exception of step 4.", "Elf Schritte bestanden, Schritt 4 nicht.",
]  # fmt: skip
WORDS = [
    "Das Kriterium wurde verfehlt.",
    "Anforderung R4 nicht erfüllt.", "| Anforderung | Ergebnis |\n|---|---|\n| R3 | erfüllt |\n| R4 | nicht erfüllt |\n",
    "| Anforderung | Ergebnis |\n|---|---|\n| R3 | i.O. |\n| R4 | nicht i.O. |\n", "Start | in Ordnung\nStopp | nicht in Ordnung", "start: iO\nstop: niO",
    "In Ordnung: nein", "Verdict: non-conforming", "Result: conditional pass", "Result: NCR 12", "Ergebnis: Prüfung abgebrochen", "Step 4: blocked",
    "Step 4 was unsuccessful.", "Stop time 1.8 s exceeds the limit of 1.0 s.", "Abnahme verweigert", "The customer refused acceptance",
    "Grenzwert nicht eingehalten", "Der Grenzwert wurde nicht eingehalten.", "The stop time exceeded the limit.", "Die Abnahme wurde verweigert.",
    "Acceptance was refused by the customer.", "Schritt 4 war nicht erfolgreich.", "Die Stoppzeit überschreitet den Grenzwert.", "R4: nicht erfüllt",
]  # fmt: skip
BOXES = [
    "☒ failed ☐ passed", "[x] fail [ ] pass", "Passed: yes ☐ no ☒", "Pumpe stoppt: ☐ ja ☒ nein", "☐ bestanden ☒ nicht bestanden",
    "|Check|yes|no|\n|---|---|---|\n|start|X||\n|stop||X|\n", "|Prüfpunkt|ja|nein|\n|---|---|---|\n|Start|X||\n|Stopp||X|\n",
    "|Check|Pass|Fail|\n|---|---|---|\n|start|☒|☐|\n|stop|☐|☒|\n", "☑ start\n☒ stop\n\n☒ = not in order", "Pump stops: [ ] yes [x] no",
    "Start: ☒ i.O. ☐ n.i.O.\nStopp: ☐ i.O. ☒ n.i.O.", "Is the cover closed? ☐ yes ☒ no",
]  # fmt: skip
HEADED = [
    *(TITLE + "All 12 steps passed on 5 May.\n\n" + text for text in ("## Stop failed", "### FAIL Stop", "## ❌ Stop", "## Stop – fail")),
    "## Start passed\n\n## Stop failed", "## Stop – fail\n\nSee the log.", "## Stop (failed)\n\nSee the log.", "### FAIL Stop", "## ❌ Stop",
    "3 May: failed.\n4 May: passed.\n6 May: failed.", "6 May: failed", "## Stop: failed\n\nNo stop.",
]  # fmt: skip
FILES = [
    ("r.json", '{"a": {"valid": true}, "b": {"valid": false}}'),
    ("r.xml", '<robot><test name="stop"><status status="FAIL"/></test><test name="start"><status status="PASS"/></test></robot>'),
    ("r.xml", '<Site><Testing><Test Status="passed"><Name>start</Name></Test><Test Status="failed"><Name>stop</Name></Test></Testing></Site>'),
    ("r.json", '[{"name": "start", "result": "ok"}, {"name": "stop", "result": "nok"}]'),
    ("r.json", '[{"name": "start", "ok": true}, {"name": "stop", "ok": false}]'),
    ("r.json", '[{"name": "start", "compliant": true}, {"name": "stop", "compliant": false}]'), ("r.json", '{"all_passed": false}'),
    ("r.yaml", "- name: start\n  ok: true\n- name: stop\n  ok: false\n"), ("r.yaml", "- name: start\n  passed: true\n- name: stop\n  passed: false\n"),
    ("r.yaml", "start: ok\nstop: nok\nrestart: ok\n"), ("r.yaml", "results:\n  start: ok\n  stop: not ok\n"),
    ("r.csv", "test,fail\nstart,0\nstop,1\n"), ("r.csv", "test,failed\nstart,0\nstop,1\n"), ("r.csv", "test,failures\nstart,0\nstop,1\n"),
    ("r.csv", "test,in tolerance\nstart,yes\nstop,no\n"), ("r.csv", "test,conforming\nstart,yes\nstop,no\n"), ("r.csv", "test,verdict\nstart,P\nstop,F\n"),
    ("r.csv", "check,yes,no\nstart,x,\nstop,,x\n"), ("r.csv", "Prüfpunkt;ja;nein\nStart;x;\nStopp;;x\n"),
    ("r.toml", '[stop]\nresult = "fail"\n\n[start]\nresult = "pass"\n'), ("r.html", "<html><body><ul><li>start: ok</li><li>stop: not ok</li></ul></body></html>"),
    ("r.html", "<html><body><dl><dt>start</dt><dd>passed</dd><dt>stop</dt><dd>failed</dd></dl></body></html>"),
    ("r.log", "start ok\nERROR: Job failed: exit code 1\n"), ("r.log", "cc pump.c\nmake: *** [test] Error 1\n"), ("r.log", "run start\nrc=1\n"),
    ("r.log", "✔ start\n✖ stop\n"), ("r.log", "error: test failed, to rerun pass --lib\n"), ("r.log", "[+] start\n[-] stop\n"),
]  # fmt: skip
NO_ERROR = [
    ("r.md", TITLE + "Step 4 failed on 3 May. The seal was replaced, and on 5 May all steps passed."),
    ("r.md", TITLE + "3 May: step 4 failed.\n4 May: seal replaced.\n5 May: all steps passed."),
    ("r.md", TITLE + "Step 4 failed on 3 May; the seal was replaced and it passed on 5 May."),
    ("r.md", TITLE + "Report 11 (failed) is superseded by this report. All steps passed on 5 May."),
    ("r.md", TITLE + "Report 11 (withdrawn) is replaced by this report. All steps passed on 5 May."),
    ("r.md", TITLE + "Schritt 4 ist am 3. Mai fehlgeschlagen. Die Dichtung wurde ersetzt, und am 5. Mai wurden alle Schritte bestanden."),
    ("r.yaml", "failed: false\n"), ("r.yaml", "pump: P1\nfailed: false\n"), ("r.yaml", "failed: no\n"), ("r.yaml", "failed: 0\n"),
    ("r.yaml", "failed: false\npassed: true\n"), ("r.md", "Nicht bestanden: –"), ("r.md", "Nicht bestanden: nein"), ("r.md", TITLE + "Failed: no"),
    ("r.md", TITLE + "Nicht bestanden: nein"), ("r.md", TITLE + "Fehlgeschlagen: nein\nBestanden: ja"), ("r.md", TITLE + "Failed: false"),
    ("r.txt", "# tests 12\n# suites 0\n# pass 12\n# fail 0\n"), ("r.tap", "# tests 12\n# suites 0\n# pass 12\n# fail 0\n"),
    ("r.md", TITLE + "Failed: no\nPassed: yes"), ("r.yaml", "aborted: false\n"), ("r.json", '{"failed": false}'), ("r.json", '{"pump": "P1", "failed": false}'),
]  # fmt: skip
NOT_ASKED = [
    *(TITLE + "All 12 steps passed on 5 May.\n\n" + text for text in ("## What failed\n\nNothing.", "## Steps failed\n\nNone.", "## FAIL SAFE STATE", "## FAIL criteria\n\nAbove 1 s.")),
    "Not all steps are required. All required steps passed.", "Steps 1 to 12 passed; step 4 had failed on 3 May.", "Legend: green = passed, red = failed\n\nstart green",
    "Limit exceeded: no", "Limits exceeded: none", "The limit of 1.0 s is not exceeded.", "Passed without exception.", "Außer Haus geprüft. Alle Schritte bestanden.",
    "Step 4 failed on 3 May; all other steps were skipped. On 5 May all 12 steps passed.", "The pump refuses release without a key: passed.",
    "Over-speed: the limit is exceeded on purpose, and the guard trips: passed.", "Requires repair? No", "P = pressure, F = force\n\nF = 2 N",
    "Legend: ✓ passed, ✗ failed\n\nstart ✓\nstop ✓", "P = passed, F = failed\n\nstart: P\nstop: P", "i.O. = in Ordnung, n.i.O. = nicht in Ordnung\n\nStart: i.O.\nStopp: i.O.",
    TITLE + "☐ n.i.O. ☒ i.O.", "Mängel: ☐ ja ☒ nein", "Passed? Yes", "Passed? ☒ yes ☐ no", "Did any step fail? No", "| bestanden | 12 |\n| nicht bestanden | 0 |",
    "Result: passed / ~~failed~~", "Non-conformities: 0.", "The pump failed to start in 0 of 400 trials.", "Fail-safe behaviour: confirmed in 12 of 12 trials",
    "Fail-over test: passed in 12 of 12 trials", "Step 4 failed on 3 May and passed on 5 May after the seal was replaced.",
    "All errors found were corrected and the correction was verified.", "All steps passed.\n\nDistribution: quality, failed-parts store",
    "Step 4 failed on 3 May; retest passed.", "Step 4 failed. The seal was replaced. Retest passed on 5 May.", "Did any step fail? No.\nAll steps passed.",
    "Legend: ✓ passed, ✗ failed\n\n| test | result |\n|---|---|\n| start | ✓ |\n| stop | ✓ |", "Was any limit exceeded? No",
    "All steps passed.\n\nThe draft of 3 May is withdrawn.", "All steps passed. Report 11 was withdrawn on 5 May.", "All 12 steps passed, none failed.",
    "The limit is exceeded in 0 of 12 trials.", "At no time did the stop time exceed the limit.", "The alarm sounds when the level exceeds the limit. Passed in 12 trials.",
    "Leak seen: ☐ yes ☒ no", "Pump stops: ☒ yes ☐ no", "Schritt 4 ist am 3. Mai fehlgeschlagen und wurde am 5. Mai bestanden.",
    "|Check|yes|no|\n|---|---|---|\n|start|X||\n|stop|X||\n", "|Check|Pass|Fail|\n|---|---|---|\n|start|☒|☐|\n|stop|☒|☐|\n", "☒ start\n☒ stop",
    "|Defect|yes|no|\n|---|---|---|\n|leak||X|\n|crack||X|\n", "FAIL: stop\nThe seal was replaced and all steps were repeated: all steps passed.",
    "Step 4 failed on 3 May. After the repair all other steps were repeated too. On 5 May all 12 steps passed.", "All steps but the optional one are required. All steps passed.",
    "[+] start\n[+] stop", "- [-] not applicable\n- [+] start", "rc=0", "make: all tests passed", "## Stop passed\n\nThe valve failed closed, as required.",
    "3 May: failed.\n4 May: passed.", "Anforderung R4 erfüllt.", "Grenzwert eingehalten", "No step was blocked.", "The customer did not refuse acceptance.",
    "## Failed starts\n\nNone.", "Retest after the failure of 3 May: passed", "Step 4 failed on 3 May and was repeated on 5 May: passed.",
    "All steps passed, including the ones that failed before.", "The stop failed on 3 May. On 5 May the stop passed.", "1 of 12 steps failed on 3 May. On 5 May all 12 steps passed.",
    "The guard is withdrawn by hand. All steps passed.", "The needle is withdrawn.\n\nAll 12 steps passed.", "No requirement was left unmet; none is nicht erfüllt.",
    "Run 1 failed. The cable was replaced.\nRun 2 passed.", "Step 4 failed on 3 May. Steps 1 to 12 were repeated on 5 May and passed.",
    "Step 4 passed on 5 May after it had failed on 3 May.", "All doors except the emergency exit are locked. All steps passed.",
    "Blocked rotor current: 12 A", "Emergency stop: the rotor is blocked, passed",
]  # fmt: skip
GOOD_FILES = [
    ("r.yaml", "draft: false\npassed: true\n"), ("r.csv", "test,runs,failures\na,400,2\nb,300,0\n"), ("r.csv", "check,yes,no\nleak,,x\ncrack,,x\n"),
    ("r.xml", '<robot><test name="a"><kw><status status="FAIL"/></kw><status status="PASS"/></test></robot>'),
    ("r.xml", '<robot><test name="stop"><status status="PASS"/></test></robot>'), ("r.json", '[{"name": "start", "ok": true}, {"name": "stop", "ok": true}]'),
    ("r.json", '{"all_passed": true}'), ("r.yaml", "- name: start\n  ok: true\n- name: stop\n  ok: true\n"), ("r.yaml", "start: ok\nstop: ok\n"),
    ("r.yaml", "failed: false\npassed: true\n"), ("r.yaml", "failed: no\n"), ("r.csv", "test,fail\nstart,0\nstop,0\n"), ("r.csv", "test,in tolerance\nstart,yes\nstop,yes\n"),
    ("r.csv", "test,out of tolerance\nstart,no\nstop,no\n"), ("r.csv", "test,verdict\nstart,P\nstop,P\n"), ("r.toml", '[stop]\nresult = "pass"\n'),
    ("r.html", "<html><body><dl><dt>stop</dt><dd>passed</dd></dl></body></html>"), ("r.log", "✔ start\n✔ stop\n"), ("r.log", "rc=0\n"),
    ("r.csv", "site,demands,failures\nA,400,2\nB,300,0\n"), ("r.txt", "# tests 12\n# suites 0\n# pass 12\n# fail 0\n"),
    ("r.json", '{"name": "start", "passed": true, "failed": false}'), ("r.json", '{"leak": false, "passed": true}'),
]  # fmt: skip


def written(folder: Path, name: str, text: str) -> Path:
    (path := folder / name).write_text(text, "utf-8")
    return path


def asked(path: Path) -> tuple[str, ...]:
    """By what a record is refused or asked about."""
    return (*filter(None, [says_nothing(path), opposite(path)]), *reported_failures(document_text(path)))


@pytest.mark.parametrize("text", [*OTHERS_PASSED, *WITHDRAWN, *IN_PART, *WORDS, *BOXES, *HEADED])
def test_a_failing_record_is_asked_about(tmp_path: Path, text: str) -> None:
    assert asked(written(tmp_path, "r.md", text))


@pytest.mark.parametrize(("name", "text"), FILES)
def test_a_failing_file_is_asked_about(tmp_path: Path, name: str, text: str) -> None:
    assert asked(written(tmp_path, name, text))


@pytest.mark.parametrize(("name", "text"), NO_ERROR)
def test_a_record_that_passed_in_the_end_is_no_error(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, name, text)
    assert (opposite(path), says_nothing(path)) == ("", "")


@pytest.mark.parametrize("text", NOT_ASKED)
def test_a_record_in_which_all_passed_is_not_asked_about(tmp_path: Path, text: str) -> None:
    assert asked(written(tmp_path, "r.md", text)) == ()


@pytest.mark.parametrize(("name", "text"), GOOD_FILES)
def test_a_file_in_which_all_passed_is_not_asked_about(tmp_path: Path, name: str, text: str) -> None:
    assert asked(written(tmp_path, name, text)) == ()
