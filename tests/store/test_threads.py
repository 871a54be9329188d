"""However many threads linear algebra may use, a method computes with one: the last digits of its sums stay the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from casegen_evidence.cluster import computed, sent
from casegen_evidence.threads import one_thread

ROOT = Path(__file__).parent.parent.parent


def used() -> set[int]:
    from threadpoolctl import threadpool_info

    return {pool["num_threads"] for pool in threadpool_info()}


def in_worker(given: int) -> dict[str, object]:
    import numpy as np

    return {"threads": np.array(sorted(used()))}


def test_a_method_computes_with_one_thread() -> None:
    import scipy.linalg  # noqa: F401
    from threadpoolctl import threadpool_limits

    with threadpool_limits(2):
        assert 2 in used()
        with one_thread():
            assert used() == {1}
        assert 2 in used()


@pytest.mark.slow
def test_so_does_a_worker() -> None:
    program = (
        "from threadpoolctl import threadpool_limits; import scipy.linalg; threadpool_limits(2);"
        "from tests.store.test_threads import in_a_worker; in_a_worker()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT, env=paths())


def in_a_worker() -> None:
    assert 2 in used()
    assert computed(*sent(in_worker), (0,))["threads"].tolist() == [1]  # type: ignore[arg-type]


def paths() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


@pytest.mark.slow
def test_stored_digits_are_found_again_with_any_number_of_threads() -> None:
    command = [sys.executable, "-m", "casegen", "evidence", "verify", "examples/robot", "EV-OC3-SF"]
    said = {
        subprocess.run(
            command,
            check=True,
            cwd=ROOT,
            capture_output=True,
            text=True,
            env={**paths(), "OPENBLAS_NUM_THREADS": n},
        ).stdout
        for n in ("1", "2")
    }
    assert len(said) == 1


def test_torch_that_is_loaded_within_computes_on_one_thread_too() -> None:
    """A model that imports torch gave other last digits to the item that loaded it than to those after it."""
    pytest.importorskip("torch")
    program = (
        "import os; from casegen_evidence.threads import one_thread\n"
        "with one_thread():\n    import torch; assert torch.get_num_threads() == 1\n"
        "assert torch.get_num_threads() == os.cpu_count(); assert 'OMP_NUM_THREADS' not in os.environ"
    )
    free = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    subprocess.run([sys.executable, "-c", program], check=True, env=free)
