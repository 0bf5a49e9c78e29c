"""Validate translations: complete, and with the same figures, code and links as the texts that they translate.

A language file holds nothing but texts, so an English sentence that changes later without its figures goes unnoticed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from flashcards import catalogue
from flashcards.deck import Deck
from grader.authoring.validate import noting
from grader.course import lesson, shown_path
from grader.course.course import TABLE, Course
from grader.course.lesson_files import LINK, lesson_ids, lesson_path
from grader.course.picture import FOLDER as DRAWN
from grader.course.picture import picture_data, picture_names
from grader.course.translation import CARDS, FOLDER, PICTURES, QUIZZES, languages
from grader.files import markdown, strict_yaml
from grader.files.figures import PLACE
from grader.files.strict_yaml import Problem, Trail, YamlFile, unknown
from grader.files.yaml_load import load_as
from grader.questions.quiz import quiz_file
from grader.questions.quiz.quiz_models import Quiz

_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)[^*]+\*\*")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
Texts = dict[Trail, str]


def translation_problems(course: Course, exercise_ids: Collection[str] = ()) -> list[str]:
    """Return the problems of all translations, or only of those of the exercises given."""
    found: list[str] = []
    for language in languages(course.content)[1:]:
        read = Course(course.content, language=language)
        folder = course.content.exercises / FOLDER / language
        for name in exercise_ids or [*course.exercise_ids, *_decks_and_quizzes(course)]:
            if (path := folder / f"{name}.yaml").is_file():
                with noting(found):
                    read.translation(name)
                    found += _different(strict_yaml.read(path, shown_path(path)), _originals(course, name))
        if not exercise_ids:
            found += _of_no_use(course, folder)
            found += _table_problems(course, read, folder / f"{TABLE}.yaml")
            for page_id in lesson_ids(course):
                found += _page_problems(course, read, folder, page_id)
            for path in sorted((folder / PICTURES).glob("*.yaml")):
                found += _picture_problems(course, read, path)
    return found


def different(text: str, original: str) -> Iterator[str]:
    """Yield the figures, pieces of code, placeholders and links that a translation lacks or adds; nothing else."""
    if not text.strip():
        yield "is empty; translate it"
        return
    for what, parts in (("figure", _figures), ("code", _code), ("placeholder", _places), ("link", _links)):
        wanted, there = Counter(parts(original)), Counter(parts(text))
        if missing := list((wanted - there).elements()):
            yield f"lacks the {what} {', '.join(missing)} of the English text; write the same"
        if surplus := list((there - wanted).elements()):
            yield f"has the {what} {', '.join(surplus)}, which the English text has not; write the same"
    if (bold := len(_BOLD.findall(text))) != (wanted_bold := len(_BOLD.findall(original))):
        yield f"has {bold} bold terms, the English text {wanted_bold}; make the same terms bold"


def _figures(text: str) -> list[str]:
    """Return all numbers of a text as one writes them, whether .5 or 0.5; not those in code, links and placeholders."""
    prose = _CODE.sub(" ", PLACE.sub(" ", LINK.sub(r"\1", text)))
    return [f"{float(each.replace(',', '')):.15g}" for each in _NUMBER.findall(prose)]


def _code(text: str) -> list[str]:
    return _CODE.findall(text)


def _places(text: str) -> list[str]:
    return [found[0] for found in PLACE.finditer(text)]


def _links(text: str) -> list[str]:
    return [found[2] for found in LINK.finditer(text)]


# --- exercises, decks, quizzes ----------------------------------------------------------------


def _decks_and_quizzes(course: Course) -> list[str]:
    """Return the names of language files for decks and quizzes, without `.yaml`."""
    decks = catalogue.deck_names(catalogue.decks_of(course))
    quizzes = sorted(path.stem for path in (course.content.exercises / quiz_file.FOLDER).glob("*.yaml"))
    return [*(f"{CARDS}/{each}" for each in decks), *(f"{QUIZZES}/{each}" for each in quizzes)]


def _originals(course: Course, name: str) -> Texts:
    """Return the English texts of an exercise, a deck or a quiz by the trails of their translations."""
    folder, _, own_name = name.rpartition("/")
    if folder == CARDS:
        return _of_deck(catalogue.decks_of(course) / f"{own_name}.yaml")
    if folder == QUIZZES:
        return _of_quiz(quiz_file.find(quiz_file.open_all(course), own_name))
    return _of_exercise(course, name)


def _of_deck(path: Path) -> Texts:
    """Return the texts of a deck, their figures not filled in."""
    _, deck = load_as(Deck, path, shown_path(path), name="deck", keys="`id:`, `title:` and `cards:`")
    texts: Texts = {("title",): deck.title}
    for card in deck.cards:
        texts |= {("cards", card.id, "front"): card.front, ("cards", card.id, "back"): card.back}
    return texts


def _of_quiz(quiz: Quiz) -> Texts:
    """Return the texts of a quiz; code and output that a question is about stay as they are."""
    texts: Texts = {("title",): quiz.title, ("about",): quiz.about}
    for question in quiz.questions:
        trails = {("questions", question.id, *trail): text for trail, text in question.texts() if text is not None}
        texts |= {trail: text for trail, text in trails.items() if trail[-1] != "excerpt"}
    return texts


def _markup_problems(file: YamlFile, trail: Trail, text: str) -> Iterator[Problem]:
    """Yield what cannot be shown of a text of a card or a quiz."""
    shown = PLACE.sub("0", text)
    yield from (file.problem(trail, wrong.message, piece=wrong.piece) for wrong in markdown.problems(shown))
    if trail[-1] != "back" and not markdown.is_one_paragraph(shown):
        yield file.problem(trail, f"`{_named(trail)}` has several paragraphs or a list; write one paragraph")


def _of_exercise(course: Course, exercise_id: str) -> Texts:
    """Return the English texts of an exercise by the trails of their translations."""
    words = course.words(exercise_id)
    texts: Texts = {("title",): words.title, ("task",): words.task, ("explain",): words.explain}
    texts |= {("hints", place): each for place, each in enumerate(words.hints)}
    texts |= {("checks", name): name for name, _ in words.checks}
    for mistake in course.solutions.mistakes(exercise_id, words.functions):
        if mistake.version == mistake.name:  # other versions have no text of their own
            texts |= {("mistakes", mistake.name, "title"): mistake.title}
            texts |= {("mistakes", mistake.name, "words"): mistake.words}
    return texts


def _different(file: YamlFile, originals: Texts) -> Iterator[str]:
    """Yield the texts of a file that are missing, unknown or different, each at its line."""
    texts = dict(_leaves(file.data))
    for trail in (each for each in originals if each not in texts):
        yield str(file.problem(trail[:-1], f"there is no translation of `{_named(trail)}`; add it", at_key=True))
    for trail, text in texts.items():
        if trail not in originals:
            near = [_named(each) for each in originals if each[:-1] == trail[:-1] or each[:1] == trail[:1]]
            yield str(file.problem(trail, unknown("text", _named(trail), near), at_key=True))
            continue
        for what in different(text, originals[trail]):
            yield str(file.problem(trail, f"`{_named(trail)}` {what}"))
        if trail[0] in ("cards", "questions") and text.strip():
            yield from map(str, _markup_problems(file, trail, text))
    task = originals.get(("task",))
    if task and len(lesson.paragraphs(texts[("task",)])) != (count := len(lesson.paragraphs(task))):
        yield str(file.problem(("task",), f"the task has other paragraphs than the English one; write all {count}"))


def _leaves(data: Any, trail: Trail = ()) -> Iterator[tuple[Trail, str]]:
    """Yield every text of a file after its trail."""
    if isinstance(data, str):
        yield trail, data
    elif isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(value, (*trail, key))


def _named(trail: Trail) -> str:
    """Return a text's place as messages name it, such as `hints 2`."""
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in trail)


# --- the rest ---------------------------------------------------------------------------------


def _table_problems(course: Course, read: Course, path: Path) -> list[str]:
    """Return the problems of the units' texts; a unit that has a translated text has to be among them."""
    found: list[str] = []
    if path.is_file():
        with noting(found):
            there = read.translation(TABLE)["units"]
            originals: Texts = {("units", unit.id, "title"): unit.title for unit in course.units if unit.id in there}
            originals |= {
                ("units", unit.id, "can"): unit.then.can for unit in course.units if unit.id in there and unit.then
            }
            found += _different(strict_yaml.read(path, shown_path(path)), originals)
    for unit in course.units:
        if any((path.parent / unit.id).glob("*")) and not (
            found or unit.id in read.translation(TABLE).get("units", ())
        ):
            found.append(f"{shown_path(path)}: has no title for the unit `{unit.id}`; add it below `units:`")
    return found


def _page_problems(course: Course, read: Course, folder: Path, page_id: str) -> list[str]:
    """Return the problems of a translated page: those of any page, and its differences, section by section."""
    found: list[str] = []
    own = lesson_path(course, page_id)
    path = folder / own.relative_to(course.content.exercises)
    if path.is_file():
        with noting(found):
            lesson.open_lesson(read, page_id)
            parts, originals = (_sections(each.read_text("utf-8")) for each in (path, own))
            for (line, part), (_, original) in zip(parts, originals, strict=False):
                found += [f"{shown_path(path)}:{line}:1: the section {each}" for each in different(part, original)]
    return found


def _sections(text: str) -> list[tuple[int, str]]:
    """Return the sections of a page, each after the number of its first line."""
    starts = [0, *(found.start() for found in re.finditer(r"^#{2,3} ", text, re.MULTILINE))]
    return [(text.count("\n", 0, a) + 1, text[a:b]) for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _picture_problems(course: Course, read: Course, path: Path) -> list[str]:
    """Return the problems of the words on a module's pictures; title and description have to be among them."""
    found: list[str] = []
    with noting(found):
        given = read.translation(f"{PICTURES}/{path.stem}")["pictures"]
        known = [name for name in picture_names(course) if name.partition("/")[0] == path.stem]
        file = strict_yaml.read(path, shown_path(path))
        for function, words in given.items():
            trail: Trail = ("pictures", function)
            if (name := f"{path.stem}/{function}") not in known:
                what = unknown("picture", function, [each.partition("/")[2] for each in known])
                found.append(str(file.problem(trail, what, at_key=True)))
                continue
            data = picture_data(course, name)
            texts = [text for _, text in _leaves(data)]
            needed = [data[key] for key in ("title", "description") if data[key] not in words]
            found += [str(file.problem(trail, f"there is no translation of “{each}”; add it")) for each in needed]
            for original, text in words.items():
                if original not in texts:
                    found.append(str(file.problem((*trail, original), "the picture has no such text", at_key=True)))
                found += [
                    str(file.problem((*trail, original), f"the text {each}")) for each in different(text, original)
                ]
    return found


def _of_no_use(course: Course, folder: Path) -> Iterator[str]:
    """Yield files that translate nothing."""
    pages = [lesson_path(course, each).relative_to(course.content.exercises).as_posix() for each in lesson_ids(course)]
    drawn = [f"{PICTURES}/{path.name[:-3]}.yaml" for path in (course.content.solutions / DRAWN).glob("*.py")]
    named = [TABLE, *course.exercise_ids, *_decks_and_quizzes(course)]
    known = {*(f"{each}.yaml" for each in named), *pages, *drawn}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.relative_to(folder).as_posix() not in known:
            yield f"{shown_path(path)}: translates no file of the course; correct its name, or remove it"
