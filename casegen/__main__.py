"""``python -m casegen``: the command line, where no ``casegen`` script is on the path."""

from casegen.cli import main

if __name__ == "__main__":
    main()
