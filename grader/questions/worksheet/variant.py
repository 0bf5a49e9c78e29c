"""A worksheet with the numbers of one student: the same text and the same student always give the same."""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from grader.questions.numeric.numeric_question import Numbers, NumericQuestion, draw_together
from grader.questions.quiz.instance import filled, shown
from grader.questions.worksheet.worksheet_file import Opened, Worksheet, WorksheetStep

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters of ids, without those that look alike on paper (0 and O, 1 and l)."""
HALF = 4
EXPONENTIAL = re.compile(r"exp\((-?[0-9.]+)\)")


@dataclass(frozen=True)
class Variant:
    """One student's worksheet."""

    sheet: Worksheet
    """Its texts have the numbers in their places."""
    questions: tuple[NumericQuestion, ...]
    numbers: Numbers
    student: str
    """The student's id; empty for a sheet that is nobody's own."""
    name: str = ""

    @cached_property
    def id(self) -> str:
        """Return the sheet's id: a hash of its numbers, so that it reveals nothing of the seed."""
        text = json.dumps([self.sheet.id, dict(self.numbers)], sort_keys=True)
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        signs = ""
        while len(signs) < 2 * HALF:
            number, rest = divmod(number, len(SIGNS))
            signs += SIGNS[rest]
        return f"{signs[:HALF]}-{signs[HALF:]}"

    @cached_property
    def asked(self) -> tuple[tuple[WorksheetStep, NumericQuestion], ...]:
        """Return each step with the question that it asks."""
        return tuple(zip(self.sheet.steps, self.questions, strict=True))

    @cached_property
    def exponentials(self) -> tuple[tuple[float, float], ...]:
        """Return the table of exponentials: those that the sheet names and those that its steps need."""
        labels = [step.label for question in self.questions for step in question.working(self.numbers)]
        needed = {float(found[1]) for label in labels if (found := EXPONENTIAL.fullmatch(label))}
        exponents = sorted({*self.sheet.exponentials, *needed}) if self.sheet.exponentials else []
        return tuple((each, math.exp(each)) for each in exponents)


def draw(opened: Opened, seed: str, student: str = "", name: str = "") -> Variant:
    """Draw the numbers of a student; upper and lower case of the id make no difference.

    Raises:
        SolutionError: a question's file goes wrong.
    """
    plain = unicodedata.normalize("NFC", student).strip().casefold()
    numbers = draw_together(list(opened.questions), opened.sheet.id, seed, plain)
    values: Mapping[str, str] = {key: minus(shown(value)) for key, value in numbers.items()}
    return Variant(filled(opened.sheet, values), opened.questions, numbers, student, name)


def minus(text: str) -> str:
    """Return a text with U+2212 as the sign of its numbers, and none before a zero."""
    return re.sub(r"(?<![\w)])-(?=[.\d])", "\u2212", re.sub(r"(?<![\w)])-(?=0(\.0+)?(?![.\d]))", "", text))
