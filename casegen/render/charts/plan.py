"""What further evidence makes of a bound: a curve against its cost, with the limit that the claim has to meet."""

from __future__ import annotations

from casegen.assessment.planning.plan import ClaimPlan
from casegen.model.number_text import compared
from casegen.render import svg
from casegen.render.charts.frame import WIDTH, LimitLine, label, limit_across, line, x_axis, y_axis, y_room
from casegen.render.charts.scale import SPREAD, Scale, scale_of
from casegen.render.diagrams.diagram import Diagram
from casegen.render.language import translate
from casegen.render.wording import anchor, number

PLOT = 150.0


def plan_chart(plan: ClaimPlan) -> Diagram | None:
    """The curve of a claim that further evidence can make hold; None for any other."""
    if len(plan.curve) < 2 or plan.cost is None:
        return None
    bounds = [bound for _, bound in plan.curve]
    shown = [*bounds, plan.limit]
    log = min(shown) > 0 and max(shown) > SPREAD * min(shown)
    top = 22.0
    y = scale_of(shown, top + PLOT, top, log=log)
    left = y_room(y)
    x = Scale(0.0, plan.curve[-1][0], left, WIDTH - 12)
    places = [(x.at(a), y.at(b)) for a, b in plan.curve]
    path = "M" + "L".join(f"{svg.number(a)} {svg.number(b)}" for a, b in places)
    today, wanted = compared(bounds[0], plan.limit, upper=bounds[0] > plan.limit)
    limit = LimitLine(plan.limit, translate("chart.plan_limit", limit=wanted))
    parts = [
        label(translate("chart.plan_bound"), 2, 12), x_axis(x, top, top + PLOT, translate("chart.plan_cost")),
        y_axis(y, left, WIDTH - 12), svg.element("path", d=path, class_="ln c1"),
        limit_across(limit, y.at(plan.limit), left, WIDTH - 12),
        line(x.at(plan.cost), top, x.at(plan.cost), top + PLOT, "ref"),
    ]  # fmt: skip
    title = translate("chart.plan", claim=plan.claim)
    alt = translate("chart.plan_alt", today=today, cost=number(plan.cost), limit=wanted)
    name = f"chart-plan-{anchor('claim', plan.claim)}"
    return Diagram(name, "plan", title, alt, WIDTH, top + PLOT + 34, "".join(parts), subject=plan.claim)
