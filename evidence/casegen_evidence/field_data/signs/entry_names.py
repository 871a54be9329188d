"""What the names of a record's entries say against counting them: nothing was run, a footnote, several programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.marks import marked

_NOTHING = compiled(
    r"(?i)(?:x{2,}|foo|lorem\b.*|e\.\s?g\..*|z\.\s?b\..*|"
    r"(?:examples?|beispiele?|muster|ejemplo|exemple|esempio)(?:[\s_-]?(?:rows?|entry|line|data|zeile|eintrag))?|"
    r"ditto|dito|idem|,,|#{2,}|#(?:name|ref|value|num|div/0|n/a)|"
    r"(?:amount |balance )?(?:carried|brought) (?:forward|over|down)|übertrag|vortrag|adjustments?|corrections?|"
    r"korrektur(?:buchung)?|ausgleich|storno|ajuste|rettifica)\W*\d*\W*|[\"'〃]+"
)
"""names that stand for nothing, as templates have them, for the row above, or for what was booked over"""
_AFTER_FIX = r"(?:after|post|nach)[\s_-]+(?:the |an? |der |dem |einer )?(?:bug[\s-]?)?"
_LEFT = (
    r"days?|weeks?|weekends?|nights?|hours|holidays|rain\w*|storm\w*|outliers?|errors?|fail(?:ed|ures?)|faults?|incidents?|events?|"
    r"alarms?|aborts?|aborted|stops|warm-?up|tests|maintenance|training|runs|"
    r"\w*tage?n?|\w*wochen(?:enden)?|ausreißer|\w*fehler|\w*ausf[aä]lle|\w*störungen|wartung|regen\w*|nächte"
)
"""what an entry may be without because somebody left it out; a train without a driver is one all the same"""
_CHOSEN = compiled(
    r"(?i)(?<![^\W_])(?:"
    r"excl(?:\.|ud(?:ing|es?|ed))?|exkl(?:\.|usive)?|ex\.(?=\s*\w)|except(?:ing)?|"
    rf"(?:ex|without|w/o|ohne|minus|less|sans|sin|senza|außer|ausser)\s+(?:[\w-]+\.?\s+){{0,2}}(?:{_LEFT})|"
    r"(?:after|nach)\s+(?:the\s+)?(?:removal|exclusion|deletion|ausschluss|entfernung)\s+(?:of\s+|von\s+|der\s+)?"
    rf"(?:[\w-]+\s+){{0,2}}(?:{_LEFT})|"
    rf"(?:{_LEFT})\s+(?:were |are |was )?(?:not (?:counted|included)|nicht (?:gezählt|enthalten|mitgezählt))|"
    r"only|nur|seulement|solamente|best (?:of|case|\d+)|top \d+|beste[nrs]? \d+|cherry[\s-]?picked|"
    r"re[\s-]?runs?|re[\s-]?tests?(?:ed)?|repeat (?:run|test)|(?:second|2nd) attempt|wiederholungs?(?:lauf|test|versuch)|"
    r"under investigation|in klärung|\d+ (?:[\w-]+ )?(?:open|unresolved|ungeklärt)(?= (?:events|failures|cases|stops))|"
    r"\d+ (?:[\w-]+ )?(?:events|failures|cases|stops) (?:open|unresolved)|"
    rf"{_AFTER_FIX}(?:fix(?:es|ing)?|repairs?|corrections?|rework|patch|reparatur|korrektur|behebung|nachbesserung)"
    r")(?![^\W_])|"
    r"(?<=[\s_(,;:\[–-])(?:removed|cleaned|filtered|adjusted|corrected for [\w ]+|normali[sz]ed|selected|smoothed|"
    r"bereinigt|gefiltert|entfernt|ausgewählt|geglättet)\s*[)\]]?$|[(\[,]\s*\d+ (?:open|offen)\s*[)\]]?$"
)
"""names of rows from which somebody took something out, or that were chosen or run again"""
_NOT_OPERATED = compiled(
    r"(?i)(?<![^\W_])(?:sims?(?! ?cards?\b)|[hsm]itl|hil|sil|hardware[\s-]in[\s-]the[\s-]loop|simulators?|dry[\s-]?runs?|"
    r"trockenl[aä]uf\w*|hindcasts?|back-?tests?|digital(?:er)? (?:twin|zwilling)|mock-?ups?|virtual|virtuell\w*|quotas?|"
    r"dress rehearsal|demos?(?=$|[\s_]+(?:for|at|run|drive|day|tour|für|bei|vor)))(?![^\W_])|"
    r"(?<![^\W_])vorführ(?:ung|fahrt)|"
    r"^\s*(?:goal|target|soll(?:wert)?|ziel(?:wert)?|budget|plan)(?:[\s_:-]+(?:(?:fy ?)?\d{2,4}|q[1-4]|h[12]).*)?\s*$"
)
"""names of what was not run in operation"""
_ENDS = compiled(
    r"^\s*[*†‡§]+\)?\s*\w|(?<=\w)\s*[*†‡]+\s?[)⁾]?\s*$|(?<=\w)(?:\s[¹²³⁴⁵⁶⁷⁸⁹]+|(?<=[^\W\d_]{3})[¹²³⁴⁵⁶⁷⁸⁹]+)\s?[)⁾]?\s*$"
)
_RAISED = compiled(r"(?:^|[\s_-])[^\W_][¹²³⁴⁵⁶⁷⁸⁹]\s*$")
_POWER = compiled(r"(?:^|[\s_-])(?:[mxR][²³]|10[¹²³⁴⁵⁶⁷⁸⁹])\s*$")
"""a square metre, a statistic or a power of ten"""
_BRACKETED = compiled(r"^(?P<base>.*\w(?=\s*(?:\[|\([a-z]))|\w(?=\s*\())\s*[(\[](?:\d{1,2}|[a-z])[)\]]\s*$")
MOST_NOTES = 3
"""entries with a number in brackets from which on it is one of theirs"""
_ALGORITHM = compiled(r"(?<!\w)[A-Z]\*$")
"""algorithms such as A*"""
_PROGRAMS = (
    compiled(
        r"(?i)(?<![^\W_])(?:sw|fw|software|firmware)(?:[\s_-]?(?:version|release|rev|v))?[\s._:-]*v?(\d[\d.]*)"
    ),
    compiled(
        r"(?i)(?<![^\W_])(?:build|version|fassung)(?:\s?(?:no\.?|nr\.?))?[\s._:#-]*v?(\d[\d.]*(?![^\W_]))(?!-\d)"
    ),
    compiled(
        r"(?i)(?<![^\W_])(?:release|rel|rev|revision|ver|stand|tag)?[\s._:-]*v(\d+(?:\.\d+)+)(?![^\W_])"
    ),
    compiled(r"(?i)(?<![^\W_])(?:release|rel|rev|revision|ver)[\s._:-]*(\d+(?:\.\d+)+)(?![^\W_])"),
    compiled(
        r"(?i)(?<![^\W_])(?:commit|sha|git|hash|rev(?:ision)?|build)[\s._:#@-]*((?=[a-f]*\d)[0-9a-f]{7,40})(?![^\W_])"
    ),
)
"""how names state which program ran; several forms in one name are compared each by itself"""


def footnote(name: str, letters: bool = False, numbered: Collection[str] = ()) -> bool:
    """Whether a name ends or begins with the mark of a footnote, which a table cannot hold.

    ``letters``: other names are single letters, so that ``A*`` is no algorithm.  Names before brackets that are
    ``numbered`` are of several units of one kind: ``pump [1]``, ``pump [2]``.

    >>> footnote("quay*"), footnote("pier ¹"), footnote("A*"), footnote("A*", letters=True), footnote("hall 40 m²")
    (True, True, False, True, False)
    >>> footnote("quay [1]"), footnote("pump [1]", numbered=["pump"])
    (True, False)
    """
    plain = name.strip()
    if bracketed := _BRACKETED.match(plain):
        return bracketed["base"] not in numbered
    if _ALGORITHM.search(plain):
        return letters
    return bool(_ENDS.search(name)) or bool(_RAISED.search(plain) and not _POWER.search(plain))


def judge_entry_names(table: DataTable, entries: Sequence[str], intake: Intake) -> None:
    """Note entries that were never run, that a footnote speaks of, and entries of several programs."""
    never = marked("status", entries, [1] * len(entries)) or _not_run(entries)
    if never:
        intake.suspects(
            "marked-rows",
            f"{table.place(never[0], 'entry')}: {entries[never[0]]!r} counts as if it had been run in operation",
            hint="remove the rows that are not of operation, or state in the waiver why they count",
        )
    chosen = [k for k, name in enumerate(entries) if _CHOSEN.search(name)]
    if chosen and not never:
        intake.suspects(
            "marked-rows",
            f"{table.place(chosen[0], 'entry')}: {entries[chosen[0]]!r} names what is not in it, or why it was chosen",
            hint="give a row of all that was run, with every failure; or state in the waiver what is not in it, and why "
            "that does not count",
        )
    _judge_footnotes(table, entries, intake)
    by_form = [sorted({hit[1].rstrip(".") for n in entries if (hit := form.search(n))}) for form in _PROGRAMS]
    programs = next((several for several in by_form if len(several) > 1), None)
    if programs is not None:
        intake.suspects(
            "several-systems",
            f"{table.file}: entries are of software {', '.join(programs[:4])}: rows of several systems count as one's",
            hint="give the rows of the software in use; or say in the waiver why all of them speak of it",
        )


_NOT_SURE = compiled(
    r"(?i)(?<=\w)\s*[~≈?]+\s*$|^\s*[~≈]\s*\w|(?<![^\W_])(?:tbc|to be confirmed|t\.b\.c\.|unconfirmed|unbestätigt|"
    r"zu bestätigen)(?![^\W_])|[(\[,–-]\s*(?:preliminary|provisional|vorläufig)\w*|"
    r"[(\[]\s*(?:(?-i:est|ca|c)\.?|est\.|approx\w*\.?|circa|assum\w+|guess\w*|(?:from )?memory|interpolated?|"
    r"rough\w*|about|extrapolated?|angenommen|annahme|aus dem gedächtnis|interpoliert|gesch\.|ungefähr|grob|"
    r"not installed|in store|in storage|eingelagert)\s*[)\]]|"
    r"(?<=\w)[\s,;:]+(?:(?-i:est|ca)\.?|approx\.?|approximate(?:ly)?|guess(?:ed)?|circa|"
    r"assumed|interpolated|from memory|angenommen|interpoliert)\s*$|"
    r"(?<![^\W_])(?:never|nie|noch nicht|not yet)\s+"
    r"(?:used|operated|installed|deployed|commissioned|switched on|run|benutzt|genutzt|eingesetzt|verbaut|"
    r"gelaufen)(?![^\W_])"
)
"""names of rows that nobody is sure of, or of what never ran"""


def _not_run(entries: Sequence[str]) -> list[int]:
    """Entries that stand for nothing, or that were not run in operation where others were."""
    apart = [k for k, name in enumerate(entries) if _NOT_OPERATED.search(name)]
    nothing = [k for k, name in enumerate(entries) if _NOTHING.fullmatch(name.strip())]
    doubted = [k for k, name in enumerate(entries) if _NOT_SURE.search(name)]
    return nothing or doubted or (apart if len(apart) < len(entries) else [])


def _judge_footnotes(table: DataTable, entries: Sequence[str], intake: Intake) -> None:
    """Note the first name of a column or an entry that carries the mark of a footnote."""
    hits = [hit["base"] for name in entries if (hit := _BRACKETED.match(name.strip()))]
    counted = Counter(hits)
    all_numbered = len(hits) == len(entries) or len(hits) > MOST_NOTES
    numbered = {base for base, count in counted.items() if count > 1 or all_numbered}
    letters = any(len(name.strip()) == 1 for name in entries)
    spelled = [table.spelled(column) for column in table.cells]
    noted = [name for name in spelled if not _BRACKETED.match(name.strip()) and footnote(name)]
    rows = [k for k, name in enumerate(entries) if footnote(name, letters, numbered)]
    if noted or rows:
        place = table.file if noted else table.place(rows[0], "entry")
        intake.suspects(
            "marked-rows",
            f"{place}: {(noted or [entries[rows[0]]])[0]!r} carries the mark of a footnote, which the file does not hold",
            hint="say in a column what the footnote says, or in the waiver why the rows count all the same",
        )
