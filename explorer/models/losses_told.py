"""What is told of a loss and of its error, in the letters of a model: equations, and the same with today's numbers."""

from dataclasses import dataclass

from explorer.models.live import all_of, either, error, mean, rest, rest_of_squares, shown_output, square, surprise

_TEXTBOOK = "Jurafsky and Martin, Speech and Language Processing, “Neural Networks”"
_HINGE = f"{_TEXTBOOK}, which names the hinge"
_MISSING = "others(j,output,o,y[j])"  # 1 − y of the right class, under a softmax


@dataclass(frozen=True)
class Told:
    """A loss of one of `LOSSES` as a model writes it.

    outputs : whether there are several, y_j and a sum over them, or a single y; net : the quantity of their weighted
    sums, u its letter; activation : the outputs'; cite_loss, cite_error : the equations of the squared loss and of its
    error.
    """

    loss: str
    activation: str
    net: str
    u: str
    outputs: bool
    cite_loss: str
    cite_error: str

    @property
    def _output(self):
        return shown_output(self.activation)

    @property
    def _shown(self):
        at = self._output.at
        return f"{self.net}[{at}]", f"y[{at}]", f"t[{at}]"

    def _each(self, letter):
        return f"{letter}_j" if self.outputs else letter

    @property
    def _sum(self):
        return r"\sum_j " if self.outputs else ""

    @property
    def equation(self) -> str:
        """LaTeX of the loss."""
        y, t, u = map(self._each, ("y", "t", self.u))
        gap = f"({y} - {t})^2" if self.outputs else f"({t} - {y})^2"
        told = {
            "squared": rf"\frac{{1}}{{2}} {self._sum}{gap}",
            "mse": f"{self._sum}{gap}",
            "cross-entropy": rf"-\sum_j {t} \ln {y}",
            "binary": rf"-{self._sum}\left[ {t} \ln {y} + (1 - {t}) \ln (1 - {y}) \right]",
            "hinge": rf"{self._sum}\max(0, 1 - {t} {u})",
        }[self.loss]
        return f"E = {told}"

    @property
    def live(self) -> str:
        """LaTeX of the loss with today's numbers: the shown output's, and the rest."""
        u, y, t = self._shown
        if self.loss in ("squared", "mse"):
            squares = self.activation, u, y, t, self.loss == "squared"
            inner = square(*squares, target_first=not self.outputs) + rest_of_squares(*squares, self._output.at)
        elif self.loss == "cross-entropy":
            known = f"logsum(j,output,{self.net}[j])-{u}"
            answer = y, _MISSING, f"choose(same({t},1),{all_of('loss*divisor', known)},{known})"
            inner = rf"⟦{t}⟧ \times ( {surprise(*answer)} )" + rest(
                f"left(loss*divisor,{t}*surprise({','.join(answer)}))"
            )
        elif self.loss == "binary":
            yes, no = ((y, f"sigmoid(-{u})", f"softplus(-{u})"), (f"sigmoid(-{u})", y, f"softplus({u})"))
            own = f"{t}*softplus(-{u})+(1-{t})*softplus({u})"
            inner = rf"⟦{t}⟧ \times ( {surprise(*yes)} ) + (1 - ⟦{t}⟧) \times ( {surprise(*no)} )"
            inner += rest(f"left(loss*divisor,{own})")
        else:
            far = rf"\max(0, 1 - ⟦{t}⟧ \times ⟦{u}⟧)"
            inner = either(f"tiny(1-{t}*{u})", r"\max(0, 1 - t u)", far) + rest(f"left(loss*divisor,max(0,1-{t}*{u}))")
        return f"E = {mean(inner)} = ⟦loss⟧"

    @property
    def error(self) -> str:
        """LaTeX of the error."""
        e, y, t, u = map(self._each, ("e", "y", "t", self.u))
        if self.loss == "hinge":
            return rf"{e} = -{t}\, [{t} {u} < 1]"
        return f"{e} = 2 ({y} - {t})" if self.loss == "mse" else f"{e} = {y} - {t}"

    @property
    def error_in_words(self) -> str:
        """The error as plain text."""
        return {"hinge": "−t where tu < 1, else 0", "mse": "2 (y − t)"}.get(self.loss, "y − t")

    @property
    def live_error(self) -> str:
        """LaTeX of the shown output's error with today's numbers."""
        u, y, t = self._shown
        e, at = f"e_{self._output.number}" if self.outputs else "e", self._output.at
        if self.loss == "hinge":
            today = either(f"same(e[{at}],0)", "0", f"-⟦{t}⟧")
        else:
            missing = _MISSING if self.loss == "cross-entropy" else None
            today = error(self.activation, u, y, t, missing, 2 if self.loss == "mse" else 1)
        return f"{e} = {today} = ⟦e[{at}]⟧"

    @property
    def says(self) -> str:
        """What the loss is, in words."""
        return {
            "squared": "The loss says how far the answers are from the targets."
            if self.outputs
            else "The loss is half the squared distance between target and answer.",
            "mse": "The loss is the squared distance to the targets, without the half: errors are twice as large.",
            "cross-entropy": "The loss says how far the answers are from the targets.",
            "binary": "The surprise, in nats, where an answer is the probability of a yes: high if sure and wrong.",
            "hinge": "An answer on its target's side, 1 or more away from 0, costs nothing; else what is missing.",
        }[self.loss]

    @property
    def error_says(self) -> str:
        """What the error is, in words."""
        if self.loss == "hinge":
            return "Where something is missing the error is −t, however much it is; where nothing is, nothing moves."
        if self.outputs:
            twice = ", twice" * (self.loss == "mse")
            return f"Answer minus target{twice}: positive where the answer is too high."
        return "Too high is positive, too low negative; a right answer moves nothing."

    @property
    def through(self) -> str | None:
        """What the slope of the outputs makes of the error, in words, where the loss has a say in it."""
        return {
            "cross-entropy": "With softmax and cross-entropy the error of the weighted sums is y − t itself.",
            "binary": "The logarithm is as steep as the sigmoid is flat: y(1 − y) cancels, y − t is left.",
            "hinge": "The answers are the weighted sums themselves: the error comes through as it is.",
        }.get(self.loss)

    @property
    def source(self) -> str:
        """The equation of the loss."""
        return {
            "squared": self.cite_loss,
            "mse": f"{_TEXTBOOK}, eq. 8.18",
            "cross-entropy": _TEXTBOOK,
            "binary": f"{_TEXTBOOK}, eq. 8.19",
            "hinge": _HINGE,
        }[self.loss]

    @property
    def error_source(self) -> str:
        """The equation of the error."""
        return {
            "squared": self.cite_error,
            "mse": f"after {self.cite_error}",
            "cross-entropy": "Rong (2014), eq. 8",
            "binary": f"{_TEXTBOOK}, after eq. 8.19",
            "hinge": _HINGE,
        }[self.loss]
