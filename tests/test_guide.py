"""The operator's guide says what is so."""

import re

from explorer import limits
from explorer.web import serve, settings
from tests.app_process import CHECKOUT

GUIDE = (CHECKOUT / "explorer" / "web" / "README.md").read_text(encoding="utf-8")
PROSE = " ".join(GUIDE.split())


def number_in(asset: str, name: str) -> int:
    source = (CHECKOUT / "assets" / asset).read_text(encoding="utf-8")
    return int(re.search(rf"^const {name} = ([\d_]+);", source, re.MULTILINE)[1])


def test_the_table_of_settings_is_that_of_the_program():
    assert f"\n\n{settings.markdown()}\n" in GUIDE


def test_limits_are_those_of_the_program():
    for told in (
        f"{limits.MAX_WORK:,} multiply–adds",
        f"{limits.MAX_MEMORY / 1e6:g} MB and {limits.MAX_SECONDS:g} seconds",
        f"a body may have {limits.MAX_REQUEST_BYTES:,} bytes",
        f"client_max_body_size {limits.MAX_REQUEST_BYTES};",
        f"{limits.DEAR_MEMORY / 1e6:g} MB, is dear",
        f"{limits.MAX_KEPT_RECIPES:,} recipes with their checkpoints, in {limits.MAX_KEPT_BYTES / 1e6:g} MB",
        f"of which {limits.MAX_FINISHED_BYTES / 1e6:g} MB are for answers that are everybody's",
        f"took longer than {limits.MAX_SECONDS:g} seconds",
        f"waitress for {serve._PATIENCE} seconds",
        f"in the address, up to {number_in('sources/http.mjs', 'LONGEST_ADDRESS'):,} characters",
        f"the page's own link ({number_in('shell/address.mjs', 'LONGEST_QUERY'):,};",
    ):
        assert told in PROSE, told


def test_commands_and_configurations_name_options_that_exist():
    given = set(re.findall(r"EXPLORER_[A-Z_]+", GUIDE)) - {"EXPLORER_CACHE_DIR"}
    assert given <= {row.variable for row, _ in settings.TABLE.values()}
    commands = re.findall(r"embedding-explorer (--[^\n`]*)|\"embedding-explorer\", ([^\n]*)", GUIDE)
    options = {option for pair in commands for option in re.findall(r"--[a-z-]+", " ".join(pair))}
    assert {"--compile", "--port", "--prefix", "--threads"} <= options
    assert options <= {row.option for row, _ in settings.TABLE.values()}
