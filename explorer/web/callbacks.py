"""What Dash is asked: neighbours and analogies at the page's place, and a panel's figure, enlarged.

They listen to the page's explorer, whose properties tell which panel someone wants to see large, and where it is, a few
times a second, while a word is asked about. Callbacks only wire: runs answer the questions, and `explorer.views` draws.
What cannot be answered is told where the answer would stand.
"""

from dataclasses import dataclass
from functools import partial, wraps
from typing import NamedTuple

from dash import Input, Output, State, dcc, html
from flask import abort

from explorer.errors import Diverged, Overdue, RecipeError, told_as
from explorer.numbers import fixed
from explorer.views import WIDE
from explorer.views.told import told
from explorer.web import answers, fair, figures, ids, kept
from explorer.web.component import Ranking

COUNT = 10  # words of a list
ASK_A_WORD = "Type a word, or click one in the projection."
ASK_THREE_WORDS = "Type three words, such as king − man + woman."
_LONGEST_TOLD = 60  # characters of a word that is not known


def register(app) -> None:
    """Add the callbacks to the Dash app."""
    lists = Output(ids.NEIGHBOURS_LIST, "children"), Output(ids.ANALOGY_LIST, "children")
    follows = [Input(ids.EXPLORER, name) for name in ("query", "step", "view")]
    app.callback(*lists, *follows, prevent_initial_call=True)(_fairly(questions))
    figure, shown = Output(ids.ENLARGED, "children"), Input(ids.EXPLORER, "enlarged")
    place = [State(ids.EXPLORER, name) for name in ("query", "step", "stage", "view")]
    app.callback(figure, shown, *place, prevent_initial_call=True)(_fairly(enlarged))


def _fairly(callback):
    """The callback within a budget; while the server is busy the answer is a status, and no update."""

    @wraps(callback)
    def answering(*arguments):
        try:
            return fair.answer(partial(callback, *arguments))
        except fair.Busy:
            abort(fair.come_again())

    return answering


@dataclass(frozen=True)
class Place:
    """Where the page is: a recipe's query, the updates applied, the last stage done, view options."""

    query: str
    step: int
    stage: str
    view: dict[str, str]

    @classmethod
    def read(cls, query, step, stage, view) -> "Place":
        """The place that an explorer's properties tell. RecipeError where they tell none."""
        try:
            options = {str(key): "" if value is None else str(value) for key, value in (view or {}).items()}
            return cls(str(query), int(step), str(stage), options)
        except (TypeError, ValueError, OverflowError, AttributeError):
            raise RecipeError([("place", [query, step, stage, view], "query, step, stage and view options")]) from None

    @property
    def run(self):
        """The run there. RecipeError where the query is none, Diverged where the run does not come so far."""
        return answers.run_at(self.query, self.step)


def questions(query, step, view):
    """The children of the two lists at a place; of a view that asks about no word the query is not looked at."""
    try:
        place = Place.read(query, step, None, view)
        word, analogy = place.view.get("word", "").strip(), place.view.get("analogy", "")
        terms = [term.strip() for term in analogy.split(",")]
        run = place.run if word or any(terms) else None  # else the page does not tell the recipe, which may be long
    except (RecipeError, Diverged, Overdue) as error:
        return _message(str(error)), _message(str(error))
    of = place.view.get("of") or (run and run.recipe.architecture.network.input)
    return _neighbours(run, word, of), _analogy(run, terms, of)


def _neighbours(run, word, of):
    if not word:
        return _message(ASK_A_WORD)
    return _answer(run, run.neighbours, [word], of)


def _analogy(run, terms, of):
    if not any(terms):
        return _message(ASK_THREE_WORDS)
    missing = [name for name, term in zip("abc", [*terms, "", ""], strict=False) if not term]
    if missing:
        return _message(f"{' and '.join(missing)} still to be typed.")
    if len(terms) > 3:
        return _message(f"An analogy has three words, not {len(terms)}.")
    return _answer(run, run.analogy, terms, of)


def _answer(run, ask, words, of):
    """The list of what `ask` finds, or which words the run does not have."""
    ids = {word: run.recipe.corpus.id_of(word) for word in words}
    unknown = [f"“{word[:_LONGEST_TOLD]}”" for word, known in ids.items() if known is None]
    if unknown:
        return _message(f"{' and '.join(unknown)}: not among the words of this run.")
    try:
        found = ask(*words, of=of, count=COUNT)
    except (RecipeError, Diverged, Overdue) as error:
        return _message(str(error))
    if not found:
        return _message("There is no other word.")
    ranked = [(word, fixed(cosine, 2)) for word, cosine in found]
    return Ranking(ranked, words, **_untrained(run, words, found, of))


def _untrained(run, words, found, of):
    """Which of the words `found` no step has trained yet, as numbers of rows, and a note where `words` are such.

    Nothing of a run whose vectors at its start are given, as those may be trained elsewhere. Where they decay, every
    step moves those of words that it does not ask, too.
    """
    if run.recipe.parameters is not None:
        return {}
    asked, moved = run.moved(words, of), run.moved([word for word, _ in found], of)
    untrained = [f"“{word[:_LONGEST_TOLD]}”" for word, has in zip(words, asked, strict=True) if not has]
    verb = "is" if len(set(untrained)) == 1 else "are"
    note = f"{' and '.join(dict.fromkeys(untrained))} {verb} not trained yet" if untrained else ""
    if not run.step:
        note = "At step 0: none trained yet"
    return {"untrained": [row for row, has in enumerate(moved) if not has], "note": note}


def enlarged(shown, query, step, stage, view):
    """The children of the enlarged view: the figure of what is `shown`; nothing where nothing is.

    shown : its panel and theme, the room for it, "<width> <height>" in px, and the query of the run that it is of,
    where that is not the page's but its fork's.

    What would raise RecipeError, Diverged or Overdue is told in its stead.
    """
    if not shown:
        return None
    try:
        asked = _Shown.read(shown)
        place = Place.read(query if asked.query is None else asked.query, step, stage, view)
        view = place.view | {"stage": place.stage} | asked.view
        with told_as(lambda field: "step" if field in ("start", "stop") else field):
            figure = figures.figure(kept.trajectory(place.query), place.step, asked.panel, view)
    except (RecipeError, Diverged, Overdue) as error:
        return _message(str(error))
    return _graph(figure, f"embedding-explorer-{asked.panel}-{place.step}", "wide" if asked.panel in WIDE else "")


class _Shown(NamedTuple):
    """What is to be enlarged: a panel; theme and room, where they are told, as view options; the run, if a fork's."""

    panel: str
    view: dict[str, str]
    query: str | None

    @classmethod
    def read(cls, shown) -> "_Shown":
        """What the explorer's property tells. RecipeError where it tells nothing."""
        if not isinstance(shown, dict):
            raise RecipeError([("enlarged", shown, "a panel and a theme")])
        view = {name: str(shown[name]) for name in ("theme", "room") if shown.get(name)}
        return cls(str(shown.get("panel")), view, shown.get("query"))


def _graph(figure, filename, width):
    """The graph, in its meta what it shows in words, and a button for what its mode bar lacks: it saves as PNG."""
    figure.update_layout(meta={"told": told(figure)})
    save = {"data-export": "svg", "data-filename": filename}
    config = {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtonsToRemove": ["select2d", "lasso2d"],
        "showSendToCloud": False,  # nothing leaves the page
        "plotlyServerURL": "",
        "toImageButtonOptions": {"format": "png", "filename": filename, "scale": 2},
    }
    return [
        dcc.Graph(figure=figure, className=width, responsive=True, config=config),
        html.Button("Save as SVG", className="button small enlarged-save", type="button", **save),
    ]


def _message(text):
    return html.P(text, className="muted", role="status")
