"""What a reader of a package makes is loaded as a test before a folder is written."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.io.exchange.new_folder import write_new
from casegen.model.case import Case, Header
from casegen.model.diagnostic import InputError
from casegen.model.event_model import Parameter
from tests.conftest import Ran
from tests.plugins.conftest import Install

READER = """import math
import numpy as np
from casegen.io.exchange.format import Format, Imported
from casegen.model.argument import Claim
from casegen.model.case import Case, Header
from casegen.model.event_model import Parameter


def read(files):
    header, parameters = Header(id="c", title="Read"), ()
    BODY
    return Imported(Case(header=header, parameters=parameters, files=("case.yaml",)))


PART = Format("own", "Own", "nothing", read, None)
"""
REFUSED = {
    "endless": ('parameters = (Parameter(id="P", value=math.inf),)', "expected a finite number, found inf"),
    "changed copy": ('parameters = (Parameter(id="P", value=1).altered(update={"value": math.inf}),)', "finite number"),
    "short number": ('parameters = (Parameter(id="P", value=1).altered(update={"value": np.float16(0.1)}),)', "parts that a file can hold as they are"),
    "header": ('header = Header(id="c", title="t").altered(update={"title": ""})', "in the case's header, of the package stranger"),
    "no header": ("header = None", "a Header as case.header, found None"),
    "number in the header": ('header = Header(id="c", title="t").altered(update={"joint_confidence": math.nan})', "in the case's header, of the package stranger"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("existing", [False, True], ids=["new", "empty"])
def test_a_case_that_would_not_load_is_not_written(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, name: str, existing: bool
) -> None:
    body, words = REFUSED[name]
    install("stranger", READER.replace("BODY", body), exchange_formats="own = stranger:PART")
    (tmp_path / "a.txt").write_text("1\n", "utf-8")
    folder = tmp_path / "new"
    if existing:
        folder.mkdir()
    ran = casegen("import", folder, tmp_path / "a.txt", "-f", "own")
    assert ran.code in (2, 3), ran.out
    assert words in ran.err
    assert "internal error" not in ran.err
    assert (list(folder.iterdir()) == []) if existing else not folder.exists()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.endswith(".part")) == []


def test_a_short_number_of_a_reader_is_the_one_that_is_printed(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    body = 'parameters = (Parameter(id="P", value=np.float16(0.1)),)'
    install("stranger", READER.replace("BODY", body), exchange_formats="own = stranger:PART")
    (tmp_path / "a.txt").write_text("1\n", "utf-8")
    assert casegen("import", tmp_path / "new", tmp_path / "a.txt", "-f", "own").code == 0
    assert "value: 0.1\n" in "".join(path.read_text("utf-8") for path in (tmp_path / "new").rglob("*.yaml"))


@pytest.mark.parametrize("changed", [{"value": math.inf}, {"text": "x" * 30_000}, {"unit": " h"}])
def test_what_loads_otherwise_or_not_at_all_is_not_written(tmp_path: Path, changed: dict[str, Any]) -> None:
    part = Parameter(id="P", value=1).altered(update=changed)
    with pytest.raises(InputError):
        write_new(Case(header=Header(id="c", title="t"), parameters=(part,)), tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
