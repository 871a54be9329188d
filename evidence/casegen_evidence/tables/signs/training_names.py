"""Names of files and folders that say that something was fitted to what they hold, or chosen on it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake

_PART = r"set|split|data|daten|samples?|rows|images?|imgs|pictures|satz|menge"
_TRAINING = compiled(
    r"(?i)(?<![a-z])("
    r"train(ing|ed|set|_set)?|train(ing)?[-_ ]?(and)?[-_ ]?(val(id(ation)?)?|dev)|val(idation)?|"
    rf"dev[-_ ]?({_PART})|tuning|hyper-?parameters?|"
    r"(train(ing)?s?|val(id(ation)?)?|fit(s|ted|ting)?|learn(ing|ed|t)?|lern|tuned?|calib(rat\w+)?|kalibrier\w*)"
    rf"[-_ ]?({_PART})"
    r")(?![a-z])|^(dev|fit)$"
)
_OF_RECORDS = compiled(
    r"(?i)(?<![a-z])(train(?=[-_ ]+(?!set)[a-z])|(drive|power|gear|valve)[-_ ]*train(?![a-z])|"
    r"validation(?![-_ ]*(set|split)))"
)
"""what the same words mean of a record: a train that brakes, gears, the validation of a system; not `record_train`"""
_FOLDER = compiled(
    rf"(?i)(^|[/\\_-])((train(ing|ed|set|val|\d+)?\d*|fit(ted|ting)?|tuning)([-_ ]?({_PART}))?|"
    r"(images|labels)[-_]?tr|(lern|trainings)[-_ ]?(daten|bilder|menge|satz))(\.(tar|tgz|zip)(\.gz)?[#!:/]|[/\\])"
)
_NUMBERED = compiled(r"(?i)(^|[/\\#])(train(ing)?|tuning)[-_]?\d+\.[a-z]\w{1,4}$")
_TRAINS = compiled(
    r"(?i)(?<![a-z])(trains?|trams?|rail\w*|locomotives?|wagg?ons?|züge?|lok(omotive)?|bahn)(?![a-z])"
)
_MADE_BY_TRAINING = compiled(
    r"(?i)\.(pth?|ckpt|onnx|h5|keras|tflite|pb|engine|safetensors|skops|joblib|pkl|ya?ml|toml|log)$|"
    r"(^|[/\\])runs[/\\]"
)
"""files that a training writes, and the folder of its runs"""


def in_training_folder(name: str) -> bool:
    """Whether a file's name with its folders lies in one of a training.

    >>> [in_training_folder(f"{n}/7.png") for n in ("a/train2017", "trainval", "fit_set", "trains", "fitness")]
    [True, True, True, False, False]
    >>> [in_training_folder(n) for n in ("imagesTr/7.nii", "train.tar#7.png", "lerndaten/7.png", "string/7.png")]
    [True, True, True, False]
    >>> in_training_folder("runs/train/exp3/weights/best.pt")  # what a training makes is no picture of it
    False
    """
    return bool(_FOLDER.search(name)) and not _MADE_BY_TRAINING.search(name)


def numbered_as_training(name: str) -> bool:
    """Whether a file's name is that of a numbered picture of a training.

    >>> [numbered_as_training(f"{n}.png") for n in ("train_0017", "img/train-17", "train_on_track_17", "IC_train_3")]
    [True, True, False, False]
    """
    return bool(_NUMBERED.search(name)) and not _MADE_BY_TRAINING.search(name)


def speak_of_trains(names: Iterable[str]) -> bool:
    """Whether any of the classes is one of trains, so that a picture `train_0017.png` may show one."""
    return any(_TRAINS.search(name) for name in names)


def judge_training_name(file: str, intake: Intake, *, record: bool = False) -> None:
    """Doubt a file of evaluated rows which by its name was fitted to; in a ``record`` a train may be one that brakes."""
    stem = Path(file).stem
    if _TRAINING.search(_OF_RECORDS.sub("", stem) if record else stem):
        intake.suspects(
            "training-file",
            f"{file}: by its name the file is of training, tuning or validation, not of a test",
            hint="give rows that nothing was fitted to or chosen on; or say in the waiver what the name means",
        )
