"""The documents of a pack bear a date that nothing around them sets: neither the environment nor the day."""

from __future__ import annotations

import datetime
import os
import re
import zipfile
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io.regular import sha256
from casegen.render.layout import layout_program
from casegen.review import create
from casegen.review.manifest import listing


class Later(datetime.datetime):
    """A clock that is a year ahead."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Later:
        return cls(2099, 1, 1, tzinfo=tz)


@pytest.mark.slow
@pytest.mark.parametrize("there", ["", "1700000000"])
@pytest.mark.parametrize("stated", ["", "  date: 2026-03-04\n"])
def test_an_untouched_pack_holds_where_other_dates_are_set(
    stated: str, there: str, rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = rover / "case.yaml"
    file.write_text(file.read_text().replace('  version: "1"\n', f'  version: "1"\n{stated}'))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", there)
    frozen = create(rover, "v1", author="Ann", reason="first")
    pack = write_pack(rover, tmp_path / "pack.zip", formats=("html",)).path
    with zipfile.ZipFile(pack) as archive:
        page = archive.read("rover-v1/documents/rover.html").decode()
    assert ("2026-03-04" if stated else frozen.about.created[:10]) in page
    assert "2023-11-14" not in page
    monkeypatch.setattr("casegen.render.date.datetime.datetime", Later)
    for seconds in ("0", ""):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
        [one] = inspect(pack)
        assert one.holds, one.frozen


@pytest.mark.slow
def test_a_baseline_of_no_date_is_said(rover: Path, tmp_path: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    pack = write_pack(rover, tmp_path / "pack.zip", formats=("html",)).path
    top = tmp_path / "top"
    with zipfile.ZipFile(pack) as archive:
        archive.extractall(top)
    folder = top / "rover-v1" / "baseline"
    about = folder / "baseline.json"
    about.write_text(re.sub(r'"created": "[^"]*"', '"created": "soon"', about.read_text()))
    for place in (folder, folder.parent):
        paths = [p for p in place.rglob("*") if p.is_file() and p.name not in ("SHA256SUMS", "ROOT")]
        if place is not folder:
            paths += [folder / "SHA256SUMS", folder / "ROOT"]
        sums = listing({p.relative_to(place).as_posix(): sha256(p) for p in paths})
        (place / "SHA256SUMS").write_bytes(sums)
        if place is folder:
            (place / "ROOT").write_text(f"{sha256(place / 'SHA256SUMS')}  SHA256SUMS\n")
    [one] = inspect(top / "rover-v1")
    assert any("should begin with a date, found 'soon'" in row.message for row in one.frozen), one.frozen


@pytest.mark.slow
def test_an_untouched_pack_holds_where_another_program_lays_out(
    rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(rover, "v1", author="Ann", reason="first")
    pack = write_pack(rover, tmp_path / "pack.zip", formats=("html",)).path
    other = tmp_path / "bin" / "dot"
    other.parent.mkdir()
    other.write_text(f'#!/bin/sh\nexec "{layout_program()}" "$@" -Gnodesep=1\n')
    other.chmod(0o700)
    monkeypatch.setenv("PATH", str(other.parent), prepend=os.pathsep)
    for named in (str(other), "/nowhere", ""):
        monkeypatch.setenv("CASEGEN_DOT", named)
        [one] = inspect(pack)
        assert one.holds, one.frozen
    again = write_pack(rover, tmp_path / "again.zip", formats=("html",))
    assert again.path.read_bytes() == pack.read_bytes()
