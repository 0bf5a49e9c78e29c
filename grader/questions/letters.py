"""The letters of choices, and the letters and numbers in a typed answer, in any usual form."""

import re

from grader.questions.answer_judgement import UnreadableAnswerError

SPLIT = re.compile(r"[\s,;.)>(]+")
"""Matches what may stand between two letters."""
MAX_CHOICES = 12
"""The maximum number of choices: their letters must not reach q, which quits."""


def letter(place: int) -> str:
    """Return the letter of a choice, counted from 0."""
    return "abcdefghijklmnopqrstuvwxyz"[place]


def read_places(text: str, count: int) -> list[int]:
    """Return the places of the letters, or numbers, in a text; raise UnreadableAnswerError if there is anything else."""
    places = []
    for word in filter(None, SPLIT.split(text.lower())):
        is_number = re.fullmatch(r"[0-9]{1,2}", word) is not None
        for sign in [word] if is_number and 1 <= int(word) <= count else word:
            place = int(sign) - 1 if re.fullmatch("[0-9]{1,2}", sign) else ord(sign) - ord("a")
            if not 0 <= place < count:
                quoted = repr(word if len(word) <= 20 else f"{word[:19]}…")
                what = f"There is no {quoted} here. The choices are a to {letter(count - 1)}."
                raise UnreadableAnswerError(what)
            places.append(place)
    return places


def read_choice(text: str, count: int) -> int:
    """Return the place of the one choice that a text names; raise UnreadableAnswerError if it names none or several."""
    places = read_places(text, count)
    if len(places) != 1:
        raise UnreadableAnswerError(f"Type one letter, from a to {letter(count - 1)}.")
    return places[0]
