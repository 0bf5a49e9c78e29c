"""The question to answer by hand before the first check: what the function returns in one of the checks' cases.

The solution says what is right. A wrong answer is held against what the exercise's mistakes return for the same call.
"""

import ast
import contextlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from grader.core.call import Ending, Outcomes, Step, Value
from grader.core.escape import line
from grader.core.formatting import literal, short
from grader.core.notation import course_numbers
from grader.core.result import Mistake
from grader.course.course import Course
from grader.course.exercise import ByHand
from grader.course.lesson import question
from grader.grading.prepared import PreparedCheck, prepare
from grader.questions.numeric.parse import AnswerKind, read_number, tidied

MOST_OFF = 0.0051
"""How far a rounded answer may be, which two decimals always are; a thousandth of larger numbers."""
LAST_PLACES = 1.5
"""How far it may be in units of its last decimal: numbers that were rounded on the way are honest work."""
WORD = re.compile(r"""'[^']*'|"[^"]*"|[^\s,;:()\[\]{}]+""")
"""An item of an answer: people write blanks or commas between them, in brackets or not."""
WORDS = {"true": True, "yes": True, "false": False, "no": False, "none": None}
INFINITE = {"inf": math.inf, "∞": math.inf, "-inf": -math.inf, "-∞": -math.inf}


class Judged(NamedTuple):
    """An answer that was judged: whether it is right, the right one as text, and the mistake that gives this answer."""

    is_right: bool
    right: str
    mistake: Mistake | None = None


class Question(NamedTuple):
    """The question of an exercise before its first check."""

    exercise_id: str
    words: str
    """The paragraph of the task that asks."""
    expression: str
    """The call of the function as Python, and the item of its result that is the answer."""
    asked: ByHand
    check: PreparedCheck
    mistakes: Sequence[Mistake]

    def judge(self, typed: str) -> Judged:
        """Judge an answer as it was typed."""
        is_right = is_same(typed, self._right)
        mistake = None if is_right else next(filter(partial(self._gives, typed), self.mistakes), None)
        return Judged(is_right, _numbers(short(self._right)), mistake)

    def miscount(self, typed: str) -> tuple[int, int] | None:
        """Return how many numbers are asked for and how many were typed, if these differ and it is no part of the answer."""
        right = self._right
        wanted = list(_leaves(right))
        given = [typed] if len(wanted) == 1 and _is_number(typed) else _split(typed)
        is_secret = isinstance(right, list | Mapping) or not all(isinstance(number, int | float) for number in wanted)
        are_numbers = given and all(map(_is_number, given))
        return (len(wanted), len(given)) if are_numbers and not is_secret and len(given) != len(wanted) else None

    @property
    def _right(self) -> Value:
        return _value(self.check.expected[self.asked.case - 1], self.asked)

    def _gives(self, typed: str, mistake: Mistake) -> bool:
        """Return whether a mistake gives the answer that was typed."""
        with contextlib.suppress(LookupError, TypeError):  # it may return something else, or nothing
            return is_same(typed, _value(self.check.run_mistake(mistake, self.asked.case - 1), self.asked))
        return False


def reply(question: Question, typed: str, how: str = "") -> tuple[bool | None, str]:
    """Return whether an answer is right, None if it has too few or too many numbers; and the words for its learner.

    `how` says where the way to the answer is, if that is not what `learn show --answer` prints.
    """
    judged = question.judge(typed)
    if judged.is_right:
        return True, f"Right by hand: {question.expression} is {judged.right}."
    found = judged.mistake
    if found:
        return False, f"Not quite. A mistake that gives this: {line(found.title)} {line(found.words)}"
    if counts := question.miscount(typed):
        wanted, given = counts
        asked = "1 number is" if wanted == 1 else f"{wanted} numbers are"
        return None, f"{asked} asked for, you gave {given}."
    how = how or f"learn show {question.exercise_id.rpartition('/')[2]} --answer"
    return False, f"Not quite. How it is done: {how}"


def open_question(course: Course, exercise_id: str) -> Question | None:
    """Return the question of an exercise, prepared; None if it asks nothing."""
    exercise = course.exercise(exercise_id)
    asked = exercise.by_hand
    if asked is None:
        return None
    prepared = prepare(course, exercise)
    check = prepared.check(next(check for check in exercise.checks if check.name == asked.check))
    call = check.encoded.calls[asked.case - 1]
    path = "".join(f"[{key!r}]" for key in _path(asked))
    names = [parameter.name for parameter in check.setting.signature.parameters]
    text = "; ".join(_step_text(step, names) for step in call.steps)
    return Question(
        exercise_id, question(course.words(exercise_id).task), f"{text}{path}", asked, check, prepared.trusted.mistakes
    )


def is_same(typed: str, value: Value) -> bool:
    """Return whether a typed answer is a value: its items in order, numbers as far as they were written down."""
    wanted = list(_leaves(value))
    if len(wanted) == 1 and _is_same_item(typed, wanted[0]):
        return True
    words = _split(typed)
    return len(words) == len(wanted) and all(map(_is_same_item, words, wanted))


def _split(typed: str) -> list[str]:
    """Return the items of an answer; of those in quotes, what Python takes them for."""
    words = WORD.findall(typed.replace("`", ""))
    return [_unquote(word) if word[0] in "'\"" and len(word) > 1 else word.strip("'\"") for word in words]


def _unquote(word: str) -> str:
    with contextlib.suppress(ValueError, SyntaxError):
        return str(ast.literal_eval(word))
    return word[1:-1]


def _leaves(value: Value) -> Iterator[Value]:
    """Yield the numbers and texts of a value, in order."""
    if isinstance(value, Mapping):
        for key, item in sorted(value.items(), key=lambda pair: str(pair[0])):
            yield from (key, *_leaves(item))
    elif isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif isinstance(value, list | tuple | set):
        for item in value:
            yield from _leaves(item)
    else:
        yield value.item() if isinstance(value, np.generic) else value


def _is_same_item(typed: str, wanted: Value) -> bool:
    if isinstance(wanted, str):
        return typed == wanted
    if wanted is None or isinstance(wanted, bool):
        return WORDS.get(typed.lower(), ...) is wanted
    if not isinstance(wanted, int | float):
        return False
    plain = tidied(typed.replace("`", ""))
    if plain in INFINITE:
        return bool(INFINITE[plain] == wanted)
    number = next(
        iter(read_number(plain, AnswerKind.COUNT if isinstance(wanted, int) else AnswerKind.NUMBER).values), None
    )
    if not isinstance(number, float) or math.isinf(wanted):
        return False
    decimals = len(re.split("[.,]", plain.partition("e")[0])[-1]) if re.search("[.,]", plain) else 0
    off = 0.0 if isinstance(wanted, int) else min(max(MOST_OFF, abs(wanted) / 1000), LAST_PLACES * 10.0**-decimals)
    return abs(number - wanted) <= off + 1e-9


def _is_number(typed: str) -> bool:
    plain = tidied(typed)
    return plain in INFINITE or bool(read_number(plain, AnswerKind.COUNT).values or read_number(plain).values)


def _path(asked: ByHand) -> list[Value]:
    return [] if asked.item is None else list(asked.item) if isinstance(asked.item, list | tuple) else [asked.item]


def _value(outcomes: Outcomes, asked: ByHand) -> Value:
    """Return the value that is asked for, from the outcomes of a call.

    Raises:
        LookupError: the call did not return, or not something with such an item.
    """
    last = outcomes[-1]
    if last.ending is not Ending.RETURNED:
        raise LookupError
    value = last.value
    for key in _path(asked):
        value = value[key]
    return value


def _step_text(step: Step, names: Sequence[str]) -> str:
    """Return a step as a learner would write it by hand: lists for arrays, and numbers as short as they are."""
    target = f"{step.of}.{step.name}" if step.of and step.name else step.of or step.name
    pairs = list(zip_longest(names[: len(step.args)], step.args, fillvalue=""))
    first = next((at for at, (_, value) in enumerate(pairs) if isinstance(value, int | float)), len(pairs))
    first = len(pairs) if step.of or step.keep else first  # the methods of a class have names of their own
    arguments = [_plain(value) if at < first else f"{name}={_plain(value)}" for at, (name, value) in enumerate(pairs)]
    arguments += [f"{name}={_plain(value)}" for name, value in step.kwargs.items()]
    text = target if step.is_read else f"{target}({', '.join(arguments)})"
    return f"{step.keep} = {text}" if step.keep else text


def _plain(value: Value) -> str:
    return _numbers(literal(value.tolist() if isinstance(value, np.ndarray) else value))


def _numbers(text: str) -> str:
    return course_numbers(re.sub(r"(?<=\d)\.0(?![\d.])", "", text)).replace("np.array(", "").replace("])", "]")
