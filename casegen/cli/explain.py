"""explain: what would have to become true, what a single failure would defeat, and how sure the case is."""

from __future__ import annotations

from typing import Annotated

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, sound


@app.command()
def explain(
    case: CasePath,
    independent: Annotated[
        bool, typer.Option("--independent", help="Doubts are argued to be independent: multiply confidences.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Shortest repair sets, weakest links, and confidence with the assumption it rests on."""
    from casegen.argument import Dependence, confidence, repairs, weakest_links
    from casegen.assessment.assess import assess
    from casegen.assessment.documents import number
    from casegen.cli import output

    loaded, _ = sound(case, as_json=as_json)
    assessed = assess(loaded)
    numbers = (assessed.requirements, assessed.evidence, assessed.trees)
    sets = repairs(loaded, *numbers)
    links = weakest_links(loaded, *numbers)
    dependence = Dependence.INDEPENDENT if independent else Dependence.UNKNOWN
    roots = {name: c for name, c in confidence(loaded, dependence).items() if name in loaded.header.roots}
    if as_json:
        output.as_json(
            {
                "repair_sets": [[{"target": r.target, "action": r.action} for r in one] for one in sets],
                "weakest_links": [
                    {"target": x.target, "what": x.what, "headroom": number(x.headroom), "roots": list(x.roots)}
                    for x in links
                ],
                "confidence": [
                    {"id": c.id, "value": c.value, "lower": c.lower, "upper": c.upper,
                     "assumption": c.assumption.value, "missing": list(c.missing)}
                    for c in roots.values()
                ],
            }
        )  # fmt: skip
        return
    out = output.console()
    out.print(f"[bold]What would have to become true[/] ({len(sets)} smallest set(s))")
    for i, one in enumerate(sets, 1):
        out.print(f"  set {i}:" if one else "  nothing: the case holds")
        for repair in one:
            out.print(f"    {output.escape(repair.target)}: {output.escape(repair.action)}")
    out.print("[bold]Holding today, and defeating a root by failing alone[/] (nearest to failing first)")
    for link in links[:20]:
        room = "" if number(link.headroom) == "inf" else f" headroom {output.figure(link.headroom)}"
        out.print(f"  {output.escape(link.target)}:{room} {output.escape(link.what)}")
    for c in roots.values():
        value = (
            output.figure(c.value)
            if c.value is not None
            else f"no number: no doubt stated for {', '.join(c.missing)}"
        )
        out.print(
            f"[bold]Confidence in {output.escape(c.id)}[/]: {output.escape(value)} ({output.escape(c.assumption.value)})"
        )
