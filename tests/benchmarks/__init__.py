"""Benchmarks: what the speed of this project is promised to be, measured beside what it is compared with.

Run one by hand from the checkout's root, in the environment of the tests, on a machine with nothing else to do:

    python -m tests.benchmarks.kernels      a bare loop, blocks of frames, a lean NumPy loop, seeks
    python -m tests.benchmarks.browser      clicks, playing and first loads in Chromium
    python -m tests.benchmarks.firefox      playing in Firefox
    python -m tests.benchmarks.against COMMIT   the page of another commit and this one, in alternation
    python -m tests.benchmarks.server       1,500 learners on one core, dear answers beside them, a first start
    python -m tests.benchmarks.startup      from the command to the open page
    python -m tests.benchmarks.outputs      a step of hierarchical softmax or negative sampling beside full softmax
    python -m tests.benchmarks.questions    questions across steps, beside a replay of the same steps
    python -m tests.benchmarks.corpora      large training data read, beside a bare search for its words
    python -m tests.benchmarks.fields       dialects, losses and orders: blocks of frames beside the same steps without
    python -m tests.benchmarks.lessons      until a lesson's first explorer is alive, and scrolling past six
    python -m tests.benchmarks.files        runs and lessons in one file: saved, opened, how large

Each prints a line a measure: the figure, the limit, and whether it holds; `--help` names what can be made
shorter. A figure and what it is compared with are taken in turns, in one run, so that a slow or busy machine
slows both. The exit code is 0 where every limit holds and 1 where one is missed. pytest does not collect this
folder.
"""
