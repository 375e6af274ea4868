"""What the benchmarks share: a table of measures, recipes of a given size, and timing in turns."""

import sys
import time
from urllib.parse import urlencode

DEFAULT_SEED = 1


class Report:
    """Measures printed as they come, each beside its limit."""

    def __init__(self, title: str):
        self.missed = 0
        print(title, flush=True)

    def tell(self, text: str) -> None:
        """A figure without a limit, for orientation."""
        print(f"           {text}", flush=True)

    def at_most(self, measure: str, figure: float, limit: float, unit: str = "×", note: str = "") -> None:
        self._line(measure, figure, limit, "≤", figure <= limit, unit, note)

    def at_least(self, measure: str, figure: float, limit: float, unit: str = "×", note: str = "") -> None:
        self._line(measure, figure, limit, "≥", figure >= limit, unit, note)

    def end(self) -> None:
        """End the program: 1 if a limit was missed."""
        print(f"{self.missed} limits missed" if self.missed else "every limit holds")
        sys.exit(1 if self.missed else 0)

    def _line(self, measure, figure, limit, sign, holds, unit, note):
        self.missed += not holds
        verdict = "holds " if holds else "MISSED"
        told = f" ({note})" if note else ""
        print(f"  {verdict}   {measure}: {figure:.3g} {unit}, limit {sign} {limit:g} {unit}{told}", flush=True)


def pairs_over(words: int) -> str:
    """Training data over so many words, in the pair notation: each word alone, then beside another."""
    name = "w{}".format
    alone = [f"{name(i)}|{name((3 * i + 1) % words)}" for i in range(words)]
    beside = [f"{name(i)}^{name((i + 1) % words)}|{name((5 * i + 2) % words)}" for i in range(words)]
    return ",".join(alone + beside)


def query_over(words: int, units: int, seed: int = DEFAULT_SEED) -> str:
    """The query of a recipe with that many words and hidden units."""
    return urlencode({"pairs": pairs_over(words), "vector_size": units, "seed": seed})


def in_turns(rounds: int, clock=time.perf_counter, /, **actions) -> dict[str, list[float]]:
    """Seconds by `clock` that each action took, one after the other, again and again.

    actions : by name, functions of no argument, which prepare and return what is timed: a function of none.
    """
    taken = {name: [] for name in actions}
    for _ in range(rounds):
        for name, prepare in actions.items():
            timed = prepare()
            start = clock()
            timed()
            taken[name].append(clock() - start)
    return taken
