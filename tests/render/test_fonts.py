"""Text fits: widths from the embedded font, wrapping, characters that no font has."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from fixture_case import with_hostile_text
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.model.diagnostic import InputError
from casegen.model.legible import legible
from casegen.model.results import Assessment
from casegen.render.document_settings import read_custom
from casegen.render.fonts import BOLD, all_drawn, boxed, has_marks, metrics, missing, printable, shorten, wrap
from casegen.render.pdf import _spelled_out, begin_pdf
from casegen.render.resources import fallback_fonts_folder


def test_widths_are_those_of_the_font_file() -> None:
    from fontTools.ttLib import TTFont

    from casegen.render.resources import fonts_folder

    font = TTFont(str(fonts_folder() / "Inter-Regular.ttf"))
    advance = font["hmtx"][font.getBestCmap()[ord("W")]][0] / font["head"].unitsPerEm
    assert metrics().width("W", 11) == advance * 11
    assert metrics(BOLD).width("claim", 10) > metrics().width("claim", 10)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.floats(20, 300))
def test_no_line_is_wider_than_asked(text: str, width: float) -> None:
    for line in wrap(text, width, 11):
        assert metrics().width(line, 11) <= width + 1e-9 or len(line) == 1


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    st.text(alphabet=st.characters(categories=["L", "N", "P"]), min_size=1, max_size=200), st.floats(20, 300)
)
def test_wrapping_loses_no_character(text: str, width: float) -> None:
    assert "".join(wrap(text, width, 11)) == "".join(text.split())


def test_a_cut_text_ends_in_an_ellipsis() -> None:
    lines = wrap("one two three four five six seven", 40, 11, limit=2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert metrics().width(lines[-1], 11) <= 40
    assert shorten("misclassification", 40, 11).endswith("…")


def test_characters_without_a_glyph_are_named() -> None:
    assert printable("pmi ≤ 10⁻⁴, λ → ε") == "pmi ≤ 10⁻⁴, λ → ε"
    assert printable("安") == "[U+5B89]"
    assert printable("a\x07b") == "a[U+0007]b"


@pytest.mark.slow
def test_signs_that_no_font_has_are_named_when_the_pdf_is_built(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    header = assessment.case.header.model_copy(update={"title": "系统 with 🚢"})
    other = replace(assessment, case=replace(assessment.case, header=header))
    with caplog.at_level("WARNING", "casegen"):
        begin_pdf(other)()
    (record,) = caplog.records
    reported = record.getMessage()
    assert "系 (U+7CFB), 统 (U+7EDF), 🚢 (U+1F6A2)" in reported
    assert "document.yaml" in reported


@pytest.mark.slow
def test_a_font_of_the_case_draws_what_the_others_lack(
    assessment: Assessment, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from fontTools.ttLib import TTFont

    with TTFont(
        str(fallback_fonts_folder() / "DejaVuSans.ttf")
    ) as font:  # its A becomes the sign, its name another
        for cmap in font["cmap"].tables:
            if cmap.isUnicode():
                cmap.cmap = {ord("系"): "A"}
        for record in font["name"].names:
            if record.nameID in (1, 3, 4, 6, 16):
                record.string = "OneSign"
        (tmp_path / "fonts").mkdir()
        font.save(tmp_path / "fonts" / "sign.ttf")
    (tmp_path / "document.yaml").write_text("document:\n  fonts: [fonts/sign.ttf]\n")
    header = assessment.case.header.model_copy(update={"title": "系"})
    other = replace(assessment, case=replace(assessment.case, header=header, root=tmp_path))
    with caplog.at_level("WARNING", "casegen"):
        written = begin_pdf(other)()
    assert not caplog.records
    with pikepdf.open(io.BytesIO(written)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "系"
        names = {str(o.get("/FontName")) for o in pdf.objects if isinstance(o, pikepdf.Dictionary)}
        assert any("OneSign" in name for name in names), names


@pytest.mark.parametrize(
    ("name", "needed"), [("gone.ttf", "no file"), ("../x.ttf", "leaves"), ("case.txt", "no font")]
)
def test_a_font_that_cannot_be_used_is_named_with_its_place(tmp_path: Path, name: str, needed: str) -> None:
    (tmp_path / "case.txt").write_text("not a font")
    (tmp_path / "document.yaml").write_text(f"document:\n  fonts: [{name}]\n")
    with pytest.raises(InputError) as raised:
        read_custom(tmp_path)
    (finding,) = raised.value.diagnostics
    assert needed in finding.message
    assert finding.location.line == 2


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(
    st.lists(
        st.text(
            st.sampled_from('aé\u0301ﬁ\u200b\u2060\ufe0f\b\f\n\r\t\x1f\x7f\x9f\\"√ש安✗Ω\u2126'), max_size=4
        )
    )
)
def test_texts_are_left_alone_only_where_each_would_be(texts: list[str]) -> None:
    if all_drawn(json.dumps(texts, ensure_ascii=False)):
        assert [printable(text) for text in texts] == texts == [boxed(text) for text in texts]


def test_ordinary_texts_are_left_alone_at_once() -> None:
    assert all_drawn(
        json.dumps(["pmi ≤ 10⁻⁴, λ → ε", "✗ Challenged", 'two\nlines, "quoted"'], ensure_ascii=False)
    )
    assert not all_drawn(json.dumps(["安"], ensure_ascii=False))


def test_a_sign_that_no_font_has_keeps_its_room_in_a_drawing() -> None:
    assert boxed("安全 safe 🚢") == "□□ safe □"
    assert boxed("[U+5B89] is text") == "[U+5B89] is text"
    assert boxed("√ ∑ سفينة") == "√ ∑ سفينة"


@pytest.mark.slow
def test_joined_scripts_that_the_archive_format_refuses_are_spelled(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    text = "\u202e\u0627\u0644\u0633 \u05e9\u05dc\u05d5\u05dd x²≥√2 " + "\u0301" * 50
    with caplog.at_level("WARNING", logger="casegen"):
        raw = begin_pdf(with_hostile_text(assessment, text))()
    assert raw.startswith(b"%PDF")
    assert "code points" in caplog.text


@pytest.mark.slow
def test_marks_are_drawn_with_their_letter_and_spell_out_nothing_elsewhere(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    assert printable("Cafe\u0301") == boxed("Cafe\u0301") == "Caf\u00e9"
    assert missing("Cafe\u0301") == ""
    first, *others = assessment.case.claims
    texts = ("Cafe\u0301 \u05e9\u05dc\u05d5\u05dd", "x\u0301\u0323 " * 20)
    claims = [c.model_copy(update={"text": t}) for c, t in zip((first, others[0]), texts, strict=True)]
    case = replace(assessment.case, claims=(*claims, *others[1:]))
    with caplog.at_level("WARNING", logger="casegen"):
        raw = begin_pdf(replace(assessment, case=case))()
    with pikepdf.open(io.BytesIO(raw)) as document:
        maps = [bytes(o.read_bytes()) for o in document.objects if isinstance(o, pikepdf.Stream)]
    assert any(b"<05E9>" in one or b"<05e9>" in one for one in maps)  # Hebrew is text, and no code points
    if "joined signs" in caplog.text:
        assert "U+0301" in caplog.text
        assert "they stand in 'x" in caplog.text
        assert "fonts:" in caplog.text
        assert "HEBREW" not in caplog.text


def test_a_mark_in_one_line_of_a_drawing_leaves_its_other_lines(caplog: pytest.LogCaptureFixture) -> None:
    drawing = "<svg><text>\u05e9\u05dc\u05d5\u05dd</text><text>a Z\u0351</text><text>\u0622\u0645\u0646</text></svg>"
    data = {"svg": drawing, "text": "\u05e9\u05dc\u05d5\u05dd"}
    with caplog.at_level("WARNING", logger="casegen"):
        shown = _spelled_out(data, has_marks)
    assert shown == {**data, "svg": drawing.replace("\u0351", "□")}
    assert "U+0351" in caplog.text  # what is not drawn is named, though no other text says it
    assert "a Z\u0351" in caplog.text
    assert "HEBREW" not in caplog.text
    assert "ARABIC" not in caplog.text
    with caplog.at_level("WARNING", logger="casegen"):
        shown = _spelled_out(data, bool)
    assert "□□□□" in shown["svg"]
    assert "ARABIC LETTER MEEM (U+0645)" in caplog.text


def test_a_mark_in_one_word_of_a_text_leaves_its_other_words() -> None:
    shown = _spelled_out({"text": "A q\u0323\u0307 mark and \u05e9\u05dc\u05d5\u05dd"}, has_marks)
    assert shown["text"].endswith("mark and \u05e9\u05dc\u05d5\u05dd")
    assert "[U+0307]" in shown["text"]


def test_code_points_of_signs_that_are_not_seen_have_their_width() -> None:
    """As they are drawn: an empty width let them run over the boxes beside."""
    text = "x\x00" * 40
    for line in (*wrap(text, 100, 11), shorten(text, 100, 11)):
        assert metrics().width(legible(line), 11) <= 100
    assert "".join(wrap(text, 100, 11)) == legible(text)
