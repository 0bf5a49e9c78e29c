"""Parse a typed answer: letters and numbers, in any usual form."""

from __future__ import annotations

import re

from grader.questions.answer_judgement import UnreadableAnswerError, listed

_SPLIT = re.compile(r"[\s,;.)>(]+")
_PAIR = re.compile(r"(\d+)[\s.):=>-]*([a-z])")
_VERDICTS = {"t": True, "true": True, "yes": True, "f": False, "false": False, "no": False}
MAX_CHOICES = 12
"""The maximum number of choices: their letters must not reach q, which quits."""


def letter(place: int) -> str:
    """Return the letter of a choice, counted from 0."""
    return "abcdefghijklmnopqrstuvwxyz"[place]


def read_choice(text: str, count: int) -> int:
    """Return the place of the one choice that a text names.

    Raises:
        UnreadableAnswerError: it names none or several.
    """
    places = _places(text, count)
    if len(places) != 1:
        raise UnreadableAnswerError(f"Type one letter, from a to {letter(count - 1)}.")
    return places[0]


def read_choices(text: str, count: int) -> frozenset[int]:
    """Return the places of all choices that a text names.

    Raises:
        UnreadableAnswerError: it names none.
    """
    places = _places(text, count)
    if not places:
        raise UnreadableAnswerError("Type the letters of all that are right, such as a c.")
    return frozenset(places)


def read_verdict(text: str, count: int) -> tuple[bool, int]:
    """Return whether a text says true or false, and the place of the reason that it names.

    Raises:
        UnreadableAnswerError: one of the two is missing.
    """
    first, *rest = [each for each in _SPLIT.split(text.lower()) if each] or [""]
    short = re.fullmatch(r"([tf])([a-e1-9])", first)
    if short:
        first, rest = short[1], [short[2], *rest]
    if first not in _VERDICTS or not rest:
        raise UnreadableAnswerError("Type true or false and the letter of the reason, such as false b.")
    return _VERDICTS[first], read_choice(" ".join(rest), count)


def read_order(text: str, count: int) -> tuple[int, ...]:
    """Return the places in the order in which a text names them.

    Raises:
        UnreadableAnswerError: one is missing or named twice.
    """
    places = _places(text, count)
    missing = [letter(place) for place in range(count) if place not in places]
    twice = sorted({letter(place) for place in places if places.count(place) > 1})
    if twice:
        raise UnreadableAnswerError(f"You named {listed(twice)} more than once. Type each letter once.")
    if missing:
        raise UnreadableAnswerError(f"You left out {listed(missing)}. Type all {count} letters, the first step first.")
    return tuple(places)


def read_pairs(text: str, count: int) -> tuple[int, ...]:
    """Return for each number the place of the letter that a text gives it.

    Raises:
        UnreadableAnswerError: a number is missing, named twice or too large, or there is other text.
    """
    wanted = text.lower().replace("\u2212", "-").replace("\u2192", ">")
    pairs = [(int(number[:3]), ord(each) - ord("a")) for number, each in _PAIR.findall(wanted)]
    rest = _SPLIT.sub("", _PAIR.sub("", wanted))
    last = letter(count - 1)
    if rest or not pairs or any(not 1 <= number <= count or place >= count for number, place in pairs):
        raise UnreadableAnswerError(f"Type each number with its letter, such as 1c 2a; 1 to {count}, and a to {last}.")
    numbers = [number for number, _ in pairs]
    twice = sorted({str(number) for number in numbers if numbers.count(number) > 1})
    if twice:
        raise UnreadableAnswerError(f"You gave {listed(twice)} more than one letter. Type each number once.")
    missing = [str(number) for number in range(1, count + 1) if number not in numbers]
    if missing:
        raise UnreadableAnswerError(f"You left out {listed(missing)}. Give every number from 1 to {count} a letter.")
    return tuple(place for _, place in sorted(pairs))


def _places(text: str, count: int) -> list[int]:
    """Return the places of the letters, or numbers, that a text consists of; any other text is refused."""
    places = []
    for word in filter(None, _SPLIT.split(text.lower())):
        is_number = re.fullmatch(r"[0-9]{1,2}", word) is not None
        for each in [word] if is_number and 1 <= int(word) <= count else word:
            place = int(each) - 1 if re.fullmatch("[0-9]{1,2}", each) else ord(each) - ord("a")
            if not 0 <= place < count:
                what = f"There is no {shown(word)} here. The choices are a to {letter(count - 1)}."
                raise UnreadableAnswerError(what)
            places.append(place)
    return places


def shown(text: str) -> str:
    """Return what was typed, cut to a length that can be quoted."""
    return repr(text if len(text) <= 20 else f"{text[:19]}…")
