"""An assessed case built by hand, rich enough that every part of a document has something to show.

Numbers are computed by a small decision diagram of its own (Shannon expansion), independent of
``casegen.fta``, so that pages are tested against a second source.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from pathlib import Path

from casegen.model.argument import (
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Module,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree, Formula, Gate, GateType, HouseEvent
from casegen.model.hazard import HazardScenario, HazopEntry, MissionProperty
from casegen.model.quantity import Comparison, Estimate, MeasureKind
from casegen.model.results import (
    Assessment,
    ClaimResult,
    CutSet,
    EventResult,
    EvidenceState,
    Freshness,
    NodeResult,
    Reason,
    RequirementResult,
    Status,
    TreeResult,
)

MISSION = MeasureKind.PER_MISSION
EVENTS: dict[str, tuple[str, float, float | None]] = {
    "ml-misclassification": ("Object detector classifies an asset as free water", 2.4e-3, 4.1e-3),
    "sonar-dropout": ("Forward sonar returns no usable ping", 8.0e-3, None),
    "camera-occluded": ("Camera view is occluded by turbidity", 2.0e-2, None),
    "ins-drift": ("Inertial navigation drifts beyond its limit", 1.5e-3, None),
    "dvl-loss": ("Doppler velocity log loses bottom lock", 6.0e-3, None),
    "usbl-loss": ("Acoustic position fix is lost", 9.0e-3, None),
    "planner-fault": ("Path planner issues a path through the stand-off zone", 3.0e-4, None),
    "thruster-stuck": ("A thruster sticks at its last command", 5.0e-4, None),
    "controller-late": ("Motion controller misses its deadline", 2.0e-4, None),
    "current-strong": ("Current exceeds the design limit during approach", 4.0e-2, None),
    "guidance-off": ("Acoustic guidance is switched off by the operator", 1.0e-2, None),
    "sensor-a": ("Pressure sensor A reads low", 2.0e-3, None),
    "sensor-b": ("Pressure sensor B reads low", 2.0e-3, None),
    "sensor-c": ("Pressure sensor C reads low", 2.0e-3, None),
    "watchdog-silent": ("Watchdog does not react", 1.0e-3, None),
}
HOUSES = {"survey-mode": True}


def build_diagram(tree: FaultTree) -> dict[str, object]:
    """The tree as diagram arrays, by Shannon expansion over its events in the order met."""
    gates = {gate.id: gate for gate in tree.gates}
    names: list[str] = []

    def collect(given: object) -> None:
        if isinstance(given, str) and given not in gates:
            if given not in names and given not in HOUSES:
                names.append(given)
            return
        formula = gates[given] if isinstance(given, str) else given
        assert isinstance(formula, Formula)
        for child in formula.inputs:
            collect(child)
        if formula.condition:
            collect(formula.condition)

    collect(tree.top)
    for gate in gates:
        collect(gate)

    def value(given: object, state: dict[str, bool]) -> bool:
        if isinstance(given, str) and given not in gates:
            return HOUSES[given] if given in HOUSES else state[given]
        formula = gates[given] if isinstance(given, str) else given
        assert isinstance(formula, Formula)
        inputs = [value(child, state) for child in formula.inputs]
        match formula.type:
            case GateType.AND | GateType.PRIORITY_AND:
                return all(inputs)
            case GateType.INHIBIT:
                return all(inputs) and value(formula.condition, state)
            case GateType.OR:
                return any(inputs)
            case GateType.NAND:
                return not all(inputs)
            case GateType.NOR:
                return not any(inputs)
            case GateType.NOT:
                return not inputs[0]
            case GateType.XOR:
                return sum(inputs) == 1
            case GateType.IFF:
                return inputs[0] == inputs[1]
            case GateType.ATLEAST:
                return sum(inputs) >= (formula.k or 0)
            case _:
                return (formula.k or 0) <= sum(inputs) <= (formula.k_max or 0)

    var, low, high = [-1, -1], [-1, -1], [-1, -1]
    unique: dict[tuple[int, int, int], int] = {}

    def expand(given: object, depth: int, state: dict[str, bool]) -> int:
        if depth == len(names):
            return int(value(given, state))
        zero = expand(given, depth + 1, {**state, names[depth]: False})
        one = expand(given, depth + 1, {**state, names[depth]: True})
        if zero == one:
            return zero
        key = (depth, zero, one)
        if key not in unique:
            unique[key] = len(var)
            var.append(depth)
            low.append(zero)
            high.append(one)
        return unique[key]

    roots = {name: expand(name, 0, {}) for name in gates}
    return {
        "events": names,
        "var": var,
        "low": low,
        "high": high,
        "proxies": [],
        "root": roots[tree.top],
        "gates": roots,
    }


def evaluate(diagram: dict[str, object], p: dict[str, float]) -> dict[str, float]:
    """Probability of every gate, by one sweep."""
    events, var, low, high = (diagram[k] for k in ("events", "var", "low", "high"))
    value = [0.0, 1.0]
    for n in range(2, len(var)):
        q = p[events[var[n]]]
        value.append(q * value[high[n]] + (1 - q) * value[low[n]])
    return {name: value[node] for name, node in diagram["gates"].items()}


def gate(name: str, kind: GateType, *inputs: object, text: str = "", **more: object) -> Gate:
    return Gate(id=name, type=kind, inputs=inputs, text=text, **more)


MAIN = FaultTree(
    id="loss-of-distance",
    title="Loss of a safe distance to assets",
    top="TE",
    kind=MISSION,
    mission_time=2.0,
    properties=("MP1",),
    target={"probability": 1e-2, "confidence": 0.95, "source": "average of human divers, decision D-12"},
    gates=(
        gate(
            "TE",
            GateType.OR,
            "IE-perception",
            "IE-navigation",
            "IE-motion",
            text="Vehicle comes closer to an asset than the safe distance",
        ),
        gate(
            "IE-perception",
            GateType.AND,
            "ml-misclassification",
            "IE-ranging",
            text="Asset is not perceived in time",
        ),
        gate(
            "IE-ranging",
            GateType.OR,
            "sonar-dropout",
            "guidance-off",
            "camera-occluded",
            text="No second channel corrects the detector",
        ),
        gate(
            "IE-navigation",
            GateType.ATLEAST,
            "ins-drift",
            "dvl-loss",
            "usbl-loss",
            k=2,
            text="Two of three navigation sources are wrong",
        ),
        gate(
            "IE-motion",
            GateType.OR,
            "planner-fault",
            "thruster-stuck",
            "IE-current",
            text="Motion does not follow the commanded path",
        ),
        gate(
            "IE-current",
            GateType.INHIBIT,
            "controller-late",
            condition="current-strong",
            text="Late control while the current is strong",
        ),
    ),
)
GALLERY = FaultTree(
    id="depth-gallery",
    title="Loss of depth control",
    top="GT",
    kind=MISSION,
    properties=("MP2", "MP3"),
    target={"probability": 1e-4, "source": "pressure hull rating"},
    gates=(
        gate("GT", GateType.OR, "G-and", "G-xor", "G-pand", "G-card", text="Depth is not under control"),
        gate(
            "G-and", GateType.AND, "G-vote", "G-nand", "survey-mode", text="Readings agree on a wrong depth"
        ),
        gate(
            "G-vote", GateType.ATLEAST, "sensor-a", "sensor-b", "sensor-c", k=2, text="Two of three read low"
        ),
        gate("G-nand", GateType.NAND, "watchdog-silent", "guidance-off", text="Not both silent and off"),
        gate("G-xor", GateType.XOR, "G-not", "G-nor", text="Exactly one of two monitors is in control"),
        gate("G-not", GateType.NOT, "G-iff", text="Monitors disagree"),
        gate("G-iff", GateType.IFF, "sensor-a", "sensor-b", text="Monitors agree"),
        gate(
            "G-nor",
            GateType.NOR,
            "sensor-c",
            Formula(type=GateType.AND, inputs=("sensor-a", "sensor-b")),
            text="No monitor alarm",
        ),
        gate(
            "G-pand",
            GateType.PRIORITY_AND,
            "watchdog-silent",
            "thruster-stuck",
            text="Watchdog silent before the thruster sticks",
        ),
        gate(
            "G-card",
            GateType.CARDINALITY,
            "sensor-a",
            "sensor-b",
            "IE-current",
            k=2,
            k_max=2,
            text="Exactly two of three",
        ),
    ),
)


def tree_result(tree: FaultTree, extra: dict[str, float] | None = None) -> TreeResult:
    p = {name: value for name, (_, value, _) in EVENTS.items()} | (extra or {})
    upper = {name: top if top is not None else value for name, (_, value, top) in EVENTS.items()} | (
        extra or {}
    )
    diagram = build_diagram(tree)
    gates = evaluate(diagram, p)
    bound = evaluate(diagram, upper)[tree.top]
    top = gates[tree.top]
    events = {}
    for name in diagram["events"]:
        if name not in EVENTS:
            continue
        one = evaluate(diagram, {**p, name: 1.0})[tree.top]
        zero = evaluate(diagram, {**p, name: 0.0})[tree.top]
        importance = {
            "birnbaum": one - zero,
            "criticality": (one - zero) * p[name] / top,
            "fussell_vesely": 1 - zero / top,
            "raw": one / top,
            "rrw": top / zero if zero else math.inf,
        }
        measured = EVENTS[name][2]
        events[name] = EventResult(
            name,
            p[name],
            None,
            measured,
            0.95 if measured else None,
            "evidence ram-detector, pmi, 12 demands per mission" if measured else "expert panel, record EP-4",
            importance,
        )
    cuts = [
        ("planner-fault",),
        ("thruster-stuck",),
        ("dvl-loss", "usbl-loss"),
        ("ml-misclassification", "camera-occluded"),
        ("ml-misclassification", "guidance-off"),
        ("ml-misclassification", "sonar-dropout"),
    ]
    weights = [math.prod(p[e] for e in cut) for cut in cuts]
    order = sorted(range(len(cuts)), key=lambda i: -weights[i])
    cut_sets = (
        tuple(CutSet(cuts[i], weights[i], weights[i] / sum(weights)) for i in order) if tree is MAIN else ()
    )
    estimate = (
        Estimate(value=top, upper=max(bound, top), confidence=0.95, kind=MISSION)
        if tree is MAIN
        else Estimate(value=top, kind=MISSION)
    )
    whatif = {
        **diagram,
        "values": [p[e] for e in diagram["events"]],
        "upper": [EVENTS[e][2] if e in EVENTS else None for e in diagram["events"]],
        "coherent": tree is MAIN,
        "confidence": 0.95 if tree is MAIN else None,
    }
    return TreeResult(
        tree.id, estimate, gates, events, cut_sets, len(cut_sets) or None, whatif, len(diagram["var"])
    )


def claims() -> tuple[Claim, ...]:
    def claim(id: str, text: str, module: str, **more: object) -> Claim:
        return Claim(id=id, text=text, module=module, **more)

    requirement = {
        "measure": {"tree": "loss-of-distance"},
        "bound": {"target_of": "loss-of-distance"},
        "kind": MISSION,
        "confidence": 0.95,
    }
    pmi = {
        "measure": {"evidence": "ram-detector", "measure": "pmi"},
        "kind": MeasureKind.PER_DEMAND,
        "confidence": 0.95,
        "bound": {"allocated": {"tree": "loss-of-distance", "event": "ml-misclassification"}},
    }
    return (
        claim(
            "TLC1",
            "The inspection vehicle S is acceptably safe in its operating environment E",
            "system",
            owner="Safety lead",
        ),
        claim("TLC2", "All safety requirements R of the vehicle are satisfied", "system", context=("CTX-R",)),
        claim("TLSC1", "R is well defined, complete and valid for the inspection mission", "system"),
        claim(
            "SubC1", "Hazards have been identified systematically by HAZOP", "system", hazards=("HZ1", "HZ2")
        ),
        claim("SubC2", "Risk criteria for the mission are validated against human divers", "system"),
        claim("SubC5", "Requirements are satisfied now", "system"),
        claim(
            "SubC6",
            "Requirements will stay satisfied in the future, with change control and monitoring in place",
            "system",
            undeveloped=True,
        ),
        claim("SubC8", "The fault tree is a sufficient model of the loss of a safe distance", "system"),
        claim(
            "SafeDistance",
            "The vehicle keeps a safe distance to assets on each mission",
            "system",
            requirement=requirement,
            properties=("MP1",),
            owner="Safety lead",
        ),
        claim(
            "DepthControl",
            "Depth stays under control on each mission",
            "system",
            properties=("MP2",),
            requirement={"measure": {"tree": "depth-gallery"}, "bound": 1e-4, "kind": MISSION},
        ),
        claim(
            "LLC1",
            "Object detection is safe enough for its use in the vehicle",
            "ml",
            public=True,
            owner="ML lead",
            hazards=("HZ1",),
        ),
        claim("LLC2", "The detector is reliable on the operational profile", "ml"),
        claim(
            "LLSC1",
            "The property-based requirements of the detector are complete",
            "ml",
            assumed="agreed in the workshop of 12 May; see record WS-3",
            accepted_by="P. Ryan",
        ),
        claim(
            "SubC11", "pmi is at most what the system's target leaves to the detector", "ml", requirement=pmi
        ),
        claim(
            "RAM1",
            "The space is partitioned so that each cell has one true label (r-separation)",
            "ram",
            context=("AS-label",),
        ),
        claim("RAM2", "The operational profile is estimated from representative data", "ram"),
        claim("RAM3", "Unastuteness of each cell is estimated without bias", "ram"),
        claim("RAM4", "The bound on pmi covers with the stated confidence", "ram"),
        claim("RAMC", "The reliability assessment of the detector is trustworthy", "ram", public=True),
        claim("RAMS", "Cells are independent given the profile", "ram", undeveloped=True),
    )


def arguments() -> tuple[Argument, ...]:
    def argument(
        id: str,
        supports: str,
        block: str,
        premises: tuple[str, ...],
        module: str,
        text: str = "",
        side: tuple[str, ...] = (),
        **more: object,
    ) -> Argument:
        return Argument(
            id=id,
            supports=supports,
            block=block,
            side_claims=side,
            text=text,
            module=module,
            **{"from": premises},
            **more,
        )

    return (
        argument(
            "A1",
            "TLC1",
            "substitution",
            ("TLC2",),
            "system",
            "Safety is replaced by satisfaction of R",
            ("TLSC1",),
        ),
        argument(
            "A2", "TLSC1", "decomposition", ("SubC1", "SubC2"), "system", "By hazards and by risk criteria"
        ),
        argument(
            "A3", "TLC2", "decomposition", ("SubC5", "SubC6"), "system", "Split by time: now and future"
        ),
        argument(
            "A4",
            "SubC5",
            "decomposition",
            ("SafeDistance", "DepthControl"),
            "system",
            "One claim per mission property",
        ),
        argument(
            "A5",
            "SafeDistance",
            "calculation",
            ("LLC1",),
            "system",
            "The fault tree gives the top event",
            ("SubC8",),
            tree="loss-of-distance",
        ),
        argument("A6", "SubC1", "evidence-incorporation", ("E-hazop",), "system"),
        argument("A7", "SubC2", "evidence-incorporation", ("E-gale",), "system"),
        argument("A8", "SubC8", "evidence-incorporation", ("E-fta-review",), "system"),
        argument("A9", "DepthControl", "evidence-incorporation", ("E-depth",), "system"),
        argument(
            "A10",
            "LLC1",
            "substitution",
            ("LLC2",),
            "ml",
            "Over all safety properties of the detector",
            ("LLSC1",),
        ),
        argument(
            "A11",
            "LLC2",
            "concretion",
            ("SubC11", "AW-ram"),
            "ml",
            "Reliability means: pmi at the frame of birth",
        ),
        argument(
            "A12", "SubC11", "evidence-incorporation", ("E-ram",), "ml", "Measured by the RAM", ("RAMC",)
        ),
        argument(
            "A13",
            "RAMC",
            "calculation",
            ("RAM1", "RAM2", "RAM3", "RAM4"),
            "ram",
            "Four steps of the RAM",
            ("RAMS",),
        ),
        argument("A14", "RAM1", "evidence-incorporation", ("E-rsep",), "ram"),
        argument("A15", "RAM2", "evidence-incorporation", ("E-op",), "ram"),
        argument("A16", "RAM3", "evidence-incorporation", ("E-cells",), "ram"),
        argument("A17", "RAM4", "evidence-incorporation", ("E-cover",), "ram"),
    )


def evidence_nodes() -> tuple[EvidenceNode, ...]:
    def node(id: str, text: str, module: str, **more: object) -> EvidenceNode:
        return EvidenceNode(id=id, text=text, module=module, **more)

    day = datetime.date(2026, 5, 12)
    return (
        node(
            "E-hazop",
            "HAZOP record, version 3",
            "system",
            artefact="records/hazop-v3.pdf",
            version="3",
            date=day,
            sha256="ab" * 32,
            owner="Safety lead",
        ),
        node("E-gale", "Comparison with human divers", "system", artefact="records/gale.pdf", date=day),
        node(
            "E-fta-review",
            "Independent review of the fault tree",
            "system",
            artefact="records/fta-review.pdf",
            date=day,
        ),
        node("E-depth", "Trial report of depth control", "system", artefact="records/depth.pdf", date=day),
        node(
            "E-ram", "Reliability assessment of the detector on 40 000 frames", "ml", evidence="ram-detector"
        ),
        node("E-rsep", "r-separation of the training set", "ram", evidence="ram-detector"),
        node("E-op", "Profile estimate, checked on held-out missions", "ram", evidence="op-drift"),
        node("E-cells", "Cell-wise robustness estimates", "ram", evidence="ram-detector"),
        node("E-cover", "Coverage study of the bound over 2000 repeats", "ram", evidence="coverage-study"),
    )


def evidence_states() -> dict[str, EvidenceState]:
    xs = [i / 20 for i in range(21)]
    document = {
        "id": "ram-detector",
        "method": "ram-low-dimensional",
        "summary": "Reliability assessment model over cells of the input space",
        "source": "paper 003, Eqns 4–13",
        "measures": {
            "pmi": {
                "value": 2.0e-4,
                "lower": None,
                "upper": 3.4e-4,
                "confidence": 0.95,
                "kind": "probability-per-demand",
                "n": 40000,
                "text": "Probability of misclassification per input",
                "estimator": "Eqn 10, exact bound",
                "reproduction_only": False,
            },
            "acu": {
                "value": 1.1e-3,
                "lower": 0.8e-3,
                "upper": 1.5e-3,
                "confidence": 0.95,
                "kind": "fraction",
                "n": 40000,
                "text": "Average cell unastuteness",
                "estimator": "Eqn 14",
                "reproduction_only": True,
            },
        },
        "tables": [
            {
                "title": "Cells with the highest share of pmi",
                "columns": ["Cell", "Profile weight", "Unastuteness", "Share"],
                "rows": [
                    [f"({i}, {i + 3})", 0.02 + i / 100, 1e-3 * (5 - i), round(0.31 - i * 0.05, 2)]
                    for i in range(5)
                ],
                "note": "Cells are numbered from the lower left corner.",
            }
        ],
        "figures": [
            {
                "title": "Upper bound against the number of cells assessed",
                "form": "lines",
                "data": {
                    "series": [
                        {
                            "name": "pmi",
                            "x": xs,
                            "y": [2e-4 + 2e-4 * math.exp(-4 * x) for x in xs],
                            "lower": [1.4e-4 for _ in xs],
                            "upper": [2.6e-4 + 5e-4 * math.exp(-4 * x) for x in xs],
                        }
                    ]
                },
                "alt": "The estimate settles at 2e-4 after half of the cells; its bound falls from 8e-4 to 3e-4.",
                "x_label": "share of cells",
                "y_label": "pmi per demand",
                "log_x": False,
                "log_y": True,
            },
            {
                "title": "Operational profile",
                "form": "heatmap",
                "data": {
                    "z": [
                        [math.exp(-((i - 10) ** 2 + (j - 14) ** 2) / 60) for i in range(30)]
                        for j in range(30)
                    ],
                    "extent": [0, 1, 0, 1],
                    "log": False,
                },
                "alt": "Density over the two input dimensions with one mode at (0.35, 0.48).",
                "x_label": "first dimension",
                "y_label": "second dimension",
                "log_x": False,
                "log_y": False,
            },
            {
                "title": "Share of pmi by class",
                "form": "bars",
                "data": {
                    "categories": ["pipe", "pylon", "ladder", "valve"],
                    "series": [
                        {
                            "name": "share",
                            "values": [0.4, 0.3, 0.2, 0.1],
                            "lower": [0.3, 0.2, 0.15, 0.05],
                            "upper": [0.5, 0.4, 0.25, 0.2],
                        }
                    ],
                },
                "alt": "Pipes carry two fifths of pmi.",
                "x_label": "",
                "y_label": "share",
                "log_x": False,
                "log_y": False,
            },
            {
                "title": "Inputs",
                "form": "scatter",
                "data": {
                    "series": [
                        {"name": "correct", "x": xs, "y": xs[::-1]},
                        {"name": "wrong", "x": [0.3, 0.4], "y": [0.2, 0.9]},
                    ]
                },
                "alt": "Two of 23 inputs are wrong.",
                "x_label": "a",
                "y_label": "b",
                "log_x": False,
                "log_y": False,
            },
        ],
        "assumptions": [
            "Frames of one approach are dependent; only the frame of birth is counted.",
            "The oracle is a vote of three annotators.",
        ],
        "notes": ["The profile was estimated by a kernel density with cross-validated bandwidth."],
        "provenance": {
            "inputs": {"data/frames.csv": "3f" * 32, "model/weights.npz": "9c" * 32},
            "parameters": {"cell_size": 0.05, "samples": 40000, "kernel": "gaussian"},
            "seed": 7,
            "code": {
                "casegen": "0.1.0",
                "method_version": 1,
                "module": "method",
                "package_sha256": "5d" * 32,
            },
            "environment": {"python": "3.11.2", "machine": "x86_64", "system": "Linux", "numpy": "2.4.6"},
            "started": "2026-05-12T09:30:00+00:00",
            "seconds": 41.2,
        },
    }
    fresh = EvidenceState(
        "ram-detector",
        Freshness.FRESH,
        (),
        {
            "pmi": Estimate(
                value=2.0e-4, upper=3.4e-4, confidence=0.95, kind=MeasureKind.PER_DEMAND, n=40000
            ),
            "acu": Estimate(
                value=1.1e-3, lower=0.8e-3, upper=1.5e-3, confidence=0.95, kind=MeasureKind.FRACTION, n=40000
            ),
        },
        document,
    )
    stale = EvidenceState(
        "op-drift",
        Freshness.STALE,
        ("data/missions.csv changed since the run of 2 May",),
        {"drift": Estimate(value=0.04, lower=0.01, upper=0.09, confidence=0.9, kind=MeasureKind.SCORE)},
        {**document, "id": "op-drift", "figures": [], "tables": [], "measures": {}},
    )
    missing = EvidenceState("coverage-study", Freshness.MISSING, ("never run",))
    return {"ram-detector": fresh, "op-drift": stale, "coverage-study": missing}


def build_case() -> Case:
    return Case(
        header=Header(
            id="auv",
            title="Safety case of an autonomous inspection vehicle",
            version="1.2",
            date=datetime.date(2026, 5, 14),
            authors=("Ada Byron", "Grace Hopper"),
            organisation="Marine Robotics Group",
            system="A tethered-free underwater vehicle that inspects offshore assets with a camera and a sonar.",
            environment="Harbour basins to 30 m depth, currents to 0.8 m/s, visibility from 2 m.",
            intended_use="Visual inspection of pylons and pipes on planned missions of two hours.",
            risk_criteria="Globally at least equivalent to the average of human divers on the same task.",
            limitations=(
                "Cyber security is outside the scope of this case.",
                "Launch and recovery are not covered.",
            ),
            roots=("TLC1",),
        ),
        modules=(
            Module(id="system", title="Vehicle"),
            Module(id="ml", title="Object detector"),
            Module(id="ram", title="Reliability assessment"),
        ),
        properties=(
            MissionProperty(
                id="MP1", title="Keep a safe distance to assets", stakeholders=("asset owner", "operator")
            ),
            MissionProperty(id="MP2", title="Keep depth", stakeholders=("operator",)),
            MissionProperty(id="MP3", title="Surface on command"),
            MissionProperty(id="MP4", title="Complete the inspection"),
        ),
        hazop=(
            HazopEntry(
                id="HZ1",
                item="object detection → obstacle avoidance",
                attribute="data value",
                guide_word="wrong value",
                deviation="asset reported as free water",
                causes=("misclassification",),
                consequences=("erratic navigation", "unsafe distance to assets", "collision with assets"),
                mitigations=(
                    {"text": "acoustic guidance", "refs": ("guidance-off",)},
                    {"text": "minimum reliability of the detector", "refs": ("SubC11",)},
                ),
                properties=("MP1", "MP4"),
                severity="critical",
                owner="Safety lead",
            ),
            HazopEntry(
                id="HZ2",
                item="object detection → obstacle avoidance",
                attribute="data flow",
                guide_word="too late",
                causes=("overload of the processor",),
                consequences=("unsafe distance to assets",),
                properties=("MP1",),
                severity="critical",
                mitigations=({"text": "deadline monitor"},),
            ),
            HazopEntry(
                id="HZ3",
                item="object detection → obstacle avoidance",
                attribute="data value",
                guide_word="no value",
                causes=("camera failure",),
                consequences=("inspection fails",),
                properties=("MP4",),
                severity="marginal",
            ),
            HazopEntry(
                id="HZ4",
                item="depth sensor",
                item_type="node",
                attribute="reading",
                guide_word="less",
                causes=("sensor drift",),
                consequences=("depth not under control",),
                properties=("MP2",),
                severity="catastrophic",
            ),
        ),
        scenarios=(
            HazardScenario(
                id="SC1",
                title="Misclassification leads to the loss of a safe distance",
                hazop=("HZ1",),
                property="MP1",
                tree="loss-of-distance",
                chain=(
                    {"event": "ml-misclassification", "text": "The detector misclassifies an asset"},
                    {
                        "event": "IE-perception",
                        "text": "The asset is not perceived in time",
                        "gate": "and",
                        "joined_by": ("IE-ranging",),
                    },
                    {"event": "planner-stale-map", "text": "The planner keeps a path through the asset"},
                    {"event": "controller-follows", "text": "The controller follows the path"},
                    {"event": "TE", "text": "The vehicle comes closer than the safe distance"},
                ),
            ),
            HazardScenario(
                id="SC2",
                title="Late control in strong current",
                hazop=("HZ2",),
                property="MP1",
                tree="loss-of-distance",
                chain=(
                    {"event": "controller-late"},
                    {"event": "IE-current", "gate": "and", "joined_by": ("current-strong",)},
                    {"event": "IE-motion"},
                    {"event": "TE"},
                ),
            ),
        ),
        events=tuple(
            BasicEvent(
                id=name,
                text=text,
                model={"type": "constant", "probability": p},
                undeveloped=name == "planner-fault",
                conditional=name == "current-strong",
                source="expert panel",
            )
            for name, (text, p, _) in EVENTS.items()
        ),
        house_events=(HouseEvent(id="survey-mode", state=True, text="The vehicle is in survey mode"),),
        trees=(MAIN, GALLERY),
        evidence_items=(
            EvidenceSpec(
                id="ram-detector",
                title="Reliability of the detector",
                method="ram-low-dimensional",
                seed=7,
                inputs={"frames": "data/frames.csv"},
                confidence=0.95,
                owner="ML lead",
            ),
            EvidenceSpec(id="op-drift", title="Drift of the operational profile", method="op-drift"),
            EvidenceSpec(id="coverage-study", title="Coverage of the bound", method="coverage"),
        ),
        claims=claims(),
        arguments=arguments(),
        evidence=evidence_nodes(),
        contexts=(
            ContextNode(
                id="CTX-R",
                text="R: the requirements of document SRS-7, issue 4",
                module="system",
                kind="definition",
            ),
            ContextNode(
                id="AS-label",
                text="Each cell has one true label",
                module="ram",
                kind="assumption",
                state="unknown",
                owner="ML lead",
            ),
        ),
        sub_cases=(SubCase(id="AW-ram", text="Reliability assessment", module="ml", claim="RAMC"),),
        defeaters=(
            Defeater(
                id="D1",
                text="The trees were built before the new thruster was chosen",
                target="SubC8",
                kind="undermining",
                state="open",
                owner="Reviewer",
                module="system",
            ),
            Defeater(
                id="D2",
                text="Divers were observed in calm water only",
                target="SubC2",
                kind="undercutting",
                state="refuted",
                response="Observations of 2025 include strong current",
                refuted_by="Reviewer",
                module="system",
            ),
        ),
        residual_doubts=(
            ResidualDoubt(
                id="RD1",
                text="Rare objects may be missing from the profile",
                target="RAM2",
                reason="open set",
                accepted_by="Safety board",
                module="ram",
                owner="ML lead",
            ),
        ),
        root=Path("examples/auv"),
        files=("case.yaml", "argument.yaml", "trees.yaml"),
        locations={("claims", i): Location("argument.yaml", 10 + 6 * i, 3) for i in range(20)}
        | {("hazop", i): Location("hazards.yaml", 5 + 9 * i, 3) for i in range(4)}
        | {("evidence_items", 0): Location("evidence.yaml", 4, 3)},
    )


def build_assessment() -> Assessment:
    case = build_case()
    current = {"IE-current": EVENTS["controller-late"][1] * EVENTS["current-strong"][1]}
    trees = {"loss-of-distance": tree_result(MAIN), "depth-gallery": tree_result(GALLERY, current)}
    special = {
        "SubC6": Status.UNDEVELOPED,
        "LLSC1": Status.ASSUMED,
        "SubC8": Status.CHALLENGED,
        "RAM2": Status.STALE,
        "RAMS": Status.UNDEVELOPED,
        "RAM4": Status.NOT_EVALUATED,
        "RAMC": Status.STALE,
        "SubC11": Status.STALE,
        "LLC2": Status.STALE,
        "LLC1": Status.STALE,
        "SafeDistance": Status.CHALLENGED,
        "DepthControl": Status.CHALLENGED,
        "SubC5": Status.CHALLENGED,
        "TLC2": Status.CHALLENGED,
        "TLC1": Status.CHALLENGED,
    }
    open_defeater = Reason("D1", "defeater D1 against SubC8 is open", Status.CHALLENGED)
    top = trees["loss-of-distance"].top
    depth = trees["depth-gallery"].top
    required = {
        "SafeDistance": RequirementResult(
            "P(loss-of-distance) ≤ 0.01",
            Comparison.AT_MOST,
            1e-2,
            MISSION,
            0.95,
            top,
            top.upper,
            top.upper <= 1e-2,
            bound_source="target of tree loss-of-distance",
            headroom=1e-2 / top.upper,
        ),
        "DepthControl": RequirementResult(
            "P(depth-gallery) ≤ 1e-4",
            Comparison.AT_MOST,
            1e-4,
            MISSION,
            None,
            depth,
            depth.value,
            False,
            headroom=1e-4 / depth.value,
        ),
        "SubC11": RequirementResult(
            "pmi ≤ P_req",
            Comparison.AT_MOST,
            9.1e-4,
            MeasureKind.PER_DEMAND,
            0.95,
            evidence_states()["ram-detector"].measures["pmi"],
            3.4e-4,
            True,
            bound_source="allocation of loss-of-distance to ml-misclassification",
            headroom=2.68,
        ),
    }
    reasons = {
        "SubC8": (open_defeater,),
        "SafeDistance": (open_defeater,),
        "TLC1": (
            open_defeater,
            Reason(
                "DepthControl",
                f"depth-gallery has {depth.value:.3g}, required at most 0.0001",
                Status.CHALLENGED,
            ),
        ),
        "RAM2": (Reason("op-drift", "evidence op-drift is stale: data/missions.csv changed", Status.STALE),),
    }
    results = {
        claim.id: ClaimResult(
            claim.id,
            special.get(claim.id, Status.SUPPORTED),
            reasons.get(claim.id, ()),
            required.get(claim.id),
        )
        for claim in case.claims
    }
    nodes = {node.id: NodeResult(node.id, results[node.supports].status) for node in case.arguments}
    nodes |= {
        node.id: NodeResult(
            node.id,
            Status.STALE
            if node.evidence == "op-drift"
            else Status.NOT_EVALUATED
            if node.evidence == "coverage-study"
            else Status.SUPPORTED,
        )
        for node in case.evidence
    }
    nodes |= {node.id: NodeResult(node.id, Status.SUPPORTED) for node in case.contexts}
    nodes |= {node.id: NodeResult(node.id, results[node.claim].status) for node in case.sub_cases}
    return Assessment(
        case=case,
        supported=False,
        claims=results,
        nodes=nodes,
        evidence=evidence_states(),
        trees=trees,
        diagnostics=(
            Diagnostic(
                "claim-wording",
                Severity.WARNING,
                "claim TLC2 says “all” without fixing the set",
                Location("argument.yaml", 16, 11),
                "SCCG CL.3",
                "name the document that lists R",
                "TLC2",
            ),
            Diagnostic(
                "evidence-artefact",
                Severity.ERROR,
                "evidence E-gale has no hash",
                Location("argument.yaml", 203, 5),
                "EV.4",
                "add `sha256`",
                "E-gale",
            ),
        ),
        weakest=(
            Reason("DepthControl", "the top event of depth-gallery exceeds its bound", Status.CHALLENGED),
            open_defeater,
            Reason("op-drift", "data/missions.csv changed since the run of 2 May", Status.STALE),
            Reason("SubC6", "no argument supports it yet", Status.UNDEVELOPED),
        ),
    )


def with_hostile_text(assessment: Assessment, text: str) -> Assessment:
    """The same assessment with ``text`` in every free text field that a document shows."""
    case = assessment.case
    changed = replace(
        case,
        header=case.header.altered(
            update=dict.fromkeys(("title", "organisation", "system", "environment"), text)
            | {"authors": (text,), "limitations": (text,)}
        ),
        claims=tuple(c.altered(update={"text": text, "owner": text}) for c in case.claims),
        arguments=tuple(a.altered(update={"text": text}) for a in case.arguments),
        evidence=tuple(e.altered(update={"text": text, "artefact": text}) for e in case.evidence),
        hazop=tuple(
            h.altered(
                update={
                    "item": text,
                    "attribute": text,
                    "causes": (text,),
                    "consequences": (text,),
                    "owner": text,
                }
            )
            for h in case.hazop
        ),
        scenarios=tuple(s.altered(update={"title": text}) for s in case.scenarios),
        events=tuple(e.altered(update={"text": text, "source": text}) for e in case.events),
        trees=tuple(t.altered(update={"title": text}) for t in case.trees),
        properties=tuple(p.altered(update={"title": text}) for p in case.properties),
        modules=tuple(m.altered(update={"title": text}) for m in case.modules),
    )
    document = {
        **(assessment.evidence["ram-detector"].document or {}),
        "summary": text,
        "assumptions": [text],
    }
    figures = [{**figure, "title": text, "alt": text, "x_label": text} for figure in document["figures"]]
    state = replace(assessment.evidence["ram-detector"], document={**document, "figures": figures})
    return replace(
        assessment,
        case=changed,
        evidence={**assessment.evidence, "ram-detector": state},
        weakest=(Reason("TLC1", text, Status.CHALLENGED),),
        diagnostics=(Diagnostic(text, Severity.ERROR, text, Location(text, 1, 1), text, text, "TLC1"),),
    )
