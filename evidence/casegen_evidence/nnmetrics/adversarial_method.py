"""Adversarial confidence loss as a registered evidence method (paper 002 §II-D)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.nnmetrics.declared_signs import ATTACKS
from casegen_evidence.nnmetrics.picture_layout import holds_pictures
from casegen_evidence.nnmetrics.pictures import FILE, MODEL, PictureParameters, refuse_unused_of_pictures
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casegen_evidence.nnmetrics.adversarial import ConfidenceLoss
    from casegen_evidence.nnmetrics.networks import Network
    from casegen_evidence.nnmetrics.pictures import Pictures
    from casegen_evidence.nnmetrics.transformers import Transformer

Name = Literal[
    "identity", "FGSM", "PGD", "DeepFool", "square", "noise", "brightness", "blur", "rotation", "translation"
]
Positive = Annotated[float, Field(gt=0)]
CHANGES: tuple[Name, ...] = ("noise", "brightness", "blur", "rotation", "translation")
WITH_GRADIENTS: tuple[Name, ...] = ("identity", "FGSM", "PGD", "DeepFool", *CHANGES)
OUTPUTS_ONLY: tuple[Name, ...] = ("identity", "square", *CHANGES)


class AdversarialParameters(PictureParameters):
    """Parameters of ``nn-adversarial-loss``; limits are in units of the pixels, except where stated."""

    transformers: Annotated[list[Name], Field(min_length=1)] | None = Field(
        None,
        description="changes to try on every picture; left out: all, the attacks by gradients where the network has any, "
        "else square in their place",
    )
    epsilon: Positive = Field(0.1, description="largest change of a pixel (L∞), in units of the pixels")
    degrees: Positive = Field(10.0, description="largest rotation")
    pixels: Positive = Field(1.0, description="largest translation, in pixels")
    sigma: Positive = Field(0.7, description="largest standard deviation of the blur, in pixels")
    steps: Annotated[int, Field(ge=1, le=200)] = Field(10, description="steps of PGD and DeepFool")
    queries: Annotated[int, Field(ge=1, le=10_000)] = Field(
        200, description="looks at the network of the square attack"
    )
    low: float = Field(0.0, description="smallest value of a pixel")
    high: float = Field(1.0, description="largest value of a pixel")
    limit: Annotated[int, Field(ge=1)] = Field(
        500, description="evaluate at most this many pictures, drawn at random"
    )


class AdversarialLoss:
    """Registered as ``nn-adversarial-loss``."""

    name = "nn-adversarial-loss"
    version = 7
    summary = "Confidence lost under the worst of a list of small changes and attacks"
    source = (
        "paper 002 §II-D; attacks: Goodfellow et al. 2014, Madry et al. 2018, Moosavi-Dezfooli et al. 2016"
    )
    parameters: type[Parameters] = AdversarialParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "images": (False, FILE),
        "model": (False, MODEL),
        "confidences": (
            False,
            "table instead of images: column clean and one per transformer, the confidence in the true class",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "confidence_loss": (
            "score",
            "mean of the worst change of confidence, in [−1, 1]; with identity among the changes at "
            "most 0, which is best then",
        ),
        "adversarial_error": (
            "fraction",
            "inputs answered wrongly under some change (needs images)",
        ),
        "clean_error": ("fraction", "inputs answered wrongly without any change (needs images)"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("adversarial_error", "clean_error"), higher=("confidence_loss",)
    )
    signs: Mapping[str, str] = ATTACKS
    unused: Mapping[str, Sequence[str]] = {
        "confidences": tuple(AdversarialParameters.model_fields),
        "model": ("classifier",),
    }
    stages: Mapping[str, str] = {"attacks": "pictures"}
    asks: Mapping[str, Callable[[Path], bool]] = {"images": holds_pictures}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.05)

    def run(self, run: Run) -> Result:
        """Attack, take the worst, bound the mean."""
        from casegen_evidence.nnmetrics.attack_signs import attack_strength

        if ("images" in run.inputs) == ("confidences" in run.inputs):
            raise InputProblem(
                f"expected one of the inputs images and confidences; found {', '.join(run.inputs) or 'neither'}"
            )
        p: AdversarialParameters = run.parameters
        refuse_unused_of_pictures(run, self.unused, "confidences")
        notes: tuple[str, ...]
        galleries: list[Figure] = []
        if "confidences" in run.inputs:
            result, notes = _from_table(run), (_TABLE,)
        else:
            result, notes, galleries = _from_pictures(run, p)
        measures = _measures(result, run.confidence)
        epsilon = p.epsilon if "images" in run.inputs else None
        attack_strength(result, epsilon, p.high - p.low, run.intake)
        run.progress(1.0, "done")
        return Result(
            measures,
            [_table(result)],
            [_bars(result, run.confidence), *galleries],
            _ASSUMPTIONS,
            notes,
            signs=run.intake.signs,
            read=run.intake.read,
        )


_ASSUMPTIONS = (
    "The evaluated inputs are independent draws of the operational profile and were not used for training.",
    "The worst change is the worst that the listed transformers found; a stronger attack may find a worse one.",
)


_TABLE = (
    "Confidences were computed outside: the limits of the transformers are theirs, and parameters of attacks and of the "
    "network play no part."
)


def _limits(p: AdversarialParameters) -> str:
    return f"Limits: {p.epsilon:g} per pixel, {p.degrees:g}° rotation, {p.pixels:g} pixels translation, blur {p.sigma:g}."


def transformers(p: AdversarialParameters, gradients: bool = True) -> list[Transformer]:
    """The chosen transformers with their limits; those that a network with ``gradients`` allows, where none are."""
    from casegen_evidence.nnmetrics import transformers as t

    known: dict[str, Transformer] = {
        "identity": t.Identity(),
        "FGSM": t.Fgsm(p.epsilon),
        "PGD": t.Pgd(p.epsilon, p.steps),
        "DeepFool": t.DeepFool(p.epsilon, p.steps),
        "square": t.Square(p.epsilon, p.queries),
        "noise": t.Noise(p.epsilon),
        "brightness": t.Brightness(p.epsilon),
        "blur": t.Blur(p.sigma),
        "rotation": t.Rotation(p.degrees),
        "translation": t.Translation(p.pixels),
    }
    chosen = p.transformers or (WITH_GRADIENTS if gradients else OUTPUTS_ONLY)
    return [known[name] for name in dict.fromkeys(chosen)]


def _from_table(run: Run) -> ConfidenceLoss:
    from casegen_evidence.nnmetrics.adversarial import from_confidences
    from casegen_evidence.nnmetrics.attack_signs import capped, confidences_apart
    from casegen_evidence.tables.reader import read_input
    from casegen_evidence.tables.spec import Number

    share = Number(least=0, most=1)
    table = read_input(run, "confidences", {"clean": share}, rest=share)
    columns = {name: table.numbers(name) for name in table.columns if name != "clean"}
    result = from_confidences(table.numbers("clean"), columns)
    confidences_apart(table.numbers("clean"), columns, table.file, run.intake)
    capped(result, run.confidence, table.file, run.intake)
    return result


def _from_pictures(
    run: Run, p: AdversarialParameters
) -> tuple[ConfidenceLoss, tuple[str, ...], list[Figure]]:
    from casegen_evidence.blocks import Workers
    from casegen_evidence.nnmetrics.adversarial import confidence_loss
    from casegen_evidence.nnmetrics.attack_signs import (
        UNTOUCHED,
        missed_by_all,
        missing_gradients,
        without_gradient,
    )
    from casegen_evidence.nnmetrics.confidence_scale import hold_against, on_scale
    from casegen_evidence.nnmetrics.pictures import measured
    from casegen_evidence.nnmetrics.transformers import Fgsm

    run.progress(0.1, "training")
    pictures = measured(run, p, p.limit)
    run.progress(0.5, "attacking")
    blind = _without_slope(pictures)
    gradients = blind is not None and blind.mean() <= UNTOUCHED
    chosen = transformers(p, gradients)

    def attacked(face: Network, changes: Sequence[Transformer], name: str) -> ConfidenceLoss:
        return confidence_loss(
            face,
            pictures.images,
            pictures.labels,
            changes,
            seed=run.seed,
            low=p.low,
            high=p.high,
            workers=Workers(run.jobs, run.scratch, run.progress, 0.5, 0.95, device=run.device),
            name=name,
        )

    loss = attacked(pictures.network, chosen, "attacks")
    if blind is not None:
        without_gradient(blind, loss, run.confidence, run.intake)
        if missing_gradients(loss.names):
            one_step = attacked(pictures.network, [Fgsm(p.epsilon)], "one-step")
            missed_by_all(loss, one_step, run.confidence, run.intake)

    def loss_at(factor: float) -> dict[str, float]:
        agreeing = attacked(on_scale(pictures.network, factor), chosen, "agreeing-scale")
        lower = _measures(agreeing, run.confidence)["confidence_loss"].lower
        return {} if lower is None else {"confidence_loss": float(lower)}

    hold_against(pictures.scale, ("confidence_loss",), loss_at, run.intake)
    notes = [_limits(p), pictures.note]
    if blind is not None and not gradients:
        notes.append(f"At {blind.sum():,} of {len(blind):,} pictures the network has no gradient.")
    if not gradients:
        notes.append(
            "Without gradients the search for the worst change looks at outputs only: one by gradients could find worse."
        )
    return loss, tuple(notes), _galleries(loss, pictures)


def _without_slope(pictures: Pictures) -> NDArray[np.bool_] | None:
    """The pictures ``(n,)`` that attacks by gradients cannot move; None of a network without gradients."""
    from casegen_evidence.nnmetrics.transformers import AttackTarget
    from casegen_evidence.threads import one_thread

    if pictures.network.pullback is None:
        return None
    with one_thread():
        return AttackTarget(pictures.network, pictures.images, pictures.labels).without_slope()


def _galleries(loss: ConfidenceLoss, pictures: Pictures) -> list[Figure]:
    """The first pictures that are answered wrongly as they are, and the first that a change turns."""
    from casegen_evidence.nnmetrics.picture_figures import gallery

    if loss.wrong is None or loss.flipped is None:
        return []
    wrong, flipped = int(loss.wrong.sum()), int(loss.flipped.sum())
    counts = {"Answered wrongly": (loss.misread, wrong), "Turned by a change": (loss.turned, flipped - wrong)}
    figures = []
    for title, (kept, count) in counts.items():
        shown = []
        for index, one in kept.items():
            stated, answer = pictures.classes[pictures.labels[index]], pictures.classes[one.answer]
            change = f"{one.change}: " if one.change else ""
            text = f"{change}{stated} read as {answer}, {one.confidence:.2f}"
            shown.append((one.seen, f"picture {pictures.numbers[index]}", text))
        if shown:
            alt = f"The first {len(shown)} of {count} pictures of {len(loss.clean)}: " + "; ".join(
                f"{name}, {text}" for _, name, text in shown
            )
            figures.append(gallery(title, alt, shown))
    return figures


def _measures(loss: ConfidenceLoss, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from casegen_evidence.bounds.measures import bounded_mean, proportion

    high = 0.0 if np.all(loss.change <= 0) and "identity" in loss.names else 1.0
    measures = {
        "confidence_loss": bounded_mean(
            loss.change,
            -1.0,
            high,
            confidence,
            "score",
            "mean over inputs of the worst change of confidence",
            "paper 002 §II-D",
        )
    }
    if loss.flipped is not None:
        n = len(loss.clean)
        text = "answered wrongly under at least one of the changes"
        measures["adversarial_error"] = proportion(int(loss.flipped.sum()), n, confidence, "fraction", text)
        if loss.wrong is not None:
            measures["clean_error"] = proportion(
                int(loss.wrong.sum()), n, confidence, "fraction", "answered wrongly without any change"
            )
    return measures


def _table(loss: ConfidenceLoss) -> Table:
    change = loss.lowest - loss.clean[:, None]
    worst = change.argmin(axis=1)
    rows: list[list[str | float | int | None]] = [
        [name, float(change[:, t].mean()), float(change[:, t].min()), int((worst == t).sum())]
        for t, name in enumerate(loss.names)
    ]
    rows.append(["worst of all", loss.value, float(loss.change.min()), len(loss.clean)])
    columns = ["transformer", "mean change", "largest loss", "inputs for which it is the worst"]
    return Table("Change of confidence by transformer", columns, rows)


def _bars(loss: ConfidenceLoss, confidence: float) -> Figure:
    from casegen_evidence.bounds.measures import bounded_mean

    change = loss.lowest - loss.clean[:, None]
    limits = [
        bounded_mean(change[:, t], -1.0, 1.0, confidence, "score", name)
        for t, name in enumerate(loss.names)
        if name != "identity" or len(loss.names) == 1
    ]
    series = [
        {
            "name": "mean change of confidence",
            "values": [m.value for m in limits],
            "lower": [m.lower for m in limits],
            "upper": [m.upper for m in limits],
        }
    ]
    strongest = min(limits, key=lambda m: m.value)
    alt = (
        f"Mean change of confidence by transformer, {loss.value:.3f} for the worst of all; {strongest.text} alone "
        f"costs {-strongest.value:.3f}."
    )
    data = {"categories": [m.text for m in limits], "series": series}
    return Figure("Confidence lost", "bars", data, alt, "transformer", "change of confidence")


ADVERSARIAL_LOSS = AdversarialLoss()
