"""A field of a recipe: what one row of the table of fields says, see `fields`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.training.kinds import Kind


@dataclass(frozen=True)
class Field:
    """One field of a recipe. `corpora`, `models` and `outputs` say where it applies; None: everywhere.

    `defaults` holds, by model, the defaults that differ from `default`; `shapes` marks what the shapes of parameters
    depend on; `fresh` is the page's choice for text that someone types or loads, where it is not the default.
    `goes_with` is another field and its value without which this one is not read, "not 1" any other value than 1: there
    it would change nothing, so it is no mistake to give it. `narrowed`: by model, the choices that it can do with.
    """

    name: str
    default: Any
    kind: Kind
    label: str
    help: str
    group: str = "training"
    corpora: tuple[str, ...] | None = None
    models: tuple[str, ...] | None = None
    outputs: tuple[str, ...] | None = None
    alias: str | None = None
    defaults: Mapping[str, Any] = field(default_factory=dict)
    shapes: bool = False
    fresh: str | None = None
    goes_with: tuple[str, str] | None = None
    narrowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def choices(self):
        """The words that a value is one of; None where it is typed."""
        return self.kind.choices

    @property
    def allowed(self):
        """What a value may be, in words."""
        return self.kind.allowed

    def default_of(self, model) -> Any:
        """The value where nothing is given, which may depend on the model."""
        return self.defaults.get(model, self.default) if isinstance(model, str) else self.default

    def bears(self, value, model) -> bool:
        """Whether a model can do with a value that the field allows."""
        return not isinstance(model, str) or model not in self.narrowed or value in self.narrowed[model]

    def applies(self, corpus: str, model: str | None, output: str | None) -> bool:
        """Whether the field is read there; a model or output that nobody knows (None) may read it."""
        return all(
            value is None or allowed is None or value in allowed
            for value, allowed in ((corpus, self.corpora), (model, self.models), (output, self.outputs))
        )

    @property
    def scope(self) -> str:
        """Where the field applies, in words."""
        limits_in_words = (
            ("for raw text", self.corpora),
            (f"for {listed(self.models or ())}", self.models),
            (f"with output {' or '.join(self.outputs or ())}", self.outputs),
        )
        return "nothing here: it is read only " + " ".join(text for text, given in limits_in_words if given)


def listed(names) -> str:
    """Names as a sentence has them: a, b and c."""
    *others, last = names or ("",)
    return f"{', '.join(others)} and {last}" if others else last
