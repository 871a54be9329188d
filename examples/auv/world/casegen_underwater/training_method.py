"""Training of the frames' classifier as a registered evidence method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, directions
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casegen_underwater.data import Drawn
    from casegen_underwater.training import Settings, Trained

DEMAND: Kind = "probability-per-demand"
Training = Literal["normal", "adversarial"]


class TrainingParameters(Parameters):
    """Parameters of ``underwater-training``."""

    training: Training = Field(
        "normal", description="on frames, or half of them changed by projected gradient"
    )
    frames: Annotated[int, Field(ge=256, le=1_000_000)] = Field(60_000, description="training frames")
    epochs: Annotated[int, Field(ge=1, le=200)] = Field(8, description="passes over them")
    epsilon: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.03, description="radius (L∞) of the attacks, in training and in the test"
    )
    held: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        20_000, description="new mission frames that error and robustness are measured on"
    )
    attacked: Annotated[int, Field(ge=10, le=100_000)] = Field(
        1_000, description="of them attacked by projected gradient"
    )


def settings_of(p: TrainingParameters) -> Settings:
    """Settings of the training that the parameters mean."""
    from casegen_underwater.training import Settings

    return Settings(
        frames=p.frames, epochs=p.epochs, epsilon=p.epsilon if p.training == "adversarial" else 0.0
    )


class UnderwaterTraining:
    """Registered as ``underwater-training``."""

    name = "underwater-training"
    version = 1
    summary = "Train the classifier of underwater frames, and compare with the network that is shipped"
    source = "paper 003 §6; adversarial training: Madry et al. (2018); limits: Clopper & Pearson (1934)"
    parameters: type[Parameters] = TrainingParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        **SIMULATOR,
        "network": (False, "npz of weights that training with this seed should give again"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "error": (DEMAND, "misclassified new frames of the mission plan"),
        "safety_related_error": (DEMAND, "of those, confusions that shorten the stand-off distance"),
        "attacked_error": (
            "fraction",
            "new frames with a misclassification found within the attack's radius",
        ),
        "same_answers": ("fraction", "new frames on which the shipped network answers the same"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("error", "safety_related_error", "attacked_error"), higher=("same_answers",)
    )
    extra: str | None = "torch"
    simulators: Mapping[str, str] = MODULES
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-3)
    elsewhere: Mapping[str, float] = {
        "error": 0.005,
        "safety_related_error": 0.002,
        "attacked_error": 0.03,
        "same_answers": 0.03,
    }
    """Training multiplies rounding: another processor gives another network, of about the same quality, which errs on
    other frames: 2 % of each.  The network that claims rest on is an input with a hash, not retrained."""

    def run(self, run: Run) -> Result:
        """Train with the seed of the run; see :func:`casegen_underwater.training.train`."""
        from casegen_underwater.data import drawn
        from casegen_underwater.network import answers, load, module_of
        from casegen_underwater.training import HELD, failures, one_thread, train

        p: TrainingParameters = run.parameters
        result = train(run.seed, settings_of(p), lambda d, w: run.progress(0.9 * d, w), run.scratch)
        frames = drawn("mission", run.seed, HELD, p.held)
        with one_thread():
            said = answers(result.module, frames.images)
            hit = _attacked(result, frames, said, p, run.seed)
            wrong = {kind: int(failures(said, frames.truth, kind).sum()) for kind in KINDS}
            measures = _measures(wrong, hit, p, run.confidence)
            if "network" in run.inputs:
                shipped = answers(module_of(load(run.inputs["network"])), frames.images)
                measures["same_answers"] = _same(int((shipped == said).sum()), p.held, run.confidence)
        run.progress(1.0, "done")
        return Result(measures, [_confusions(frames, said)], [_curve(result), _sheet(run.seed)], _ASSUMPTIONS)


KINDS = ("any", "safety-related")
_ASSUMPTIONS = (
    "Frames are rendered; training frames are six parts of the mission plan and four of the whole domain.",
    "An attack of a few steps finds some misclassifications near a frame, not all: the share found is a lower limit of "
    "the share that has one.",
)


def _attacked(
    trained: Trained, frames: Drawn, said: NDArray[np.int64], p: TrainingParameters, seed: int
) -> int:
    """Attacked frames with a misclassification at the frame itself or near it."""
    import numpy as np
    import torch

    from casegen_underwater.network import answers
    from casegen_underwater.training import attacked

    some = slice(0, p.attacked)
    x, y = torch.from_numpy(frames.images[some]), torch.from_numpy(frames.truth[some])
    worst = attacked(trained.module, x, y, p.epsilon, 10, np.random.default_rng([seed, 0xAD])).numpy()
    near = answers(trained.module, worst) != frames.truth[some]
    return int((near | (said[some] != frames.truth[some])).sum())


def _measures(
    wrong: dict[str, int], hit: int, p: TrainingParameters, confidence: float
) -> dict[str, Measure]:
    from casegen_evidence.bounds.measures import proportion

    tried = min(p.attacked, p.held)
    text = (
        f"frames with a misclassification found within {p.epsilon:g} (L∞) by 10 steps of projected gradient"
    )
    return {
        "error": proportion(wrong["any"], p.held, confidence, DEMAND, "misclassified new mission frames"),
        "safety_related_error": proportion(
            wrong["safety-related"],
            p.held,
            confidence,
            DEMAND,
            "confusions that shorten the stand-off distance",
        ),
        "attacked_error": proportion(hit, tried, confidence, "fraction", text),
    }


def _same(count: int, n: int, confidence: float) -> Measure:
    from casegen_evidence.bounds.measures import proportion

    text = "new frames with the same answer as the shipped network"
    return replace(proportion(count, n, confidence, "fraction", text), distribution=None)


def _confusions(frames: Drawn, said: NDArray[np.int64]) -> Table:
    import numpy as np

    from casegen_underwater.scenes import ASSETS

    counts = np.zeros((len(ASSETS), len(ASSETS)), dtype=np.int64)
    np.add.at(counts, (frames.truth, said), 1)
    rows: list[list[str | float | int | None]] = [
        [name, *(int(v) for v in counts[k])] for k, name in enumerate(ASSETS)
    ]
    return Table("Confusion counts on new mission frames", ["true \\ answered", *ASSETS], rows)


def _curve(trained: Trained) -> Figure:
    epochs = [row[0] for row in trained.curve]
    names = ("loss on training frames", "error on selection frames")
    series = [
        {"name": n, "x": epochs, "y": [row[k + 1] for row in trained.curve]} for k, n in enumerate(names)
    ]
    last = trained.curve[-1]
    alt = f"After {last[0]} epochs the training loss is {last[1]:.3f}; {last[2]:.2%} of selection frames are wrong."
    return Figure("Training", "lines", {"series": series}, alt, "epoch", "loss, error", log_y=True)


def _sheet(seed: int) -> Figure:
    from casegen_underwater.scenes import ASSETS
    from casegen_underwater.sheet import CONDITIONS, contact_sheet, encoded

    rows, columns = ", ".join(ASSETS), ", ".join(name for name, _ in CONDITIONS)
    alt = f"Frames as the network sees them, tinted. Rows: {rows}. Columns: {columns}."
    return Figure("Rendered frames", "image", {"png": encoded(contact_sheet(seed))}, alt)


TRAINING = UnderwaterTraining()
