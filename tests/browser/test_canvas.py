"""The canvas: argument and trees on one sheet, by pointer and by keys, coloured by what the what-if gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from waiting import eventually

import casegen
from casegen.assessment.assess import Session
from casegen.render import write_html

pytestmark = pytest.mark.browser
VEHICLE = Path(__file__).parents[2] / "examples" / "auv"
DRAWN = "[...document.querySelectorAll('#board [role=treeitem]')].map((one) => one.id.split('~')[1] * 1)"
CHOSEN = "document.getElementById('board').getAttribute('aria-activedescendant')"


@pytest.fixture(scope="module")
def vehicle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assessed = Session.open(casegen.load(VEHICLE)).assess()
    return write_html(assessed, tmp_path_factory.mktemp("canvas") / "auv.html")


def boards(file: Path) -> list[dict]:
    text = file.read_text("utf-8")
    return json.loads(re.search(r'id="boards">(.*?)</script>', text, re.S)[1])


def opened(page: object) -> None:
    page.evaluate("document.getElementById('canvas').scrollIntoView()")
    eventually(page, "document.getElementById('canvas').dataset.open", "1")


def wholly(page: object, title: str | None = None) -> None:
    """Everything unfolded and in view."""
    if title is not None:
        page.select_option("#board-what", label=title)
    page.select_option("#board-depth", "999")
    page.click("#board-fit")


def node(name: str) -> str:
    """The expression for a drawn node by its id; its title holds all that is known of it."""
    actual = f"one.querySelector('title').textContent.startsWith('{name},')"
    return f"[...document.querySelectorAll('#board [role=treeitem]')].find((one) => {actual})"


def words(page: object, name: str) -> str:
    return page.evaluate(f"{node(name)}.querySelector('title').textContent")


@pytest.mark.slow
def test_every_node_of_the_argument_and_of_every_tree_is_drawn(open_page, page_file: Path) -> None:
    page = open_page()
    opened(page)
    for board in boards(page_file):
        wholly(page, board["title"])
        eventually(page, f"[...new Set({DRAWN})].sort((a, b) => a - b)", list(range(len(board["ids"]))))


@pytest.mark.slow
def test_folding_and_depth_leave_what_is_above(open_page, page_file: Path) -> None:
    page = open_page()
    opened(page)
    board = boards(page_file)[0]
    page.select_option("#board-depth", "2")
    shown = sorted({*board["roots"], *(n for root in board["roots"] for n in board["below"][root] if n >= 0)})
    eventually(page, f"[...new Set({DRAWN})].sort((a, b) => a - b)", shown)
    page.focus("#board")
    eventually(page, CHOSEN, "board~0")
    page.keyboard.press("ArrowLeft")
    eventually(page, "document.getElementById('board~0').getAttribute('aria-expanded')", "false")
    page.keyboard.press("ArrowRight")
    eventually(page, "document.getElementById('board~0').getAttribute('aria-expanded')", "true")


@pytest.mark.slow
def test_keys_lead_through_the_canvas_to_the_claim(open_page, page_file: Path) -> None:
    page = open_page()
    opened(page)
    board = boards(page_file)[0]
    page.focus("#board")
    eventually(page, CHOSEN, "board~0")
    page.keyboard.press("ArrowRight")
    first = next(n for n in board["below"][0] if n >= 0)
    eventually(page, CHOSEN, f"board~{first}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    eventually(page, CHOSEN, "board~0")
    page.keyboard.press("Enter")
    eventually(page, "decodeURIComponent(location.hash.slice(1))", board["anchors"][0])


@pytest.mark.slow
def test_the_pointer_chooses_folds_and_drags(open_page) -> None:
    page = open_page()
    opened(page)
    page.click("[id='board~0'] text >> nth=0")
    eventually(page, CHOSEN, "board~0")
    page.click("[id='board~0'] [data-fold]")
    eventually(page, "document.getElementById('board~0').getAttribute('aria-expanded')", "false")
    before = page.evaluate("document.querySelector('#board svg > g').getAttribute('transform')")
    box = page.locator("#board").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 120, box["y"] + 70, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "(before) => document.querySelector('#board svg > g').getAttribute('transform') !== before",
        arg=before,
    )


@pytest.mark.slow
def test_only_what_fails_leaves_the_failing_and_what_is_above_them(open_page, page_file: Path) -> None:
    page = open_page()
    opened(page)
    board = boards(page_file)[0]
    above = {child: n for n, links in enumerate(board["below"]) for child in links if child >= 0}
    failing = {n for n, css in enumerate(board["statuses"]) if css not in ("supported", "none", "assumed")}
    failing |= {n for n, css in enumerate(board["statuses"])
                if css == "assumed" and (n not in above or board["statuses"][above[n]] != "supported")}  # fmt: skip
    kept = set(failing)
    for n in failing:
        while n in above:
            n = above[n]
            kept.add(n)
    assert failing
    assert len(kept) < len(board["ids"])
    page.click("#board-fails")
    eventually(page, f"[...new Set({DRAWN})].sort((a, b) => a - b)", sorted(kept))
    page.click("#board-fails")
    eventually(page, "document.getElementById('board-fails').getAttribute('aria-pressed')", "false")


@pytest.mark.slow
def test_a_search_jumps_to_what_was_folded_away(open_page, page_file: Path) -> None:
    page = open_page()
    opened(page)
    board = boards(page_file)[0]
    page.select_option("#board-depth", "2")
    deep = len(board["ids"]) - 1
    page.fill("#board-find", board["ids"][deep])
    page.press("#board-find", "Enter")
    eventually(page, CHOSEN, f"board~{deep}")
    place, space = (page.locator(one).bounding_box() for one in (f"[id='board~{deep}'] rect", "#board"))
    assert space["x"] <= place["x"] <= space["x"] + space["width"]
    assert space["y"] <= place["y"] <= space["y"] + space["height"]
    page.fill("#board-find", "no such thing anywhere")
    page.press("#board-find", "Enter")
    eventually(page, "document.getElementById('board-said').textContent.startsWith('0 ')", True)


@pytest.mark.slow
def test_statuses_and_numbers_follow_the_what_if_in_place(open_page, vehicle: Path) -> None:
    """A node is coloured as the what-if of the page has it; a gate whose number is from before says so."""
    page = open_page(vehicle)
    opened(page)
    wholly(page)
    page.evaluate("casegen.set('BE-CLS', 0.9)")
    flipped = page.evaluate("""() => { const a = casegen.model.argument, was = casegen.run({}), is = casegen.run({ 'BE-CLS': 0.9 });
      return a.claims.filter((n) => was.rank[n] !== is.rank[n] && casegen.WhatIf.STATUS[was.rank[n]] === a.statuses[n])
        .map((n) => [a.ids[n], casegen.model.words[casegen.WhatIf.STATUS[is.rank[n]]][0]]); }""")
    for name, css in flipped:
        eventually(
            page,
            f"{node(name)}.classList.contains('{css}')",
            True,
        )
    tree = boards(vehicle)[1]
    assert tree["id"] == "FT-SD"
    wholly(page, tree["title"])
    page.wait_for_function("() => " + node("BE-CLS"))
    assert "P = 0.9" in words(page, "BE-CLS")
    top = page.evaluate("casegen.run({ 'BE-CLS': 0.9 }).trees[0].value")
    shown = re.search(r"P = ([\d.]+)(?:\u202f×\u202f10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", words(page, "TE-SD"))
    power = int((shown[2] or "⁰").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
    assert float(shown[1]) * 10**power == pytest.approx(top, rel=6e-3)
    assert "was P" in words(page, "IE-CLS")
    assert "was P" not in words(page, "IE-HOLD")
    page.evaluate("casegen.reset()")
    eventually(page, "document.querySelectorAll('#board .moved').length", 0)
    assert "was P" not in words(page, "IE-CLS")


@pytest.mark.slow
def test_members_of_a_common_cause_group_change_with_it(open_page, vehicle: Path) -> None:
    """Their gate's number is from before, and says so."""
    page = open_page(vehicle)
    opened(page)
    wholly(page, boards(vehicle)[1]["title"])
    page.wait_for_function("() => " + node("IE-THRUST"))
    assert "was P" not in words(page, "IE-THRUST")
    page.evaluate("casegen.set('CCF-THRUST', 0.01)")
    page.wait_for_function(
        "() => " + node("IE-THRUST") + ".querySelector('title').textContent.includes('was P')"
    )
    assert all("was P" in words(page, name) for name in ("BE-T1", "BE-T8", "IE-HOLD"))
    assert all("was P" not in words(page, name) for name in ("IE-POS", "BE-POWER", "TE-SD"))


@pytest.mark.slow
def test_house_events_are_switches_of_the_canvas_too(open_page, vehicle: Path) -> None:
    page = open_page(vehicle)
    opened(page)
    wholly(page, boards(vehicle)[1]["title"])
    page.wait_for_function("() => " + node("HE-NO-MONITOR"))
    assert "house event, false" in words(page, "HE-NO-MONITOR")
    page.check("#board-houses input")
    page.wait_for_function(
        "() => " + node("HE-NO-MONITOR") + ".querySelector('title').textContent.includes('true')"
    )
    eventually(page, "document.querySelector('#whatif-houses input').checked", True)
    assert "was P" in words(page, "IE-UNSEEN")
    page.evaluate("casegen.reset()")
    eventually(page, "document.querySelector('#board-houses input').checked", False)


@pytest.mark.slow
def test_a_basic_event_is_set_from_the_canvas(open_page, vehicle: Path) -> None:
    page = open_page(vehicle)
    opened(page)
    page.select_option("#board-what", label=boards(vehicle)[1]["title"])
    page.fill("#board-find", "BE-CLS")
    page.press("#board-find", "Enter")
    page.wait_for_selector("#board-value")
    page.evaluate("""() => { const s = document.getElementById('board-value'); s.value = '-1';
      s.dispatchEvent(new Event('input', { bubbles: true })); }""")
    eventually(
        page, "document.getElementById('whatif-command').textContent.endsWith('--set BE-CLS=0.1')", True
    )
    page.wait_for_function(
        "() => " + node("BE-CLS") + ".querySelector('title').textContent.includes('P = 0.1')"
    )


@pytest.mark.slow
def test_the_whole_window_is_left_by_escape(open_page) -> None:
    page = open_page()
    opened(page)
    page.click("#board-full")
    eventually(page, "document.getElementById('canvas').classList.contains('full')", True)
    page.keyboard.press("Escape")
    eventually(page, "document.getElementById('canvas').classList.contains('full')", False)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_the_canvas(open_page, vehicle: Path, axe: str, scheme: str) -> None:
    page = open_page(vehicle, color_scheme=scheme)
    opened(page)
    # axe walks through the whole document; the other sections have tests of their own
    page.evaluate("document.querySelectorAll('main > section:not(#canvas)').forEach((part) => part.remove())")
    page.evaluate(axe)
    for board in (0, 1):
        page.select_option("#board-what", str(board))
        page.focus("#board")
        page.keyboard.press("Home")
        page.wait_for_function("() => document.getElementById('board').getAttribute('aria-activedescendant')")
        result = page.evaluate("axe.run(document.getElementById('canvas'))")
        assert [(v["id"], [n["html"][:150] for n in v["nodes"][:3]]) for v in result["violations"]] == []


@pytest.mark.slow
def test_the_canvas_fits_a_narrow_window_and_stays_out_of_print(open_page) -> None:
    page = open_page(viewport={"width": 320, "height": 700})
    opened(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.emulate_media(media="print")
    assert not page.locator("#canvas").is_visible()


OUTSIDE = """() => { const bad = [];
  for (const one of document.querySelectorAll('#board [role=treeitem]')) {
    const room = one.querySelector('.shape').getBoundingClientRect();
    const [head, sign] = [...one.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    for (const text of one.querySelectorAll('text:not(.go)')) { const place = text.getBoundingClientRect();
      if (place.left < room.left || place.right > room.right) bad.push(text.textContent); }
    if (head.right > sign.left && sign.width && head.top === sign.top) bad.push(one.textContent); } return bad; }"""


@pytest.mark.slow
def test_no_text_of_the_canvas_leaves_its_box_or_covers_the_sign(open_page, tmp_path: Path) -> None:
    """Long identifiers, capitals without a space, texts from right to left, pictures for signs."""
    claims = "".join(
        f"  - {{id: '{name}', text: '{text}', undeveloped: true}}\n"
        for name, text in {
            "AN-IDENTIFIER-OF-SIXTY-CHARACTERS-THAT-IS-LONGER-THAN-A-BOX1": "W" * 400,
            "W" * 40: "النظام آمن بما فيه الكفاية في 12.5 % من الحالات",
            "主张" * 20: "系统在港口环境中足够安全，所有危险均已得到控制。" * 3,
            "C😀" * 9: "The 🤖 keeps clear of the 👩‍👩‍👧 and the 🇩🇪 flag " * 3,
        }.items()
    )
    (tmp_path / "case.yaml").write_text(
        f"casegen: 1\ncase: {{id: odd, title: Odd}}\nclaims:\n{claims}", "utf-8"
    )
    page = open_page(write_html(casegen.assess(casegen.load(tmp_path)), tmp_path / "odd.html"))
    page.evaluate("document.fonts.ready")
    opened(page)
    wholly(page)
    eventually(page, "document.querySelectorAll('#board [role=treeitem]').length", 4)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.slow
def test_hostile_texts_stay_texts_in_the_canvas(open_page, tmp_path: Path) -> None:
    from fixture_case import build_assessment, with_hostile_text

    hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    page = open_page(write_html(with_hostile_text(build_assessment(), hostile), tmp_path / "h.html"))
    opened(page)
    wholly(page)
    page.wait_for_function("() => document.querySelectorAll('#board [role=treeitem]').length > 3")
    assert (
        page.evaluate(
            "document.querySelectorAll('#canvas script:not([type]), #canvas img, #canvas iframe').length"
        )
        == 0
    )


@pytest.mark.slow
def test_a_hundred_thousand_nodes_are_drawn_and_moved(open_page, page_file: Path, tmp_path: Path) -> None:
    """Only what the window shows is drawn; far out, boxes of a status are one path."""
    count = 100_000
    below = [[3 * n + k for k in (1, 2, 3) if 3 * n + k < count] for n in range(count)]
    board = {"id": "argument", "title": "Large", "ids": [f"N{n}" for n in range(count)], "texts": ["A claim of a large case"] * count,
             "kinds": ["Claim"] * count, "statuses": ["supported", "challenged"] * (count // 2), "numbers": [""] * count,
             "anchors": [""] * count, "below": below, "roots": [0]}  # fmt: skip
    text = page_file.read_text("utf-8")
    large = re.sub(
        r'(id="boards">).*?(</script>)',
        lambda m: m[1] + json.dumps([board]) + m[2],
        text,
        count=1,
        flags=re.S,
    )
    file = tmp_path / "large.html"
    file.write_text(large, "utf-8")
    page = open_page(file)
    opened(page)
    page.select_option("#board-depth", "999")
    page.wait_for_function(
        "() => document.querySelectorAll('#board svg path.shape, #board [role=treeitem]').length > 1"
    )
    assert page.evaluate("document.querySelectorAll('#board *').length") < 30_000
    page.fill("#board-find", "N99999")
    page.press("#board-find", "Enter")
    eventually(page, CHOSEN, "board~99999")
    assert page.evaluate("document.querySelectorAll('#board [role=treeitem]').length") < 1500


@pytest.mark.slow
@pytest.mark.parametrize(
    "control",
    ["board-fails", "board-full", "board-in", "board-fit", "board-depth", "board-what", "board-find"],
)
def test_a_control_opens_a_canvas_that_was_not_in_view(open_page, control: str) -> None:
    page = open_page()
    page.evaluate(
        """(name) => {
          const part = document.getElementById(name);
          if (name === "board-find") part.value = "a";
          part.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          part.dispatchEvent(new Event("change"));
          part.click();
        }""",
        control,
    )
    page.locator("#board").scroll_into_view_if_needed()
    eventually(page, f"{DRAWN}.length > 0", expected=True)
