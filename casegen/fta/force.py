"""Kernels of the FORCE order: gates pull their arguments together (Aloul, Markov & Sakallah 2003)."""

from __future__ import annotations

from casegen.fta.kernels import floats, ints

Ints = list[int]
Floats = list[float]


def sort_by(key: Floats, items: Ints, n: int, spare: Ints) -> None:
    """Sort ``items[:n]`` by ``key[item]``, smallest first, stable (bottom-up merge sort)."""
    width = 1
    while width < n:
        begin = 0
        while begin < n:
            middle = min(begin + width, n)
            end = min(begin + 2 * width, n)
            i = begin
            j = middle
            for k in range(begin, end):
                if i < middle and (j >= end or key[items[i]] <= key[items[j]]):
                    spare[k] = items[i]
                    i += 1
                else:
                    spare[k] = items[j]
                    j += 1
            begin = end
        for k in range(n):
            items[k] = spare[k]
        width *= 2


def force_order(
    start: Ints, arguments: Ints, first: int, gates: Ints, n: int, order: Ints, m: int, rounds: int
) -> None:
    """Improve the order of a module's ``m`` variables in place.

    Gates and variables lie on a line; each gate is an edge over itself and its arguments.  Every round puts
    each point at the mean of its edges' centres; the arrangement of least total span is kept.
    """
    # one loop: its rounds share every array, and parts would take as many arguments as they have lines
    points = len(start) - 1 + first
    place = floats(points)
    for i in range(m):
        place[order[i]] = 1.0 * i
    items = ints(n + m)
    for i in range(m):
        items[i] = order[i]
    for i in range(n):
        j = gates[i]
        total = 0.0
        for a in range(start[j], start[j + 1]):
            total += place[abs(arguments[a])]
        place[first + j] = total / (start[j + 1] - start[j])
        items[m + i] = first + j
    count = n + m
    spare = ints(count)
    sort_by(place, items, count, spare)
    for i in range(count):
        place[items[i]] = 1.0 * i
    pull = floats(points)
    edges = ints(points)
    best = ints(count)
    least = 1.0e300
    for _ in range(rounds):
        span = 0.0
        for i in range(count):
            pull[items[i]] = 0.0
            edges[items[i]] = 0
        for i in range(n):
            j = gates[i]
            low = place[first + j]
            high = low
            total = low
            for a in range(start[j], start[j + 1]):
                x = place[abs(arguments[a])]
                total += x
                low = min(low, x)
                high = max(high, x)
            span += high - low
            centre = total / (start[j + 1] - start[j] + 1)
            pull[first + j] += centre
            edges[first + j] += 1
            for a in range(start[j], start[j + 1]):
                v = abs(arguments[a])
                pull[v] += centre
                edges[v] += 1
        if span < least:
            least = span
            for i in range(count):
                best[i] = items[i]
        for i in range(count):
            pull[items[i]] /= edges[items[i]]
        sort_by(pull, items, count, spare)
        for i in range(count):
            place[items[i]] = 1.0 * i
    k = 0
    local = ints(points)
    for i in range(m):
        local[order[i]] = 1
    for i in range(count):
        if local[best[i]]:
            order[k] = best[i]
            k += 1
