"""Classifiers as seen by the methods: a function from points to label indices, whatever stands behind it."""

from casegen_evidence.models.classifier import Classifier, adapt
from casegen_evidence.models.device import DEVICES, computing_on, device_named, on_device
from casegen_evidence.models.named import NAMED, train
from casegen_evidence.models.onnx import onnx_classifier
from casegen_evidence.models.provider import provided, with_file

__all__ = [
    "DEVICES",
    "NAMED",
    "Classifier",
    "adapt",
    "computing_on",
    "device_named",
    "on_device",
    "onnx_classifier",
    "provided",
    "train",
    "with_file",
]
