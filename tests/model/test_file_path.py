"""A path that no file can have is refused where it stands."""

from __future__ import annotations

import pytest

from casegen.model.argument import EvidenceNode
from casegen.model.evidence import EvidenceSpec
from casegen.model.given_parts import WrongPart


@pytest.mark.parametrize("path", ["a" * 5000, "a" * 256, "ü" * 200, "/".join(["a" * 100] * 50)])
def test_a_path_that_no_file_system_holds_is_refused(path: str) -> None:
    with pytest.raises(WrongPart, match="expected a path of at most 1,000 characters and 255 bytes"):
        EvidenceNode(id="N", text="t", artefact=path)
    with pytest.raises(WrongPart, match="expected a path of at most 1,000 characters and 255 bytes"):
        EvidenceSpec(id="E", method="m", inputs={"points": path})


@pytest.mark.parametrize("path", ["a" * 255, "https://example.org/" + "a" * 3000, "data/points.csv"])
def test_other_paths_and_long_addresses_are_taken(path: str) -> None:
    assert EvidenceNode(id="N", text="t", artefact=path).artefact == path
