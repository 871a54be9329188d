"""What a package adds to casegen: each part is one file here and one line in ``pyproject.toml``."""
