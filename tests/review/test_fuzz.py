"""Whatever bytes stand where the review reads: a refusal in words, or a value; never another exception."""

from __future__ import annotations

import contextlib
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casegen.model.diagnostic import InputError
from casegen.review.archive import extract
from casegen.review.baseline import read
from casegen.review.journal import read_journal
from casegen.review.manifest import plain, read_listing
from casegen.review.verification import verify

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
LINES = st.lists(
    st.tuples(st.sampled_from(["a" * 64, "0" * 64, "a" * 63, "A" * 64, "x" * 64]), st.text(max_size=20)),
    max_size=5,
)
YAML = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
EVENT = st.fixed_dictionaries(
    {"casegen_review": st.just(1) | YAML, "entry": st.dictionaries(
        st.sampled_from(["event", "at", "by", "finding", "baseline", "target", "severity", "text", "after", "x"]),
        st.sampled_from(["raised", "F1", "minor", {"name": "B"}, {"name": "v1", "root": "a" * 64}]) | YAML,
    ) | YAML}
)  # fmt: skip


@pytest.mark.slow
@QUICK
@given(st.binary(max_size=200) | LINES.map(lambda rows: "".join(f"{a}  {b}\n" for a, b in rows).encode()))
def test_a_list_of_hashes(raw: bytes) -> None:
    with contextlib.suppress(InputError):
        result = read_listing(raw, "SHA256SUMS")
        assert all(plain(path) and len(digest) == 64 for path, digest in result.items())


@pytest.mark.slow
@QUICK
@given(st.text(max_size=40))
def test_a_plain_path_stays_below(path: str) -> None:
    if plain(path):
        assert Path("/a/b", path).resolve().is_relative_to("/a/b")
        assert "\n" not in path


@pytest.mark.slow
@QUICK
@given(st.binary(max_size=300) | YAML.map(lambda data: json.dumps(data).encode()))
def test_a_baseline(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("baseline.json", "SHA256SUMS", "ROOT"):
            (Path(folder) / name).write_bytes(raw)
        with pytest.raises(InputError):
            read(Path(folder))
        assert verify(Path(folder)).frozen


@pytest.mark.slow
@QUICK
@given(st.binary(max_size=200) | EVENT.map(lambda data: json.dumps(data).encode()))
def test_an_event(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "review" / "F1"
        record.mkdir(parents=True)
        (record / "01-raised-00000000.yaml").write_bytes(raw)
        journal = read_journal(Path(folder))
        assert len(journal.findings) + len(journal.problems) >= 1


@pytest.mark.slow
@QUICK
@given(st.binary(max_size=400).map(lambda raw: b"PK\x03\x04" + raw))
def test_an_archive(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.zip"
        path.write_bytes(raw)
        (Path(folder) / "target").mkdir()
        with contextlib.suppress(InputError):
            extract(path, Path(folder) / "target")
