"""The glossary: the terms of a course with their definitions, from `exercises/terms.yaml`."""

import re
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import CourseError, UnknownNameError
from grader.core.shapes import JsonObject, yaml_model
from grader.course import shown_path
from grader.course.course import Course
from grader.course.lesson import open_lesson
from grader.course.lesson_files import unit_of

TERMS = "terms"
"""The name of the file, without `.yaml`."""


@yaml_model
class TermTable:
    """A term of the glossary."""

    means: str
    """Its definition, in one sentence that needs no other text; Markdown."""
    introduced: str
    """The page that introduces it, such as `opening` or a unit's id, or the exercise: `unit/name`."""
    also: tuple[str, ...] = ()
    """Its other names."""


@yaml_model
class TermsTable:
    """The glossary."""

    terms: dict[str, TermTable]
    """The terms by their standard names."""


class Term(NamedTuple):
    """A term, its definition, and the place that introduces it."""

    name: str
    also: tuple[str, ...]
    means: str
    """One sentence, as Markdown."""
    place: str
    """`page:id` or `exercise:unit/name`."""
    title: str
    """The title of that page or exercise."""

    @property
    def command(self) -> str:
        kind, _, name = self.place.partition(":")
        return f"learn read {name}" if kind == "page" else f"learn show {name.rpartition('/')[2]}"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(key, (self.name, *self.also)))


def terms_path(course: Course) -> Path:
    """Return the path of the file, which a course need not have."""
    return course.content.exercises / f"{TERMS}.yaml"


def read_terms(course: Course) -> dict[str, JsonObject]:
    """Return the terms as their file has them, by name; none if the course has no file; raise YamlError."""
    path = terms_path(course)
    if not path.is_file():
        return {}

    def loaded() -> JsonObject:
        # Imports pydantic; a cached glossary does without.
        from grader.files.yaml_load import load_as

        return dict(load_as(TermsTable, path, shown_path(path), name="glossary", keys="`terms:`")[0].data)

    entries: dict[str, JsonObject] = course.parsed(TERMS, [path], loaded)["terms"]
    return entries


def all_terms(course: Course) -> list[Term]:
    """Return the terms of a course in alphabetical order.

    Raises:
        YamlError: the file is not valid, or a page or an exercise that it names.
    """
    terms = (_term(course, name, entry) for name, entry in read_terms(course).items())
    return sorted(terms, key=lambda term: term.name.casefold())


def find_term(course: Course, name: str) -> Term:
    """Return the term of a name, in the singular or plural, with spaces or hyphens, or by another of its names.

    Raises:
        UnknownNameError: there is none, and the message suggests a similar one.
        CourseError: the course has no glossary.
    """
    terms = all_terms(course)
    if not terms:
        raise CourseError("this course has no glossary")
    names = {known_name: term for term in reversed(terms) for known_name in reversed(term.names)}
    if term := names.get(key(name)):
        return term
    import difflib  # takes a few milliseconds, and is of no use to a name that is known

    near = difflib.get_close_matches(key(name), names, n=1)
    parts = [term.name for known, term in names.items() if key(name) and key(name) in known]
    meant = names[near[0]].name if near else parts[0] if parts else ""
    advice = f"did you mean {meant!r}?" if meant else "`learn read terms` lists them all"
    raise UnknownNameError(f"there is no term {name!r}; {advice}")


def key(name: str) -> str:
    """Return a term as it is compared: in lower case, with spaces for hyphens, in the singular."""
    words = re.sub(r"[-_\s]+", " ", name.casefold()).strip()
    return words if words.endswith("ss") or len(words) < 4 else words.removesuffix("s")


def _term(course: Course, name: str, entry: JsonObject) -> Term:
    introduced = entry["introduced"]
    kind = "exercise" if introduced in course.exercise_ids else "page"
    unit = unit_of(course, introduced)
    title = course.words(introduced).title if kind == "exercise" else unit.title if unit else ""
    place, also = f"{kind}:{introduced}", tuple(entry.get("also", ()))
    title = title or open_lesson(course, introduced).title
    return Term(name, also, entry["means"], place, title)
