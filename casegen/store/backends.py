"""Where the blocks of a method are computed: in this process, in processes beside it, or on a Dask cluster.

Blocks carry their random streams, so that every backend and every number of workers gives the same bytes.  A method
whose work is not in blocks computes in this process, whatever the backend.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from casegen.model.case import Location
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.store.child_processes import closed_to_the_working_folder
from casegen.store.identity import content, digest, places
from casegen.store.outcome import Computing

if TYPE_CHECKING:
    from distributed import Client

Backend = Literal["loky", "dask"]
SECONDS = 20
"""to reach a scheduler"""
DEATHS = 20
"""of workers of a cluster of our own while they compute one and the same block, until it is given up"""


@contextmanager
def computing_on(backend: Backend, jobs: int, address: str = "") -> Iterator[Computing]:
    """Run what follows on a backend; gives what the runs within are to compute with.

    ``loky`` are ``jobs`` processes of this machine; ``dask`` uses the scheduler at ``address``, or a cluster of ``jobs``
    processes on this machine that ends with it.  ``jobs`` is on both how many items are computed at a time.

    Raises:
        InputError: no scheduler answers; or a worker has another version of what computes.
        MissingDependencyError: Dask is not installed.
    """
    if backend == "loky":
        if address:
            message = "--dask-address goes with --backend dask only"
            raise InputError.at(Location("command line"), message)
        yield Computing(jobs, jobs)
        return
    from joblib import parallel_config

    with _client(jobs, address) as client:
        _same_versions(client)
        with parallel_config("dask"):
            yield Computing(1, jobs, client.scheduler.address)


@contextmanager
def _client(jobs: int, address: str) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ModuleNotFoundError as error:
        install = "pip install 'casegen[dask]'"
        raise MissingDependencyError(
            f"--backend dask needs the Python package {error.name!r}", install
        ) from error
    if not address:
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}),
            closed_to_the_working_folder(),  # a worker that dies is started anew at any time
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster, set_as_default=True) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=SECONDS, set_as_default=True)
    except (OSError, ValueError, TimeoutError) as error:
        hint = "start it with `dask scheduler`, and give its address as tcp://HOST:PORT"
        message = f"no scheduler answers at {address}: {error}"
        raise InputError.at(Location("command line"), message, hint=hint) from None
    with client:
        yield client


def versions() -> dict[str, str]:
    """What a worker must have in common with whoever asks it: versions of packages, and the code of the methods."""
    result = {
        name: importlib.metadata.version(name) for name in ("casegen", "numpy", "scipy", "scikit-learn")
    }
    modules = {
        name: content(name) or ""
        for base in places("casegen_evidence")
        for path in base.rglob("*.py")
        for name in [".".join((base.name, *path.relative_to(base).with_suffix("").parts))]
    }
    return result | {"code of casegen_evidence": digest(modules)[:12]}


def _same_versions(client: Client) -> None:
    own = versions()
    answers: dict[str, Any] = client.run(versions, on_error="return")
    if not answers:
        raise InputError.at(
            Location("command line"), "the scheduler has no workers", hint="start them with `dask worker`"
        )
    wrong = []
    for worker, theirs in sorted(answers.items()):
        if isinstance(theirs, BaseException):
            wrong.append(f"{worker}: casegen cannot be imported there ({theirs})")
            continue
        wrong += [f"{worker}: {name} is {theirs.get(name)}, here it is {value}"
                  for name, value in own.items() if theirs.get(name) != value]  # fmt: skip
    if wrong:
        more = f"; and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise InputError.at(
            Location("command line"), f"workers compute with other versions: {'; '.join(wrong[:5])}{more}",
            hint="install the same versions on every worker: results would depend on who computes them")  # fmt: skip
