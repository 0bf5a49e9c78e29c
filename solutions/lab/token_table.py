"""Format the tokens of a text: the text as a heat map, and a line for each token."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.core.escape import line

from .token_bars import NAME_COLUMNS, Event, Paint, bar_of, cut, name_of, padded, probability, wrapped

HEATS = ((1.0, "expected"), (3.0, "mild"), (6.0, "warm"), (10.0, "hot"), (math.inf, "burning"))
"""The name of each degree of surprise, and the bits below which it ends."""
SEPARATOR = "|"
ID_COLUMNS = 7
MOST_BITS = 16.0
"""A bar of full length; what is still less likely has no longer one."""
LONGEST_BAR = 16


class Totals(NamedTuple):
    """How well a model predicts a text, over all tokens but the first; None for a text of one token."""

    tokens: int
    log_probability: float | None
    bits: float | None
    """Surprise on average."""
    entropy: float | None
    perplexity: float | None


def totals(scored: Sequence[Event]) -> Totals:
    """Add up what was said of each token."""
    read = scored[1:]
    if not read:
        return Totals(len(scored), None, None, None, None)
    bits = [surprise(token["chance"] or 0.0) for token in read]
    mean = sum(bits) / len(bits)
    perplexity = 2**mean if mean < 1000 else math.inf
    entropy = sum(token["entropy"] or 0.0 for token in read) / len(read)
    return Totals(len(scored), -sum(bits) * math.log(2), mean, entropy, perplexity)


def surprise(chance: float) -> float:
    """Return the surprise of a token in bits."""
    return -math.log2(chance) if chance > 0 else math.inf


def heat(chance: float | None) -> str:
    """Return the degree of surprise of a token; none for a text's first one."""
    if chance is None:
        return ""
    bits = surprise(chance)
    return next((name for end, name in HEATS if bits < end), HEATS[-1][1])


def heat_map(scored: Sequence[Event], paint: Paint, width: int) -> list[str]:
    """Return the text, each token painted by its surprise, and a line that explains the colors."""
    shown = [(_as_text(token["text"]), heat(token["chance"])) for token in scored]
    names = "  ".join(paint(f" {name} ", name) for _, name in HEATS)
    return [*_flowed(shown, paint, width), "", f"surprise: {names}"]


def pieces_line(pieces: Iterable[Event], paint: Paint, width: int, *, is_painted: bool) -> list[str]:
    """Return the text cut into its tokens: by colors that alternate, or by bars."""
    shown = [(_as_text(piece["text"]), ("even", "odd")[number % 2]) for number, piece in enumerate(pieces)]
    if not is_painted:
        shown = [(text if not number else SEPARATOR + text, role) for number, (text, role) in enumerate(shown)]
    return _flowed(shown, paint, width)


def piece_row(piece: Event, width: int) -> str:
    """Return the line of one token: its id, its text, its bytes."""
    number = f"{piece['token']:>{ID_COLUMNS}}"
    return cut(f"{number}  {padded(name_of(piece['text'] or None), 24)}  {piece['text'].hex(' ')}".rstrip(), width)


def merging_lines(merging: Event, width: int) -> list[str]:
    """Return a line for the letters of a word and for each merge."""
    rows = [" ".join(map(_spelled, step)) for step in merging["steps"]]
    return [row for number, text in enumerate(rows) for row in wrapped(str(number) if number else "bytes", text, width)]


def scored_row(token: Event, *, width: int, is_drawn: bool) -> str:
    """Return the line of one token: its text, its probability, its surprise as a number and a bar, what was likelier."""
    name = padded(name_of(token["text"] or None), NAME_COLUMNS + 4)
    if token["chance"] is None:
        return f"{name}  the first one: nothing to predict it from"
    bits = surprise(token["chance"])
    bar = padded(bar_of(min(bits, MOST_BITS) / MOST_BITS, LONGEST_BAR, is_drawn=is_drawn), LONGEST_BAR)
    best = token["best"][0]
    rather = f"rather {name_of(best['text'] or None)} {probability(best['chance']).strip()}"
    numbers = f"{probability(token['chance'])}  {bits:>5.1f} {bar} {token['entropy']:>5.1f}"
    return cut(f"{name}  {numbers}  {rather if token['likelier'] else ''}".rstrip(), width)


SCORED_HEADING = f"{'token':<{NAME_COLUMNS + 4}}  prob.  surprise in bits      doubt"


def total_lines(found: Totals) -> list[str]:
    """Return sentences about a whole text."""
    if found.bits is None or found.log_probability is None:
        return ["a text of one token: nothing in it was to be predicted"]
    return [
        f"{found.tokens - 1} of {found.tokens} tokens predicted; log-probability {found.log_probability:.2f}",
        f"{found.bits:.2f} bits of surprise a token, where {found.entropy:.2f} were to be expected (entropy)",
        f"perplexity {found.perplexity:.2f}: as unsure as among so many equally likely tokens",
    ]


def _spelled(piece: bytes) -> str:
    """Return a piece of a word; in quotes if it would not be seen where it begins and ends."""
    name = name_of(piece)
    return name[1:-1] if name[1:-1].isalnum() else name


def _as_text(portion: bytes) -> str:
    return line(portion.decode("utf-8", "backslashreplace").replace("\n", "⏎"))


def _flowed(shown: Sequence[tuple[str, str]], paint: Paint, width: int) -> list[str]:
    """Return painted texts one after the other, broken between tokens."""
    rows, used = [""], 0
    for text, role in shown:
        if used and used + len(text) > width:
            rows, used = [*rows, ""], 0
        rows[-1] += paint(text, role)
        used += len(text)
    return rows
