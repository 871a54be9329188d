"""A model from a file: a network in ONNX format, or a scikit-learn estimator that skops saved (extra ``skops``).

Neither runs code of the file: ONNX is arithmetic on weights that stand in the file itself, and of a skops file only types
that skops trusts by itself are made, and decision trees, whose nodes are checked, as are arrays that compiled code
trusts.  A pickled model is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen_evidence.archives import opened
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier, adapt
from casegen_evidence.models.native_arrays import check_arrays
from casegen_evidence.models.onnx import OnnxNetwork, onnx_classifier
from casegen_evidence.models.other_formats import other_format
from casegen_evidence.models.tree_nodes import TREE, check_trees

MODEL_FILE = "model in a file: a network in ONNX format, or a scikit-learn estimator saved by skops"
ZIP = b"PK\x03\x04"
PICKLE = b"\x80"
OPTIMISERS = tuple(
    f"sklearn.neural_network._stochastic_optimizers.{name}Optimizer" for name in ("Adam", "SGD")
)
"""numbers that an MLP keeps of its training, which no prediction looks at"""
TRUSTED = (TREE, *OPTIMISERS)
REMEDIES = {
    "sklearn.model_selection.": "Save its best_estimator_",
    "sklearn.utils._bunch.": "Delete its named_estimators_ before it is saved, which predictions do not need",
    "sklearn.neighbors._": "Train it with algorithm='brute', which answers alike",
    "__main__.": "Take the function out of the pipeline and apply it to the data beforehand",
}
"""what makes the file of an estimator one that is read, by the first letters of what it holds"""
MOST_BYTES = 2**31
"""a skops file may unpack to this much"""
OUTLINE = "schema.json"
MOST_OUTLINE = 2**25
"""bytes of the description of a skops file, of which objects are made: a forest of 1000 trees has 15.4 million, as many
boosted trees 20.9 million"""


def model_in(path: Path, device: str = "cpu", output: str | None = None, classes: Sequence[str] = ()) -> Any:
    """The model of a file, an :class:`OnnxNetwork` on ``device`` or an estimator.

    ``output`` names the network's output that holds the scores, ``classes`` are the names stated for these, in order.

    Raises :class:`InputProblem` for another file, and for an estimator with types that skops does not trust;
    ``ModuleNotFoundError`` without the extra that reads the file.
    """
    content = path.read_bytes()
    if other := other_format(content):
        raise InputProblem(f"{path.name} is {other}")
    if content[:4] == ZIP:
        only_of_networks(output, path.name)
        return _estimator(path)
    if content[:1] == PICKLE:
        raise InputProblem(
            f"{path.name} is a pickled object, whose code would run when it is loaded; it is not opened. Save the model "
            "with skops.io.dump, or export it to ONNX"
        )
    return OnnxNetwork(content, device, output, classes)


def only_of_networks(output: str | None, what: str) -> None:
    """Refuse the name of an output where ``what`` is asked has no outputs by name."""
    if output is not None:
        raise InputProblem(
            f"expected `output` for a network in ONNX format only; {what} has no outputs by name. Leave it out"
        )


def classifier_in(
    path: Path, classes: Sequence[str], device: str = "cpu", output: str | None = None
) -> Classifier:
    """The model of a file as a classifier over ``classes``: in the order of an ONNX network's scores, by name of an
    estimator's."""
    if isinstance(model := model_in(path, device, output), OnnxNetwork):
        return onnx_classifier(path, classes, device, output)
    return adapt(model, classes)


def _estimator(path: Path) -> Any:
    import skops.io
    from skops.io.exceptions import UntrustedTypesFoundException

    try:
        with opened(path, path.name, most=MOST_BYTES) as archive:
            members = archive.infolist()
        outline = max((m.file_size for m in members if m.filename == OUTLINE), default=0)
        if outline > MOST_OUTLINE:
            raise InputProblem(
                f"{path.name}: {OUTLINE}, which describes the estimator, has {outline:,} bytes, {MOST_OUTLINE:,} at "
                "most. Save an estimator of fewer parts, or export it to ONNX"
            )
        untrusted = [name for name in skops.io.get_untrusted_types(file=path) if name not in TRUSTED]
        if untrusted:
            raise InputProblem(
                f"{path.name}: the estimator holds {', '.join(untrusted[:4])}, which is not made from a file of somebody "
                f"else's. {_remedy(untrusted)}xport it to ONNX, or give it by a provider"
            )
        model = skops.io.load(path, trusted=list(TRUSTED))
    except InputProblem:
        raise
    except UntrustedTypesFoundException as error:
        raise InputProblem(f"{path.name}: {error}") from error
    except Exception as error:  # a file that skops cannot read ends in errors of many kinds
        message = (str(error) or type(error).__name__).splitlines()[0]
        raise InputProblem(
            f"{path.name}: expected a network in ONNX format or an estimator saved by skops: {message}"
        ) from error
    check_trees(model, path.name)
    check_arrays(model, path.name)
    if not hasattr(model, "predict"):
        raise InputProblem(f"{path.name}: expected an estimator with predict, found {type(model).__name__}")
    return model


def _remedy(untrusted: Sequence[str]) -> str:
    fits = [words for start, words in REMEDIES.items() if any(name.startswith(start) for name in untrusted)]
    return f"{fits[0]}; or e" if fits else "E"
