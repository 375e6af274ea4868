"""Large training data is read in a moment: beside a bare search for its words, and beside a tenth of it.

python -m tests.benchmarks.corpora [--rounds N]
"""

import argparse
import re
import time
from statistics import median

import numpy as np

from explorer.corpus import Corpus
from tests.benchmarks.common import Report, in_turns

WORDS, LINES, LINE_WORDS, PAIRS = 9_000, 15_000, 12, 12_000  # 1 MB of text; 200 KB of pairs
TIMES = {"text": 15, "pairs": 30}  # how much dearer the data are than the search
GROWTH = 2.5  # how much dearer a word may be in ten times the data; memory new to a process is slow on some machines


def text(lines: int) -> str:
    drawn = np.random.default_rng(1).integers(0, WORDS, (lines, LINE_WORDS))
    return "\n".join(" ".join(f"w{i}" for i in line) for line in drawn)


def pairs(count: int) -> str:
    drawn = np.random.default_rng(1).integers(0, WORDS, (count, 3))
    return ",".join(f"w{a}^w{b}|w{c}" for a, b, c in drawn)


def compare(report, rounds, name, read, whole, tenth):
    taken = in_turns(
        rounds,
        time.process_time,
        whole=lambda: lambda: read(whole),
        tenth=lambda: lambda: read(tenth),
        search=lambda: lambda: re.findall(r"\w+", whole),
    )
    of_whole, of_tenth, search = (median(seconds) for seconds in taken.values())
    report.tell(f"{name}, {len(whole):,} bytes: {1e3 * of_whole:.0f} ms; the bare search {1e3 * search:.1f} ms")
    report.at_most(f"{name}: read / bare search", of_whole / search, TIMES[name])
    report.at_most(f"{name}: a word of it / one of a tenth of it", of_whole / of_tenth / 10, GROWTH)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.corpora", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="turns (%(default)s)")
    rounds = parser.parse_args().rounds
    report = Report("Training data, CPU time:")
    compare(report, rounds, "text", lambda data: Corpus.from_text(data, window=5), text(LINES), text(LINES // 10))
    compare(report, rounds, "pairs", Corpus.from_pairs, pairs(PAIRS), pairs(PAIRS // 10))
    report.end()


if __name__ == "__main__":
    main()
