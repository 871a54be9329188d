"""What is to be measured, by which registered method, from which inputs."""

from __future__ import annotations

import codecs
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator

from casegen.model.fault_tree import Identifier
from casegen.model.file_path import PathText
from casegen.model.part import Part
from casegen.model.quantity import Confidence, Positive
from casegen.model.read_only import SHARED, ReadOnly, ReadOnlyList
from casegen.model.waiver import Waivers

InputPath = Annotated[PathText, Field(min_length=1, description="path inside the case folder")]


def _word(value: Any) -> Any:
    """A number or truth value as the key or value of ``labels`` is the text that stands in the table."""
    return str(value) if isinstance(value, bool | int | float) else value


Word = Annotated[str, BeforeValidator(_word)]
NOT_OF_TABLES = frozenset({
    "unicode_escape", "raw_unicode_escape", "punycode", "idna", "utf-7", "undefined", "mbcs", "oem",
})  # fmt: skip
"""codecs of Python that no table is written in: text in them shows other numbers than it holds"""


def codec_name(name: str) -> str:
    """What Python calls an encoding; empty for one that it does not know, which reading a file says."""
    try:
        return codecs.lookup(name).name.replace("-escape", "_escape").replace("raw-", "raw_")
    except (LookupError, ValueError):
        return ""


READING = (
    "columns", "labels", "units", "decimal", "thousands", "delimiter", "encoding", "sheet", "rows", "totals",
)  # fmt: skip
"""Keys of an evidence item that say how its tables are written."""


class RowSample(Part):
    """A part of the rows of large tables, drawn at random."""

    sample: Annotated[int, Field(ge=1)] = Field(description="how many rows of each table are taken")
    seed: Annotated[int, Field(ge=0)] = Field(0, description="seed of the draw, recorded with the result")


class EvidenceSpec(Part):
    """One measured evidence item: the recipe whose result the store keeps.

    ``parameters`` belong to the method and are validated against the method's own model.
    """

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field("", description="heading in the documents")
    text: str = Field("", description="what is measured, in a sentence or two")
    method: str = Field(description="registered method, such as ram-low-dimensional")
    inputs: Annotated[dict[str, InputPath], SHARED] = Field(
        default_factory=ReadOnly,
        description="file of each input of the method, as a path inside the case folder",
    )
    parameters: Annotated[dict[str, Any], SHARED] = Field(
        default_factory=ReadOnly, description="the method's own parameters"
    )
    columns: Annotated[dict[str, str], SHARED] = Field(
        default_factory=ReadOnly,
        description="column that the method asks for to the column of the file that holds it",
    )
    labels: Annotated[dict[Word, Word], SHARED] = Field(
        default_factory=ReadOnly,
        description="name of a class as the tables write it, to the name it has in the case",
    )
    units: Annotated[dict[str, Word], SHARED] = Field(
        default_factory=ReadOnly,
        description="unit of a column, such as min for hours, or what one of it is as a number",
    )
    decimal: Literal[".", ","] | None = Field(
        None, description="decimal sign of the tables; a point if left out"
    )
    thousands: Literal[",", ".", " ", "'", "_"] | None = Field(
        None, description="separator of thousands in the tables; none if left out"
    )
    delimiter: str | None = Field(
        None,
        description="what separates values in text: a character, tab or whitespace; read from the header",
    )
    encoding: str | None = Field(None, description="encoding of text files; UTF-8 if left out")
    sheet: str | None = Field(None, description="sheet of a workbook that holds the table")
    rows: RowSample | None = Field(None, description="sample of the rows of large tables; all if left out")
    totals: Annotated[list[Word], SHARED] = Field(
        default_factory=ReadOnlyList,
        description="entries of a record that add up others: left out where their numbers are the sum, else an error",
    )
    seed: int = Field(0, description="seed of every random choice; the same seed gives the same result")
    seeds: Annotated[int, Field(ge=1, le=99)] = Field(
        1, description="how many seeds, from `seed` on, of which every number is the median; odd"
    )
    confidence: Confidence | None = Field(None, description="one-sided confidence of every bound it reports")
    unit_cost: Positive | None = Field(
        None, description="price of one more demand, hour or labelled input, for plans [any currency]"
    )
    owner: str = Field("", description="who answers for it")
    waive: Waivers = ()

    @field_validator("seeds")
    @classmethod
    def _odd(cls, value: int) -> int:
        if value % 2 == 0:
            raise ValueError(f"expected an odd number of seeds, of which one is in the middle; found {value}")
        return value

    @field_validator("encoding")
    @classmethod
    def _of_characters(cls, value: str | None) -> str | None:
        if value is not None and codec_name(value) in NOT_OF_TABLES:
            raise ValueError(
                f"expected the encoding of a text file, such as cp1252; {value!r} is a way to write others"
            )
        return value

    @property
    def reading(self) -> dict[str, Any]:
        """How the tables are written, as far as it is declared."""
        kept = self.model_dump(include=set(READING))
        return {name: kept[name] for name in READING if kept[name]}
