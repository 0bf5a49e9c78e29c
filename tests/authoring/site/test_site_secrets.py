"""The site of the shipped course, searched for what is not for the public; test_build_site.py searches a marked one."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import COURSE
from small_site import files_of

from flashcards.catalogue import deck_files
from grader.authoring.site.build import SiteContent, build
from grader.course.course import UNGRADED

pytestmark = pytest.mark.slow

PUBLIC = (*UNGRADED["solutions"], "numeric")
"""Folders of `solutions/` whose texts are written for pages, cards and quizzes; of these only the code is searched for."""
SHORTEST_LINE = 16
"""Shorter lines of code, such as `return best`, stand in texts by chance."""
RECOGNIZABLE = 14
"""The digits of a case that together are no coincidence; `[1, 0, 0, 1]` is on many pages."""
GIVEN_IN_TASKS = "the worked example"
"""The check whose cases are the task's own example."""
_DATA = re.compile(r'<style>.*?</style>|<svg\b.*?</svg>|"[A-Za-z0-9+/=]{200,}"', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_ATTRIBUTE = re.compile(r'[\w-]+="([^"]*)"')
_NUMBER = re.compile(r"[-−]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


@pytest.mark.slow
def test_the_site_has_no_solution_mistake_hidden_case_or_explanation(tmp_path: Path) -> None:
    build(SiteContent(COURSE, "https://example.org/engine", False), tmp_path)
    files = files_of(tmp_path)  # sheets are HTML here, with the text that PDFs have
    assert {Path(path).suffix for path in files} == {".html", ".css", ".js", ".svg", ".png"}
    pages = {path: data.decode() for path, data in files.items() if path.endswith(".html")}
    texts = {path: text_of(page) for path, page in pages.items()}
    assert len(texts) > 90
    output = plain("\n".join(texts.values()))
    assert secret_lines_in(output) == []
    assert hidden_numbers_in(texts.values()) == []
    # In playgrounds the tiny model writes whole sentences, and learns them from where some cases have them.
    written = re.sub(r"<noscript>.*?</noscript>", "", "\n".join(pages.values()), flags=re.DOTALL)
    assert hidden_texts_in(plain(text_of(written))) == []
    assert explanations_in(output) == []


def text_of(page: str) -> str:
    """Return the text, the scripts and the attributes of a page."""
    page = _DATA.sub("", page)
    return html.unescape(f"{_TAG.sub('', page)} {' '.join(_ATTRIBUTE.findall(page))}")


def plain(text: str) -> str:
    return " ".join(re.sub(r"[`*]", "", text).split())


@cache
def public_text() -> str:
    """Return what the authors have written for learners to read before they pass: tasks, hints, pages, cards, quizzes."""
    words = [COURSE.words(each) for each in COURSE.exercise_ids]
    parts = [text for each in words for text in (each.task, *each.hints, *each.signatures)]
    folder = COURSE.content.exercises
    files = [*folder.rglob("*.md"), *(folder / "quiz").glob("*.yaml"), *deck_files(COURSE)]
    return plain("\n".join([*parts, *(path.read_text("utf-8") for path in files if path.suffix != ".py")]))


def secret_lines() -> Iterator[str]:
    """Yield the lines of solutions, mistakes and checks, docstrings included, and the code of all other modules."""
    for path in sorted(COURSE.content.solutions.rglob("*.py")):
        lines = path.read_text("utf-8").split("\n")
        if path.relative_to(COURSE.content.solutions).parts[0] in PUBLIC:
            for node in ast.walk(ast.parse("\n".join(lines))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    first, last = node.lineno - 1, node.end_lineno or node.lineno
                    lines[first:last] = [""] * (last - first)
        yield from (plain(line) for line in lines)


def secret_lines_in(output: str) -> list[str]:
    """Return the lines of solutions and mistakes that are on a page, but for those that a task or hint has."""
    known = set(output.split())
    lines = {line for line in secret_lines() if len(line.replace(" ", "")) >= SHORTEST_LINE}
    lines = {line for line in lines if not line.startswith(("Source: ", "https://"))}
    assert len(lines) > 5000
    possible = [line for line in lines if known.issuperset(line.split()[1:-1])]  # to search for all takes 20 s
    return [line for line in possible if line in output and line not in public_text()]


def numbers(value: Any) -> list[str]:
    """Return the numbers within a value of a case, in order."""
    if isinstance(value, dict | list | tuple):
        return [each for part in (value.values() if isinstance(value, dict) else value) for each in numbers(part)]
    return [repr(float(value))] if isinstance(value, int | float) and not isinstance(value, bool) else []


def strings(value: Any) -> list[str]:
    """Return the texts within a value of a case."""
    if isinstance(value, dict | list | tuple):
        return [each for part in (value.values() if isinstance(value, dict) else value) for each in strings(part)]
    return [value] if isinstance(value, str) else []


def hidden_cases() -> list[Any]:
    """Return the cases of every check, with their expected values, but for those that tasks give."""
    checks = [check for each in COURSE.exercise_ids for check in COURSE.data(each)["checks"]]
    hidden = [check for check in checks if check["name"] != GIVEN_IN_TASKS]
    return [case for check in hidden for key in ("cases", "scripts") for case in check.get(key) or ()]


def is_recognizable(run: list[str]) -> bool:
    return sum(character.isdigit() for number in run for character in number.removesuffix(".0")) >= RECOGNIZABLE


def runs_of(texts: Iterable[str]) -> str:
    """Return the numbers of each text as a line."""
    found = (_NUMBER.findall(text) for text in texts)
    return "\n".join(f" {' '.join(repr(float(each.replace('−', '-'))) for each in page)} " for page in found)


def hidden_numbers_in(texts: Iterable[str]) -> list[list[str]]:
    """Return the numbers of cases, whole or an input or expected value, that are on a page and in no task."""
    output, given = runs_of(texts), runs_of([public_text()])
    parts = [part for case in hidden_cases() for part in (case, *(case.values() if isinstance(case, dict) else ()))]
    runs = [run for run in map(numbers, parts) if is_recognizable(run)]
    assert len(runs) > 300
    return [run for run in runs if (each := f" {' '.join(run)} ") in output and each not in given]


def hidden_texts_in(output: str) -> list[str]:
    """Return the texts of cases that are on a page and in no task."""
    long = {plain(each) for case in hidden_cases() for each in strings(case) if len(plain(each)) >= RECOGNIZABLE}
    assert len(long) > 20
    return [each for each in long if each in output and each not in public_text()]


def explanations_in(output: str) -> list[str]:
    """Return the sentences of explanations that are on a page, but for those that cards and quizzes have."""
    shown = public_text()
    explained = [plain(COURSE.words(each).explain) for each in COURSE.exercise_ids]
    sentences = [each for text in explained for each in re.split(r"(?<=[.?!]) ", text) if len(each.split()) >= 6]
    assert len(sentences) > 200
    return [each for each in sentences if each in output and each not in shown]
