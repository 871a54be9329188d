"""Whether a result names the module and the package of the method that it is of, and all of the code that made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.store.identity import changed
from casegen.store.methods import distribution, module_of
from casegen.store.recorded_versions import incomplete, unrecorded_use


def of_another_method(name: str, code: Mapping[str, Any]) -> Iterator[str]:
    """Where recorded code is not that of the installed method ``name``, in words."""
    if code.get("module") != (module := module_of(name)):
        yield f"code.module is not {module}, where its method is"
    by = distribution(name).get("name")
    if by is not None and (code.get("distribution") or {}).get("name") != by:
        yield f"code.distribution is not {by}, which brings its method"


def not_recorded(provenance: Mapping[str, Any]) -> tuple[str, ...]:
    """Parts of the code, and the parameters as stated, that every run records and a result lacks, in words.

    Of where it ran only that nothing at all is recorded: not every version wrote the same.
    """
    known = ("code", "stated")
    if not provenance.get("environment"):
        return ("its provenance is incomplete: expected environment as a run writes it",)
    everything = {name: {} for name in ("inputs", "parameters", "environment")} | {
        "seed": 0, "seconds": 0, "started": "2000-01-01T00:00:00+00:00",
    }  # fmt: skip
    return incomplete({**everything, **{name: provenance.get(name) for name in known}}, environment=False)


def struck_or_changed(name: str, provenance: Mapping[str, Any]) -> Iterator[str]:
    """What a whole record says of its method and packages that is not so, where the same code is installed.

    A later version may have moved the method, or use other packages: what that one is says nothing of the result.
    """
    code = provenance["code"]
    if not changed(code):
        yield from (f"provenance: {words}" for words in of_another_method(name, code))
        yield from unrecorded_use(provenance)
