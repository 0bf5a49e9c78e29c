"""Validate the glossary, and that no page or task needs a term of a later unit."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.course import shown_path
from grader.course.course import TABLE, Course
from grader.course.lesson import open_lesson
from grader.course.lesson_files import LINK, lesson_ids, lesson_path, unit_of
from grader.course.rules import rules_of
from grader.course.terms import Term, all_terms, key, terms_path

MOST_WORDS = 25
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)([^*]+)\*\*")
_LEAD = re.compile(r"[.:!?]$")
"""Bold words that end so lead a paragraph or a rule, and are no term."""
_NO_PROSE = re.compile(r"```.*?```|`[^`]+`|^(?: {4}|\||#)[^\n]*$", re.DOTALL | re.MULTILINE)
_TORN = re.compile(r"(This|That|These|Those|It|They|The result)\b")
"""The beginning of a sentence that needs the one before it."""
_NEXT = re.compile(r"^## What to read next.*", re.DOTALL | re.MULTILINE)


class Text(NamedTuple):
    """The prose of a page or an exercise, without code, tables and headings."""

    place: str
    """`page:id` or `exercise:unit/name`."""
    prose: str
    later: str = ""
    """The explanation, which learners read after passing: it may look ahead."""


def term_problems(course: Course, exercise_ids: Sequence[str] = ()) -> Iterator[str]:
    """Yield the problems of the glossary and of the order of terms; given exercises, only those of their texts."""
    terms = all_terms(course)
    wanted = {f"exercise:{exercise_id}" for exercise_id in exercise_ids}
    texts = [text for text in _texts(course) if not wanted or text.place in wanted]
    by_name = {name: term for term in terms for name in term.names}
    if not wanted:
        yield from _entry_problems(course, terms)
    for text in texts:
        yield from _bold_problems(course, text, by_name) if rules_of(course.data(TABLE)).bold_terms else ()
        yield from _early_terms(course, text, terms)
    if not wanted and rules_of(course.data(TABLE)).bold_terms:
        yield from _unintroduced(course, terms, texts)


def _entry_problems(course: Course, terms: Sequence[Term]) -> Iterator[str]:
    """Yield definitions that are too long, torn out of a text or no sentence, and names of two terms."""
    first: dict[str, Term] = {}
    for term in terms:
        where = f"{shown_path(terms_path(course))}: `{term.name}`"
        if (count := len(term.means.split())) > MOST_WORDS:
            yield f"{where} is defined in {count} words; write at most {MOST_WORDS}"
        if torn := _TORN.match(term.means):
            yield f"{where} begins with “{torn[0]}”; write a definition that can be read alone"
        if not term.means.endswith("."):
            yield f"{where} does not end with a period; write one sentence"
        for name in dict.fromkeys(term.names):
            if first.setdefault(name, term) is not term:
                yield f"{where} has a name of `{first[name].name}`, too; leave one out"


def _bold_problems(course: Course, text: Text, by_name: dict[str, Term]) -> Iterator[str]:
    """Yield bold terms that the glossary lacks, or that it says are introduced elsewhere."""
    for name in (bold for bold in _bold(text) if not _LEAD.search(bold)):
        term, where = by_name.get(key(name)), f"{_path(course, text.place, f'**{name}**')}: **{name}**"
        if term is None:
            yield f"{where} has no entry in {shown_path(terms_path(course))}; add one, or write *so* to stress it"
        elif term.place != text.place:
            yield f"{where} is introduced in {_path(course, term.place)}, says the glossary; write it plain, or change one"


def _unintroduced(course: Course, terms: Sequence[Term], texts: Sequence[Text]) -> Iterator[str]:
    """Yield the terms that are not in bold exactly once where the glossary says."""
    for term in terms:
        names = (name for text in texts if text.place == term.place for name in _bold(text))
        bold = [name for name in names if key(name) in term.names]
        if len(bold) != 1:
            where = _path(course, term.place, f"**{bold[-1]}**" if bold else "")
            yield f"{where}: the term `{term.name}` is in bold {len(bold)} times; write it so once"


# --- the order ----------------------------------------------------------------------------------


def _early_terms(course: Course, text: Text, terms: Sequence[Term]) -> Iterator[str]:
    """Yield the terms of later units in a text; everyday words and names in links may come earlier."""
    if (here := _unit_number(course, text.place)) is None:
        return
    prose = LINK.sub(" ", _NEXT.sub("", text.prose))
    for term in terms:
        there = _unit_number(course, term.place)
        if term.everyday or there is None or there <= here:
            continue
        if found := _pattern(term).search(prose):
            where = f"{_path(course, text.place)}: “{found[0]}”"
            yield f"{where} is a term of the later unit `{course.units[there].id}`; say it in other words, or introduce it here"


def _pattern(term: Term) -> re.Pattern[str]:
    """Return a pattern of a term's names as whole words, in the plural, too."""
    names = "|".join(re.escape(name).replace(r"\ ", r"[-\s]") for name in (term.name, *term.also))
    return re.compile(rf"(?<![\w-])(?:{names})(?:e?s)?(?![\w-])", re.IGNORECASE)


def _unit_number(course: Course, place: str) -> int | None:
    """Return the number of the unit that a place belongs to; None for a page of the course."""
    unit = unit_of(course, place.partition(":")[2].partition("/")[0])
    return None if unit is None else course.units.index(unit)


def _texts(course: Course) -> Iterator[Text]:
    """Yield every text in reading order: each page, and after a unit's page the exercises."""
    pages = lesson_ids(course)
    for page_id in dict.fromkeys([*pages, *(unit.id for unit in course.units)]):
        if page_id in pages:
            yield Text(f"page:{page_id}", _prose(open_lesson(course, page_id).text))
        if unit := unit_of(course, page_id):
            for exercise_id in unit.exercise_ids:
                words = course.words(exercise_id)
                yield Text(f"exercise:{exercise_id}", _prose(words.task), _prose(words.explain))


def _prose(markdown: str) -> str:
    return _NO_PROSE.sub(" ", markdown)


def _bold(text: Text) -> list[str]:
    """Return the bold words of a text, in one line each."""
    return [" ".join(bold.split()) for bold in _BOLD.findall(f"{text.prose}\n\n{text.later}")]


def _path(course: Course, place: str, words: str = "") -> str:
    """Return the file of a place as it is shown, with line and column of the last line that has some words."""
    kind, _, name = place.partition(":")
    path = lesson_path(course, name) if kind == "page" else course.content.exercises / f"{name}.yaml"
    lines = list(enumerate(path.read_text("utf-8").splitlines(), start=1)) if words else []
    at = [f":{number}:{text.index(words) + 1}" for number, text in lines if words in text]
    return f"{shown_path(path)}{at[-1] if at else ''}"
