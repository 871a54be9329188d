"""The command line: thin commands over the library."""

import atexit
import gc

from casegen.module_path import leave_out_working_folder

__all__ = ["main"]


def main() -> None:
    """Run the command line; see :func:`casegen.cli.entry.main`."""
    leave_out_working_folder()  # before anything is imported that is not built in
    # a short life that makes many lasting objects: collecting them again and again is a tenth of a small command
    gc.set_threshold(500_000, 20, 20)
    # what is left at the end is not searched for circles before the memory is given back anyway: a fifth of `assess`
    atexit.register(gc.freeze)
    from casegen.cli.entry import main as run

    run()
