"""Questions that are answered in words and numbers: a choice, a value, an order."""

import re
from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.ask import Ask, check_condition, check_number
from explorer.lessons.keys import Key, checked
from explorer.lessons.markdown import Text, read_text
from explorer.models.declarations import RAGGED
from explorer.training.questions.tokens import quoted

_BLANK = re.compile(r"(?<!\w)_(?!\w)")


@dataclass(frozen=True)
class Option:
    """An answer that can be chosen; `right` may be a condition."""

    text: Text
    right: bool | str
    say: Text | None


@dataclass(frozen=True)
class Choice(Ask):
    """One of several answers."""

    options: tuple[Option, ...] = ()
    kind = "choice"
    keys: ClassVar = {"options": Key(list, True)}
    option_keys: ClassVar = {"text": Key(str, True), "right": Key((bool, str)), "say": Key(str)}

    @classmethod
    def read(cls, given, table, place):
        options = []
        for each in given["options"]:
            if not isinstance(each, dict):
                table.tell("options", f"got {each!r}, allowed is {{ text = …, right = …, say = … }}")
                continue
            found = checked(each, cls.option_keys, "an option", table)
            if found is None:
                continue
            right, line = found.get("right", False), table.line("options")
            if isinstance(right, str):
                check_condition(right, place, "right", table)
            text = read_text(found["text"], line, place, table.problems, inline=True)
            say = read_text(found["say"], line, place, table.problems) if "say" in found else None
            options.append(Option(text, right, say))
        if not any(option.right for option in options):
            table.tell("options", "none of them is right")
        return {"options": tuple(options)}

    @property
    def texts(self):
        own = [text for option in self.options for text in (option.text, option.say) if text]
        return (*super().texts, *own)

    def judged(self, computed, written):
        told = [
            {
                "html": written(option.text),
                "right": option.right if isinstance(option.right, bool) else self.value(computed, option.right) == 1.0,
                "say": written(option.say) if option.say else "",
            }
            for option in self.options
        ]
        if not any(option["right"] for option in told):
            raise ValueError("none of the options is right")
        return {"options": told}


@dataclass(frozen=True)
class Value(Ask):
    """A number. With a quantity and an index the checker knows the mistakes that one makes."""

    answer: str = ""
    digits: int = 3
    quantity: str = ""
    index: tuple[int, ...] = ()
    kind = "value"
    keys: ClassVar = {"answer": Key(str), "digits": Key(int), "quantity": Key(str), "index": Key(list)}

    @classmethod
    def read(cls, given, table, place):
        own, digits = {}, given.get("digits", 3)
        if not 1 <= digits <= 8:
            table.tell("digits", f"got {digits}, allowed is 1 to 8")
        if ("answer" in given) == ("quantity" in given):
            table.problems.tell(table.begun, "an ask for a value has either an answer or a quantity")
            return {}
        if "quantity" in given:
            own = _of_quantity(given["quantity"], given.get("index", []), table, place)
        expression = own.get("answer", given.get("answer"))
        if expression is not None:
            check_number(expression, place, "answer" if "answer" in given else "quantity", table)
        return {"answer": expression or "", "digits": digits} | own

    @property
    def numbers(self):
        return ((self.place.shown, self.quantity, self.index),) if self.quantity else ()

    def judged(self, computed, written):
        told = {"answer": self.value(computed, self.answer), "digits": self.digits}
        if self.quantity:
            told |= {"quantity": self.quantity, "index": ",".join(map(str, self.index)), "frame": self.place.shown}
            told["moves"] = any(self.quantity == each.name for each in self.place.recipe.architecture.parameters)
        return told


@dataclass(frozen=True)
class Order(Ask):
    """Words, to be put in order: the one with the largest value first."""

    words: tuple[str, ...] = ()
    by: str = ""
    kind = "order"
    keys: ClassVar = {"words": Key(list, True), "by": Key(str, True)}

    @classmethod
    def read(cls, given, table, place):
        words, known = given["words"], place.recipe.corpus.index
        for word in words:
            if not isinstance(word, str) or word not in known:
                table.tell("words", f"got {word!r}, allowed are words of the vocabulary")
                return {}
        if len(set(words)) < 2 or len(set(words)) < len(words):
            table.tell("words", "allowed are two words or more, each once")
        elif not _BLANK.search(given["by"]):
            table.tell("by", "allowed is an expression in which _ stands for the word")
        else:
            check_number(_of_word(given["by"], words[0]), place, "by", table)
        return {"words": tuple(words), "by": given["by"]}

    def judged(self, computed, written):
        values = {word: self.value(computed, _of_word(self.by, word)) for word in self.words}
        return {"values": values}

    def shown(self, computed) -> list[str]:
        """The words in an order that is not the right one, where there is another."""
        values = self.judged(computed, None)["values"]
        listed = sorted(self.words)
        right = sorted(listed, key=lambda word: -values[word])
        return listed if [values[word] for word in listed] != [values[word] for word in right] else listed[::-1]


def _of_word(expression, word):
    """The expression of a word."""
    return _BLANK.sub(lambda _: quoted(word), expression)


def _of_quantity(name, index, table, place):
    """What asks for an element of a quantity: its expression, and its index as in NumPy. Units are told from 1."""
    model, recipe = place.recipe.architecture, place.recipe
    try:
        declared = model.declared(name)
    except KeyError:
        table.tell("quantity", f"got {name!r}, which the model {recipe.model} does not have")
        return {}
    axes = ("batch", *declared.axes) if recipe.batch_size > 1 and declared.role != "weight" else declared.axes
    if len(index) != len(axes) or set(axes) & {*RAGGED}:
        table.tell("index" if index else "quantity", f"allowed is an index for each of its axes: {', '.join(axes)}")
        return {}
    if wrong := [each for each in index if not isinstance(each, (str, int))]:
        table.tell("index", f"got {wrong[0]!r}, allowed are words and whole numbers")
        return {}
    parts, ids = [], []
    for axis, each in zip(axes, index, strict=True):
        if axis == "word":
            parts.append(quoted(str(each)))
            ids.append(recipe.corpus.index.get(each, -1))
        else:
            parts.append(str(each))
            ids.append(each - (axis != "node") if isinstance(each, int) else -1)
    return {"answer": f"{name}[{', '.join(parts)}]", "quantity": name, "index": tuple(ids)}
