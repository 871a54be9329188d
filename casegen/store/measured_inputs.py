"""The inputs of a stored result for its recomputation: the same content, by the names that the files had then.

A method writes names of files into texts, and may judge a file by its name.  What a result says of names is therefore
never replaced in its texts: the method itself runs by the recorded names, and once more by those of now.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen.io.folder import inside
from casegen.io.regular import same_content
from casegen.model.evidence import EvidenceSpec
from casegen.store.comparison import differences
from casegen.store.reads import in_case
from casegen.store.renamed_inputs import file_at, missing_words, read_otherwise, recorded_files

if TYPE_CHECKING:
    from casegen_evidence.method import Method

_NAME = "(file)"
"""what stands for the names of renamed files where two results are compared without them"""


@dataclass(frozen=True, slots=True)
class MeasuredInputs:
    """Where the inputs lie now, the recorded names of those that are called otherwise, what is wrong, what is noted."""

    present: Mapping[str, Path]
    recorded: Mapping[str, str]
    """to each input whose file has another name now the one that it had, without its folder"""
    wrong: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def laid(self, folder: Path) -> dict[str, Path]:
        """The inputs by their recorded names: links below ``folder``, each in one of its own; others as they lie.

        Raises:
            OSError, ValueError: the file system takes no such name.
        """
        result = dict(self.present)
        for number, (name, file) in enumerate(self.recorded.items()):
            place = folder / str(number) / file
            place.parent.mkdir(parents=True)
            try:
                place.symlink_to(self.present[name].absolute())
            except OSError:  # not everybody may make links everywhere
                shutil.copyfile(self.present[name], place)
            result[name] = place
        return result

    def differences(
        self, by_recorded: Mapping[str, Any], by_present: Mapping[str, Any], value: Method
    ) -> list[str]:
        """Where the method gave another result by the present names than by the recorded ones, these names aside."""
        names = {*self.recorded.values(), *(self.present[name].name for name in self.recorded)}
        named = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
        then, now = (_without(result, named) for result in (by_recorded, by_present))
        files = ", ".join(self.present[name].name for name in self.recorded)
        return [
            f"by the name that the file has now, {files}, the method gives another result: {one.text}"
            for one in differences(then, now, value, elsewhere=False)
            if one.outside
        ]


def _without(part: Any, named: re.Pattern[str]) -> Any:
    if isinstance(part, str):
        return named.sub(_NAME, part)
    if isinstance(part, dict):
        return {key: _without(value, named) for key, value in part.items()}
    return [_without(value, named) for value in part] if isinstance(part, list) else part


def measured_inputs(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> MeasuredInputs:
    """The inputs of the stored result of an item: the files that the item names now, if their content was measured.

    A copy under the recorded name is not read in their stead: what a file is called now may put its data in doubt.
    """
    present, recorded = dict[str, Path](), dict[str, str]()
    wrong, notes = list[str](), list[str]()
    otherwise = tuple(read_otherwise(spec, document))
    beside = sorted(in_case(document["provenance"].get("also_read", {})).values())
    for name, digest, file in recorded_files(spec, document):
        now = spec.inputs.get(name, "")
        old, other = file_at(root, file), file_at(root, now)
        if old is not None and not same_content(old, digest):
            wrong.append(f"input {name} ({file}) is not the file that was measured: its hash differs")
        elif other is None or not same_content(other, digest):
            words = f"input {name} ({file or 'unknown'}) is not in the case folder"
            wrong.append(f"{words}; {missing_words(root, name, digest, file)}")
        else:
            present[name] = other
            was = f"input {name} was {file or 'unknown'}, is {now} of the same content"
            if inside(root, file) is None or (last := Path(file).name) in ("", ".."):
                wrong.append(f"{was}: what was recorded is no name of a file in the case folder")
            elif last != other.name and beside:
                wrong.append(f"{was}, and the run read {beside[0]} too: give the file its old name")
            elif last != other.name:
                recorded[name] = last
            if now != file:
                notes.append(was)
    return MeasuredInputs(present, recorded, (*wrong, *(otherwise if recorded else ())), tuple(notes))
