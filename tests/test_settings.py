"""Settings: where they come from, and what is told of bad ones."""

import re

import pytest

from explorer.web import settings
from explorer.web.server import create_app, main


def test_a_setting_is_an_option_or_a_variable_or_its_default():
    variables = {
        "EXPLORER_PORT": "9000",
        "EXPLORER_THREADS": "",  # as not set
        "EXPLORER_ALLOW_HOST": "a.example, b.example",
        "EXPLORER_ACCESS_LOG": "yes",
        "JUPYTERHUB_SERVICE_PREFIX": "/user/x/",
    }
    options = ["--port", "9001", "--allow-frame", "https://a.example", "--prefix", "/lab"]
    read = settings.from_arguments(options, variables)
    assert (read.port, read.threads, read.access_log, read.debug) == (9001, 4, True, False)
    assert (read.allow_hosts, read.allow_frames) == (("a.example", "b.example"), ("https://a.example",))
    assert read.prefix == "/lab/"
    assert settings.from_arguments([], variables).prefix == "/user/x/"
    assert settings.from_arguments([], variables | {"EXPLORER_PREFIX": "/"}).prefix == "/"
    assert settings.from_keywords({"port": 1, "debug": True}, variables) == settings.Settings(
        port=1, debug=True, allow_hosts=("a.example", "b.example"), access_log=True, prefix="/user/x/"
    )


BAD = {
    "host": [],
    "port": ["0", "65536", "http", "-1", "", "٣"],
    "prefix": ["lab", "//", "/a b/", "/api/", "/assets/x/", "/_dash-layout/", "/../", "/a/./", "/a?b/", "/%zz/"],
    "allow_hosts": ["https://a.example", "a.example:80", "a/b", ""],
    "allow_frames": ["a.example", "https://a.example/", "ftp://a.example", "https://a b", "https://a;x", "*", ""],
    "lessons": ["/no/such/folder", __file__],
    "check_lessons": ["maybe"],
    "threads": ["0", "65", "many"],
    "access_log": ["maybe"],
    "compile": ["maybe"],
    "debug": ["2"],
}


@pytest.mark.parametrize("name", settings.TABLE)
def test_a_bad_setting_is_told_wherever_it_stands(name, capsys):
    row, default = settings.TABLE[name]
    for bad in BAD[name]:
        told = f"got {bad!r}, allowed is {row.kind.allowed}"
        given = [bad] if isinstance(default, tuple) else bad
        with pytest.raises(settings.SettingError, match=re.escape(f"{name}: {told}")):
            settings.from_keywords({name: given}, {})
        if bad:
            with pytest.raises(settings.SettingError, match=re.escape(f"{row.variable}: {told}")):
                settings.from_keywords({}, {row.variable: bad})
        if row.metavar:
            with pytest.raises(SystemExit, match="2"):
                settings.from_arguments([f"{row.option}={bad}"], {})
            assert f"argument {row.option}: {told}" in capsys.readouterr().err


def test_every_bad_setting_is_told_at_once(capsys):
    with pytest.raises(SystemExit, match="2"):
        settings.from_arguments(["--port", "x"], {"EXPLORER_THREADS": "y"})
    told = capsys.readouterr().err
    assert "argument --port: got 'x', allowed is a whole number from 1 to 65535" in told
    assert "EXPLORER_THREADS: got 'y', allowed is a whole number from 1 to 64" in told
    with pytest.raises(TypeError, match="no setting 'hosts', only host, port, prefix"):
        create_app(hosts=())


def test_help_and_table_name_every_option_and_variable(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    lines = settings.markdown().splitlines()[2:]
    assert len(lines) == len(settings.TABLE)
    for line, (row, _) in zip(lines, settings.TABLE.values(), strict=True):
        assert row.option in told
        assert row.variable in told
        assert line.startswith(f"| `{row.option}")
        assert f"| `{row.variable}`" in line


def test_the_environment_sets_an_app_of_another_server(monkeypatch):
    monkeypatch.setenv("EXPLORER_PREFIX", "/lab/")
    monkeypatch.setenv("EXPLORER_ALLOW_HOST", "lab.example")
    monkeypatch.setenv("EXPLORER_ALLOW_FRAME", "https://lms.example,https://wiki.example:8443")
    headers = {"Host": "lab.example"}
    answer = create_app().server.test_client().get("/lab/", headers=headers)
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert "frame-ancestors 'self' https://lms.example https://wiki.example:8443" in policy
