"""Format rounds of a draft, log-probabilities, time and cost as lines of text."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from grader.learner.generate.token_bars import NAME_COLUMNS, Paint, cut, name_of, padded, probability

ROLES = {"accepted": "picked", "rejected": "removed"}
MARKS = {"accepted": "+", "rejected": "-"}


def round_lines(told: dict[str, Any], number: int, *, width: int, paint: Paint) -> list[str]:
    """Return the lines for one round of a draft: each guess with p, q and u, and what is drawn after them."""
    guesses = told["guesses"]
    accepted = sum(each["verdict"] == "accepted" for each in guesses)
    lines = [cut(f"round {number}: {accepted} of {len(guesses)} guesses accepted", width)]
    for each in guesses:
        text = f"   {MARKS.get(each['verdict'], ' ')} {padded(name_of(each['text']), NAME_COLUMNS)} {_chances(each)}"
        lines.append(paint(cut(text, width), ROLES.get(each["verdict"], "quiet")))
    drawn = "" if told["u"] is None else f", u = {told['u']:.4f}"
    if told["residual"]:
        left = "  ".join(f"{name_of(each['text'])} {probability(each['p']).strip()}" for each in told["residual"])
        lines.append(cut(f"     the residual{drawn}: {left}", width))
    elif accepted == len(guesses):
        lines.append(cut(f"     one more token of the model's own{drawn}", width))
    return lines


def _chances(guess: dict[str, Any]) -> str:
    if guess["p"] is None or not guess["q"]:
        return str(guess["verdict"])
    u = "" if guess["u"] is None else f", u {guess['u']:.4f}"
    p, q = (probability(guess[name]).strip() for name in ("p", "q"))
    return f"p {p} / q {q} = {guess['p'] / guess['q']:.4f}{u}: {guess['verdict']}"


def logprob_lines(told: dict[str, Any], width: int) -> list[str]:
    """Return the line for one token: its log-probability, and those of the likeliest tokens."""
    best = "  ".join(f"{_named(each)} {each['logprob']:.3f}" for each in told["top"])
    return [cut(f"{padded(_named(told), NAME_COLUMNS)} {told['logprob']:>9.3f}  {best}".rstrip(), width)]


def _named(told: dict[str, Any]) -> str:
    return name_of(told["text"] or None)  # no bytes: the end of the text


def time_text(told: dict[str, Any]) -> str:
    """Return a sentence on the time that a text has taken."""
    rest, seconds = told["tokens"] - told["first_tokens"], told["seconds"] - told["first_seconds"]
    first = f"{_duration(told['first_seconds'])} for the first pass"
    if rest <= 0 or seconds <= 0:
        return first
    each = f"{_duration(seconds / rest)} a token, {rest / seconds:,.0f} tokens a second"
    return f"{first}; then {rest} token{'' if rest == 1 else 's'} in {_duration(seconds)}: {each}"


def _duration(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def billed_text(told: dict[str, Any]) -> str:
    """Return a sentence on the tokens that a call with hidden reasoning is billed for."""
    n_in, n_out = told["prompt_tokens"], told["completion_tokens"]
    parts = f"{told['reasoning_tokens']:,} hidden, {told['answer_tokens']:,} of the answer"
    return f"{n_in:,} + {n_out:,} = {n_in + n_out:,} tokens: {parts} ({told['finish_reason']})"


def cost_text(told: dict[str, Any]) -> str:
    """Return a sentence on the cost of a call."""
    amount = format(Decimal(f"{told['price']:.4g}"), "f")
    return f"{amount}, {told['output_share']:.0%} of it for the output"
