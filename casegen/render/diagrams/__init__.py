"""Every drawing of a case, laid out together and drawn once for page, PDF and files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from casegen.model.hazard import HazardScenario
from casegen.model.results import Assessment
from casegen.render.diagrams import argument, guide_words, overview, scenario, tree, tree_sheet
from casegen.render.diagrams.argument_graph import ArgumentView
from casegen.render.diagrams.diagram import Diagram, fits_paper, inline, standalone
from casegen.render.layout import Layout, LayoutGraph, lay_out
from casegen.render.paging import Page, next_cut

__all__ = ["DRAWN", "Diagram", "all_diagrams", "inline", "standalone"]

_LOG = logging.getLogger("casegen")
DRAWN = 20_000
"""nodes of an argument that is drawn on sheets; a larger one stands on the page's canvas"""

ROUNDS = 6
"""How often sheets that are too large for paper are cut again before a larger sheet is taken."""


@dataclass(frozen=True, slots=True)
class SizedDrawing:
    """A drawing whose parts are sized: what to lay out, and how to draw it then."""

    graphs: Sequence[LayoutGraph]
    draw: Callable[[tuple[Layout, ...]], Diagram]


@dataclass(frozen=True, slots=True)
class DrawingJob:
    """One drawing to be made: how to size its parts, and where it could be cut if it is too large."""

    plan: Callable[[], SizedDrawing]
    page: Page | None = None
    seam: Callable[[str], bool] = lambda name: False

    @property
    def key(self) -> Hashable:
        """What decides the size of the drawing."""
        return (self.page.root, self.page.nodes, self.page.away, self.page.part) if self.page else None


def all_diagrams(assessment: Assessment, marks: Mapping[str, str] | None = None) -> tuple[Diagram, ...]:
    """Map, argument sheets, guide words, scenarios, fault trees: in reading order, each readable on A4 where seams allow.

    An argument of more than :data:`DRAWN` nodes is not drawn, and a warning of the log says so.
    ``marks`` names parts that are ``added`` or ``changed``: their boxes bear a tag that says so.

    Raises:
        MissingDependencyError: no Graphviz layout program was found.
    """
    if len(assessment.case.node) > DRAWN:
        _LOG.warning(
            "the argument has %s nodes: more than %s are not drawn on sheets",
            len(assessment.case.node),
            DRAWN,
        )
    marked = marks or {}
    cuts: set[str] = set()
    known: dict[str, Layout] = {}
    checked: set[Hashable] = {None}
    boxes: argument.Boxes = {}
    for _ in range(ROUNDS):
        jobs = [*_argument_jobs(assessment, cuts, marked, boxes), *_tree_jobs(assessment, cuts, marked)]
        fresh = [job for job in jobs if job.key not in checked]
        layouts = lay_out([job.plan().graphs[0] for job in fresh], known)
        checked.update(job.key for job in fresh)
        wanted = {
            cut for job, placed in zip(fresh, layouts, strict=True) if (cut := _cut(job, placed))
        } - cuts
        if not wanted:
            break
        cuts |= wanted
    ready = [
        job.plan()
        for jobs in (
            _argument_jobs(assessment, cuts, marked, boxes),
            _guide_word_jobs(assessment),
            _scenario_jobs(assessment, marked),
            _tree_jobs(assessment, cuts, marked),
        )
        for job in jobs
    ]
    placed = iter(lay_out([graph for one in ready for graph in one.graphs], known))
    return tuple(one.draw(tuple(islice(placed, len(one.graphs)))) for one in ready)


def _cut(job: DrawingJob, placed: Layout) -> str | None:
    if job.page is None or fits_paper(placed.width, placed.height):
        return None
    return next_cut(job.page, job.seam)


def _argument_jobs(
    assessment: Assessment, cuts: set[str], marks: Mapping[str, str], boxes: argument.Boxes
) -> Iterator[DrawingJob]:
    if len(assessment.case.node) > DRAWN:
        return
    view, pages = argument.argument_sheets(assessment, cuts, marks, boxes)
    plan = overview.plan_overview(view, pages)
    if plan is not None:
        yield DrawingJob(partial(_ready_map, plan))
    for page, index, count in argument.sheets_per_module(view, pages):
        yield DrawingJob(partial(_ready_argument, view, page, index, count), page, view.is_seam)


def _ready_map(plan: overview.OverviewPlan) -> SizedDrawing:
    return SizedDrawing([plan.graph], lambda placed: overview.draw_overview(plan, placed[0]))


def _ready_argument(view: ArgumentView, page: Page, index: int, count: int) -> SizedDrawing:
    plan = argument.plan_sheet(view, page, index, count)
    return SizedDrawing([plan.graph], lambda placed: argument.draw_sheet(plan, placed[0]))


def _guide_word_jobs(assessment: Assessment) -> Iterator[DrawingJob]:
    for sheet in guide_words.guide_word_sheets(assessment.case):
        yield DrawingJob(partial(_ready_drawn, sheet))


def _ready_drawn(sheet: Diagram) -> SizedDrawing:
    """A drawing whose places are known without a layout."""
    return SizedDrawing((), lambda placed: sheet)


def _scenario_jobs(assessment: Assessment, marks: Mapping[str, str]) -> Iterator[DrawingJob]:
    for item in assessment.case.scenarios:
        yield DrawingJob(partial(_ready_scenario, assessment, item, marks))


def _ready_scenario(assessment: Assessment, result: HazardScenario, marks: Mapping[str, str]) -> SizedDrawing:
    plan = scenario.plan_scenario(assessment, result, marks)
    return SizedDrawing(plan.graphs, lambda placed: scenario.draw_scenario(plan, placed))


def _tree_jobs(assessment: Assessment, cuts: set[str], marks: Mapping[str, str]) -> Iterator[DrawingJob]:
    sheets = list(tree.tree_sheets(assessment, cuts, marks))
    callers = tree.callers_of(sheets)
    where = {name: sheet for view, _ in sheets for name, sheet in view.sheet_of.items()}
    for view, pages in sheets:
        others = {name: sheet for name, sheet in where.items() if name not in view.sheet_of}
        for index, page in enumerate(pages):
            yield DrawingJob(
                partial(_ready_tree, view, page, index, len(pages), others, callers), page, view.is_seam
            )


def _ready_tree(
    view: tree.DrawnTree,
    page: Page,
    index: int,
    count: int,
    others: dict[str, str],
    callers: dict[str, tuple[str, ...]],
) -> SizedDrawing:
    plan = tree.plan_sheet(view, page, index, count, others, callers)
    return SizedDrawing([plan.graph], lambda placed: tree_sheet.draw_sheet(plan, placed[0]))
