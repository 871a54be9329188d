"""Words are read whatever marks, alphabets and ends of lines their letters are written with."""

from pathlib import Path

import pytest

from casegen.io.document_text import document_text
from casegen.model.spelling import plainly_spelled
from casegen.review.decision_text import unsettled
from casegen.texts.documents.failures import reported_failures
from casegen.texts.documents.lasting_faults import lasting_fault
from casegen.texts.documents.out_of_force import out_of_force
from casegen.texts.documents.reported_outcomes import reports_opposite
from casegen.texts.reservations.weakenings import weakened
from casegen.texts.wording.denials import denies_itself

SPELLINGS = (
    "fai\u00adled", "fai\u200bled", "fai\u200cled", "fai\u200dled", "fai\u2060led", "f\u0430iled", "f\u0430\u0456l\u0435d", "\uff46\uff41\uff49\uff4c\uff45\uff44",
    "fai-\nled", "fai\u00ad\nled", "fai\u2010\r\n  led", "f\u034failed", "\U0001d41fai\U0001d425ed", "fa\u03b9led",
)  # fmt: skip


@pytest.mark.parametrize("word", SPELLINGS)
def test_a_failure_is_read_however_its_word_is_written(word: str, tmp_path: Path) -> None:
    path = tmp_path / "record.md"
    path.write_text(f"# Record\n\nThe brake test {word}.\n", "utf-8")
    assert reported_failures(document_text(path)) == ("The brake test failed.",)
    assert unsettled(f"The brake test {word}.") == "reports a failure"
    assert reports_opposite(f"{word.capitalize()} test of the contact")


@pytest.mark.parametrize("mark", ["\u00ad", "\u200b", "\u2060"])
def test_denials_and_faults_are_read_across_marks(mark: str) -> None:
    assert reports_opposite(f"The acceptance test was n{mark}ot passed")
    assert lasting_fault(f"The valve still st{mark}icks.")
    assert denies_itself(f"The lift never starts is fal{mark}se")
    assert weakened(f"The tests are not repre{mark}sentative of use")
    assert out_of_force(f"With{mark}drawn")


@pytest.mark.parametrize("text", [
    "m(1−ρ)/(ρN), ℓ t", "10⁻⁶ m² at 5 µm, ½ of 3 Ω, ΔT = 3 K…", "Müller prüfte λ and σ", "\u0442\u0435\u0441\u0442 \u043f\u0440\u043e\u0439\u0434\u0435\u043d", "Prüf-\nund Messmittel", "a -\nb", "---\ntitle",
    "見本　一", "№ 5, ™, ﷺ",
])  # fmt: skip
def test_other_texts_are_read_as_they_stand(text: str) -> None:
    assert plainly_spelled(text) == text


@pytest.mark.parametrize("text", [
    "The Brems\u00adprüfung was passed.", "All tests of the state-\nof-the-art brake passed.", "The brake is fail-\nsafe.",
    "No brake fai-\nled.", "None of the tests fai\u00adled.", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645: passed.",
    "Every self-\ntest passed.",
])  # fmt: skip
def test_honest_words_stay_without_a_failure(text: str, tmp_path: Path) -> None:
    path = tmp_path / "record.md"
    path.write_text(f"{text}\n", "utf-8")
    assert not reported_failures(document_text(path))


@pytest.mark.parametrize("text", ["The brake-\nfailed in run 3.", "The part was not-\naccepted."])
def test_a_hyphen_between_two_words_is_kept(text: str) -> None:
    assert "-" in plainly_spelled(text)
