"""A pack of a case with rule errors has no documents, and holds all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

CASE = """
casegen: 1
case: {id: p, title: P, version: "1", date: 2026-11-01, authors: [Ann Author], roots: [TOP]}
claims: [{id: TOP, text: The pump starts}]
arguments: [{id: A, text: none yet, supports: TOP, block: decomposition}]
"""


@pytest.mark.parametrize("asked", [(), ("--no-documents",)])
def test_a_pack_without_documents_holds(
    tmp_path: Path, casegen: Callable[..., Ran], asked: tuple[str, ...]
) -> None:
    case, pack = tmp_path / "case", tmp_path / "pack.zip"
    case.mkdir()
    (case / "case.yaml").write_text(CASE, "utf-8")
    casegen("baseline", "create", case, "v1", "--author", "Ann Author", "--reason", "first")
    assert casegen("review", "pack", case, "-o", pack, *asked).code == 0
    verified = casegen("baseline", "verify", pack)
    assert verified.code == 0, verified
    assert "baseline v1 holds" in verified.out
