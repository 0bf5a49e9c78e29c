"""Format as lines what `learn generate` shows: decode steps with bars, rounds of a draft, time and cost."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from grader.core.escape import columns_of, line
from grader.core.notation import course_numbers

NAME_COLUMNS = 14
LEAST_BAR = 4
OTHER_COLUMNS = 44
"""Columns of a line without its bar: mark, name, two probabilities, spaces, and a filter name of usual length."""
END = "<end>"
"""Shown for the end-of-text token, which has no text."""
EIGHTHS = "▏▎▍▌▋▊▉█"
ROLES = {"accepted": "picked", "rejected": "removed"}
MARKS = {"accepted": "+", "rejected": "-"}

Event = dict[str, Any]
Paint = Callable[[str, str], str]
"""Takes a text and its role ("picked", "removed", "quiet" or "plain"); returns it colored."""


def step_lines(step: Event, *, width: int, is_drawn: bool, paint: Paint) -> list[str]:
    """Return the lines for one step, each at most `width` columns wide.

    With `is_drawn`, bars are block characters, otherwise #.
    """
    bar_columns = max(LEAST_BAR, width - OTHER_COLUMNS)
    picked = next(candidate for candidate in step["candidates"] if candidate["token"] == step["token"])
    drawn = "" if step["u"] is None else f", u = {fraction(step['u'])}"  # greedy decoding draws no random number
    doubt = f"  ({step['entropy']:.2f} bits)"
    heading = f"{step['number']:>3}  {name_of(picked['text'])}  {step['how']}{drawn}{doubt}"
    stages = " > ".join(f"{name} {count}" for name, count in step["left"])
    lines = [cut(heading, width), paint(cut(f"     tokens left: {stages}", width), "quiet")]
    for candidate in step["candidates"]:
        is_picked = candidate is picked
        name = padded(name_of(candidate["text"]), NAME_COLUMNS)
        bar = padded(bar_of(candidate["before"], bar_columns, is_drawn=is_drawn), bar_columns)
        end = f"out: {candidate['removed_by']}" if candidate["removed_by"] else probability(candidate["after"])
        text = cut(f"   {'>' if is_picked else ' '} {name} {probability(candidate['before'])} {bar} {end}", width)
        lines.append(paint(text, "picked" if is_picked else "removed" if candidate["removed_by"] else "plain"))
    others = step["others"]
    count = padded(f"{others['count']} others", NAME_COLUMNS)
    rest = f"     {count} {probability(others['before'])} {' ' * bar_columns} {probability(others['after'])}"
    return [*lines, paint(cut(rest, width), "quiet")]


def end_lines(last: Event, end: Event, text: str, width: int) -> list[str]:
    """Return the lines after the last step: the text, the finish reason and the usage."""
    usage = last["usage"]
    counts = f"{usage['prompt_tokens']} + {usage['completion_tokens']} = {usage['total_tokens']} tokens"
    passes = f"{end['passes']} pass{'' if end['passes'] == 1 else 'es'} of the model"
    return [
        *wrapped("text", line(json.dumps(text, ensure_ascii=False)), width),
        *wrapped("finish reason", f"{last['finish_reason']}: {line(end['why'])}", width),
        *wrapped("usage", f"{counts}, {passes}", width),
        *(row for title, text in end["facts"] for row in wrapped(title, text, width)),
    ]


def wrapped(title: str, text: str, width: int) -> list[str]:
    """Wrap a text at spaces where possible; the first line starts with a title, the others are indented as far."""
    indent = 15
    rows = [""]
    for word in re.split(r"(?<= )", text):
        if rows[-1] and columns_of(rows[-1] + word.rstrip()) > width - indent:
            rows.append("")
        for character in word:
            if columns_of(rows[-1] + character) > width - indent and character != " ":
                rows.append("")
            rows[-1] += character
    return [f"{'' if number else title:<{indent}}{row.rstrip()}" for number, row in enumerate(rows)]


def name_of(portion: bytes | None) -> str:
    """Return a printable token: quoted text, or a bytes literal if it is not valid UTF-8."""
    if portion is None:
        return END
    try:
        text = portion.decode("utf-8")
    except UnicodeDecodeError:
        return repr(portion)
    return line(json.dumps(text, ensure_ascii=False))


def probability(p: float) -> str:
    """Format a probability in five columns."""
    if p == 0:
        return "    0"
    if p < 0.0005:
        return "<.001"
    return "1.000" if p >= 0.9995 else f" {course_numbers(f'{p:.3f}')}"


def fraction(number: float) -> str:
    """Format a random number or a ratio with four decimals: .6370."""
    return course_numbers(f"{number:.4f}")


def bar_of(p: float, width: int, *, is_drawn: bool) -> str:
    """Return a bar whose length is proportional to a probability."""
    if not is_drawn:
        return "#" * round(p * width)
    whole, part = divmod(round(p * width * 8), 8)
    return "█" * whole + (EIGHTHS[part - 1] if part else "")


def padded(text: str, width: int) -> str:
    """Return a text padded or cut to exactly `width` columns."""
    text = cut(text, width)
    return text + " " * (width - columns_of(text))


def cut(text: str, width: int) -> str:
    """Return a text cut to at most `width` columns."""
    if columns_of(text) <= width:
        return text
    while columns_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…"


def round_lines(event: Event, number: int, *, width: int, paint: Paint) -> list[str]:
    """Return the lines for one round of a draft: each guess with p, q and u, and what is drawn after them."""
    guesses = event["guesses"]
    accepted = sum(guess["verdict"] == "accepted" for guess in guesses)
    lines = [cut(f"round {number}: {accepted} of {len(guesses)} guesses accepted", width)]
    for guess in guesses:
        text = f"   {MARKS.get(guess['verdict'], ' ')} {padded(name_of(guess['text']), NAME_COLUMNS)} {_chances(guess)}"
        lines.append(paint(cut(text, width), ROLES.get(guess["verdict"], "quiet")))
    drawn = "" if event["u"] is None else f", u = {fraction(event['u'])}"
    if event["residual"]:
        left = "  ".join(f"{name_of(token['text'])} {probability(token['p']).strip()}" for token in event["residual"])
        lines.append(cut(f"     the residual{drawn}: {left}", width))
    elif accepted == len(guesses):
        lines.append(cut(f"     one more token of the model's own{drawn}", width))
    return lines


def _chances(guess: Event) -> str:
    if guess["p"] is None or not guess["q"]:
        return guess["verdict"]
    u = "" if guess["u"] is None else f", u {fraction(guess['u'])}"
    p, q = (probability(chance).strip() for chance in (guess["p"], guess["q"]))
    return f"p {p} / q {q} = {fraction(guess['p'] / guess['q'])}{u}: {guess['verdict']}"


def time_text(event: Event) -> str:
    """Return a sentence on the time that a text has taken."""
    rest, seconds = event["tokens"] - event["first_tokens"], event["seconds"] - event["first_seconds"]
    first = f"{_duration(event['first_seconds'])} for the first pass"
    if rest <= 0 or seconds <= 0:
        return first
    pace = f"{_duration(seconds / rest)} a token, {rest / seconds:,.0f} tokens a second"
    return f"{first}; then {rest} token{'' if rest == 1 else 's'} in {_duration(seconds)}: {pace}"


def _duration(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def billed_text(event: Event) -> str:
    """Return a sentence on the tokens that a call with hidden reasoning is billed for."""
    n_in, n_out = event["prompt_tokens"], event["completion_tokens"]
    parts = f"{event['reasoning_tokens']:,} hidden, {event['answer_tokens']:,} of the answer"
    return f"{n_in:,} + {n_out:,} = {n_in + n_out:,} tokens: {parts} ({event['finish_reason']})"


def cost_text(event: Event) -> str:
    """Return a sentence on the cost of a call."""
    amount = format(Decimal(f"{event['price']:.4g}"), "f")
    return f"{amount}, {event['output_share']:.0%} of it for the output"
