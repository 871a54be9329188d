"""The docs name what exists: every command, every method, every page that is linked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands() -> Iterator[str]:
    from casegen.cli.app import commands

    app = commands()

    for command in app.registered_commands:
        assert command.callback is not None
        yield command.name or command.callback.__name__
    for group in app.registered_groups:
        assert group.typer_instance is not None
        for command in group.typer_instance.registered_commands:
            assert command.callback is not None
            yield f"{group.name} {command.name or command.callback.__name__.rstrip('_')}"


@pytest.mark.parametrize("command", sorted(commands()))
def test_every_command_is_documented(command: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    last = command.split()[-1]
    row = next(
        (line for line in text.splitlines() if f"`casegen {command.split()[0]}" in line and last in line),
        None,
    )
    assert row is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_registered_method_is_documented() -> None:
    from casegen.store.methods import registered

    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in registered() if name not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_programs_named_in_a_page_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for module in re.findall(r"python -m ((?:benchmarks|examples|casegen)[\w.]*)", text):
        worlds = [path.parent for path in ROOT.glob(f"examples/*/world/{module.split('.')[0]}")]
        root = ROOT / "evidence" if module.startswith("casegen_evidence") else (*worlds, ROOT)[0]
        path = root / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), f"{page.name}: {module}"
    for script in re.findall(r"python ((?:benchmarks|docs|examples)/[\w./-]+\.py)", text):
        assert (ROOT / script).is_file(), f"{page.name}: {script}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_named_in_a_sentence_exist(page: Path) -> None:
    known = set(commands()) | {name.split()[0] for name in commands()}
    for call in re.findall(r"`casegen ([a-z]+(?: [a-z]+)?)", page.read_text("utf-8")):
        assert call in known or call.split()[0] in known, f"{page.name}: casegen {call}"
