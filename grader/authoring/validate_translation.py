"""Validate translations: complete, of the present English texts, and with the same figures, code and links."""

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
from grader.core.shapes import Json
from grader.course import lesson, shown_path
from grader.course.course import TABLE, Course
from grader.course.lesson_files import LINK
from grader.course.picture import picture_data, picture_names
from grader.course.rules import rules_of
from grader.course.translation import PICTURES, languages
from grader.files import markdown, strict_yaml
from grader.files.figures import PLACE
from grader.files.strict_yaml import Trail, YamlFile, unknown

MANY = 6
"""The number of words from which on a translation cannot be the English text."""
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)[^*]+\*\*")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")


def translation_problems(course: Course, exercise_ids: Collection[str] = ()) -> list[str]:
    """Return the problems of all translations, or only of those of the exercises given."""
    problems: list[str] = []
    for language in languages(course.content)[1:]:
        read, folder = Course(course.content, language=language), language_folder(course, language)
        notes: dict[str, dict[str, str]] = {}
        with noting(problems):
            notes = load_notes(folder)
        for path in [f"{exercise_id}.yaml" for exercise_id in exercise_ids] or translatable(course):
            if (folder / path).is_file():
                with noting(problems):
                    file, originals = texts_of(course, read, path)
                    problems += _different(file, originals)
                    problems += _stale(file, originals, notes.get(path, {}), f"{language} {path}")
        if not exercise_ids:
            with noting(problems):
                problems += _missing_or_useless(course, folder)
            for drawn in sorted((folder / PICTURES).glob("*.yaml")):
                with noting(problems):
                    problems += _picture_problems(course, read, drawn)
    return problems


def different(text: str, original: str) -> Iterator[str]:
    """Yield the figures, pieces of code, placeholders and links that a translation lacks or adds; nothing else."""
    if not text.strip():
        yield "is empty; translate it"
        return
    for kind, parts in PARTS.items():
        wanted, there = Counter(parts(original)), Counter(parts(text))
        if missing := list((wanted - there).elements()):
            yield f"lacks the {kind} {', '.join(missing)} of the English text; write the same"
        if surplus := list((there - wanted).elements()):
            yield f"has the {kind} {', '.join(surplus)}, which the English text has not; write the same"
    if (bold := len(_BOLD.findall(text))) != (wanted_bold := len(_BOLD.findall(original))):
        yield f"has {bold} bold terms, the English text {wanted_bold}; make the same terms bold"


def _figures(text: str) -> list[str]:
    """Return all numbers of a text as one writes them, whether .5 or 0.5; not those in code, links and placeholders."""
    prose = _CODE.sub(" ", PLACE.sub(" ", LINK.sub(r"\1", text)))
    return [f"{float(number.replace(',', '')):.15g}" for number in _NUMBER.findall(prose)]


PARTS: dict[str, Callable[[str], list[str]]] = {
    "figure": _figures,
    "code": _CODE.findall,
    "placeholder": lambda text: [match[0] for match in PLACE.finditer(text)],
    "link": lambda text: [match[2] for match in LINK.finditer(text)],
}
"""The parts of a text that a translation must have as often as the English one."""


# --- one file ---------------------------------------------------------------------------------


def _different(file: YamlFile, originals: Texts) -> Iterator[str]:
    """Yield the texts of a file that are missing, unknown or different, each at its line."""
    texts = dict(leaves(file.data))
    for trail in (trail for trail in originals if trail not in texts):
        yield str(file.problem(trail[:-1], f"there is no translation of `{named(trail)}`; add it", at_key=True))
    for trail, text in texts.items():
        if trail not in originals:
            near = [named(known) for known in originals if known[:-1] == trail[:-1] or known[:1] == trail[:1]]
            yield str(file.problem(trail, unknown("text", named(trail), near), at_key=True))
            continue
        if text == originals[trail] and len(_CODE.sub("", text).split()) >= MANY:
            yield str(file.problem(trail, f"`{named(trail)}` is the English text; translate it"))
        for difference in different(text, originals[trail]):
            yield str(file.problem(trail, f"`{named(trail)}` {difference}"))
        if trail[0] in ("cards", "questions") and text.strip():
            for wrong in markdown.problems(PLACE.sub("0", text), is_long=trail[-1] == "back"):
                yield str(file.problem(trail, wrong.message, piece=wrong.piece))
    task = originals.get(("task",))
    if task and len(lesson.paragraphs(texts[("task",)])) != (count := len(lesson.paragraphs(task))):
        yield str(file.problem(("task",), f"the task has other paragraphs than the English one; write all {count}"))


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


def _picture_problems(course: Course, read: Course, path: Path) -> Iterator[str]:
    """Yield the problems of the words on a module's pictures; title and description have to be among them."""
    pictures = read.translation(f"{PICTURES}/{path.stem}")["pictures"]
    known = [name.partition("/")[2] for name in picture_names(course) if name.partition("/")[0] == path.stem]
    file = strict_yaml.read(path, shown_path(path))
    for function in (function for function in known if function not in pictures):
        yield str(file.problem(("pictures",), f"the picture `{function}` is missing; add it", at_key=True))
    for function, words in pictures.items():
        if function in known:
            yield from _picture_text_problems(file, function, words, picture_data(course, f"{path.stem}/{function}"))
        else:
            yield str(file.problem(("pictures", function), unknown("picture", function, known), at_key=True))


def _picture_text_problems(file: YamlFile, function: str, words: Mapping[str, str], data: Json) -> Iterator[str]:
    """Yield the texts of one picture that are missing, unknown or different."""
    trail: Trail = ("pictures", function)
    for needed in (data[key] for key in ("title", "description") if data[key] not in words):
        yield str(file.problem(trail, f"there is no translation of “{needed}”; add it"))
    texts = {text for _, text in leaves(data)}
    for original, text in words.items():
        if original not in texts:
            yield str(file.problem((*trail, original), "the picture has no such text", at_key=True))
        for difference in different(text, original):
            yield str(file.problem((*trail, original), f"the text {difference}"))


def _missing_or_useless(course: Course, folder: Path) -> Iterator[str]:
    """Yield the files that a complete translation has and this one has not, in one line; then those that translate nothing."""
    drawn = [f"{PICTURES}/{name.partition('/')[0]}.yaml" for name in picture_names(course)]
    known = dict.fromkeys([*translatable(course), *drawn])
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    wanted = known if rules_of(course.data(TABLE)).complete_translations else ()
    if missing := [path for path in wanted if path not in there]:
        listed = f"{', '.join(missing[:3])}{f' and {len(missing) - 3} more' if len(missing) > 3 else ''}"
        yield f"{shown_path(folder)}: lacks {listed}; until then these texts are English"
    for path in (path for path in there if path not in known and path != NOTES):
        yield f"{shown_path(folder / path)}: translates no file of the course; correct its name, or remove it"
