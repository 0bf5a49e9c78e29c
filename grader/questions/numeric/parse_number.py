"""Read a number as people write it: 0.73, .73, 0,73, 73 %, 11/15, 1e-3, 11 225."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from grader.core.escape import line
from grader.questions.numeric.kind import Kind
from grader.questions.numeric.rounding import Item

MAX_LENGTH = 200
QUOTED_LENGTH = 40
EXAMPLES = {Kind.COUNT: "249", Kind.NUMBER: "2.5"}

SIGNS = dict.fromkeys(map(ord, "−‒–—﹣－"), "-")
SLASHES = dict.fromkeys(map(ord, "⁄∕／"), "/")
PERCENTS = dict.fromkeys(map(ord, "％﹪٪"), "%")
POINTS = {ord("．"): ".", ord("，"): ",", ord("＋"): "+", ord("٫"): ",", ord("’"): "'"}
LIKE_ASCII = SIGNS | SLASHES | PERCENTS | POINTS

PLAIN = re.compile(r"([+-]?) ?([\d.,' ]*\d[.,]?)(?:[eE]([+-]?\d{1,6}))?")
AS_IN_PYTHON = re.compile(r"\d+\.?\d*|\.\d+")
DECIMAL = re.compile(r"(\d*)[.,](\d*)")
GROUPED = re.compile(r"[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*")
GROUPED_DECIMAL = re.compile(r"([1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})*)([.,])(\d+)")
STOP_AT_THE_END = re.compile(r"([.,]\d+)[.,]$")
SEVERAL = re.compile(r"[\d.,' ;:/-]+")
BOTH = "both a fraction and a percentage; write one of them"
NOT_NUMBERS = {"nan", "inf", "infinity", "infinite", "∞"}


@dataclass(frozen=True)
class Reading:
    """What a text says: its values, a note on how it was read, and what is wrong with it.

    A number that can be read but lies where no answer can lie has both values and a problem.
    """

    values: tuple[Item, ...] = ()
    note: str = ""
    problem: str = ""

    @property
    def value(self) -> Item | None:
        """Return the only value, or None."""
        return self.values[0] if len(self.values) == 1 else None


class Asked(NamedTuple):
    """What is asked for, and what somebody wrote."""

    kind: Kind
    unit: str
    text: str

    @property
    def quoted(self) -> str:
        """Show the text."""
        return quoted(self.text)

    @property
    def how(self) -> str:
        """Say how to write an answer."""
        if self.unit:
            return f"write only the number, in {self.unit}"
        return f"write it in digits, like {EXAMPLES.get(self.kind, '0.73')}"


def read_number(text: str, kind: Kind = Kind.NUMBER, unit: str = "") -> Reading:
    """Read one number, for an answer of a kind and perhaps with its unit behind it."""
    asked = Asked(kind, unit, text)
    if len(text) > MAX_LENGTH:
        return Reading(problem=f"that is too long for a number; {asked.how}")
    plain = tidied(text).lstrip("=≈~ ")
    if unit and plain.casefold().endswith(unit.casefold()):
        plain = plain[: -len(unit)].rstrip()
    if not plain:
        return Reading(problem=f"there is no number; {asked.how}")
    plain = STOP_AT_THE_END.sub(r"\1", plain)
    is_percent = plain.endswith("%")
    body = plain.removesuffix("%").rstrip()
    if is_percent and not kind.is_part_of_one:
        return Reading(problem="no percentage is asked for here; write the number itself")
    if "/" in body:
        return _fraction(body, asked) if not is_percent else Reading(problem=f"{asked.quoted} is {BOTH}")
    return _checked(_number(body, asked, kind, is_percent=is_percent), kind, is_percent=is_percent)


def tidied(text: str) -> str:
    """Write signs, digits and spaces in the way of ASCII, without anything invisible."""
    return " ".join("".join(map(_ascii, text.translate(LIKE_ASCII))).split())


def quoted(text: str) -> str:
    """Show what somebody wrote, cut and safe to print."""
    shown = line(" ".join(text.split())[: QUOTED_LENGTH + 1])
    return f'"{shown[:QUOTED_LENGTH]}…"' if len(shown) > QUOTED_LENGTH else f'"{shown}"'


def _ascii(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " "
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "Zs":
        return " "
    return "" if category == "Cf" else character


def _number(body: str, asked: Asked, kind: Kind, *, is_percent: bool = False) -> Reading:
    """Read a number without a fraction line; what it can mean depends on its kind."""
    found = PLAIN.fullmatch(body)
    if not found:
        return Reading(problem=_not_a_number(body, asked))
    sign, digits, exponent = found.groups()
    meanings = [float(f"{sign}{each}e{exponent or 0}") for each in _meanings(digits.strip(), kind)]
    if not meanings:
        return Reading(problem=_not_a_number(body, asked))
    if not all(map(math.isfinite, meanings)):
        return Reading(problem=f"{asked.quoted} is larger than any answer here; {asked.how}")
    if 0.0 in meanings and re.search("[1-9]", digits):
        return Reading(problem=f"{asked.quoted} is too close to 0 to be told from it; write 0")
    values = [each / 100 if is_percent else each for each in meanings]
    fitting = [each for each in values if _fits(each, kind)] or values[:1]
    if len(fitting) > 1:
        one, other = (shown(each) for each in fitting)
        return Reading(problem=f"{asked.quoted} can mean {one} or {other}; write {one} or {other}")
    is_plain = AS_IN_PYTHON.fullmatch(digits) and fitting[0] == values[0]
    return Reading((fitting[0],), "" if is_plain else f"read as {shown(fitting[0])}")


def _meanings(digits: str, kind: Kind) -> list[str]:
    """Return what a row of digits, points, commas and spaces can mean, as Python writes it."""
    if AS_IN_PYTHON.fullmatch(digits) and not (kind is Kind.COUNT and GROUPED.fullmatch(digits)):
        return [digits]
    found = []
    decimal = DECIMAL.fullmatch(digits)
    if decimal:
        found.append(f"{decimal[1] or 0}.{decimal[2] or 0}")
    if GROUPED.fullmatch(digits):
        found.append(re.sub(r"\D", "", digits))
    both = GROUPED_DECIMAL.fullmatch(digits)
    if both and both[2] != both[3]:
        found.append(f"{re.sub(r'[^0-9]', '', both[1])}.{both[4]}")
    return found


def _fits(value: float, kind: Kind) -> bool:
    """Say whether a value can be an answer of a kind."""
    if kind.is_part_of_one:
        return 0 <= value <= 1
    return kind is not Kind.COUNT or (value >= 0 and value == int(value))


def _checked(reading: Reading, kind: Kind, *, is_percent: bool) -> Reading:
    """Add what is wrong with a number that cannot be the answer, wherever it comes from."""
    value = reading.value
    if reading.problem or not isinstance(value, float) or _fits(value, kind):
        return reading
    if kind is Kind.COUNT:
        what = "a count is not negative" if value < 0 else "a count is a whole number"
    else:
        what = "probabilities lie between 0 and 1" if kind is Kind.PROBABILITY else "a share lies between 0 and 1"
        if 1 < value <= 100 and not is_percent:
            what += f"; if you mean percent, write {shown(value)} %"
    return Reading(reading.values, reading.note, what)


def _fraction(body: str, asked: Asked) -> Reading:
    """Read one number over another."""
    parts = [part.strip() for part in body.split("/")]
    if len(parts) != 2:
        return Reading(problem=f"{asked.quoted} has more than one fraction line; write it like 11/15")
    above, below = (_number(part, asked, Kind.NUMBER) for part in parts)
    if not isinstance(above.value, float) or not isinstance(below.value, float):
        return Reading(problem=above.problem or below.problem)
    if below.value == 0:
        return Reading(problem=f"{asked.quoted} divides by 0; write another number below the line")
    value = above.value / below.value
    if not math.isfinite(value):
        return Reading(problem=f"{asked.quoted} is larger than any answer here; {asked.how}")
    return _checked(Reading((value,)), asked.kind, is_percent=False)


def _not_a_number(body: str, asked: Asked) -> str:
    if body.lstrip("+- ").casefold() in NOT_NUMBERS:
        return f"{asked.quoted} is not a number that can be an answer; {asked.how}"
    if SEVERAL.fullmatch(body) and len(re.findall(r"\d[\d.,]*", body)) > 1:
        return f"{asked.quoted} is more than one number; write only the answer"
    return f"{asked.quoted} is not a number; {asked.how}"


def shown(value: float) -> str:
    """Write a number with at most six decimals, unless it is very large or very small."""
    if value and not 1e-4 <= abs(value) < 1e15:
        return f"{value:g}"
    return f"{value:.6f}".rstrip("0").rstrip(".")
