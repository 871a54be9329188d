"""The page in another language: nothing that the program says stays in English, whatever a reader does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import reviewed_case
import yaml
from waiting import eventually

pytestmark = pytest.mark.browser
ENGLISH = Path(__file__).parents[2] / "templates/documents/language/en.yaml"
SAID = """() => {
  const bare = (text) => { let before; do { before = text; text = text.replace(/⟦[^⟦⟧]*⟧/g, " "); } while (text !== before); return text; };
  const words = [];
  const own = "button, label, summary, h2, section:not(#compliance) h3, h4, thead th, option, dt, nav a, p.lead, .st, .tag, .legend, [role=status], .said, .knob small, .band, #whatif small, figcaption, .facts span";
  for (const part of document.querySelectorAll(own)) words.push(bare(part.textContent));
  for (const part of document.querySelectorAll("[aria-label], [title], optgroup[label]"))
    for (const name of ["aria-label", "title", "label"]) if (part.hasAttribute(name)) words.push(bare(part.getAttribute(name)));
  for (const part of document.querySelectorAll("svg title, svg desc")) words.push(bare(part.textContent));
  return words;
}"""


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A page in a language that puts every word in brackets, and all that the case itself says."""
    folder = reviewed_case.make(tmp_path_factory.mktemp("case"))
    words = yaml.safe_load(ENGLISH.read_text("utf-8"))
    marked = {
        group: {key: "|".join(f"⟦{part}⟧" for part in text.split("|")) for key, text in entries.items()}
        for group, entries in words.items()
    }
    marked["glossary"] = {f"⟦{word}⟧": text for word, text in marked["glossary"].items()}
    (folder / "document").mkdir()
    (folder / "document" / "zz.yaml").write_text(yaml.safe_dump(marked, allow_unicode=True, width=1000))
    (folder / "document.yaml").write_text("document: {language: document/zz.yaml}\n")
    files = [
        path for path in sorted(folder.rglob("*")) if path.suffix in (".yaml", ".json") and path.stem != "zz"
    ]
    stated = " ".join(path.read_text("utf-8") for path in files)
    return reviewed_case.page(folder, tmp_path_factory.mktemp("page") / "case.html"), stated


def english(said: list[str], stated: str) -> set[str]:
    """Words of two letters and more outside brackets that the case does not use."""
    known = set(re.findall(r"[A-Za-z]{2,}", stated)) | {"casegen", "FV", "Vesely", "Bob", "AMLAS"}
    return {
        word for text in said for word in re.findall(r"[A-Za-z]{2,}", text.replace("what-if 2", "2"))
    } - known


@pytest.mark.slow
def test_every_word_of_the_page_is_of_its_language(open_page, bracketed: tuple[Path, str]) -> None:
    file, stated = bracketed
    page = open_page(file)
    assert page.evaluate("document.documentElement.lang") == "zz"
    assert english(page.evaluate(SAID), stated) == set()
    page.fill("#query", "control")
    eventually(page, "document.querySelectorAll('#results a').length > 0", True)
    page.fill("#claims-text", "rare")
    page.fill("#outline-text", "rare")
    page.get_by_label("⟦Probability of BE-3⟧").fill("0.5")
    page.get_by_label("⟦Probability of BE-3⟧").press("Enter")
    eventually(page, "document.querySelectorAll('#whatif-flipped li').length > 0", True)
    page.get_by_label("⟦Probability of BE-1⟧").fill("two")
    page.get_by_label("⟦Probability of BE-1⟧").press("Enter")
    page.get_by_role("button", name="⟦Keep in this page⟧").click()
    eventually(page, "document.querySelectorAll('#whatif-compared tr').length > 2", True)
    assert english(page.evaluate(SAID), stated) == set()
    page.get_by_role("button", name="⟦Raise a finding⟧").click()
    assert english(page.evaluate(SAID), stated) == set()


@pytest.mark.slow
def test_a_german_page_says_so(open_page, tmp_path: Path) -> None:
    folder = reviewed_case.make(tmp_path / "case")
    (folder / "document.yaml").write_text("document: {language: de, wording: {web: {reset: Von vorn}}}\n")
    page = open_page(reviewed_case.page(folder, tmp_path / "case.html"))
    assert page.evaluate("document.documentElement.lang") == "de"
    page.select_option("#outline-kind", "argument")
    assert "von" in page.locator("[data-outline] [role=status]").inner_text()
    page.get_by_label("Wahrscheinlichkeit von BE-3").fill("0.5")
    page.get_by_label("Wahrscheinlichkeit von BE-3").press("Enter")
    eventually(
        page, "document.querySelector('#whatif-said').textContent.includes('nicht mehr erfüllt')", True
    )
    page.get_by_role("button", name="Von vorn").click()
    eventually(page, "document.querySelector('#whatif-count').textContent", "Noch ist nichts geändert.")


@pytest.mark.slow
@pytest.mark.parametrize("width", [1150, 1500])
def test_links_of_the_outline_lie_beside_each_other(open_page, tmp_path: Path, width: int) -> None:
    """German words take two lines where English ones take one."""
    folder = reviewed_case.make(tmp_path / "case")
    (folder / "document.yaml").write_text("document: {language: de}\n")
    page = open_page(
        reviewed_case.page(folder, tmp_path / "case.html"), viewport={"width": width, "height": 900}
    )
    crossing = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll('.outline .links a')].filter((a) => a.checkVisibility())
            .map((a) => a.getBoundingClientRect());
          const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
          return [boxes.length, boxes.filter((a, i) => boxes.slice(i + 1).some((b) => over(a, b))).length];
        }"""
    )
    assert crossing[0] > 4
    assert crossing[1] == 0
