"""Validate the rest of a course: decks, the cheat sheet, numeric questions, quizzes, worksheets."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from flashcards import catalogue, cheat_sheet
from flashcards.deck import Card, open_decks
from grader.authoring.exercise_grading import exercise_yaml
from grader.authoring.validate import CourseReport, noting
from grader.authoring.validate_terms import term_problems
from grader.course import lesson, shown_path
from grader.course.course import Course, SolutionError
from grader.course.lesson import Lesson
from grader.course.lesson_files import PICTURE, lesson_ids, lesson_path, unit_of
from grader.course.picture import PictureError, open_picture, picture_names
from grader.files.strict_yaml import YamlError, meant, refuse, unknown
from grader.questions.numeric import validate as validate_numeric
from grader.questions.numeric.question import question_names
from grader.questions.quiz.load import open_all
from grader.questions.worksheet.sheet import open_sheet, sheet_names

BY_HAND = "Try it by hand first"


def inspect_beside(course: Course) -> CourseReport:
    """Inspect all content but the exercises; a course may have none."""
    report = CourseReport()
    cards: list[str] | None = None
    pictures: set[str] = set()
    with noting(report.problems):
        opened = _cards(course)
        cards = [card.id for card in opened]
        pictures = {card.picture for card in opened if card.picture}
    report.counts["card"] = len(cards or ())
    if cards is not None:
        report.problems += _missing_cards(course, cards, course.exercise_ids)
    if not report.problems:  # the sheet takes sentences from the cards
        with noting(report.problems), suppress(cheat_sheet.NoSheetError):
            cheat_sheet.open_sheet(course)
    report.problems += validate_numeric.problems(course.solutions)
    report.counts["question"] = len(question_names(course.solutions))
    with noting(report.problems):
        report.counts["question"] += sum(len(quiz.questions) for quiz in open_all(course, cards))
    for page_id in lesson_ids(course):
        report.counts["page"] += 1
        with noting(report.problems):
            report.problems += _missing_answers(course, lesson.open_lesson(course, page_id))
    report.counts["picture"] = len(picture_names(course))
    with noting(report.problems):
        pictures |= _pictures_of_tasks(course)
    report.problems += _picture_problems(course, pictures)
    for name in sheet_names(course):
        report.counts["worksheet"] += 1
        with noting(report.problems):
            open_sheet(course, name)
    return report


def inspect_cards(course: Course, exercise_ids: Sequence[str]) -> list[str]:
    """Return the problems with the cards that exercises name; none if the decks themselves are not right."""
    problems: list[str] = []
    with suppress(YamlError, SolutionError):
        problems += _missing_cards(course, [card.id for card in _cards(course)], exercise_ids)
    return problems


def inspect_terms(course: Course, exercise_ids: Sequence[str]) -> list[str]:
    """Return the problems with terms that are introduced; given exercises, only with theirs."""
    problems: list[str] = []
    with suppress(YamlError, SolutionError):  # who inspects the file itself reports that
        problems += term_problems(course, exercise_ids)
    return problems


def _pictures_of_tasks(course: Course) -> set[str]:
    """Return the pictures that exercises name.

    Raises:
        YamlError: an exercise names a picture that the course does not have.
    """
    known, used, problems = picture_names(course), set(), []
    for exercise_id in course.exercise_ids:
        name = ""
        with suppress(YamlError, SolutionError):  # an exercise that is not right is reported by itself
            name = course.words(exercise_id).picture
        if name:
            used.add(name)
        if name and name not in known:
            file = exercise_yaml(course, exercise_id)
            problems.append(file.problem(("picture",), unknown("picture", name, known)))
    refuse(problems)
    return used


def _picture_problems(course: Course, used_elsewhere: set[str]) -> Iterator[str]:
    """Yield a problem for each picture that cannot be drawn or has no description, and for each that nothing shows."""
    used = used_elsewhere | {
        marker[1] for page in lesson_ids(course) for marker in PICTURE.finditer(_source(course, page))
    }
    for name in picture_names(course):
        try:
            open_picture(course, name)
        except PictureError as error:
            yield str(error)
        if name not in used:
            module, _, function = name.partition("/")
            where = shown_path(course.solutions.path(f"pictures/{module}"))
            yield f"{where}: nothing shows `{function}`; write `{{{{ picture: {name} }}}}` on a page, or remove it"


def _source(course: Course, page_id: str) -> str:
    """Return the text of a page as its author wrote it; empty if it cannot be read, which is reported elsewhere."""
    try:
        return lesson_path(course, page_id).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _missing_answers(course: Course, page: Lesson) -> Iterator[str]:
    """Yield a problem for each exercise of a page's unit that asks to try something by hand, and has no answer."""
    unit = unit_of(course, page.id)
    for exercise_id in unit.exercise_ids if unit else ():
        words = course.words(exercise_id)
        if BY_HAND in words.task and not course.data(exercise_id).get("by_hand"):
            file = exercise_yaml(course, exercise_id)
            yield str(file.problem(("task",), f"the task says “{BY_HAND}”; write `by_hand:` with a check and its case"))
        if lesson.question(words.task) and words.name not in page.answers:
            where = shown_path(lesson_path(course, page.id))
            yield f"{where}: has no answer to what `{words.name}` asks to try by hand; write `### {words.name}` and it"


def _cards(course: Course) -> list[Card]:
    """Return all cards; read each deck alone first, to report the problems of every deck."""
    problems = []
    for name in catalogue.deck_names(catalogue.decks_of(course)):
        try:
            open_decks([name], course)
        except YamlError as error:
            problems += error.problems
    if problems:
        raise YamlError(problems)
    return [card for deck in open_decks((), course) for card in deck.cards]


def _missing_cards(course: Course, cards: Sequence[str], exercise_ids: Sequence[str]) -> Iterator[str]:
    """Yield a problem for each card that an exercise names and no deck has."""
    for exercise_id in exercise_ids:
        with suppress(YamlError, SolutionError):  # an exercise that is not right is reported by itself
            for index, card in enumerate(course.data(exercise_id).get("cards", ())):
                if card not in cards:
                    advice = meant(card, cards, "write one into a deck, or take it out of `cards`")
                    file = exercise_yaml(course, exercise_id)
                    yield str(file.problem(("cards", index), f"there is no card `{card}`; {advice}"))
