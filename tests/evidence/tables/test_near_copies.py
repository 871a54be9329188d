"""Near copies in groups of any size, and none where points are draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.arrays import no_copies
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.resaved import held_again
from casegen_evidence.tables.signs.near_copies import near_copies
from casegen_evidence.tables.spec import Label, Number
from sklearn.datasets import load_digits

NAMES = ("x0", "x1")


@pytest.mark.parametrize(("scenes", "frames"), [(40, 60), (16, 320), (20, 1200)])
def test_groups_of_any_size_are_seen(scenes: int, frames: int) -> None:
    rng = np.random.default_rng(frames)
    scene = np.repeat(np.arange(scenes), frames)
    points = rng.random((scenes, 2))[scene] + 0.002 * rng.normal(size=(scenes * frames, 2))
    words = near_copies(points, rng.integers(0, 2, scenes)[scene], NAMES)
    about = int(words.split("about ")[1].split()[0].replace(",", ""))
    assert about == pytest.approx(frames, rel=0.2)


@pytest.mark.parametrize(("noise", "columns"), [(0.003, 2), (0.01, 2), (0.02, 3), (0.03, 5)])
@pytest.mark.parametrize("frames", [9, 12, 20])
def test_nine_frames_and_more_of_few_scenes_are_seen_with_much_noise(
    noise: float, columns: int, frames: int
) -> None:
    rng = np.random.default_rng(frames)
    scene = rng.permutation(np.repeat(np.arange(22), frames))
    points = rng.random((22, columns))[scene] + noise * rng.normal(size=(22 * frames, columns))
    names = [f"x{k}" for k in range(columns)]
    assert near_copies(points, rng.integers(0, 2, 22)[scene], names)


def _grid(*sizes: int, moved: float) -> np.ndarray:
    """Points in nested order, each moved by a share of its step."""
    places = np.stack(np.meshgrid(*map(np.arange, sizes), indexing="ij"), axis=-1).reshape(-1, len(sizes))
    return (places + moved * np.random.default_rng(1).random(places.shape)) / np.array(sizes)


@pytest.mark.parametrize("sizes", [(22, 9), (9, 22), (40, 10), (6, 6, 6), (22, 3, 3), (3, 4, 4, 5), (12, 50)])
@pytest.mark.parametrize("moved", [0.0, 0.02, 0.1, 0.3])
def test_grids_in_nested_order_are_no_copies(sizes: tuple[int, ...], moved: float) -> None:
    points = _grid(*sizes, moved=moved)
    names = [f"x{k}" for k in range(len(sizes))]
    assert not near_copies(points, (points[:, 0] > 0.5).astype(np.int64), names)


@pytest.mark.parametrize(("clusters", "classes"), [(3, 3), (6, 3), (10, 3), (11, 2), (16, 8)])
@pytest.mark.parametrize("width", [0.01, 0.05, 0.1])
def test_clusters_of_classes_are_no_copies(clusters: int, classes: int, width: float) -> None:
    rng = np.random.default_rng(clusters)
    one = rng.integers(0, clusters, 600)
    points = rng.random((clusters, 2))[one] + width * rng.normal(size=(600, 2))
    assert not near_copies(points, one % classes, NAMES)


@pytest.mark.parametrize("levels", [15, 22, 60])
@pytest.mark.parametrize("spread", [0.5, 1.0, 2.0])
def test_levels_beside_a_column_of_long_tails_are_no_copies(levels: int, spread: float) -> None:
    rng = np.random.default_rng(levels)
    points = np.column_stack([rng.integers(0, levels, 600), np.exp(spread * rng.normal(size=600))])
    assert not near_copies(points, rng.integers(0, 2, 600), NAMES)


@pytest.mark.parametrize("seed", range(3))
def test_many_draws_are_no_copies(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = np.exp(rng.normal(size=(6000, 2)))
    assert not near_copies(points, (points[:, 0] > 1).astype(np.int64), NAMES)


def _pictures(n: int = 300, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    blobs = rng.random((n, 3, 3))
    return np.kron(blobs, np.ones((3, 3))) * 0.9371 + 0.02 * rng.random((n, 9, 9))


def _noise(size: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: x + size * np.random.default_rng(5).normal(size=x.shape)


AGAIN = [
    _noise(1e-4),
    _noise(1e-3),
    _noise(1e-2),
    lambda x: np.round(x * 255) / 255,
    lambda x: x.astype(np.float16).astype(float),
]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("wide", [True, False])
def test_pictures_and_inputs_that_were_saved_again_are_barred(
    again: Callable[[np.ndarray], np.ndarray], wide: bool
) -> None:
    x = _pictures() if wide else np.random.default_rng(2).random((300, 6))
    intake = Intake()
    no_copies(np.concatenate([x, again(x)]), "pictures", intake)
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", "fails")]
    some = Intake()
    no_copies(np.concatenate([x, again(x[:60])]), "pictures", some)
    assert [(s.name, s.severity) for s in some.signs] in (
        [("sign-near-copies", "suspicious")],
        [("sign-near-copies", "fails")],
    )
    fresh = _pictures(300, 9) if wide else np.random.default_rng(3).random((300, 6))
    assert held_again(np.concatenate([fresh, again(x[:100])]), x)


@pytest.mark.parametrize("times", [2, 3])
def test_copies_with_noise_of_some_percent_are_barred(times: int) -> None:
    """Of draws along a line, half have a neighbour half as far as the next one, and a quarter two such."""
    digits = load_digits().images[: 600 // times] / 16
    rng = np.random.default_rng(7)
    intake = Intake()
    no_copies(
        np.concatenate([digits + 0.03 * rng.normal(size=digits.shape) for _ in range(times)]),
        "digits",
        intake,
    )
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", "fails")]
    for n in (20, 60, 1000):
        line = rng.normal(size=(n, 1)) @ rng.normal(size=(1, 20))
        no_copies(line, "line", (own := Intake()))
        assert not own.signs


@pytest.mark.parametrize("seed", range(5))
def test_pictures_and_inputs_of_their_own_are_left_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    low = np.maximum(rng.normal(size=(500, 4)) @ rng.normal(size=(4, 60)) - 1, 0)  # activations
    several = {
        "pictures": _pictures(300, seed),
        "activations": low,
        "few values": rng.integers(0, 3, (400, 64)),
        "sparse": (rng.random((400, 300)) < 0.02) * 1.0,
        "one of five": np.column_stack([np.eye(5)[rng.integers(0, 5, 400)], rng.random(400)]),
        "rounded": np.round(rng.normal(size=(400, 3)), 1),
        "walk": np.cumsum(rng.normal(size=(600, 6)), axis=0),
        "eighteen kinds": np.kron(np.eye(18)[rng.integers(0, 18, 300)], np.ones(2))
        + 0.01 * rng.random((300, 36)),
        "one column": rng.random((400, 1)),
    }
    for name, rows in several.items():
        intake = Intake()
        no_copies(rows, name, intake)
        assert not intake.signs, name


def _films(scenes: int, frames: int, noise: float = 0.02, side: int = 8) -> np.ndarray:
    rng = np.random.default_rng(frames)
    rows = np.repeat(rng.random((scenes, side, side)), frames, axis=0)
    return rng.permutation(rows + noise * rng.normal(size=rows.shape))


@pytest.mark.parametrize(
    ("scenes", "frames", "classes"),
    [(30, 9, 3), (36, 12, 2), (44, 20, 10), (30, 30, 2), (22, 9, 2), (22, 14, 4)],
)
def test_large_groups_of_pictures_that_are_many_more_than_classes_are_doubted(
    scenes: int, frames: int, classes: int
) -> None:
    no_copies(_films(scenes, frames), "pictures", (intake := Intake()), classes=classes)
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", "suspicious")]


@pytest.mark.parametrize(
    ("kinds", "of_each", "classes"), [(18, 16, 10), (18, 11, 2), (10, 30, 10), (6, 40, 3), (2, 100, 2)]
)
def test_kinds_of_simple_pictures_are_no_copies(kinds: int, of_each: int, classes: int) -> None:
    no_copies(_films(kinds, of_each), "pictures", (intake := Intake()), classes=classes)
    assert not intake.signs


@pytest.mark.parametrize(
    ("kinds", "of_each", "classes", "severity"),
    [
        *((kinds, of_each, classes, "suspicious") for kinds in (20, 22, 24) for of_each, classes in ((5, 24), (3, 10), (5, 2))),
        (22, 2, 10, "fails"), (30, 3, 10, "fails"), (60, 5, 10, "fails"),
    ],
)  # fmt: skip
def test_a_few_pictures_each_of_some_twenty_kinds_are_for_a_person_to_judge(
    kinds: int, of_each: int, classes: int, severity: str
) -> None:
    """They were barred, and no waiver set that aside; pairs, and groups of more kinds, are copies."""
    no_copies(_films(kinds, of_each), "pictures", (intake := Intake()), classes=classes)
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", severity)]
    assert ("waiver" in intake.signs[0].hint) == (severity == "suspicious")


@pytest.mark.slow
@pytest.mark.parametrize("n", [150, 600, 1797])
def test_written_digits_are_no_copies(n: int) -> None:
    digits = load_digits()
    for chosen, classes in ((digits.target[:n] < 10, 10), (digits.target[:n] < 2, 2)):
        no_copies(digits.images[:n][chosen], "digits", (intake := Intake()), classes=classes)
        assert not intake.signs


def _answers(folder: Path, scores: np.ndarray, true: np.ndarray) -> set[str]:
    said = np.where(scores[:, 0] > 0.4, true, 1 - true)
    lines = ["true,predicted,confidence,blur"]
    lines += [f"c{t},c{s},{a:.6f},{b:.6f}" for t, s, (a, b) in zip(true, said, scores, strict=True)]
    (folder / "answers.csv").write_text("\n".join(lines) + "\n")
    wanted = {"true": Label(), "predicted": Label(), "confidence": Number()}
    read_table(folder / "answers.csv", wanted, intake=(intake := Intake()), role="predictions", draws=True)
    return {sign.name for sign in intake.signs}


@pytest.mark.parametrize("seed", range(3))
def test_answers_to_nine_frames_with_much_noise_are_doubted(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    scene = rng.permutation(np.repeat(np.arange(22), 9))
    scores = 0.35 + 0.6 * (rng.random((22, 2))[scene] + 0.01 * rng.normal(size=(198, 2)))
    true = rng.integers(0, 2, 22)[scene]
    assert "sign-repeated-rows" in _answers(tmp_path, scores, true)
    sure = 1 - 0.6 * rng.random((198, 2)) ** 3
    assert "sign-repeated-rows" not in _answers(tmp_path, sure, true)
    assert "sign-repeated-rows" not in _answers(tmp_path, 0.35 + 0.6 * _grid(22, 9, moved=0.3), true)


@pytest.mark.parametrize("frames", [5, 9, 12])
def test_answers_to_frames_of_few_scenes_are_doubted(frames: int, tmp_path: Path) -> None:
    rng, scenes = np.random.default_rng(frames), 240 // frames
    order = rng.permutation(scenes * frames)
    scores = 0.35 + 0.6 * np.repeat(rng.random((scenes, 2)), frames, axis=0)
    scores = (scores + 0.0003 * rng.normal(size=scores.shape))[order]
    true = np.repeat(rng.integers(0, 2, scenes), frames)[order]
    assert "sign-repeated-rows" in _answers(tmp_path, scores, true)
    fresh = 0.35 + 0.6 * rng.random((240, 2)) ** 2
    assert "sign-repeated-rows" not in _answers(tmp_path, fresh, rng.integers(0, 2, 240))


VERSIONS: dict[str, Callable[[np.ndarray, int, np.random.Generator], np.ndarray]] = {
    "brighter": lambda x, k, rng: np.clip(x * (1 + 0.03 * k), 0, 1),
    "brighter at random": lambda x, k, rng: np.clip(x * rng.uniform(0.8, 1.2, (len(x), 1)), 0, 1),
    "offset": lambda x, k, rng: x + 0.02 * k,
    "noise": lambda x, k, rng: x + 0.05 * rng.normal(size=x.shape),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", VERSIONS)
@pytest.mark.parametrize("versions", [2, 3, 4, 5, 6, 7, 8])
def test_versions_of_pictures_in_groups_of_any_size(kind: str, versions: int) -> None:
    """The next version lies far nearer than the next other picture, however many versions there are."""
    rng = np.random.default_rng(versions)
    x = load_digits().data[: 800 // versions] / 16
    pictures = np.concatenate([VERSIONS[kind](x, k, rng) for k in range(versions)])
    intake = Intake()
    no_copies(pictures[rng.permutation(len(pictures))], "p", intake, classes=10)
    assert [s.name for s in intake.signs] == ["sign-near-copies"]


@pytest.mark.slow
@pytest.mark.parametrize("rows", [60, 200, 1000])
@pytest.mark.parametrize("dimensions", [1, 2, 3, 8])
def test_independent_pictures_of_few_parameters_are_no_copies(rows: int, dimensions: int) -> None:
    rng = np.random.default_rng([rows, dimensions])
    z = rng.random((rows, dimensions))
    at = np.linspace(0, 1, 100)
    sizes = rng.uniform(0.5, 2, dimensions)
    pictures = sum(np.exp(-(((at[None, :] - z[:, [k]] * s) / 0.15) ** 2)) for k, s in enumerate(sizes))
    heavy = rng.standard_t(2, size=(rows, dimensions)) @ rng.normal(size=(dimensions, 100))
    for made in (pictures, heavy):
        intake = Intake()
        no_copies(made, "p", intake, classes=10)
        assert not intake.signs
