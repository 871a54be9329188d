"""Every drawing of a case, laid out together and drawn once for page, PDF and files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from casegen.assessment.results import Assessment
from casegen.render.diagrams import argument, overview, scenario, tree
from casegen.render.diagrams.diagram import Diagram, fits_paper, inline, standalone
from casegen.render.layout import Graph, Layout, lay_out
from casegen.render.paging import Page, next_cut

__all__ = ["Diagram", "all_diagrams", "inline", "standalone"]

ROUNDS = 6
"""How often sheets that are too large for paper are cut again before a larger sheet is taken."""


@dataclass(frozen=True, slots=True)
class Job:
    """One drawing to be made: what to lay out, how to draw it, and where it could be cut if too large."""

    graphs: Sequence[Graph]
    draw: Callable[[tuple[Layout, ...]], Diagram]
    page: Page | None = None
    seam: Callable[[str], bool] = lambda name: False


def all_diagrams(assessment: Assessment) -> tuple[Diagram, ...]:
    """Map, argument sheets, scenarios, fault trees: in reading order, each readable on A4 where seams allow.

    Raises:
        OutsidePartMissing: no Graphviz layout program was found.
    """
    cuts: set[str] = set()
    known: dict[str, Layout] = {}
    for _ in range(ROUNDS):
        jobs = [*_argument_jobs(assessment, cuts), *_scenario_jobs(assessment), *_tree_jobs(assessment, cuts)]
        layouts = _laid_out(jobs, known)
        wanted = {cut for job, placed in zip(jobs, layouts, strict=True) if (cut := _cut(job, placed))} - cuts
        if not wanted:
            break
        cuts |= wanted
    return tuple(job.draw(placed) for job, placed in zip(jobs, layouts, strict=True))


def _laid_out(jobs: Sequence[Job], known: dict[str, Layout]) -> list[tuple[Layout, ...]]:
    """Positions for every job; graphs met in an earlier round are not laid out again."""
    keyed = {repr(graph): graph for job in jobs for graph in job.graphs}
    missing = {key: graph for key, graph in keyed.items() if key not in known}
    known.update(zip(missing, lay_out(list(missing.values())), strict=True))
    return [tuple(known[repr(graph)] for graph in job.graphs) for job in jobs]


def _cut(job: Job, placed: Sequence[Layout]) -> str | None:
    if job.page is None or fits_paper(placed[0].width, placed[0].height):
        return None
    return next_cut(job.page, job.seam)


def _argument_jobs(assessment: Assessment, cuts: set[str]) -> Iterator[Job]:
    view, pages = argument.argument_sheets(assessment, cuts)
    plan = overview.plan_overview(view, pages)
    if plan is not None:
        yield _map_job(plan)
    for page, index, count in argument.sheets_per_module(view, pages):
        yield _argument_job(argument.plan_sheet(view, page, index, count))


def _map_job(plan: overview.OverviewPlan) -> Job:
    return Job([plan.graph], lambda placed: overview.draw_overview(plan, placed[0]))


def _argument_job(plan: argument.SheetPlan) -> Job:
    return Job(
        [plan.graph], lambda placed: argument.draw_sheet(plan, placed[0]), plan.page, plan.view.is_seam
    )


def _scenario_jobs(assessment: Assessment) -> Iterator[Job]:
    for found in assessment.case.scenarios:
        yield _scenario_job(scenario.plan_scenario(assessment, found))


def _scenario_job(plan: scenario.ScenarioPlan) -> Job:
    return Job(plan.graphs, lambda placed: scenario.draw_scenario(plan, placed))


def _tree_jobs(assessment: Assessment, cuts: set[str]) -> Iterator[Job]:
    sheets = list(tree.tree_sheets(assessment, cuts))
    callers = tree.callers_of(sheets)
    where = {name: sheet for view, _ in sheets for name, sheet in view.sheet_of.items()}
    for view, pages in sheets:
        others = {name: sheet for name, sheet in where.items() if name not in view.sheet_of}
        for index, page in enumerate(pages):
            yield _tree_job(tree.plan_sheet(view, page, index, len(pages), others, callers))


def _tree_job(plan: tree.SheetPlan) -> Job:
    return Job([plan.graph], lambda placed: tree.draw_sheet(plan, placed[0]), plan.page, plan.view.is_seam)
