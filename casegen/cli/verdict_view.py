"""The assessment on the terminal: verdict, what prevents support, the ledger, what to do next."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from casegen.cli import output
from casegen.model.legible import one_line
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.points import PreventingPoint
    from casegen.model.case import Case
    from casegen.model.results import Assessment
    from casegen.review.questions import Question

WIDTH = 100
FEW_POINTS = 8
OUTLINE_FROM = 25
"""a case of at most so many claims is shown as an outline, unless asked otherwise"""


def show_assessment(assessed: Assessment, *, everything: bool = False) -> None:
    """A small case as an outline of its claims; a large one by what prevents support.  Then the verdict."""
    if everything or len(assessed.claims) <= OUTLINE_FROM:
        _outline(assessed, everything=everything)
    large = len(assessed.claims) > OUTLINE_FROM
    verdict(assessed, everything=everything, points=FEW_POINTS if large else FEW_POINTS // 2)
    if not everything and large:
        output.console().print("every claim with its reasons: casegen assess CASE --all", style="dim")


def verdict(assessed: Assessment, *, everything: bool = False, points: int = FEW_POINTS) -> None:
    """Does the case hold, what stands in the way, what it spends, what to do next."""
    from casegen.assessment.points import counts, failing_roots, next_steps, preventing

    out = output.console()
    roots = assessed.case.header.roots
    if not roots:
        out.print("[bold red]The case claims nothing[/]: name its top claims in `case: roots:`.")
        return
    total = ", ".join(f"{n} {output.styled(status.value)}" for status, n in counts(assessed))
    readings = _readings(assessed) if assessed.supported else ()  # nothing else is shown that they may deny
    names = output.escape(", ".join(roots))
    if assessed.supported:
        out.print(f"{_holds(readings)}: {names} supported{_left(readings)}.")
    else:
        failing = output.escape(", ".join(failing_roots(assessed)))
        out.print(f"[bold red]The case does not hold[/]: {failing} not supported.")
    for root in roots:
        _text(f'"{assessed.case.claim[root].text}"' if root in assessed.case.claim else root)
    out.print(f"  {counted(len(assessed.claims), 'claim')}: {total}")
    _ledger(assessed)
    _accepted_risks(assessed)
    _conceded(assessed)
    _split(assessed)
    if assessed.supported:
        _as_recorded(assessed)
        _void_readings(assessed)
        _questions([one for one in readings if one.step.asks and not one.read_by], everything=everything)
        _to_be_read([one for one in readings if not one.step.asks], everything=everything)
        return
    all_points = preventing(assessed)
    shown = all_points if everything else _chosen(all_points, points)
    out.print(f"[bold]What prevents support[/] ({counted(len(all_points), 'point')})")
    for point in shown:
        _point(point)
    if len(shown) < len(all_points):
        out.print(f"  … and {len(all_points) - len(shown)} more: casegen assess CASE --all", style="dim")
    out.print("[bold]Next[/]")
    for number, step in enumerate(next_steps(assessed), 1):
        _text(f"{number}. {step}", hang="   ")


def _conceded(assessed: Assessment) -> None:
    """Objections that are conceded and carried: what the case grants although it holds."""
    from casegen.model.results import Status

    for defeater in assessed.case.defeaters:
        result = assessed.nodes.get(defeater.id)
        if defeater.state != "accepted" or result is None or result.status is not Status.ASSUMED:
            continue
        carried = result.reasons[0].message if result.reasons else ""
        _text(f'conceded against {defeater.target}: "{defeater.text}" ({carried})')


def _holds(readings: Sequence[Question]) -> str:
    """The verdict of a supported case: by its numbers, until a person has read every part that no program checks."""
    if all(one.read_by for one in readings):
        return "[green]The case holds[/]"
    return "[green]The case holds by its numbers[/]"


def _left(readings: Sequence[Question]) -> str:
    asked = sum(one.step.asks and not one.read_by for one in readings)
    if asked:
        return f", [yellow]{counted(asked, 'question')} to be read[/]"
    by = dict.fromkeys(one.read_by for one in readings)
    return "" if "" in by else f"; read by {output.escape(', '.join(by))}"


def _readings(assessed: Assessment) -> Sequence[Question]:
    from casegen.review.questions import readings_of

    return readings_of(assessed)


def _as_recorded(assessed: Assessment) -> None:
    """Results that nothing here could be held against: whoever wrote the folder vouches for them alone."""
    from casegen.model.results import Freshness

    items = [i for i, state in assessed.evidence.items() if state.freshness is Freshness.FRESH and state.why]
    if items:
        which = f"{', '.join(items[:6])}{f' and {len(items) - 6} more' if len(items) > 6 else ''}"
        _text(
            f"as recorded, not held against code that is installed here: {which} (why: casegen evidence list CASE)"
        )


def _void_readings(assessed: Assessment) -> None:
    from casegen.review.questions import readings_void

    if why := readings_void(assessed):
        _text(f"{why}: readings do not count (casegen review status)")


def _questions(asked: Sequence[Question], *, everything: bool) -> None:
    """What may deny the verdict, with the words in question, and how a person answers."""
    shown = asked if everything else asked[:FEW_POINTS]
    for one in shown:
        said = " ← ".join(_quoted(text) for text in one.step.texts)
        _text(
            f"{one.step.id}: {one.step.question} {said if everything else _short(said, 3 * WIDTH)}",
            hang="   ",
        )
    if len(shown) < len(asked):
        output.console().print(
            f"  … and {len(asked) - len(shown)} more: casegen assess CASE --all", style="dim"
        )
    if asked:
        _text(
            "answered by somebody else than the author: casegen review read CASE ITEM --by NAME --because TEXT"
        )


def _to_be_read(readings: Sequence[Question], *, everything: bool) -> None:
    """What holds by its words alone: parts that no program checks, the question of each, and who has read it."""
    left = sum(not one.read_by for one in readings)
    out = output.console()
    if left:
        where = "" if everything else " (which: casegen assess CASE --all)"
        out.print(f"  {counted(left, 'part')} to be read by a person, not checked by a program{where}")
    for one in readings if everything else ():
        read = f" read by {one.read_by}: {one.text}" if one.read_by else ""
        said = " ← ".join(map(_quoted, one.step.texts))
        _text(f"{one.step.id}: {one.step.question} {said}{read}", hang="   ")


def _quoted(text: str) -> str:
    return f'"{text}"'


def _chosen(points: tuple[PreventingPoint, ...], few: int) -> tuple[PreventingPoint, ...]:
    """A few points, so that each kind is among them."""
    first = {point.kind: point for point in reversed(points)}
    rest = [point for point in points if first[point.kind] is not point]
    chosen = [*first.values(), *rest[: max(0, few - len(first))]]
    return tuple(point for point in points if any(point is one for one in chosen))


def _point(point: PreventingPoint) -> None:
    text = _short(point.text or point.target, 2 * WIDTH - 40)
    lines = _wrapped(f"{text} ({point.target})", WIDTH - 16)
    out = output.console()
    for number, line in enumerate(lines):
        lead = (
            output.styled(point.status.value) + " " * (14 - len(point.status.value))
            if not number
            else " " * 14
        )
        out.print(f"  {lead}{output.escape(line)}")
    for line in _wrapped(_short(point.what, 3 * WIDTH), WIDTH - 17):
        out.print(f"{' ' * 17}{output.escape(line)}", style="dim")


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most ``width``; a number stays with its unit and its power of ten."""
    kept = one_line(text).replace(" %", "\u00a0%").replace(" × ", "\u00a0×\u00a0")
    lines = textwrap.wrap(kept, width, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _text(text: str, hang: str = "  ") -> None:
    """Lines of at most :data:`WIDTH`; those after the first are further in, so that no text begins a line of its own."""
    for line in textwrap.wrap(one_line(text), WIDTH - 2, subsequent_indent=hang, break_on_hyphens=False):
        output.console().print(f"  {output.escape(line)}")


def _short(text: str, width: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else f"{flat[: width - 1]}…"


def _ledger(assessed: Assessment) -> None:
    """What the roots spend, in a line; with a confidence only where the case holds."""
    from casegen.model.digits import level, outward

    if assessed.ledger is None:
        return
    account = assessed.ledger.account(assessed.case.header.roots)
    measured = sum(spend.measured for spend in account.spends)
    if not account.spends and not account.by_value:
        return
    spent = outward(account.statistical, upper=True, digits=3)
    words = f"Error probability spent: {spent} on {counted(measured, 'bound')}"
    if account.statistical >= 1.0:
        words += " (1 or more: nothing is known of all of them together)"
    if account.doubts:
        words += f", {outward(account.doubts, upper=True, digits=3)} on stated doubts"
    if assessed.supported and account.spends and not account.by_value:
        held = level(account.confidence, 3)
        how = f"as independent as {account.argued} argues" if account.argued else "whatever their dependence"
        words += f"; together they hold with a confidence of at least {held}, {how}"
    if account.by_value:
        n = len(account.by_value)
        words += f"; {n} number{'s are' if n != 1 else ' is'} compared without confidence"
    _text(words + ".", hang="  ")


def _accepted_risks(assessed: Assessment) -> None:
    from casegen.assessment.safety.risk_matrix import accepted_risks

    for risk in accepted_risks(assessed):
        _text(f"Intolerable risk accepted: {risk}.", hang="  ")


def _split(assessed: Assessment) -> None:
    """A joint confidence shared out among the measures at least cost."""
    from casegen.cli.split_view import head, lines

    split = assessed.split
    if split is None:
        return
    _text(head(split), hang="  ")
    rows = lines(split)
    for row in rows[:FEW_POINTS]:
        _text(f"  {row}", hang="    ")
    if len(rows) > FEW_POINTS:
        _text(f"  … and {len(rows) - FEW_POINTS} more: casegen plan CASE")
    for reason in split.barred:
        _text(f"  more evidence does not settle that {reason}", hang="    ")


def _outline(assessed: Assessment, *, everything: bool) -> None:
    """The claims from the roots down: status, text, id; with all of it the requirement as evaluated, and why not."""
    from casegen.argument.outcome_text import outcome
    from casegen.model.results import Status

    for depth, claim in outline(assessed.case):
        result = assessed.claims[claim]
        _outlined(result.status.value, f"{assessed.case.claim[claim].text} ({claim})", depth)
        requirement = result.requirement
        evaluated = requirement is not None and requirement.holds is not None
        notes = [outcome(requirement)] if requirement is not None and evaluated else []
        good = result.status in (Status.SUPPORTED, Status.ASSUMED)
        if not good:
            notes += [reason.message for reason in result.reasons if reason.target == claim]
        for note in dict.fromkeys(notes) if everything else ():
            _outlined("", note, depth)


def _outlined(status: str, text: str, depth: int) -> None:
    """Lines of one claim, or of a note below it (no status), as deep as the claim is."""
    indent = " " * (2 * depth) + ("" if status else "    ")
    space = f"{indent}{' ' * (len(status) + 2) if status else ''}"
    out = output.console()
    for number, line in enumerate(_wrapped(text, max(40, WIDTH - len(space)))):
        if status and not number:
            out.print(f"{indent}{output.styled(status)}  {output.escape(line)}")
        else:
            out.print(f"{space}{output.escape(line)}", style=None if status else "dim")


def outline(case: Case) -> list[tuple[int, str]]:
    """Claims with their depth, parents first, each at the first place it is reached from the roots."""
    from casegen.model.argument import SubCase

    result: list[tuple[int, str]] = []
    seen: set[str] = set()
    stack = [(0, claim.id) for claim in reversed(case.claims)]
    stack += [(0, root) for root in reversed(case.header.roots)]
    while stack:
        depth, name = stack.pop()
        node = case.node.get(name)
        if isinstance(node, SubCase):
            name = node.claim
        if name in seen or name not in case.claim:
            continue
        seen.add(name)
        result.append((depth, name))
        for argument in reversed(case.argument_for.get(name, ())):
            stack += [(depth + 1, child) for child in reversed((*argument.premises, *argument.side_claims))]
    return result
