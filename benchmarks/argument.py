"""CPU time of check and status against the size of the argument.

Run: ``python benchmarks/argument.py``.  Sizes are argument nodes; each figure is the minimum of three runs.
``load`` reads the same argument from files of 5,000 claims each; the other two start from the loaded case.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from casegen.argument import check, status
from casegen.argument.patterns.case_text import case_text
from casegen.io import load
from casegen.model.argument import Argument, Block, Claim, ContextNode, EvidenceNode
from casegen.model.case import Case, Header

SIZES = (1_000, 10_000, 100_000)


def balanced(nodes: int, width: int = 4) -> Case:
    """A sound argument of about ``nodes`` nodes: decompositions of ``width`` parts down to artefacts."""
    claims, arguments, evidence = [], [], []
    queue = ["C0"]
    made = 5
    while queue:
        claim = queue.pop(0)
        claims.append(Claim(id=claim, text=f"The part {claim} meets its requirement", context=("X",)))
        if made + 4 * width < nodes:
            below = tuple(f"C{len(arguments) * width + k + 1}" for k in range(width))
            queue.extend(below)
            made += 4 * width - 1
        else:
            below = ()
        if below:
            block = Block.DECOMPOSITION
            premises = below
        else:
            block = Block.EVIDENCE_INCORPORATION
            premises = (f"E{len(evidence)}",)
            evidence.append(
                EvidenceNode(
                    id=premises[0], text="Test record", artefact=f"https://example.org/{claim}.pdf", sha256="0" * 64,
                    version="1",
                    date="2026-01-01", owner="test lead", accepted_by="assessor",
                )
            )  # fmt: skip
        arguments.append(
            Argument(
                id=f"A-{claim}", text=f"Over the parts of {claim}", supports=claim, block=block,
                side_claims=(f"W-{claim}",), **{"from": premises},
            )
        )  # fmt: skip
        claims.append(
            Claim(id=f"W-{claim}", text=f"The parts of {claim} are complete", assumed="by review",
                  accepted_by="assessor")
        )  # fmt: skip
    context = ContextNode(id="X", text="Survey of the harbour in daylight")
    return Case(
        header=Header(id="B", title="Benchmark", roots=("C0",)),
        claims=tuple(claims), arguments=tuple(arguments), evidence=tuple(evidence), contexts=(context,),
    )  # fmt: skip


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds: the minimum of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def write(case: Case, folder: Path) -> None:
    """The case as a folder, a file for every 5,000 nodes of a section."""
    names = []
    for section in ("claims", "arguments", "evidence", "contexts"):
        nodes = [
            n.model_dump(mode="json", by_alias=True, exclude_defaults=True) for n in getattr(case, section)
        ]
        for start in range(0, len(nodes), 5_000):
            names.append(f"{section}-{start}.yaml")
            (folder / names[-1]).write_text(
                case_text({section: nodes[start : start + 5_000]}), encoding="utf-8"
            )
    header = {"id": "B", "title": "Benchmark", "roots": ["C0"]}
    (folder / "case.yaml").write_text(case_text({"case": header, "include": names}), encoding="utf-8")


def main() -> None:
    """Print a table."""
    print(
        f"{'nodes':>8} {'load s':>9} {'µs/node':>9} {'check s':>9} {'µs/node':>9} {'status s':>9} {'µs/node':>9}"
    )
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            write(balanced(size), Path(folder))
            loading = seconds(lambda folder=folder: load(folder))
            case = load(folder)
        count = sum(1 for _ in case.nodes())
        checking = seconds(lambda case=case: check(case))
        propagating = seconds(lambda case=case: status(case, {}, {}, {}))
        print(
            f"{count:>8} {loading:>9.3f} {1e6 * loading / count:>9.1f} {checking:>9.3f} {1e6 * checking / count:>9.1f} "
            f"{propagating:>9.3f} {1e6 * propagating / count:>9.1f}"
        )
    sys.exit(0)


if __name__ == "__main__":
    main()
