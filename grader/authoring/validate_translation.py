"""Validate translations: complete, of the present English texts, and with the same figures, code and links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from grader.authoring.translated_texts import (
    NOTES,
    Texts,
    hashes,
    language_folder,
    leaves,
    load_notes,
    named,
    texts_of,
    translatable,
)
from grader.authoring.validate import noting
from grader.core.errors import CourseError
from grader.course import lesson, shown_path
from grader.course.course import TABLE, Course
from grader.course.lesson_files import LINK
from grader.course.picture import FOLDER as DRAWN
from grader.course.picture import picture_data, picture_names
from grader.course.translation import PICTURES, languages
from grader.files import markdown, strict_yaml
from grader.files.figures import PLACE
from grader.files.strict_yaml import Problem, Trail, YamlFile, unknown

_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)[^*]+\*\*")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")


def translation_problems(course: Course, exercise_ids: Collection[str] = ()) -> list[str]:
    """Return the problems of all translations, or only of those of the exercises given."""
    found: list[str] = []
    for language in languages(course.content)[1:]:
        read, folder = Course(course.content, language=language), language_folder(course, language)
        notes: dict[str, dict[str, str]] = {}
        try:
            notes = load_notes(folder)
        except CourseError as error:
            found.append(str(error))
        for path in [f"{each}.yaml" for each in exercise_ids] or translatable(course):
            if (folder / path).is_file():
                with noting(found):
                    file, originals = texts_of(course, read, path)
                    found += _different(file, originals)
                    found += _stale(file, originals, notes.get(path, {}), f"{language} {path}")
        if not exercise_ids:
            found += _of_no_use(course, folder)
            with noting(found):
                found += _without_title(course, read, folder)
            for each in sorted((folder / PICTURES).glob("*.yaml")):
                found += _picture_problems(course, read, each)
    return found


def different(text: str, original: str) -> Iterator[str]:
    """Yield the figures, pieces of code, placeholders and links that a translation lacks or adds; nothing else."""
    if not text.strip():
        yield "is empty; translate it"
        return
    for what, parts in PARTS.items():
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


PARTS: dict[str, Callable[[str], list[str]]] = {
    "figure": _figures,
    "code": _CODE.findall,
    "placeholder": lambda text: [found[0] for found in PLACE.finditer(text)],
    "link": lambda text: [found[2] for found in LINK.finditer(text)],
}
"""The parts of a text that a translation must have as often as the English one."""


# --- one file ---------------------------------------------------------------------------------


def _different(file: YamlFile, originals: Texts) -> Iterator[str]:
    """Yield the texts of a file that are missing, unknown or different, each at its line."""
    texts = dict(leaves(file.data))
    for trail in (each for each in originals if each not in texts):
        yield str(file.problem(trail[:-1], f"there is no translation of `{named(trail)}`; add it", at_key=True))
    for trail, text in texts.items():
        if trail not in originals:
            near = [named(each) for each in originals if each[:-1] == trail[:-1] or each[:1] == trail[:1]]
            yield str(file.problem(trail, unknown("text", named(trail), near), at_key=True))
            continue
        for what in different(text, originals[trail]):
            yield str(file.problem(trail, f"`{named(trail)}` {what}"))
        if trail[0] in ("cards", "questions") and text.strip():
            yield from map(str, _markup_problems(file, trail, text))
    task = originals.get(("task",))
    if task and len(lesson.paragraphs(texts[("task",)])) != (count := len(lesson.paragraphs(task))):
        yield str(file.problem(("task",), f"the task has other paragraphs than the English one; write all {count}"))


def _markup_problems(file: YamlFile, trail: Trail, text: str) -> Iterator[Problem]:
    """Yield what cannot be shown of a text of a card or a quiz."""
    shown = PLACE.sub("0", text)
    yield from (file.problem(trail, wrong.message, piece=wrong.piece) for wrong in markdown.problems(shown))
    if trail[-1] != "back" and not markdown.is_one_paragraph(shown):
        yield file.problem(trail, f"`{named(trail)}` has several paragraphs or a list; write one paragraph")


def _stale(file: YamlFile, originals: Texts, noted: Mapping[str, str], which: str) -> Iterator[str]:
    """Yield the texts whose English one has changed since it was noted; `which` is the language and the file."""
    now = hashes(originals)
    command = f"run `learn author translated {which}`"
    for trail in originals:
        if noted.get(name := named(trail), now.get(name)) != now.get(name):
            yield str(file.problem(trail, f"the English text of `{name}` has changed; translate it, then {command}"))
    if new := [name for name in now if name not in noted]:
        texts = f"`{new[0]}`" if len(new) == 1 else f"`{new[0]}` and {len(new) - 1} more"
        yield f"{file.path}: the English text is not noted of {texts}; {command} when the translation is right"


# --- the rest ---------------------------------------------------------------------------------


def _without_title(course: Course, read: Course, folder: Path) -> Iterator[str]:
    """Yield the units that have a translated text and no translated title."""
    titled = read.translation(TABLE).get("units", {})
    for unit in course.units:
        if any((folder / unit.id).glob("*")) and unit.id not in titled:
            path = shown_path(folder / f"{TABLE}.yaml")
            yield f"{path}: has no title for the unit `{unit.id}`; add it below `units:`"


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
            texts = [text for _, text in leaves(data)]
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
    drawn = [f"{PICTURES}/{path.name[:-3]}.yaml" for path in (course.content.solutions / DRAWN).glob("*.py")]
    known = {*translatable(course), *drawn, NOTES}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.relative_to(folder).as_posix() not in known:
            yield f"{shown_path(path)}: translates no file of the course; correct its name, or remove it"
