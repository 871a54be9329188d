"""What an ONNX file's graph computes: read, and asked for as further outputs, without the package ``onnx``.

The file is a protobuf message (onnx.proto3): field 7 of ModelProto is the graph; in it, field 1 holds the nodes (field 2:
names of their outputs) and field 12 the graph's outputs (field 1: name).  Parts of a message that follow each other are
merged, so that outputs are added by what is appended to the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.onnx_steps import refuse_endless

_GRAPH, _NODE, _NODE_OUTPUT, _GRAPH_OUTPUT, _NAME = 7, 1, 2, 12, 1
_HOLDS = {
    "model": {7: "graph", 25: "function"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "function": {7: "node", 11: "attribute"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {13: "elsewhere"},
}
"""the messages in which numbers can stand, by field"""
_OPSETS, _CONSTANT, _GRAPH_INPUT = 8, 5, 11
_HALF = 10
_TYPES: Mapping[int, str] = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8", 9: "?", 10: "<f2", 11: "<f8"}
"""TensorProto's types of elements that are read, as numpy writes them"""
_PLACES: Mapping[int, tuple[int, str]] = {1: (4, "<f4"), 11: (10, "<f8")}
"""field and type of floats that are not in raw bytes; integers are varints, of fields 5 and 7"""


@dataclass(frozen=True, slots=True)
class OnnxOperation:
    """One operation; an empty name among ``inputs`` is an input that is left out."""

    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Graph:
    """The operations in the order of the file, the constants they use, and the inputs that are no constants."""

    nodes: tuple[OnnxOperation, ...]
    constants: Mapping[str, NDArray[Any]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    opset: int


def read_graph(content: bytes) -> Graph:
    """The graph of a network in ONNX format; raises :class:`InputProblem` where it is none, or holds other domains."""
    try:
        return _graph(content)
    except (
        TypeError,
        AttributeError,
        ValueError,
    ) as error:  # a field of another kind, a shape that does not fit
        if isinstance(error, InputProblem):
            raise
        raise InputProblem(f"expected a network in ONNX format; found {error}") from error


def _graph(content: bytes) -> Graph:
    graph = b"".join(_parts(content, _GRAPH))
    opsets = {_text(_first(entry, 1)): _first(entry, 2, 0) for entry in _parts(content, _OPSETS)}
    constants = dict(_tensor(part) for part in _parts(graph, _CONSTANT))
    given = [_text(_first(part, _NAME)) for part in _parts(graph, _GRAPH_INPUT)]
    nodes = tuple(_node(part) for part in _parts(graph, _NODE))
    return Graph(
        nodes, constants, tuple(name for name in given if name not in constants),
        tuple(_text(_first(part, _NAME)) for part in _parts(graph, _GRAPH_OUTPUT)), int(opsets.get("", 0)),
    )  # fmt: skip


def in_half_precision(content: bytes) -> bool:
    """Whether a network computes with numbers of 16 bits: constants of them, or a conversion to them, in its graph."""
    graph = read_graph(content)
    constants = (*graph.constants.values(), *(v for node in graph.nodes for v in node.attributes.values()))
    if any(isinstance(value, np.ndarray) and value.dtype == np.float16 for value in constants):
        return True
    return any(node.operation == "Cast" and node.attributes.get("to") == _HALF for node in graph.nodes)


def needed(graph: Graph, output: str) -> list[OnnxOperation]:
    """The nodes on which ``output`` depends, in the order of the file."""
    wanted, nodes = {output}, []
    for node in reversed(graph.nodes):
        if wanted & set(node.outputs):
            nodes.append(node)
            wanted |= set(node.inputs)
    return nodes[::-1]


def _node(part: bytes) -> OnnxOperation:
    domain = _text(_first(part, 7))
    attributes = dict(_attribute(entry) for entry in _parts(part, 5))
    operation = _text(_first(part, 4))
    return OnnxOperation(
        operation if domain in ("", "ai.onnx") else f"{domain}.{operation}",
        tuple(_text(name) for name in _parts(part, 1)),
        tuple(_text(name) for name in _parts(part, _NODE_OUTPUT)),
        attributes,
    )


def _attribute(entry: bytes) -> tuple[str, Any]:
    """Name and value; the kind is field 20: float, int, string, tensor, floats, ints (others are None)."""
    kind = _first(entry, 20, 0)
    value: Any = None
    if kind == 1:
        value = float(np.frombuffer(_first(entry, 2, b"\0" * 4), "<f4")[0])
    elif kind == 2:
        value = _signed(_first(entry, 3, 0))
    elif kind == 3:
        value = _first(entry, 4)
    elif kind == 4:
        value = _tensor(_first(entry, 5))[1]
    elif kind == 6:
        value = [float(v) for v in _numbers(entry, 7, "<f4")]
    elif kind == 7:
        value = [int(v) for v in _numbers(entry, 8, None)]
    return _text(_first(entry, _NAME)), value


def _tensor(part: bytes) -> tuple[str, NDArray[Any]]:
    kind, shape = _first(part, 2, 0), [int(v) for v in _numbers(part, 1, None)]
    if kind not in _TYPES or _first(part, 14, 0):
        raise InputProblem(
            "the ONNX network holds numbers of a kind, or in another file, that is not read here"
        )
    if raw := _first(part, 9):
        values = np.frombuffer(raw, _TYPES[kind])
    elif kind in _PLACES:
        values = _numbers(part, *_PLACES[kind])
    else:
        values = _numbers(part, 7 if kind == 7 else 5, None)
    return _text(_first(part, 8)), values.astype(_TYPES[kind]).reshape(shape)


def _numbers(part: bytes, wanted: int, dtype: str | None) -> NDArray[Any]:
    """A repeated field of numbers, packed or not; varints where ``dtype`` is None."""
    values: list[Any] = []
    for number, value in _fields(part):
        if number != wanted:
            continue
        if isinstance(value, int):
            values.append(_signed(value))
        elif dtype is not None:
            values.extend(np.frombuffer(value, dtype).tolist())
        else:
            view, at = memoryview(value), 0
            while at < len(view):
                one, at = _read(view, at)
                values.append(_signed(one))
    return np.array(values, dtype=np.int64 if dtype is None else dtype)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _first(message: bytes, wanted: int, default: Any = b"") -> Any:
    return next((value for number, value in _fields(message) if number == wanted), default)


def node_outputs(content: bytes) -> list[str]:
    """Names of the values that the nodes of the graph compute, in the order of the file."""
    return [
        name.decode("utf-8", "replace")
        for graph in _parts(content, _GRAPH)
        for node in _parts(graph, _NODE)
        for name in _parts(node, _NODE_OUTPUT)
        if name
    ]


MOST_TURNS = 10_000
"""turns of a loop in a network; what needs more is no network of a classifier"""


def complete(content: bytes) -> bytes:
    """``content``, if every number of the network stands in it, and each of its loops comes to an end.

    Raises :class:`InputProblem` where weights lie in other files: a result would be about files that nobody hashed; and
    for a loop without a constant number of turns, at most :data:`MOST_TURNS`, or loops in loops and functions that take
    more than :data:`~casegen_evidence.models.onnx_steps.MOST_STEPS` operations: nothing ends one that runs for ever.
    """
    queue = [("model", content)]
    turns: dict[str, int] = {}
    loops: list[str] = []
    while queue:
        kind, message = queue.pop()
        if kind == "node":
            loops += _turns_of_loop(message)
            _keep_largest(turns, _constant_turns(message))
        elif kind == "tensor" and _first(message, 2, 0) == _INT64 and not _first(message, 14, 0):
            _keep_largest(turns, _turns(*_tensor(message)))
        for number, part in _fields(message):
            inner = _HOLDS[kind].get(number)
            if inner == "elsewhere":
                raise InputProblem(
                    "expected a network whose weights stand in its file; some lie in another one, which is no input of "
                    "the item. Save the network without external data: torch.onnx.export(..., external_data=False)"
                )
            if inner is not None and isinstance(part, bytes):
                queue.append((inner, part))
    if any(not 0 <= turns.get(name, MOST_TURNS + 1) <= MOST_TURNS for name in loops):
        raise InputProblem(
            f"expected a network whose loops have a constant number of turns, at most {MOST_TURNS:,}; a Loop of this one "
            "has none: it might never end. Export the network without it, with LSTM, GRU or Scan, or with its turns "
            "written out"
        )
    refuse_endless(content, turns, _parts)
    return content


def _keep_largest(turns: dict[str, int], more: Mapping[str, int]) -> None:
    """Names are of their graph: of two values by one name the larger counts."""
    turns |= {name: max(n, turns.get(name, n)) for name, n in more.items()}


_INT64 = 7


def _turns_of_loop(node: bytes) -> list[str]:
    """The name of what says how often a node's body is run, empty where nothing does; none for other operations."""
    if _text(_first(node, 4)) != "Loop":
        return []
    return [_text(next(_parts(node, 1), b""))]


def _constant_turns(node: bytes) -> dict[str, int]:
    """The whole number that a Constant gives, by its name."""
    if _text(_first(node, 4)) != "Constant":
        return {}
    name = _text(next(_parts(node, _NODE_OUTPUT), b""))
    for part in _parts(node, 5):
        tensor = _first(part, 5)
        if tensor and _first(tensor, 2, 0) == _INT64 and not _first(tensor, 14, 0):
            return _turns(name, _tensor(tensor)[1])
        if _first(part, 20, 0) == 2:
            return {name: _signed(_first(part, 3, 0))}
    return {}


def _turns(name: str, values: NDArray[Any]) -> dict[str, int]:
    return {name: int(values.reshape(-1)[0])} if name and values.size == 1 else {}


def with_outputs(content: bytes, names: Sequence[str]) -> bytes:
    """The network with the values ``names`` among its outputs."""
    present = {
        name.decode("utf-8", "replace")
        for graph in _parts(content, _GRAPH)
        for output in _parts(graph, _GRAPH_OUTPUT)
        for name in _parts(output, _NAME)
    }
    added = b"".join(
        _field(_GRAPH_OUTPUT, _field(_NAME, name.encode()))
        for name in dict.fromkeys(names)
        if name not in present
    )
    return content + _field(_GRAPH, added) if added else content


def _varint(value: int) -> bytes:
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*result, value])


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _parts(message: bytes, wanted: int) -> Iterator[bytes]:
    """The length-delimited fields of one number; raises :class:`InputProblem` where the bytes are no message."""
    for number, value in _fields(message):
        if number == wanted and isinstance(value, bytes):
            yield value


def _fields(message: bytes) -> Iterator[tuple[int, bytes | int]]:
    """Number and content of each field: an integer for varints, else its bytes."""
    view, at = memoryview(message), 0
    while at < len(view):
        key, at = _read(view, at)
        kind = key & 7
        if kind == 0:
            value, at = _read(view, at)
            yield key >> 3, value
            continue
        size, at = _read(view, at) if kind == 2 else ({1: 8, 5: 4}.get(kind, len(view) + 1), at)
        if at + size > len(view):
            raise InputProblem("expected a network in ONNX format; the file is cut, or is none")
        yield key >> 3, bytes(view[at : at + size])
        at += size


def _read(view: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(view) and shift < 70:
        byte = view[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise InputProblem("expected a network in ONNX format; the file is cut, or is none")
