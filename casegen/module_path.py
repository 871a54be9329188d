"""The working folder leaves the module path before anything is imported: it may be a stranger's.

A case folder may hold a ``yaml.py`` or the ``*.dist-info`` of a plug-in.  ``python -m`` puts the working folder first on
the module path, and so does an empty or relative entry of ``PYTHONPATH``: ``PYTHONPATH=/my/lib:$PYTHONPATH`` ends with
an empty one where the variable was unset.  What Python imported before cannot be taken back: where any of that came
from the folder, nothing further is done.

Until this is done, nothing may be imported that is not built into Python, ``__future__`` and ``typing`` included.
"""

import os
import sys

_VARIABLE = "PYTHONPATH"
_FIX_OF_M = "call `casegen`, or `python -P -m casegen`, which take no code from there"
_FIX_OF_VARIABLE = (
    "PYTHONPATH names that folder by an empty entry (`:` at an end, `::`) or a relative one: leave it out, or write the "
    "folder in full if it is meant"
)


def leave_out_working_folder(*, by_module: bool = False) -> None:
    """Take the working folder off the module path of this process, and off that of the processes it starts.

    An absolute entry of ``PYTHONPATH`` is meant and stays, and so does the folder that casegen itself lies in, as a
    developer's checkout.  ``by_module``: Python was started with ``-m`` and has put the folder first.

    Raises:
        SystemExit: code 2, after a message on standard error, where Python has run code of the folder.
    """
    folder = _folder_by_variable()
    fixes = [_FIX_OF_VARIABLE] if folder else []
    if folder:
        sys.path[:] = [*sys.path[:by_module], *(path for path in sys.path[by_module:] if path != folder)]
    if by_module and sys.path:
        folder = sys.path[0]
        fixes.append(_FIX_OF_M)
    if folder:
        _end_where_it_ran(folder, fixes)
    if by_module:
        del sys.path[:1]


def taken_from(folder: str) -> list[str]:
    """Files of modules that Python has imported from ``folder`` itself, casegen's own aside."""
    files = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] in ("__main__", "casegen") or not isinstance(file, str):
            continue
        place = os.path.dirname(file)
        if os.path.basename(file).startswith("__init__."):
            place = os.path.dirname(place)
        if place == folder:
            files.append(file)
    return sorted(files)


def _end_where_it_ran(folder: str, fixes: list[str]) -> None:
    """End the process where modules came from ``folder``, unless another entry of the module path names it too."""
    if folder in sys.path[1:] or not (files := taken_from(folder)):
        return
    print(
        f"casegen: nothing done: Python has run code of the folder you are in: {', '.join(map(repr, files))}",
        f"  fix: {'; '.join(fixes)}; if the folder is a stranger's, look at what these files did",
        sep="\n",
        file=sys.stderr,
    )
    sys.exit(2)


def _folder_by_variable() -> str:
    """The working folder where it is on the module path by an empty or relative entry alone; else nothing.

    Such entries leave the variable, which the processes that are started inherit.
    """
    entries = os.environ.get(_VARIABLE, "").split(os.pathsep)
    here = _working_folder()
    if entries == [""] or not here:
        return ""
    others = [entry for entry in entries if os.path.isabs(entry) or os.path.abspath(entry) != here]
    if len(others) == len(entries):
        return ""
    if here in _own_folders():
        others = [entry if entry in others else here for entry in entries]
    if others:
        os.environ[_VARIABLE] = os.pathsep.join(others)
    else:
        del os.environ[_VARIABLE]
    return "" if sys.flags.ignore_environment or here in map(os.path.abspath, others) else here


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # removed: nothing is imported from it
        return ""


def _own_folders() -> tuple[str, ...]:
    """Where casegen, Python's own modules and the installed packages lie."""
    site = sys.modules.get("site")
    installed = site.getsitepackages() if site is not None else []
    return (
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
        os.path.dirname(os.__file__),
        *installed,
    )
