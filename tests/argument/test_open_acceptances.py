"""An acceptance that is undecided, put off or given back is none; a surname may be any of these words."""

from __future__ import annotations

import pytest

from casegen.argument.acceptance import no_name

OPEN = [
    "undecided", "B. Judge, undecided", "deferred", "B. Judge (deferred)", "on hold", "B. Judge: on hold",
    "tentative", "B. Judge (tentatively)", "tentatively B. Judge", "returned for rework",
    "B. Judge, returned for rework", "to be decided", "B. Judge (to be decided)", "open", "Open", "B. Judge (open)",
    "B. Judge, open", "n/a yet", "subject to review", "B. Judge, subject to tests", "B. Judge (conditional)",
    "conditionally B. Judge", "B. Judge, conditional on TN-12", "zurückgestellt", "B. Judge (zurückgestellt)",
    "vorbehaltlich der Prüfung", "B. Judge, vorbehaltlich", "B. Judge, unter Vorbehalt", "Unter Vorbehalt: B. Judge",
    "nicht entschieden", "noch nicht entschieden", "B. Judge (nicht entschieden)", "unentschieden", "i. V.", "i.V.",
    "i. V. B. Judge", "kommissarisch", "B. Judge, postponed", "parked", "shelved", "B. Judge (parked)", "verschoben",
    "vertagt", "B. Judge, vertagt", "B. Judge, returned", "sent back", "B. Judge: sent back", "zurückgegeben",
    "zurückgewiesen", "B. Judge, not decided", "not decided yet", "decision pending", "Entscheidung offen",
    "B. Judge (decision open)", "in abeyance", "under consideration", "B. Judge, to follow",
    "B. Judge, acting for now", "ruht", "B. Judge, abwartend", "schwebend", "ausgesetzt", "suspended",
    "B. Judge (suspended)", "unresolved", "unconfirmed", "B. Judge (unconfirmed)", "unbestätigt", "ungeklärt",
    "B. Judge, up for discussion", "B. Judge pending", "pending B. Judge", "tentative: B. Judge", "nicht freigegeben",
    "not released", "i. A.", "im Auftrag", "in Vertretung", "per pro", "acting", "deputy", "B. Judge, n/a yet",
    "contingent on test", "B. Judge, contingent on TN 4", "B. Judge provided TN 4 passes", "dependent on TN 4",
    "not decided", "B. Judge — deferred", "B. Judge (on hold until May)", "B. Judge, deferred to the next board",
    "B. Judge; decision deferred", "Safety board: undecided", "Safety board (adjourned)",
    "board adjourned until June", "still open", "noch offen", "Entscheidung vertagt", "B. Judge [open]",
    "B. Judge (returned for correction)", "Returned to the author", "zur Überarbeitung", "B. Judge (zur Nacharbeit)",
    "B. Judge: zurückgestellt bis Mai", "Approval deferred", "Approval on hold", "Decision Pending",
    "Decision deferred", "Freigabe zurückgestellt", "ON HOLD", "DEFERRED", "Deferred", "Tentative",
    "B. JUDGE, UNDECIDED", "B. Judge (t. b. d.)", "B. Judge tentatively", "B. Judge, held over",
    "depending on the test, B. Judge", "B. Judge abhängig von TN 4", "i.A.", "ppa.", "B. Judge n/a yet", "N/A yet",
    "vorbehaltlich", "nicht bestätigt", "B. Judge, not confirmed", "B. Judge, noch nicht bestätigt",
    "wird entschieden", "B. Judge, wird noch entschieden", "to be decided by the board", "B. Judge will decide",
    "steht noch nicht fest", "B. Judge (tabled)", "B. Judge, in dispute", "awaiting decision", "Decision awaited",
    "Judge to decide", "B. Judge (proposed)", "proposed: B. Judge", "vorgeschlagen",
]  # fmt: skip
SOMEBODY = [
    "Responsible person (MDR article 15)", "J. Conditional", "Anna Open", "Open, Anna", "A. Open", "Max Pending",
    "Pending, Max", "B. Deferred", "Bea Deferred", "Kim Hold", "Otto Undecided", "K. Vorbehalt", "Klaus Vorbehalt",
    "Anna Tentative", "Max Draft", "Petra Entwurf", "Dr. Anna Open", "Anna Maria Open",
    "Person responsible for regulatory compliance (MDR article 15)", "PRRC: B. Judge",
    "Verantwortliche Person (MDR Artikel 15)", "B. Judge (acting head of safety)", "Acting Head of Safety: B. Judge",
    "B. Judge, open systems group", "Opening commission", "Open Source Board", "B. Judge i. V. A. Meier",
    "A. Meier i. V. B. Judge", "B. Judge (deputy head)", "Kommissarische Leiterin A. Meier", "Anna Open (safety)",
    "Anna Open, QA", "Anna Pending, TÜV", "Hold, B.", "Ann Provided", "Responsible Person, B. Judge",
    "Paul Partially", "Jo Reserved", "Ulrich Offen", "Offen, Ulrich", "Safety board, minutes 12 of 3 May",
    "B. Judge 2024-01-01", "J. Hanging", "Anna Subject", "Subject matter expert B. Judge", "Anna Return",
    "On-call safety engineer", "Hold Point Inspector, A. Smith", "A. Ruht", "Otto Schwebend",
    "B. Judge (returned from leave)", "Anna Void", "Anna Later", "Bob Unless", "Anna Bedingt", "Author, Ann",
    "Party, Anna", "Anna Empty", "Anna Unknown", "Anna Never", "R. Never", "Anna Not", "Dr. No", "Julius No",
    "Will Must", "Anna Open, head of safety", "Prof. Anna Open", "A. B. Open", "Karl-Heinz Offen", "Open, A.",
    "Jean Suspended", "Anna-Maria Pending", "Max Pending (TÜV Süd)", "M. Pending, TÜV", "Hold, Anna", "Anna Hold",
    "Board of Release and Deferral", "Change Control Board", "Test Readiness Review Board",
    "On-site inspector B. Judge", "B. Judge (open-water team)", "B. Judge, Open University",
    "Open University, B. Judge", "B. Judge (head of the department of deferred maintenance)", "Ruth Ruht", "R. Folgt",
    "Hans Vertagt", "Bernd Strittig", "Release manager", "B. Judge, hold point 4", "Independent Assessor, A. Smith",
    "B. Judge (Offenbach)", "Offenbach Prüfstelle", "Peter Parked", "Dr. Peter Shelved", "Tentative Steering Group",
    "Responsible person (Art. 15 MDR)", "Verantwortliche Person (Art. 15 MDR)",
    "Person responsible (IVDR, article 15)", "Anna Open <anna.open@example.org>", "anna.open@example.org",
    "Anna Open 2024-01-01", "Anna Open, 4 May 2024", "Safety board, minutes 12: B. Judge", "B. Judge and Anna Open",
    "B. Judge, Anna Open", "Anna Open und B. Judge", "Anna van Open", "Anna de Hold", "E. Open-Smith",
    "Anna Open-Smith", "Open-Smith, Anna", "Kommissarischer Leiter B. Judge", "Acting lead, B. Judge",
    "Deputy lead safety", "Deputy head of QA", "B. Judge i. V.", "Interim manager A. Smith", "J. Conditional (TÜV)",
    "Conditional, J.", "Jo Conditional", "Tim Provisional", "Li Open", "Bo Open",
]  # fmt: skip


@pytest.mark.parametrize("name", OPEN)
def test_no_acceptance(name: str) -> None:
    assert no_name(name)


@pytest.mark.parametrize("name", SOMEBODY)
def test_somebody(name: str) -> None:
    assert not no_name(name)
