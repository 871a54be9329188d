"""Text fits: widths from the embedded font, wrapping, characters that no font has."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.render.fonts import BOLD, metrics, printable, shorten, wrap


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
