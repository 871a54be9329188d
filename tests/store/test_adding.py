"""A pipeline's files become evidence items, each by one command; nothing is guessed in silence."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import pytest

from casegen.io import load
from casegen.io.transaction import editing
from tests.evidence.reports.test_reports import COVERED, SUITE
from tests.false_support import call, folder
from tests.false_support.bases import calculation

PREDICTIONS = (
    "image,y_true,y_pred\n"
    + "".join(f"i{i}.png,{'ab'[i % 2]},{'ab'[i % 2]}\n" for i in range(60))
    + "j,a,b\n"
)
RECORD = "unit,attempts,failures\nquay,4000,0\n"
FILES = {
    "predictions.csv": PREDICTIONS,
    "record.csv": RECORD,
    "junit.xml": SUITE,
    "coverage.xml": COVERED,
    "metrics.json": '{"test": {"wrong": 3, "images": 100}, "loss": 0.2}',
    "log.csv": "label,pred,score\n" + "a,a,0.1\na,b,0.9\nb,b,0.2\nb,a,0.8\n" * 10,
    "boxes.json": '[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 10], "score": 0.9}]',
    "truth.json": '{"images": [{"id": 1}], "categories": [{"id": 1, "name": "buoy"}], "annotations": '
    '[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 10, 10]}]}',
    "model.joblib": "\x80",
    "net.onnx": "x",
    "corners.csv": "image,xmin,ymin,xmax,ymax,confidence,class\n1,0,0,9,10,0.9,buoy\n",
    "array.npy": "\x93NUMPY",
    "table.csv": "width,height\n1,2\n",
    "twice.csv": "label,y_true,pred\na,a,a\n",
}

ENCODED = (
    ("junit16.xml", "junit.xml", "utf-16"), ("coverage16.xml", "coverage.xml", "utf-16-be"),
    ("junit32.xml", "junit.xml", "utf-32"), ("table16.csv", "record.csv", "utf-16"),
    ("metrics16.json", "metrics.json", "utf-16"), ("boxes-sig.json", "boxes.json", "utf-8-sig"),
)  # fmt: skip

BOX = """<discrete-scenario-description>
  <weather>sunny, rainy</weather> <box>yes, no</box> <turn> 0, 1</turn>
</discrete-scenario-description>"""
RULES = """<constraints>
  <constraint><upperbound>MAX</upperbound><lowerbound>1</lowerbound><item>1, box.yes</item><item>1, turn.0</item></constraint>
  <constraint><upperbound>1</upperbound><lowerbound>0</lowerbound><item>1, box.yes</item><item>1, weather.rainy</item></constraint>
</constraints>"""
SCENARIOS = """<scenarios>
  <scenario><file>a.mov</file><weather>sunny</weather><box>yes</box><turn> 1</turn></scenario>
  <scenario><file>b.mov</file><weather>rainy</weather><box>no</box><turn>0</turn></scenario>
</scenarios>"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "latin.csv").write_text("unit;attempts;failures\nMühle;4000;0\n", "cp1252")
    for name, source, encoding in ENCODED:
        (tmp_path / name).write_text(FILES[source], encoding)
    (tmp_path / "misstated.xml").write_text(
        FILES["junit.xml"].replace("testcase ", 'testcase file="ü" ', 1), "latin-1"
    )
    return folder(tmp_path / "case", calculation())


@pytest.mark.parametrize(
    ("file", "more", "method", "measure"),
    [
        ("predictions.csv", [], "nn-weighted-confusion", "critical_confusion"),
        ("record.csv", ["--set", "failure=no stop"], "demand-record", "probability"),
        ("junit.xml", [], "test-report", "failed"),
        ("junit16.xml", [], "test-report", "failed"),
        ("coverage.xml", [], "coverage-report", "branch_coverage"),
        ("coverage16.xml", [], "coverage-report", "branch_coverage"),
        ("log.csv", ["--set", "threshold=0.5"], "monitor-evaluation", "residual_hazard"),
        ("log.csv", ["--as", "predictions"], "nn-weighted-confusion", "critical_confusion"),
        ("boxes.json", ["--set", "score=0.5", "--input", "truth=TRUTH"], "object-detection", "missed_object"),
        ("metrics.json", ["--set", "kind=fraction", "--set", "method=ours 1", "--set", "count=/test/wrong", "--set",
                          "trials=/test/images"], "reported-measure", "fraction"),
    ],
)  # fmt: skip
def test_each_file_comes_in_with_one_command(
    case: Path, tmp_path: Path, file: str, more: list[str], method: str, measure: str
) -> None:
    options = [option.replace("TRUTH", str(tmp_path / "truth.json")) for option in more]
    code, _, err = call("evidence", "add", case, tmp_path / file, "--id", "NEW", *options)
    assert code == 0, err
    code, _, err = call("evidence", "run", case, "NEW")
    assert code == 0, err
    loaded = load(case)
    assert loaded.evidence_item["NEW"].method == method
    assert (case / "data" / file).read_bytes() == (tmp_path / file).read_bytes()
    assert measure in call("evidence", "show", case, "NEW", "--json")[1]


def test_what_was_decided_is_listed(case: Path, tmp_path: Path) -> None:
    _, _, err = call("evidence", "add", case, tmp_path / "predictions.csv")
    assert "column true is 'y_true', by its name" in err
    assert "confidence 0.95" in err
    assert dict(load(case).evidence_item["EV-PREDICTIONS"].columns) == {
        "true": "y_true",
        "predicted": "y_pred",
    }


@pytest.mark.parametrize(
    ("file", "more", "words"),
    [
        ("model.joblib", [], "it is not opened"),
        ("net.onnx", [], "input `model`"),
        ("table.csv", [], "width, height"),
        ("array.npy", [], "one array without names"),
        ("corners.csv", ["--as", "detections"], "--column score=COLUMN"),
        ("twice.csv", ["--as", "predictions"], "several columns may be 'true'"),
        ("record.csv", [], "--set failure="),
        ("record.csv", ["--set", "failure=x", "--column", "demands=tries"], "no column 'tries'"),
        ("record.csv", ["--as", "demnds"], "did you mean 'demands'"),
        ("metrics.json", [], "/test/wrong = 3; /test/images = 100; /loss = 0.2"),
        (
            "metrics.json",
            ["--set", "kind=score", "--set", "method=ours", "--set", "value=/loss", "--set", "upper=/loss"],
            "--confidence",
        ),
        ("junit.xml", ["--set", "require=[]"], "require"),
        ("boxes.json", ["--set", "score=0.5"], "--input truth=FILE"),
        ("boxes.json", ["--set", "score=0.5", "--input", "trut=junit.xml"], "cannot read the file"),
        ("metrics.json", ["--set", "kind=probability-per-demand", "--set", "method=ours 1", "--set", "value=/loss"], "by its name"),
        ("metrics.json", ["--set", "kind=fraction", "--set", "method=ours 1", "--set", "count=/test/images", "--set",
                          "trials=/test/wrong"], "0 ≤ count ≤ trials"),
        ("metrics.json", ["--as", "predictions"], "is no table, by its name, and predictions needs one"),
        ("junit.xml", ["--as", "monitor"], "and monitor needs one"),
        ("model.joblib", ["--as", "predictions"], "it is not opened"),
        ("log.csv", [], "predictions (labels and answers"),
        ("predictions.csv", ["--as", "monitor"], "no column is 'alarm' or 'score'"),
        ("missing.csv", [], "cannot read the file"),
        ("junit.xml", ["--set", "x"], "NAME=VALUE"),
        ("latin.csv", [], "or say --table encoding=cp1252"),
        ("table16.csv", [], "or say --table encoding=utf-16"),
        ("metrics16.json", [], "save it as UTF-8"),
        ("boxes-sig.json", ["--as", "detections"], "save it as UTF-8, without a byte order mark"),
        ("boxes-sig.json", [], "save it as UTF-8, without a byte order mark"),
        ("junit32.xml", [], "state in its first line the encoding"),
        ("misstated.xml", [], "state in its first line the encoding"),
        ("latin.csv", ["--table", "encodin=cp1252"], "did you mean 'encoding'"),
        ("junit.xml", ["--table", "encoding=cp1252"], "is no table"),
    ],
)  # fmt: skip
def test_what_is_open_is_asked_for_and_nothing_is_written(
    case: Path, tmp_path: Path, file: str, more: list[str], words: str
) -> None:
    before = sorted(p.name for p in case.rglob("*"))
    code, _, err = call("evidence", "add", case, tmp_path / file, *more)
    assert code == 2
    assert words in err
    after = [p for p in case.rglob("*") if ".casegen" not in p.parts]  # where those who edit the case wait
    assert sorted(p.name for p in after) == before


def test_nothing_is_overwritten(case: Path, tmp_path: Path) -> None:
    assert call("evidence", "add", case, tmp_path / "junit.xml")[0] == 0
    (tmp_path / "junit.xml").write_text(SUITE.replace("dry", "damp"))
    code, _, err = call("evidence", "add", case, tmp_path / "junit.xml")
    assert (code, "another file of that name" in err) == (2, True)
    assert (case / "data/junit.xml").read_text() == SUITE
    code, _, err = call("evidence", "add", case, tmp_path / "coverage.xml", "--id", "EV-JUNIT")
    assert (code, "there is an evidence item EV-JUNIT already" in err) == (2, True)
    assert not (case / "data/coverage.xml").exists()


def test_a_file_of_the_folder_stays_where_it_is(case: Path) -> None:
    (case / "reports").mkdir()
    (case / "reports/junit.xml").write_text(SUITE)
    assert call("evidence", "add", case, case / "reports/junit.xml")[0] == 0
    assert load(case).evidence_item["EV-JUNIT"].inputs == {"report": "reports/junit.xml"}
    assert not (case / "data").exists()


@pytest.mark.parametrize("linked", ["data", "evidence"])
def test_nothing_is_written_through_a_link(case: Path, tmp_path: Path, linked: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (case / linked).symlink_to(outside)
    assert call("evidence", "add", case, tmp_path / "junit.xml")[0] == 2
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("named", ["way/record.csv", "way/out/record.csv"])
@pytest.mark.parametrize("as_input", [False, True])
def test_a_link_inside_the_folder_leads_to_no_file_outside(
    case: Path, tmp_path: Path, named: str, as_input: bool
) -> None:
    (case / "way").mkdir()
    (case / "way/record.csv").symlink_to(tmp_path / "record.csv")
    (case / "way/out").symlink_to(tmp_path)
    words = (
        [tmp_path / "scenarios.xml", "--input", f"description={case / named}"] if as_input else [case / named]
    )
    kit(tmp_path)
    code, out, err = call("evidence", "add", case, *words)
    link = "way/out" if "out" in named else "way/record.csv"
    assert code == 2
    assert f"`{link}` is a link that leaves the case folder" in " ".join(f"{out} {err}".split())
    assert not (case / "data").exists()
    assert not (case / "evidence").exists()


def test_a_link_inside_the_folder_to_a_file_in_it_and_one_outside_are_followed(
    case: Path, tmp_path: Path
) -> None:
    (case / "own.csv").write_text(RECORD)
    (case / "link.csv").symlink_to(case / "own.csv")
    (tmp_path / "elsewhere.csv").symlink_to(tmp_path / "record.csv")
    (case / "x").mkdir()
    for file in (case / "link.csv", tmp_path / "elsewhere.csv", case / "x/../../record.csv"):
        code, _, err = call("evidence", "add", case, file, "--set", "failure=no stop")
        assert code == 0, err


def kit(tmp_path: Path, **texts: str) -> list[str]:
    """The three files of a set of scenarios, and the options that name them."""
    for name, text in {"scenarios": SCENARIOS, "description": BOX, "constraints": RULES, **texts}.items():
        (tmp_path / f"{name}.xml").write_text(text)
    return [str(tmp_path / "scenarios.xml"), "--input", f"description={tmp_path / 'description.xml'}",
            "--input", f"constraints={tmp_path / 'constraints.xml'}"]  # fmt: skip


def test_scenarios_with_their_conditions_and_rules_come_in(case: Path, tmp_path: Path) -> None:
    code, _, err = call("evidence", "add", case, *kit(tmp_path), "--id", "NEW")
    assert code == 0, err
    assert "data/scenarios.csv: 2 scenarios of 3 conditions with 2 rules" in err
    assert call("evidence", "run", case, "NEW")[0] == 0
    parameters = load(case).evidence_item["NEW"].parameters
    assert parameters["conditions"] == {
        "weather": ["sunny", "rainy"],
        "box": ["yes", "no"],
        "turn": ["0", "1"],
    }
    assert parameters["rules"][1] == {"sum": {"box=yes": 1, "weather=rainy": 1}, "at_most": 1}
    shown = call("evidence", "show", case, "NEW", "--json")[1]
    assert (
        "6 of 9 value tuples" in shown
    )  # of 12 pairs two cannot occur, and rainy at turn 1, through both rules


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"scenarios": SCENARIOS.replace("no<", "maybe<")}, "expected one of yes, no, found 'maybe'"),
        ({"scenarios": SCENARIOS.replace(">yes", ">no")}, "breaks a rule of the domain"),
        ({"constraints": RULES.replace("1, box.yes", "1 box yes")}, "constraints.xml:2:"),
        ({"constraints": RULES.replace("MAX", "many")}, "expected a number, found 'many'"),
        ({"constraints": RULES.replace("turn.0", "turns.0")}, "did you mean"),
        ({"description": SCENARIOS}, "expected <discrete-scenario-description>, found <scenarios>"),
        ({"description": '<!DOCTYPE x [<!ENTITY e "y">]><discrete-scenario-description/>'}, "refused"),
    ],
)
def test_scenario_files_that_do_not_fit_are_named(
    case: Path, tmp_path: Path, texts: dict[str, str], words: str
) -> None:
    code, _, err = call("evidence", "add", case, *kit(tmp_path, **texts), "--id", "NEW")
    if code == 0:
        code, _, err = call("evidence", "run", case, "NEW")
    assert code != 0
    assert words in err


def test_scenarios_without_their_categories_are_asked_for(case: Path, tmp_path: Path) -> None:
    code, _, err = call("evidence", "add", case, kit(tmp_path)[0])
    assert (code, "--input description=FILE" in err) == (2, True)


@pytest.mark.slow
def test_two_people_who_add_at_once_both_find_their_item(case: Path, tmp_path: Path) -> None:
    """The second waits for the first, and reads what it wrote."""
    names = [f"r{n}" for n in range(4)]
    children = []
    for name in names:
        (tmp_path / f"{name}.csv").write_text(RECORD)
        child = os.fork()
        if child == 0:
            code = 9
            with contextlib.suppress(BaseException):
                code, _, _ = call(
                    "evidence", "add", case, tmp_path / f"{name}.csv", "--set", "failure=no stop"
                )
            os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert {f"EV-{name.upper()}" for name in names} <= load(case).evidence_item.keys()


def test_an_import_waits_for_who_edits_the_case(case: Path, tmp_path: Path) -> None:
    with editing(case):
        child = os.fork()
        if child == 0:
            with contextlib.suppress(BaseException):
                call("evidence", "add", case, tmp_path / "record.csv", "--set", "failure=no stop")
            os._exit(0)
        text = (case / "case.yaml").read_text()
        (case / "more.yaml").write_text("evidence_items: []\n")
        (case / "case.yaml").write_text(text.replace("include: [", "include: [more.yaml, ", 1) if "include: [" in text
                                        else f"{text}include: [more.yaml]\n")  # fmt: skip
    os.waitpid(child, 0)
    assert {"more.yaml", "evidence/ev-record.yaml"} <= set(load(case).files)


@pytest.mark.parametrize("stated", [[], ["--column", "y1=ymin", "--column", "x2=xmax"]])
def test_corners_of_boxes_under_other_names(case: Path, tmp_path: Path, stated: list[str]) -> None:
    more = ["--input", f"truth={tmp_path / 'truth.json'}", "--set", "score=0.5", *stated]
    names = ["--as", "detections", "--column", "score=confidence", "--column", "category=class"]
    assert call("evidence", "add", case, tmp_path / "corners.csv", *more, *names)[0] == 0
    assert call("evidence", "run", case, "EV-CORNERS")[0] == 0
    columns = dict(load(case).evidence_item["EV-CORNERS"].columns)
    assert columns == {
        "score": "confidence",
        "category": "class",
        "x1": "xmin",
        "y1": "ymin",
        "x2": "xmax",
        "y2": "ymax",
    }


def test_a_table_whose_reader_is_not_installed(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    code, _, err = call("evidence", "add", case, tmp_path / "p.parquet")
    assert code == 3
    assert "needs the package pyarrow" in err


def test_how_a_table_is_written_comes_with_it(case: Path, tmp_path: Path) -> None:
    options = [
        "--table",
        "encoding=cp1252",
        "--table",
        "delimiter=;",
        "--set",
        "failure=no stop",
        "--id",
        "NEW",
    ]
    assert call("evidence", "add", case, tmp_path / "latin.csv", *options)[0] == 0
    item = load(case).evidence_item["NEW"]
    assert (item.encoding, item.delimiter) == ("cp1252", ";")
    assert call("evidence", "run", case, "NEW")[0] == 0


def test_arrays_of_several_numbers_a_row_are_named(case: Path, tmp_path: Path) -> None:
    import numpy as np

    np.savez(tmp_path / "answers.npz", labels=np.arange(9), guesses=np.arange(9), probs=np.ones((9, 3)))
    code, _, err = call("evidence", "add", case, tmp_path / "answers.npz")
    assert (code, "its columns are labels, guesses" in err) == (2, True)
    np.savez(tmp_path / "scores.npz", probs=np.ones((9, 3)))
    code, _, err = call("evidence", "add", case, tmp_path / "scores.npz")
    assert (code, "probs 9×3" in err, "numpy.savez" in err, "header row" in err) == (2, True, True, False)


@pytest.mark.parametrize(
    ("file", "said", "options"),
    [
        ("predictions.csv", "say another one with --confidence", ["--confidence", "95"]),
        ("predictions.csv", "say another one with --confidence", ["--confidence", "nan"]),
        ("predictions.csv", "say another one with --confidence", ["--confidence", "0"]),
        ("junit.xml", "say another one with --confidence", ["--confidence", "95"]),
        ("predictions.csv", "say another one with --id", ["--id", "../../x"]),
        ("r" * 200 + ".csv", "say another one with --id", []),
        ("a: b.csv", "holds a colon or a backslash", []),
    ],
)
def test_what_no_item_can_have_is_refused_with_the_option_that_says_another(
    case: Path, tmp_path: Path, file: str, said: str, options: list[str]
) -> None:
    source = tmp_path / file
    source.write_text(FILES["junit.xml" if file == "junit.xml" else "predictions.csv"], "utf-8")
    code, _, message = call("evidence", "add", str(case), str(source), *options)
    assert code == 2
    assert said in message
    assert not list(case.glob("evidence/*.yaml"))
