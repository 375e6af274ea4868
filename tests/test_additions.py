"""The lists of what to touch are true: one of each is added to a copy of the project, in exactly the files they name.

The lists are those of explorer/README.md and assets/README.md. Nothing is compiled on the way: the added model has no
kernel.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app_process import CHECKOUT

NAME = "throwaway"
ADDED = Path(__file__).parent / "additions"

# What is written, by the paths of the lists: whole files, and what follows what in others.
FILES = {
    "presets/<name>.toml": "preset.toml",
    "presets/lessons/<name>.md": "lesson.md",
    "explorer/models/<name>.py": "model.py",
    "tests/reference/<name>.py": "twin.py",
    "assets/panels/<name>/panel.json": "panel.json",
    "assets/panels/<name>/mount.mjs": "mount.mjs",
    "explorer/views/<name>.py": "view.py",
}
LINES = {
    "explorer/models/__init__.py": [
        ("import SKIP_GRAM\n", f"from explorer.models.{NAME} import THROWAWAY\n"),
        ("NNLM, RNNLM", ", THROWAWAY"),
    ],
    "explorer/training/fields.py": [
        (
            "FIELDS = (\n",
            f'    Field("warmth", 1.0, Number(0.1, 10.0), "Warmth", "Evens out.", models=("{NAME}",)),\n',
        )
    ],
    "assets/panels/all.mjs": [
        ('export * as plane from "./plane/mount.mjs";\n', f'export * as {NAME} from "./{NAME}/mount.mjs";\n')
    ],
    "explorer/views/__init__.py": [
        ("import weights\n", f"from explorer.views.{NAME} import panel as _{NAME}\n"),
        ('    "contour": _contour,\n', f'    "{NAME}": _{NAME},\n'),
    ],
}
RUN = [
    f"tests/test_presets.py::test_the_caption_holds_for_all_seeds_at_its_step[{NAME}]",
    "tests/test_presets.py::test_every_preset_of_ours_makes_a_claim",
    f"tests/test_lessons.py::test_what_a_lesson_says_is_so[{NAME}]",
    "tests/test_panels.py",
    "tests/additions/checks.py",
]


def listed(what: str) -> set[str]:
    """The paths in the row of explorer/README.md for what is to be added."""
    page = (CHECKOUT / "explorer" / "README.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {what} \| (.*) \|$", page, re.MULTILINE)
    return {path for path in re.findall(r"`([^`]+)`", row) if "/" in path}


def listed_of_a_panel() -> set[str]:
    page = (CHECKOUT / "assets" / "README.md").read_text(encoding="utf-8")
    section = page.split("## To add a panel\n")[1].split("\n## ")[0]
    return {f"assets/{path}" for path in re.findall(r"`(panels/[^`]+)`", section)}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the checkout, as it is, with the additions."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(asked, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("not a checkout")
    folder = tmp_path_factory.mktemp("copy")
    for name in filter(None, found.stdout.split("\0")):
        if (CHECKOUT / name).is_file():  # node_modules may be a link, which git does not ignore
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(CHECKOUT / name, folder / name)
    for path, source in FILES.items():
        written = folder / path.replace("<name>", NAME)
        assert not written.exists()
        written.parent.mkdir(exist_ok=True)
        shutil.copyfile(ADDED / source, written)
    for path, insertions in LINES.items():
        text = (folder / path).read_text(encoding="utf-8")
        for before, line in insertions:
            assert text.count(before) == 1, f"{path}: {before!r}"
            text = text.replace(before, before + line)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def test_the_additions_touch_what_the_lists_name():
    named = {path for what in ("a preset", "a lesson", "a field", "a model", "a figure") for path in listed(what)}
    assert named | listed_of_a_panel() == FILES.keys() | LINES.keys()


def test_a_preset_a_lesson_a_field_a_model_and_a_panel_are_added_by_touching_that(copy):
    environment = os.environ | {"PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={copy.parent / 'inner'}", *RUN],
        cwd=copy, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    assert " passed" in told.stdout
    assert " skipped" not in told.stdout
