"""What a model declares of itself: its parameters with the terms of their change, its quantities, its stages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outer:
    """A term of a parameter's gradient: Σ_j rows_j ⊗ columns_j, a sum of outer products.

    `rows` and `columns` name quantities. Each of them is cut into pieces as long as the parameter's axis, in order; an
    index quantity has a piece for each id, that id's one-hot vector (none for −1). Where one side has more pieces its
    last ones are left out. `skip` leaves out so many first pieces of `columns`.

    With `at`, an index quantity as long as `rows`, the pieces of `rows` are rows_j times the one-hot vector of at_j:
    the rows of the parameter that it names, added up where it names one twice; no other row changes. A single piece of
    `columns` then serves all of them.

    A parameter of one axis has one column. Without `columns`, as of a bias, the term is Σ_j rows_j; with `at` each
    number is of the row that is named.
    """

    rows: str
    columns: str | None = None
    at: str | None = None
    skip: int = 0


@dataclass(frozen=True)
class Parameter:
    """An array that is learnt, of one or two axes.

    Its gradient is the sum of the terms of `change`, and `decay` times itself. Where it is `frozen` it has a gradient
    like any other, and no step moves it. A `bias` is 0 at the start.
    """

    name: str
    symbol: str
    axes: tuple[str, ...]
    help: str
    source: str
    change: tuple[Outer, ...]
    role: str = "weight"
    decay: float = 0.0
    frozen: bool = False
    bias: bool = False


@dataclass(frozen=True)
class Quantity:
    """An array that a step computes, float64, of one or two axes (in a batch the instance comes before them).

    `role` is "activation", "error" or "index"; an index holds int64 ids, and `names` says of what: of an axis ("word",
    "node"), or "outputs", numbers of the instance's output words. An axis of `RAGGED` is as long as the
    instance needs. `of_instance` marks those that need no arithmetic: "inputs" is the mean of the one-hot vectors
    of the instance's input words, "input counts" how often each word stands among them, "outputs" the counts of its
    output words. `laid_out` marks what is known
    of every step before the first of them is computed. `matrix_of` names the quantity that this one shows for the whole
    batch at once: a matrix, features × instances, which is not computed again. With a `position`, from 0, it shows the
    piece of its rows that stands there, or of an index the one-hot vector of the id there. With `summed_at`, an index,
    it is the sum of all instances' pieces, each added to the row of the id at its position.
    """

    name: str
    symbol: str
    axes: tuple[str, ...]
    role: str
    help: str
    source: str
    of_instance: str | None = None
    laid_out: bool = False
    names: str | None = None
    matrix_of: str | None = None
    position: int | None = None
    summed_at: str | None = None

    @property
    def computed(self) -> bool:
        """Whether a step's arithmetic gives it, so that it is in a record."""
        return self.of_instance is None and self.matrix_of is None


RAGGED = ("path", "sample")  # axes whose length differs from instance to instance


@dataclass(frozen=True)
class Stage:
    """A named sub-operation of a step.

    `shows` names the quantities (or parameters) that it computes. `equation` and `live` are MathML: the
    rule as its source prints it, and the same line with slots (see `notation.live`) for today's numbers.
    """

    name: str
    title: str
    shows: tuple[str, ...]
    equation: str
    live: str
    source: str
    says: str
