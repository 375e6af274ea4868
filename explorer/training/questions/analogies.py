"""An analogy with all its candidates: how near each word comes to a − b + c (king − man + woman), by three measures.

    cosine     cos(x, a − b + c)                           of the vectors as they are: what `Run.analogy` asks
    3CosAdd    cos(x, a) − cos(x, b) + cos(x, c)           of directions alone: no long vector outweighs the rest
    3CosMul    cos′(x, a) cos′(x, c) / (cos′(x, b) + ε)    one small factor is enough to sink a word

with cos′ = (1 + cos) / 2, which is not negative, and ε = 0.001. It is usual to leave out a, b and c, and hardly ever
said what comes first otherwise: often one of them. Nor does a nearest word make a parallelogram, whose sides a − b and
d − c are equal: of one direction, which is a cosine of 1, and of one length.

Sources: Mikolov, Yih and Zweig (2013), "Linguistic regularities in continuous space word representations"; Levy and
Goldberg (2014), "Linguistic regularities in sparse and explicit word representations", which names the other two.
"""

from dataclasses import dataclass

import numpy as np

from explorer.budget import CALL, charge
from explorer.errors import RecipeError
from explorer.maths.cosine import cosines_of_rows

EPSILON = 0.001
MEASURES = ("cosine", "add", "multiply")


@dataclass(frozen=True, eq=False)
class AnalogyTable:
    """Every word of the vocabulary as an answer to a − b + c, and the two sides of the parallelogram.

    Attributes
    ----------
    words : the vocabulary, tuple of V.
    asked : the ids of a, b, c. answer : the id of d, None where there is no fourth word.
    cosine, add, multiply : (V,) float64, the measures: cosine to a − b + c, 3CosAdd, 3CosMul.
    differences : (2, N) float64, a − b and d − c. lengths : (2,) float64, theirs. parallel : their cosine. NaN, what is
        of d, where there is none.
    """

    words: tuple[str, ...]
    asked: tuple[int, int, int]
    answer: int | None
    cosine: np.ndarray
    add: np.ndarray
    multiply: np.ndarray
    differences: np.ndarray
    lengths: np.ndarray
    parallel: float

    def ranked(self, by: str = "cosine", leave_out: bool = True) -> list[tuple[str, float]]:
        """All words by a measure, "cosine", "add" or "multiply", the largest first: (word, value).

        leave_out : without a, b and c. Raises `RecipeError` for another measure.
        """
        return [(self.words[row], float(getattr(self, by)[row])) for row in self.order(by, leave_out).tolist()]

    def order(self, by: str = "cosine", leave_out: bool = True) -> np.ndarray:
        """The same as ids, (V,) int64 or fewer; of equal ones the smaller is first. Raises `RecipeError` likewise."""
        if by not in MEASURES:
            raise RecipeError([("by", by, "one of " + ", ".join(MEASURES))])
        order = np.argsort(-getattr(self, by), kind="stable")
        return order[~np.isin(order, self.asked)] if leave_out else order


def analogy_table(words, vectors: np.ndarray, asked, answer: int | None = None) -> AnalogyTable:
    """The table of an analogy. words : the vocabulary. vectors : (V, N), theirs. asked : the ids of a, b, c.

    answer : the id of d; by default the word whose cosine to a − b + c is largest, a, b and c left out.
    """
    charge("of", f"{len(words):,} words", 10 * CALL + 40 * vectors.size, scratch=24 * vectors.size)
    a, b, c = (vectors[row] for row in asked)
    cosine, *near = (cosines_of_rows(vectors, query) for query in (a - b + c, a, b, c))
    add = near[0] - near[1] + near[2]
    of_a, of_b, of_c = ((1 + each) / 2 for each in near)
    if answer is None:
        others = [row for row in np.argsort(-cosine, kind="stable").tolist() if row not in asked]
        answer = others[0] if others else None
    d = np.full_like(c, np.nan) if answer is None else vectors[answer]
    differences = np.stack([a - b, d - c])
    parallel = float(cosines_of_rows(differences[:1], differences[1])[0])
    measures = cosine, add, of_a * of_c / (of_b + EPSILON)
    lengths = np.linalg.norm(differences, axis=1)
    for array in (*measures, differences, lengths):
        array.flags.writeable = False
    return AnalogyTable(tuple(words), tuple(asked), answer, *measures, differences, lengths, parallel)
