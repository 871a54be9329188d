"""baseline create · list · show · verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.review import By
from casegen.model.legible import quoted

if TYPE_CHECKING:
    from casegen.review.baseline import Baseline
    from casegen.review.verification import Verified

baseline = typer.Typer(help="Frozen, hashed, optionally signed states of a case.", no_args_is_help=True)
app.add_typer(baseline, name="baseline")


@baseline.command("create")
def create_(
    case: CasePath,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, `.`, `_`, `-`.")] = "",
    named: Annotated[str, typer.Option("--name", hidden=True)] = "",
    author: By = "",
    reason: Annotated[str, typer.Option("--reason", help="Why this state is frozen.")] = "",
    key: Annotated[Path | None, typer.Option("--key", help="Ed25519 private key to sign with.")] = None,
    as_json: Json = False,
) -> None:
    """Freeze case, evidence and artefacts under one SHA-256 root."""
    from casegen.io.folder import find_root
    from casegen.render.document_settings import read_custom
    from casegen.review.baseline import create

    read_custom(find_root(case))  # what no document could be drawn with is reported before it is frozen
    result = create(case, name or named, author=author, reason=reason, key=key)
    if as_json:
        output.as_json(_baseline_row(result))
        return
    out = output.console()
    out.print(f"baseline [bold]{output.escape(result.name)}[/] in {output.escape(result.folder)}")
    out.print(f"  root {result.root}")
    out.print(f"  {result.verdict()}")
    for path, why in result.about.left_out.items():
        out.print(f"  left out: {output.escape(path)} ({output.escape(why)})", style="yellow")


def _baseline_row(result: Baseline) -> dict[str, Any]:
    about = result.about.model_dump(mode="json")
    return {"root": result.root, "folder": str(result.folder), **about}


@baseline.command("list")
def list_baselines(case: CasePath, as_json: Json = False) -> None:
    """Every baseline of the case, oldest first."""
    from casegen.io.folder import find_root
    from casegen.review.baseline import baselines

    result = baselines(find_root(case))
    if as_json:
        output.as_json({"baselines": [_baseline_row(one) for one in result]})
        return
    rows = [
        (*map(output.escape, (b.name, b.about.created[:16], quoted(b.about.author), quoted(b.about.reason))),
         "signed" if b.about.signer else "", b.root[:16])
        for b in result
    ]  # fmt: skip
    output.table("Baselines", ("name", "created", "author", "reason", "", "root"), rows)


@baseline.command("show")
def show_baseline(
    case: CasePath,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The latest if left out.")] = "",
    as_json: Json = False,
) -> None:
    """Who froze what, when and why, and each file with its hash."""
    from casegen.io.folder import find_root
    from casegen.io.regular import read_bytes
    from casegen.review.baseline import FILES, SUMS, find
    from casegen.review.manifest import read_listing

    result = find(find_root(case), name)
    sums = read_listing(read_bytes(result.folder / SUMS), SUMS)
    if as_json:
        output.as_json({**_baseline_row(result), "files": sums})
        return
    about, out = result.about, output.console()
    out.print(f"[bold]{output.escape(result.name)}[/]  root {result.root}")
    out.print(
        f"  {output.escape(f'{about.case} version {quoted(about.version)}, frozen {about.created[:19]}')}"
    )
    out.print(f"  by {output.escape(quoted(about.author))}: {output.escape(quoted(about.reason))}")
    for part in about.added_parts or ():
        out.print(
            f"  judged by {output.escape(part.words)} {output.escape(part.version)}, code {part.code[:16]}"
        )
    rows = [
        (output.escape(about.roles.get(path.removeprefix(f"{FILES}/"), "")), output.escape(path), digest[:16])
        for path, digest in sums.items()
    ]
    output.table("", ("role", "file", "SHA-256"), rows)


UNNOTICED = (
    "not noticed without --root or --public-key: a baseline made anew as a whole; the latest baselines deleted together "
    "with the review that names them"
)
DELETED = "not noticed without --root: the latest baselines deleted together with the review that names them"
"""a signature vouches for the baselines that are there, and there may have been a newer one"""


@baseline.command("verify")
def verify_baseline(
    case: Annotated[Path, typer.Argument(metavar="CASE", help="Case folder, baseline folder or audit pack.")],
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Name of the baseline; all if left out.")
    ] = "",
    frozen: Annotated[
        bool, typer.Option("--frozen", help="The baseline alone, not whether the case folder is still at it.")
    ] = False,
    root: Annotated[
        str | None,
        typer.Option("--root", metavar="SHA256", help="The root hash, as you received it separately."),
    ] = None,
    public_key: Annotated[
        Path | None, typer.Option("--public-key", help="The signer's public key, from elsewhere.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find every changed byte; exit 1 if there is one.

    Every baseline is compared with its hashes, and the case folder with the one named (the latest).
    """
    from casegen.audit.inspection import inspect

    result = inspect(case, name, frozen_only=frozen, expected_root=root, public_key=public_key)
    holds = all(one.holds for one in result)
    authenticated = root is not None or public_key is not None
    if as_json:
        rows = [one.document() for one in result]
        output.as_json({"holds": holds, "authenticated": holds and authenticated, "baselines": rows})
    else:
        for one in result:
            _show_verified(one, authenticated=authenticated)
        if root is None:
            output.console().print(UNNOTICED if public_key is None else DELETED, style="dim")
    raise typer.Exit(0 if holds else 1)


def _show_verified(one: Verified, *, authenticated: bool) -> None:
    """``authenticated``: the assessor gave a root or a key from elsewhere; a baseline could be anybody's without."""
    out = output.console()
    verdict = "[green]holds[/]" if one.holds else "[bold red]does not hold[/]"
    if one.holds and not authenticated:
        verdict += ", which does not show who made it"
    out.print(
        f"baseline [bold]{output.escape(one.name)}[/] {verdict}; root {one.root}; {output.escape(one.signature)}"
    )
    for note in one.notes:
        out.print(f"  note: {output.escape(note)}", style="dim")
    for difference in one.frozen:
        out.print(f"  {difference.kind}: {output.escape(difference.message)}", style="red")
    for difference in one.working:
        out.print(f"  case folder, {difference.kind}: {output.escape(difference.message)}", style="yellow")
    if one.working:
        out.print("  what it means: `casegen diff`; the baseline alone: --frozen", style="dim")
