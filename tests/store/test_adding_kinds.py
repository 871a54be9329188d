"""Why a file of no kind is no evidence is said of what the file is."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.store.file_kinds import kind_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x.h5", "HDF5 or Keras"),
        ("net.keras", "HDF5 or Keras"),
        ("net.pkl", "pickled object"),
        ("n.onnx", "a model"),
    ],
)
def test_no_evidence_by_its_name(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"\x89HDF\r\n\x1a\n")
    with pytest.raises(InputError, match=words):
        kind_of(tmp_path / name, "", {}, {})
