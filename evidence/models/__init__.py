"""Classifiers as seen by the methods: a function from points to label indices, whatever stands behind it."""

from evidence.models.classifier import Classifier, adapt
from evidence.models.named import NAMED, train
from evidence.models.provider import provided

__all__ = ["NAMED", "Classifier", "adapt", "provided", "train"]
