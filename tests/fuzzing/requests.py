"""Requests of every kind that the server gets, drawn from a seeded grammar: nearly all of them make sense.

Some then lose a character, a field or their method; and a few are garbage to begin with.
"""

import json
from collections import deque
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from urllib.parse import quote, urlencode

from explorer import limits
from explorer.models import MODELS
from explorer.views import VIEWS
from explorer.web import ids
from explorer.web.version import VERSION
from tests.fuzzing.options import OPTIONS, declared_by
from tests.fuzzing.recipes import NUMBERS, ODD, PLAIN, Recipes, one_in

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
_REMEMBERED = 60  # recipes that are asked for again
_OTHERS = (
    "/", "/?preset=king-queen&step=3", "/healthz", "/readyz", "/_dash-layout", "/_dash-dependencies", "/_favicon.ico",
    "/_reload-hash", "/_mcp", "/assets/none.css", "/api", "/api/", "/api/nothing", "/api/a/b/c", "//", "/%00",
    "/%ff/%fe", "/..%2f", "/_dash-component-suites/dash/none.js", "/_dash-component-suites/%00/x",
    "/_dash-update-component", "/" + "a" * 5000,
)  # fmt: skip
_LISTS = [{"id": name, "property": "children"} for name in (ids.NEIGHBOURS_LIST, ids.ANALOGY_LIST)]
_FIGURE = {"id": ids.ENLARGED, "property": "children"}
_STRANGE_PLACES = (*NUMBERS, ",", "1,", "-1", "1e3", ",".join(["1"] * 3000), "99999999999999999999", *ODD[:5])
_STRANGE_JSON = (
    None, "", 0, -1, 1.5, True, [], {}, ["x"], {"x": 1}, 10**30, float("inf"), float("nan"), "\ud800", *ODD[:6],
)  # fmt: skip
_HEADERS = (
    {}, {"Explorer-Recipe": ""}, {"Explorer-Recipe": "0" * 64}, {"Host": "evil.example"}, {"Origin": "https://x"},
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A request: the path with its query, already quoted, and what is sent along."""

    path: str
    method: str = "GET"
    data: bytes | None = None
    content_type: str | None = None
    headers: dict = field(default_factory=dict)

    def send(self, client):
        """The answer of a test client of the server."""
        path, _, query = self.path.partition("?")
        more = {} if self.data is None else {"data": self.data, "content_type": self.content_type or ""}
        return client.open(path, method=self.method, query_string=query, headers=self.headers, **more)


class Requests:
    """Without end: `next(Requests(Random(1), Recipes(Random(2))))`.

    figures : about how many requests there are to one for a figure, which takes as long as twenty others.
    again : how often a recipe is one that was asked for before. far : further steps that are asked for.
    """

    def __init__(self, random: Random, recipes: Recipes, figures: float = 60, again: float = 0.6, far=()):
        self.random, self._recipes, self._figures, self._again, self._far = random, recipes, figures, again, far
        self._known = deque([("preset=king-queen", "skip-gram")], _REMEMBERED)

    def __iter__(self):
        return self

    def __next__(self) -> Asked:
        random = self.random
        kinds = (self._routed, self._lists, self._wish, self._garbage)
        (kind,) = random.choices(kinds, (100, 5, 6, 3))
        asked = self._figure() if one_in(random, self._figures) else kind()
        return self._mutated(asked) if one_in(random, 12) else asked

    def _recipe(self, models=MODELS):
        """The query of a recipe, often one that was asked for before, and its model: nearly always one of `models`."""
        if self.random.random() > self._again:
            self._known.append(self._recipes.drawn())
        fitting = [each for each in self._known if each[1] in models] if not one_in(self.random, 20) else None
        return self.random.choice(fitting or self._known)

    def other(self, model) -> str:
        """The query of a second run, often of the same model."""
        return self._recipe((model,))[0]

    def _routed(self):
        """A question to one of the routes: by address, by the body of a POST, or by the recipe's key."""
        random = self.random
        (route,) = random.choices(list(OPTIONS), [weight for weight, *_ in OPTIONS.values()])
        _, models, drawn = OPTIONS[route]
        query, model = self._recipe(models)
        options = [(f"{route}.{key}", value) for key, value in drawn(self, model) if value is not None]
        below = random.choice(("", f"{VERSION}/") if not one_in(random, 100) else ("0123456789ab/", "é/"))
        path, asked = f"/api/{quote(below)}{route}", urlencode(options, errors="surrogatepass")
        (way,) = random.choices(("address", "body", "key"), (6, 3, 1))
        if way == "address":
            return Asked(f"{path}?{'&'.join(filter(None, (query, asked)))}")
        if way == "body":
            return Asked(f"{path}?{asked}", "POST", query.encode(), FORM)
        return Asked(f"{path}?{asked}", headers={"Explorer-Recipe": sha256(query.encode()).hexdigest()})

    def step(self) -> str:
        """Small as a rule, now and then far off, at the limit, or no step."""
        random = self.random
        if one_in(random, 60):
            return random.choice((*NUMBERS, str(limits.MAX_STEP), str(limits.MAX_STEP + 1)))
        near = (0, 1, 2, 5, random.randint(0, 40), random.randint(0, 400), random.randint(0, 1000))
        return str(random.choice((*near, *self._far)))

    def count(self, usual: int, most: int) -> str:
        """A number of frames, of bins or the like; now and then the limit, or no number."""
        if one_in(self.random, 60):
            return self.random.choice((*NUMBERS, str(most), str(most + 1)))
        return str(self.random.randint(1, usual))

    def fit(self) -> str | None:
        return self.random.choice(("W", "W", "W", "output", "output", "both", None, "x"))

    def some(self, usual: int = 8) -> str:
        """Whole numbers with commas."""
        random = self.random
        if one_in(random, 30):
            return random.choice(_STRANGE_PLACES)
        return ",".join(str(random.randint(0, usual)) for _ in range(random.choice((1, 1, 2, 2, 3))))

    def typed(self) -> str:
        random = self.random
        if one_in(random, 10):
            return random.choice(ODD)
        return " ".join(random.choices(PLAIN, k=random.choice((1, 2, 3, 3, 30))))

    def _wish(self):
        """A new recipe for what the controls ask."""
        random, (query, _) = self.random, self._recipe()
        place = {"query": query, "step": self.json(random.randint(0, 50))}
        asked = random.choice(
            (
                {"action": "restart", "fields": self.json(self._fields())},
                {"action": "change", "fields": self.json(self._change())} | place,
                {"action": "choose", "query": query, "field": self.json(random.choice(("model", "output", "preset")))},
                {"action": "take", "model": self.json(random.choice(list(MODELS)))} | place,
            )
        )
        if asked["action"] == "choose":
            asked["value"] = self.json(random.choice((*MODELS, "negative", "hierarchical", "king-queen", *ODD[:2])))
        below = random.choice(("", f"{VERSION}/"))
        return Asked(f"/api/{below}recipe", "POST", json.dumps(self.json(asked)).encode(), JSON)

    def _fields(self):
        return {name: text for name, text in self._recipes.fields() if name != "edit"}

    def _change(self):
        weight = {"weight": ["W", 0, 0, self.json(0.5)]}
        return self.random.choice(({"learning_rate": "0.1"}, {"pairs": "a|b"}, {"text": "a b"}, weight))

    def _place(self):
        """What the page tells of its explorer."""
        random, (query, model) = self.random, self._recipe()
        view = {key: self.json(value) for key, value in self._view(model).items() if one_in(random, 3)}
        step = self.step()
        step = int(step) if step.isascii() and step.isdecimal() and len(step) < 400 else step
        stage = random.choice(("start", *(2 * [stage.name for stage in MODELS[model].stages]), "x"))
        place = {"query": query, "step": step, "stage": stage, "view": view}
        return {key: self.json(value, 150) for key, value in place.items()}

    def _view(self, model):
        choice, declared = self.random.choice, declared_by(model)
        return {
            "word": choice((*PLAIN, *ODD)),
            "analogy": ",".join(self.random.choices((*PLAIN, "", "x"), k=choice((1, 3, 3, 3, 4)))),
            "of": choice(declared).name,
            "instance": choice(("0", "1", "99", "-1", *NUMBERS)),
            "axes": choice(("follow", "0", self.step())),
            "fit": choice(("W", "output", "both", "x")),
            "show": choice(("input", "output", "both", "x")),
            "turn": choice(("0.5,1", "nan,-1", "1e400,0", "x,1", "1,x")),
            "lossScale": choice(("log", "x")),
            "plane": self.some(2),
            "sheet": choice(declared).name,
            "heat": choice(("values", "change", "x")),
            "focus": self._focus(declared),
            "pair": self._focus(declared),
        }

    def _focus(self, declared):
        chosen = self.random.choice(declared)
        return f"{chosen.name}.{self.index(chosen).replace(',', '.')}"

    def index(self, declared) -> str:
        """An index of a parameter or quantity, with commas; of a batch's quantity the instance's would come first."""
        if one_in(self.random, 20):
            return self.some()
        return ",".join(str(self.random.randint(0, 3)) for _ in declared.axes)

    def _lists(self):
        place = self._place()
        del place["stage"]
        return self._asked_of_dash(_LISTS, place)

    def _figure(self):
        panel, theme = self.random.choice(list(VIEWS)), self.random.choice(("light", "dark", None))
        shown = {"panel": self.json(panel), "theme": self.json(theme)}
        return self._asked_of_dash(_FIGURE, {"enlarged": shown}, self._place())

    def _asked_of_dash(self, outputs, inputs, state=None):
        names = [f"{each['id']}.{each['property']}" for each in ([outputs] if isinstance(outputs, dict) else outputs)]
        body = {
            "output": names[0] if isinstance(outputs, dict) else f"..{'...'.join(names)}..",
            "outputs": outputs,
            "inputs": self._properties(inputs),
            "state": self._properties(state or {}),
            "changedPropIds": [f"{ids.EXPLORER}.{name}" for name in inputs],
        }
        body = {key: self.json(part, 300) for key, part in body.items()}
        return Asked("/_dash-update-component", "POST", json.dumps(body).encode(), JSON)

    def _properties(self, values):
        return [{"id": ids.EXPLORER, "property": name, "value": self.json(each)} for name, each in values.items()]

    def _garbage(self):
        random = self.random
        path = random.choice((*_OTHERS, *(f"/api/{route}" for route in OPTIONS)))
        odd = "".join(random.choices(ODD, k=9)).encode()
        noise = random.choice((odd, random.randbytes(random.randint(0, 300))))
        body = random.choice((None, noise, b"&" * random.choice((10, 1999, 2000, 9000)), b"[" * 5000, b"null"))
        if one_in(random, 2):
            path += "?" + quote(noise, safe="&=;%+")
        method, content_type = random.choice(("GET", "POST", "HEAD", "PUT")), random.choice((FORM, JSON, None))
        return Asked(path, method, body, content_type, random.choice(_HEADERS))

    def json(self, value, times: float = 90):
        """The value, or once in so many times something else that JSON can hold."""
        if not one_in(self.random, times):
            return value
        deep = "x"
        for _ in range(self.random.choice((3, 100, 300, 900))):
            deep = [deep]
        return self.random.choice((deep, *_STRANGE_JSON))

    def _mutated(self, asked):
        """With a character, a field or the method changed."""
        random = self.random
        path, _, query = asked.path.partition("?")
        match random.randrange(5):
            case 0:
                i = random.randrange(len(query) + 1)
                query = query[:i] + quote(random.choice((*ODD, *NUMBERS, "&", "=", "%", "%ED%A0%80"))) + query[i + 1 :]
            case 1:
                items = query.split("&")
                random.shuffle(items)
                query = "&".join(items[1:] if one_in(random, 2) else [*items, items[0]])
            case 2:
                return replace(asked, method=random.choice(("GET", "POST", "HEAD", "PUT", "OPTIONS")))
            case 3 if asked.data:
                i = random.randrange(len(asked.data))
                noise = random.randbytes(random.randint(0, 3))
                return replace(asked, data=asked.data[:i] + noise + asked.data[i + 1 :])
            case 4 if asked.data:
                return replace(asked, content_type=random.choice((FORM, JSON, "multipart/form-data; boundary=x", "x")))
        return replace(asked, path=f"{path}?{query}" if query else path)
