"""Load the quizzes of a course from YAML; report every error of a file at once, with its line and the fix."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.core.errors import UnknownNameError
from grader.course import shown_path
from grader.course.course import Course, Solutions
from grader.course.exercise import from_json
from grader.course.picture import PictureError, ShownPicture, open_picture
from grader.files import markdown
from grader.files.figures import FigureError, fill, names_used, place_problems, surplus_problems
from grader.files.strict_yaml import Problem, Trail, YamlError, YamlFile, near_misses, refuse, unknown
from grader.files.yaml_load import FieldProblem, empty_problems, load_as, placed, tagged_problems
from grader.questions.kinds import kinds
from grader.questions.question import QuizQuestion, filled
from grader.questions.quiz.models import Quiz, QuizTable, figures_of

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORD = re.compile(r"\.?\w+(?:\.\d+)?|\S")


@dataclass(frozen=True)
class Known:
    """The ids that a quiz may refer to."""

    exercise_ids: Collection[str]
    units: Collection[str]
    solutions: Solutions
    card_ids: Collection[str] | None = None
    """None if references to cards are not checked."""
    draw: Callable[[str], ShownPicture] | None = None
    """Draws the pictures that questions name; None if they are not drawn."""


def quiz_files(course: Course) -> list[Path]:
    return sorted((course.content.exercises / "quiz").glob("*.yaml"))


def open_all(course: Course, card_ids: Collection[str] | None = None) -> list[Quiz]:
    """Open all quizzes of a course, in the order of its units; raise YamlError with everything wrong with them."""
    units = [unit.id for unit in course.units]
    known = Known(course.exercise_ids, units, course.solutions, card_ids, partial(open_picture, course))
    quizzes: list[Quiz] = []
    problems: list[Problem] = []
    for path in quiz_files(course):
        try:
            quizzes.append(load_quiz(path, known, shown_path(path)))
        except YamlError as error:
            problems += error.problems
    refuse(problems)
    return sorted(quizzes, key=lambda quiz: (units.index(quiz.unit), quiz.id))


def find_quiz(quizzes: list[Quiz], name: str, units: Iterable[str] = ()) -> Quiz:
    """Return the quiz of that name; raise UnknownNameError if there is none, not with another one's if a unit is meant."""
    known = {quiz.id: quiz for quiz in quizzes}
    if name in known:
        return known[name]
    near = [nearest for nearest in near_misses(name, [*known, *units])[:1] if nearest in known]
    advice = f"did you mean {near[0]}?" if near else "`learn quiz --list` shows them all"
    raise UnknownNameError(f"there is no quiz {name!r}; {advice}")


def of_unit(quiz: Quiz, unit: str, titles: dict[str, str]) -> Quiz:
    """Return a quiz of those questions that are about a unit's exercises; its progress is kept apart.

    Raises:
        UnknownNameError: there are none.
    """
    units = [question.unit for question in quiz.questions]
    if unit not in units:
        known = ", ".join(unit_id for unit_id in titles if unit_id in units)
        raise UnknownNameError(f"the quiz {quiz.id} has no questions on {unit!r}; name one of {known}")
    chosen = tuple(question for question, own_unit in zip(quiz.questions, units, strict=True) if own_unit == unit)
    return replace(quiz, id=f"{quiz.id} {unit}", title=f"{quiz.title} ({titles[unit]})", questions=chosen)


def load_quiz(path: Path, known: Known, shown: str | None = None) -> Quiz:
    """Load a quiz; raise YamlError with everything that is wrong with the file."""
    keys = "`id:`, `title:`, `about:` and `questions:`"
    file, _ = load_as(QuizTable, path, shown, name="quiz", keys=keys, more=_question_form_problems)
    questions = [from_json(kinds()[data["kind"]], data) for data in file.data["questions"]]
    problems: list[Problem] = []
    for index, question in enumerate(questions):
        questions[index], picture_problems = _with_picture(question, known)
        problems += placed(file, ("questions", index), [*_problems_of(question, known), *picture_problems])
    quiz = Quiz(file.data["id"], file.data["title"], file.data["about"], file.data["unit"], tuple(questions))
    problems = [*placed(file, (), _quiz_problems(quiz, path.stem, known)), *_id_problems(file, quiz), *problems]
    refuse(problems)
    return quiz


def _question_form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield unknown and missing keys, and values of the wrong type, of the questions that are mappings."""
    questions = file.data.get("questions")
    for index, data in enumerate(questions if isinstance(questions, list) else []):
        if isinstance(data, dict):
            yield from tagged_problems(file, ("questions", index), "question", kinds(), {}, QuizQuestion)


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
    yield from question.problems(known.solutions)
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


def _with_picture(question: QuizQuestion, known: Known) -> tuple[QuizQuestion, list[FieldProblem]]:
    """Return a question with its picture drawn, and what is wrong with that."""
    if question.picture is None or known.draw is None:
        return question, []
    try:
        question = replace(question, drawn=known.draw(question.picture))
    except PictureError as error:
        return question, [FieldProblem(("picture",), str(error))]
    return question, [*_description_problems(question, known)]


def _description_problems(question: QuizQuestion, known: Known) -> Iterator[FieldProblem]:
    """Yield that the words for those who do not see the picture have the right answer, and no wrong one."""
    with suppress(FigureError):  # reported elsewhere
        words = f" {' '.join(_WORD.findall(question.drawn.description.casefold() if question.drawn else ''))} "
        choices = filled(question, figures_of(question, known.solutions)).choices
        named = [own.is_right for own in choices if f" {' '.join(_WORD.findall(own.text.casefold()))} " in words]
        if named and all(named):
            what = "the description of the picture has the right answer, and no wrong one"
            yield FieldProblem(("picture",), f"{what}; ask for something that follows from it")


def _figure_problems(question: QuizQuestion, known: Known) -> Iterator[FieldProblem]:
    """Yield problems of computed numbers, which have to be used, of drawn ones, and of the texts that show them."""
    drawn = question.sample(known.solutions)
    if drawn is None:
        return
    try:
        figures = figures_of(question, known.solutions)
    except FigureError as error:
        yield FieldProblem(("figures",), str(error))
        return
    values = {**figures, **drawn}
    texts = [(trail, text) for trail, text in question.texts() if text is not None]
    yield from place_problems(texts, values, lambda name: _no_value(name, question, list(values)))
    for trail, text in texts:
        for wrong in (
            markdown.problems(fill(text, values, missing="0"), is_long=False) if trail[-1] != "excerpt" else ()
        ):
            yield FieldProblem(trail, wrong.message, wrong.piece)
    yield from surplus_problems(names_used(texts), figures, question.figures, "question")


def _no_value(name: str, question: QuizQuestion, known: list[str]) -> str:
    if question.figures is None and not known:
        return f"`{{{{ {name} }}}}` has no value; name the function that computes it under `figures:`"
    return unknown("figure", name, known)
