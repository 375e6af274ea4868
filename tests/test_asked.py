"""What Dash may be asked: what its scripts ask on our page, and nothing else."""

import pytest

from explorer.web.server import create_app


def asked(app, of="enlarged.children", **changes):
    """A request as Dash's scripts make it, with changes; None takes a part out."""
    callback = app.callback_map[of]
    outputs = callback["output"]
    body = {
        "output": of,
        "outputs": [each.to_dict() for each in outputs] if isinstance(outputs, list) else outputs.to_dict(),
        "inputs": [each | {"value": None} for each in callback["inputs"]],
        "changedPropIds": ["{id}.{property}".format(**each) for each in callback["inputs"]],
    }
    return {key: value for key, value in (body | changes).items() if value is not None}


INPUT = {"id": "enlarge-request", "property": "data"}


def test_dash_answers_its_own_scripts(app, client):
    outputs = list(app.callback_map)
    assert len(outputs) == 2
    for output in outputs:
        assert client.post("/_dash-update-component", json=asked(app, output)).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"output": None},
        {"output": "enlarged.style"},
        {"output": ["enlarged.children"]},
        {"output": "..neighbours-list.children...analogy-list.children.."},  # with the inputs of the other
        {"outputs": None},
        {"outputs": []},
        {"outputs": [{"id": "enlarged", "property": "children"}]},
        {"outputs": {"id": "enlarged"}},
        {"inputs": None},
        {"inputs": "x"},
        {"inputs": [INPUT, INPUT]},
        {"inputs": [[INPUT]]},
        {"inputs": [{"id": "place", "property": "data"}]},
        {"inputs": [{"id": {"type": "x"}, "property": "data"}]},
        {"inputs": [INPUT | {"value": {"query": "\ud800"}}]},
        {"state": [INPUT]},
        {"changedPropIds": 3},
        {"changedPropIds": [{}]},
    ],
)
def test_what_dash_would_not_ask_is_a_bad_request(app, client, caplog, changes):
    answer = client.post("/_dash-update-component", json=asked(app, **changes))
    assert answer.status_code == 400
    assert caplog.records == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"null", b"[]", b"7", b'{"output": "\xff"}', b"\xfe\xff", b"[" * 100_000, b"9" * 10_000]
)
@pytest.mark.parametrize("content_type", ["application/json", "text/plain", ""])
def test_a_body_that_is_no_object_is_a_bad_request(client, caplog, body, content_type):
    assert client.post("/_dash-update-component", data=body, content_type=content_type).status_code == 400
    assert caplog.records == []


def test_a_bug_of_ours_is_no_bad_request(monkeypatch, caplog):
    def broken(request):
        raise KeyError("a bug")

    monkeypatch.setattr("explorer.web.callbacks.enlarged", broken)
    app = create_app()
    answer = app.server.test_client().post("/_dash-update-component", json=asked(app))
    assert answer.status_code == 500
    assert [record.exc_info[0] for record in caplog.records] == [KeyError]


def test_dash_serves_its_own_scripts_and_no_other_file(app, client, caplog):
    client.get("/")
    own = [f"{package}/{path}" for package, paths in app.registered_paths.items() for path in paths]
    codes = {client.get(f"/_dash-component-suites/{path}", buffered=True).status_code for path in own}
    assert codes == {200, 404}  # Dash names some maps that it does not bring
    for path in ["none/x.js", "os/path.py", "dash/dash.py", "dash/../dash.py", "dash/..%2fdash.py", "dash/%00"]:
        assert client.get(f"/_dash-component-suites/{path}").status_code == 404
    assert caplog.records == []
