"""Coverage-guided fuzzing of every parser that reads a stranger's file.

    pip install atheris
    python -m benchmarks.fuzz sacm --seconds 600        # one parser
    python -m benchmarks.fuzz all --seconds 600         # each after the other, a line for each
    python -m benchmarks.fuzz all --wall 600 --jobs 2   # by the clock, two side by side

Seconds are of processor time, so that a busy machine gives a parser no less; with ``--wall`` they are of the clock, and
the line says what the processor gave of them.  A parser may answer with a value or with an InputError; anything else is
a crash, as is an input that takes longer than 20 seconds or more than 1 GB.  The input that did it is kept and named.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "auv"
SUFFIX = {
    "case": ".yaml",
    "openpsa": ".xml",
    "galileo": ".dft",
    "sacm": ".xml",
    "gsn": ".yaml",
    "tea": ".json",
    "json": ".json",
    "ltac": ".txt",
    "xlsx": ".xlsx",
    "csv": ".csv",
    "records": ".csv",
    "document": ".yaml",
    "compliance": ".yaml",
    "whatif": ".yaml",
    "journal": ".yaml",
}
BESIDE = {"document": "document.yaml", "compliance": "compliance.yaml", "whatif": "whatif.yaml"}
"""files beside a case, read with the case they lie in"""


def parser(name: str, folder: Path) -> Callable[[bytes], None]:
    """The reader called ``name``; it reads from a file in ``folder``."""
    from casegen_evidence.method import InputProblem

    from casegen.model.diagnostic import InputError

    path = folder / ("case.yaml" if name == "case" else f"input{SUFFIX[name]}")
    act = _in_a_case(name, folder) if name in (*BESIDE, "journal") else None

    def read(content: bytes) -> None:
        with contextlib.suppress(InputError, InputProblem):
            if act is not None:
                act(content)
            else:
                path.write_bytes(content)
                _read(name, path)

    return read


def _in_a_case(name: str, folder: Path) -> Callable[[bytes], None]:
    """A reader of what lies beside a case, in a copy of the underwater example."""
    from casegen.assessment.assess import Session
    from casegen.assessment.study import read_whatifs
    from casegen.io import load
    from casegen.render.document_settings import read_custom
    from casegen.review.compliance import read_mapping
    from casegen.review.journal import read_journal

    root = folder / "auv"
    shutil.copytree(EXAMPLE, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("baselines", "review"))
    case = load(root)
    readers: dict[str, Callable[[], object]] = {
        "document": lambda: read_custom(root),
        "compliance": lambda: read_mapping(case),
        "journal": lambda: read_journal(root),
    }
    if name == "whatif":
        session = Session.open(case)
        readers[name] = lambda: read_whatifs(session)
    path = root / BESIDE.get(name, "review/F1/01-raised-00000000.yaml")
    path.parent.mkdir(parents=True, exist_ok=True)

    def read(content: bytes) -> None:
        path.write_bytes(content)
        readers[name]()

    return read


def _read(name: str, path: Path) -> None:
    if name == "case":
        from casegen.argument import check
        from casegen.io import load

        check(load(path.parent))
    elif name == "openpsa":
        from casegen.io.openpsa.read import read_openpsa

        read_openpsa(path)
    elif name == "galileo":
        from casegen.io.galileo.read import read_galileo

        read_galileo(path)
    elif name == "records":
        from casegen_evidence.field_data.reading import read

        read(path, "demands", whole=True)
    else:
        from casegen.io.exchange import exchange_format
        from casegen.io.exchange.references import without_dangling

        without_dangling(exchange_format(name).read([path]), {})  # type: ignore[misc]


def seeds(name: str, folder: Path) -> None:
    """Valid files to start from: what the product writes from its own example, and the bad files of the tests."""
    from casegen.io import load
    from casegen.io.exchange import FORMATS, exchange_format

    case = load(ROOT / "examples" / "robot")
    if name == "case":
        for file in [*ROOT.glob("examples/*/*.yaml"), *ROOT.glob("examples/*/argument/*.yaml")]:
            text = file.read_text("utf-8")[:20_000]
            (folder / f"{file.parent.name}-{file.name}").write_text(text, "utf-8")
    elif name in BESIDE:
        (folder / "seed.yaml").write_bytes((EXAMPLE / BESIDE[name]).read_bytes())
    elif name == "journal":
        for file in (EXAMPLE / "review").rglob("*.yaml"):
            (folder / f"{file.parent.name}-{file.name}").write_bytes(file.read_bytes())
    elif name == "records":
        for file in (EXAMPLE / "records").glob("*.csv"):
            (folder / file.name).write_bytes(file.read_bytes())
    elif name == "galileo":
        lines = [
            'toplevel "T";',
            '"T" or "A" "G";',
            '"G" 2of3 "A" "B" "C";',
            '"A" lambda=1e-3 dorm=0;',
            '"B" prob=0.1;',
        ]
        (folder / "seed.dft").write_text("\n".join([*lines, '"C" lambda=2e-4;']))
    elif name == "openpsa":
        from casegen.io.openpsa.write import openpsa_text

        (folder / "seed.xml").write_text(openpsa_text(case)[0], "utf-8")
    if name in FORMATS:
        write = exchange_format(name).write
        for file_name, content in write(case, "x").files.items() if write else ():
            (folder / file_name).write_bytes(content)
    if name in FORMATS and name not in ("xlsx", "openpsa"):
        _small_seed(name, folder)
    for bad in (ROOT / "tests" / "bad").rglob(f"*{SUFFIX[name]}"):
        if bad.stat().st_size < 20_000:
            (folder / f"{bad.parent.name}-{bad.name}").write_bytes(bad.read_bytes())


def _small_seed(name: str, folder: Path) -> None:
    """A case of a few parts as well: most of what a fuzzer does to a long file tells it nothing new."""
    import dataclasses

    from casegen.io import load
    from casegen.io.exchange import exchange_format

    case = load(ROOT / "examples" / "robot")
    argument = case.arguments[0]
    kept = {argument.supports, *argument.premises, *argument.side_claims}
    small = dataclasses.replace(
        case,
        claims=tuple(claim for claim in case.claims if claim.id in kept),
        arguments=(argument,),
        **dict.fromkeys(("contexts", "defeaters", "residual_doubts", "sub_cases", "hazop", "scenarios"), ()),
        **dict.fromkeys(("parameters", "events", "house_events", "common_cause", "trees"), ()),
    )
    write = exchange_format(name).write
    for file_name, content in write(small, "small").files.items() if write else ():
        (folder / file_name).write_bytes(content)


WORDS = (
    b"<",
    b">",
    b"&",
    b'"',
    b"</c>",
    b"<f>1+1</f>",
    b't="s"',
    b'r="A1"',
    b"999999999",
    b"-1",
    b"=cmd()",
    b"\x00",
    b"\xff",
)


def workbook(content: bytes, limit: int, seed: int) -> bytes:
    """Change one part inside a workbook; changing the archive's bytes would only ever break its checksums."""
    draw = random.Random(seed)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as old:
            parts = {m.filename: old.read(m) for m in old.infolist() if m.file_size < 1_000_000}
    except Exception:
        parts = {}
    if not parts:
        return bytes(draw.randrange(256) for _ in range(draw.randrange(64)))
    chosen = draw.choice(sorted(parts))
    text = bytearray(parts[chosen])
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(text) + 1)
        text[at : at + draw.choice((0, 0, 1, 4, 30))] = draw.choice((*WORDS, bytes([draw.randrange(256)])))
    parts[chosen] = bytes(text)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part, raw in parts.items():
            new.writestr(part, raw)
    made = stream.getvalue()
    return made if len(made) <= limit else content


def fuzz(name: str, seconds: float, wall: float, folder: Path) -> None:
    """Runs in a process of its own: the fuzzer ends it."""
    import atheris

    with atheris.instrument_imports(include=["casegen", "casegen_evidence.field_data"]):
        read = parser(name, folder)
        read(b"")
    began = time.monotonic()

    def timed(content: bytes) -> None:
        read(content)
        if time.process_time() > seconds or time.monotonic() - began > wall:
            print(
                f"spent: {time.monotonic() - began:.0f} {time.process_time():.0f}",
                file=sys.stderr,
                flush=True,
            )
            os.kill(os.getpid(), signal.SIGUSR1)  # the fuzzer's own signal to report and end with success

    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    seeds(name, corpus)
    options = [
        "-timeout=20", "-rss_limit_mb=1024", "-max_len=60000", "-print_final_stats=1",
        f"-artifact_prefix={folder}/crash-", "-verbosity=1",
    ]  # fmt: skip
    if name == "xlsx":
        atheris.Setup([name, *options, str(corpus)], timed, custom_mutator=workbook)
    else:
        atheris.Setup([name, *options, str(corpus)], timed)
    atheris.Fuzz()


def _last(pattern: str, text: str) -> str:
    """What the last match of ``pattern`` holds, or a question mark."""
    return (re.findall(pattern, text) or ["?"])[-1]


def report(name: str, limits: list[str], keep: Path) -> bool:
    """Fuzz in a child process, print one line; True when nothing crashed."""
    folder = keep / name
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.fuzz", name, *limits, "--inside", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, "NO_COLOR": "1"},
    )
    said = done.stderr
    clock, processor = _last(r"spent: (\d+) ", said), _last(r"spent: \d+ (\d+)", said)
    edges = _last(r" cov: (\d+)", said)
    runs, rss = _last(r"number_of_executed_units:\s*(\d+)", said), _last(r"peak_rss_mb:\s*(\d+)", said)
    print(
        f"{name:10} {clock:>5} s of the clock {processor:>5} s of processor {runs:>9} inputs "
        f"{edges:>6} edges {rss:>5} MB at most  exit {done.returncode}",
        flush=True,
    )
    crashes = sorted(folder.glob("crash-*"))
    for crash in crashes:
        print(f"    {crash}", flush=True)
    if done.returncode:
        print(said[-2500:], flush=True)
    return not done.returncode and not crashes


def main() -> None:
    """Fuzz one parser or all."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("parser", choices=["all", *SUFFIX], nargs="+")
    limit = arguments.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="of processor time (600 if nothing is given)")
    limit.add_argument("--wall", type=float, help="seconds of the clock instead")
    arguments.add_argument("--jobs", type=int, default=1, help="parsers side by side")
    arguments.add_argument("--keep", type=Path, help="folder for corpora and crashes")
    arguments.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.inside:
        fuzz(given.parser[0], given.seconds or math.inf, given.wall or math.inf, given.inside)
        return
    names = list(SUFFIX) if "all" in given.parser else given.parser
    keep = given.keep or Path(tempfile.mkdtemp(prefix="fuzz-"))
    limits = ["--wall", str(given.wall)] if given.wall else ["--seconds", str(given.seconds or 600)]
    with ThreadPoolExecutor(given.jobs) as pool:
        good = list(pool.map(lambda name: report(name, limits, keep), names))
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
