"""A built wheel runs outside the checkout, presets and assets included."""

import re
import subprocess
import sys
import zipfile

import pytest

from explorer.training import PRESETS
from tests.app_process import CHECKOUT, get, running_app


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds what an installation would copy."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, timeout=600)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def test_wheel_holds_the_package_and_its_data(installed):
    def names(folder):
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix != ".pyc"}

    for inside, beside in (("_assets", "assets"), ("_presets", "presets")):
        assert names(installed / "explorer" / inside) == names(CHECKOUT / beside)
    assert {path.name for path in installed.iterdir() if path.suffix != ".dist-info"} == {"explorer"}
    (commands,) = installed.glob("*.dist-info/entry_points.txt")
    assert "embedding-explorer = explorer.web.server:main" in commands.read_text()


@pytest.mark.smoke
@pytest.mark.further_case
def test_installed_program_starts_anywhere(installed, tmp_path):
    command = (sys.executable, "-m", "explorer")
    with running_app(command=command, cwd=tmp_path, env={"PYTHONPATH": str(installed)}) as app:
        status, _, page = get(app.port, "/")
        (script,) = re.findall(r'type="module" src="([^"]+)"', page.decode())
        assert (status, get(app.port, script)[0]) == (200, 200)
        assert get(app.port, "/lessons")[0] == 200
        assert get(app.port, "/readme")[2] == (CHECKOUT / "README.md").read_bytes()
    assert all(f'value="{slug}"' in page.decode() for slug in PRESETS)
