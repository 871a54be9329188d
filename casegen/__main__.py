"""``python -m casegen``: the command line, where no ``casegen`` script is on the path.

``python -m`` puts the working folder first on the module path; a stranger's folder may hold a ``yaml.py`` or the
``*.dist-info`` of a plug-in.  It goes before anything else is imported.  What Python imported before this file began
cannot be taken back: if any of that came from the folder, nothing further is done.
"""

import os
import sys


def taken_from(folder: str) -> list[str]:
    """Files of modules that Python has imported from ``folder`` itself, casegen's own aside.

    None where ``folder`` is on the module path by another entry too, as a developer's own checkout is.
    """
    if folder in sys.path[1:]:
        return []
    files = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] in ("__main__", "casegen") or not isinstance(file, str):
            continue
        place, _, last = file.rpartition(os.sep)  # pathlib could be the folder's own
        if last.startswith("__init__."):
            place, _, _ = place.rpartition(os.sep)
        if place == folder:
            files.append(file)
    return sorted(files)


if __name__ == "__main__":
    started_here = (
        vars(sys.modules["__main__"]) is globals()
    )  # not by `runpy` in a process that began otherwise
    if started_here and not sys.flags.safe_path and sys.path:
        if files := taken_from(sys.path[0]):
            print(
                f"casegen: nothing done: Python has run code of the folder you are in: {', '.join(map(repr, files))}",
                "  fix: call `casegen`, or `python -P -m casegen`, which take no code from there; if the folder is a "
                "stranger's, look at what these files did",
                sep="\n",
                file=sys.stderr,
            )
            sys.exit(2)
        del sys.path[0]
    from casegen.cli import main

    main()
