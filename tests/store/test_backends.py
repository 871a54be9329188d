"""Every backend gives the same bytes; a cluster that cannot compute them is refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casegen.model.diagnostic import InputError
from casegen.store import backends
from tests.false_support import call, folder
from tests.false_support.bases import calculation

ITEM = {"id": "EV", "title": "Reading", "method": "ram-high-dimensional", "inputs": {"points": "p.npz"}, "seed": 3,
        "parameters": {"classifier": {"kind": "random-forest", "options": {"n_estimators": 10}}, "latent": 2, "balls": 40},
        "confidence": 0.95, "owner": "T. Tester"}  # fmt: skip


def points() -> bytes:
    import io

    rng = np.random.default_rng(0)
    x = rng.uniform(size=(400, 6))
    stream = io.BytesIO()
    np.savez(stream, points=x, labels=(x.sum(axis=1) > 3).astype(int))
    return stream.getvalue()


def result(at: Path) -> dict[str, Any]:
    (path,) = (at / "results").glob("EV-*.json")
    document: dict[str, Any] = json.loads(path.read_bytes())
    for volatile in ("started", "seconds"):
        document["provenance"].pop(volatile)
    return document


@pytest.mark.slow
def test_every_backend_gives_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    documents = []
    for name, options in {
        "serial": [], "loky": ["--jobs", "2"], "dask": ["--backend", "dask", "--jobs", "2"]
    }.items():  # fmt: skip
        at = folder(tmp_path / name, calculation(), files={"p.npz": points()})
        text = (at / "case.yaml").read_text()
        (at / "case.yaml").write_text(text + "evidence_items:\n- " + json.dumps(ITEM) + "\n")
        code, _, err = call("evidence", "run", at, *options)
        assert code == 0, err
        documents.append(result(at))
        code, out, err = call("evidence", "verify", at, *options)
        assert (code, "bit-equal" in out) == (0, True), err
    assert documents[0] == documents[1] == documents[2]


@pytest.mark.slow
def test_workers_with_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    own = backends.versions(())
    monkeypatch.setattr(backends, "versions", lambda modules: own | {"numpy": "1.0"})
    monkeypatch.setattr(backends, "partial", lambda function, modules: _honest)
    with pytest.raises(InputError, match=r"numpy is .*, here it is 1\.0"), backends.computing_on("dask", 1):
        pass


def _honest() -> dict[str, str]:
    from casegen.store.backends import versions

    return versions(())


def test_what_cannot_be_reached_is_named(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    at = folder(tmp_path / "case", calculation())
    for options, words in (
        (["--backend", "dusk"], "loky or dask"),
        (["--dask-address", "tcp://127.0.0.1:9"], "goes with --backend dask"),
    ):
        code, _, err = call("evidence", "run", at, *options)
        assert (code, words in err) == (2, True)


@pytest.mark.parametrize(
    "error", [RuntimeError("Nanny failed to start."), TimeoutError("no worker"), OSError(12, "no memory")]
)
def test_workers_that_end_while_they_start_are_no_internal_error(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def dies(**_: object) -> None:
        raise error

    monkeypatch.setattr("distributed.LocalCluster", dies)
    with (
        pytest.raises(InputError, match="the worker processes of Dask did not start"),
        backends.computing_on("dask", 2),
    ):
        pass
