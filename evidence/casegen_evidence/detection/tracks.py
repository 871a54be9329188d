"""Objects over the frames of a video: reported in time after they first appear, and not lost again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.coco import Truth
from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem

if TYPE_CHECKING:
    from casegen_evidence.detection.method import DetectionParameters

NUMBERED = ("frame_id", "frame", "frame_index", "frame_number")
"""fields of an image that number the frames of its video"""
TIME = (*NUMBERED, "timestamp", "time")
"""fields of an image that say when it was taken"""
_NUMBER = compiled(r"^(?P<before>.*?)(?P<number>\d{1,15})(?P<after>\D*)$", re.S)
"""a name with the last number in it: ``v00/10.png`` comes after ``v00/9.png``"""
Flags = tuple[NDArray[np.bool_], NDArray[np.int64]]
"""a flag for each track, and the group that the track is of"""
_Seen = list[tuple[int, bool, int]]
"""images in which a track's object stands: the frame, whether it is missed there, and frames since the image before"""


def late(
    truth: Truth,
    counted: NDArray[np.bool_],
    missed: NDArray[np.bool_],
    group: NDArray[np.int64],
    p: DetectionParameters,
) -> Flags | None:
    """For each track whether it is not detected in time after its first frame, in frames as :func:`_numbers` has them."""
    limit = p.detect_within
    if limit is None:
        return None

    def flag(seen: _Seen) -> bool:
        return not any(not gone and k - seen[0][0] <= limit for k, gone, _ in seen)

    return _flags(_tracks(truth, counted, missed, group, p, "detect_within"), flag)


def lost(
    truth: Truth,
    counted: NDArray[np.bool_],
    missed: NDArray[np.bool_],
    group: NDArray[np.int64],
    p: DetectionParameters,
) -> Flags | None:
    """For each track that is ever detected whether too many of its frames in a row are missed thereafter.

    Raises:
        InputProblem: no track is ever detected, so that none can be lost.
    """
    limit = p.lose_at_most
    if limit is None:
        return None
    ever = [
        track
        for track in _tracks(truth, counted, missed, group, p, "lose_at_most")
        if not all(gone for _, gone, _ in track[1])
    ]
    if not ever:
        raise InputProblem("expected a track that is detected, since lose_at_most is stated; none is")
    return _flags(ever, lambda seen: _longest_gap(seen) > limit)


def _longest_gap(seen: _Seen) -> int:
    """Most frames in a row in which an object is missed after it was first detected.

    Of frames between two images nobody knows better: they count as the later one.
    """
    first = next(k for k, (_, missing, _) in enumerate(seen) if not missing)
    row = longest = 0
    for _, missing, frames in seen[first:]:
        row = row + frames if missing else 0
        longest = max(longest, row)
    return longest


def _flags(tracks: Sequence[tuple[int, _Seen]], flag: Callable[[_Seen], bool]) -> Flags:
    homes = np.array([home for home, _ in tracks], dtype=np.int64)
    return np.array([flag(seen) for _, seen in tracks], dtype=bool), homes


def _tracks(
    truth: Truth,
    counted: NDArray[np.bool_],
    missed: NDArray[np.bool_],
    group: NDArray[np.int64],
    p: DetectionParameters,
    asked_by: str,
) -> list[tuple[int, _Seen]]:
    """Each track with its group and its images in the order of the file."""
    if any(t is None for t, c in zip(truth.track, counted, strict=True) if c):
        raise InputProblem(f"expected a track_id for every object, since {asked_by} is stated")
    if p.group is None:
        raise InputProblem(
            f"expected `group`, the field of an image that says which frames are of one video, since {asked_by} is stated"
        )
    _in_time(truth, group, asked_by)
    numbers, since = _numbers(truth, group)
    tracks: dict[tuple[int, object], _Seen] = defaultdict(list)
    for i in np.flatnonzero(counted):
        image = int(truth.image[i])
        tracks[int(group[image]), truth.track[i]].append(
            (int(numbers[image]), bool(missed[i]), int(since[image]))
        )
    return [(home, sorted(seen)) for (home, _), seen in tracks.items()]


def _numbers(truth: Truth, group: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The frame of each image, and how many frames it comes after the image of its group before it.

    By the numbers that the images state (frames 0, 10, 20 of a video of which each tenth is looked at), else by their
    places in the group.
    """
    numbers, since = np.zeros(len(group), np.int64), np.ones(len(group), np.int64)
    stated = next(
        (
            field
            for field in NUMBERED
            if all(type(row.get(field)) is int and abs(row[field]) < 2**53 for row in truth.images)
        ),
        None,
    )
    for frames in _frames(group):
        own = [truth.images[int(i)][stated] for i in frames] if stated else range(len(frames))
        numbers[frames] = own
        since[frames[1:]] = np.maximum(1, np.diff(numbers[frames]))
    return numbers, since


def _in_time(truth: Truth, group: NDArray[np.int64], asked_by: str) -> None:
    """Frames of a group stand in the order of time, where the images, or the numbers in their names, state it."""
    for field in TIME:
        stated = [row.get(field) for row in truth.images]
        times = np.array([t if isinstance(t, int | float) else np.nan for t in stated], dtype=float)
        for frames in _frames(group) if np.isfinite(times).all() else ():
            _rising(truth, frames, times[frames], field, asked_by)
    for frames in _frames(group):
        names = [_NUMBER.search(str(truth.images[int(i)].get("file_name", ""))) for i in frames]
        numbers = [match for match in names if match is not None]
        if len(numbers) == len(frames) and len({(m["before"], m["after"]) for m in numbers}) == 1:
            counts = np.array([float(m["number"]) for m in numbers])
            _rising(truth, frames, counts, "numbers in file_name", asked_by)


def _rising(
    truth: Truth, frames: NDArray[np.int64], times: NDArray[np.float64], field: str, asked_by: str
) -> None:
    if (back := np.flatnonzero(np.diff(times) < 0)).size:
        name = truth.images[int(frames[back[0] + 1])].get("id")
        raise InputProblem(
            f"expected images of one group in the order of their {field}, since {asked_by} counts frames; "
            f"image {name!r} is earlier than the one before it. Sort the images"
        )


def _frames(group: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [np.flatnonzero(group == g) for g in range(int(group.max()) + 1)]
