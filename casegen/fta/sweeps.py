"""Kernels that sweep over a finished diagram: probabilities, derivatives, importance, many samples at once."""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import floats, ints, refs

Ints = list[int]
Floats = list[float]

INFINITE = float("inf")
NOT_A_NUMBER = float("nan")


def evaluate(var: Ints, low: Ints, high: Ints, proxies: Ints, probability: Floats, value: Floats) -> None:
    """Probability of every node into ``value`` for event probabilities (E,).

    ``value[n] = p * value[high] + (1 - p) * value[low]``: sums of non-negative terms only, so that small
    probabilities keep their digits.
    """
    events = len(probability)
    value[0] = 0.0
    value[1] = 1.0
    for n in range(2, len(var)):
        v = var[n]
        p = probability[v] if v < events else value[proxies[v - events]]
        value[n] = p * value[high[n]] + (1.0 - p) * value[low[n]]


def differentiate(
    var: Ints, low: Ints, high: Ints, proxies: Ints, probability: Floats, value: Floats, root: int,
    weight: Floats, slope: Floats,
) -> None:  # fmt: skip
    """One sweep from the root: ``slope[v]`` is the derivative of the root by event ``v``.

    ``value`` comes from :func:`evaluate`; ``weight`` (one per node) and ``slope`` come in as zeros.
    """
    events = len(probability)
    weight[root] = 1.0
    for n in range(root, 1, -1):
        w = weight[n]
        if w != 0.0:
            v = var[n]
            change = w * (value[high[n]] - value[low[n]])
            if v < events:
                p = probability[v]
                slope[v] += change
            else:
                # a module's root lies below every node that uses it, so its weight is complete in time
                p = value[proxies[v - events]]
                weight[proxies[v - events]] += change
            weight[high[n]] += w * p
            weight[low[n]] += w * (1.0 - p)


def quotient(a: float, b: float) -> float:
    """``a / b`` with the limits that mean something: x/0 is infinite, 0/0 undefined."""
    if b != 0.0:
        return a / b
    if a == 0.0:
        return NOT_A_NUMBER
    return INFINITE if a > 0.0 else -INFINITE


def rate_events(
    var: Ints, low: Ints, high: Ints, proxies: Ints, probability: Floats, root: int, column: Floats
) -> float:
    """Birnbaum, criticality, DIF, RAW and RRW of every event, one after the other into ``column`` (5 E,).

    Returns the top's probability, or -1 when some probability (E,) is outside [0, 1].
    """
    events = len(probability)
    for e in range(events):
        if not 0.0 <= probability[e] <= 1.0:
            return -1.0
    value = floats(len(var))
    weight = floats(len(var))
    slope = floats(events + 1)
    evaluate(var, low, high, proxies, probability, value)
    differentiate(var, low, high, proxies, probability, value, root, weight, slope)
    top = value[root]
    for e in range(events):
        p = probability[e]
        birnbaum = slope[e]
        with_event = top + (1.0 - p) * birnbaum
        without_event = top - p * birnbaum
        # a top that needs the event leaves rounding noise where the truth is 0
        if abs(without_event) <= 1e-14 * top:
            without_event = 0.0
        column[e] = birnbaum
        column[events + e] = quotient(p * birnbaum, top)
        column[2 * events + e] = quotient(p * with_event, top)
        column[3 * events + e] = quotient(with_event, top)
        column[4 * events + e] = quotient(top, without_event)
    return top


def plan_sweep(var: Ints, low: Ints, high: Ints, proxies: Ints, events: int, root: int) -> Any:
    """How to evaluate many samples with few values at a time; returns (plan, places, place of the root).

    Four numbers a node: the place it writes, those of high and low, and its event, or -1 less the place of its module.
    A place is given to another node after its last use; a node never writes where it reads.  0 and 1 are the leaves'.
    """
    last = ints(len(var))
    for n in range(2, len(var)):
        last[n] = n
        last[low[n]] = n
        last[high[n]] = n
        if var[n] >= events:
            last[proxies[var[n] - events]] = n
    last[root] = len(var)
    last[0] = len(var)
    last[1] = len(var)
    place = ints(len(var))
    place[1] = 1
    free = ints(len(var))
    freed = 0
    places = 2
    plan = refs(4 * len(var))
    reads = ints(3)
    for n in range(2, len(var)):
        if freed > 0:
            freed -= 1
            place[n] = free[freed]
        else:
            place[n] = places
            places += 1
        reads[0] = high[n]
        reads[1] = low[n]
        reads[2] = proxies[var[n] - events] if var[n] >= events else 0
        at = 4 * (n - 2)
        plan[at] = place[n]
        plan[at + 1] = place[reads[0]]
        plan[at + 2] = place[reads[1]]
        plan[at + 3] = -1 - place[reads[2]] if var[n] >= events else var[n]
        for i in range(3):
            # a node read twice is given back once
            if last[reads[i]] == n:
                free[freed] = place[reads[i]]
                freed += 1
                last[reads[i]] = 0
    return plan, places, place[root]


def evaluate_many(plan: Ints, nodes: int, samples: Any, value: Any, result: Any, root: int) -> None:
    """Probability at place ``root`` for the columns of ``samples`` (E, S) into ``result`` (S,); compiled only.

    ``plan`` comes from :func:`plan_sweep`; ``value`` (places, width) holds so many samples at once.
    """
    total = samples.shape[1]
    width = value.shape[1]
    value[0] = 0.0
    value[1] = 1.0
    begin = 0
    while begin < total:
        count = min(width, total - begin)
        for at in range(0, 4 * nodes, 4):
            # one inner loop for events and modules, over rows taken before it, is what the processor does fastest
            out = value[plan[at]]
            above = value[plan[at + 1]]
            below = value[plan[at + 2]]
            v = plan[at + 3]
            p = samples[v][begin : begin + count] if v >= 0 else value[-1 - v][:count]
            for s in range(count):
                out[s] = below[s] + p[s] * (above[s] - below[s])
        result[begin : begin + count] = value[root][:count]
        begin += count
