"""The page's templates, compiled once for an installation, as Python does with modules.

Compiling them takes longer than filling them.  Their code lies beside the bytecode of this module, one file a template,
named after the version of Jinja and the settings of the environment; it is taken while the template's text is the same.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from casegen.model.kept_code import keep, kept


class CompiledTemplates(BytecodeCache):
    """Code of templates in files of ``folder``; ``about`` is what else it depends on besides the template's text."""

    def __init__(self, folder: Path, about: str) -> None:
        self.folder = folder
        self.about = hashlib.sha256(f"{jinja2.__version__} {sys.version} {about}".encode()).hexdigest()[:16]

    def _place(self, bucket: Bucket) -> Path:
        return self.folder / f"template-{bucket.key[:16]}-{self.about}.bin"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept, unless it is of another text or another Python, which Jinja sees."""
        if (code := kept(self._place(bucket))) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, where Python keeps bytecode and the folder can be written."""
        if not sys.dont_write_bytecode:
            keep(self._place(bucket), bucket.bytecode_to_string())


def kept_templates(about: str) -> CompiledTemplates | None:
    """The compiled templates of this installation; None where this Python keeps no bytecode."""
    with suppress(NotImplementedError):
        return CompiledTemplates(Path(cache_from_source(__file__)).parent, about)
    return None
