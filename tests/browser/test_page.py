"""Every panel of the page by keyboard and mouse, offline, in Chromium."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml
from fixture_case import build_assessment, evaluate, with_hostile_text
from waiting import appears, disappears, eventually

from casegen.assessment.assess import Session
from casegen.render import write_html

pytestmark = pytest.mark.browser
AXE = "axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})"
"""Every rule of axe, with the size of targets (WCAG 2.2, 2.5.8), which it leaves out by itself."""
EXAMPLES = sorted(
    path.parent for path in (Path(__file__).parent.parent.parent / "examples").glob("*/case.yaml")
)

HOSTILE = (
    "\"'><script>window.pwned=1</script><img src=x onerror=window.pwned=2><svg onload=window.pwned=3>"
    "</style></script></title></textarea>{{7*7}}<a href=javascript:window.pwned=4>x</a><b>bold</b>"
)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing(open_page, axe: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.evaluate(axe + ";0")
    result = page.evaluate(AXE)
    problems = [(v["id"], v["help"], [n["html"][:150] for n in v["nodes"][:3]]) for v in result["violations"]]
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_axe_finds_nothing_in_an_example(open_page, tmp_path, axe: str, folder: Path) -> None:
    import casegen

    page = open_page(write_html(Session.open(casegen.load(folder)).assess(), tmp_path / "case.html"))
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.evaluate(axe + ";0")
    result = page.evaluate(AXE)
    assert [(v["id"], [n["html"][:150] for n in v["nodes"][:3]]) for v in result["violations"]] == []


@pytest.mark.slow
def test_no_sideways_scroll(open_page) -> None:
    page = open_page(viewport={"width": 320, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for width in (320, 480, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        eventually(page, "innerWidth", width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        wide = page.evaluate(
            """(width) => [...document.querySelectorAll('main *')]
               .filter((e) => !e.closest('.scroll, .canvas, svg, details:not([open])')
               && e.getBoundingClientRect().right > width + 1).map((e) => e.tagName + ' ' + e.className).slice(0, 5)""",
            width,
        )
        assert wide == [], width


@pytest.mark.slow
def test_search_by_keyboard(open_page) -> None:
    page = open_page()
    page.keyboard.press("/")
    page.keyboard.type("SafeDistance")
    assert "place" in page.inner_text("#results-count")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    eventually(page, "location.hash", "#claim-SafeDistance")
    eventually(page, "document.activeElement.id", "claim-SafeDistance")
    page.keyboard.press("/")
    page.fill("#query", "no such thing at all")
    assert page.inner_text("#results-count") == "0 places"
    page.keyboard.press("Escape")
    assert page.input_value("#query") == ""


@pytest.mark.slow
def test_deep_link_opens_what_hides_it(open_page) -> None:
    page = open_page(fragment="#node-E-cover")
    appears(page.locator("#node-E-cover"))
    eventually(page, "document.activeElement.id", "node-E-cover")


IN_VIEW = """(() => { const r = document.getElementById(given)?.getBoundingClientRect();
  return !!r && r.bottom > 0 && r.top < innerHeight; })()"""


@pytest.fixture(scope="module")
def late_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixture case as a large one is written: drawings, claims and outline are mounted late."""
    from casegen.render import html

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html, "MANY", 0)
        return write_html(build_assessment(), tmp_path_factory.mktemp("late") / "case.html")


@pytest.mark.slow
@pytest.mark.parametrize("late", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name", ["claim-RAMS", "node-E-cover", "sheet-tree-depth-gallery-2", "findings", "hazop"]
)
def test_deep_links_land_on_their_target(open_page, late_file, page_file, name: str, late: bool) -> None:
    page = open_page(late_file if late else page_file, fragment=f"#{name}")
    eventually(page, IN_VIEW, True, name)
    page.evaluate("location.hash = '#verdict'")
    eventually(page, IN_VIEW, True, "verdict")
    page.evaluate("(name) => { location.hash = '#' + name; }", name)
    eventually(page, IN_VIEW, True, name)
    page.wait_for_timeout(300)
    eventually(page, IN_VIEW, True, name)  # and it stays there


@pytest.mark.slow
def test_a_link_followed_twice_lands_twice(open_page) -> None:
    page = open_page(fragment="#findings")
    eventually(page, IN_VIEW, True, "findings")
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    eventually(page, IN_VIEW, False, "findings")
    page.locator("nav a[href='#findings']").click()
    eventually(page, IN_VIEW, True, "findings")


@pytest.mark.slow
def test_a_drawing_wider_than_the_window_begins_at_its_uppermost_part(open_page) -> None:
    page = open_page(viewport={"width": 320, "height": 700})
    name = page.evaluate(
        "[...document.querySelectorAll('figure.sheet')].find((f) => f.id.startsWith('sheet-tree')"
        " && f.querySelector('svg').getBoundingClientRect().width > 900).id"
    )
    page.evaluate("(name) => { location.hash = '#' + name; }", name)
    shown = """(() => { const canvas = document.getElementById(given).querySelector('.canvas'), room = canvas.getBoundingClientRect();
      const boxes = [...canvas.querySelectorAll('.box')].map((e) => e.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      return canvas.scrollLeft > 0 && boxes[0].left >= room.left && boxes[0].right <= room.right; })()"""
    eventually(page, shown, True, name)


@pytest.mark.slow
def test_print_shows_whole_tables(open_page) -> None:
    page = open_page(viewport={"width": 1000, "height": 900})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1000
    assert page.locator("#claims-table thead th").first.inner_text() == "Claim"
    disappears(page.locator("aside"))
    appears(page.locator(".drawing .side").first)
    assert (
        page.evaluate(
            "[...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth + 2).length"
        )
        == 0
    )


@pytest.mark.slow
def test_tables_of_data_are_folded_until_they_are_opened_or_printed(open_page) -> None:
    page = open_page(viewport={"width": 320, "height": 700})
    folds = page.locator("#evidence article > details:has(h4 + .scroll > table)")
    assert folds.count() > 0
    disappears(folds.first.locator("table").first)
    assert "table" in folds.first.locator("summary").inner_text()
    high = "document.getElementById('evidence').offsetHeight"
    folded = page.evaluate(high)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    appears(folds.first.locator("table").first)
    assert page.evaluate(high) > folded + 100
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    disappears(folds.first.locator("table").first)
    folds.first.locator("summary").focus()
    page.keyboard.press("Enter")
    appears(folds.first.locator("table").first)


@pytest.mark.slow
def test_printed_plots_share_pages_and_no_table_leaves_its_frame(open_page) -> None:
    """A page of A4 is 182 mm wide and 269 mm high between its margins, at 96 dots an inch."""
    wide, high = 182 * 96 / 25.4, 269 * 96 / 25.4
    page = open_page(viewport={"width": int(wide), "height": int(high)})
    page.emulate_media(media="print")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.plots figure')].map((one) => [one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) > 5
    assert max(height for _, height in sizes) < high / 2
    leave = """[...document.querySelectorAll('.scroll')].filter(
      (one) => one.querySelector('table')?.offsetWidth > one.clientWidth + 1).map((one) => one.textContent.slice(0, 80))"""
    assert page.evaluate(leave) == []


@pytest.mark.slow
def test_a_row_that_a_link_shows_again_is_counted(open_page) -> None:
    page = open_page()
    rows = "[...document.querySelectorAll('#claims-table tbody tr')]"
    said = "document.querySelector('[data-filters] [role=status]').innerText"
    assert page.evaluate(said) == ""
    page.select_option("#claims-owner", "ML lead")
    hidden = page.evaluate(f"{rows}.filter((row) => row.hidden).map((row) => row.id)")
    count = page.evaluate(f"{rows}.length")
    eventually(page, said, f"{count - len(hidden)} of {count} shown")
    for more, name in enumerate(hidden[:2], start=1):
        page.evaluate("(name) => { location.hash = '#' + name; }", name)
        eventually(page, said, f"{count - len(hidden) + more} of {count} shown")
    page.select_option("#claims-owner", "")
    eventually(page, said, "")


@pytest.mark.slow
def test_claims_filter_and_sort(open_page) -> None:
    page = open_page()
    shown = "#claims-table tbody tr:not([hidden])"
    everything = page.locator(shown).count()
    page.get_by_role("button", name="Stale (").click()
    stale = page.locator(shown).count()
    assert 0 < stale < everything
    assert page.locator(f"{shown}[data-status=stale]").count() == stale
    page.get_by_role("button", name="Challenged (").click()
    assert page.locator(shown).count() > stale
    page.get_by_role("button", name="Stale (").click()
    page.get_by_role("button", name="Challenged (").click()
    assert page.locator(shown).count() == everything
    page.select_option("#claims-owner", "ML lead")
    assert page.locator(shown).all_inner_texts()[0].startswith("LLC1")
    page.select_option("#claims-owner", "")
    page.select_option("#claims-kind", "requirement")
    assert page.locator(shown).count() == 3
    page.select_option("#claims-kind", "")
    page.fill("#claims-text", "r-separation")
    assert page.locator(shown).count() == 1
    page.fill("#claims-text", "")
    head = page.locator("#claims-table th[data-sort]").first
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    names = page.locator("#claims-table tbody th").all_inner_texts()
    assert names[0] == "DepthControl"
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert page.locator("#claims-table tbody th").all_inner_texts() == names[::-1]


@pytest.mark.slow
def test_hazop_sorts_by_severity_and_links_both_ways(open_page) -> None:
    page = open_page()
    page.locator("#hazop-table").get_by_role("button", name="Severity").click()
    page.locator("#hazop-table").get_by_role("button", name="Severity").click()
    assert page.locator("#hazop-table tbody th").all_inner_texts()[0] == "HZ4"
    page.locator("#hazop-HZ1").get_by_role("link", name="SC1").click()
    eventually(page, "location.hash", "#scenario-SC1")
    page.get_by_role("link", name="HZ1").first.click()
    eventually(page, "location.hash", "#hazop-HZ1")
    page.select_option("#hazop-kind", "marginal")
    assert page.locator("#hazop-table tbody tr:not([hidden])").count() == 1


@pytest.mark.slow
def test_outline_folds_and_filters(open_page) -> None:
    page = open_page()
    visible = "() => [...document.querySelectorAll('.outline li')].filter((e) => e.checkVisibility()).length"
    page.select_option("#outline-depth", "1")
    shallow = page.evaluate(visible)
    page.select_option("#outline-depth", "999")
    deep = page.evaluate(visible)
    assert shallow < 4 < deep
    page.select_option("#outline-status", "stale")
    kept = page.locator(".outline li:not([hidden])").count()
    assert 0 < kept < deep
    assert page.locator(".outline li[data-status=stale][hidden]").count() == 0
    page.select_option("#outline-status", "")
    page.fill("#outline-text", "clock drifts nowhere")
    assert page.locator(".outline li:not([hidden])").count() == 0
    page.fill("#outline-text", "")
    summary = page.locator(".outline summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(visible) < deep


@pytest.mark.slow
def test_provenance_is_one_click_from_a_number(open_page) -> None:
    page = open_page()
    page.locator("#claim-SubC11").get_by_role("link", name="pmi of ram-detector").click()
    eventually(page, "location.hash", "#evidence-ram-detector")
    appears(page.locator("#evidence-ram-detector").get_by_text("data/frames.csv: " + "3f" * 32))


@pytest.mark.slow
def test_whatif_equals_python(open_page) -> None:
    page = open_page()
    model = json.loads(
        page.inner_text("#model") or page.evaluate("document.getElementById('model').textContent")
    )
    random.seed(7)
    events = sorted({name for tree in model["trees"] for name in tree["diagram"]["events"]})
    for _ in range(100):
        changes = {
            name: random.choice([0.0, 1.0, 10 ** random.uniform(-9, 0)]) for name in random.sample(events, 3)
        }
        shown = page.evaluate(
            "(changes) => { casegen.reset(); let found;"
            " for (const [name, p] of Object.entries(changes)) found = casegen.set(name, p); return found; }",
            changes,
        )
        for tree, result in zip(model["trees"], shown, strict=True):
            d = tree["diagram"]
            for side, given in (("value", d["values"]), ("upper", tree["kept"]["upper"])):
                p = dict(zip(d["events"], given, strict=True)) | {
                    n: v for n, v in changes.items() if n in d["events"]
                }
                top = evaluate({**d, "gates": {"top": d["root"]}}, p)["top"]
                if side == "value" or d["coherent"]:
                    assert result[side] == pytest.approx(top, rel=1e-12, abs=1e-300)


@pytest.mark.slow
def test_whatif_by_keyboard_flips_the_claim(open_page) -> None:
    page = open_page()
    typed = page.get_by_label("Probability of planner-fault")
    typed.fill("0.02")
    typed.press("Enter")
    row = page.locator("#whatif-claims tr").filter(has_text="SafeDistance")
    assert "not met" in row.inner_text()
    assert "flips" in row.inner_text()
    assert "SafeDistance is no longer met" in page.inner_text("#whatif-said")
    assert page.inner_text("#whatif-command") == "casegen whatif auv --set planner-fault=0.02"
    typed.fill("2")
    typed.press("Enter")
    assert typed.get_attribute("aria-invalid") == "true"
    typed.fill("3e-4")
    typed.press("Enter")
    assert "flips" not in row.inner_text()
    # nothing is stated of what this tree's inputs rest on: a number that is set is a change
    assert page.inner_text("#whatif-command") == "casegen whatif auv --set planner-fault=0.0003"
    slider = page.locator("#knobs input[type=range]").first
    slider.focus()
    before = page.inner_text("#whatif-trees")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert page.inner_text("#whatif-trees") != before
    page.get_by_role("button", name="Reset all").click()
    assert page.inner_text("#whatif-trees") == before
    page.select_option("#whatif-tree", "1")
    page.fill("#whatif-filter", "sensor-b")
    assert page.locator("#knobs .knob").count() == 1


@pytest.mark.slow
def test_whatif_copies_the_command(open_page) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    typed = page.get_by_label("Probability of dvl-loss")
    typed.fill("0.5")
    typed.press("Enter")
    page.get_by_role("button", name="Copy as command").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "casegen whatif auv --set dvl-loss=0.5"


@pytest.mark.slow
def test_whatif_saves_a_scenario_that_the_command_reads(open_page, tmp_path) -> None:
    page = open_page()
    typed = page.get_by_label("Probability of dvl-loss")
    typed.fill("2e-3")
    typed.press("Enter")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as scenario").click()
    saved.value.save_as(tmp_path / "scenario.yaml")
    data = yaml.safe_load((tmp_path / "scenario.yaml").read_text())
    assert list(data["scenarios"].values()) == [{"dvl-loss": 0.002}]


@pytest.mark.slow
def test_a_large_case_mounts_its_drawings_as_they_come_into_view(open_page, late_file) -> None:
    page = open_page(late_file)
    assert page.locator("#sheet-tree-depth-gallery-1 svg").count() == 0
    page.evaluate("location.hash = '#sheet-tree-depth-gallery-1'")
    page.locator("#sheet-tree-depth-gallery-1 svg.drawing text").first.wait_for()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".canvas > script").count() == 0


@pytest.mark.slow
def test_a_large_case_is_whole_for_whoever_asks(browser, open_page, late_file) -> None:
    """What is parsed late is there for a search, a filter, a link, the printer, and for those without scripts."""
    path = late_file
    hold = "window.requestIdleCallback = () => 0;"
    for ask in (
        lambda page: page.fill("#query", "SafeDistance"),
        lambda page: page.get_by_role("button", name="Stale (").click(),
        lambda page: page.fill("#outline-text", "clock"),
        lambda page: page.evaluate("location.hash = '#claim-SubC11'"),
        lambda page: page.evaluate("dispatchEvent(new Event('beforeprint'))"),
    ):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(hold)
        page.goto(path.as_uri())
        page.wait_for_timeout(400)
        assert page.locator("#claims-table").count() == 0
        ask(page)
        page.locator("#claim-SubC11").wait_for(state="attached")
        assert page.locator(".outline li").count() > 20
        context.close()
    page = open_page(path)
    page.locator("html[data-whole='1']").wait_for()  # and for who only waits
    assert page.locator("#claims-owner option").count() > 1
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    appears(page.locator("#claim-SubC11"))
    appears(page.locator(".outline li").first)
    context.close()


@pytest.mark.slow
def test_birnbaum_importances_are_derivatives(open_page) -> None:
    page = open_page()
    worst = page.evaluate(
        """() => { let worst = 0; for (const { diagram } of casegen.model.trees) {
          const { Diagram } = casegen, p = diagram.values.slice(), slope = Diagram.birnbaum(diagram, p);
          p.forEach((old, i) => { p[i] = 1; const one = Diagram.top(diagram, p);
            p[i] = 0; const zero = Diagram.top(diagram, p);
            p[i] = old; worst = Math.max(worst, Math.abs(slope[i] - (one - zero))); }); } return worst; }"""
    )
    assert worst < 1e-14


@pytest.mark.slow
def test_theme_and_fit(open_page) -> None:
    page = open_page(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate(ground) != light
    button = page.locator("button[data-fit]:visible").first
    was = button.get_attribute("aria-pressed")
    button.click()
    assert button.get_attribute("aria-pressed") != was


@pytest.mark.slow
def test_drawing_links_lead_to_the_claim(open_page) -> None:
    page = open_page()
    page.locator("figure.sheet a[href='#claim-SubC1']").first.click()
    eventually(page, "location.hash", "#claim-SubC1")


@pytest.mark.slow
def test_text_of_drawings_fits_its_box(open_page) -> None:
    page = open_page()
    page.evaluate("document.fonts.ready")
    outside = page.evaluate(
        """() => { const bad = [];
          document.querySelectorAll('figure.sheet').forEach((f) => { f.style.contentVisibility = 'visible'; });
          for (const group of document.querySelectorAll('.drawing a')) {
            const box = group.querySelector('.shape, .box'); if (!box) continue;
            const room = box.getBoundingClientRect();
            for (const text of group.querySelectorAll('text')) { const r = text.getBoundingClientRect();
              if (r.bottom > room.bottom + 1 || r.top < room.top - 1) continue;
              if (r.left < room.left - 1 || r.right > room.right + 1) bad.push(text.textContent); } } return bad; }"""
    )
    assert outside == []


@pytest.mark.slow
@pytest.mark.parametrize("many", [0, 60])
def test_hostile_text_stays_inert(open_page, tmp_path, monkeypatch, many: int) -> None:
    from casegen.render import html

    monkeypatch.setattr(html, "MANY", many)
    hostile = "</noscript></script>" + HOSTILE
    path = write_html(with_hostile_text(build_assessment(), hostile), tmp_path / "hostile.html")
    page = open_page(path)
    page.fill("#query", "pwned")
    page.wait_for_timeout(100)
    assert page.evaluate("window.pwned") is None
    assert page.locator("#results a").count() > 3
    assert page.locator("b", has_text="bold").filter(has_not_text="<").count() == 0


@pytest.mark.slow
def test_the_policy_stops_injected_script(browser, page_file) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(page_file.as_uri())
    stopped = page.evaluate(
        """() => new Promise((done) => { const seen = [];
          document.addEventListener('securitypolicyviolation', (e) => { seen.push(e.effectiveDirective); });
          const script = document.createElement('script');
          script.textContent = 'window.pwned = 1'; document.body.append(script);
          const host = document.createElement('div');
          host.innerHTML = '<img src=x onerror="window.pwned=2"><p style="color:red">x</p>';
          document.body.append(host); fetch('https://example.org/').catch(() => {});
          let left = 100; const look = () => {
            const all = ['script-src', 'img-src', 'connect-src', 'style-src'];
            if (all.every((name) => seen.some((s) => s.startsWith(name))) || !left--) done(seen);
            else setTimeout(look, 100); };
          look(); })"""
    )
    assert page.evaluate("window.pwned") is None
    assert any(name.startswith("script-src") for name in stopped)
    assert {"img-src", "connect-src"} <= set(stopped)
    assert any(name.startswith("style-src") for name in stopped)
    context.close()


@pytest.mark.slow
def test_the_page_reads_without_scripts(browser, page_file) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_file.as_uri())
    appears(page.get_by_text("Not supported").first)
    disappears(page.locator(".tools").first)
    appears(page.get_by_text("SafeDistance").first)
    context.close()


@pytest.mark.slow
def test_every_interactive_part_is_reached_by_tab(open_page) -> None:
    page = open_page()
    wanted = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, summary, [tabindex="0"]')]
           .filter((e) => e.checkVisibility() && !e.disabled).length"""
    )
    reached = page.evaluate("0")
    seen = set()
    for _ in range(900):
        page.keyboard.press("Tab")
        where = page.evaluate(
            """() => { const e = document.activeElement; if (e === document.body) return null;
               e.dataset.reached = e.dataset.reached || String(Math.random()); return e.dataset.reached; }"""
        )
        if where is None or where in seen:
            break
        seen.add(where)
    reached = page.evaluate(
        """[...document.querySelectorAll('button, input, select, summary, [tabindex="0"]')]
           .filter((e) => e.dataset.reached).length"""
    )
    assert reached == wanted


@pytest.mark.slow
def test_charts_keep_their_size_in_a_narrow_window(open_page) -> None:
    """Text of ten pixels: what does not fit is scrolled by itself, and by keyboard."""
    page = open_page(viewport={"width": 320, "height": 700})
    charts = page.locator("#verdict .plots svg, #tracing .plots svg")
    assert charts.count() > 1
    for chart in charts.all():
        natural = float(chart.get_attribute("width"))
        assert chart.bounding_box()["width"] >= 0.99 * natural
        assert chart.locator("xpath=..").get_attribute("tabindex") == "0"
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow
def test_twelve_levels_of_an_outline_keep_their_width_in_a_narrow_window(open_page) -> None:
    """Two lists a level; from the eighth on they stand below each other without a further margin."""
    page = open_page(viewport={"width": 320, "height": 700})
    widths = page.evaluate(
        """() => { const lists = []; let inside = document.querySelector('.outline > ul');
          for (let level = 0; level < 24; level += 1) { const list = document.createElement('ul'), item = document.createElement('li');
            list.append(item); inside.append(list); inside = item; lists.push(item); }
          return lists.map((item) => item.getBoundingClientRect().width); }"""
    )
    assert widths[0] > widths[3] >= widths[-1] > 180


@pytest.mark.slow
def test_texts_beside_many_numbers_keep_their_width_in_a_narrow_window(open_page) -> None:
    """A table that is scrolled anyhow squeezes no text into a word a line."""
    page = open_page(viewport={"width": 320, "height": 700})
    text, short = page.evaluate(
        """() => { const place = document.querySelector('#evidence .scroll').cloneNode(false);
          place.innerHTML = '<table><tr><td>speed in [8, 9] m/s, time in [3, 4] s, place in [25, 30] m</td><td>v</td>'
            + '<td class="n">0.0012345678</td>'.repeat(6) + '</tr></table>';
          document.getElementById('evidence').append(place);
          return [...place.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().width); }"""
    )[:2]
    assert text > 180
    assert short < 90
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow
def test_names_of_sixty_characters_stay_in_a_narrow_window(open_page) -> None:
    """A link of a list, the name beside a heading, the name of a switch."""
    page = open_page(viewport={"width": 320, "height": 700})
    page.evaluate(
        """(name) => { document.getElementById('verdict').insertAdjacentHTML('beforeend',
          `<ul><li><a class="tried" href="#">${name}</a></li></ul><div class="head"><h3>Tree</h3><small class="tried">${name}</small></div>
           <div class="house"><input type="checkbox"><label class="tried"><b>${name}</b></label><span>0</span></div>`); }""",
        "FT-" + "y" * 57,
    )
    edges = page.evaluate(
        "[...document.querySelectorAll('.tried')].map((e) => e.getBoundingClientRect().right)"
    )
    assert len(edges) == 3
    assert max(edges) <= 320
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
