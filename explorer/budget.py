"""What one answer may cost: a budget of work and memory, charged before the work begins, and a deadline.

A link of a few kilobytes can ask for days of work. So whoever answers strangers does it inside a budget,

    with Budget(work=2_000_000_000, memory=300_000_000, seconds=10):
        run.seek(1_000_000)

and everything that works for the answer says first what it will cost (`charge`), and between two pieces of its work
that it goes on (`go_on`). Without a budget, as in a notebook, neither does anything.

Why not a parameter of every function: the budget belongs to the answer and not to the run, whose kept parts serve many
answers, and a function in between that forgot to hand it on would be a way around it. It is found the way `np.errstate`
and `decimal.localcontext` are: by the thread, within its block.

Costs are in fixed units, the same on every machine, so that the same request is refused everywhere or nowhere: `work`
in multiply–adds of a kernel (of other work as many as take as long: about two a nanosecond on the machine on which the
factors below were measured), `memory` in bytes that are held until the answer is there, `scratch` in bytes that are
free again when the work that was charged is done.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

from explorer.errors import OverBudget, Overdue

# What costs more than its multiply–adds say, in the same units
STEP = 400  # a step of a kernel, however small its model
CALL = 60_000  # a few dozen calls of NumPy: the loss of one instance, say
FRAME = 400_000  # a frame by itself: compiled code called for one step, its arrays made
SENT_STEP, SENT_INSTANCE = 6_000, 4_000  # a frame of a block, and an instance of it, packed for the browser
FIT = 1_000_000  # a principal component analysis, however few its vectors
CHARACTER = 60  # of text that is read once
LEAF = 10_000  # a word of a tree: its way from the root, as a few Python objects
FIGURE = 60_000_000  # a figure of a panel, made and packed
OPERAND = 30_000  # of an explanation, with its name

_current: ContextVar["Budget | None"] = ContextVar("budget", default=None)


def nothing_less(of_work: float, of_memory: float) -> str:
    """For `charge`: of what costs the same, whatever is asked."""
    return "no other value, which would cost as much"


class Budget:
    """A budget of one answer, used once: `with Budget(…) as budget:`. Blocks inside others replace them.

    work : multiply–adds. memory : bytes. seconds : of wall time by `clock`, from the beginning of the block.
    gone : function that says whether nobody waits for the answer any more.
    dear : function that is called once, when the answer is known to take more than `dear_work` or `dear_memory`, before
    that work begins; what it raises ends the answer.
    """

    def __init__(
        self,
        work: float = inf,
        memory: float = inf,
        seconds: float = inf,
        *,
        clock: Callable[[], float] = time.monotonic,
        gone: Callable[[], bool] = lambda: False,
        dear: Callable[[], None] = lambda: None,
        dear_work: float = inf,
        dear_memory: float = inf,
    ):
        self.work, self.memory, self.seconds = work, memory, seconds
        self.spent_work = self.spent_memory = self.reserved_work = 0
        self._clock, self._gone, self._dear = clock, gone, dear
        self._dear_work, self._dear_memory, self._is_dear = dear_work, dear_memory, False

    def __enter__(self) -> "Budget":
        self._start = self._clock()
        self._token = _current.set(self)
        return self

    def __exit__(self, *_):
        _current.reset(self._token)

    def check(self, field, asked, work, memory, scratch, nearest) -> None:
        """Raises `OverBudget` for what costs more than is left, `Overdue` after the deadline.

        Arguments are those of `charge`.
        """
        self.go_on()
        left_work = self.work - self.spent_work - self.reserved_work
        left_memory = self.memory - self.spent_memory
        of_work = _share(left_work, work), work, left_work, self.work, "multiply–adds"
        of_memory = _share(left_memory, memory + scratch), memory + scratch, left_memory, self.memory, "bytes"
        share, needed, left, most, unit = min(of_work, of_memory)
        if share < 1:
            left = "" if _rounded(left) == _rounded(most) else f", of which {_rounded(max(0, left)):,} are left for it"
            reason = f"it takes about {_rounded(needed):,} {unit}, and one answer may take {round(most):,}{left}"
            told = nearest(min(1.0, of_work[0]), min(1.0, of_memory[0]))
            raise OverBudget([(field, asked, f"{told}: {reason}")])

    def spend(self, work, memory, scratch) -> None:
        """Take what is going to be used out of the budget, once it is known that it is dear or not."""
        self.spent_work += work
        self.spent_memory += memory
        dear = self.spent_work > self._dear_work or self.spent_memory + scratch > self._dear_memory
        if dear and not self._is_dear:
            self._dear()
            self._is_dear = True

    def go_on(self) -> None:
        """Raise `Overdue` after the deadline, or when nobody waits any more."""
        if self._clock() - self._start > self.seconds:
            raise Overdue(f"The answer took longer than {self.seconds:g} seconds and was given up.")
        if self._gone():
            raise Overdue("Whoever asked has gone.")


def charge(
    field: str,
    asked,
    work: float = 0,
    memory: float = 0,
    nearest: Callable[[float, float], str] = nothing_less,
    scratch: float = 0,
) -> None:
    """Say what the coming work will cost; without a budget it may cost anything.

    field, asked : what of the request it is done for. work : multiply–adds. memory, scratch : bytes.
    nearest : the nearest request that would pass, in words, from the shares of work and of memory that are left.

    Raises `OverBudget`, a `RecipeError`, where it is too much, and `Overdue` after the deadline.
    """
    afford(field, asked, work, memory, nearest, scratch)
    if (budget := _current.get()) is not None:
        budget.spend(work, memory, scratch)


def afford(field: str, asked, work=0, memory=0, nearest=nothing_less, scratch=0) -> None:
    """Raise what `charge` would, and charge nothing: for the whole of a work whose parts will be charged one by one."""
    if (budget := _current.get()) is not None:
        budget.check(field, asked, work, memory, scratch, nearest)


def go_on() -> None:
    """To be called between two pieces of work. Raises `Overdue` after the deadline."""
    if (budget := _current.get()) is not None:
        budget.go_on()


@contextmanager
def reserved(work: float = 0, share: float = 0) -> Iterator[None]:
    """Within the block so much work (multiply–adds), or such a share of the budget, is left for what comes after it.

    So the nearest that is told to pass does, although only a part of the work is charged there.
    """
    budget = _current.get() or unlimited()
    work += share * budget.work if budget.work < inf else 0
    budget.reserved_work += work
    try:
        yield
    finally:
        budget.reserved_work -= work


def at_most(count: int, least: int | None = None, work: Callable[[int], float] | None = None) -> Callable:
    """For `charge`: how many of `count` things would pass; where they are steps, beyond `least`, as far as which.

    work : the multiply–adds of so many of them, where they do not all take the same.
    """

    def nearest(of_work, of_memory):
        most = int(of_work * count)
        if work is not None:
            most = bisect_right(range(count + 1), of_work * work(count), key=work) - 1
        most = min(most, int(of_memory * count))
        return f"at most {(least or 0) + most:,}" if most > 0 or least is not None else "not even 1"

    return nearest


def unlimited() -> Budget:
    """A budget that is never used up, for work that is kept and serves everybody."""
    return Budget()


@contextmanager
def released() -> Iterator[None]:
    """Within the block what is charged as memory is free again after it: what it made is dropped."""
    budget = _current.get() or unlimited()
    before = budget.spent_memory
    yield
    budget.spent_memory = before


def _share(left, needed) -> float:
    """What part of a cost is left to be spent; no less than 0."""
    return max(0.0, float(left)) / float(needed) if needed else inf


def _rounded(number):
    """Three digits are enough of a cost."""
    return round(float(f"{number:.3g}"))
