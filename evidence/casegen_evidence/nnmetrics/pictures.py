"""Pictures and the network that is measured on them: the user's own, or one that the method trains."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from casegen_evidence.method import InputProblem, Run
from casegen_evidence.models.model_file import MODEL_FILE, model_in, only_of_networks
from casegen_evidence.nnmetrics.networks import Network, differentiable, network, softmax, steady
from casegen_evidence.nnmetrics.picture_layout import PictureInput, as_pictures, fed, not_twice
from casegen_evidence.replaced import refuse_replaced, refuse_unused
from casegen_evidence.suggestions import among

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.confidence_scale import ScaleDoubt

FILE = (
    "npz: images (n, rows, columns[, channels]) or (n, channels, rows, columns), labels (n,), masks (n, rows, columns) "
    "where segmentation is needed; and, unless a network is given, train_images and train_labels"
)
MODEL = f"{MODEL_FILE}; without it a provider's, or one trained on train_images, is measured"

Option = bool | int | float | str | list[int | float] | None


def _default_options() -> dict[str, Option]:
    return {"hidden_layer_sizes": [64], "max_iter": 200}


class PictureClassifier(BaseModel):
    """The network where no file is given: an installed package's, or one trained by the method on the pixels, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["mlp", "logistic-regression", "random-forest", "extra-trees", "provider"] = Field(
        "mlp", description="kind of classifier that the method trains, or provider"
    )
    provider: str | None = Field(
        None, description="name under which an installed package provides the network"
    )
    options: dict[str, Option] = Field(
        default_factory=_default_options,
        description="hyper-parameters as scikit-learn names them, or the provider's own",
    )
    deployed: bool = Field(
        False,
        description="true: the network in use is trained by just this recipe; else what is trained here is a stand-in",
    )

    @model_validator(mode="before")
    @classmethod
    def _own_options(cls, given: Any) -> Any:
        """The options left out are those of the default kind only."""
        if isinstance(given, dict) and given.get("kind", "mlp") != "mlp" and "options" not in given:
            return {**given, "options": {}}
        return given

    @model_validator(mode="after")
    def _named(self) -> Self:
        if (self.kind == "provider") != (self.provider is not None):
            raise ValueError("expected the name of a provider with kind provider, and only there")
        return self


class PictureParameters(PictureInput):
    """What methods that measure a network on pictures have in common."""

    classifier: PictureClassifier = Field(
        PictureClassifier(), description="the network, where the input model is not given"
    )
    classes: list[str] = Field(
        default_factory=list,
        description="classes in the order of the network's scores; left out: labels are 0, 1, …",
    )


def refuse_unused_of_pictures(run: Run, unused: Mapping[str, Sequence[str]], instead: str) -> None:
    """Refuse a network, and parameters of it, beside the input ``instead`` that has its answers; see ``unused``.

    A file beside a provider is the provider's to read, and so does not take its place.
    """
    if instead in run.inputs:
        refuse_replaced(run, f"the input `{instead}`", inputs=("model",))
    provider = run.parameters.classifier.kind == "provider" and instead not in run.inputs
    refuse_unused(run, {role: names for role, names in unused.items() if not (provider and role == "model")})


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures to evaluate (channels last), their classes as indices, and the network that is measured on them."""

    images: NDArray[np.float64]
    labels: NDArray[np.int64]
    classes: tuple[str, ...]
    masks: NDArray[np.bool_] | None
    network: Network
    note: str
    """what was measured, in a sentence"""
    numbers: NDArray[np.int64]
    """which pictures of the file these are, counted from 1"""
    scale: ScaleDoubt | None
    """what its confidences deny of its answers, for the method to hold against what it measures"""


@dataclass(frozen=True, slots=True)
class _Read:
    """What a run was given: its arrays, the evaluated pictures (channels last) and the classes in the order of scores.

    ``own`` is the network that the input ``model`` holds, None where there is none.
    """

    run: Run
    p: PictureParameters
    arrays: dict[str, NDArray[Any]]
    images: NDArray[np.float64]
    answers: list[str]
    known: tuple[str, ...]
    own: Any

    @property
    def file(self) -> str:
        """Name of the file that holds the pictures."""
        return self.run.inputs["images"].name


def measured(run: Run, p: PictureParameters, limit: int) -> Pictures:
    """Read input ``images`` and the network; of the evaluated pictures at most ``limit`` are drawn.

    Raises :class:`InputProblem` for arrays that do not fit each other or the network.
    """
    from casegen_evidence.nnmetrics.class_order import all_classes
    from casegen_evidence.nnmetrics.confidence_scale import scale_doubt
    from casegen_evidence.nnmetrics.occlusion import of_two_values
    from casegen_evidence.nnmetrics.seen_pictures import given_away
    from casegen_evidence.nnmetrics.vital_signs import better_than_guessing

    read = _read(run, p)
    images, known, arrays = read.images, read.known, read.arrays
    face, note = _network(read)
    if read.own is not None and not p.classes:
        known = _numbered_further(known, face.logits(images[:1]).shape[1])
    all_classes(known, set(read.answers), read.file, run.intake)
    labels = np.array([known.index(a) for a in read.answers], dtype=np.int64)
    given_away(images, labels, read.file, run.intake)
    chosen = _drawn(images, limit)
    scores = face.logits(images[chosen])
    if scores.shape[1:] != (len(known),):
        raise InputProblem(
            f"expected {len(known)} scores per picture, one for each of {', '.join(known[:12])}; the network gives "
            f"{scores.shape[1:]}. State `classes` in the order of its scores"
        )
    shares = softmax(scores)
    steady(face, images[chosen], shares)
    better_than_guessing(labels[chosen], scores.argmax(axis=1), known, read.file, run.intake)
    scale = scale_doubt(shares, labels[chosen], read.file)
    masks = of_two_values(arrays["masks"], "masks")[chosen] if "masks" in arrays else None
    return Pictures(images[chosen], labels[chosen], known, masks, face, note, chosen + 1, scale)


def _read(run: Run, p: PictureParameters) -> _Read:
    """Input ``images`` and the model's file, checked against each other."""
    from casegen_evidence.tables.arrays import aligned, read_arrays
    from casegen_evidence.tables.signs.training_names import judge_training_name

    path = run.inputs["images"]
    provider = p.classifier.kind == "provider"
    own = "model" in run.inputs and not provider
    training = () if own or provider else ("train_images", "train_labels")
    others = ("masks", "train_images", "train_labels")
    arrays = read_arrays(
        path, (*training, "images", "labels"), intake=run.intake, role="images", others=others
    )
    aligned({n: arrays[n] for n in arrays if n not in ("train_images", "train_labels")}, path.name)
    if not training:
        judge_training_name(path.name, run.intake)
    images = as_pictures(arrays["images"], p.layout, path.name)
    not_twice(images, p.preprocessing, path.name)
    answers = _names(arrays["labels"], path.name)
    if not own:
        only_of_networks(p.output, "what is measured here")
    model = model_in(run.inputs["model"], run.device, p.output, p.classes) if own else None
    known = tuple(p.classes) or _known(arrays, answers, model, path.name, trained=not (own or provider))
    strange = sorted(set(answers) - set(known))
    if len(set(known)) < len(known):
        raise InputProblem(f"expected each class once in `classes`; found {', '.join(known[:12])}")
    if strange:
        raise InputProblem(f"expected labels among {', '.join(known)}; found {', '.join(strange[:5])}")
    return _Read(run, p, arrays, images, answers, known, model)


def _network(read: _Read) -> tuple[Network, str]:
    """The network that is measured and a sentence on it; one that is given was not fitted to the evaluated pictures."""
    provider = read.p.classifier.kind == "provider"
    if read.own is None and not provider:
        return _trained(read)
    _unseen(read)
    return _provided(read) if provider else _from_file(read)


def _unseen(read: _Read) -> None:
    """Evaluated pictures occur once, and not among the training pictures, where the file holds those."""
    from casegen_evidence.nnmetrics.seen_pictures import separate_pictures
    from casegen_evidence.tables.arrays import no_copies

    if "train_images" not in read.arrays:
        no_copies(read.images, f"{read.file}, images", read.run.intake, classes=len(set(read.answers)))
        return
    training = as_pictures(read.arrays["train_images"], read.p.layout, read.file)
    if training.shape[1:] == read.images.shape[1:]:
        separate_pictures(training, read.images, read.file, read.run.intake, len(set(read.answers)))


def _names(labels: NDArray[Any], file: str) -> list[str]:
    from casegen_evidence.tables.labels import judge_numbers, label

    if labels.ndim != 1:
        raise InputProblem(f"expected labels (n,) in {file}; found shape {labels.shape}")
    judge_numbers({str(v) for v in labels.tolist()}, f"{file}, labels")
    return [label(str(v)) for v in labels.tolist()]


def _known(
    arrays: dict[str, NDArray[Any]], answers: list[str], model: Any, file: str, *, trained: bool
) -> tuple[str, ...]:
    """The classes in the order of the scores: the estimator's, those of the training labels, or numbers from 0."""
    training = _names(arrays["train_labels"], file) if "train_labels" in arrays else []
    if hasattr(model, "classes_"):
        known = tuple(_names(np.asarray(model.classes_), file))
    elif trained:
        known = tuple(sorted({*training}))
    elif all(a.isdecimal() for a in answers + training):
        known = tuple(str(k) for k in range(max(map(int, answers + training)) + 1))
    elif training and model is None:
        known = tuple(sorted({*training}))  # a provider gets them in this order
    else:
        raise InputProblem(
            f"expected `classes` in the order of the network's scores, since the labels of {file} are names "
            f"({', '.join(sorted(set(answers))[:4])})"
        )
    if len(known) < 2:
        raise InputProblem(f"expected labels of two classes or more in {file}; found {among(known)}")
    return known


def _numbered_further(known: tuple[str, ...], scores: int) -> tuple[str, ...]:
    """Classes that are numbers from 0, up to as many as the network has scores: the last ones may have no picture."""
    numbers = tuple(str(k) for k in range(scores))
    return numbers if known == numbers[: len(known)] else known


def _from_file(read: _Read) -> tuple[Network, str]:
    from casegen_evidence.models.held_rows import judge_held

    path = read.run.inputs["model"]
    judge_held(path, read.images, f"{read.file}, images", read.run.intake, read.own)
    face = _as_fed(read, network(read.own, read.known))
    looked = (
        "gradients are those of its graph"
        if face.pullback
        else f"its outputs alone are looked at: {face.outputs_only}"
    )
    return face, f"The network is that of {path.name}; {looked}."


def _as_fed(read: _Read, own: Network) -> Network:
    """A network of pictures as in the file, with gradients where it can have them."""
    return differentiable(fed(own, read.p.layout, read.p.preprocessing), read.images[:1])


def _provided(read: _Read) -> tuple[Network, str]:
    """A provider's network, which gets the training pictures, where the file has some, as its network takes them."""
    from casegen_evidence.models import provided, with_file

    run, spec = read.run, read.p.classifier
    x, y = read.images[:0], np.zeros(0, dtype=np.int64)
    if "train_images" in read.arrays:
        x, y = _training(read)
    own = np.moveaxis(x, 3, 1) if read.p.layout == "NCHW" and x.ndim == 4 else x
    options = with_file(spec.options, run.inputs.get("model"))
    made = provided(str(spec.provider), options, own, y, read.known, run.seed)
    face = _as_fed(read, network(made.model, read.known, made.plug_in))
    return face, f"The network is that of the provider {spec.provider}."


def _training(read: _Read) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Training pictures (channels last) and their classes as indices."""
    from casegen_evidence.tables.arrays import aligned

    arrays, known = read.arrays, read.known
    lacking = [n for n in ("train_images", "train_labels") if n not in arrays]
    if lacking:
        raise InputProblem(
            f"expected an array {lacking[0]} in {read.file} beside the other; found {among(arrays)}"
        )
    aligned({n: arrays[n] for n in ("train_images", "train_labels")}, read.file)
    x = as_pictures(arrays["train_images"], read.p.layout, read.file)
    if x.shape[1:] != read.images.shape[1:]:
        raise InputProblem(
            f"expected training and evaluated pictures of one shape (rows, columns[, channels]), found "
            f"{x.shape[1:]} and {read.images.shape[1:]}"
        )
    names = _names(arrays["train_labels"], read.file)
    strange = sorted(set(names) - set(known))
    if strange:
        raise InputProblem(
            f"expected training labels among {', '.join(known)}; found {', '.join(strange[:5])}"
        )
    return x, np.array([known.index(n) for n in names], dtype=np.int64)


def _trained(read: _Read) -> tuple[Network, str]:
    """A network that is trained here: a stand-in, unless stated otherwise."""
    from casegen_evidence.models import train
    from casegen_evidence.nnmetrics.seen_pictures import separate_pictures
    from casegen_evidence.nnmetrics.vital_signs import stand_in

    run, spec = read.run, read.p.classifier
    x, y = _training(read)
    separate_pictures(x, read.images, read.file, run.intake, len(set(read.answers)))
    with warnings.catch_warnings():
        # a fixed number of epochs is part of the recipe
        warnings.filterwarnings("ignore", message="Stochastic Optimizer: Maximum iterations")
        fitted = train(spec.kind, spec.options, x.reshape(len(x), -1), y, read.known, run.seed)
    if not spec.deployed:
        stand_in(spec.kind, run.intake)
    return network(fitted.model), f"The network is one of kind {spec.kind}, trained here on train_images."


def _drawn(images: NDArray[np.float64], limit: int) -> NDArray[np.int64]:
    """At most ``limit`` pictures, drawn at random: the first ones of rows sorted by class are of one class.

    The draw depends on the pictures alone, neither on the run's seed nor on their order, so that it cannot be chosen, nor
    on the unit of the pixels: it goes by the order of each picture's pixels by brightness.
    """
    if len(images) <= limit:
        return np.arange(len(images))
    flat = images.reshape(len(images), -1)
    keys = [hashlib.sha256(np.argsort(row, kind="stable").astype("<i4").tobytes()).digest() for row in flat]
    return np.sort(np.array(sorted(range(len(keys)), key=keys.__getitem__)[:limit], dtype=np.int64))
