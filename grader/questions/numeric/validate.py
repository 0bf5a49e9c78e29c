"""The gate for numeric questions: prove over many draws that right answers pass and known mistakes are named."""

import inspect
import json
from collections.abc import Iterator, Sequence

from grader.course import shown_path
from grader.course.course import SolutionError, Solutions
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.numeric.judge import judge_reading
from grader.questions.numeric.parse import Reading
from grader.questions.numeric.question import MISTAKES, Numbers, NumericQuestion, load_question, question_names
from grader.questions.numeric.rounding import Values, exactly, is_same

SEEDS = 40
LEAST_DRAWS = 20
LEAST_TITLE, LEAST_WORDS = 10, 20


def problems(solutions: Solutions, chosen: Sequence[str] | None = None, seeds: int = SEEDS) -> Iterator[str]:
    """Yield what is wrong with the numeric questions of a course, or with those chosen."""
    for name in question_names(solutions) if chosen is None else chosen:
        try:
            question = load_question(solutions, name)
            yield from _word_problems(question)
            yield from _draw_problems(question, seeds)
        except SolutionError as error:
            yield str(error)


def _word_problems(question: NumericQuestion) -> Iterator[str]:
    """Yield what is not said, or not said as a sentence."""
    if not question.title.endswith("."):
        yield f"{shown_path(question.file)}:1:1: the first line is no sentence; say what is asked for"
    file = shown_path(question.file.with_name(f"{question.name}{MISTAKES}.py"))
    if not question.mistakes:
        yield f"{file}: there is no mistake; write at least one function"
    for mistake in question.mistakes:
        line = inspect.unwrap(mistake.function).__code__.co_firstlineno
        if len(mistake.title) < LEAST_TITLE or not mistake.title.endswith("."):
            yield f"{file}:{line}:1: `{mistake.name}` has no title; begin its docstring with a sentence on what was done"
        if len(mistake.words) < LEAST_WORDS or not mistake.words.endswith((".", "?")):
            yield f"{file}:{line}:1: `{mistake.name}` has no words; say why it is wrong and what to look at"


def _draw_problems(question: NumericQuestion, seeds: int) -> Iterator[str]:
    """Yield what goes wrong with drawn numbers; the first of a kind is enough."""
    alone: set[str] = set()
    variants: set[str] = set()
    for seed in range(seeds):
        numbers = question.draw("gate", str(seed))
        variants.add(json.dumps(numbers, sort_keys=True))
        trouble = next(_trouble(question, numbers), "")
        if trouble:
            shown = ", ".join(f"{name} = {value}" for name, value in numbers.items())
            yield f"{_where(question)}: {trouble} with {shown}"
            return
        alone |= {name for name, judgement in _named(question, numbers).items() if len(judgement.mistakes) == 1}
    if len(variants) < min(seeds / 2, LEAST_DRAWS):
        yield f"{_where(question)}: {seeds} students get only {len(variants)} different draws; draw from {LEAST_DRAWS} or more"
    for mistake in question.mistakes:
        if mistake.name not in alone:
            yield f"{_where(question)}: `{mistake.name}` is never alone with its answer; remove it, or draw other numbers"


def _trouble(question: NumericQuestion, numbers: Numbers) -> Iterator[str]:
    if json.loads(json.dumps(numbers)) != dict(numbers):
        yield "`draw` gives something other than numbers, texts and lists"
    key = question.key(numbers)
    if any(not is_same(key.right, way(exactly)) for way in question.ways(numbers)):
        yield "the ways to the answer lead to different answers"
    if problem := question.read(numbers, question.shown(key.right), len(key.right)).problem:
        yield f"the right answer cannot be written: {problem}"
    for values, how in _honest(question, numbers, key.right):
        if not judge_reading(question, key, Reading(values)).is_right:
            yield f"the right answer {how} is refused"
    for name, judgement in _named(question, numbers).items():
        if name not in [mistake.name for mistake in judgement.mistakes]:
            yield f"`{name}` is not named"


def _honest(question: NumericQuestion, numbers: Numbers, right: Values) -> Iterator[tuple[Values, str]]:
    """Yield what people write who make no mistake."""
    yield right, "in full"
    yield question.read(numbers, question.shown(right), len(right)).values, "as the key shows it"
    if not question.kind.is_exact:
        for values in question.answers_with_a_pen(numbers, question.decimals, question.decimals + 1):
            yield tuple(round(float(value), question.decimals) for value in values), "from rounded steps"


def _named(question: NumericQuestion, numbers: Numbers) -> dict[str, AnswerJudgement]:
    """Return how each known wrong answer is judged."""
    key = question.key(numbers)
    return {name: judge_reading(question, key, Reading(values)) for name, values in key.wrong.items()}


def _where(question: NumericQuestion) -> str:
    """Return the place of a question's `draw`."""
    return f"{shown_path(question.file)}:{inspect.unwrap(question.module.draw).__code__.co_firstlineno}:1"
