"""The texts of language files beside the English ones that they translate, and notes on which these were.

`exercises/i18n/<language>/originals.json` has a hash of each English text, so that one that changes later is noticed.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from flashcards import catalogue
from flashcards.deck import Deck
from grader.core.errors import CourseError, UnknownNameError
from grader.core.shapes import Json
from grader.course import lesson, shown_path
from grader.course.course import TABLE, Course
from grader.course.lesson_files import lesson_ids, lesson_path
from grader.course.terms import all_terms, terms_path
from grader.course.translation import CARDS, FOLDER, QUIZZES, TERMS
from grader.files import strict_yaml
from grader.files.strict_yaml import Trail, YamlFile
from grader.files.yaml_load import load_as
from grader.questions.quiz.load import find_quiz, open_all, quiz_files
from grader.questions.quiz.models import Quiz

NOTES = "originals.json"
Texts = dict[Trail, str]
Notes = dict[str, dict[str, str]]
"""For each language file, the hashes of the English texts by their places in it."""


def language_folder(course: Course, language: str) -> Path:
    """Return the folder of a language."""
    return course.content.exercises / FOLDER / language


def translatable(course: Course) -> dict[str, str]:
    """Return what each language file translates, by its path: an exercise, a deck, a quiz, a page; not pictures."""
    exercises = course.content.exercises
    decks = [f"{CARDS}/{deck}" for deck in catalogue.deck_names(catalogue.decks_of(course))]
    quizzes = [f"{QUIZZES}/{path.stem}" for path in quiz_files(course)]
    files = {f"{name}.yaml": name for name in [*course.exercise_ids, *decks, *quizzes, TABLE]}
    files |= {f"{TERMS}.yaml": TERMS} if terms_path(course).is_file() else {}
    return files | {lesson_path(course, page).relative_to(exercises).as_posix(): page for page in lesson_ids(course)}


def texts_of(course: Course, read: Course, path: str) -> tuple[YamlFile, Texts]:
    """Return a language file of the course `read`, and the English texts by the trails of their translations.

    Raises:
        YamlError: one of the two files is not valid.
        SolutionError: a file of the solutions cannot be loaded.
    """
    name, file = translatable(course)[path], language_folder(course, read.language) / path
    if path.endswith(".md"):
        lesson.open_lesson(read, name)
        return _page(file), dict(leaves(_page(lesson_path(course, name)).data))
    read.translation(name)
    return strict_yaml.read(file, shown_path(file)), _originals(course, name)


def leaves(data: Json, trail: Trail = ()) -> Iterator[tuple[Trail, str]]:
    """Yield every text of a file after its trail."""
    if isinstance(data, str):
        yield trail, data
    elif isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*trail, key))


def _page(path: Path) -> YamlFile:
    """Return a page as a file with a list of sections."""
    text = path.read_text("utf-8")
    starts = [0, *(heading.start() for heading in re.finditer(r"^#{2,3} ", text, re.MULTILINE))]
    sections = [text[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    lines: dict[Trail, tuple[int, int]] = {
        ("sections", number): (text.count("\n", 0, start) + 1, 1) for number, start in enumerate(starts)
    }
    return YamlFile(shown_path(path), text, {"sections": sections}, lines)


def _originals(course: Course, name: str) -> Texts:
    folder, _, own_name = name.rpartition("/")
    if name == TABLE:
        texts: Texts = {("units", unit.id, "title"): unit.title for unit in course.units}
        return texts | {("units", unit.id, "can"): unit.then.can for unit in course.units if unit.then}
    if name == TERMS:
        terms = all_terms(course)
        return {("terms", term.name, key): getattr(term, key) for term in terms for key in ("name", "means")}
    if folder == CARDS:
        return _of_deck(catalogue.decks_of(course) / f"{own_name}.yaml")
    if folder == QUIZZES:
        return _of_quiz(course, find_quiz(open_all(course), own_name))
    return _of_exercise(course, name)


def _of_exercise(course: Course, exercise_id: str) -> Texts:
    words = course.words(exercise_id)
    texts: Texts = {("title",): words.title, ("task",): words.task, ("explain",): words.explain}
    texts |= {("hints", number): hint for number, hint in enumerate(words.hints)}
    texts |= {("checks", name): name for name, _ in words.checks}
    for mistake in course.solutions.mistakes(exercise_id, words.functions):
        if mistake.version == mistake.name:  # other versions have no text of their own
            texts |= {("mistakes", mistake.name, "title"): mistake.title}
            texts |= {("mistakes", mistake.name, "words"): mistake.words}
    return texts


def _of_deck(path: Path) -> Texts:
    """Return the texts of a deck, their figures not filled in."""
    _, deck = load_as(Deck, path, shown_path(path), name="deck", keys="`id:`, `title:` and `cards:`")
    texts: Texts = {("title",): deck.title}
    return texts | {("cards", card.id, side): getattr(card, side) for card in deck.cards for side in ("front", "back")}


def _of_quiz(course: Course, quiz: Quiz) -> Texts:
    """Return the texts of a quiz; code and output stay as they are."""
    texts: Texts = {("title",): quiz.title, ("about",): quiz.about}
    for question in quiz.questions:
        own = question.translatable(course.solutions)
        texts |= {("questions", question.id, *trail): text for trail, text in own.items()}
    return texts


def named(trail: Trail) -> str:
    """Return a text's place as messages name it, such as `hints 2`."""
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in trail)


# --- notes ------------------------------------------------------------------------------------


def hashes(originals: Texts) -> dict[str, str]:
    """Return a hash of each text by its place; spaces and line breaks do not count.

    A text that is its own key needs none: if it changes, the key is unknown.
    """
    return {
        named(trail): hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]
        for trail, text in originals.items()
        if trail[-1] != text
    }


def load_notes(folder: Path) -> Notes:
    """Return the notes in the folder of a language; none if there is no file.

    Raises:
        CourseError: the file is damaged.
    """
    path = folder / NOTES
    try:
        notes: Json = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        return {file: dict(noted) for file, noted in notes.items()}
    except (AttributeError, TypeError, ValueError) as error:
        advice = f"take it from git, or remove it and run `learn author translated {folder.name}`"
        raise CourseError(f"{shown_path(path)}: cannot be read: {error}; {advice}") from error


def new_notes(course: Course, language: str, paths: Collection[str] = ()) -> Notes:
    """Return the notes of a language with the present English texts of the files named, or of all.

    Raises:
        UnknownNameError: there is no such file.
        YamlError: a file is not valid.
    """
    read, folder = Course(course.content, language=language), language_folder(course, language)
    there = [path for path in translatable(course) if (folder / path).is_file()]
    if unknown := next((path for path in paths if path not in there), "" if there else "any.yaml"):
        raise UnknownNameError(f"there is no {shown_path(folder / unknown)} that translates a text of the course")
    kept = {path: noted for path, noted in load_notes(folder).items() if path in there} if paths else {}
    return kept | {path: hashes(texts_of(course, read, path)[1]) for path in paths or there}


def written(notes: Notes) -> bytes:
    """Return notes as JSON, one text to a line, so that git merges them."""
    return json.dumps(notes, indent=1, ensure_ascii=False, sort_keys=True).encode() + b"\n"
