"""Models in formats that are not read, by the first bytes of their files, and what to do with each."""

from __future__ import annotations

import zipfile
from io import BytesIO

TORCH = "a file of torch. Export the network by torch.onnx.export, or give it by a provider, which opens the file itself"
KERAS = "a file of Keras. Let Keras write ONNX: model.export('network.onnx', format='onnx')"
COMPRESSED = (
    "a compressed file, such as joblib writes, of a pickled object, whose code would run when it is loaded; it is not "
    "opened. Save the model with skops.io.dump, or export it to ONNX"
)
TFLITE = "a file of TensorFlow Lite. Export it to ONNX: python -m tf2onnx.convert --tflite FILE --output network.onnx"
WEIGHTS = "weights without the network (safetensors). Load them into the network, and export it to ONNX"


def other_format(content: bytes) -> str:
    """What a file is that is neither ONNX nor of skops, and the fix; empty where it is not recognised."""
    if content[:4] == b"PK\x03\x04":
        return _archive(content)
    if content[:8] == b"\x89HDF\r\n\x1a\n":
        return KERAS
    if content[4:8] == b"TFL3":
        return TFLITE
    if content[:2] in (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda", b"\x1f\x8b", b"BZ") or content[
        :6
    ] == (b"\xfd7zXZ\0"):
        return COMPRESSED
    return WEIGHTS if content[8:10] == b'{"' and int.from_bytes(content[:8], "little") < len(content) else ""


def _archive(content: bytes) -> str:
    try:
        names = [name.rsplit("/", 1)[-1] for name in zipfile.ZipFile(BytesIO(content)).namelist()]
    except zipfile.BadZipFile:
        return ""
    if "schema.json" in names:
        return ""
    return TORCH if "data.pkl" in names else KERAS if "model.weights.h5" in names else ""
