"""What-if in the page equals the tool's own on the shipped example: trees to 1e-12, claims on the same side."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from casegen.assessment.assess import Change, Session
from casegen.render import write_html
from casegen.render.whatif import whatif_model

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/case.yaml"))


@pytest.mark.parametrize("folder", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_random_changes_agree_with_the_tool(open_page, tmp_path, folder) -> None:
    import casegen

    session = Session.open(casegen.load(folder))
    before = session.assess()
    page = open_page(write_html(before, tmp_path / "case.html"))
    model = whatif_model(before)
    events = sorted(set(model["texts"]))
    if not events:
        pytest.skip("the example has no fault tree")
    draw = random.Random(11)
    exact = {claim["id"] for claim in model["claims"] if claim["side"] == "value"}
    for _ in range(100):
        chosen = draw.sample(events, min(len(events), draw.choice([1, 2, 4])))
        changes = {name: draw.choice([0.0, 1.0, 10 ** draw.uniform(-8, 0)]) for name in chosen}
        shown = page.evaluate(
            "(changes) => { casegen.reset(); let found;"
            " for (const [name, p] of Object.entries(changes)) found = casegen.set(name, p); return found; }",
            changes,
        )
        numbers = session.numbers(tuple(Change(p, event=name) for name, p in changes.items()))
        found = session.requirements(numbers)
        for tree, here in zip(model["trees"], shown, strict=True):
            bound = numbers.trees[tree["id"]]
            top = bound.compiled.probability(bound.values.probability)
            assert here["value"] == pytest.approx(top, rel=1e-12, abs=1e-300)
        for claim in model["claims"]:
            theirs, ours = found[claim["id"]], shown[claim["tree"]][claim["side"]]
            if theirs.compared is None:
                continue
            if claim["id"] in exact:
                assert ours == pytest.approx(theirs.compared, rel=1e-12)
            else:  # bounds of events that are not set are kept: never narrower than the tool's
                assert ours >= theirs.compared * (1 - 1e-12)
