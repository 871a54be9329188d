"""Whose key holds for a pack: the one that signed it as a whole, whoever signed the baseline in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.review import create
from tests.review.test_pack import unzipped
from tests.review.test_signing import make_key


@pytest.mark.slow
@pytest.mark.parametrize("frozen_by", ["nobody", "another"])
def test_the_key_that_signed_the_whole_pack_is_enough(rover: Path, tmp_path: Path, frozen_by: str) -> None:
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    (ann, _), (bob, public) = make_key(tmp_path, "ann"), make_key(tmp_path, "bob")
    create(rover, "v1", author="Ann", reason="first", key=ann if frozen_by == "another" else None)
    signed = write_pack(rover, tmp_path / "signed.zip", formats=(), key=bob).path
    [one] = inspect(signed, public_key=public)
    assert one.holds, one.frozen
    assert "the key you gave" in one.signature
    [frozen] = inspect(signed, public_key=public, frozen_only=True)
    assert not frozen.holds, "the baseline itself is not signed by that key"


@pytest.mark.slow
def test_a_pack_whose_list_is_gone_says_so_and_names_no_folder_of_this_machine(
    rover: Path, tmp_path: Path
) -> None:
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    private, public = make_key(tmp_path, "bob")
    create(rover, "v1", author="Ann", reason="first")
    top = unzipped(write_pack(rover, tmp_path / "signed.zip", formats=(), key=private).path, tmp_path)
    (top / "SHA256SUMS").unlink()
    [one] = inspect(top, public_key=public)
    assert not one.holds
    assert not any("Errno" in problem.message for problem in one.frozen), one.frozen


def test_an_earlier_baseline_signed_by_the_given_key_says_so(rover: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    (ann, public), (eve, _) = make_key(tmp_path, "ann"), make_key(tmp_path, "eve")
    for name, key in (("v1", ann), ("v2", eve), ("v3", ann)):
        create(rover, name, author="Ann", reason=name, key=key)
    signed = [one.signature.partition(", ")[2] for one in inspect(rover, public_key=public)]
    assert signed == ["the key you gave", "a key that the baseline itself brings", "the key you gave"]
