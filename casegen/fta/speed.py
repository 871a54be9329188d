"""The kernels at the speed a tree needs: plain Python, or the same source compiled by numba.

Compiled code is cached on disk by numba; loading it takes about half a second and compiling it, once per
machine, several.  So small trees never load it, and without numba everything still works, only slower.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import FunctionType, SimpleNamespace
from typing import Any

from casegen.fta import (
    bounding,
    force,
    kernels,
    minimal,
    modules,
    portfolio,
    preprocess,
    sharing,
    sifted,
    sifting,
    simplify,
    sweeps,
    traversal,
    unions,
)

_MODULES = (
    kernels,
    sweeps,
    traversal,
    simplify,
    sharing,
    preprocess,
    sifting,
    sifted,
    modules,
    force,
    portfolio,
    minimal,
    unions,
    bounding,
)


@cache
def available() -> bool:
    """Whether numba can be loaded."""
    return find_spec("numba") is not None


def loaded() -> bool:
    """Whether compiled kernels are in memory already, so that using them costs nothing."""
    return compiled.cache_info().currsize > 0


@cache
def cold() -> bool:
    """Whether compiling would take its twenty seconds now, because numba has no code on disk yet."""
    import os
    from pathlib import Path

    stated = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(portfolio.__file__).parent / "__pycache__"] + ([Path(stated)] if stated else [])
    return not any(next(folder.rglob("portfolio.solve-*.nbi"), None) for folder in folders)


@cache
def plain() -> SimpleNamespace:
    """The kernels as they are written, over lists."""
    results: dict[str, Any] = {}
    for module in _MODULES:
        results.update({k: v for k, v in vars(module).items() if isinstance(v, FunctionType)})
    return SimpleNamespace(**results, array=list, compiled=False)


@cache
def compiled() -> SimpleNamespace:
    """The same kernels compiled, over numpy arrays; raises ImportError without numba."""
    import numpy as np
    from numba import njit

    @njit  # type: ignore[untyped-decorator]
    def ints(n: int) -> Any:
        return np.zeros(n, np.int64)

    @njit  # type: ignore[untyped-decorator]
    def floats(n: int) -> Any:
        return np.zeros(n, np.float64)

    @njit  # type: ignore[untyped-decorator]
    def refs(n: int) -> Any:
        return np.zeros(n, np.int32)

    ready: dict[str, Any] = {"ints": ints, "floats": floats, "refs": refs}
    for module in _MODULES:
        # each module keeps its own constants; functions of earlier modules are found compiled
        space: dict[str, Any] = {k: v for k, v in vars(module).items() if isinstance(v, int | float)}
        own = [v for v in vars(module).values() if isinstance(v, FunctionType)]
        for function in own:
            name = function.__name__
            if name not in ready and function.__module__ == module.__name__:
                copy = FunctionType(function.__code__, space, name, function.__defaults__)
                copy.__module__ = function.__module__
                ready[name] = _without_literals(njit(cache=True, nogil=True, error_model="numpy")(copy))
        space.update(ready)

    def array(numbers: Any) -> Any:
        kind = np.float64 if len(numbers) and isinstance(numbers[0], float) else np.int64
        return np.asarray(numbers, dtype=kind)

    return SimpleNamespace(**ready, array=array, compiled=True)


def interruptible(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled kernel that Ctrl-C stops waiting for: it runs in a thread of its own, which ends with the process.

    Compiled code answers no signal, and Python's main thread alone gets them.  In a thread that is not the main one
    the kernel runs as it is.
    """
    import threading

    if threading.current_thread() is not threading.main_thread():
        return kernel

    def run(*arguments: Any) -> Any:
        answer: list[Any] = []
        fault: list[BaseException] = []

        def work() -> None:
            try:
                answer.append(kernel(*arguments))
            except BaseException as error:
                fault.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        # a bare join() would not see a signal on every platform
        while worker.is_alive():
            worker.join(0.2)
        if fault:
            raise fault[0]
        return answer[0]

    return run


def _without_literals(function: Any) -> Any:
    """Keep numba from compiling a second version for arguments that happen to be constants.

    This halves the time of the first compilation; where numba's inside differs, nothing is lost but that.
    """
    from numba.core.types import unliteral  # type: ignore[attr-defined]

    template = getattr(function, "get_call_template", None)
    if template is not None:
        function.get_call_template = lambda args, kws: template(tuple(unliteral(a) for a in args), kws)
    return function


def big_integers_allowed() -> None:
    """Lift Python's limit on printing large whole numbers: counts of cut sets can have thousands of digits."""
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
