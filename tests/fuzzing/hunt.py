"""A hunt for answers that take longer than they were charged for: python -m tests.fuzzing.hunt --seconds 300.

Recipes are large here: hundreds and thousands of words, sizes at their limits, far steps. Told are the answers that
took more than `--seconds-from` and five times what their work says; the processor's time counts, not the wall's, and
two units of work are a nanosecond of it.
"""

import argparse
import time
from random import Random

from explorer.budget import Budget
from explorer.web import fair
from explorer.web.server import create_app
from explorer.web.warmth import WARMTH
from tests.fuzzing.recipes import Recipes
from tests.fuzzing.requests import Requests

A_SECOND = 2e9  # units of work


class Told(Budget):
    """A budget that leaves behind what was spent of it."""

    last = None

    def __enter__(self):
        Told.last = self
        return super().__enter__()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=120, help="default: %(default)s")
    parser.add_argument("--seconds-from", type=float, default=0.3, help="default: %(default)s")
    parser.add_argument("--ratio", type=float, default=5, help="default: %(default)s")
    options = parser.parse_args()
    while not WARMTH.ready:
        WARMTH.compile_next()
    fair.Budget = Told
    client = create_app(warm_up=False).server.test_client()
    recipes = Recipes(Random(options.seed), hundreds=0.3, thousands=0.15, limits=0.15)
    requests = Requests(Random(options.seed), recipes, figures=6, again=0.75, far=(10_000, 50_000))
    end, count = time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        asked, Told.last, count = next(requests), None, count + 1
        begin = time.process_time()
        answer = asked.send(client)
        took, work = time.process_time() - begin, Told.last.spent_work if Told.last else 0
        if took > options.seconds_from and took > options.ratio * work / A_SECOND:
            told = f"{took:.2f} s, charged {work / A_SECOND:.3f} s"
            print(f"{told}, {answer.status_code}: {str(asked)[:600]}", flush=True)
    print(f"{count:,} requests")


if __name__ == "__main__":
    main()
