"""Read an answer of any kind: one number, several of them, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.questions.numeric.kind import Kind
from grader.questions.numeric.parse_number import MAX_LENGTH, Reading, quoted, read_number, tidied

MAX_ROW_LENGTH = 10 * MAX_LENGTH
BRACKETS = "{}[]()<> "
QUOTES = str.maketrans("", "", "\"'`“”‘’„«»")
HOW_MANY = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
SEPARATORS = (r";", r",(?= )", r" ", r",")
"""What can stand between numbers, in the order in which it is looked for."""


def read(text: str, kind: Kind, *, size: int = 1, words: Sequence[str] = (), unit: str = "") -> Reading:
    """Read an answer.

    Args:
        text: what somebody wrote.
        kind: what is asked for.
        size: how many numbers are asked for.
        words: the tokens there are; for pieces, the one word that they make up.
        unit: what may stand behind a number.
    """
    if len(text) > MAX_ROW_LENGTH:
        return Reading(problem=f"that is {len(text)} characters long; write only the answer")
    if kind is Kind.PIECES:
        return _pieces(text, "".join(words))
    if kind in (Kind.TOKEN, Kind.TOKENS):
        return _tokens(text, kind, words)
    return _numbers(text, kind, size, unit) if kind.is_list else read_number(text, kind, unit)


def _numbers(text: str, kind: Kind, size: int, unit: str) -> Reading:
    """Read so many numbers, with whatever stands between them that makes their number right."""
    plain = tidied(text).strip(BRACKETS)
    wanted = count_of(size, "number")
    is_or_are = "is" if size == 1 else "are"
    how = f"{wanted} {is_or_are} asked for; put semicolons between them, like 0.5; 0.25"
    if not plain:
        return Reading(problem=f"there is no number; {how}")
    for separator in SEPARATORS:
        parts = [part.strip() for part in re.split(separator, plain)]
        if len(parts) == size and all(parts):
            break
        if separator == ";" and len(parts) > 1:
            return Reading(problem=f"{quoted(text)} has {count_of(len(parts), 'number')}; {how}")
    else:
        return Reading(problem=f"{quoted(text)} cannot be read as {wanted}; {how}")
    readings = [read_number(part, kind.of_one, unit) for part in parts]
    values = tuple(value for each in readings for value in each.values)
    problems = [each.problem for each in readings if each.problem]
    notes = [f"{quoted(part)} {each.note}" for part, each in zip(parts, readings, strict=True) if each.note]
    return Reading(values if len(values) == size else (), ", ".join(notes), problems[0] if problems else "")


def _tokens(text: str, kind: Kind, tokens: Sequence[str]) -> Reading:
    """Read one token or a set of them, by their words or their ids."""
    parts = re.split(r"[,; ]+", tidied(text.translate(QUOTES)).strip(f"{BRACKETS},;"))
    found: set[str] = set()
    for part in filter(None, parts):
        token = _token(part, tokens)
        if token is None:
            return Reading(problem=f"{quoted(part)} is none of the tokens; they are {', '.join(tokens)}")
        found.add(token)
    if not found:
        return Reading(problem=f"there is no token; choose from {', '.join(tokens)}")
    if kind is Kind.TOKEN and len(found) > 1:
        return Reading(problem=f"{quoted(text)} is more than one token; write only one")
    return Reading(tuple(token for token in tokens if token in found))


def _token(part: str, tokens: Sequence[str]) -> str | None:
    """Find a token by its word, however it is capitalised, or by its id."""
    if part in tokens:
        return part
    alike = [token for token in tokens if token.casefold() == part.casefold()]
    if len(alike) == 1:
        return alike[0]
    is_id = part.isascii() and part.isdigit() and len(part) < 4 and int(part) < len(tokens)
    return tokens[int(part)] if is_id else None


def _pieces(text: str, word: str) -> Reading:
    """Read what a word is cut into; anything but letters can stand between the pieces."""
    pieces = re.findall(r"[^\W\d_]+", tidied(text))
    if not pieces:
        return Reading(problem=f"there are no pieces; write {word} with spaces where it is cut")
    if "".join(pieces).casefold() != word.casefold():
        return Reading(problem=f"{quoted(text)} is not the word {word} cut into pieces; write {word} with spaces in it")
    return Reading(tuple(pieces) if "".join(pieces) == word else tuple(piece.lower() for piece in pieces))


def count_of(number: int, noun: str) -> str:
    """Write a number of things in words, as far as words are short."""
    return f"{HOW_MANY[number] if number < len(HOW_MANY) else number} {noun}{'' if number == 1 else 's'}"
