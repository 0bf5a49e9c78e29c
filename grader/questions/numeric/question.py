"""A question of `solutions/numeric/`: what it asks for, drawn numbers, the answer and the known wrong ones.

A question is two trusted files. `<name>.py` says in its first line what is asked for, and has

    KIND, DECIMALS, UNIT     what the answer is (`grader.questions.numeric.parse_number`); 3 and no unit if left out
    draw(rng)                the numbers shown to the person: plain values by name
    answer(keep, ...)        the answer from those numbers; see `grader.questions.numeric.rounding`
    answer_...(keep, ...)    optional: other ways to it, whose rounding is as honest
    is_allowed(...)          optional: refuses numbers that would not be fair
    misprint(...)            optional: what the lesson prints wrongly for these numbers; its docstring says so

and `<name>_mistakes.py` a function for each known wrong answer, which returns None where it has none. Every function
takes those of the numbers that it names. `tokens` and `word` are the names for the words that answers are made of.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from grader.core.notation import course_numbers
from grader.course import author_fault, shown_path
from grader.course.course import SolutionError, Solutions
from grader.files.strict_yaml import meant
from grader.questions.numeric import rounding
from grader.questions.numeric.parse import NEUTRAL, AnswerKind, Reading, read
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.numeric.rounding import Answer, Keep, Values, WorkingStep

FOLDER = "numeric"
MAX_ATTEMPTS = 2000
DEFAULT_DECIMALS = 3
MISTAKES = "_mistakes"

Numbers = Mapping[str, Any]
"""The numbers shown to the learner, by name."""


class Key(NamedTuple):
    """The answer to a question with given numbers, its tolerances and the known wrong answers."""

    right: Values
    band: tuple[float, ...]
    """For each entry, how far from it an answer may be."""
    early: tuple[float, ...]
    """The same for someone who rounds every step to one decimal fewer."""
    digits: tuple[float, ...]
    """The same for someone who rounds nothing but the answer."""
    wrong: Mapping[str, Values]
    """The answer of each known mistake, by its name."""
    misprint: Values
    about_the_misprint: str


class NumericMistake(NamedTuple):
    """A known wrong answer: its words for learners, and the function that computes it."""

    name: str
    title: str
    words: str
    function: Callable[..., Any]


@dataclass(frozen=True)
class NumericQuestion:
    """One question, for any numbers."""

    name: str
    title: str
    kind: AnswerKind
    decimals: int
    unit: str
    mistakes: tuple[NumericMistake, ...]
    module: ModuleType
    file: Path
    about_the_misprint: str = ""
    """The sentence about what the lesson prints wrongly for some numbers; empty if there is nothing."""

    def draw(self, seed: str, student: str = "") -> Numbers:
        """Draw numbers for a student; the same text and student always give the same numbers.

        Raises:
            SolutionError: the file fails, or allows next to nothing of what it draws.
        """
        return draw_together([self], self.name, seed, student)

    def answer(self, numbers: Numbers) -> Values:
        """Return the exact answer; a single number is a row of one entry."""
        return self._answer(numbers)(rounding.exactly)

    def working(self, numbers: Numbers) -> tuple[WorkingStep, ...]:
        """Return the numbers on the way to the answer, in the order in which they are worked out."""
        return rounding.steps(self._answer(numbers))

    def tolerance(self, numbers: Numbers, decimals: int | None = None) -> tuple[float, ...]:
        """Return for each entry how far from it an answer may be if all steps are rounded to so many decimals."""
        if self.kind.is_exact:
            return (0.0,) * len(self.answer(numbers))
        places = self.decimals if decimals is None else decimals
        ways = [rounding.tolerances(way, places) for way in self.ways(numbers)]
        return tuple(max(distances) for distances in zip(*ways, strict=True))

    def key(self, numbers: Numbers) -> Key:
        """Return the key for these numbers."""
        band, early = self.tolerance(numbers), self.tolerance(numbers, self.decimals - 1)
        digits = (0.0 if self.kind.is_exact else rounding.half_unit(self.decimals),) * len(band)
        wrong, function = self.wrong_answers(numbers), getattr(self.module, "misprint", None)
        misprint = tuple(_called(function, numbers, self.file)) if function else ()
        return Key(self.answer(numbers), band, early, digits, wrong, misprint, self.about_the_misprint)

    def wrong_answers(self, numbers: Numbers) -> dict[str, Values]:
        """Return what each known mistake gives with these numbers, by its name."""
        file = self.file.with_name(f"{self.name}{MISTAKES}.py")
        results = {mistake.name: _called(mistake.function, numbers, file) for mistake in self.mistakes}
        return {name: self._values(result, numbers) for name, result in results.items() if result is not None}

    def answers_with_a_pen(self, numbers: Numbers, least: int, most: int) -> Iterator[Values]:
        """Yield what people get who round each kind of step to `least` to `most` decimals, whichever way they go."""
        for way in self.ways(numbers):
            yield from rounding.with_a_pen(way, least, most)

    def read(self, numbers: Numbers, text: str, size: int) -> Reading:
        return read(text, self.kind, size=size, words=words_of(numbers), unit=self.unit)

    def objection(self, numbers: Numbers) -> str:
        """Return the reason why these numbers are not fit to ask for, or an empty text."""
        if reason := self.quick_objection(numbers):
            return reason
        key = self.key(numbers)
        if self.kind.is_exact and any(values != key.right for values in self.answers_with_a_pen(numbers, 2, 3)):
            return "rounding a step changes the answer"
        apart = tuple(rounding.APART * distance for distance in key.band)
        needed = tuple(
            max(one, early + distance) for one, early, distance in zip(apart, key.early, key.band, strict=True)
        )
        return rounding.objection(key.right, key.wrong, needed, apart)

    def quick_objection(self, numbers: Numbers) -> str:
        """Return an objection that needs no tolerance; computing the tolerance takes longest."""
        allowed = getattr(self.module, "is_allowed", None)
        if allowed is not None and not _called(allowed, numbers, self.file):
            return "`is_allowed` refuses them"
        right, wrong = self.answer(numbers), self.wrong_answers(numbers)
        band = 0.0 if self.kind.is_exact else rounding.least_tolerance(self.decimals)
        early = 0.0 if self.kind.is_exact else rounding.least_tolerance(self.decimals - 1)
        return rounding.objection(right, wrong, (early + band,) * len(right), (rounding.APART * band,) * len(right))

    def shown(self, values: Values) -> str:
        """Write an answer as a key does: rounded, with its unit."""
        unit = f" {self.unit}" if self.unit else ""
        if self.kind is AnswerKind.TOKENS:
            return f"{{{', '.join(map(str, values))}}}"
        return (" " if self.kind is AnswerKind.PIECES else ", ").join(self._entry(value) for value in values) + unit

    def _entry(self, value: float | str) -> str:
        if isinstance(value, str):
            return value
        return course_numbers(f"{value:.{0 if self.kind.is_exact else self.decimals}f}")

    def ways(self, numbers: Numbers) -> list[Answer]:
        """Return `answer` and the other ways to it."""
        others = [name for name in vars(self.module) if name.startswith("answer_")]
        return [self._answer(numbers, name) for name in ("answer", *others)]

    def _answer(self, numbers: Numbers, name: str = "answer") -> Answer:
        function = getattr(self.module, name)
        taken = _taken(function, numbers, self.file, first=1)

        def answer(keep: Keep) -> Values:
            with _errors_named(function, self.file):
                return self._values(function(keep, **taken), numbers)

        return answer

    def _values(self, result: Any, numbers: Numbers) -> Values:
        """Normalize an answer: a set in the order of the tokens, a single value as a row."""
        if self.kind is AnswerKind.TOKENS:
            return tuple(token for token in words_of(numbers) if token in result)
        entries = result if isinstance(result, list | tuple) else (result,)
        return tuple(entry if isinstance(entry, str) else float(entry) for entry in entries)


def words_of(numbers: Numbers) -> list[str]:
    """Return the words that answers are made of: the tokens or items, or the one word that is cut into pieces."""
    return list(numbers.get("tokens") or numbers.get("items") or [numbers.get("word", "")])


def question_names(solutions: Solutions) -> list[str]:
    """Return the names of all questions of a course."""
    files = [path.stem for path in solutions.path(f"{FOLDER}/any").parent.glob("*.py")]
    return sorted(name for name in files if not name.startswith("_") and f"{name}{MISTAKES}" in files)


def load_question(solutions: Solutions, name: str) -> NumericQuestion:
    """Load a question; raise SolutionError if there is none of that name, or its files are not right."""
    file = solutions.path(f"{FOLDER}/{name}")
    known = question_names(solutions)
    if name not in known:
        advice = meant(name, known, f"write it and {file.stem}{MISTAKES}.py")
        raise SolutionError(f"{shown_path(file)}: there is no numeric question `{name}`; {advice}")
    module = solutions.reference(f"{FOLDER}/{name}")
    mistakes = _known_wrong_answers(solutions.reference(f"{FOLDER}/{name}{MISTAKES}"))
    for function in ("draw", "answer"):
        if not callable(getattr(module, function, None)):
            raise SolutionError(f"{shown_path(file)}: there is no function `{function}`; write it")
    kind = getattr(module, "KIND", None)
    kind = NEUTRAL.get(str(kind), kind)
    if kind not in list(AnswerKind):
        raise SolutionError(f"{shown_path(file)}: `KIND` is {kind!r}; write one of {', '.join(AnswerKind)}")
    title = (inspect.getdoc(module) or "").partition("\n")[0].strip()
    decimals = getattr(module, "DECIMALS", DEFAULT_DECIMALS)
    if not isinstance(decimals, int) or not 1 <= decimals <= 9:
        raise SolutionError(f"{shown_path(file)}: `DECIMALS` is {decimals!r}; write a whole number from 1 to 9")
    unit, misprint = getattr(module, "UNIT", ""), getattr(module, "misprint", None)
    about = " ".join((inspect.getdoc(misprint) or "").split()) if misprint else ""
    return NumericQuestion(name, title, AnswerKind(kind), decimals, unit, mistakes, module, file, about)


def _known_wrong_answers(module: ModuleType) -> tuple[NumericMistake, ...]:
    """Return the functions that a file of mistakes itself defines; those that begin with an underscore are helpers."""
    listed = [
        value
        for name, value in vars(module).items()
        if not name.startswith("_") and callable(value) and value.__module__ == module.__name__
    ]
    return tuple(map(_known_wrong_answer, listed))


def _known_wrong_answer(function: Callable[..., Any]) -> NumericMistake:
    title, _, words = (inspect.getdoc(function) or "").partition("\n")
    return NumericMistake(function.__name__, title.strip(), " ".join(words.split()), function)


def drawn(question: NumericQuestion, rng: Draws) -> Numbers:
    """Return the numbers that a question's `draw` draws; raise SolutionError if it fails, or draws no numbers by name."""
    numbers = _called(question.module.draw, {"rng": rng}, question.file)
    if not isinstance(numbers, Mapping):
        raise SolutionError(f"{shown_path(question.file)}: `draw` returns {numbers!r:.60}; return numbers by name")
    return numbers


def draw_together(questions: list[NumericQuestion], name: str, seed: str, student: str = "") -> Numbers:
    """Draw numbers that several questions share, as the steps of a worksheet do; the first question draws them.

    Raises:
        SolutionError: a file fails, or nothing that is drawn suits all questions.
    """
    first = questions[0]
    reasons: Counter[str] = Counter()
    for attempt in range(MAX_ATTEMPTS):
        rng = Draws(seed_text(seed, name, student, attempt))
        numbers = drawn(first, rng)
        reason = _first_objection(questions, NumericQuestion.quick_objection, numbers)
        reason = reason or _first_objection(questions, NumericQuestion.objection, numbers)
        if not reason:
            return numbers
        reasons[reason] += 1
    why = "; ".join(f"{count} times {reason}" for reason, count in reasons.most_common(3))
    raise SolutionError(
        f"{shown_path(first.file)}: `draw` found no numbers fit to ask for in {MAX_ATTEMPTS} attempts ({why}); "
        "draw others, or refuse fewer"
    )


def _first_objection(
    questions: list[NumericQuestion], objection: Callable[[NumericQuestion, Numbers], str], numbers: Numbers
) -> str:
    """Return what the first question that objects says, with its name."""
    reasons = ((question.name, objection(question, numbers)) for question in questions)
    return next((f"{name}: {reason}" for name, reason in reasons if reason), "")


def _called(function: Callable[..., Any], numbers: Numbers, file: Path) -> Any:
    """Call a function of a question's file with those of the numbers that it takes."""
    taken = _taken(function, numbers, file)
    with _errors_named(function, file):
        return function(**taken)


def _taken(function: Callable[..., object], numbers: Numbers, file: Path, first: int = 0) -> dict[str, object]:
    """Select the drawn numbers that the function's signature names, skipping the first `first` parameters."""
    names = list(inspect.signature(function).parameters)[first:]
    missing = [name for name in names if name not in numbers]
    if missing:
        there = ", ".join(numbers) or "none"
        raise SolutionError(
            f"{shown_path(file)}: `{function.__name__}` needs `{missing[0]}`, which is not among the numbers ({there})"
        )
    return {name: numbers[name] for name in names}


@contextmanager
def _errors_named(function: Callable[..., object], file: Path) -> Iterator[None]:
    """Reraise any error as a SolutionError that names the function and the file."""
    try:
        yield
    except Exception as error:  # it is the course's code, which can go wrong in any way
        what = f"{shown_path(file)}: `{function.__name__}` fails: {type(error).__name__}: {error}; correct it"
        raise SolutionError(author_fault(error) or what) from error
