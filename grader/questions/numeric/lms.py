"""A numeric question for learning platforms: numbers with tolerances, tokens to choose from, or a word cut into pieces."""

from grader.questions.lms_item import LmsAnswer, LmsChoice, LmsItem
from grader.questions.numeric import judge
from grader.questions.numeric.parse import AnswerKind, Reading
from grader.questions.numeric.question import Key, Numbers, NumericQuestion, words_of
from grader.questions.numeric.rounding import NOTICEABLE, Values, half_unit, near

WHOLE, DECIMAL = "Write a whole number.", "Write a number such as 0.73, with a point and no percent sign."


def items(question: NumericQuestion, numbers: Numbers) -> list[LmsItem]:
    """Return the question; one that asks for several numbers as a question for each."""
    key, kind = question.key(numbers), question.kind
    told = {values: judge.judge_reading(question, key, Reading(values)).remark for values in key.wrong.values()}
    if kind in (AnswerKind.TOKEN, AnswerKind.TOKENS):
        return [_choices(key, words_of(numbers), told, is_single=kind is AnswerKind.TOKEN)]
    if kind is AnswerKind.PIECES:
        texts = {" ".join(map(str, values)): words for values, words in told.items()}
        wrong = [LmsAnswer(text, 0, 0, words) for text, words in texts.items()]
        right = LmsAnswer(" ".join(map(str, key.right)), 0, 1)
        return [LmsItem(answers=(right, *wrong), lead="Write the word with a blank wherever it is cut.")]
    lead = WHOLE if kind.of_one is AnswerKind.COUNT else DECIMAL
    parts = range(len(key.right))
    return [
        LmsItem(answers=_answers(question, key, told, place), lead=lead, part=place + 1, parts=len(parts))
        for place in parts
    ]


def _choices(key: Key, tokens: list[str], told: dict[Values, str], *, is_single: bool) -> LmsItem:
    share, known = 1 / len(key.right), told if is_single else {}
    wrong = 0 if is_single else -share
    choices = [LmsChoice(token, share if token in key.right else wrong, known.get((token,), "")) for token in tokens]
    return LmsItem(tuple(choices), is_single=is_single)


def _answers(question: NumericQuestion, key: Key, told: dict[Values, str], place: int) -> tuple[LmsAnswer, ...]:
    """Return the right number, those of the known mistakes, and the right one with wider limits, for early rounding.

    Of several numbers, one alone has a mistake's words only if no other mistake gives it.
    """
    right, distance = float(key.right[place]), key.band[place] and key.band[place] + NOTICEABLE
    answers = [LmsAnswer(value, half_unit(question.decimals), 1, key.about_the_misprint) for value in key.misprint]
    answers.append(LmsAnswer(right, distance, 1))
    wrong = [(float(values[place]), words) for values, words in told.items() if len(values) == len(key.right)]
    for value, words in dict.fromkeys(wrong):
        meant = {other for number, other in wrong if near(number, value, 2 * distance)}
        if not near(value, right, 2 * distance) and len(meant) == 1:
            answers.append(LmsAnswer(value, distance, 0, words))
    if not question.kind.is_exact:
        early = judge.TOO_EARLY.format(decimals=question.decimals)
        answers.append(LmsAnswer(right, key.early[place] + NOTICEABLE, 0.5, early))
    return tuple(answers)
