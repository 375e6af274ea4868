"""The kinds of questions. To add one, write its `Ask` and its line in `KINDS`; the page's script judges the answer."""

from explorer.lessons.answered import Choice, Order, Value
from explorer.lessons.ask import Ask
from explorer.lessons.awaited import Direction, Do
from explorer.lessons.keys import Key, Table
from explorer.lessons.markdown import read_text
from explorer.lessons.places import Place
from explorer.lessons.predicted import Predict

KINDS = {each.kind: each for each in (Choice, Value, Order, Direction, Predict, Do)}
_COMMON = {"kind": Key(str, True), "question": Key(str, True), "say": Key(str)}


def read_ask(table: Table, place: Place) -> Ask | None:
    """The question in a block; None, and problems, where there is none."""
    named = table.values.get("kind")
    kind = KINDS.get(named) if isinstance(named, str) else None
    if table.read and kind is None:
        table.tell("kind", f"got {named!r}, allowed is one of {', '.join(KINDS)}")
    given = table.checked(_COMMON | kind.keys, f"an ask of the kind {kind.kind}") if kind else None
    if given is None:
        return None
    own = kind.read(given, table, place)
    question = read_text(given["question"], table.line("question"), place, table.problems)
    say = read_text(given["say"], table.line("say"), place, table.problems) if "say" in given else None
    return kind(table.begun, place, question, say, **own)
