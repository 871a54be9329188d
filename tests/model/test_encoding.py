"""The encoding of a table is one of characters."""

from __future__ import annotations

import pytest

from casegen.model.evidence import EvidenceSpec
from casegen.model.given_parts import WrongPart


def spec(encoding: str) -> EvidenceSpec:
    return EvidenceSpec(id="EV", method="demand-record", inputs={"record": "a.csv"}, encoding=encoding)


@pytest.mark.parametrize(
    "name", ["unicode_escape", "Raw-Unicode-Escape", "punycode", "idna", "utf-7", "UTF7", "unicode-1-1-utf-7"]
)
def test_what_writes_characters_by_others_is_refused(name: str) -> None:
    with pytest.raises(WrongPart, match="expected the encoding of a text file, such as cp1252"):
        spec(name)


@pytest.mark.parametrize("name", ["cp1252", "utf-8", "UTF-16", "latin-1", "shift_jis", "cp437", "unknown"])
def test_other_names_are_left_to_who_reads_the_file(name: str) -> None:
    assert spec(name).encoding == name
