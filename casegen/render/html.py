"""The page: one file, no network, nothing that a strict content policy would stop."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from casegen.model.case import Case
from casegen.model.legible import legible
from casegen.model.results import Assessment
from casegen.render.boards import boards
from casegen.render.diagrams.diagram import Diagram, inline, page_style, palette
from casegen.render.diagrams.symbols import HATCHING, sign_path
from casegen.render.document_settings import read_custom
from casegen.render.language import counted, translate, use_language
from casegen.render.page_review import page_data, raised_at, review_words
from casegen.render.report import Report, build_report, hazards
from casegen.render.resources import document_file, fonts_folder
from casegen.render.views import DocumentView, LogoView, Sections
from casegen.render.views.page import ChapterView, DrawingView, PlotView
from casegen.render.whatif import whatif_model
from casegen.render.wording import STATUS_CLASS, apart
from casegen.review.dossier import Dossier

if TYPE_CHECKING:
    from jinja2 import Template

SCALE = 1.18
"""Drawings stand a little larger on a screen than on paper."""
MANY = 60
"""More drawings than this are kept as text in the page and drawn when they come into view."""
PAGE_COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#f1f4f8", "#0d1117"),
    "rule": ("#d8dee7", "#2c3644"),
    "field": ("#7d8899", "#6b7789"),
    "mark": ("#fff6d6", "#3a3210"),
}


def html_page(
    assessment: Assessment, dossier: Dossier | None = None, *, live: bool = False, token: str = ""
) -> str:
    """The whole page as text, in the language and with the title that the case's ``document.yaml`` asks for.

    ``live``: for the local server, which reloads it and takes the acts of a review that bear ``token``.

    Raises:
        InputError: ``document.yaml``, its logo or its language is wrong.
        MissingDependencyError: no Graphviz layout program was found.
    """
    custom = read_custom(assessment.case.root)
    report = build_report(assessment, dossier, custom)
    with use_language(custom.language):
        return render_page(assessment, report, dossier, live=live, token=token)


SCRIPTS = (
    "diagram.js", "boxes.js", "requirements.js", "evaluate.js", "reductions.js", "variants.js", "words.js",
    "page.js", "search.js", "tables.js", "board_nodes.js", "board_drawing.js", "board_keys.js", "board.js",
    "typed_number.js", "whatif_case.js", "whatif_results.js", "whatif_scenarios.js", "whatif_knobs.js", "whatif.js",
    "review.js", "live.js",
)  # fmt: skip


@cache
def _template() -> Template:
    """The page's template, read and compiled once; its words are of the language spoken when it is filled."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from casegen.render.compiled_templates import kept_templates

    settings: dict[str, Any] = {"autoescape": True, "trim_blocks": True}
    environment = Environment(
        loader=FileSystemLoader(document_file("")), undefined=StrictUndefined, auto_reload=False,
        bytecode_cache=kept_templates(repr(settings)), **settings,
    )  # fmt: skip
    environment.globals |= {"w": translate, "counted": counted}
    return environment.get_template("page.html.j2")


def render_page(
    assessment: Assessment, report: Report, dossier: Dossier | None = None, *, live: bool = False, token: str = ""
) -> str:  # fmt: skip
    """The page of a report that is built already, in the language that is spoken."""
    style = stylesheet()
    parts = "".join(document_file(name).read_text("utf-8") for name in SCRIPTS)
    script = f'"use strict";(() => {{\n{parts}}})();\n'
    sections = report.sections
    named = {one.name: one.changes for one in dossier.study.comparisons} if dossier else {}
    session = dossier.session if dossier else None
    whatif = whatif_model(assessment, named, session if session and session.case is assessment.case else None)
    raised = raised_at(sections["review"]["findings"])
    played = {tree["id"] for tree in whatif["trees"]}
    not_played = [
        {**tree, "moves": (state := assessment.trees.get(tree["id"])) is not None and state.moves}
        for tree in sections["trees"]
        if tree["id"] not in played
    ]
    can_play = bool(whatif["trees"] or whatif["measures"])
    data = whatif | page_data(assessment, raised, token if live else "")
    page = _template().render(
        **{key: value for key, value in sections.items() if key != "evidence"},
        **review_words(sections["review"]),
        raised=raised,
        flagged={*sections["marks"], *raised},
        files=dossier.files if dossier else {},
        evidence=[row | {"plots": _plots(row["figures"])} for row in sections["evidence"]],
        harms=[(harm, translate(f"harm.{harm}")) for harm in reversed(hazards.SEVERITY_RANK)],
        logo=_logo(sections["layout"]["logo"]),
        places=_places(assessment.case),
        obstacles=sections["verdict"]["obstacles"],
        can_play=can_play,
        not_played=not_played,
        contents=_contents(sections, can_play or bool(not_played or sections["study"]["awaiting"])),
        drawings=_drawings(report.diagrams),
        charts=_charts(report.charts),
        lazy=len(report.diagrams) > MANY or not sections["extent"]["whole"],
        whatif=whatif,
        model=Markup(_script_data(data)),
        boards=Markup(_script_data(boards(assessment))),
        about=_about(sections["document"]),
        hatching=Markup(HATCHING),
        style=Markup(style),
        script=Markup(script),
        policy=content_policy(style, script, live=live),
        live=live,
    )
    return legible(page)


def content_policy(style: str, script: str, *, live: bool = False) -> str:
    """A policy that allows exactly this style sheet, this script, and embedded images and fonts."""

    def digest(text: str) -> str:
        return (
            "'sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii") + "'"
        )

    parts = [
        "default-src 'none'", f"script-src {digest(script)}", f"style-src {digest(style)}", "img-src data:",
        "font-src data:", "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip
    if live:
        parts.append("connect-src 'self'")
    return "; ".join(parts)


def stylesheet() -> str:
    """Fonts, colours for light and dark, the page's and the drawings' style."""
    colours = {**palette(), **PAGE_COLOURS}
    light = "".join(f"--{name}:{pair[0]};" for name, pair in colours.items())
    dark = "".join(f"--{name}:{pair[1]};" for name, pair in colours.items())
    faces = "".join(
        f'@font-face{{font-family:"Inter";font-weight:{weight};font-display:block;'
        f'src:url(data:font/woff2;base64,{_encoded(file)}) format("woff2")}}'
        for file, weight in (("Inter-Regular.woff2", 400), ("Inter-SemiBold.woff2", 600))
    )
    drawings = "".join(f".drawing {line}\n" for line in page_style().splitlines() if line.strip())
    return (
        f"{faces}:root{{color-scheme:light;{light}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}@media print{{:root,:root[data-theme]{{{light}}}}}\n"
        f"{document_file('page.css').read_text('utf-8')}{_signs()}{drawings}.heat{{fill:var(--heat)}}"
        ".heatline{fill:none;stroke:var(--heat);stroke-width:1.1}"
    )


def _signs() -> str:
    """The status signs as masks: a disc from which the sign is cut, in the colour of the text."""
    rules = []
    for css in STATUS_CLASS.values():
        drawn = (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-7 -7 14 14'><mask id='m'><circle r='7' fill='#fff'/>"
            f"<path d='{sign_path(css)}' fill='none' stroke='#000' stroke-width='1.8' stroke-linecap='round' "
            "stroke-linejoin='round'/></mask><circle r='7' mask='url(#m)'/></svg>"
        )
        coded = base64.b64encode(drawn.encode()).decode("ascii")
        address = f"url(data:image/svg+xml;base64,{coded}) center/contain no-repeat"
        rules.append(f".st.{css}::before{{-webkit-mask:{address};mask:{address}}}")
    return "".join(rules)


def _encoded(font: str) -> str:
    return base64.b64encode((fonts_folder() / font).read_bytes()).decode("ascii")


def _script_data(value: Any) -> str:
    """JSON that cannot end the element that holds it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":  # ten times as fast as one look at each sign of megabytes
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _drawings(diagrams: Sequence[Diagram]) -> dict[str, list[DrawingView]]:
    result: dict[str, list[DrawingView]] = {
        kind: [] for kind in ("overview", "argument", "guide-words", "scenario", "tree")
    }
    for diagram in diagrams:
        result[diagram.kind].append({
            "name": diagram.name, "title": diagram.title, "subject": diagram.subject,
            "svg": Markup(inline(diagram, SCALE)), "width": round(diagram.width * SCALE),
            "height": round(diagram.height * SCALE),
            "continuations": [{"name": c.name, "label": c.label, "upwards": c.upwards} for c in diagram.continuations],
        })  # fmt: skip
    return result


def _charts(charts: Sequence[Diagram]) -> dict[tuple[str, str], list[PlotView]]:
    """Charts by kind and subject; those of a tree also together, under the kind ``tree``."""
    result: dict[tuple[str, str], list[PlotView]] = {}
    for chart, row in zip(charts, _plots(charts), strict=True):
        result.setdefault((chart.kind, chart.subject), []).append(row)
        if chart.subject and chart.kind != "plan":
            result.setdefault(("tree", chart.subject), []).append(row)
    return result


URI_SAFE = " !$()*+,-./:;=?@[]^_`{|}~"
"""what a ``data:`` address may hold as it is, and HTML too; a quarter shorter than base64"""


def _plots(figures: Sequence[Diagram]) -> list[PlotView]:
    return [
        {"name": one.name, "title": one.title, "alt": one.alt, "svg": Markup(inline(one))} for one in figures
    ]


def _contents(sections: Sections, whatif: bool) -> list[ChapterView]:
    review, changes, trees = sections["review"], sections["changes"], sections["trees"]
    asking = sum(1 for finding in review["findings"] if finding["status"] != "closed")
    parts: list[tuple[str, str, int | str, bool]] = [
        ("verdict", "web.verdict", "", True), ("canvas", "canvas.title", "", True),
        ("claims", "web.claims", len(sections["claims"]), True),
        ("argument", "web.argument", "", True), ("hazards", "web.hazards", len(sections["hazop"]), True),
        ("trees", "chapter.trees", len(trees), True), ("whatif", "web.whatif", "", whatif),
        ("evidence", "web.evidence", len(sections["evidence"]), True),
        ("assumptions", "web.assumptions", len(sections["assumption_groups"]) + len(sections["doubts"]), True),
        ("tracing", "chapter.tracing", "", True), ("compliance", "web.compliance", "", bool(sections["compliance"])),
        ("changes", "web.changes", len(changes["parts"]) if changes else "", changes is not None),
        ("review", "web.review", translate("web.open", n=asking) if asking else "", True),
        ("findings", "web.checks", len(sections["diagnostics"]), True), ("about", "web.about", "", True),
    ]  # fmt: skip
    return [{"href": a, "title": translate(b), "count": c} for a, b, c, shown in parts if shown]


def _places(case: Case) -> dict[str, str]:
    """File and line of every tree, event and common-cause group, where what stands at it is stated."""
    stated = {
        "trees": [tree.id for tree in case.trees],
        "events": [event.id for event in case.events],
        "house_events": [event.id for event in case.house_events],
        "common_cause": [group.id for group in case.common_cause],
    }
    result: dict[str, str] = {}
    for section, names in stated.items():
        for index, name in enumerate(names):
            result.setdefault(name, str(case.locate(section, index)))
    return result


def _about(document: DocumentView) -> list[tuple[str, str]]:
    line = translate(
        "web.case_line", id=document["id"], version=apart(document["version"]), date=document["date"]
    )
    stated = [
        (translate("system.system"), document["system"]), (translate("system.environment"), document["environment"]),
        (translate("system.intended_use"), document["intended_use"]),
        (translate("system.risk_criteria"), document["risk_criteria"]),
    ]  # fmt: skip
    return [
        *stated, (translate("control.authors"), ", ".join(document["authors"])),
        (translate("control.organisation"), document["organisation"]), (translate("web.case"), line),
        (translate("control.files"), ", ".join(document["files"])), (translate("control.generator"),
        document["generator"]),
    ]  # fmt: skip


def _logo(logo: LogoView | None) -> str:
    return "" if logo is None else "data:image/svg+xml," + quote(logo["svg"], safe=URI_SAFE)
