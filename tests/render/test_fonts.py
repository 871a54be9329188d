"""Text fits: widths from the embedded font, wrapping, characters that no font has."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from fixture_case import with_hostile_text
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.model.diagnostic import InputError
from casegen.model.results import Assessment
from casegen.render.document_settings import read_custom
from casegen.render.fonts import BOLD, boxed, metrics, printable, shorten, wrap
from casegen.render.pdf import pdf_document
from casegen.render.resources import fallback_fonts_folder


def test_widths_are_those_of_the_font_file() -> None:
    from fontTools.ttLib import TTFont

    from casegen.render.resources import fonts_folder

    font = TTFont(str(fonts_folder() / "Inter-Regular.ttf"))
    advance = font["hmtx"][font.getBestCmap()[ord("W")]][0] / font["head"].unitsPerEm
    assert metrics().width("W", 11) == advance * 11
    assert metrics(BOLD).width("claim", 10) > metrics().width("claim", 10)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.floats(20, 300))
def test_no_line_is_wider_than_asked(text: str, width: float) -> None:
    for line in wrap(text, width, 11):
        assert metrics().width(line, 11) <= width + 1e-9 or len(line) == 1


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


def test_signs_that_no_font_has_are_named_when_the_pdf_is_built(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    header = assessment.case.header.model_copy(update={"title": "系统 with 🚢"})
    other = replace(assessment, case=replace(assessment.case, header=header))
    with caplog.at_level("WARNING", "casegen"):
        pdf_document(other)
    (record,) = caplog.records
    reported = record.getMessage()
    assert "系 (U+7CFB), 统 (U+7EDF), 🚢 (U+1F6A2)" in reported
    assert "document.yaml" in reported


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
        written = pdf_document(other)
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


def test_a_sign_that_no_font_has_keeps_its_room_in_a_drawing() -> None:
    assert boxed("安全 safe 🚢") == "□□ safe □"
    assert boxed("[U+5B89] is text") == "[U+5B89] is text"
    assert boxed("√ ∑ سفينة") == "√ ∑ سفينة"


def test_joined_scripts_that_the_archive_format_refuses_are_spelled(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    text = "\u202e\u0627\u0644\u0633 \u05e9\u05dc\u05d5\u05dd x²≥√2 " + "\u0301" * 50
    with caplog.at_level("WARNING", logger="casegen"):
        raw = pdf_document(with_hostile_text(assessment, text))
    assert raw.startswith(b"%PDF")
    assert "code points" in caplog.text
