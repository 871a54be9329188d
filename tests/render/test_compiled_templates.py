"""Templates that are kept compiled give what their text gives; what is damaged or of other settings is left aside."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from casegen.render import compiled_templates
from casegen.render.compiled_templates import CompiledTemplates


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the templates that Jinja compiles."""
    names: list[str] = []
    original = Environment.compile

    def counted(self: Environment, source: str, name: str, *rest: object) -> object:
        names.append(name)
        return original(self, source, name, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", counted)
    return names


def filled(folder: Path, text: str, about: str = "") -> str:
    """A template filled in an environment of its own, as in another process."""
    environment = Environment(loader=DictLoader({"t": text}), bytecode_cache=CompiledTemplates(folder, about))
    return environment.get_template("t").render(n=7)


def test_a_template_is_compiled_once(tmp_path: Path, compilations: list[str]) -> None:
    assert [filled(tmp_path, "a{{ n }}") for _ in range(3)] == ["a7"] * 3
    assert compilations == ["t"]


def test_another_text_or_other_settings_are_compiled(tmp_path: Path, compilations: list[str]) -> None:
    assert filled(tmp_path, "a{{ n }}") == "a7"
    assert filled(tmp_path, "b{{ n }}") == "b7"
    assert filled(tmp_path, "b{{ n }}", "trim") == "b7"
    assert len(compilations) == 3


@pytest.mark.parametrize("content", [b"", b"x" * 40])
def test_what_is_damaged_is_left_aside(tmp_path: Path, compilations: list[str], content: bytes) -> None:
    filled(tmp_path, "a{{ n }}")
    (kept,) = tmp_path.iterdir()
    for damaged in (content, kept.read_bytes()[:-3], kept.read_bytes().replace(b"a", b"b")):
        kept.write_bytes(damaged)
        assert filled(tmp_path, "a{{ n }}") == "a7"
    assert len(compilations) == 4


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert filled(tmp_path / "none", "a{{ n }}") == "a7"
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert filled(tmp_path, "a{{ n }}") == "a7"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("prefix", [None, "/elsewhere"])
def test_the_pages_code_lies_beside_the_bytecode(prefix: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PYTHONPYCACHEPREFIX moves the bytecode to, the templates go too."""
    monkeypatch.setattr("sys.pycache_prefix", prefix)
    kept = compiled_templates.kept_templates("")
    assert kept is not None
    beside = Path(compiled_templates.__file__).parent
    assert kept.folder == (Path(f"{prefix}{beside}") if prefix else beside / "__pycache__")
