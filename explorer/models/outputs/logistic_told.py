"""Live lines of what `logistic` computes: of the first question, and of the rest."""

from explorer.models.live import either, mean, rest
from explorer.models.live import error as error_line
from explorer.models.live import surprise as surprise_line

# What the first question's answer gives to the truth, what is missing to 1, and −ln of it: exact where y has nines.
_RIGHT, _MISSING = "choose(t[0],sigmoid(u[0]),sigmoid(-u[0]))", "choose(t[0],sigmoid(-u[0]),sigmoid(u[0]))"
_ANSWER = _RIGHT, _MISSING, "softplus(choose(t[0],-u[0],u[0]))"
ERROR = rf"e_{{⟦row[0]⟧}} = {error_line('sigmoid', 'u[0]', 'y[0]', 't[0]')} = ⟦e[0]⟧"


def score(weights: str) -> str:
    """LaTeX of the first question's score with today's numbers."""
    left = rest(f"others(j,unit,k,{weights}[r,j]*h[j])")
    return rf"u_{{⟦row[0]⟧}} = ⟦{weights}[r,k]⟧ \times ⟦h[k]⟧ {left} = ⟦u[0]⟧"


def loss(looked_up: bool = False) -> str:
    """LaTeX of the loss with today's numbers; looked_up : as of `surprise`."""
    return rf"E = {mean(surprise(looked_up=looked_up))} = ⟦loss⟧"


def surprise(loss: str = "loss", looked_up: bool = False) -> str:
    """LaTeX of the surprise at the first question's answer, and of the rest, a batch's too.

    looked_up : whether y is from a table, and the loss not of it.
    """
    first = surprise_line(*_ANSWER) if looked_up else _first()
    return first + rest(f"left({loss}*divisor,surprise({','.join(_ANSWER)}),{_ANSWER[1]})")


def _first():
    """Of y for a yes, of 1 − y for a no, in whose place σ(−u) stands where that is so small that y has nines."""
    of_no = either("floor(y[0]+0.15)", rf"-\ln ⟦={_RIGHT}⟧", r"-\ln (1 - ⟦y[0]⟧)")
    no = either(f"nothing({_RIGHT})", f"⟦={_ANSWER[-1]}⟧", of_no)
    return either("same(t[0],1)", surprise_line("y[0]", "sigmoid(-u[0])", "softplus(-u[0])"), no)


def back(weights: str, rows: str, axis: str) -> str:
    """LaTeX of what the questions send back, with today's numbers; of several output words also that of the first."""
    term = f"e[j]*{weights}[{rows}[j],k]"
    left = rest(f"others(j,{axis},0,{term})")
    own, others = (f"others(j,{axis},-1,same(output[j],0)*{term})", f"others(j,{axis},-1,(1-same(output[j],0))*{term})")
    each = r"\mathrm{EH}_{⟦word[o]⟧,⟦unit[k]⟧}"
    left_of_own = rest(f"others(j,{axis},0,same(output[j],0)*{term})")
    by_word = rf"{each} = ⟦e[0]⟧ \times ⟦{weights}[r,k]⟧ {left_of_own} = ⟦EH[0,k]={own}⟧ \qquad"
    first = rf"⟦EH[0,k]={own}⟧ {rest(others)}"
    whole = either("same(C,1)", rf"⟦e[0]⟧ \times ⟦{weights}[r,k]⟧ {left}", first)
    return rf"⟦?outputs⟧ {by_word} ⟦/⟧ \mathrm{{EH}}_{{⟦unit[k]⟧}} = {whole} = ⟦EH[k]⟧"
