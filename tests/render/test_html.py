"""The page: self-contained, strict policy, every link resolves, hostile text inert, same bytes twice."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from fixture_case import build_assessment, evaluate, with_hostile_text

from casegen.model.results import Assessment
from casegen.render import write_html
from casegen.render.html import html_page

VOID = {"meta", "link", "img", "br", "wbr", "input", "hr"}
HOSTILE = (
    "\"'><script>window.pwned=1</script><img src=x onerror=window.pwned=2></style></script>{{7*7}}"
    "javascript:alert(1)"
)


class Page(HTMLParser):
    """Tags with attributes, and whether every element is closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif self.open and self.open[-1] == "style":
            self.styles.append(data)
        else:
            self.words.append(data)


@pytest.fixture(scope="module")
def text(assessment: Assessment) -> str:
    return html_page(assessment)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


@pytest.mark.slow
def test_every_element_is_closed_in_its_place(page: Page) -> None:
    assert page.open == []


def test_ids_are_unique_and_every_link_resolves(page: Page) -> None:
    ids = Counter(attrs["id"] for _, attrs in page.tags if attrs.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    wanted = {attrs["href"][1:] for _, attrs in page.tags if (attrs.get("href") or "").startswith("#")}
    assert wanted - set(ids) == set()
    for key in ("aria-labelledby", "aria-describedby", "for"):
        assert {attrs[key] for _, attrs in page.tags if attrs.get(key)} <= set(ids)


def test_nothing_is_loaded_and_nothing_is_inline(page: Page) -> None:
    for tag, attrs in page.tags:
        assert "style" not in attrs, (tag, attrs)
        assert not any(name.startswith("on") for name in attrs), (tag, attrs)
        for key in ("src", "href", "action", "data", "srcset"):
            value = attrs.get(key)
            assert value is None or value.startswith(("#", "data:")), (tag, value)
    assert not re.search(r"url\((?!data:|#)", "".join(page.styles))


def test_the_policy_allows_this_script_and_style_only(page: Page, text: str) -> None:
    policy = next(
        attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    script, style = page.scripts[-1], page.styles[0]
    for content in (script, style):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert text.index("Content-Security-Policy") < text.index("<style")


def test_verdict_and_weakest_points_come_first(text: str) -> None:
    body = text[text.index("<main") :]
    order = [
        body.index(f'id="{name}"')
        for name in (
            "verdict",
            "weakest",
            "claims",
            "argument",
            "hazards",
            "trees",
            "whatif",
            "evidence",
            "tracing",
            "findings",
        )
    ]
    assert order == sorted(order)


def test_every_part_of_the_case_has_its_place(assessment: Assessment, page: Page) -> None:
    ids = {attrs["id"] for _, attrs in page.tags if attrs.get("id")}
    case = assessment.case
    for kind, parts in (
        ("claim", case.claims),
        ("node", (*case.arguments, *case.evidence, *case.contexts, *case.defeaters)),
        ("hazop", case.hazop),
        ("property", case.properties),
        ("scenario", case.scenarios),
        ("tree", case.trees),
        ("evidence", case.evidence_items),
    ):
        for part in parts:
            assert f"{kind}-{part.id}" in ids
    words = "".join(page.words)
    for needed in (
        "3.4\u202f×\u202f10⁻⁴",
        "argument.yaml:10:3",
        "3f" * 32,
        "data/missions.csv changed since the run of 2 May",
    ):
        assert needed in words


def test_the_model_in_the_page_gives_the_assessed_numbers(assessment: Assessment, page: Page) -> None:
    model = json.loads(next(s for s in page.scripts if s.startswith("{")))
    for tree in model["trees"]:
        d = tree["diagram"]
        p = dict(zip(d["events"], d["values"], strict=True))
        top = evaluate({**d, "gates": {"top": d["root"]}}, p)["top"]
        assert top == pytest.approx(assessment.trees[tree["id"]].top.value, rel=1e-12)
    wanted = model["requirements"]["SafeDistance"]
    assert (wanted["bound"], wanted["comparison"], wanted["confidence"]) == ({"number": 0.01}, "<=", 0.95)
    argument = model["argument"]
    assert dict(zip(argument["ids"], argument["statuses"], strict=True))["SubC6"] == "undeveloped"


@pytest.mark.slow
def test_hostile_text_stays_text(assessment: Assessment) -> None:
    page = Page(html_page(with_hostile_text(assessment, HOSTILE)))
    assert page.open == []
    assert len([tag for tag, _ in page.tags if tag == "script"]) == 3
    for tag, attrs in page.tags:
        assert not any(name.startswith("on") for name in attrs), (tag, attrs)
        if tag == "img":
            assert attrs["src"].startswith("data:image/svg+xml,%3C")
    assert HOSTILE in "".join(page.words)
    json.loads(next(s for s in page.scripts if s.startswith("{")))


@pytest.mark.slow
def test_anchors_stay_when_the_case_grows(assessment: Assessment, page: Page) -> None:
    more = assessment.case.claims[0].model_copy(update={"id": "New", "text": "A new claim"})
    grown = replace(assessment, case=replace(assessment.case, claims=(more, *assessment.case.claims)))
    before = {
        attrs["id"]
        for _, attrs in page.tags
        if (attrs.get("id") or "").startswith(("claim-", "node-", "hazop-"))
    }
    after = {attrs["id"] for _, attrs in Page(html_page(grown)).tags if attrs.get("id")}
    assert before <= after


@pytest.mark.slow
def test_repeat_builds_are_identical(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780000000")
    first = html_page(build_assessment())
    assert first == html_page(build_assessment())
    assert "2026-05-28" in first


def test_a_wrong_epoch_is_explained(assessment: Assessment, monkeypatch: pytest.MonkeyPatch) -> None:
    from casegen.model.diagnostic import InputError

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH"):
        html_page(assessment)


@pytest.mark.slow
def test_a_failed_write_leaves_the_old_file(
    assessment: Assessment, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "case.html"
    target.write_text("old")
    monkeypatch.setattr(
        "pathlib.Path.replace", lambda self, other: (_ for _ in ()).throw(OSError("disk full"))
    )
    with pytest.raises(OSError, match="disk full"):
        write_html(assessment, target)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["case.html"]


def test_only_a_live_page_may_connect(assessment: Assessment, text: str) -> None:
    assert "connect-src" not in text
    live = html_page(assessment, live=True)
    policy = next(
        a["content"] for tag, a in Page(live).tags if a.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.endswith("connect-src 'self'")
    assert "data-live" in live


@pytest.mark.slow
def test_a_page_imports_no_plotting_library(tmp_path) -> None:
    import subprocess
    import sys
    from pathlib import Path

    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import casegen.render; "
        "assert not any(m in sys.modules for m in ('matplotlib', 'jinja2', 'typst', 'graphviz', 'fontTools')), 'import';"
        "from dataclasses import replace; from fixture_case import build_assessment; a = build_assessment();"
        "casegen.render.write_html(a, sys.argv[2]);"
        "assert not any(m in sys.modules for m in ('matplotlib', 'scipy.stats', 'sklearn', 'torch')), 'write'"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent), str(tmp_path / "p.html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of ``#rrggbb``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_texts_lines_and_hatching_stand_out_from_what_is_behind_them(scheme: int) -> None:
    from casegen.render.diagrams.diagram import palette
    from casegen.render.html import PAGE_COLOURS

    colours = {name: pair[scheme] for name, pair in {**palette(), **PAGE_COLOURS}.items()}
    statuses = [name.removesuffix("-tint") for name in colours if name.endswith("-tint")]
    for text in ("ink", "quiet", "accent", *statuses):
        for ground in ("paper", "box", "ground", "mark"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for status in statuses:
        assert contrast(colours[status], colours[f"{status}-tint"]) >= 4.5, status
        assert contrast(colours["ink"], colours[f"{status}-tint"]) >= 7, status
        assert contrast(colours["quiet"], colours[f"{status}-tint"]) >= 4.5, status
    for drawn in ("heat", "cut", "line", "accent", *(f"series-{i}" for i in range(1, 7))):
        assert contrast(colours[drawn], colours["paper"]) >= 3, drawn
    assert contrast(colours["field"], colours["paper"]) >= 3
