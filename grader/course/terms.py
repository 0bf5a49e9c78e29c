"""The glossary: the terms that pages and exercises introduce in bold, each with the sentence that explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.core.errors import CourseError, UnknownNameError
from grader.course import ENGLISH, shown_path
from grader.course.course import Course
from grader.course.lesson import open_lesson
from grader.course.lesson_files import lesson_ids, lesson_path, unit_of

FEWEST_WORDS = 6
"""A sentence with fewer words besides the term explains nothing."""
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)([^*]+)\*\*(?: \(([^()]{1,24})\)|, or (\w+))?")
_LEAD = re.compile(r"[.:!?]$")
"""Bold words that end so lead a paragraph or a rule, and are no term."""
_NO_PROSE = re.compile(r"```.*?```|^(?: {4}|\||#)[^\n]*$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`]+`")
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
_SENTENCE = re.compile(r"(?<=[.?!])[\")]*\s+(?=[^a-z\s])")
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")


class Term(NamedTuple):
    """A term and the place that introduces it."""

    name: str
    short: str
    """Another name: `**term** (short)` or `**term**, or short`; empty if there is none."""
    sentence: str
    """The sentence that introduces it, as Markdown."""
    place: str
    """`page:id` or `exercise:unit/name`."""
    title: str
    """The title of that page or exercise."""

    @property
    def command(self) -> str:
        """Return the command that shows the place."""
        kind, _, name = self.place.partition(":")
        return f"learn read {name}" if kind == "page" else f"learn show {name.rpartition('/')[2]}"


def all_terms(course: Course) -> list[Term]:
    """Return the terms of a course in alphabetical order; of one that is introduced twice, the first in reading order.

    Raises:
        YamlError: a page or an exercise is not valid.
    """
    by_key: dict[str, Term] = {}
    for term in introductions(course):
        by_key.setdefault(key(term.name), term)
    return sorted(by_key.values(), key=lambda term: term.name.casefold())


def find_term(course: Course, name: str) -> Term:
    """Return the term of a name, in the singular or plural, with spaces or hyphens, or abbreviated.

    Raises:
        UnknownNameError: there is none, and the message suggests a similar one.
        CourseError: the course introduces no term.
    """
    terms = all_terms(course)
    if not terms:
        raise CourseError("this course introduces no terms, so it has no glossary")
    names = {key(known_name): term for term in reversed(terms) for known_name in (term.short, term.name) if known_name}
    if term := names.get(key(name)):
        return term
    import difflib  # takes a few milliseconds, and is of no use to a name that is known

    near = difflib.get_close_matches(key(name), names, n=1)
    parts = [term.name for known, term in names.items() if key(name) and key(name) in known]
    meant = names[near[0]].name if near else parts[0] if parts else ""
    advice = f"did you mean {meant!r}?" if meant else "`learn glossary` lists them all"
    raise UnknownNameError(f"there is no term {name!r}; {advice}")


def key(name: str) -> str:
    """Return a term as it is compared: in lower case, with spaces for hyphens, in the singular."""
    words = re.sub(r"[-_\s]+", " ", name.casefold()).strip()
    return words if words.endswith("ss") or len(words) < 4 else words.removesuffix("s")


def introductions(course: Course) -> Iterator[Term]:
    """Yield every bold term in reading order: each page, and after a unit's page the tasks and explanations.

    Bold words that end with a period, colon or another mark are the lead of a paragraph, and no term.
    """
    pages = lesson_ids(course)
    for page_id in dict.fromkeys([*pages, *(unit.id for unit in course.units)]):
        if page_id in pages:
            page = open_lesson(course, page_id)
            yield from _terms(course, page.shown, f"page:{page_id}", page.title)
        if unit := unit_of(course, page_id):
            for exercise_id in unit.exercise_ids:
                words = course.words(exercise_id)
                yield from _terms(course, f"{words.task}\n\n{words.explain}", f"exercise:{exercise_id}", words.title)


def term_problems(course: Course, exercise_ids: Sequence[str] = ()) -> Iterator[str]:
    """Yield the terms that are introduced twice or by no sentence; given exercises, only those in one of them."""
    first: dict[str, Term] = {}
    wanted = {f"exercise:{exercise_id}" for exercise_id in exercise_ids}
    for term in introductions(course):
        before = first.setdefault(key(term.name), term)
        if wanted and not wanted & {term.place, before.place}:
            continue
        where = f"{_path(course, term)}: **{term.name}**"
        if before is not term:
            yield f"{where} is introduced a second time, after {_path(course, before)}; write it plain, or *so* to stress it"
        elif (count := _other_words(term)) < FEWEST_WORDS or not term.sentence.rstrip('"”)*').endswith("."):
            what = f"has {count} other words" if count < FEWEST_WORDS else "does not end with a period"
            yield f"{where} is in a sentence that {what}; explain it in one sentence, or write *so* to stress it"


def _other_words(term: Term) -> int:
    return len(re.findall(r"\w+", term.sentence)) - len(re.findall(r"\w+", term.name))


def _path(course: Course, term: Term) -> str:
    kind, _, name = term.place.partition(":")
    return shown_path(lesson_path(course, name) if kind == "page" else course.content.exercises / f"{name}.yaml")


def _terms(course: Course, text: str, place: str, title: str) -> Iterator[Term]:
    for paragraph in _BREAK.split(_NO_PROSE.sub("\n", text)):
        joined = " ".join(_ITEM.sub("", paragraph).split())
        for sentence in _SENTENCE.split(joined):
            for match in _BOLD.finditer(_CODE.sub(lambda code: "_" * len(code[0]), sentence)):
                if not _LEAD.search(match[1]):
                    # Other languages write nouns with a capital letter, German all of them.
                    name = _small(match[1]) if course.language == ENGLISH else match[1]
                    yield Term(name, match[2] or match[3] or "", sentence.strip(), place, title)


def _small(name: str) -> str:
    """Return a term without the capital letter of a sentence's beginning."""
    return name[0].lower() + name[1:] if name[1:2].islower() else name
