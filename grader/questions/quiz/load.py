"""Load the quizzes of a course from YAML; report every error of a file at once, with its line and the fix."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from grader.core.errors import UnknownNameError
from grader.course import shown_path
from grader.course.course import Course, SolutionError, Solutions
from grader.course.exercise import from_json
from grader.course.translation import QUIZZES
from grader.files import markdown
from grader.files.figures import PLACE, FigureError, names_used, place_problems, surplus_problems
from grader.files.strict_yaml import Problem, Trail, YamlError, YamlFile, near_misses, refuse, unknown
from grader.files.yaml_load import FieldProblem, empty_problems, load_as, placed, tagged_problems
from grader.questions.numeric.question import load_question, question_names
from grader.questions.numeric.rng import Draws
from grader.questions.quiz.instance import figures_of, shown
from grader.questions.quiz.models import (
    KINDS,
    Matching,
    Multiple,
    Numeric,
    Option,
    Ordering,
    Quiz,
    QuizQuestion,
    QuizTable,
    Single,
    TrueFalse,
)
from grader.questions.quiz.parse_choice import MAX_CHOICES

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MIN_CHOICES = 3
MAX_WHYS = 5
"""A sixth reason would have the letter f, which means false."""


@dataclass(frozen=True)
class Known:
    """The ids that a quiz may refer to."""

    exercise_ids: Collection[str]
    units: Collection[str]
    solutions: Solutions
    card_ids: Collection[str] | None = None
    """None if references to cards are not checked."""


def quiz_files(course: Course) -> list[Path]:
    """Return the files of a course's quizzes."""
    return sorted((course.content.exercises / "quiz").glob("*.yaml"))


def open_all(course: Course, card_ids: Collection[str] | None = None) -> list[Quiz]:
    """Open all quizzes of a course, in the order of its units; raise YamlError with everything wrong with them."""
    units = [unit.id for unit in course.units]
    known = Known(course.exercise_ids, units, course.solutions, card_ids)
    quizzes: list[Quiz] = []
    problems: list[Problem] = []
    for path in quiz_files(course):
        try:
            quiz = load_quiz(path, known, shown_path(path))
            quizzes.append(translated_quiz(quiz, course.translation(f"{QUIZZES}/{quiz.id}"), course.language))
        except YamlError as error:
            problems += error.problems
    refuse(problems)
    return sorted(quizzes, key=lambda quiz: (units.index(quiz.unit), quiz.id))


def translated_quiz(quiz: Quiz, words: Mapping[str, Any], language: str) -> Quiz:
    """Return a quiz with the texts of its language file; answers stay those of the quiz, whatever the file says."""
    if not words:
        return quiz
    questions = tuple(_laid_over(each, words["questions"].get(each.id, {})) for each in quiz.questions)
    return replace(
        quiz,
        title=words["title"],
        about=words["about"],
        questions=questions,
        language=language,
        translated=words["questions"],
    )


def _laid_over(part: Any, words: Any) -> Any:
    """Return a question, or a part of it, with the texts that stand at the same place of its translation."""
    if isinstance(part, str) and isinstance(words, str):
        return words
    if isinstance(part, tuple) and isinstance(words, list | tuple):
        return tuple(_laid_over(*each) for each in zip_longest(part, words[: len(part)]))
    if is_dataclass(part) and not isinstance(part, type) and isinstance(words, dict):
        names = [own.name for own in fields(part) if own.name in words]
        return replace(part, **{name: _laid_over(getattr(part, name), words[name]) for name in names})
    return part


def find_quiz(quizzes: list[Quiz], name: str) -> Quiz:
    """Return the quiz of that name; raise UnknownNameError if there is none."""
    known = {quiz.id: quiz for quiz in quizzes}
    if name in known:
        return known[name]
    near = near_misses(name, list(known))
    advice = f"did you mean {near[0]}?" if near else "`learn quiz --list` shows them all"
    raise UnknownNameError(f"there is no quiz {name!r}; {advice}")


def of_unit(quiz: Quiz, unit: str, titles: dict[str, str]) -> Quiz:
    """Return a quiz of those questions that are about a unit's exercises; its progress is kept apart.

    Raises:
        UnknownNameError: there are none.
    """
    units = [question.unit for question in quiz.questions]
    if unit not in units:
        known = ", ".join(each for each in titles if each in units)
        raise UnknownNameError(f"the quiz {quiz.id} has no questions on {unit!r}; name one of {known}")
    chosen = tuple(question for question, each in zip(quiz.questions, units, strict=True) if each == unit)
    return replace(quiz, id=f"{quiz.id} {unit}", title=f"{quiz.title} ({titles[unit]})", questions=chosen)


def load_quiz(path: Path, known: Known, shown: str | None = None) -> Quiz:
    """Load a quiz; raise YamlError with everything that is wrong with the file."""
    keys = "`id:`, `title:`, `about:` and `questions:`"
    file, _ = load_as(QuizTable, path, shown, name="quiz", keys=keys, more=_question_form_problems)
    questions = tuple(from_json(KINDS[each["kind"]], each) for each in file.data["questions"])
    quiz = Quiz(file.data["id"], file.data["title"], file.data["about"], file.data["unit"], questions)
    problems = [*placed(file, (), _quiz_problems(quiz, path.stem, known)), *_id_problems(file, quiz)]
    for index, question in enumerate(questions):
        problems += placed(file, ("questions", index), _problems_of(question, known))
    refuse(problems)
    return quiz


def _question_form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield unknown and missing keys, and values of the wrong type, of the questions that are mappings."""
    questions = file.data.get("questions")
    for index, data in enumerate(questions if isinstance(questions, list) else []):
        if isinstance(data, dict):
            yield from tagged_problems(file, ("questions", index), "question", KINDS, {}, QuizQuestion)


# --- meaning: what belongs together ---------------------------------------------------------


def _quiz_problems(quiz: Quiz, stem: str, known: Known) -> Iterator[FieldProblem]:
    if not ID.fullmatch(quiz.id):
        yield FieldProblem(("id",), _not_an_id(quiz.id))
    elif quiz.id != stem:
        yield FieldProblem(("id",), f"`id` is `{quiz.id}`, but the file is called {stem}.yaml; make them the same")
    if quiz.unit not in known.units:
        yield FieldProblem(("unit",), unknown("unit", quiz.unit, list(known.units)))
    yield from empty_problems(quiz, "title", "about", "questions")


def _id_problems(file: YamlFile, quiz: Quiz) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, question in enumerate(quiz.questions):
        trail: Trail = ("questions", index, "id")
        line = file.values[trail][0]
        if not ID.fullmatch(question.id):
            yield file.problem(trail, _not_an_id(question.id))
        elif first.setdefault(question.id, line) != line:
            what = f"another question is called `{question.id}` (line {first[question.id]}); give each an id of its own"
            yield file.problem(trail, what)


def _not_an_id(text: str) -> str:
    return f"`{text}` is not an id; use small letters, digits and single hyphens, and begin with a letter"


def _problems_of(question: QuizQuestion, known: Known) -> Iterator[FieldProblem]:
    for trail, text in question.texts():
        if text is not None and not text.strip():
            yield FieldProblem(trail, f"`{trail[-1]}` is empty; write it")
    yield from _reference_problems(question, known)
    if question.LIST:
        yield from _choice_problems(question)
    yield from _figure_problems(question, known)


def _reference_problems(question: QuizQuestion, known: Known) -> Iterator[FieldProblem]:
    if question.exercise not in known.exercise_ids:
        yield FieldProblem(("exercise",), unknown("exercise", question.exercise, sorted(known.exercise_ids)))
    if known.card_ids is not None and question.card not in known.card_ids:
        yield FieldProblem(("card",), unknown("card", question.card, sorted(known.card_ids)))
    yield from empty_problems(question, "tags")
    yield from empty_problems(question.source, "title", start=("source",))
    for index, tag in enumerate(question.tags):
        if not ID.fullmatch(tag):
            yield FieldProblem(("tags", index), f"`{tag}` is not a tag; use small letters, digits and single hyphens")
    if question.source.url is not None and not re.fullmatch(r"https?://\S+", question.source.url):
        what = f"`{question.source.url}` is no address; begin it with https://, or leave `url` out"
        yield FieldProblem(("source", "url"), what)


def _figure_problems(question: QuizQuestion, known: Known) -> Iterator[FieldProblem]:
    """Yield problems of computed numbers, which have to be used, of drawn ones, and of the texts that show them."""
    drawn: dict[str, str] = {}
    if isinstance(question, Numeric):
        names = question_names(known.solutions)
        if question.name not in names:
            yield FieldProblem(("name",), unknown("numeric question", question.name, names))
            return
        sample = load_question(known.solutions, question.name).module.draw(rng=Draws("names"))
        drawn = {name: shown(value) for name, value in sample.items()}
        if question.numbers:
            yield from _number_problems(question, sample, known.solutions)
    try:
        figures = figures_of(question, known.solutions)
    except FigureError as error:
        yield FieldProblem(("figures",), str(error))
        return
    values = {**figures, **drawn}
    texts = [(trail, text) for trail, text in question.texts() if text is not None]
    yield from place_problems(texts, values, lambda name: _no_value(name, question, list(values)))
    for trail, text in texts:
        yield from _markup_problems(trail, PLACE.sub(lambda place: values.get(place[1], "0"), text))
    yield from surplus_problems(names_used(texts), figures, question.figures, "question")


def _markup_problems(trail: Trail, text: str) -> Iterator[FieldProblem]:
    if trail[-1] == "excerpt" or not text.strip():
        return
    for wrong in markdown.problems(text):
        yield FieldProblem(trail, wrong.message, wrong.piece)
    if not markdown.is_one_paragraph(text):
        yield FieldProblem(trail, f"`{trail[-1]}` has several paragraphs or a list; write one paragraph")


def _no_value(name: str, question: QuizQuestion, known: list[str]) -> str:
    if question.figures is None and not known:
        return f"`{{{{ {name} }}}}` has no value; name the function that computes it under `figures:`"
    return unknown("figure", name, known)


def _number_problems(question: Numeric, sample: dict[str, Any], solutions: Solutions) -> Iterator[FieldProblem]:
    """Yield fixed numbers that the question does not draw, or cannot compute with."""
    for name in question.numbers:
        if name not in sample:
            yield FieldProblem(("numbers", name), unknown("number", name, list(sample)))
    missing = [name for name in sample if name not in question.numbers]
    if missing:
        yield FieldProblem(("numbers",), f"the number `{missing[0]}` is missing; add `{missing[0]}:`")
    if missing or question.numbers.keys() - sample.keys():
        return
    try:
        load_question(solutions, question.name).answer(question.numbers)
    except SolutionError as error:
        yield FieldProblem(("numbers",), f"no answer can be computed: {error}")


def _choice_problems(question: QuizQuestion) -> Iterator[FieldProblem]:
    """Yield problems of the choices: too few or too many, the same text twice, and those of its kind."""
    key, choices = question.LIST, question.choices
    if len(choices) < MIN_CHOICES:
        what = f"{len(choices)} {'entry' if len(choices) == 1 else 'entries'}; write at least {MIN_CHOICES}"
        yield FieldProblem((key,), f"`{key}` has {what}")
    most = MAX_WHYS if isinstance(question, TrueFalse) else MAX_CHOICES
    if len(choices) > most:
        yield FieldProblem((key,), f"`{key}` has {len(choices)} entries; keep at most {most}")
    match question:
        case Ordering():
            yield from _repeated(key, [each.step for each in question.steps], "step")
            yield from _step_problems(question)
        case Matching():
            yield from _repeated(key, [each.left for each in question.pairs], "left")
            yield from _repeated(key, [each.right for each in question.pairs], "right")
        case Single() | TrueFalse() | Multiple():
            options = question.whys if isinstance(question, TrueFalse) else question.options
            yield from _repeated(key, [each.text for each in options])
            most_right = len(options) - 1 if isinstance(question, Multiple) else 1
            yield from _option_problems(key, options, most_right)


def _option_problems(key: str, options: tuple[Option, ...], most_right: int) -> Iterator[FieldProblem]:
    """Yield options that are neither right nor wrong or are both, and too few or too many right ones."""
    for index, option in enumerate(options):
        yield from _side_problems((key, index), option)
    right = sum(option.is_right and option.wrong is None for option in options)
    if not right:
        yield FieldProblem((key,), f"no option of `{key}` is right; write `right:` for the one that is")
    elif right > most_right:
        wanted = "exactly one" if most_right == 1 else "at least one wrong option"
        yield FieldProblem((key,), f"{right} options of `{key}` are right; keep {wanted}")


def _side_problems(trail: Trail, option: Option) -> Iterator[FieldProblem]:
    if (option.right is None) == (option.wrong is None):
        state = "neither `right` nor `wrong`" if option.right is None else "both `right` and `wrong`"
        yield FieldProblem(trail, f"the option has {state}; write one of them")
        return
    side, own, other = ("right", "explain", "reveals") if option.is_right else ("wrong", "reveals", "explain")
    if getattr(option, other) is not None:
        yield FieldProblem((*trail, other), f"`{other}` does not go with `{side}`; write `{own}`")
    elif getattr(option, own) is None:
        meant = "why it is right" if option.is_right else "what somebody believes who chooses it"
        yield FieldProblem(trail, f"the key `{own}` is missing; say {meant}")


def _repeated(key: str, texts: list[str], *name: str) -> Iterator[FieldProblem]:
    for index, text in enumerate(texts):
        if text.strip() and text in texts[:index]:
            what = f"the same text as in item {texts.index(text) + 1} of `{key}`; make them different"
            yield FieldProblem((key, index, *name), what)


def _step_problems(question: Ordering) -> Iterator[FieldProblem]:
    for index, step in enumerate(question.steps):
        if index == 0 and step.reveals is not None:
            yield FieldProblem(("steps", 0, "reveals"), "the first step has no step above it; leave `reveals` out")
        if index > 0 and step.reveals is None:
            what = "the key `reveals` is missing; say what somebody believes who puts it before the step above it"
            yield FieldProblem(("steps", index), what)
