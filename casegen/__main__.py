"""``python -m casegen``: the command line, where no ``casegen`` script is on the path.

``python -m`` puts the working folder first on the module path; a stranger's folder may hold a ``yaml.py`` or the
``*.dist-info`` of a plug-in.  It goes before anything else is imported.
"""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path:
        del sys.path[0]
    from casegen.cli import main

    main()
