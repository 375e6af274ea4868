"""Recipes as queries, drawn from a seeded grammar: nearly all of them can be run, and many lie at a limit.

Values follow the table of fields, so that a new field is asked for without being named here. Some are wrong on
purpose: out of range, of another kind, or text that no keyboard writes.
"""

import json
import re
from random import Random
from urllib.parse import urlencode

from explorer.corpus.presets import load_presets
from explorer.models import MODELS
from explorer.training.fields import BY_NAME, CORPORA, FIELDS
from explorer.training.json_kinds import NestedPairs, Weights
from explorer.training.kinds import Flag, Integer, Number, Sizes

PLAIN = ["apple", "bank", "cat", "dog", "drink", "eat", "juice", "king", "milk", "orange", "queen", "rice", "the"]
ODD = (
    "", " ", "é", "e\u0301", "👩‍👩‍👧", "\u202eabc", "<b>x</b>", "\"'\\", "%00", "\x00", "\ufeff", "ﷺ", "İ", "ß", "ǅ",
    "ﬁ", "x" * 200, "x" * 1001, "constructor", "__proto__", "NaN", "null", "a=b&c", "+", "#", "٣", "𝟙", "\u2028",
    "a\u0300" * 50,
)  # fmt: skip
NUMBERS = (
    "0", "-0", "1", "-1", "3", "0.5", "1e-300", "1e300", "1e400", "-1e9", "inf", "nan", "NaN", "1_0", " 2 ", "٣",
    "0x10", "9" * 20, "9" * 5000, "true", "", "none", "5,5", "2**53", "10000000", "1000000",
)  # fmt: skip
_PRESETS = load_presets()
_IN_ORDER = ("nnlm", "rnnlm")  # their pairs have as many inputs as the context is long
_OF_POINTS = BY_NAME["points"].models
_LIMITS = 0.04  # how often a number is one of its limits, or beside one
_STRANGE_ORIGINS = (5, None, "x", [], {}, {"W": "Q"}, {"W": []}, -1, "preset=unit")
_STRANGE_ARRAYS = ([[0.1]], [], [1, 2], [[1], [2, 3]], "x", 1e999)
_STRANGE_EDITS = ("[]", "{}", "[1]", "[[[", '[1,"weight"]', "[1,null,2]", '[1,["pairs"],"a|b"]', "[" * 3000)
_STEPS_OF_EDITS, _NO_STEPS = (0, 1, 2, 7, 50, 300, 10_000_000), (-1, "1", None, 1e9)


def one_in(random: Random, times: float) -> bool:
    return random.random() * times < 1


class Recipes:
    """Queries of recipes. `large` are the chances that data have a hundred words, and thousands."""

    def __init__(self, random: Random, hundreds: float = 0.02, thousands: float = 0.0, limits: float = _LIMITS):
        self.random, self._hundreds, self._thousands, self._limits = random, hundreds, thousands, limits

    def drawn(self) -> tuple[str, str]:
        """The query of a recipe, nearly always one that can be run, and its model."""
        fields = self.fields()
        given = dict(fields)
        model = given.get("model") or _PRESETS[given["preset"]]["recipe"].get("model", "cbow")
        return urlencode(fields, errors="surrogatepass"), model

    def fields(self) -> list[tuple[str, str]]:
        """The same as (key, text) items."""
        return self._of_own_data() if one_in(self.random, 1.6) else self._of_preset()

    def _of_preset(self):
        preset = self.random.choice(list(_PRESETS))
        base = _PRESETS[preset]["recipe"]
        kind = next(name for name in CORPORA if name in base)
        words = re.split(r"[|^,\s]+", base[kind]) if kind != "points" else []
        words = list(dict.fromkeys(filter(None, words)))
        items, model = [("preset", preset)], base.get("model", "cbow")
        if "output" not in base and one_in(self.random, 8):
            kind_of = [name for name in BY_NAME["model"].choices if (name in _OF_POINTS) == (kind == "points")]
            model = self.random.choice(kind_of)
            items.append(("model", model))
        return self._complete(items, kind, model, base.get("output", "softmax"), words)

    def _of_own_data(self):
        model = self.random.choice(BY_NAME["model"].choices)
        kind = "points" if model in _OF_POINTS else self.random.choice(("pairs", "text"))
        if model in _IN_ORDER and not one_in(self.random, 20):
            kind = "text"
        words = self._vocabulary()
        data = self.data(kind, words, targets=1 if model == "perceptron" else None)
        return self._complete([("model", model), (kind, data)], kind, model, "softmax", words)

    def _complete(self, items, kind, model, output, words):
        """The items, and some of the other fields that apply there, in any order."""
        random, taken = self.random, urlencode(items, errors="surrogatepass")
        if BY_NAME["output"].applies(kind, model, None) and one_in(random, 2):
            output = random.choice(BY_NAME["output"].choices)
            items.append(("output", output))
        fields = [f for f in FIELDS if f.group not in ("corpus", "model", "given") and f.applies(kind, model, output)]
        chosen = random.sample(fields, min(random.choice((0, 0, 1, 1, 2, 3, 6)), len(fields)))
        items += [(self._name(field), self.value(field, words)) for field in chosen]
        if one_in(random, 12):
            items.append(("parameters", self._arrays(taken, model)))
        if one_in(random, 5):
            items += [("edit", self.edit(kind, model, words)) for _ in range(random.choice((1, 1, 2, 9)))]
        if one_in(random, 60):
            items.append((random.choice(("step", "stage", "view.x", "nothing", "edits")), random.choice(ODD)))
        return items

    def _name(self, field):
        return field.alias if field.alias and one_in(self.random, 5) else field.name

    def value(self, field, words=PLAIN) -> str:
        """A text for a field, nearly always one that it allows."""
        random, kind = self.random, field.kind
        if one_in(random, 250):
            return random.choice(ODD + NUMBERS)
        match kind:
            case Integer(low, high):
                return str(self._whole(low, high))
            case Number(low, high):
                return repr(random.choice((low, high, 0.0, 0.01, 0.2, 1.0, 20.0, random.uniform(0, 1))))
            case Sizes(low, high, most):
                count = random.randint(0, most)
                return ",".join(str(self._whole(low, high)) for _ in range(count)) or "none"
            case Flag():
                return random.choice(("true", "false", "True"))
            case NestedPairs():
                return random.choice(("huffman", "balanced", json.dumps(self.tree(list(dict.fromkeys(words))))))
            case Weights():
                weights = {word: random.choice((0, 1, 3, 0.5)) for word in words}
                return random.choice(("unigram", "uniform", json.dumps(weights)))
        return random.choice(kind.choices or ("",))

    def _whole(self, low, high):
        if self.random.random() < self._limits:
            return self.random.choice((low, high, low - 1, high + 1))
        return self.random.randint(low, min(high, low + 6))

    def tree(self, words):
        """A binary tree over some words; now and then a list that is a ladder, or a very deep one."""
        random = self.random
        if one_in(random, 30):
            deep = "a"
            for _ in range(random.choice((50, 200, 300, 400, 480, 900))):
                deep = [deep, "b"]
            return deep
        while len(words) > 1:
            i = random.randrange(len(words) - 1)
            words[i : i + 2] = [words[i : i + 2]]
        return words[0] if words else "a"

    def _arrays(self, query, model):
        """Arrays of the run of a query, which is of the same shapes as a rule; or a few numbers."""
        random = self.random
        names = [each.name for each in MODELS[model].parameters]
        taken = {"query": query, "step": random.choice((0, 1, 40)), "names": {name: name for name in names}}
        if one_in(random, 4):
            taken[random.choice(list(taken))] = random.choice(_STRANGE_ORIGINS)
        arrays = {random.choice(names): random.choice(_STRANGE_ARRAYS)}
        return json.dumps(arrays if one_in(random, 6) else taken)

    def words(self) -> list[str]:
        random = self.random
        words = random.sample(PLAIN, random.randint(2, 8))
        return [*words, random.choice(ODD)] if one_in(random, 12) else words

    def data(self, kind: str, words, targets: int | None = None) -> str:
        """A corpus as typed, of all the words."""
        random = self.random
        if one_in(random, 150):
            return random.choice(ODD + NUMBERS)
        count = random.randint(2, 8)
        if kind == "points":
            inputs, targets = random.randint(1, 3), targets or random.randint(1, 2)
            return ";".join(self._numbers(inputs) + "|" + self._numbers(targets) for _ in range(count))
        if kind == "pairs":
            all_of_them = [f"{word}|{random.choice(words)}" for word in words]
            more = [self._side(words) + "|" + self._side(words) for _ in range(count)]
            return random.choice((",", ", ", "\n")).join(all_of_them + more)
        sentences = (" ".join(random.choices(words, k=random.randint(2, 9))) for _ in range(count))
        return "\n".join([" ".join(words), *sentences])

    def _vocabulary(self):
        drawn = self.random.random()
        if drawn < self._thousands:
            return [f"w{i}" for i in range(self.random.choice((2_001, 3_000, 9_000)))]
        if drawn < self._thousands + self._hundreds:
            return [f"w{i}" for i in range(self.random.choice((60, 150, 400)))]
        return self.words()

    def _side(self, words):
        return "^".join(self.random.choices(words, k=self.random.choice((1, 1, 1, 2, 3))))

    def _numbers(self, count):
        if one_in(self.random, 200):
            return self.random.choice(NUMBERS)
        return " ".join(self.random.choice(("0", "1", "-1", "0.5", "1e3", "1e-9")) for _ in range(count))

    def edit(self, kind: str, model: str, words) -> str:
        """A change on the way, in JSON."""
        random = self.random
        if one_in(random, 100):
            return random.choice(_STRANGE_EDITS)
        step = random.choice(_NO_STEPS if one_in(random, 100) else _STEPS_OF_EDITS)
        change = random.choice(("learning_rate", "weight", "weight", kind))
        if change == "learning_rate":
            rates = (-1, "x", 1e999) if one_in(random, 40) else (0.1, 0, 1, 1e6)
            return json.dumps([step, change, random.choice(rates)])
        if change == kind:
            return json.dumps([step, kind, self.data(kind, words)])
        return json.dumps([step, change, self._weight(model, words)])

    def _weight(self, model, words):
        """A parameter of the model, its row and column, and a value."""
        random = self.random
        parameter = random.choice(MODELS[model].parameters)
        row = random.choice(words or PLAIN) if parameter.axes[0] == "word" else 0
        value = random.choice((0, 0.5, -3, 5, -1e300))
        cell = [parameter.name, row, random.choice((0, 0, 1)) if len(parameter.axes) > 1 else 0, value]
        if one_in(random, 40):
            cell[random.randrange(4)] = random.choice((None, [], {}, -1, 1e9, "\ud800", "W", 4))
        return cell
