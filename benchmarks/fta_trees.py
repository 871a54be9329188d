"""Random Open-PSA models of five families, from a seed: what the engine is tried on besides published trees."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence


def event(name: str) -> str:
    """A basic event as an input."""
    return f'<basic-event name="{name}"/>'


def gate(name: str) -> str:
    """A gate as an input."""
    return f'<gate name="{name}"/>'


def defined(name: str, kind: str, inputs: Sequence[str]) -> str:
    """A gate's definition; ``kind`` is and, or, xor, or ``2`` for at least two."""
    opened, closed = (f'atleast min="{kind}"', "atleast") if kind.isdigit() else (kind, kind)
    return f'<define-gate name="{name}"><{opened}>{"".join(inputs)}</{closed}></define-gate>'


def model(gates: Iterable[str], events: Iterable[str], draw: random.Random) -> str:
    """The model of one tree, the first gate its top; probabilities log-uniform in 1e-4 to 1e-1."""
    values = "".join(
        f'<define-basic-event name="{e}"><float value="{10 ** draw.uniform(-4, -1):g}"/></define-basic-event>'
        for e in dict.fromkeys(events)
    )
    return (
        f'<opsa-mef><define-fault-tree name="T">{"".join(gates)}</define-fault-tree>'
        f"<model-data>{values}</model-data></opsa-mef>"
    )


def shared(seed: int) -> str:
    """AND, OR, at-least and some NOT, with gates shared near and far."""
    draw = random.Random(seed)
    count = draw.choice([30, 60, 100, 150, 220])
    votes, negated, far = seed % 2 == 1, seed % 3 == 2, 0.3 if seed % 2 else 0.1
    gates = []
    for g in range(count):
        inputs: list[str] = []
        wanted = draw.randint(2, 4)
        while len(inputs) < wanted:
            name = event(f"e{draw.randrange(count)}")
            if g + 1 < count and draw.random() < 0.6:
                name = gate(f"g{draw.randint(g + 1, min(count - 1, g + (40 if draw.random() < far else 6)))}")
            if negated and draw.random() < 0.08:
                name = f"<not>{name}</not>"
            if name not in inputs:
                inputs.append(name)
        if g + 1 < count and not any("gate" in i for i in inputs):
            inputs.append(gate(f"g{g + 1}"))
        chance = draw.random()
        kind = "2" if votes and chance < 0.15 and len(inputs) > 2 else "or" if chance < 0.6 else "and"
        gates.append(defined(f"g{g}", kind, inputs))
    return model(gates, (f"e{e}" for e in range(count)), draw)


def network(seed: int) -> str:
    """An electrical network: levels of buses, each fed by two or three of the level above, some with a generator."""
    draw = random.Random(seed)
    levels, width = draw.randint(4, 9), draw.randint(3, 7)
    gates: list[str] = []
    events: list[str] = []

    def failing(name: str) -> str:
        events.append(name)
        return event(name)

    for level in range(levels):
        for bus in range(width):
            own = [failing(f"bus{level}-{bus}")]
            if level == 0:
                gates.append(defined(f"g{level}-{bus}", "or", [*own, failing(f"grid{bus // 2}")]))
                continue
            ways = []
            for source in draw.sample(range(width), min(width, draw.choice([2, 2, 3]))):
                way = f"w{level}-{bus}-{source}"
                breaker = [failing(f"breaker{level}-{bus}-{source}"), failing(f"control{level}-{source}")]
                gates.append(defined(way, "or", [gate(f"g{level - 1}-{source}"), *breaker]))
                ways.append(gate(way))
            if draw.random() < 0.3:
                diesel = [failing(f"diesel{level}-{bus}"), failing(f"start{level}-{bus}")]
                gates.append(defined(f"d{level}-{bus}", "or", diesel))
                ways.append(gate(f"d{level}-{bus}"))
            gates.append(defined(f"f{level}-{bus}", "and", ways))
            gates.append(defined(f"g{level}-{bus}", "or", [*own, gate(f"f{level}-{bus}")]))
    last = [gate(f"g{levels - 1}-{bus}") for bus in range(width)]
    kind = "2" if seed % 2 else "and" if seed % 3 else "or"
    return model([defined("top", kind, last[: max(3, draw.randint(2, width))]), *gates], events, draw)


def votes(seed: int) -> str:
    """At-least gates over at-least gates, on events that many of them share."""
    draw = random.Random(seed)
    count, depth = draw.choice([30, 50, 80, 120]), draw.randint(3, 6)
    pool = [event(f"e{i}") for i in range(count)]
    below, gates = pool, []
    for level in range(depth):
        made = []
        for i in range(max(3, int(len(below) / 2.2))):
            inputs = draw.sample(below, min(len(below), draw.randint(3, 5)))
            inputs = list(dict.fromkeys([*inputs, *draw.sample(pool, draw.choice([0, 0, 1]))]))
            kind = draw.choice([str(draw.randint(2, len(inputs) - 1)), "or", "and"])
            gates.append(defined(f"g{level}-{i}", kind, inputs))
            made.append(gate(f"g{level}-{i}"))
        below = made
    return model([defined("top", "or", below), *gates], (f"e{i}" for i in range(count)), draw)


def plant(seed: int) -> str:
    """Front-line systems of two to four trains on support systems in layers with cross-ties, in accident sequences."""
    draw = random.Random(seed)
    supports, trains, systems = draw.randint(3, 6), draw.randint(2, 4), draw.randint(4, 14)
    gates: list[str] = []
    events: list[str] = []

    def failing(name: str) -> str:
        events.append(name)
        return event(name)

    for s in range(supports):
        for t in range(trains):
            inputs = [failing(f"s{s}-{t}-run"), failing(f"s{s}-{t}-start"), failing(f"s{s}-common")]
            for q in range(s):
                if draw.random() < 0.6:
                    inputs.append(gate(f"S{q}-{t}"))
                if draw.random() < 0.25:
                    tie = [gate(f"S{q}-{draw.randrange(trains)}"), failing(f"tie{q}")]
                    gates.append(defined(f"alt{s}-{t}-{q}", "and", tie))
                    inputs.append(gate(f"alt{s}-{t}-{q}"))
            gates.append(defined(f"S{s}-{t}", "or", inputs))
    for f in range(systems):
        for t in range(trains):
            parts = ("pump", "valve", "motor", "maintenance")[: draw.randint(2, 4)]
            inputs = [failing(f"f{f}-{t}-{part}") for part in parts]
            inputs += [gate(f"S{q}-{t}") for q in range(supports) if draw.random() < 0.6]
            gates.append(defined(f"F{f}-{t}", "or", inputs))
        kind = "2" if trains > 2 and draw.random() < 0.6 else "and"
        gates.append(defined(f"X{f}", kind, [gate(f"F{f}-{t}") for t in range(trains)]))
        gates.append(defined(f"F{f}", "or", [gate(f"X{f}"), failing(f"f{f}-common")]))
    sequences = draw.randint(3, 12)
    for q in range(sequences):
        lost = draw.sample(range(systems), min(systems, draw.randint(2, 4)))
        gates.append(defined(f"Q{q}", "and", [*(gate(f"F{f}") for f in lost), failing(f"initiator{q % 3}")]))
    return model([defined("top", "or", [gate(f"Q{q}") for q in range(sequences)]), *gates], events, draw)


def mixed(seed: int) -> str:
    """AND, OR, XOR and NOT on shared gates near each other."""
    draw = random.Random(seed)
    count, size = draw.choice([20, 40, 60, 90]), draw.choice([30, 60, 100])
    gates = []
    for g in range(size):
        inputs = [] if g + 1 == size else [gate(f"g{g + 1}")]
        while len(inputs) < draw.randint(2, 4):
            near = g + 2 < size and draw.random() < 0.5
            name = (
                gate(f"g{draw.randint(g + 1, min(size - 1, g + 8))}")
                if near
                else event(f"e{draw.randrange(count)}")
            )
            if draw.random() < 0.2:
                name = f"<not>{name}</not>"
            if name not in inputs:
                inputs.append(name)
        kind = draw.choice(["and", "or", "or", "xor"])
        gates.append(defined(f"g{g}", kind, inputs[:2] if kind == "xor" else inputs))
    return model(gates, (f"e{i}" for i in range(count)), draw)


FAMILIES: Mapping[str, Callable[[int], str]] = {
    "shared": shared,
    "network": network,
    "votes": votes,
    "plant": plant,
    "mixed": mixed,
}
