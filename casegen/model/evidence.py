"""What is to be measured, by which registered method, from which inputs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from casegen.model.fault_tree import Identifier
from casegen.model.quantity import Confidence, Part

InputPath = Annotated[str, Field(min_length=1, description="path inside the case folder")]


class EvidenceSpec(Part):
    """One measured evidence item: the recipe whose result the store keeps.

    ``parameters`` belong to the method and are validated against the method's own model.
    """

    id: Identifier
    title: str = ""
    text: str = ""
    method: str
    inputs: dict[str, InputPath] = Field(default_factory=dict)
    parameters: dict[str, Any] = Field(default_factory=dict)
    seed: int = 0
    confidence: Confidence | None = Field(None, description="one-sided confidence of every bound it reports")
    owner: str = ""
