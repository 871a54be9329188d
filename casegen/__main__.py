"""``python -m casegen``: the command line, where no ``casegen`` script is on the path.

The working folder, which ``python -m`` puts first on the module path, goes before anything else is imported.
"""

import sys

from casegen.module_path import leave_out_working_folder

if __name__ == "__main__":
    # not by `runpy` in a process that began otherwise
    if vars(sys.modules["__main__"]) is globals():
        leave_out_working_folder(by_module=not sys.flags.safe_path)
    from casegen.cli import main

    main()
