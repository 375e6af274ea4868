"""Lessons: what a file may have, what is told of mistakes, and that nothing in it runs."""

import json
import re

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.lessons import FOLDER, Computed, LessonError, Page, check, read
from explorer.lessons.ask import Ask
from explorer.lessons.asks import KINDS
from explorer.lessons.awaited import fields_in
from explorer.lessons.cues import CLAIM, EXPLORER
from explorer.lessons.lesson import NOTES
from explorer.lessons.markdown import Text
from explorer.lessons.reading import BLOCKS
from explorer.lessons.reading import HEAD as HEAD_KEYS
from explorer.numbers import fixed, percent, significant
from explorer.web import panels
from explorer.web.server import main
from tests.app_process import CHECKOUT
from tests.page_html import elements

HEAD = """+++
title = "A lesson"
minutes = 3
summary = "It is short."
aim = "Aim"
timing = "Timing"
stumbles = "Stumbles"
ask = "Ask"
[explorers.main]
recipe = "preset=one-pair"
panels = "network"
+++
"""
COMPUTED, LESSONS = Computed(), sorted(FOLDER.glob("*.md"))
PEPPER, SALT = (Recipe(preset="one-pair").corpus.index[word] for word in ("pepper", "salt"))
AT_HIDDEN = '```explorer\nstage = "hidden"\n```\n'


@pytest.fixture
def lesson(tmp_path):
    """A function that reads a lesson with this body."""

    def read_body(body, head=HEAD):
        path = tmp_path / "a-lesson.md"
        path.write_text(head + body, encoding="utf-8")
        return read(path, panels.load())

    return read_body


@pytest.fixture
def html(lesson):
    """A function that gives the HTML of a lesson with this body, in one part."""
    return lambda body: Page(lesson(f"## Part\n\n{body}"), Computed()).text()


def told(read_body, *arguments):
    with pytest.raises(LessonError) as error:
        read_body(*arguments)
    return [(problem.line, problem.message) for problem in error.value.problems]


def data(page, name):
    return [json.loads(each.attributes[f"data-{name}"]) for each in elements(page) if f"data-{name}" in each.attributes]


def block(word, *lines):
    return "\n".join((f"```{word}", *lines, "```", ""))


def test_numbers_are_those_of_the_run_at_the_place_before_them(html):
    run = Run(Recipe(preset="one-pair"))
    frame, W = run.frame(0), run.parameters["W"]
    page = html(
        "`=W[salt, 1]`\n\n" + AT_HIDDEN + "`=h[1]` `=y[pepper] : 2` `=y[pepper] : %` `=argmax(t)` `=loss @ 40` "
        "`=step` `=learning_rate` `plain`\n\n" + block("explorer", "step = 3") + "`=loss : 3`"
    )
    assert re.findall(r'class="lesson-number"[^>]*>([^<]*)<', page) == [
        significant(W[SALT, 0]),
        significant(frame["h"][0]),
        fixed(frame["y"][PEPPER], 2),
        percent(frame["y"][PEPPER]),
        "pepper",
        significant(run.frame(39).loss),
        "1",
        "0.2",
        fixed(run.frame(2).loss, 3),
    ]
    assert "<code>plain</code>" in page


def test_a_share_counts_seeds(html):
    page = html("`=share(3..7, 20, loss < 0.5)` `=share(3..7, 20, loss < 0.5) : %`")
    count = sum(Run(Recipe(preset="one-pair", seed=seed)).frame(19).loss < 0.5 for seed in range(3, 8))
    assert 0 < count < 5
    assert re.findall(r">([^<>]*)</span>", page) == [f"{count} of 5", percent(count / 5)]


def test_an_explorer_moves_and_keeps_what_is_not_said(html):
    page = html(
        "One.\n\n"
        + AT_HIDDEN
        + block("explorer", 'light = ["h", "W[salt]"]', 'view = { word = "salt" }')
        + "Two.\n\n"
        + block("explorer", "step = 2", 'panels = "loss network"', "beside = false")
        + block("explorer", 'recipe = "preset=unit"')
    )
    cues, main = data(page, "cue"), "preset=one-pair"
    assert [(cue["query"], cue["step"], cue["stage"]) for cue in cues] == [
        (main, 0, "hidden"), (main, 0, "hidden"), (main, 2, ""), ("preset=unit", 0, ""),
    ]  # fmt: skip
    assert [cue["light"] for cue in cues] == [[], [["h", []], ["W", ["salt"]]], [], []]
    assert [(cue["view"], cue["panels"], cue["beside"]) for cue in cues[1:3]] == [
        ({"word": "salt"}, ["network"], True), ({"word": "salt"}, ["loss", "network"], False),
    ]  # fmt: skip
    beats = [each for each in elements(page) if "data-beat" in each.attributes]
    assert [len(["cue" for each in beat.inside if "data-cue" in each.attributes]) for beat in beats] == [0, 2, 2]


ASKS = {
    "choice": ('options = [{ text = "a", right = "loss < 0", say = "no" }, { text = "b", right = "y[salt] > 0" }]',),
    "value": ('quantity = "W"', 'index = ["salt", 2]', "digits = 2"),
    "order": ('words = ["salt", "pepper"]', 'by = "y[_]"'),
    "direction": ('of = "loss"', "until = 40"),
    "predict": ('what = "value"', 'quantity = "u"', 'index = ["salt"]'),
    "do": ('until = "loss < 0.5 and learning_rate > 0.3"', 'hint = "Try."',
           'way = { recipe = "preset=one-pair&learning_rate=0.5", step = 50 }'),
}  # fmt: skip


def test_asks_have_what_judges_them(html):
    asks = (
        block("ask", f'kind = "{kind}"', 'question = "?"', 'say = "`=loss`"', *lines) for kind, lines in ASKS.items()
    )
    page = html(AT_HIDDEN + "\n".join(asks))
    frame = Run(Recipe(preset="one-pair")).frame(0)
    choice, value, order, direction, predict, do = data(page, "ask")
    assert [option["right"] for option in choice["options"]] == [False, True]
    assert (value["answer"], value["quantity"], value["index"], value["frame"], value["digits"]) == (
        frame.updated["W"][SALT, 1], "W", f"{SALT},1", 0, 2,
    )  # fmt: skip
    assert order["values"] == {"salt": frame["y"][SALT], "pepper": frame["y"][PEPPER]}
    right = sorted(order["values"], key=order["values"].get, reverse=True)
    assert [each.attributes["data-word"] for each in elements(page) if each.tag == "li"] == right[::-1]
    assert (direction["right"], direction["from"]) == ("falls", frame.loss)
    assert (predict["what"], predict["quantity"], predict["index"]) == ("value", "u", ["salt"])
    assert do["until"] == "loss < 0.5 and learning_rate > 0.3"
    assert do["fields"] == {"learning_rate": []}
    assert [each["position"] for each in (choice, value, do)] == [1, 1, 1]
    assert len([each for each in elements(page) if "data-beat" in each.attributes]) == len(ASKS)


@pytest.mark.parametrize("stage", [stage.name for stage in Recipe(preset="one-pair").architecture.stages])
def test_the_equation_of_every_stage_has_the_numbers_of_the_step(html, stage):
    page = html(block("equation", f'stage = "{stage}"'))
    assert page.count("<math") >= 2
    assert "data-slot" not in page
    if stage == "hidden":
        assert f"<mn>{significant(abs(Run(Recipe(preset='one-pair')).frame(0)['h'][0]))}</mn>" in page


def test_a_rule_of_two_formulas_has_a_line_for_each(html):
    for stage, count in (("softmax", 1), ("update", 2)):
        text = html(block("equation", f'stage = "{stage}"'))
        assert text.count('<div class="lesson-rule"><math') == text.count("lesson-rule") == count


def test_a_rule_of_a_batch_has_its_mean(html):
    explored = block("explorer", 'recipe = "preset=one-pair&batch_size=2"', 'stage = "update"')
    rules = html(explored + block("equation", 'stage = "update"')).split('<div class="lesson-rule">')[1:]
    assert [rule.count("<mi>B</mi>") for rule in rules] == [1, 1]


def test_an_equation_of_classes_is_of_the_right_one(html):
    run = Run(Recipe(preset="softmax-of-six"))
    there = block("explorer", 'recipe = "preset=softmax-of-six"', 'stage = "error"')
    right = int(np.argmax(run.frame(0).instance.outputs))
    assert f"<mn>{significant(abs(run.frame(0)['e'][right]))}</mn>" in html(
        there + block("equation", 'stage = "error"')
    )


def test_the_equation_shows_what_is_asked(html):
    page = html(block("equation", 'stage = "scores"', 'of = ["u[salt]", "u[pepper]"]'))
    assert [word in page for word in ("<mtext>salt</mtext>", "<mtext>pepper</mtext>")] == [True, True]


@pytest.mark.parametrize(
    ("recipe", "stage", "of", "lines"),
    [
        ("", "scores", [], [{}]),
        ("", "scores", ["u[salt]", "u[pepper]"], [{"o": "salt"}, {"o": "pepper"}]),
        ("", "update", ["W_out[salt, 2]", "W[pepper, 2]"], [{"o": "salt", "k": 1, "i": "pepper"}]),
        ("&batch_size=2", "scores", ["u[1, salt]"], [{"o": "salt"}]),
        ("&output=hierarchical", "update", ["W_node[0, 1]"], []),  # of a node
        ("&model=rnnlm", "update", ["W[2]"], [{"k": 1}]),
        ("&model=rnnlm", "update", ["W[2, 1]"], []),  # of a second unit, which the line has no choice of
    ],
)
def test_the_page_knows_what_the_lines_of_an_equation_are_about(html, recipe, stage, of, lines):
    there = block("explorer", f'recipe = "preset=one-pair{recipe}"', f'stage = "{stage}"')
    ((told),) = data(html(there + block("equation", f'stage = "{stage}"', f"of = {json.dumps(of)}")), "live")
    assert told == {"explorer": "main", "stage": stage, "lines": lines}


@pytest.mark.parametrize(
    ("model", "condition", "fields"),
    [
        ("cbow", "output == hierarchical and loss < 1", {"output": ["softmax", "hierarchical", "negative"]}),
        ("rnnlm", "output != softmax and hidden > 2", {"hidden": [], "output": ["softmax", "hierarchical"]}),
    ],
)
def test_a_field_that_is_to_be_set_comes_with_what_it_may_be(model, condition, fields):
    assert fields_in(condition, Recipe(text="a b c d", model=model)) == fields


PREDICT = "kind = 'predict'", "question = '?'"
AT_LOSS, AT_ERROR = ("## A\n\n" + AT_HIDDEN.replace("hidden", stage) for stage in ("loss", "error"))
IN_TREE = block(
    "explorer", "recipe = 'preset=king-queen&output=hierarchical'", "stage = 'scores'", "light = ['u', 'W_node[0]']"
)
MISTAKES = [  # a body, the line of it that is wrong, and a part of what is told
    ("text", 1, "before the first part"),
    ("# Title", 1, "the title stands in the head"),
    ("## A\n\n## A", 3, "the link of a part"),
    ("text\n\n## A", 3, "nothing to show"),
    ("## A\n\n## B\n\ntext", 1, "nothing to show"),
    ("## A\n\ntext\n\n## B\n\n" + block("claim", "holds = 'loss < 9'", "at = 3"), 5, "nothing to show"),
    ("## A\n\none\ntwo `=los`", 4, "expected is a parameter"),
    ("## A\n\ntext\n\n```teacher\nnote\n\n## B\n\ntext", 5, "this block has no end"),
    ("## A\n\n- one\n- two\n  `=share(5..1, 3, loss < 1)`", 5, "the last not before the first"),
    ("## A\n\n`=share(1..5, 3, loss)`", 3, "a share is of a condition"),
    ("## A\n\n`=loss < 3`", 3, "a condition is no number"),
    ("## A\n\n" + block("explorer", "step = 1", "stage = "), 5, "no TOML"),
    ("## A\n\n" + block("explorer", "step = 1", "stag = 'hidden'"), 5, "stag: an explorer block has no such key"),
    ("## A\n\n" + block("explorer", "step = -1"), 4, "a step from 0"),
    ("## A\n\n" + block("explorer", "step = '1'"), 4, "got '1', allowed is a whole number"),
    ("## A\n\n" + block("explorer", "step = 1", "stage = 'hiden'"), 5, "allowed is one of input, hidden"),
    ("## A\n\n" + block("explorer", "", "panels = 'netwrk'"), 5, "allowed are network"),
    ("## A\n\n" + block("explorer", "view = { heats = 'change' }"), 4, "allowed are picture"),
    ("## A\n\n" + block("explorer", "view = { heat = 'after' }"), 4, "allowed are before, values, change"),
    ("## A\n\n" + block("explorer", "recipe = 'preset=no'"), 4, "preset: got 'no'"),
    ("## A\n\n" + block("explorer", "light = ['h[3]']"), 4, "a number from 1 to 2"),
    ("## A\n\n" + block("explorer", "light = ['y[target]']"), 4, "words by their names"),
    ("## A\n\n" + block("explorer", "light = ['zzz']"), 4, "allowed is one of x, h, u, y, t, e, EH, W, W_out, or a"),
    ("## A\n\n" + IN_TREE + block("equation", "stage = 'scores'", "of = ['u[0]']"), 10, "allowed is u whole"),
    ("## A\n\n" + block("ask", "kind = ['value']", "question = '?'"), 4, "allowed is one of choice, value"),
    ("## A\n\n" + block("ask", "kind = 'value'", "question = '?'", "quantity = 'W'", "index = [[1], 2]"), 7, "whole"),
    ("## A\n\n" + block("explorer", "name = 'other'"), 4, "allowed is one of main"),
    ("## A\n\n" + block("explorers", "step = 1"), 3, "did you mean explorer?"),
    ("## A\n\n- a\n\n  " + block("explorer", "step = 1").replace("\n", "\n  "), 5, "stand by themselves"),
    ("## A\n\n" + block("equation"), 3, "an equation block has no stage"),
    ("## A\n\n" + block("ask", "kind = 'riddle'"), 4, "allowed is one of choice, value"),
    ("## A\n\n" + block("ask", "kind = 'do'", "question = '?'", "until = 'loss'", "way = {}"), 6, "a condition"),
    ("## A\n\n" + block("ask", "kind = 'choice'", "question = '?'", "options = [{ text = 'a' }]"), 6, "none of them"),
    ("## A\n\n" + block("ask", "kind = 'value'", "question = '?'", "quantity = 'h'"), 6, "an index for each"),
    ("## A\n\n" + block("ask", "kind = 'order'", "question = '?'", "words = ['x', 'y']", "by = '_'"), 6, "vocabulary"),
    ("## A\n\n" + block("ask", *PREDICT, "what = 'size'", "quantity = 'x'"), 6, "one of direction, order"),
    ("## A\n\n" + block("ask", *PREDICT, "what = 'value'", "quantity = 'h'"), 7, "input comes next, and allowed is"),
    (f"## A\n\n{AT_HIDDEN}" + block("ask", *PREDICT, "what = 'value'", "quantity = 'u'"), 10, "each of its axes: word"),
    (f"## A\n\n{AT_HIDDEN}" + block("ask", *PREDICT, "what = 'value'", "quantity = 'u'", "index = [1]"), 11, "got 1"),
    (f"## A\n\n{AT_HIDDEN}" + block("ask", *PREDICT, "what = 'direction'", "quantity = 'u'"), 9, "did not come before"),
    (AT_ERROR + block("ask", *PREDICT, "what = 'order'", "quantity = 'EH'"), 9, "a number for each word"),
    (AT_ERROR + block("ask", *PREDICT, "what = 'value'", "quantity = 'EH'", "index = [0]"), 11, "number from 1"),
    (AT_ERROR + block("ask", *PREDICT, "what = 'value'", "quantity = 'EH'", "index = [3]"), 11, "number from 1 to 2"),
    (AT_LOSS + block("ask", *PREDICT, "what = 'order'", "quantity = 'e'", "index = ['salt']"), 11, "leave it out"),
    ("## A\n\n" + block("claim", "holds = 'loss < 1'", "at = 3", "seeds = '1..5'", "at_least = 6"), 7, "1 to 5"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "line", "part"), MISTAKES)
def test_a_mistake_is_told_with_its_line(lesson, body, line, part):
    found = told(lesson, body)
    assert any(at == HEAD.count("\n") + line and part in message for at, message in found), found


def test_a_mark_that_an_editor_puts_before_a_file_is_no_part_of_it(lesson):
    assert lesson("## Part\n\nText.", "\ufeff" + HEAD).title == lesson("## Part\n\nText.").title


def test_of_a_batch_the_instance_shown_is_lit(html):
    batch = HEAD.split('recipe = "')[1].split('"')[0] + "&batch_size=2"
    page = html(block("explorer", f'recipe = "{batch}"', """light = ['y[2, "salt"]', 'h[1]', 'W[salt, 2]']"""))
    assert data(page, "cue")[-1]["light"] == [["y", ["salt"]], ["h", []], ["W", ["salt", 1]]]


@pytest.mark.parametrize(("value", "part"), [("[", "nested too deep"), ("9", "digits")])
def test_what_toml_cannot_hold_is_told(lesson, value, part):
    ((line, message),) = told(lesson, "## A\n\n" + block("explorer", f"step = {value * 5000}"))
    assert (line, part in message) == (HEAD.count("\n") + 3, True), message


@pytest.mark.parametrize(
    ("head", "line", "part"),
    [
        ("", 1, "begins with a head"),
        (HEAD.replace("minutes = 3", "minutes ="), 3, "no TOML"),
        (HEAD.replace("minutes = 3", "minutes = '3'"), 3, "a whole number"),
        (HEAD.replace("aim =", "aims ="), 5, "no such key"),
        (HEAD.replace('"preset=one-pair"', '"preset=one-pair&seed=x"'), 10, "seed: got 'x'"),
        (HEAD.replace('"network"', '"network"\nstep = 1.5'), 12, "a whole number"),
    ],
)
def test_a_mistake_in_the_head_is_told_with_its_line(lesson, head, line, part):
    found = told(lesson, "## A\n\ntext", head)
    assert any(at == line and part in message for at, message in found), found


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("`=loss`", "no value at position 0"),
        (
            block("ask", "kind = 'choice'", "question = '?'", "options = [{ text = 'a', right = 'step > 3' }]"),
            "is right",
        ),
        (block("ask", "kind = 'do'", "question = '?'", "until = 'step == 5'", "way = { step = 4 }"), "way leads"),
        (block("ask", "kind = 'do'", "question = '?'", "until = 'step < 5'", "way = { step = 4 }"), "before anything"),
    ],
)
def test_what_has_no_value_is_told_with_its_line(html, body, part):
    assert [(line, part in message) for line, message in told(html, body)] == [(HEAD.count("\n") + 3, True)]


def test_the_guide_shows_a_lesson_that_is_right(lesson):
    guide = (CHECKOUT / "explorer" / "lessons" / "README.md").read_text(encoding="utf-8")
    shown = lesson(re.search("````markdown\n(.*?)````", guide, re.DOTALL)[1], "")
    assert len(data(Page(shown, COMPUTED).text(), "ask")) == 1
    assert [claim.count(COMPUTED) for claim in shown.claims] == [20]
    named = {*re.findall(r"^\| `(\w+)` \|", guide, re.MULTILINE)}
    assert named == {*BLOCKS, *KINDS}
    keys = {key for kind in KINDS.values() for key in kind.keys} | {*HEAD_KEYS, *EXPLORER, *CLAIM}
    assert [key for key in sorted(keys) if f"`{key}" not in guide and f"[{key}" not in guide] == []


CLAIMS = [block("claim", f"holds = 'loss < {most}'", "at = 40", *seeds) for most, *seeds in [
    (0.5, "seeds = '1..20'"), (0.001, "seeds = '1..3'", "at_least = 2"), (0.001,), (9,),
]]  # fmt: skip


def test_the_command_says_of_a_folder_what_is_not_so(tmp_path, capsys):
    """Numbers without a value and claims that do not hold, with file and line."""
    (tmp_path / "good.md").write_text(HEAD + "## A\n\ntext\n\n" + CLAIMS[0], encoding="utf-8")
    assert ended(tmp_path) == 0
    assert capsys.readouterr().out == "good.md: all that it says is so\n"
    body = "## A\n\n`=loss`\n\n" + "".join(CLAIMS)
    (tmp_path / "own.md").write_text(HEAD + body, encoding="utf-8")
    (tmp_path / "worse.md").write_text("text", encoding="utf-8")
    assert ended(tmp_path) == 1
    lines = [HEAD.count("\n") + at for at in (3, 10, 16)]
    assert capsys.readouterr().out.splitlines() == [
        "good.md: all that it says is so",
        f"own.md:{lines[0]}: loss has no value at position 0",
        f"own.md:{lines[1]}: the claim loss < 0.001 holds at 40 with 0 of the seeds 1..3, not with 2",
        f"own.md:{lines[2]}: the claim loss < 0.001 does not hold at 40",
        "worse.md:1: a lesson begins with a head in TOML between two lines +++",
    ]


def ended(folder):
    with pytest.raises(SystemExit) as end:
        main(["--lessons", str(folder), "--check-lessons"])
    return end.value.code


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1)) [a](JaVaScRiPt:alert(1)) [a](data:text/html,x) [a](vbscript:x) [a](&#106;avascript:x)",
    "<javascript:alert(1)>",
    "![a](x onerror=alert(1)) ![a](https://a.example/pixel)",
    "`=loss : 2` `<b onclick=alert(1)>` `=cos(\"<script>\", salt)`",
    "```<script>\n</script><script>alert(1)</script>\n```",
    '[a]: javascript:alert(1)\n\n[a] [b](https://a.example "\\" onclick=\\"alert(1)")',
]  # fmt: skip


@pytest.mark.parametrize("markdown", HOSTILE)
def test_hostile_markdown_is_text(html, lesson, markdown):
    blocks = (
        AT_HIDDEN,
        markdown,
        f"| a |\n|---|\n| {markdown.splitlines()[0]} |",
        f"```ask\nkind = 'choice'\nquestion = '''{markdown}'''\nsay = '''{markdown}'''\n"
        f"options = [{{ text = '''{markdown}''', right = true, say = '''{markdown}''' }}]\n```",
        f"````teacher\n{markdown}\n````",
    )
    words = 'pairs=<script>|"><img src=x onerror=alert(1)>,salt|<script>'
    recipe = HEAD.replace("preset=one-pair", words.replace('"', '\\"'))
    page = Page(lesson("## <script>a</script>\n\n" + "\n\n".join(blocks), recipe), Computed()).text()
    asked = [text for ask in data(page, "ask") for text in (ask["options"][0]["html"], ask["options"][0]["say"])]
    assert len(asked) == 2
    for text in (page, *asked):
        for each in elements(text):
            assert each.tag not in ("script", "img", "iframe", "object", "style", "link", "base")
            assert not [name for name in each.attributes if name.startswith("on")]
            assert each.attributes.get("href", "https:").startswith("https:")


DECIMAL = re.compile(r"\d+[.,]\d+|\b0\.|%")


def prose(lesson):
    """All text that is shown, as it was typed."""
    texts = [*lesson.notes.values()]
    for block in lesson.blocks:
        texts += block.texts if isinstance(block, Ask) else [getattr(block, "text", block)]
    tokens = (token for text in texts if isinstance(text, Text) for token in text.tokens)
    return [child.content for token in tokens for child in token.children or () if child.type == "text"]


@pytest.mark.slow_without_jit
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_what_a_lesson_says_is_so(path):
    """It parses, every number has a value and every ask a right answer, every claim holds; no decimal is typed."""
    assert check(path, panels.load(), COMPUTED) == []
    lesson = read(path, panels.load())
    page = Page(lesson, COMPUTED)
    assert len(data(page.text(), "ask")) == sum(isinstance(block, Ask) for block in lesson.blocks) > 0
    assert page.notes().keys() == {*NOTES.values()}
    assert [text for text in prose(lesson) if DECIMAL.search(text)] == []
    assert 15 <= lesson.minutes <= 25
