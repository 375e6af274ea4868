"""The Node that runs the scripts' tests, tests/scripts: the one that Playwright brings; and what they read of runs.

That is kept from one time to the next, for as long as nothing changes that it comes from, so that who works on scripts
waits for no Python: nothing of the program is imported here.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from importlib.metadata import distributions
from pathlib import Path
from tempfile import mkdtemp

import playwright

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "scripts"
KEPT = ROOT / ".runs_cache"
NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
FIGURES = FOLDER / "figures.test.mjs"  # which reads more than the others: see test_drawn_twice.py
_MADE_OF = ("explorer/**/*.*", "presets/**/*.*", "assets/**/*.json", "tests/runs.py", "tests/figures.py")


def runs() -> Path:
    """The folder of what tests/runs.py writes, which is written where it isn't there yet."""
    folder = KEPT / _digest()
    if not folder.exists():
        KEPT.mkdir(exist_ok=True)
        written = mkdtemp(dir=KEPT)
        subprocess.run([sys.executable, "-m", "tests.runs", written], cwd=ROOT, check=True)
        earlier = [other for other in KEPT.iterdir() if other != Path(written)]
        Path(written).rename(folder)
        for other in earlier:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _digest():
    """Of all that those files come from: the program, what it reads, and the libraries."""
    known = hashlib.sha256(os.environ.get("NUMBA_DISABLE_JIT", "").encode())
    for path in sorted(path for pattern in _MADE_OF for path in ROOT.glob(pattern) if "__pycache__" not in path.parts):
        known.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    known.update(" ".join(sorted(f"{each.name} {each.version}" for each in distributions())).encode())
    return known.hexdigest()[:16]


def own_tests(folder: Path) -> None:
    """All of the scripts' tests but what compares with the figures, in a process for each processor.

    What one file has read or compiled there, the next need not; they are dealt out by their size, the largest first.
    """
    files = sorted(FOLDER.glob("*.test.mjs"), key=lambda path: -path.stat().st_size)
    for path in files:
        assert "test(" in path.read_text(encoding="utf-8"), f"{path} holds no test"
    count = os.cpu_count() or 1
    files.remove(FIGURES)
    with ExitStack() as stack:  # which waits for all of them, whatever happens
        for each in [stack.enter_context(node_tests(folder, files[first::count])) for first in range(count)]:
            passed(each)


def node_tests(folder: Path, files) -> subprocess.Popen:
    """A process that runs some files of tests, which find what they read in a folder."""
    return subprocess.Popen(
        [str(NODE), "--test", "--test-isolation=none", "--test-reporter=spec", *map(str, files)],
        env={**os.environ, "RUNS": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def passed(running: subprocess.Popen) -> None:
    """Wait for a process of `node_tests`, and tell what failed in it."""
    told, _ = running.communicate(timeout=600)
    assert running.returncode == 0, told[told.find("failing tests") :]


if __name__ == "__main__":
    own_tests(runs())
