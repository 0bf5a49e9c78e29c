"""From what a person typed to its points, and from a question to its key: both in the letters that were shown."""

from __future__ import annotations

from grader.questions.numeric import judge_number
from grader.questions.numeric.judge_number import Finding
from grader.questions.numeric.kind import Kind
from grader.questions.quiz import parse_choice, score
from grader.questions.quiz.instance import Asked, Worked
from grader.questions.quiz.parse_choice import UnreadableError, letter
from grader.questions.quiz.quiz_models import Matching, Multiple, Numeric, Ordering, Single, TrueFalse
from grader.questions.quiz.score import Marked

NUMERIC_SCORES = {Finding.RIGHT: 2, Finding.ROUNDED_TOO_EARLY: 1, Finding.WRONG: 0}
MAX_STEPS = 20
"""A key shows no more steps than these."""


def mark(asked: Asked, text: str) -> Marked:
    """Mark an answer as it was typed.

    Raises:
        UnreadableError: it is no answer to this question.
    """
    question, order = asked.question, asked.order
    match question:
        case Single():
            return score.judge_single(question, order[parse_choice.read_choice(text, len(order))])
        case Multiple():
            chosen = frozenset(order[place] for place in parse_choice.read_choices(text, len(order)))
            return score.judge_multiple(question, chosen)
        case TrueFalse():
            is_true, why = parse_choice.read_verdict(text, len(order))
            return score.judge_true_false(question, order[why], is_true=is_true)
        case Ordering():
            return score.judge_ordering(question, [order[place] for place in parse_choice.read_order(text, len(order))])
        case Matching():
            return score.judge_matching(question, [order[place] for place in parse_choice.read_pairs(text, len(order))])
    assert asked.worked is not None
    return mark_number(asked.worked, text)


def mark_number(worked: Worked, text: str) -> Marked:
    """Mark an answer to a numeric question.

    Raises:
        UnreadableError: it cannot be an answer.
    """
    judged = judge_number.judge(worked.question, worked.numbers, text)
    if judged.finding not in NUMERIC_SCORES:
        raise UnreadableError(judged.message)
    message = judged.message.removeprefix("Right.").removeprefix("That is not right.").strip()
    return Marked(NUMERIC_SCORES[judged.finding], NUMERIC_SCORES[Finding.RIGHT], message=message)


def key(asked: Asked) -> str:
    """Return the right answer in the way in which it is typed."""
    question, order = asked.question, asked.order
    match question:
        case Single():
            return " ".join(_right(order, [option.is_right for option in question.options]))
        case Multiple():
            return " ".join(_right(order, [option.is_right for option in question.options]))
        case TrueFalse():
            why = _right(order, [option.is_right for option in question.whys])
            return f"{score.said(is_true=question.is_true)} {why[0]}"
        case Ordering():
            return " ".join(letter(order.index(step)) for step in range(len(order)))
        case Matching():
            return " ".join(f"{pair + 1}{letter(order.index(pair))}" for pair in range(len(order)))
    assert asked.worked is not None
    return asked.worked.question.shown(asked.worked.question.answer(asked.worked.numbers))


def working(asked: Asked) -> str:
    """Return the steps that lead to a number, if there are few enough to show."""
    if asked.worked is None:
        return ""
    steps = asked.worked.question.working(asked.worked.numbers)
    decimals = asked.worked.question.decimals
    shown = [f"{step.label} = {_decimals(step.value, decimals)}" for step in steps]
    return "; ".join(shown) if 0 < len(shown) <= MAX_STEPS else ""


def how_to(asked: Asked) -> str:
    """Say how to answer this question."""
    last = letter(len(asked.order) - 1) if asked.order else ""
    match asked.question:
        case Single():
            return f"Type the letter of the right answer, from a to {last}."
        case Multiple():
            return (
                "Type the letters of all right answers, such as a c. Each one that is wrong or missing costs a point."
            )
        case TrueFalse():
            return "Type true or false, and the letter of the reason, such as false b or f b."
        case Ordering():
            return f"Type the letters a to {last} in the right order, the first step first, such as {_example(asked)}."
        case Matching():
            return f"Type each number with the letter that belongs to it, such as {_example(asked)}."
        case Numeric():
            return f"Type {how_to_write(asked)}."
    return ""


def how_to_write(asked: Asked) -> str:
    """Say what an answer to a numeric question looks like."""
    kind = asked.worked.question.kind if asked.worked else Kind.NUMBER
    if kind is Kind.PIECES:
        return "the word with a blank wherever it is cut"
    if kind.is_text:
        return "the token" if kind is Kind.TOKEN else "the tokens in any order, such as the, a"
    if kind.is_list:
        return "the numbers in their order with semicolons between them, such as 0.5; 0.25"
    if kind is Kind.COUNT:
        return "a whole number"
    percent = ", 73 %" if kind.is_part_of_one else ""
    return f"a number in any usual form, such as 0.73, .73{percent}, 11/15 or 1e-3"


def _example(asked: Asked) -> str:
    """Return an answer that has the right form, and that is hardly ever the right one."""
    letters = [letter(place) for place in range(len(asked.order))]
    turned = [*letters[1:], letters[0]]
    if isinstance(asked.question, Matching):
        return " ".join(f"{number}{each}" for number, each in enumerate(turned, 1))
    return " ".join(turned)


def _right(order: tuple[int, ...], are_right: list[bool]) -> list[str]:
    return [letter(place) for place, index in enumerate(order) if are_right[index]]


def _decimals(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}" if value != int(value) else f"{value:.0f}"
