"""What an ONNX file's graph computes, by name: read, and asked for as further outputs, without the package ``onnx``.

The file is a protobuf message (onnx.proto3): field 7 of ModelProto is the graph; in it, field 1 holds the nodes (field 2:
names of their outputs) and field 12 the graph's outputs (field 1: name).  Parts of a message that follow each other are
merged, so that outputs are added by what is appended to the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen_evidence.method import InputProblem

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


def node_outputs(content: bytes) -> list[str]:
    """Names of the values that the nodes of the graph compute, in the order of the file."""
    return [
        name.decode("utf-8", "replace")
        for graph in _parts(content, _GRAPH)
        for node in _parts(graph, _NODE)
        for name in _parts(node, _NODE_OUTPUT)
        if name
    ]


def complete(content: bytes) -> bytes:
    """``content``, if every number of the network stands in it.

    Raises :class:`InputProblem` where weights lie in other files: a result would be about files that nobody hashed.
    """
    queue = [("model", memoryview(content))]
    while queue:
        kind, message = queue.pop()
        for number, part in _fields(message):
            inner = _HOLDS[kind].get(number)
            if inner == "elsewhere":
                raise InputProblem(
                    "expected a network whose weights stand in its file; some lie in another one, which is no input of "
                    "the item. Save the network without external data"
                )
            if inner is not None:
                queue.append((inner, part))
    return content


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
    return (bytes(part) for number, part in _fields(memoryview(message)) if number == wanted)


def _fields(view: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Number and content of the length-delimited fields."""
    at = 0
    while at < len(view):
        key, at = _read(view, at)
        kind = key & 7
        if kind == 0:
            _, at = _read(view, at)
            continue
        size, at = _read(view, at) if kind == 2 else ({1: 8, 5: 4}.get(kind, len(view) + 1), at)
        if at + size > len(view):
            raise InputProblem("expected a network in ONNX format; the file is cut, or is none")
        if kind == 2:
            yield key >> 3, view[at : at + size]
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
