"""Read an answer as people write it: a number (0.73, .73, 0,73, 73 %, 11/15, 1e-3, 11 225), several of them, or words."""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from grader.core.escape import line
from grader.questions.numeric.rounding import Item

NEUTRAL = {"item": "token", "items": "tokens"}
"""Names for courses that are not about tokens: of kinds of answers, and of the drawn numbers to choose from."""


class AnswerKind(StrEnum):
    """The kind of an answer; the plural of a kind is an ordered list of such answers.

    The docstrings of the kinds are the table in docs/authoring/questions.md.
    """

    PROBABILITY = "probability"
    """a number from 0 to 1, such as 0.73, 73 % or 11/15; compared within the tolerance"""
    PROBABILITIES = "probabilities"
    """several of these, in order"""
    SHARE = "share"
    """as `probability`; messages call it a share"""
    NUMBER = "number"
    """any number, with its unit or without; compared within the tolerance"""
    NUMBERS = "numbers"
    """several of these, in order"""
    COUNT = "count"
    """a whole number, 0 or more; compared exactly"""
    COUNTS = "counts"
    """several of these, in order"""
    TOKEN = "token"
    """(or `item`) one of `tokens` (or `items`), or its place among them, counted from 0; compared exactly"""
    TOKENS = "tokens"
    """(or `items`) some of `tokens` (or `items`), in any order; compared as a set"""
    PIECES = "pieces"
    """`word`, cut into pieces, from left to right; compared exactly"""

    @property
    def of_one(self) -> "AnswerKind":
        return _SINGULAR.get(self, self)

    @property
    def is_list(self) -> bool:
        return self in _SINGULAR or self in (AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_text(self) -> bool:
        return self in (AnswerKind.TOKEN, AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_exact(self) -> bool:
        return self.is_text or self.of_one is AnswerKind.COUNT

    @property
    def is_part_of_one(self) -> bool:
        return self.of_one in (AnswerKind.PROBABILITY, AnswerKind.SHARE)


_SINGULAR = {
    AnswerKind.PROBABILITIES: AnswerKind.PROBABILITY,
    AnswerKind.NUMBERS: AnswerKind.NUMBER,
    AnswerKind.COUNTS: AnswerKind.COUNT,
}


MAX_LENGTH = 200
MAX_ROW_LENGTH = 10 * MAX_LENGTH
QUOTED_LENGTH = 40
EXAMPLES = {AnswerKind.COUNT: "249", AnswerKind.NUMBER: "2.5"}
HOW_MANY = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NOT_NUMBERS = ("nan", "inf", "infinity", "infinite", "∞")
BRACKETS = "{}[]()<> "
QUOTES = "\"'`“”‘’„«»"
SEPARATORS = (";", ",(?= )", " ", ",")
"""Separators of numbers, in the order in which they are tried."""
LIKE_ASCII = {
    **dict.fromkeys("−‒–—﹣－", "-"),
    **dict.fromkeys("⁄∕／", "/"),
    **dict.fromkeys("％﹪٪", "%"),
    **{"．": ".", "，": ",", "＋": "+", "٫": ",", "’": "'"},
}

PATTERNS = {
    "number": r"([+-]?) ?([\d.,' ]*\d[.,]?)(?:[eE]([+-]?\d{1,6}))?",
    "plain": r"\d+\.?\d*|\.\d+",
    "decimal": r"(\d*)[.,](\d*)",
    "grouped": r"([1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})*)()",
    "grouped_decimal": r"([1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)",
    "several": r"(?=.*\d[\d.,]*[' ;:/-].*\d)[\d.,' ;:/-]+",
}
"""Patterns of whole texts."""
FORMS = ("decimal", "grouped", "grouped_decimal")
"""The forms of a number that Python itself could not read: group 1 is before the point, the last group behind it."""
_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}

PROBLEMS = {
    "row": "that is {length} characters long; write only the answer",
    "long": "that is too long for a number; {how}",
    "empty": "there is no number; {how}",
    "percent": "no percentage is asked for here; write the number itself",
    "both": "{text} is both a fraction and a percentage; write one of them",
    "lines": "{text} has more than one fraction line; write it like 11/15",
    "zero": "{text} divides by 0; write another number below the line",
    "large": "{text} is larger than any answer here; {how}",
    "tiny": "{text} is too close to 0 to be told from it; write 0",
    "either": "{text} can mean {one} or {other}; write {one} or {other}",
    "infinite": "{text} is not a number that can be an answer; {how}",
    "several": "{text} is more than one number; write only the answer",
    "word": "{text} is not a number; {how}",
    "negative": "a count is not negative",
    "whole": "a count is a whole number",
    "probability": "probabilities lie between 0 and 1",
    "share": "a share lies between 0 and 1",
    "if_percent": "; if you mean percent, write {value} %",
    "size": "{text} has {found}; {how}",
    "list": "{text} cannot be read as {wanted}; {how}",
    "token": "{text} is none of these: {words}",
    "no_token": "nothing is chosen; choose from {words}",
    "tokens": "{text} is more than one; write only one",
    "no_pieces": "there are no pieces; write {words} with spaces where it is cut",
    "pieces": "{text} is not the word {words} cut into pieces; write {words} with spaces in it",
}


@dataclass(frozen=True)
class Reading:
    """A parsed text: its values, a note on how it was read, and its problem.

    A number that can be read but lies where no answer can lie has both values and a problem.
    """

    values: tuple[Item, ...] = ()
    note: str = ""
    problem: str = ""


class TypedAnswer(NamedTuple):
    """An answer, and what it is an answer to."""

    text: str
    kind: AnswerKind
    how: str = ""
    """How to write an answer."""

    def refused(self, problem: str, **words: object) -> Reading:
        """Return the reading of a text that is no answer."""
        return Reading(problem=PROBLEMS[problem].format(text=quoted(self.text), how=self.how, **words))


def how_to_write(kind: AnswerKind, size: int, unit: str) -> str:
    """Return how to write one number, or several."""
    if kind.is_list:
        is_or_are = "is" if size == 1 else "are"
        return f"{count_of(size)} {is_or_are} asked for; put semicolons between them, like 0.5; 0.25"
    return f"write only the number, in {unit}" if unit else f"write it in digits, like {EXAMPLES.get(kind, '0.73')}"


def read(text: str, kind: AnswerKind, *, size: int = 1, words: Sequence[str] = (), unit: str = "") -> Reading:
    """Read an answer: `size` numbers, each perhaps with its unit, or some of the words, or the pieces of one."""
    if len(text) > MAX_ROW_LENGTH:
        return TypedAnswer(text, kind).refused("row", length=len(text))
    if kind is AnswerKind.PIECES:
        return _pieces(TypedAnswer(text, kind), "".join(words))
    if kind.is_text:
        return _tokens(TypedAnswer(text, kind), words)
    return _numbers(text, kind, size, unit) if kind.is_list else read_number(text, kind, unit)


# --- one number -----------------------------------------------------------------------------------


def read_number(text: str, kind: AnswerKind = AnswerKind.NUMBER, unit: str = "") -> Reading:
    """Read one number, for an answer of a kind and perhaps with its unit behind it."""
    answer = TypedAnswer(text, kind, how_to_write(kind, 1, unit))
    if len(text) > MAX_LENGTH:
        return answer.refused("long")
    plain = tidied(text).lstrip("=≈~ ")
    if unit and plain.casefold().endswith(unit.casefold()):
        plain = plain[: -len(unit)].rstrip()
    if not plain:
        return answer.refused("empty")
    plain = re.sub(r"([.,]\d+)[.,]$", r"\1", plain)
    is_percent = plain.endswith("%")
    body = plain.removesuffix("%").rstrip()
    if is_percent and not kind.is_part_of_one:
        return answer.refused("percent")
    if "/" in body:
        return answer.refused("both") if is_percent else _checked(_fraction(body, answer), kind)
    return _checked(_number(body, answer, is_percent=is_percent), kind, is_percent=is_percent)


def tidied(text: str) -> str:
    """Replace signs, digits and spaces by those of ASCII, and drop invisible characters."""
    return " ".join("".join(_ascii(LIKE_ASCII.get(sign, sign)) for sign in text).split())


def quoted(text: str) -> str:
    """Return a typed text in quotes, cut and safe to print."""
    shown = line(" ".join(text.split())[: QUOTED_LENGTH + 1])
    return f'"{shown[:QUOTED_LENGTH]}…"' if len(shown) > QUOTED_LENGTH else f'"{shown}"'


def _ascii(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " "
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return {"Zs": " ", "Cf": ""}.get(category, character)


def _number(body: str, answer: TypedAnswer, *, is_percent: bool = False) -> Reading:
    """Read a number without a fraction line; what it can mean depends on its kind."""
    match = _COMPILED["number"].fullmatch(body)
    sign, digits, exponent = match.groups() if match else ("", "", "")
    meanings = [float(f"{sign}{meaning}e{exponent or 0}") for meaning in _meanings(digits.strip(), answer.kind)]
    if not meanings:
        if body.lstrip("+- ").casefold() in NOT_NUMBERS:
            return answer.refused("infinite")
        return answer.refused("several" if _COMPILED["several"].fullmatch(body) else "word")
    if not all(map(math.isfinite, meanings)):
        return answer.refused("large")
    if 0.0 in meanings and re.search("[1-9]", digits):
        return answer.refused("tiny")
    values = [meaning / 100 if is_percent else meaning for meaning in meanings]
    fitting = [value for value in values if _fits(value, answer.kind)] or values[:1]
    if len(fitting) > 1:
        return answer.refused("either", one=shown(fitting[0]), other=shown(fitting[1]))
    is_plain = _COMPILED["plain"].fullmatch(digits) and fitting[0] == values[0]
    return Reading((fitting[0],), "" if is_plain else f"read as {shown(fitting[0])}")


def _meanings(digits: str, kind: AnswerKind) -> list[str]:
    """Return the possible meanings of a row of digits, points, commas and spaces, in Python's notation."""
    if _COMPILED["plain"].fullmatch(digits) and not (
        kind is AnswerKind.COUNT and _COMPILED["grouped"].fullmatch(digits)
    ):
        return [digits]
    matches = filter(None, (_COMPILED[form].fullmatch(digits) for form in FORMS))
    return [f"{re.sub('[^0-9]', '', match[1]) or 0}.{match[match.re.groups] or 0}" for match in matches]


def _fits(value: float, kind: AnswerKind) -> bool:
    if kind.is_part_of_one:
        return 0 <= value <= 1
    return kind is not AnswerKind.COUNT or (value >= 0 and value == int(value))


def _checked(reading: Reading, kind: AnswerKind, *, is_percent: bool = False) -> Reading:
    """Add a problem to a number that cannot be the answer."""
    value = next(iter(reading.values), None)
    if reading.problem or not isinstance(value, float) or _fits(value, kind):
        return reading
    if kind is AnswerKind.COUNT:
        return replace(reading, problem=PROBLEMS["negative" if value < 0 else "whole"])
    hint = PROBLEMS["if_percent"].format(value=shown(value)) if 1 < value <= 100 and not is_percent else ""
    return replace(reading, problem=PROBLEMS[kind] + hint)


def _fraction(body: str, answer: TypedAnswer) -> Reading:
    parts = [_number(part.strip(), answer._replace(kind=AnswerKind.NUMBER)) for part in body.split("/")]
    if len(parts) != 2:
        return answer.refused("lines")
    above, below = (next(iter(part.values), None) for part in parts)
    if not isinstance(above, float) or not isinstance(below, float):
        return Reading(problem=parts[0].problem or parts[1].problem)
    if below == 0:
        return answer.refused("zero")
    return Reading((above / below,)) if math.isfinite(above / below) else answer.refused("large")


def shown(value: float) -> str:
    """Write a number with at most six decimals, unless it is very large or very small."""
    if value and not 1e-4 <= abs(value) < 1e15:
        return f"{value:g}"
    return f"{value:.6f}".rstrip("0").rstrip(".")


# --- several numbers, and words -------------------------------------------------------------------


def _numbers(text: str, kind: AnswerKind, size: int, unit: str) -> Reading:
    """Read so many numbers, with whatever stands between them that makes their number right."""
    answer = TypedAnswer(text, kind, how_to_write(kind, size, unit))
    plain = tidied(text).strip(BRACKETS)
    if not plain:
        return answer.refused("empty")
    for separator in SEPARATORS:
        parts = [part.strip() for part in re.split(separator, plain)]
        if len(parts) == size and all(parts):
            break
        if separator == ";" and len(parts) > 1:
            return answer.refused("size", found=count_of(len(parts)))
    else:
        return answer.refused("list", wanted=count_of(size))
    readings = [read_number(part, kind.of_one, unit) for part in parts]
    values = tuple(value for reading in readings for value in reading.values)
    problem = next((reading.problem for reading in readings if reading.problem), "")
    notes = [f"{quoted(part)} {reading.note}" for part, reading in zip(parts, readings, strict=True) if reading.note]
    return Reading(values if len(values) == size else (), ", ".join(notes), problem)


def _tokens(answer: TypedAnswer, tokens: Sequence[str]) -> Reading:
    """Read one token or a set of them, by their words or their ids."""
    plain = tidied(answer.text.translate(dict.fromkeys(map(ord, QUOTES)))).strip(f"{BRACKETS},;")
    chosen: set[str] = set()
    for part in filter(None, re.split(r"[,; ]+", plain)):
        token = _token(part, tokens)
        if token is None:
            return answer._replace(text=part).refused("token", words=", ".join(tokens))
        chosen.add(token)
    if not chosen:
        return answer.refused("no_token", words=", ".join(tokens))
    if answer.kind is AnswerKind.TOKEN and len(chosen) > 1:
        return answer.refused("tokens")
    return Reading(tuple(token for token in tokens if token in chosen))


def _token(part: str, tokens: Sequence[str]) -> str | None:
    """Find a token by its word, however it is capitalised, or by its id."""
    if part in tokens:
        return part
    alike = [token for token in tokens if token.casefold() == part.casefold()]
    if len(alike) == 1:
        return alike[0]
    is_id = part.isascii() and part.isdigit() and len(part) < 4 and int(part) < len(tokens)
    return tokens[int(part)] if is_id else None


def _pieces(answer: TypedAnswer, word: str) -> Reading:
    """Read what a word is cut into; anything but letters can stand between the pieces."""
    pieces = re.findall(r"[^\W\d_]+", tidied(answer.text))
    if not pieces:
        return answer.refused("no_pieces", words=word)
    if "".join(pieces).casefold() != word.casefold():
        return answer.refused("pieces", words=word)
    return Reading(tuple(pieces) if "".join(pieces) == word else tuple(piece.lower() for piece in pieces))


def count_of(number: int) -> str:
    """Write how many numbers there are, in words as far as words are short."""
    return f"{HOW_MANY[number] if number < len(HOW_MANY) else number} number{'' if number == 1 else 's'}"
