"""Artefacts are documents: they exist, say something, come from somewhere else, and are what was judged."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from casegen.argument.reading.circumstances import unmet
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import view_of
from casegen.io.document_text import READ, decoded, document_text, other_form
from casegen.io.folder import BESIDE, FROZEN, inside, loose_files, name_inside, why_not_inside
from casegen.io.regular import IrregularFileError, open_regular, same_content, sha256
from casegen.model.addresses import ADDRESS, is_unresolved, unknown_scheme, without_mark
from casegen.model.argument import Claim, EvidenceNode
from casegen.model.case import Case, Location
from casegen.model.dates import latest_date
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.expressions import compiled
from casegen.model.plural import counted
from casegen.texts.acceptances.reasons import is_placeholder
from casegen.texts.documents.answered_verdicts import with_ticked_words_alone
from casegen.texts.documents.claims import against_claim
from casegen.texts.documents.dates import dated_ahead
from casegen.texts.documents.failures import MOST, older_than_stated, passed_at_last, reported_failures
from casegen.texts.documents.given_answers import with_given_answers
from casegen.texts.documents.lasting_faults import lasting_fault
from casegen.texts.documents.reported_outcomes import failed_verdict, has_verdict, reports_opposite
from casegen.texts.documents.reserves import of_another_release
from casegen.texts.documents.stamps import stamp
from casegen.texts.documents.states import states_in_doubt

SOURCE = "SCCG EV.2, EV.7"


def artefacts(case: Case) -> Iterator[Diagnostic]:
    """A case or evidence dated in the future; artefacts missing, changed, empty, or part of the case they support."""
    latest = latest_date()
    if (dated := case.header.date) is not None and dated > latest:
        message = f"the case is dated {dated}, which lies in the future"
        yield _error("evidence-date", message, case.locate("case", "date"), "state the date of this version")
    for index, node in enumerate(case.evidence):
        if node.date is not None and node.date > latest:
            what = "the artefact" if node.artefact else "it"
            message = f"evidence {node.id}: {what} is dated {node.date}, which lies in the future"
            hint = "state the date of the document, or of the last data"
            yield _error("evidence-date", message, case.locate("evidence", index, "date"), hint)
        if node.artefact and not (ADDRESS.match(node.artefact) or _is_open(node)):
            yield from _file(case, node, case.locate("evidence", index, "artefact"))


def _is_open(node: EvidenceNode) -> bool:
    """Whether an import left the place of the document open: what rests on it is not evaluated."""
    return is_unresolved(node.artefact) and bool(without_mark(node.artefact).strip())


def _file(case: Case, node: EvidenceNode, place: Location) -> Iterator[Diagnostic]:
    path = inside(case.root, node.artefact)
    who = f"evidence {node.id}: artefact {node.artefact!r}"
    if path is None or not path.is_file():
        what = why_not_inside(node.artefact) if path is None else "is not in the case folder"
        hint = "give a path inside the folder, or the full address of a document elsewhere"
        if unknown := unknown_scheme(node.artefact):
            what += f", and {unknown!r} is no scheme of an address that is known"
            hint += " (https://… and the schemes that docs/exchange.md lists)"
        yield _error("artefact-missing", f"{who} {what}", place, hint)
        return
    if of_own_case(case.root, case.files, path):
        hint = "name the document that was judged; the case does not support itself"
        yield _error("artefact-own-case", f"{who} is part of this case", place, hint)
    elif empty := says_nothing(path):
        yield _error("artefact-empty", f"{who} is {empty}", place, "name the document that was judged")
    elif verdict := opposite(path):
        message = f"{who} says {verdict!r}"
        yield _error("artefact-opposite", message, place, "name a document that shows what is claimed")
    elif day := dated_ahead(document_text(path)):
        message = f"{who} is dated in the future: {day!r}"
        yield _error("evidence-date", message, place, "name a document that is written")
    elif node.sha256 is not None and not same_content(path, node.sha256):
        message = f"{who} is not the file that was judged: its hash differs"
        hint = f"judge it again and state sha256: {sha256(path)}"
        yield _error("artefact-changed", message, place, hint)


def of_own_case(root: Path, files: Collection[str], path: Path) -> bool:
    """Whether ``path``, below ``root``, is or copies one of the ``files`` of the case, or is kept beside them."""
    own = name_inside(root, path)
    if own in files or PurePosixPath(own).parts[0] in FROZEN | BESIDE:
        return True
    return any((root / f).is_file() and same_bytes(root / f, path) for f in files)


def same_bytes(one: Path, other: Path) -> bool:
    """Whether two files hold the same."""
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


_SHORT = 40
"""bytes of a file that may be nothing but a placeholder"""


def says_nothing(path: Path) -> str:
    """What a file is in place of a document: ``empty``, ``no PDF`` …; nothing where it may be one."""
    size, form = path.stat().st_size, path.suffix.casefold()
    try:
        if _is_blank(path):
            return "empty"
    except IrregularFileError as error:  # a terabyte of nothing
        return error.strerror or str(error)
    if form in _BINARY and size < _LEAST_BINARY:
        return f"too short for its form ({counted(size, 'byte')})"
    if size <= _SHORT and (note := _note(path)) is not None:
        return f"a placeholder: {note!r}" if note.isprintable() and note else "without readable text"
    if promised := other_form(path):
        return f"no {promised}"
    if size > READ:
        return ""
    text = document_text(path)
    if form in _TABLES:
        return "" if len(text.split(None, 1)) > 1 and "\n" in text.strip() else "empty"
    return "without text: headings, gaps or filler only" if text.strip() and _is_outline(text) else ""


def _is_blank(path: Path) -> bool:
    """Nothing but blanks and zero bytes."""
    with open_regular(path) as file:
        return not any(block.strip(b" \t\r\n\f\v\0") for block in iter(lambda: file.read(1 << 16), b""))


def _note(path: Path) -> str | None:
    """What a file holds that is nothing but ``TODO``; brackets belong to a file's form."""
    text = re.sub(r"[{}\[\]<>\\]+", " ", decoded(path.read_bytes())).strip(" \t\r\n#*-=")
    return text if is_placeholder(text) else None


def _is_outline(text: str) -> bool:
    """Whether a text is filler, stands for a page that could not be had, or is nothing but headings and gaps."""
    said = [line for line in _NO_ROWS.sub("", text).splitlines() if line.strip() and not _HEADING.match(line)]
    lines = [line.strip(" \t*->") for line in said]
    if len(text) <= _NOTE and (_NO_PAGE.search(text) or _POINTER.match(text)):
        return True
    return "lorem ipsum" in text.casefold() or all(map(_TO_BE_WRITTEN.match, lines))


_HEADING = compiled(
    r"\s*(?:#(?![ \t]*(?:tests|suites|pass|fail|cancelled|skipped|todo|total|error|xfail|xpass|skip):?[ \t]+\d)|"
    r"[=\-~^]+\s*$)",
    re.I,
)
"""a heading; counts of a run of tests stand behind the same sign"""
_NO_ROWS = compiled(r"^[ \t]*\|[^\n]*\n[ \t]*\|[ \t:|-]+\|[ \t]*(?:\n\s*|\Z)(?![ \t]*\|)", re.M)
"""the head of a table in Markdown that has no row"""
_TO_BE_WRITTEN = compiled(
    r"\W*(?:TODO|TBD|FIXME|XXX)\b|\W*to\s+be\s+(?:written|completed|filled\s+in|done|added)\b|\W*(?:template|blank\s+form|form|specimen|vorlage|formular)\W*$|[^:]{1,40}:[\s_.…]*$",
    re.I,
)
"""a line that waits for what it is to say; ``Result: ____`` too"""
_POINTER = compiled(r"version https://git-lfs\.github\.com/spec/|/?annex/objects/")
"""what stands for a file that was not fetched"""
_NO_PAGE = compiled(
    r"404\s+not\s+found|access\s+denied|page\s+(?:is\s+)?intentionally\s+left\s+blank|^\W*see\s+(?:the\s+)?other\s+(?:file|document)\W*$|"
    r"\b(?:url|page|file|resource|document)\b[^.\n]{0,40}\bnot\s+found\b|\b(?:log|sign)\s+in\s+to\s+(?:continue|view|access|see)\b|"
    r"^\W*(?:40[0-9]|50[0-4])\s+[A-Z]\w+\s*$|\bmoved\s+permanently\b|"
    r"^\W*(?:please\s+|you\s+(?:must|need\s+to|have\s+to)\s+)?(?:log|sign)[\s-]?in\b[^\n]{0,60}$|\b(?:login|authentication)\s+(?:is\s+)?required\b|"
    r"\byou\s+(?:do\s+not|don['’]t)\s+have\s+(?:access|permission)\b|^\W*bitte\s+(?:melden\s+sie\s+sich|einloggen|anmelden)|\bzugriff\s+verweigert\b|"
    r"\bsession\s+(?:has\s+)?expired\b|\b(?:enable|requires)\s+javascript\b",
    re.I | re.M,
)
"""a page that stands for one that could not be had"""
_BINARY = (".pdf", ".docx", ".odt", ".xlsx", ".ods", ".zip", ".png", ".jpg", ".jpeg")
_LEAST_BINARY = 60
"""bytes: a header of its form and nothing else"""
_TABLES = (".csv", ".tsv")
_NOTE = 300
"""characters of a text that is no more than a sentence or two"""


def opposite(path: Path) -> str:
    """By what a document says that it shows nothing: failures only, withdrawn, a draft; empty for other documents.

    PDF and pictures are not read.
    """
    text = with_ticked_words_alone(with_given_answers(document_text(path)))
    short = len(text) <= _NOTE and not has_verdict(text) and not passed_at_last(text)
    said = stamp(text) or failed_verdict(text)
    return said or (reports_opposite(_in_sentences(text)) if short else "")


_PARAGRAPH = compiled(r"(?<=[^\W_])[ \t]*\n[ \t]*\n\s*(?=(?P<next>[^\n]+))")
_VERDICT_ALONE = 3
"""words of a paragraph that may be the verdict of the title above it"""


def _in_sentences(text: str) -> str:
    """The words of a text; a paragraph ends a sentence, unless what follows is no more than a verdict."""
    ended = _PARAGRAPH.sub(lambda m: ". " if len(m["next"].split()) > _VERDICT_ALONE else " ", text)
    return " ".join(ended.split())


_SET_ASIDE = compiled(
    r"(?:\.(?:bak|old|orig|tmp|swp|save|backup)|~)$|[\s_-]?\((?:\d+|copy|kopie)\)(?:\.\w+)?$", re.I
)
"""endings of names of copies that an editor or a person keeps beside a document"""


def in_question(case: Case, supported: Collection[str]) -> Iterator[ReadingStep]:
    """Documents below supported claims that report failures among what passed, deny their claim, leave out what it names,
    or are copies; objections not included.
    """
    yield from _objections_aside(case)
    cited: dict[str, list[Claim]] = {}
    for step in (step for step in case.arguments if step.supports in supported):
        texts = [_text_of(case, name) for name in step.premises]
        if any(texts) and (left := tuple(dict.fromkeys(unmet(view_of(case), step, "\n".join(texts))))):
            yield ReadingStep(step.id, "unnamed", (case.node[step.supports].text, *left), asks=True)
        for name in step.premises:
            cited.setdefault(name, []).append(case.claim[step.supports])
    for node in case.evidence:
        path = inside(case.root, node.artefact) if node.artefact and node.id in cited else None
        if node.id in cited and lasting_fault(node.text):
            yield ReadingStep(node.id, "failures", (node.text,), asks=True)
        if path is not None and path.is_file():
            yield from _of_document(case, node, path, cited[node.id])


def _text_of(case: Case, name: str) -> str:
    """The text of the document that an evidence node names; empty where it has none that is read."""
    node = case.node.get(name)
    path = inside(case.root, node.artefact) if isinstance(node, EvidenceNode) and node.artefact else None
    return document_text(path) if path is not None and path.is_file() else ""


def _of_document(
    case: Case, node: EvidenceNode, path: Path, claims: Sequence[Claim]
) -> Iterator[ReadingStep]:
    texts, document = (node.text, node.artefact), _text_of(case, node.id)
    if _SET_ASIDE.search(path.name):
        yield ReadingStep(node.id, "copy", texts, asks=True, rests_on=(sha256(path),))
    states = tuple(dict.fromkeys(states_in_doubt(document)))[:MOST]
    if states:
        yield ReadingStep(node.id, "state", (*texts, *states), asks=True, rests_on=(sha256(path),))
    against = (line for claim in claims for line in against_claim(document, claim.text))
    older = older_than_stated(document, node.date.year) if node.date is not None else ""
    other = of_another_release(document, case.header.system)
    reported = dict.fromkeys((*reported_failures(document), *against, *filter(None, (older, other))))
    if failures := [line for line in reported if line not in states]:
        yield ReadingStep(node.id, "failures", (*texts, *failures), asks=True, rests_on=(sha256(path),))


_OBJECTIONS = compiled(r"""^[\s{]*["']?(?:defeaters|residual_doubts)["']?\s*:""", re.M)


def _objections_aside(case: Case) -> Iterator[ReadingStep]:
    """Files of the folder with objections that the case does not read."""
    if ("case",) not in case.locations:
        return  # made in Python: the working folder is not its own
    for name in loose_files(case):
        if _OBJECTIONS.search(decoded((case.root / name).read_bytes()[:READ])):
            yield ReadingStep(
                case.header.id, "loose", (name,), asks=True, rests_on=(sha256(case.root / name),)
            )


def _error(rule: str, message: str, place: Location, hint: str) -> Diagnostic:
    return Diagnostic(rule, Severity.ERROR, message, place, source=SOURCE, hint=hint)
