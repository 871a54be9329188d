"""Every drawing of a case, laid out together and drawn once for page, PDF and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from casegen.assessment.results import Assessment
from casegen.render.diagrams import argument, overview, scenario, tree
from casegen.render.diagrams.diagram import Diagram, inline, standalone
from casegen.render.layout import Graph, Layout, lay_out

__all__ = ["Diagram", "all_diagrams", "inline", "standalone"]

P = TypeVar("P")
Job = tuple[Sequence[Graph], Callable[[tuple[Layout, ...]], Diagram]]


def all_diagrams(assessment: Assessment) -> tuple[Diagram, ...]:
    """Map, argument sheets, scenarios, fault trees: in reading order.

    Raises:
        OutsidePartMissing: no Graphviz layout program was found.
    """
    jobs = [*_argument_jobs(assessment), *_scenario_jobs(assessment), *_tree_jobs(assessment)]
    layouts = lay_out([graph for graphs, _ in jobs for graph in graphs])
    drawn = []
    at = 0
    for graphs, draw in jobs:
        drawn.append(draw(layouts[at : at + len(graphs)]))
        at += len(graphs)
    return tuple(drawn)


def _argument_jobs(assessment: Assessment) -> list[Job]:
    view, pages = argument.argument_sheets(assessment)
    jobs: list[Job] = []
    plan = overview.plan_overview(view, pages)
    if plan is not None:
        jobs.append(([plan.graph], _one(overview.draw_overview, plan)))
    for page, index, count in argument.sheets_per_module(view, pages):
        sheet = argument.plan_sheet(view, page, index, count)
        jobs.append(([sheet.graph], _one(argument.draw_sheet, sheet)))
    return jobs


def _scenario_jobs(assessment: Assessment) -> list[Job]:
    jobs: list[Job] = []
    for found in assessment.case.scenarios:
        plan = scenario.plan_scenario(assessment, found)
        jobs.append((plan.graphs, _all(scenario.draw_scenario, plan)))
    return jobs


def _tree_jobs(assessment: Assessment) -> list[Job]:
    sheets = list(tree.tree_sheets(assessment))
    where = {name: sheet for view, _ in sheets for name, sheet in view.sheet_of.items()}
    jobs: list[Job] = []
    for view, pages in sheets:
        others = {name: sheet for name, sheet in where.items() if name not in view.sheet_of}
        for index, page in enumerate(pages):
            plan = tree.plan_sheet(view, page, index, len(pages), others)
            jobs.append(([plan.graph], _one(tree.draw_sheet, plan)))
    return jobs


def _one(draw: Callable[[P, Layout], Diagram], plan: P) -> Callable[[tuple[Layout, ...]], Diagram]:
    return lambda layouts: draw(plan, layouts[0])


def _all(draw: Callable[[P, tuple[Layout, ...]], Diagram], plan: P) -> Callable[[tuple[Layout, ...]], Diagram]:
    return lambda layouts: draw(plan, layouts)
