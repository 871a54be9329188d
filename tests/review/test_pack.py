"""The audit pack verifies with standard tools; archives of strangers do no harm."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import stat
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from casegen.audit import inspection
from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io.regular import sha256
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, opened
from casegen.review.archive import extract
from casegen.review.events import FindingSeverity
from casegen.review.manifest import listing, read_listing
from tests.review.conftest import BOB, Counting, written
from tests.review.test_signing import make_key


@pytest.fixture
def pack(rover: Path, tmp_path: Path) -> Path:
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    return write_pack(rover, tmp_path / "pack.zip", formats=()).path


def unzipped(pack: Path, tmp_path: Path) -> Path:
    target = tmp_path / "unzipped"
    target.mkdir()
    with zipfile.ZipFile(pack) as archive:
        archive.extractall(target)
    [top] = target.iterdir()
    return top


@pytest.mark.slow
def test_it_verifies_with_standard_tools_alone(pack: Path, tmp_path: Path) -> None:
    top = unzipped(pack, tmp_path)
    assert top.name == "rover-v1"
    for folder, command in (
        (top, "sha256sum -c SHA256SUMS"),
        (top / "baseline", "sha256sum -c ROOT && sha256sum -c SHA256SUMS"),
    ):
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    text = (top / "VERIFY.txt").read_text()
    assert "sha256sum -c SHA256SUMS" in text
    names = {p.relative_to(top).as_posix() for p in top.rglob("*") if p.is_file()}
    assert {"VERIFY.txt", "SHA256SUMS", "baseline/ROOT", "baseline/files/case.yaml", "baseline/provenance/EV.intoto.json",
            "review.json", "compliance.json"} <= names  # fmt: skip
    assert [n for n in names if n.startswith("review/F1/01-raised-")]
    assert json.loads((top / "review.json").read_text())["findings"][0]["text"] == "why?"
    listed = {line.split("  ", 1)[1] for line in (top / "SHA256SUMS").read_text().splitlines()}
    assert listed == names - {"SHA256SUMS"}


@pytest.mark.slow
def test_evidence_of_decisions_that_came_after_the_baseline_is_packed(
    rover: Path, pack: Path, tmp_path: Path
) -> None:
    (rover / "notes").mkdir()
    (rover / "notes" / "trials.md").write_text("forty runs")
    named = ["notes/trials.md", "records/wheels.md"]  # the second is in the baseline
    decide(rover, "F1", status="closed", by=BOB, evidence=named)
    top = unzipped(write_pack(rover, tmp_path / "later.zip", formats=()).path, tmp_path)
    results = {p.relative_to(top).as_posix(): p.read_text() for p in (top / "evidence").rglob("*.md")}
    assert results == {"evidence/notes/trials.md": "forty runs"}


@pytest.mark.slow
def test_a_review_made_anew_in_a_pack_is_held_against_its_baseline(
    rover: Path, pack: Path, tmp_path: Path
) -> None:
    create(rover, "v2", author="Ann", reason="with the finding")
    top = unzipped(write_pack(rover, tmp_path / "later.zip", formats=()).path, tmp_path)
    [event] = (top / "review" / "F1").glob("*.yaml")
    for forge, words in (
        (
            lambda: event.write_text(event.read_text().replace("why?", "well done")),
            "has changed since the baseline",
        ),
        (event.unlink, "gone from the review"),
    ):
        forge()
        shown = {p.relative_to(top).as_posix(): p for p in sorted(top.rglob("*")) if p.is_file()}
        del shown["SHA256SUMS"]
        (top / "SHA256SUMS").write_bytes(listing({name: sha256(path) for name, path in shown.items()}))
        forged = shutil.make_archive(str(tmp_path / "forged"), "zip", top.parent, top.name)
        [result] = inspect(Path(forged))
        assert {d.kind for d in result.frozen} == {"history"}
        assert any(words in d.message for d in result.frozen)


@pytest.mark.slow
def test_the_same_pack_gives_the_same_bytes(rover: Path, pack: Path, tmp_path: Path) -> None:
    again = write_pack(rover, tmp_path / "again.zip", formats=())
    assert again.path.read_bytes() == pack.read_bytes()


@pytest.mark.slow
def test_it_opens_as_a_case(rover: Path, pack: Path, command: Callable[..., tuple[int, str]]) -> None:
    with opened(str(pack)) as result:
        assert result.case.header.id == "rover"
    assert command("diff", pack, rover)[0] == 0
    code, out = command("baseline", "verify", pack, "--json")
    assert (code, json.loads(out)["holds"]) == (0, True)


@pytest.mark.slow
def test_every_file_of_a_pack_changed_is_named(pack: Path, tmp_path: Path) -> None:
    top = unzipped(pack, tmp_path)
    files = sorted(p for p in top.rglob("*") if p.is_file())
    for file in files:
        forged = tmp_path / "forged.zip"
        with zipfile.ZipFile(forged, "w") as archive:
            for path in files:
                content = path.read_bytes()
                name = f"rover-v1/{path.relative_to(top).as_posix()}"
                archive.writestr(name, content[:-1] + bytes([content[-1] ^ 1]) if path == file else content)
        [result] = inspect(forged)
        assert any(
            one.path.endswith(file.relative_to(top).as_posix().removeprefix("baseline/"))
            for one in result.frozen
        )


@pytest.mark.slow
def test_one_added_or_left_out_is_named(pack: Path, tmp_path: Path) -> None:
    top = unzipped(pack, tmp_path)
    (top / "more.txt").write_text("x")
    (top / "review.json").unlink()
    forged = Path(shutil.make_archive(str(tmp_path / "forged"), "zip", tmp_path / "unzipped"))
    [result] = inspect(forged)
    assert {(one.kind, one.path) for one in result.frozen} == {
        ("added", "more.txt"),
        ("missing", "review.json"),
    }


@pytest.mark.slow
def test_a_pack_of_another_baseline_than_the_one_asked_for(
    rover: Path, pack: Path, tmp_path: Path, command: Callable[..., tuple[int, str]]
) -> None:
    """Also unpacked, and where it stands under the name that was asked for."""
    renamed = tmp_path / "rover-v2.zip"
    renamed.write_bytes(pack.read_bytes())
    top = unzipped(pack, tmp_path)
    for place in (pack, renamed, top, rover / "baselines" / "v1"):
        assert command("baseline", "verify", place, "v1")[0] == 0, place
        code, text = command("baseline", "verify", place, "v2")
        assert code == 2, place
        assert "expected baseline 'v2', found 'v1'" in text


@pytest.mark.slow
def test_data_that_shrink_like_a_bomb_are_packed_and_read(rover: Path, tmp_path: Path) -> None:
    (rover / "data" / "constant.csv").write_text("0\n" * 3 * 2**20)
    create(rover, "v1", author="Ann", reason="first")
    pack = write_pack(rover, tmp_path / "pack.zip", formats=()).path
    assert inspect(pack)[0].holds


@pytest.mark.slow
def test_a_tampered_baseline_is_not_packed(rover: Path, pack: Path, tmp_path: Path) -> None:
    path = rover / "baselines" / "v1" / "files" / "trees.yaml"
    path.chmod(0o644)
    path.write_text(path.read_text() + "#")
    with pytest.raises(InputError, match="does not verify"):
        write_pack(rover, tmp_path / "other.zip", formats=())
    assert not (tmp_path / "other.zip").exists()


@pytest.mark.slow
def test_numbers_of_the_page_lead_to_the_files_that_the_pack_holds(
    drawn: tuple[Path, str], tmp_path: Path
) -> None:
    """Case file, input and stored result of the evidence, and nothing that is not there."""
    top = unzipped(drawn[0], tmp_path)
    page = (top / "documents" / "rover.html").read_text("utf-8")
    linked = set(re.findall(r'href="(\.\./[^"]+)"', page))
    assert all((top / "documents" / unquote(address)).is_file() for address in linked)
    paths = {address.removeprefix("../baseline/files/") for address in linked}
    assert {"case.yaml", "data/counts.csv", "argument/top.yaml"} <= paths
    [stored] = [path for path in paths if path.startswith("results/EV-")]
    assert (top / "baseline" / "files" / stored).is_file()


@pytest.mark.slow
def test_it_holds_the_documents(rover: Path, tmp_path: Path) -> None:
    from casegen.model.diagnostic import MissingDependencyError

    create(rover, "v1", author="Ann", reason="first")
    try:
        pack = write_pack(rover, tmp_path / "pack.zip").path
    except MissingDependencyError as missing:
        pytest.skip(str(missing))
    top = unzipped(pack, tmp_path)
    assert (top / "documents" / "rover.html").stat().st_size > 10_000
    assert (top / "documents" / "rover.pdf").read_bytes().startswith(b"%PDF")


# --- archives of strangers ------------------------------------------------------------------------


def archive(path: Path, *names: str, content: bytes = b"x") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name in names:
            made.writestr(zipfile.ZipInfo(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return path


def refused(path: Path, tmp_path: Path, words: str, **limits: int) -> None:
    """Refused with these words; nothing outside the target, no link, nothing large was written."""
    target = tmp_path / "deep" / "target"
    target.mkdir(parents=True, exist_ok=True)
    before = {p for p in tmp_path.rglob("*") if not p.is_relative_to(target)}
    with pytest.raises(InputError, match=words):
        extract(path, target, **limits)
    assert {p for p in tmp_path.rglob("*") if not p.is_relative_to(target)} == before
    assert sum(p.stat().st_size for p in target.rglob("*") if p.is_file()) < 20 * 2**20
    assert not [p for p in target.rglob("*") if p.is_symlink()]


@pytest.mark.parametrize(
    "name",
    ["../out.txt", "../../out.txt", "/tmp/out.txt", "a/../../out.txt", "..\\out.txt", "C:/out.txt", "c:out", "a//b",
     "./a", "a/./b",
     "a\nb", "a\x1b[2Jb", "\u202ea"],
    ids=ascii,
)  # fmt: skip
def test_zip_slip(tmp_path: Path, name: str) -> None:
    refused(
        archive(tmp_path / "slip.zip", "good.txt", name), tmp_path, "leaves the folder or cannot be listed"
    )
    assert not (tmp_path / "deep" / "target" / "good.txt").exists()


def test_links_and_devices(tmp_path: Path) -> None:
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO):
        entry = zipfile.ZipInfo("link")
        entry.create_system, entry.external_attr = 3, (kind | 0o777) << 16
        with zipfile.ZipFile(tmp_path / "link.zip", "w") as made:
            made.writestr(entry, "/etc/passwd")
        refused(tmp_path / "link.zip", tmp_path, "a link or a device")


def test_names_that_stand_twice(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive(tmp_path / "twice.zip", "a", "a")
    refused(tmp_path / "twice.zip", tmp_path, "twice")
    refused(archive(tmp_path / "case.zip", "ROOT", "root"), tmp_path, "which are one name")
    refused(archive(tmp_path / "folder.zip", "a", "a/"), tmp_path, "a folder with content")
    refused(archive(tmp_path / "inside.zip", "a", "a/b"), tmp_path, "'a' as a file and as a folder")


def test_an_entry_without_a_name(tmp_path: Path) -> None:
    path = archive(tmp_path / "nameless.zip", "ab")
    raw = path.read_bytes()
    at = raw.rindex(b"PK\x01\x02")
    path.write_bytes(raw[: at + 28] + b"\0\0" + raw[at + 30 :])
    refused(path, tmp_path, "leaves the folder or cannot be listed|no readable zip")


@pytest.mark.slow
def test_zip_bombs(tmp_path: Path) -> None:
    refused(archive(tmp_path / "bomb.zip", "zeros", content=bytes(64 * 2**20)), tmp_path, "zip bomb")
    many = archive(tmp_path / "many.zip", *(f"f{i}" for i in range(20)), content=bytes(2**16))
    refused(many, tmp_path, "more than 1000000 bytes", max_bytes=1_000_000)


@pytest.mark.slow
def test_a_bomb_that_lies_about_its_size(tmp_path: Path) -> None:
    """The list and the entry say 10 bytes; what is inflated is counted, whatever they say."""
    path = archive(tmp_path / "liar.zip", "zeros", content=bytes(64 * 2**20))
    raw = bytearray(path.read_bytes())
    directory = raw.rindex(b"PK\x01\x02")
    struct.pack_into("<I", raw, directory + 24, 10)
    path.write_bytes(raw)
    refused(path, tmp_path, "says otherwise of itself")
    struct.pack_into("<I", raw, raw.index(b"PK\x03\x04") + 22, 10)
    path.write_bytes(raw)
    refused(path, tmp_path, "zip bomb|no readable zip")


def test_encrypted_entries(tmp_path: Path) -> None:
    path = archive(tmp_path / "secret.zip", "a")
    raw = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(signature) + offset] |= 1
    path.write_bytes(raw)
    refused(path, tmp_path, "is encrypted")


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.review.archive.MAX_ENTRIES", 10)
    refused(archive(tmp_path / "many.zip", *(f"f{i}" for i in range(11))), tmp_path, "at most 10")


def test_what_is_no_archive(tmp_path: Path) -> None:
    good = archive(tmp_path / "good.zip", "a", "b", content=b"content " * 100)
    raw = good.read_bytes()
    (tmp_path / "text.zip").write_text("not a zip")
    refused(tmp_path / "text.zip", tmp_path, "no readable zip")
    refused(tmp_path / "nowhere.zip", tmp_path, "no readable zip")
    for end in range(0, len(raw), 7):
        (tmp_path / "cut.zip").write_bytes(raw[:end])
        refused(tmp_path / "cut.zip", tmp_path, "no readable zip")


@pytest.mark.slow
def test_a_flipped_bit_in_an_archive_ends_in_a_refusal_or_in_the_same_content(tmp_path: Path) -> None:
    good = archive(tmp_path / "good.zip", "a", content=b"content " * 20)
    raw = good.read_bytes()
    for byte in range(len(raw)):
        (tmp_path / "bad.zip").write_bytes(raw[:byte] + bytes([raw[byte] ^ 4]) + raw[byte + 1 :])
        target = tmp_path / f"t{byte}"
        target.mkdir()
        try:
            names = extract(tmp_path / "bad.zip", target)
        except InputError:
            continue
        assert all((target / name).read_bytes() == b"content " * 20 for name in names)


def test_an_archive_that_is_no_pack(tmp_path: Path) -> None:
    path = archive(tmp_path / "other.zip", "top/readme.txt")
    with pytest.raises(InputError, match="expected an audit pack"):
        inspect(path)
    with pytest.raises(InputError, match="expected an audit pack"), opened(str(path)):
        pass


# --- what a reader reads is covered -----------------------------------------------------------------


def zipped_again(top: Path, target: Path) -> Path:
    """A pack made anew from an edited folder, its own list of hashes fitting."""
    names = sorted(
        p.relative_to(top).as_posix() for p in top.rglob("*") if p.is_file() and p.name != "SHA256SUMS"
    )
    names += [p.relative_to(top).as_posix() for p in (top / "baseline").rglob("SHA256SUMS")]
    names += [p.relative_to(top).as_posix() for p in (top / "baselines").rglob("SHA256SUMS")]
    sums = {name: hashlib.sha256((top / name).read_bytes()).hexdigest() for name in names}
    (top / "SHA256SUMS").write_bytes(listing(sums))
    with zipfile.ZipFile(target, "w") as made:
        for path in sorted(p for p in top.rglob("*") if p.is_file()):
            made.write(path, f"{top.name}/{path.relative_to(top).as_posix()}")
    return target


def with_its_page(folder: Path) -> None:
    """Beside the case ``folder``: a pack with its page, ``drawn.zip``, and its root."""
    written(folder)
    create(folder, "v1", author="Ann", reason="first")
    add_finding(folder, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    create(folder, "v2", author="Ann", reason="second")
    pack = write_pack(folder, folder.parent / "drawn.zip", formats=("html", "pdf"))
    (folder.parent / "root").write_text(pack.root)


@pytest.fixture
def drawn(counting: Counting, made: Callable[[Callable[[Path], None]], Path]) -> tuple[Path, str]:
    """A pack with its page, which is read and not changed, and its root."""
    at = made(with_its_page).parent
    return at / "drawn.zip", (at / "root").read_text()


@pytest.mark.slow
def test_an_untouched_pack_holds_and_so_does_one_zipped_again(
    drawn: tuple[Path, str], tmp_path: Path
) -> None:
    pack, root = drawn
    [one] = inspect(pack, expected_root=root)
    assert one.holds, one.frozen
    [one] = inspect(zipped_again(unzipped(pack, tmp_path), tmp_path / "again.zip"), expected_root=root)
    assert one.holds, one.frozen


def replaced(name: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def edit(top: Path) -> None:
        raw = (top / name).read_bytes()
        assert old in raw, name
        (top / name).write_bytes(raw.replace(old, new, 1))

    return edit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("documents/rover.html", replaced("documents/rover.html", b"</title>", b" certified</title>")),
        ("review.json", replaced("review.json", b'"status": "open"', b'"status": "closed"')),
        ("compliance.json", lambda top: (top / "compliance.json").write_text('{"standards": ["all"]}\n')),
        ("VERIFY.txt", replaced("VERIFY.txt", b"sha256sum -c ROOT", b"true # -c ROOT")),
        ("documents/other.html", lambda top: (top / "documents" / "other.html").write_text("<p>all is well")),
        ("READ-ME-FIRST.html", lambda top: (top / "READ-ME-FIRST.html").write_text("<p>all is well")),
        (
            "baselines/.review-head/letter.html",
            lambda top: (top / "baselines" / ".review-head" / "letter.html").write_text("<p>all is well"),
        ),
        ("documents", replaced("documents/tools.json", b'"casegen": "', b'"casegen": "9.')),
    ],
)
def test_an_edited_document_is_found_whatever_hashes_are_beside_it(
    drawn: tuple[Path, str], tmp_path: Path, name: str, edit: Callable[[Path], object]
) -> None:
    pack, root = drawn
    top = unzipped(pack, tmp_path)
    edit(top)
    [one] = inspect(zipped_again(top, tmp_path / "edited.zip"), expected_root=root)
    assert not one.holds
    assert {d.path for d in one.frozen} & {name, "documents"}, one.frozen
    [one] = inspect(tmp_path / "edited.zip", expected_root=root, frozen_only=True)
    assert one.holds, "the baseline alone is whole"


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, True])
def test_another_baseline_in_a_pack_cannot_be_exchanged(
    drawn: tuple[Path, str], tmp_path: Path, whole: bool
) -> None:
    pack, root = drawn
    top = unzipped(pack, tmp_path)
    older = top / "baselines" / "v1"
    for path in older.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    case = older / "files" / "trees.yaml"
    case.write_text(case.read_text() + "\n# better\n")
    if whole:  # made anew with fitting hashes
        names = read_listing((older / "SHA256SUMS").read_bytes(), "SHA256SUMS")
        sums = {name: hashlib.sha256((older / name).read_bytes()).hexdigest() for name in names}
        (older / "SHA256SUMS").write_bytes(listing(sums))
        digest = hashlib.sha256((older / "SHA256SUMS").read_bytes()).hexdigest()
        (older / "ROOT").write_text(f"{digest}  SHA256SUMS\n")
    [one] = inspect(zipped_again(top, tmp_path / "exchanged.zip"), expected_root=root)
    assert not one.holds
    assert "previous" in {d.kind for d in one.frozen} or not whole, one.frozen


# --- the list of a pack is signed -------------------------------------------------------------------


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    return make_key(tmp_path, "ann")


@pytest.fixture
def later(rover: Path, tmp_path: Path, keys: tuple[Path, Path]) -> Callable[..., Path]:
    """A pack of a signed baseline with a finding that was closed after it."""
    create(rover, "v1", author="Ann", reason="first", key=keys[0])
    add_finding(rover, target="C1", severity=FindingSeverity.MAJOR, text="why?", by=BOB)
    (rover / "notes").mkdir()
    (rover / "notes" / "trials.md").write_text("forty runs")
    decide(rover, "F1", status="closed", by=BOB, evidence=["notes/trials.md"])

    def write(key: Path | None) -> Path:
        return write_pack(rover, tmp_path / "later.zip", formats=(), key=key).path

    return write


@pytest.mark.slow
def test_a_signed_pack_holds_under_its_key_and_openssl_agrees(
    later: Callable[..., Path], keys: tuple[Path, Path], tmp_path: Path
) -> None:
    pack = later(keys[0])
    [one] = inspect(pack, public_key=keys[1])
    assert one.holds, one.frozen
    assert "the whole pack signed by" in one.signature
    top = unzipped(pack, tmp_path)
    command = next(line for line in (top / "VERIFY.txt").read_text().splitlines() if "-in SHA256SUMS" in line)
    if shutil.which("openssl"):
        assert subprocess.run(command, shell=True, cwd=top, capture_output=True, check=False).returncode == 0
    done = subprocess.run("sha256sum -c SHA256SUMS", shell=True, cwd=top, capture_output=True, check=False)
    assert done.returncode == 0


@pytest.mark.slow
def test_a_signed_baseline_does_not_sign_what_came_after_it(
    later: Callable[..., Path], keys: tuple[Path, Path]
) -> None:
    pack = later(None)
    [one] = inspect(pack)
    assert one.holds
    assert "covered by no signature of the pack" in one.signature
    [one] = inspect(pack, public_key=keys[1])
    assert [d.kind for d in one.frozen] == ["not covered"]
    assert "evidence/notes/trials.md" in one.frozen[0].message


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stripped", "made anew"])
def test_a_pack_without_its_later_review_and_its_signature_does_not_hold_under_the_key(
    later: Callable[..., Path], rover: Path, keys: tuple[Path, Path], tmp_path: Path, how: str
) -> None:
    """An open finding, or a rejection, taken out with the signature over it leaves nothing that a hash could miss."""
    top, root = (
        unzipped(later(keys[0]), tmp_path),
        (rover / "baselines" / "v1" / "ROOT").read_text().split()[0],
    )
    if how == "stripped":
        for name in ("SHA256SUMS.sig", "signer.pem"):
            (top / name).unlink()
        for name in ("review", "evidence", "baselines/.review-head"):
            shutil.rmtree(top / name, ignore_errors=True)
        forged = zipped_again(top, tmp_path / "forged.zip")
    else:
        shutil.rmtree(rover / "review")
        shutil.rmtree(rover / "baselines" / ".review-head", ignore_errors=True)
        forged = write_pack(rover, tmp_path / "anew.zip", formats=()).path
    [one] = inspect(forged, public_key=keys[1])
    assert "not covered" in {d.kind for d in one.frozen}, one.frozen
    assert any("the pack itself is not signed" in d.message for d in one.frozen)
    [one] = inspect(forged, expected_root=root)
    assert (
        "the pack itself is not signed: what came after the baseline may have been removed" in one.signature
    )
    assert inspect(forged, frozen_only=True, public_key=keys[1])[0].holds or how == "stripped"


@pytest.mark.slow
def test_a_pack_signed_by_another_than_its_baseline_says_so(
    later: Callable[..., Path], keys: tuple[Path, Path], tmp_path: Path
) -> None:
    [one] = inspect(later(keys[0]))
    assert "not the" not in one.signature
    [one] = inspect(later(make_key(tmp_path, "eve")[0]))
    assert "a key that the pack itself brings, not the" in one.signature


@pytest.mark.slow
def test_an_unpacked_pack_is_verified_as_the_archive_is(pack: Path, tmp_path: Path) -> None:
    top = unzipped(pack, tmp_path)
    assert inspect(top) == inspect(pack)
    assert inspect(top, frozen_only=True) == inspect(pack, frozen_only=True)
    for path in ("VERIFY.txt", "review.json", "baseline/baseline.json", "SHA256SUMS"):
        before = (top / path).read_bytes()
        (top / path).write_bytes(before + b" ")
        assert not inspect(top)[0].holds, path
        (top / path).unlink()
        assert not inspect(top)[0].holds, path
        (top / path).write_bytes(before)
    os.mkfifo(top / "pipe")
    (top / "endless").symlink_to("/dev/zero")
    (top / "away").symlink_to(tmp_path)
    (top / "note.txt").write_text("a word of mine")
    [one] = inspect(top)
    named = {mismatch.path for mismatch in one.frozen}
    assert {"pipe", "endless", "away", "note.txt"} <= named
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspection, "MAX_ENTRIES", 10)
        with pytest.raises(InputError, match="at most 10 files"):
            inspect(top)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspection, "MAX_BYTES", 1000)
        with pytest.raises(InputError, match="at most 1000 bytes"):
            inspect(top)


@pytest.mark.slow
def test_a_pack_by_another_name_is_one(pack: Path, tmp_path: Path) -> None:
    other = tmp_path / "received.bin"
    shutil.copy(pack, other)
    [one] = inspect(other)
    assert one.holds, one.frozen
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="expected a case folder, found a file"):
        inspect(tmp_path / "pipe")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("forge", "kinds"),
    [
        (lambda top: (top / "evidence" / "notes" / "trials.md").write_text("400 runs"), {"signature"}),
        (lambda top: shutil.rmtree(top / "review"), {"signature"}),
        (lambda top: (top / "SHA256SUMS.sig").unlink(), {"missing"}),
        (lambda top: (top / "signer.pem").unlink(), {"missing"}),
        (lambda top: (top / "SHA256SUMS.sig").write_bytes(b"x" * 64), {"signature"}),
        (lambda top: [(top / n).unlink() for n in ("SHA256SUMS.sig", "signer.pem")], {"not covered"}),
    ],
    ids=["evidence", "review", "signature gone", "key gone", "garbage", "both gone"],
)
def test_what_came_after_the_baseline_cannot_be_forged_in_a_signed_pack(
    later: Callable[..., Path], keys: tuple[Path, Path], tmp_path: Path,
    forge: Callable[[Path], object], kinds: set[str],
) -> None:  # fmt: skip
    top = unzipped(later(keys[0]), tmp_path)
    forge(top)
    [one] = inspect(zipped_again(top, tmp_path / "forged.zip"), public_key=keys[1])
    assert kinds <= {d.kind for d in one.frozen}, one.frozen


@pytest.mark.slow
def test_a_pack_signed_by_another_is_recognised_by_the_key(
    later: Callable[..., Path], keys: tuple[Path, Path], tmp_path: Path
) -> None:
    eve, _ = make_key(tmp_path, "eve")
    [one] = inspect(later(eve), public_key=keys[1])
    assert {d.kind for d in one.frozen} == {"signature"}


def _zipped(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, name)
        archive.filelist = [entry for entry in archive.filelist if entry.filename != "hidden"]
    return stream.getvalue()


def _edited(format: str, at: int, value: int, name: str = "x") -> bytes:
    """An archive of one file in whose own header, not in the list at the end, a number is changed."""
    raw = bytearray(_zipped(name))
    struct.pack_into(format, raw, at, value)
    return bytes(raw)


def _with(extra: bytes = b"", name: str = "x", content: str = "x") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        info = zipfile.ZipInfo(name)
        info.extra = extra
        made.writestr(info, content)
    return stream.getvalue()


OTHER_NAME = struct.pack("<HHBI", 0x7075, 6, 1, zlib.crc32(b"x")) + b"y"


@pytest.mark.parametrize(
    "raw",
    [_edited("<H", 6, 1), _edited("<H", 8, 99), _edited("<I", 14, 5), _edited("<I", 22, 5), _with(OTHER_NAME),
     _with(name="folder/"), _zipped("xZy").replace(b"xZy", b"x\0y"), _zipped("\u00e4", "a\u0308"), _zipped("a", "a."),
     _zipped("d /b", "d/b")],
    ids=["encrypted", "packed otherwise", "checksum", "size", "another name", "folder with content", "NUL",
         "accents", "a dot at the end", "a blank at the end"],
)  # fmt: skip
def test_an_entry_that_says_otherwise_of_itself_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(raw)
    with pytest.raises(
        InputError, match=r"says otherwise of itself|with a NUL, or a folder with content|which are one name"
    ):
        extract(tmp_path / "a.zip", tmp_path / "out")
    stamped = _with(struct.pack("<HHBI", 0x5455, 5, 1, 1_700_000_000))  # the time, as most programs write it
    (tmp_path / "b.zip").write_bytes(stamped)
    assert extract(tmp_path / "b.zip", tmp_path / "good") == ("x",)


@pytest.mark.parametrize(
    "raw",
    [_zipped("x") + _zipped("x"), b"#!/bin/sh\n" + _zipped("x"), _zipped("x", "hidden"), _zipped("hidden", "x"),
     _zipped("x", "hidden", "y"), _zipped("x")[:-2] + b"\4\0evil"],
    ids=["two archives", "a prefix", "hidden last", "hidden first", "hidden between", "a comment"],
)  # fmt: skip
def test_an_archive_that_other_programs_read_otherwise_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(raw)
    with pytest.raises(InputError, match="belong to no file of its list"):
        extract(tmp_path / "a.zip", tmp_path / "out")
    (tmp_path / "b.zip").write_bytes(_zipped("x", "folder/y"))
    assert extract(tmp_path / "b.zip", tmp_path / "good") == ("x", "folder/y")
