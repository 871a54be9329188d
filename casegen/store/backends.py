"""Where the blocks of a method are computed: in this process, in processes beside it, or on a Dask cluster.

Blocks carry their random streams, so that every backend and every number of workers gives the same bytes.  A method
whose work is not in blocks computes in this process, whatever the backend.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from casegen_evidence.cluster import REQUIRED, Alike, asked

from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.model.extras import extra_of
from casegen.store.child_processes import closed_to_the_working_folder
from casegen.store.distributions import version
from casegen.store.identity import digest, own_modules, packages
from casegen.store.outcome import Computing

if TYPE_CHECKING:
    from distributed import Client

Backend = Literal["loky", "dask"]
SECONDS = 20
"""to reach a scheduler"""
OWN = {
    "distributed.scheduler.allowed-failures": 20,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
}
"""Settings of a cluster of our own: deaths of workers at one and the same block until it is given up; no profile, few
ticks; and an allocator that keeps the memory of arrays for the next ones.  Dask's gives it back to the system each time,
which costs half as much processor time again as the blocks do."""


@contextmanager
def computing_on(
    backend: Backend, jobs: int, address: str = "", modules: Collection[str] = ()
) -> Iterator[Computing]:
    """Run what follows on a backend; gives what the runs within are to compute with.

    ``loky`` are ``jobs`` processes of this machine; ``dask`` uses the scheduler at ``address``, or a cluster of ``jobs``
    processes on this machine that ends with it.  ``jobs`` is on both how many items are computed at a time, ``modules``
    are those of their methods: every worker must have their code as it is here, those that join later too.

    Raises:
        InputError: no scheduler answers; or a worker has another version of what computes.
        MissingDependencyError: Dask is not installed.
    """
    if backend == "loky":
        if address:
            message = "--dask-address goes with --backend dask only"
            raise InputError.call(message)
        yield Computing(jobs, jobs)
        return
    from joblib import parallel_config

    with _client(jobs, address) as client:
        chosen = tuple(sorted(modules))
        alike = Alike(partial(versions, chosen), versions(chosen))
        _same_versions(client, alike)
        before = asked.set(alike)
        try:
            with parallel_config("dask"):
                yield Computing(1, jobs, client.scheduler.address)
        finally:
            asked.reset(before)


@contextmanager
def _client(jobs: int, address: str) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ModuleNotFoundError as error:
        raise MissingDependencyError(
            f"--backend dask needs the Python package {error.name!r}", extra_of("dask")
        ) from error
    if not address:
        with (
            dask.config.set(OWN),
            closed_to_the_working_folder(),  # a worker that dies is started anew at any time
            _own_cluster(LocalCluster, jobs) as cluster,
            Client(cluster, set_as_default=True) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=SECONDS, set_as_default=True)
    except (OSError, ValueError, TimeoutError) as error:
        hint = "start it with `dask scheduler`, and give its address as tcp://HOST:PORT"
        message = f"no scheduler answers at {address}: {error}"
        raise InputError.call(message, hint=hint) from None
    with client:
        yield client


def _own_cluster(local_cluster: Any, jobs: int) -> Any:
    """A cluster of ``jobs`` processes on this machine; raises :class:`InputError` where they end while they start."""
    try:
        return local_cluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.ERROR,
        )
    except (RuntimeError, OSError) as error:
        hint = "run again; with fewer --jobs where memory runs out. Results that were computed are kept"
        raise InputError.call(f"the worker processes of Dask did not start: {error}", hint=hint) from error


def versions(modules: Collection[str]) -> dict[str, str]:
    """What a worker must have in common with whoever asks it: versions of packages, and the code of the methods.

    ``modules`` are those of the methods that are computed; their packages count with all that they rest on.
    """
    result = {name: version(name) for name in REQUIRED}
    code = own_modules("casegen_evidence.blocks")
    for module in modules:
        code |= own_modules(module)
    result |= packages(code)
    for package in sorted({name.split(".")[0] for name in code}):
        own = {name: value for name, value in code.items() if name.split(".")[0] == package}
        result[f"code of {package}"] = digest(own)[:12]
    return result


def _same_versions(client: Client, alike: Alike) -> None:
    answers: dict[str, Any] = client.run(alike.own, on_error="return")
    if not answers:
        raise InputError.call("the scheduler has no workers", hint="start them with `dask worker`")
    wrong = []
    for worker, theirs in sorted(answers.items()):
        if isinstance(theirs, BaseException):
            wrong.append(f"{worker}: casegen cannot be imported there ({theirs})")
            continue
        wrong += [f"{worker}: {words}" for words in alike.differences(theirs)]
    if wrong:
        more = f"; and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise InputError.call(f"workers compute with other versions: {'; '.join(wrong[:5])}{more}",
            hint="install the same versions on every worker: results would depend on who computes them")  # fmt: skip
