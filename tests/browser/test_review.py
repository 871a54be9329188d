"""Review, changes, compliance and scenarios in the page; acts of a review in the served page, by two readers at once."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import reviewed_case
from waiting import disappears, eventually

import casegen
from casegen.review import review_state
from casegen.serve import LiveCase, Server

pytestmark = pytest.mark.browser
COMPARED = "document.querySelectorAll('#whatif-compared tr').length"
HOSTILE = "\"'><script>window.pwned=1</script><img src=x onerror=window.pwned=2></textarea></script>{{7*7}}<b>bold</b>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reviewed_case.make(tmp_path_factory.mktemp("reviewed"))


@pytest.fixture(scope="module")
def reviewed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reviewed_case.page(folder, tmp_path_factory.mktemp("page") / "case.html")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    made = Server(LiveCase(reviewed_case.make(tmp_path / "case")))
    for target in (made.watch, made.serve_forever):
        threading.Thread(target=target, daemon=True).start()
    yield made
    made.stopping.set()
    made.shutdown()
    made.server_close()


@pytest.fixture
def reader(browser, served: Server) -> Iterator[object]:
    """A function that opens the served page as a reader of its own."""
    contexts = []

    def start() -> object:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
        return page

    yield start
    for context in contexts:
        context.close()


@pytest.mark.slow
def test_findings_stand_at_their_targets(open_page, reviewed: Path) -> None:
    page = open_page(reviewed)
    assert page.locator("#node-INC summary .tag.finding").first.text_content() == "F4 open"
    assert page.locator("#node-INC > .links a[href='#finding-F4']").count() == 1
    for target, finding in (("event-BE-2", "F1"), ("claim-RARE", "F2"), ("hazop-HZ1", "F3")):
        assert page.locator(f"#{target} a.tag.finding").first.get_attribute("href") == f"#finding-{finding}"
    drawn = page.locator(".drawing a[href='#claim-RARE'] .flag text")
    assert drawn.first.text_content() == "F2"
    assert (
        "Finding F2, major non-conformity, answered"
        in page.locator(".drawing .flag title").all_text_contents()[0]
    )
    assert page.locator(".drawing a[href='#event-BE-2'] .flag").count() == 1
    page.locator("#claim-RARE a.tag.finding").click()
    eventually(page, "location.hash", "#finding-F2")
    page.locator("#finding-F2").get_by_role("link", name="RARE").click()
    eventually(page, "location.hash", "#claim-RARE")


@pytest.mark.slow
def test_the_review_panel_tells_why_and_filters(open_page, reviewed: Path) -> None:
    page = open_page(reviewed)
    first = page.locator("#finding-F1")
    assert "Open again: basic event BE-2: model.probability was 0.01, is 0.02" in first.inner_text()
    assert "It is in record.txt" in first.inner_text()
    assert "closed" in first.inner_text()
    signed = page.locator("#sign-off-S1").inner_text()
    assert "no longer valid" in signed
    assert "condition: watch the guard" in signed
    shown = ".card:not([hidden])"
    page.select_option("#review-status", "open")
    assert page.locator(shown).count() == 3
    page.select_option("#review-severity", "question")
    assert page.locator(shown).all_inner_texts()[0].startswith("F3")
    page.select_option("#review-severity", "")
    page.select_option("#review-status", "")
    page.fill("#review-text", "HZ1")
    assert page.locator(shown).count() == 1
    assert "1 of 4 shown" in page.inner_text("[data-cards] [role=status]")


@pytest.mark.slow
def test_changes_are_marked_and_reported(open_page, reviewed: Path) -> None:
    page = open_page(reviewed)
    assert "Since baseline v1" in page.inner_text("#changes")
    assert "model.probability was 0.01, is 0.02" in page.inner_text("#changes")
    waiting = page.locator("#changes h4", has_text="Open actions").locator("+ .scroll tbody th")
    assert waiting.all_inner_texts() == ["F2", "F3", "F4"]
    for marked in ("#claim-RARE", "#event-BE-2"):
        tag = page.locator(f"{marked} .tag.change")
        assert tag.inner_text() == "changed"
        assert "gradient" in tag.evaluate("(e) => getComputedStyle(e).backgroundImage")  # not by colour alone
    assert page.locator(".outline .tag.change").count() == 1
    assert page.locator(".drawing .change").count() >= 2
    page.locator("#changes").get_by_role("link", name="BE-2").last.click()
    eventually(page, "location.hash", "#event-BE-2")
    page.get_by_role("link", name="Changes since baseline v1").click()
    eventually(page, "location.hash", "#changes")


@pytest.mark.slow
def test_the_compliance_matrix_links_to_what_answers(open_page, reviewed: Path) -> None:
    page = open_page(reviewed)
    row = page.locator("#compliance tbody tr").filter(has_text="TOP").first
    assert "covered" in row.inner_text()
    row.get_by_role("link", name="TOP").click()
    eventually(page, "location.hash", "#claim-TOP")
    assert "mapped as a part of the clause" in page.inner_text("#compliance")
    page.locator("#compliance").get_by_role("button", name="Coverage").click()
    assert page.locator("#compliance th[aria-sort=ascending]").count() == 1


@pytest.mark.slow
def test_scenarios_of_the_case_are_picked_compared_and_kept(open_page, reviewed: Path) -> None:
    page = open_page(reviewed)
    eventually(page, COMPARED, 3)
    page.select_option("#whatif-scenario", "lost brakes")
    assert "Not supported" in page.inner_text("#whatif-verdict")
    assert "RARE is no longer met" in page.inner_text("#whatif-said")
    assert page.locator("#whatif-flipped li").first.inner_text().startswith("TOP")
    assert "because of RARE" in page.locator("#whatif-flipped li").first.inner_text()
    assert page.inner_text("#whatif-command").endswith("--set BE-3=0.01")
    typed = page.get_by_label("Probability of BE-1")
    typed.fill("0.5")
    typed.press("Enter")
    assert page.input_value("#whatif-scenario") == "\u0000"
    page.fill("#whatif-name", "both")
    page.get_by_role("button", name="Keep in this page").click()
    assert page.input_value("#whatif-scenario") == "both"
    page.locator("#whatif-compared tr").nth(3).wait_for()
    page.reload()
    page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
    page.select_option("#whatif-scenario", "both")
    assert page.inner_text("#whatif-command").endswith("--set BE-3=0.01 --set BE-1=0.5")
    page.get_by_role("button", name="Forget kept scenarios").click()
    eventually(page, COMPARED, 4)  # the case's own, and what is set now
    page.select_option("#whatif-scenario", "")
    assert "Nothing is changed yet." in page.inner_text("#whatif-count")


@pytest.mark.slow
def test_the_static_page_shows_the_command(open_page, reviewed: Path) -> None:
    page = open_page(reviewed, fragment="#claim-RARE", permissions=["clipboard-read", "clipboard-write"])
    eventually(page, "document.activeElement.id", "claim-RARE")
    page.get_by_role("button", name="Raise a finding").click()
    assert page.input_value("#act-target") == "RARE"
    page.keyboard.press("Tab")
    page.select_option("#act-severity", "minor")
    page.fill("#act-text", "It's not shown; $(touch /tmp/x)")
    page.fill("#act-by", "Bob")
    command = page.inner_text("#act-command")
    assert "--target RARE --severity minor --text 'It'\\''s not shown; $(touch /tmp/x)' --by Bob" in command
    assert command.startswith("casegen review add ")
    assert page.get_by_role("button", name="Record").count() == 0
    page.locator("#act-copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == command
    page.keyboard.press("Escape")
    disappears(page.locator("#act"))
    eventually(page, "document.activeElement.dataset.act", "add")
    page.get_by_role("button", name="Decide on F2").click()
    assert page.inner_text("#act-command").startswith("casegen review close ")
    assert " F2 --as closed" in page.inner_text("#act-command")


@pytest.mark.slow
def test_a_finding_is_raised_answered_and_decided_in_the_page(reader, served: Server) -> None:
    page = reader()
    page.get_by_role("button", name="Raise a finding").click()
    page.get_by_role("button", name="Record").click()
    page.locator("#act-errors:not([hidden])").wait_for()
    alert = page.get_by_role("alert")
    assert "what is the finding about" in alert.inner_text() or "who is it" in alert.inner_text()
    eventually(page, "document.activeElement.getAttribute('aria-invalid')", "true")
    assert page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
    )
    page.fill("#act-target", "NOWHERE")
    page.fill("#act-text", "<b>What</b> of winter?\nAnd of ice?")
    page.fill("#act-by", "Bob")
    page.select_option("#act-independence", "department")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Record").click()
    page.locator("#act-errors", has_text="NOWHERE").wait_for()
    page.fill("#act-target", "BE-3")
    page.get_by_role("button", name="Record").focus()
    page.keyboard.press("Enter")
    page.locator("#finding-F5").wait_for()
    assert "What</b> of winter" in page.locator("#finding-F5").inner_text()
    eventually(page, "location.hash", "#finding-F5")
    page.get_by_role("button", name="Answer F5").click()
    page.fill("#act-text", "Mine")
    page.get_by_role("button", name="Record").click()
    page.locator("#act-errors", has_text="somebody else answers it").wait_for()
    page.fill("#act-by", "Ann")
    page.get_by_role("button", name="Record").click()
    page.locator("#finding-F5 .history").wait_for()
    page.get_by_role("button", name="Decide on F5").click()
    page.fill("#act-by", "Bob")
    page.get_by_role("button", name="Record").click()
    page.locator("#finding-F5[data-status=closed]").wait_for()
    page.get_by_role("button", name="Sign off").click()
    page.select_option("#act-decision", "reject")
    page.get_by_role("button", name="Record").click()
    page.locator("#sign-off-S2").wait_for()
    state = review_state(casegen.load(served.live.folder))
    assert [one.finding.id for one in state.findings] == ["F1", "F2", "F3", "F4", "F5"]
    assert state.findings[4].finding.raised.text == "<b>What</b> of winter?\nAnd of ice?"
    assert state.problems == ()


@pytest.mark.slow
def test_two_readers_at_once_lose_nothing(reader, served: Server) -> None:
    pages = [reader(), reader()]
    for page, name in zip(pages, ("Bob", "Dora"), strict=True):
        page.get_by_role("button", name="Raise a finding").click()
        page.fill("#act-target", "TOP")
        page.fill("#act-text", f"{name} asks")
        page.fill("#act-by", name)
    for page in pages:  # a click does not wait for the answer
        page.get_by_role("button", name="Record").click()
    for page in pages:
        page.locator("#finding-F6").wait_for()  # both pages follow
    result = review_state(casegen.load(served.live.folder))
    raised = [one.finding.raised for one in result.findings]
    assert sorted(one.text for one in raised if one.target == "TOP") == ["Bob asks", "Dora asks"]
    assert result.problems == ()


@pytest.mark.slow
def test_what_is_being_written_survives_a_rebuild(reader, served: Server) -> None:
    page, other = reader(), reader()
    page.get_by_role("button", name="Raise a finding").click()
    page.fill("#act-text", "A long thought")
    other.get_by_role("button", name="Answer F3").click()
    other.fill("#act-text", "It is done")
    other.fill("#act-by", "Ann")
    other.get_by_role("button", name="Record").click()
    other.locator("#finding-F3[data-status=answered]").wait_for()
    page.wait_for_timeout(500)
    assert page.input_value("#act-text") == "A long thought"
    page.keyboard.press("Escape")
    page.locator("#finding-F3[data-status=answered]").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_the_review_and_its_forms(reader, axe: str, scheme: str) -> None:
    page = reader()
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.select_option("#whatif-scenario", "worn guard")
    page.evaluate(axe + ";0")
    check = (
        "axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})"
        ".then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 150)).slice(0, 3)]))"
    )
    assert page.evaluate(check) == []
    for name in ("Raise a finding", "Sign off", "Answer F2", "Decide on F2"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("button", name="Record").click()
        page.locator("#act-errors:not([hidden])").wait_for()
        assert page.evaluate(check) == []
        page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_the_review_fits_narrow_pages(open_page, reviewed: Path, width: int) -> None:
    page = open_page(reviewed, viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Raise a finding").click()
    assert page.evaluate(
        "document.getElementById('act').scrollWidth <= document.getElementById('act').clientWidth"
    )


@pytest.mark.slow
def test_hostile_findings_and_scenarios_stay_inert(open_page, tmp_path: Path) -> None:
    file = tmp_path / "case.html"
    reviewed_case.page(
        reviewed_case.make(tmp_path / "case", scenario="'><img src=x onerror=window.pwned=5>", said=HOSTILE),
        file,
    )
    page = open_page(file)
    page.fill("#query", "pwned")
    page.select_option("#whatif-scenario", index=2)
    page.get_by_role("button", name="Decide on F2").click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    assert page.evaluate("window.pwned") is None
    assert page.locator("#review b", has_text="bold").count() == 0
    assert page.locator("#review img, #whatif img").count() == 0
    assert HOSTILE in page.locator("#finding-F4").inner_text()


@pytest.mark.slow
def test_an_act_on_a_case_that_has_changed_is_refused_in_the_page(reader, served: Server) -> None:
    page = reader()
    page.get_by_role("button", name="Raise a finding").click()
    page.fill("#act-target", "TOP")
    page.fill("#act-text", "Is that enough?")
    page.fill("#act-by", "Bob")
    page.select_option("#act-independence", "department")
    file = served.live.folder / "case.yaml"
    text = file.read_text()
    file.write_text(re.sub(r"title: ", "title: Another ", text, count=1))
    page.get_by_role("button", name="Record").click()
    page.locator("#act-errors", has_text="the case has changed since this page was drawn: reload").wait_for()
    assert page.input_value("#act-text") == "Is that enough?"
    page.locator("#act-cancel").click()
    page.get_by_text("Another").first.wait_for()
