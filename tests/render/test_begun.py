"""Documents of which most is done by other code are begun first and ended last; what is written is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casegen.model.results import Assessment
from casegen.render import formats
from casegen.render.formats import Document, write_documents


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What three documents did, of which the first is begun."""
    done: list[str] = []

    def begin(assessment: Any, folder: Path, name: str, dossier: Any) -> Callable[[], Sequence[Path]]:
        done.append("begin")
        if name == "broken":
            raise RuntimeError("at the beginning")
        return lambda: done.append("end") or [folder / "a"]  # type: ignore[func-returns-value]

    def write(one: str) -> Callable[..., Sequence[Path]]:
        return lambda a, folder, name, d: done.append(one) or [folder / one]  # type: ignore[func-returns-value]

    documents = [
        Document("a", "", write("a"), begin),
        Document("b", "", write("b")),
        Document("c", "", write("c")),
    ]
    monkeypatch.setattr(formats, "DOCUMENTS", {document.name: document for document in documents})
    return done


def named(assessment: Assessment, name: str) -> Assessment:
    case = assessment.case
    return replace(assessment, case=replace(case, header=case.header.model_copy(update={"id": name})))


def test_what_is_begun_ends_last_and_paths_keep_their_order(done: list[str], assessment: Assessment) -> None:
    paths = write_documents(named(assessment, "x"), Path("out"), ["b", "a", "c"])
    assert done == ["begin", "b", "c", "end"]
    assert [path.name for path in paths] == ["b", "a", "c"]


def test_a_lone_document_is_written_at_once(done: list[str], assessment: Assessment) -> None:
    write_documents(named(assessment, "x"), Path("out"), ["a"])
    assert done == ["a"]


def test_what_cannot_begin_is_said_after_the_others_are_written(
    done: list[str], assessment: Assessment
) -> None:
    with pytest.raises(RuntimeError, match="at the beginning"):
        write_documents(named(assessment, "broken"), Path("out"), ["a", "b"])
    assert done == ["begin", "b"]
