"""Vital signs that the methods of networks declare: names and what each says."""

OTHER_SCALE = (
    "confidences that are far lower than the share of right answers, as where softmax is taken twice"
)

ANSWERS: dict[str, str] = {
    "no-common-class": "labels and answers that have no name in common",
    "never-right": "no right answer at all",
    "one-answer": "the same answer to everything",
    "label-of-no-class": "labels that say that there is none",
    "sorted-apart": "labels and answers that are sorted, both of them, as if each by itself",
}
OF_EVERY_CLASS = {"class-not-evaluated": "a class that the network knows and no evaluated input has"}
"""of methods that ask a network, by its scores or the names of its classes"""
CONFUSION: dict[str, str] = ANSWERS | {
    "class-without-data": "a class of the severities that no row has",
    "class-by-default": "a label that the severities do not name and that is never answered",
    "free-confusion": "confusions that occurred and have severity 0",
    "unlisted-answer": "an answer that is neither a class of the data nor of the severities",
}
PICTURES: dict[str, str] = OF_EVERY_CLASS | {
    "label-given-away": "a pixel that has a value of its own for each class",
    "stand-in": "a network that the method trained itself, which is not the one in use",
    "guessing": "answers that are hardly better than guessing",
    "confidence-scale": OTHER_SCALE,
}
ATTACKS: dict[str, str] = PICTURES | {
    "sorted-apart": ANSWERS["sorted-apart"],
    "no-attack": "changes that change nothing, or next to nothing",
}
MAPS: dict[str, str] = PICTURES | {
    "mask-of-everything": "masks that leave no background, or look inverted",
    "hot-everywhere": "a threshold above nearly all probabilities",
    "maps-are-masks": "maps that have one value on the object and one beside it",
    "mostly-cold": "most pictures without any hot position",
    "hot-by-chance": "hot positions that lie on the object no more often than all positions do",
}
LAYERS: dict[str, str] = {
    "dead-layer": "a layer of which next to no neuron changes its state",
    "cannot-deviate": "groups in which no input can deviate",
    "scenario-is-the-data": "a scenario that has the rows of the data, in whatever order",
    "another-layer": "activations of the scenario that do not look like the layer's",
}
EXCLUDED: dict[str, str] = {
    "category-of-unknown": "a category of data of which nobody recorded the condition",
    "category-ruled-out": "a stated category that exclusions and rules leave no scenario",
    "mostly-excluded": "exclusions and rules that take out half of the combinations or more",
}
SCENARIOS: dict[str, str] = {
    "untested-scenario": "stated categories without a test",
    "single-scenario": "one scenario only, where the worst of several is asked for",
} | EXCLUDED
