"""Truth and detections as COCO writes them in JSON, checked before a number is taken from them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.said_of_rows import SaidOfRows, said_of
from casegen_evidence.detection.totals import contradicted_totals
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.reports.left_unread import entries_of_json, entries_of_rows, note_entries
from casegen_evidence.reports.report_files import json_document
from casegen_evidence.suggestions import among
from casegen_evidence.tables.labels import alike
from casegen_evidence.tables.signs.bursts import numbered
from casegen_evidence.tables.signs.left_out import Gaps, unused_numbers
from casegen_evidence.tables.signs.training_names import judge_training_name

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
VIDEO = ("video_id", "video", "sequence", "sequence_id", "scene", "scene_id", "clip")
"""fields of an image that say which frames belong together"""
SIZES = ("x", "y", "width", "height")
CORNERS = ("x1", "y1", "x2", "y2")
SHARES, PIXELS = 1.5, 10.0
"""boxes that are stated as shares of the picture hold no number above the one, boxes in pixels some above the other"""
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Truth:
    """Images in the order of the file, and the boxes of each."""

    images: tuple[Mapping[str, Any], ...]
    index: Mapping[Any, int]
    categories: Mapping[Any, str]
    image: NDArray[np.int64]
    category: NDArray[np.str_]
    boxes: Array
    crowd: NDArray[np.bool_]
    track: tuple[Any, ...]
    ids: tuple[Any, ...] = ()
    """ids of the annotations, where they have any"""
    beside: tuple[str, ...] = ()
    """what the file says that is not read"""
    said: tuple[SaidOfRows, ...] = ()
    """what fields say of images, objects or boxes"""


@dataclass(frozen=True, slots=True)
class Detections:
    """Boxes with their image, class and score in [0, 1]."""

    image: NDArray[np.int64]
    category: NDArray[np.str_]
    boxes: Array
    scores: Array
    beside: tuple[str, ...] = ()
    """what the file says that is not read"""
    said: tuple[SaidOfRows, ...] = ()
    """what fields say of images, objects or boxes"""


class _Problems:
    def __init__(self, file: str) -> None:
        self.file, self.problems = file, list[str]()

    def add(self, text: str) -> None:
        self.problems.append(text)

    def settle(self) -> None:
        if self.problems:
            more = f"; and {len(self.problems) - _SHOWN} more" if len(self.problems) > _SHOWN else ""
            raise InputProblem(f"{self.file}: {'; '.join(self.problems[:_SHOWN])}{more}")


def read_truth(path: Path) -> Truth:
    """A COCO file with ``images``, ``categories`` and ``annotations``; raises :class:`InputProblem` with all problems."""
    document, problems = json_document(path), _Problems(path.name)
    if not isinstance(document, dict) or not all(
        isinstance(document.get(k), list) for k in ("images", "categories", "annotations")
    ):
        raise InputProblem(
            f"{path.name}: expected an object with lists images, categories and annotations (COCO)"
        )
    for text in contradicted_totals(document):
        problems.add(f"{text}: were some taken out?")
    images = tuple(row for row in document["images"] if isinstance(row, dict))
    index = _unique([row.get("id") for row in images], "image", problems)
    names = [row.get("file_name") for row in images if row.get("file_name") is not None]
    for name, count in Counter(names).items():
        if count > 1:
            problems.add(f"image {name!r} stands {count} times")
    kinds = [row for row in document["categories"] if isinstance(row, dict)]
    categories = {row.get("id"): str(row.get("name", row.get("id"))) for row in kinds}
    _unique([row.get("id") for row in kinds], "category", problems)
    rows = []
    for i, row in enumerate(document["annotations"]):
        fields = _box(row, f"annotations[{i}]", index, categories, problems)
        if fields is not None:
            crowd, track = row.get("iscrowd", 0), row.get("track_id")
            if crowd not in (0, 1) or isinstance(crowd, str):
                problems.add(f"annotations[{i}]: expected iscrowd 0 or 1, found {crowd!r}")
            rows.append((*fields, crowd == 1, track if isinstance(track, int | str) else None))
    problems.settle()
    if not images:
        raise InputProblem(f"{path.name}: expected images; found none")
    image, category, boxes, crowds, tracks = zip(*rows, strict=True) if rows else ((),) * 5
    for group in alike(set(category)):
        raise InputProblem(
            f"{path.name}: objects are of the categories {' and '.join(map(repr, group))}, which differ only in case, "
            "blanks, hyphens or letters that look alike. Write them alike"
        )
    return Truth(images, index, categories, np.array(image, dtype=np.int64), np.array(category, dtype=str),
                 np.array(boxes, dtype=float).reshape(-1, 4),
                 np.array(crowds, dtype=bool), tuple(tracks),
                 tuple(row.get("id") for row in document["annotations"]), tuple(_beside(document)),
                 (said_of("images", images, _IMAGE), _said_of_objects(document["annotations"])))  # fmt: skip


_OBJECT = {"image_id", "category_id", "bbox", "iscrowd", "track_id", "id", "area", "segmentation"}
_BOX = {*_OBJECT, "score"}
_IMAGE = {"id", "file_name", "width", "height", "frame_id", "license", "coco_url", "flickr_url", *VIDEO}


def _beside(document: Mapping[str, Any]) -> Iterator[str]:
    """What a truth says beside its images, classes and boxes: fields of each, and of the file."""
    lists = {"images", "annotations", "categories", "licenses"}
    yield from entries_of_json({k: v for k, v in document.items() if k not in lists}, ())
    yield from entries_of_rows("images", (r for r in document["images"] if isinstance(r, dict)), _IMAGE)
    annotations = document["annotations"]
    yield from entries_of_rows("annotations", annotations, _OBJECT)
    crowds = sum(1 for row in annotations if row.get("iscrowd") == 1)
    if crowds:
        yield (
            f"annotations/iscrowd: {crowds:,} of {len(annotations):,} objects are crowds, which count neither as missed "
            "nor as detected"
        )
    images = [row for row in document["images"] if isinstance(row, dict)]
    for what, rows in (("images", images), ("annotations", annotations)):
        gaps = _unused(rows)
        if gaps is not None:
            yield f"{what}/id: {gaps.missing:,} numbers are left out, the first of them {gaps.first}"


def _unused(rows: Sequence[Mapping[str, Any]]) -> Gaps | None:
    """Numbers that the ids leave out, as numbers or as names with one (`img_017`); not those made of an image's id."""
    ids = [row.get("id") for row in rows]
    if all(type(i) is int and abs(i) < 2**62 for i in ids):
        numbers: NDArray[np.int64] | None = np.array(ids, dtype=np.int64)
    else:
        numbers = numbered([str(i) for i in ids]) if all(isinstance(i, str) for i in ids) else None
    if numbers is None or _made_of_images(numbers, [row.get("image_id") for row in rows]):
        return None
    return unused_numbers("id", numbers)


def _made_of_images(numbers: NDArray[np.int64], images: Sequence[Any]) -> bool:
    """Whether each number is that of its image with a number behind it: object 2 of image 17 is 1702."""
    if not all(type(i) is int and abs(i) < 2**62 for i in images):
        return False
    of = np.array(images, dtype=np.int64)
    return any(bool((numbers // base == of).all()) for base in (10, 100, 1000, 10_000, 100_000))


def _said_of_objects(annotations: Sequence[Any]) -> SaidOfRows:
    """What the fields of objects say; a score is what a detector gives its boxes, and no person."""
    said = said_of("objects", annotations, _OBJECT | {"score"})
    scored = sum(1 for row in annotations if row.get("score") not in (None, 1))
    if not scored:
        return said
    mark = f"{scored:,} of {len(annotations):,} objects have a score, as boxes have that a detector made"
    return SaidOfRows((*said.marks, mark), said.detected)


def truth_of(run: Run) -> Truth:
    """The input ``truth``; raises :class:`InputProblem`."""
    path = run.inputs["truth"]
    truth = read_truth(path)
    judge_training_name(path.name, run.intake)
    note_entries("truth", path, truth.beside, run.intake, rows=len(truth.image))
    return truth


def read_detections(path: Path, truth: Truth) -> Detections:
    """A COCO results file: a list of image_id, category_id, bbox and score; raises :class:`InputProblem`."""
    document, problems = json_document(path), _Problems(path.name)
    if not isinstance(document, list):
        raise InputProblem(f"{path.name}: expected a list of detections (image_id, category_id, bbox, score)")
    rows = []
    for i, row in enumerate(document):
        place = f"[{i}]"
        fields = _box(row, place, truth.index, truth.categories, problems)
        score = row.get("score") if isinstance(row, dict) else None
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
            problems.add(f"{place}: expected a score from 0 to 1, found {score!r}")
        elif fields is not None:
            rows.append((*fields, float(score)))
    problems.settle()
    if not rows:
        nothing = np.zeros((0, 4))
        return Detections(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=str), nothing, np.zeros(0))
    image, category, boxes, scores = zip(*rows, strict=True)
    return Detections(np.array(image), np.array(category), np.array(boxes, dtype=float), np.array(scores),
                      tuple(entries_of_rows("", document, _BOX)), (said_of("detections", document, _BOX),))  # fmt: skip


def detections_of(run: Run, truth: Truth) -> Detections:
    """The input ``detections``, in the unit of the truth's boxes; raises :class:`InputProblem`."""
    result = _detections_of(run, truth)
    spans = [float(boxes.max(initial=0.0)) for boxes in (result.boxes, truth.boxes)]
    if len(result.boxes) and len(truth.boxes) and min(spans) <= SHARES and max(spans) > PIXELS:
        files = [run.inputs[role].name for role in ("detections", "truth")]
        shares, pixels = files if spans[0] < spans[1] else files[::-1]
        raise InputProblem(
            f"{shares}: no number of a box is larger than {min(spans):.3g}, where those of {pixels} go up to "
            f"{max(spans):.4g}: shares of the picture beside pixels? Multiply them by its width and height"
        )
    return result


def _detections_of(run: Run, truth: Truth) -> Detections:
    """The input ``detections``: COCO results, or a table with columns image, category, score and the box's.

    A table has x, y, width, height or x1, y1, x2, y2; image is an image's id or file_name, category a name or id.
    Raises :class:`InputProblem`.
    """
    from casegen_evidence.tables.reader import read_input
    from casegen_evidence.tables.spec import Label, Number

    path = run.inputs["detections"]
    with path.open("rb") as stream:
        if stream.read(4096).removeprefix(BOM_UTF8).lstrip()[:1] in (b"[", b"{"):
            result = read_detections(path, truth)
            judge_training_name(path.name, run.intake)
            note_entries("detections", path, result.beside, run.intake, rows=len(result.image))
            return result
    wanted: dict[str, Any] = {"image": Label(), "category": Label(), "score": Number(least=0, most=1)}
    table = read_input(run, "detections", wanted | dict.fromkeys((*SIZES, *CORNERS), Number(optional=True)))
    forms = [form for form in (SIZES, CORNERS) if all(name in table for name in form)]
    if len(forms) != 1:
        raise InputProblem(
            f"{table.file}: expected columns x, y, width, height or x1, y1, x2, y2; found {among(table.header)}"
        )
    boxes = np.stack([table.numbers(name) for name in forms[0]], axis=1)
    if forms[0] == CORNERS:
        boxes[:, 2:] -= boxes[:, :2]
    if (bad := np.flatnonzero(~(boxes[:, 2:] > 0).all(axis=1))).size:
        raise InputProblem(f"{table.place(int(bad[0]), forms[0][2])}: expected a box of a positive size")
    image = _places(table, "image", [{str(k): i for k, i in truth.index.items()}, _by_file(truth)])
    names = {name: name for name in truth.categories.values()}
    category = _places(table, "category", [names, {str(k): v for k, v in truth.categories.items()}])
    return Detections(np.array(image, dtype=np.int64), np.array(category), boxes, table.numbers("score"))


def _by_file(truth: Truth) -> dict[str, int]:
    return {
        str(row["file_name"]): i for i, row in enumerate(truth.images) if row.get("file_name") is not None
    }


def _places(table: DataTable, column: str, known: Sequence[Mapping[str, Any]]) -> list[Any]:
    """What each row's name stands for, by the one of ``known`` that has all; refused where two read them apart."""
    names = table.names(column).list()
    readings = [places for places in known if set(names) <= set(places)]
    for name in sorted(set(names)) if len(readings) > 1 else ():
        if readings[0][name] != readings[1][name]:
            raise InputProblem(
                f"{table.file}: {column} {name!r} is a name in the truth and the id of another; write the table's "
                f"{column} so that it is one of the two"
            )
    if readings:
        return [readings[0][name] for name in names]
    strange = next(name for name in names if not any(name in places for places in known))
    raise InputProblem(f"{table.file}: no {column} of the truth is {strange!r}")


def _unique(ids: list[Any], what: str, problems: _Problems) -> dict[Any, int]:
    result: dict[Any, int] = {}
    for i, key in enumerate(ids):
        if not isinstance(key, int | str) or isinstance(key, bool):
            problems.add(f"{what} {i}: expected an id, found {key!r}")
        elif key in result:
            problems.add(f"{what} id {key!r} is duplicated")
        else:
            result[key] = i
    return result


def _box(
    row: Any, place: str, index: Mapping[Any, int], categories: Mapping[Any, str], problems: _Problems
) -> tuple[int, str, list[float]] | None:
    if not isinstance(row, dict):
        problems.add(f"{place}: expected an object, found {str(row)[:30]!r}")
        return None
    image, category, box = row.get("image_id"), row.get("category_id"), row.get("bbox")
    if not isinstance(image, int | str) or image not in index:
        problems.add(f"{place}: no image has the id {image!r}")
        return None
    if not isinstance(category, int | str) or category not in categories:
        problems.add(f"{place}: no category has the id {category!r}")
        return None
    numbers = (
        isinstance(box, list)
        and len(box) == 4
        and all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e9 for v in box)
    )
    if not numbers or not (box[2] > 0 and box[3] > 0):  # type: ignore[index]
        problems.add(f"{place}: expected bbox [x, y, width, height] of a positive size, found {box!r}")
        return None
    return index[image], categories[category], [float(v) for v in box]  # type: ignore[union-attr]
