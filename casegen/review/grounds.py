"""What an answer or a decision names as evidence: files of the case with their hash, addresses, parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from casegen.io.explain import nearest
from casegen.io.folder import inside
from casegen.model.case import COMMAND_LINE, Case, Location
from casegen.model.diagnostic import InputError
from casegen.review.contents import BASELINES, members
from casegen.review.upstream import Upstream
from casegen.store.recipe import sha256

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:\S+")
"""a scheme of two letters or more: ``https://…``, ``doi:…``, ``urn:…``"""


def grounds(root: Path, case: Case, named: Sequence[str]) -> dict[str, str]:
    """SHA-256 of each file among ``named``, by its path below ``root``.

    Addresses (``https://…``, ``doi:…``) and ids of parts of ``case`` have no hash and are left out.

    Raises:
        InputError: a name is no file of the case folder, no address and no part.
    """
    found: dict[str, str] = {}
    for name in named:
        path = inside(root, name)
        if path is not None and path.is_file():
            found[name] = sha256(path)
        elif not _ADDRESS.fullmatch(name) and not Upstream(case).find(name):
            raise _no_such(root, case, name, path)
    return found


def _no_such(root: Path, case: Case, name: str, path: Path | None) -> InputError:
    if path is None:
        what = f"evidence {name!r} is not inside the case folder"
        mend = "copy the file into the case folder, or give its address"
    elif path.is_dir():
        what, mend = f"evidence {name!r} is a folder", "name the file in it"
    else:
        files = [one for one in members(root)[0] if not one.startswith(f"{BASELINES}/")]
        what = f"there is no evidence {name!r}{nearest(name, [*files, *Upstream(case).keys])}"
        mend = "give the path of a file inside the case folder, an address (https://…, doi:…), or the id of a part"
    return InputError.at(Location(COMMAND_LINE), what, rule="review", mend=mend)
