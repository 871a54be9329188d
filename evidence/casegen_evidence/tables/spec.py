"""What a method expects of a table, and how a case says the table is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from casegen_evidence.method import InputProblem

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "true": (
        "y_true", "truth", "label", "labels", "target", "actual", "ground_truth", "gt", "y", "class", "true_label",
        "true_class", "soll", "sollklasse", "wahrheit",
    ),
    "predicted": (
        "y_pred", "pred", "prediction", "predictions", "output", "y_hat", "predicted_label", "pred_label", "answer",
        "predicted_class", "ist", "istklasse", "vorhersage",
    ),
    "correct": ("hit", "is_correct", "ok"),
    "image": ("image_id", "file_name", "filename"),
    "category": ("category_id", "category_name", "class_name"),
    **{
        f"{axis}{k}": (f"{axis}{end}", f"{axis}_{end}")
        for axis in "xy"
        for k, end in ((1, "min"), (2, "max"))
    },
    "failures": ("failure", "fails", "failed", "faults", "events", "n_failures", "ausfälle"),
    "hours": ("h", "operating_hours", "runtime", "exposure", "time", "betriebsstunden"),
    "demands": ("demand", "trials", "n", "attempts", "requests", "anforderungen"),
    "missions": ("mission", "trips", "flights", "runs", "n", "fahrten"),
    "entry": ("unit", "name", "campaign", "id", "item", "period", "anlage", "gerät"),
    "outcome": ("result", "mode", "verdict"),
    "score": ("scores", "anomaly_score", "uncertainty"),
    "alarm": ("alert", "flag", "rejected", "warning", "warnung"),
}  # fmt: skip
"""Names that others give to a column: they are never taken by themselves, a hint names them."""
FURTHER_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "true": ("targets", "wahr", "wahre_klasse", "klasse"),
    "predicted": ("yhat", "preds", "predicts", "vorhergesagt", "vorhergesagte_klasse", "vorhersagen"),
    "failures": ("ausfaelle", "anzahl_ausfälle", "ausfallzahl", "versagen"),
    "hours": (
        "hours_h", "operating_hours_h", "operating_time_h", "run_time_h", "runtime_h", "running_hours", "run_hours",
        "time_h", "exposure_h", "uptime_h", "stunden", "laufstunden", "laufzeit_h", "betriebszeit_h", "betriebsstunden_h",
    ),
    "demands": ("anforderungszahl", "anzahl_anforderungen"),
    "missions": ("anzahl_fahrten",),
    "entry": (
        "day", "week", "month", "quarter", "year", "site", "location", "vehicle", "machine", "device", "pump", "tag",
        "woche", "monat", "quartal", "jahr", "standort", "ort", "fahrzeug", "maschine", "pumpe", "kampagne", "zeitraum",
    ),
}  # fmt: skip
"""As :data:`SYNONYMS`, where no column has a name of those: beside one, they may be another thing."""


def _text(value: Any) -> Any:
    """A number or truth value written as the key of a mapping is the text that stands there."""
    return str(value) if isinstance(value, bool | int | float) else value


Word = Annotated[str, BeforeValidator(_text)]

Sense = Literal["good", "bad", "harm", ""]
"""What a word or a 1 says of how something ended; empty where it says nothing of the kind."""


class RowSample(BaseModel):
    """How many rows of a table are taken, drawn at random by a seed of their own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sample: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0)] = 0


class Reading(BaseModel):
    """How the tables of an evidence item are written, as the item declares it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    columns: dict[str, str] = Field(default_factory=dict)
    labels: dict[Word, Word] = Field(default_factory=dict)
    units: dict[str, Word] = Field(default_factory=dict)
    decimal: Literal[".", ","] | None = None
    thousands: Literal[",", ".", " ", "'", "_"] | None = None
    delimiter: str | None = None
    encoding: str = "utf-8"
    sheet: str | None = None
    rows: RowSample | None = None
    totals: list[Word] = Field(default_factory=list)

    @property
    def point(self) -> str:
        """The decimal sign in force."""
        return self.decimal or "."


def reading_of(declared: Mapping[str, Any]) -> Reading:
    """The declaration, checked; raises :class:`InputProblem`."""
    try:
        reading = Reading.model_validate(dict(declared))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputProblem(f"how the tables are to be read, {place}: {first['msg']}") from error
    if reading.thousands is not None and reading.thousands == reading.point:
        raise InputProblem(
            f"expected different signs for decimals and thousands; both are {reading.point!r}. Correct one of them"
        )
    return reading


@dataclass(frozen=True, slots=True)
class Number:
    """A column of finite numbers; ``whole`` asks for whole ones, ``unit`` is what the method counts in.

    ``measured_in`` is the unit that the item states of the quantity itself, as of a dimension of a domain.
    """

    whole: bool = False
    least: float | None = None
    above: float | None = None
    most: float | None = None
    optional: bool = False
    unit: str = ""
    sense: Sense = ""
    measured_in: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A column of 0 and 1, false and true, or no and yes; ``sense`` is what 1 says of the row: it went well, or badly."""

    optional: bool = False
    sense: Sense = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A column of class names or categories, normalised; ``optional`` columns may be absent, never blank.

    ``many_words`` says that several names may mean one thing: words for outcomes, which `labels` brings together.
    """

    optional: bool = False
    many_words: bool = False


@dataclass(frozen=True, slots=True)
class NameColumn:
    """A column that names each row; no two rows share a name."""

    optional: bool = False


Kind = Number | Flag | Label | NameColumn


@dataclass(slots=True)
class Problems:
    """Everything that is wrong with a table, raised at once; at most :data:`LIMIT` are named."""

    file: str
    messages: list[str] = field(default_factory=list)
    count: int = 0
    LIMIT = 12

    def add(self, message: str) -> None:
        """Note one more."""
        self.count += 1
        if len(self.messages) < self.LIMIT:
            self.messages.append(message)

    @property
    def full(self) -> bool:
        """Whether more would only be counted."""
        return len(self.messages) >= self.LIMIT

    def settle(self) -> None:
        """Raise :class:`InputProblem` with all of them, if there are any."""
        if not self.messages:
            return
        more = f"; and {self.count - len(self.messages):,} more" if self.count > len(self.messages) else ""
        raise InputProblem("; ".join(self.messages) + more)
