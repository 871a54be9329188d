"""Nothing that a supported claim rests on by its words is left out of what a person has to read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from casegen.argument.view import CaseView
from casegen.assessment.assess import assess
from casegen.assessment.points import reading_steps
from casegen.io import load
from casegen.model.results import Assessment
from tests.argument.test_sensible_cases import FOLDERS, NAMES
from tests.false_support import call

pytestmark = pytest.mark.slow


def texts_below(assessed: Assessment) -> Iterator[str]:
    """Texts, notes, reasons and answers of all that the supported roots rest on, and of their trees."""
    case, view = assessed.case, CaseView(assessed.case)
    seen, left = set[str](), [root for root in case.header.roots if root in assessed.supported_claims]
    while left:
        name = left.pop()
        node = case.node.get(name)
        if node is None or name in seen:
            continue
        seen.add(name)
        left += [*view.support.get(name, ()), *view.attached.get(name, ()), *getattr(node, "context", ())]
        yield from (getattr(node, field, "") for field in ("text", "note", "reason", "response"))
    for tree in {step.tree for step in case.arguments if step.tree and step.id in seen}:
        yield from (event.text for event in case.events if event.id in view.parts_of[tree])
        yield from (event.source for event in case.events if event.id in view.parts_of[tree])
        yield from (gate.text for one in case.trees for gate in one.gates if gate.id in view.parts_of[tree])


@pytest.mark.parametrize("name", NAMES)
def test_every_text_below_a_supported_root_is_quoted(tmp_path: Path, name: str) -> None:
    at = Path(shutil.copytree(FOLDERS / name, tmp_path / name))
    call("evidence", "run", at)
    assessed = assess(load(at))
    assert assessed.supported
    quoted = [text for step in reading_steps(assessed) for text in step.texts]
    missing = [text for text in texts_below(assessed) if not any(text in one for one in quoted)]
    assert missing == []
