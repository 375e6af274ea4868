"""The session: what the page knows of a recipe, in the form in which `describe` answers it.

It is declared here for Python and in `assets/types.d.ts` for the scripts; a test holds the two against each other, and
against what is really answered, so that no field is missing on one side. `Outer`, `Stage` and `Layer` are answered as
models declare them.
"""

from typing import NotRequired, TypedDict

from explorer.models.declarations import Outer, Stage
from explorer.models.network import Layer


class Points(TypedDict):
    """Numeric data, as far as they are shown; `total` is how many there are."""

    head: list[tuple[list[float], list[float]]]
    total: int


class Segment(TypedDict):
    """A stretch of steps on the same data, from `step` on, in which pass number `epoch` begins."""

    step: int
    epoch: int
    steps_per_epoch: int
    points: NotRequired[Points]


class Corpus(TypedDict):
    """The data as they were given: `kind` is the field that holds them."""

    kind: str
    text: str


class Edit(TypedDict):
    """A change before a step: `value` is a rate, a weight with its cell, or data; `label` says it in words."""

    step: int
    kind: str
    value: object
    label: str


class Parameter(TypedDict):
    """An array that is learnt; see `models.declarations.Parameter`.

    `parted`: by what words its changes are parted, "" where there are none. Rows that are no words have names, or a
    number behind a prefix.
    """

    name: str
    symbol: str
    axes: list[str]
    help: str
    source: str
    change: list[Outer]
    role: str
    decay: float
    frozen: bool
    bias: bool
    parted: str
    shape: list[int]
    row_names: NotRequired[list[str]]
    row_prefix: NotRequired[str]


class Quantity(TypedDict):
    """An array that a step computes; see `models.declarations.Quantity`.

    `stage` is the one that shows it; of a `ragged` one an instance has as much as it needs.
    """

    name: str
    symbol: str
    axes: list[str]
    role: str
    help: str
    source: str
    of_instance: NotRequired[str]
    laid_out: bool
    names: NotRequired[str]
    matrix_of: NotRequired[str]
    position: NotRequired[int]
    summed_at: NotRequired[str]
    shape: list[int]
    size: int
    stage: str
    row_names: NotRequired[list[str]]
    ragged: bool


class Network(TypedDict):
    """What is drawn of a network; see `models.network.Network`."""

    input: str | None
    hidden: str | None
    output: str | None
    activation: str
    layers: list[Layer]
    lookup: str | None
    unrolled: bool


class Tree(TypedDict):
    """Each inner node's left and right child, all in one list: a node's number, or −1 − a word's."""

    children: list[int]


class Noise(TypedDict):
    """How often each word is an output word, and its probability where the noise is given."""

    counts: list[int]
    probabilities: NotRequired[list[float]]


class Symbols(TypedDict):
    """What a model computes in the letters of its sources: a row has a quantity's name, what it is, and its letters."""

    sources: list[str]
    rows: list[list[str]]


class Token(TypedDict):
    """A word of the text as it was read: whether it stayed, with which probability, and how far its window reaches.

    Its window made `count` instances, from number `instance` on.
    """

    word: int
    sentence: int
    stayed: bool
    staying: float
    reach: int
    instance: int
    count: int


class Reading(TypedDict):
    """A text in whose windows chance had a say: its first words, of `total`.

    `shares` : in which share of the windows a word is, at each distance from 1 on.
    """

    tokens: list[Token]
    total: int
    shares: list[float]


class Table(TypedDict):
    """The sigmoid is looked up: outside the table a question is skipped, or answered by 0 or 1."""

    skips: bool


class Structure(TypedDict):
    """What is drawn beside frames and does not change from step to step: a picture's name to its data."""

    tree: NotRequired[Tree]
    noise: NotRequired[Noise]
    symbols: NotRequired[Symbols]
    sigmoid: NotRequired[Table]
    reading: NotRequired[Reading]


class Taker(TypedDict):
    """A model that can start with this run's word vectors."""

    model: str
    title: str


class Limits(TypedDict):
    """What is too much: bytes of a corpus, the last step, steps of a file that the page offers.

    Of a record also its spans, (first, last) each.
    """

    corpus_bytes: int
    step: int
    file: int
    spans: NotRequired[list[tuple[int, int]]]


class Single(TypedDict):
    """A number of a step that stands in no array; see `models.contract.Single`.

    `led`: in a batch it is that of an instance, which leads its index.
    """

    name: str
    symbol: str
    axes: list[str]
    stage: str
    led: bool


class Session(TypedDict):
    """What the page needs to know of a recipe before it paints.

    `query` and `key` name it; from `title` to `view` is what is said of it; `hyper` are the texts of the controls;
    `by_rows` tells that a block carries some rows of the parameters only; `most_frames` how many frames a block may
    have, by the fit of the axes that it carries; `longest_stretch` for how many steps at most scales stay as they are.
    """

    query: str
    key: str
    title: str
    caption: str
    look_for: list[str]
    source: str
    view: dict[str, str]
    preset: str
    model: str
    output: str
    words: list[str]
    counts: list[int]
    batch_size: int
    segments: list[Segment]
    steps_per_epoch: int
    instances_head: list[tuple[list[float], list[float]]]
    hyper: dict[str, str]
    corpus: Corpus
    by_rows: bool
    most_frames: dict[str, int]
    longest_stretch: int
    edits: list[Edit]
    parameters: list[Parameter]
    quantities: list[Quantity]
    singles: list[Single]
    stages: list[Stage]
    network: Network
    reading: str
    takes: int | None
    takers: list[Taker]
    structure: Structure
    limits: Limits
