"""The sigmoid as word2vec's programs have it: looked up in a table, and not at all where it is almost 0 or 1.

They compute σ once for 1,000 scores from −6 to 6, and look it up at

    y = σ(0.012 i − 6)   with   i = ⌊83 (u + 6)⌋

where 83 is 1000/6/2 in whole numbers: as that is less than 83.33, the entry is one for a score a little nearer to −6,
by up to 0.06 at u = 6. Outside ±6 hierarchical softmax skips the question, and so does gensim's negative sampling; in
word2vec.c the answers there are 0 and 1. Errors are taken from these answers, so that a step is no gradient of the
loss, which stays exact. A question that is skipped has no error; its answer is shown as the σ(u) that nobody looked up.

Sources: word2vec.c, TrainModelThread and main; gensim, word2vec_inner.pyx.

rule : `SKIPS` or `CLAMPS`, what is done beyond ±6. asked, t, M, u, y, e, EH : as in `logistic`, (questions,) and (N,).
"""

from math import floor

from explorer.maths.activations import sigmoid
from explorer.maths.kernel import kernel
from explorer.models import live
from explorer.models.notation import live as drawn
from explorer.models.notation import math

EXACT, SKIPS, CLAMPS = range(3)  # what is done outside the table
REACH, PER_UNIT, STEP = 6.0, 83.0, 0.012  # MAX_EXP, EXP_TABLE_SIZE / MAX_EXP / 2, 2 · MAX_EXP / EXP_TABLE_SIZE
LOOKED_UP = "y", "e"  # the numbers that go by the table
SOURCE = "word2vec.c, TrainModelThread"
_OUTSIDE = {
    SKIPS: r"\text{ for } |u| < 6, \text{ else skipped}",
    CLAMPS: r"\text{ for } |u| \le 6, \text{ else } 0 \text{ or } 1",
}
_SAYS = {
    SKIPS: "The program reads σ from a table of 1,000 entries; outside ±6 it does not ask.",
    CLAMPS: "The program reads σ from a table of 1,000 entries; outside ±6 it takes 0 or 1.",
}


@kernel
def look_up(rule, asked, t, M, u, y, e, EH):
    """Answers from the table in place of σ(u), and errors and EH of them; of questions whose scores are known."""
    EH[:] = 0.0
    for q in range(asked.size):
        if asked[q] < 0:
            break
        if abs(u[q]) < REACH or (rule == CLAMPS and abs(u[q]) == REACH):
            y[q] = sigmoid(STEP * floor((u[q] + REACH) * PER_UNIT) - REACH)
            e[q] = y[q] - t[q]
        elif rule == CLAMPS:
            y[q] = 1.0 if u[q] > 0 else 0.0
            e[q] = y[q] - t[q]
        else:
            e[q] = 0.0
        for k in range(EH.size):
            EH[k] += e[q] * M[asked[q], k]


def looked_up(u: float) -> float:
    """The score, −6 … 6, whose σ the table has for u."""
    return STEP * floor((u + REACH) * PER_UNIT) - REACH


def inside(rule: int, u: float) -> bool:
    """Whether the table has an entry for a score."""
    return abs(u) < REACH or (rule == CLAMPS and abs(u) == REACH)


def sigmoid_stage(rule: int, letter: str) -> dict:
    """What differs in the stage of answers; `letter` is the index of a question."""
    u, y = f"u_{letter}", f"y_{letter}"
    entry = r"\sigma(⟦=0.012*floor((u[0]+6)*83)-6⟧) = ⟦y[0]⟧"
    else_ = r"\sigma(⟦u[0]⟧) = ⟦y[0]⟧" if rule == SKIPS else r"[⟦u[0]⟧ > 0] = ⟦y[0]⟧"
    return {
        "equation": math(rf"{y} = \sigma(0.012 \lfloor 83 ({u} + 6) \rfloor - 6) {_OUTSIDE[rule]}"),
        "live": drawn(r"y_{⟦row[0]⟧} =" + live.either("outside(u[0])", else_, entry)),
        "source": SOURCE,
        "says": _SAYS[rule],
    }


def error_stage(rule: int, letter: str) -> dict:
    """What differs in the stage of errors, which are no slope; `letter` is the index of a question."""
    plain = live.error("table", "u[0]", "y[0]", "t[0]")
    right = live.either("outside(u[0])", r"\text{skipped}", plain) if rule == SKIPS else plain
    return {
        "equation": math(rf"e_{letter} = y_{letter} - t_{letter}"),
        "live": drawn(rf"e_{{⟦row[0]⟧}} = {right} = ⟦e[0]⟧"),
        "source": SOURCE,
    }
