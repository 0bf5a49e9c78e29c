"""The table of what can be set in a course's generator, and that the engine knows no exercise by name."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import COURSE, DATA, ROOT

from grader.core.errors import CourseError
from grader.course import find
from grader.course.course import Course
from grader.course.generator_table import GeneratorSetting, load_table
from grader.files.strict_yaml import YamlError

TABLE = load_table(COURSE)
HUGE = 10**400


def test_a_course_without_the_file_has_no_generator() -> None:
    with pytest.raises(CourseError, match=r"^this course has no generator: there is no .*generator\.yaml$"):
        load_table(Course(find(DATA / "course")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: number", "kind: nmuber", "nmuber"),
        ("name: top_k", "name: top_p", "another setting is called `top_p`; name each differently"),
        ("    above: 0\n", "    abvoe: 0\n", "`abvoe`"),
        ("    default: 64\n", "    default: [64]\n", "is a list; write"),
        ("    least: 0\n", "", ":6:11: a number needs its range; write `least` or `above`"),
        ("only_with: price", "only_with: prise", ":172:16: unknown option `prise`; did you mean `price`?"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    shutil.copytree(DATA / "course", tmp_path / "course")
    text = (ROOT / "exercises/generator.yaml").read_text("utf-8").replace(old, new, 1)
    (tmp_path / "course/exercises/generator.yaml").write_text(text, "utf-8")
    with pytest.raises(YamlError) as raised:
        load_table(Course(find(tmp_path / "course")))
    assert message in str(raised.value)
    assert "generator.yaml:" in str(raised.value)


RANGES: list[tuple[dict[str, Any], str, list[Any], list[Any]]] = [
    ({"kind": "number", "above": 0, "most": 1}, "a number above 0, at most 1", [1, 0.5, 5e-324], [0, 1.5, -0.0]),
    ({"kind": "number", "above": 0}, "a number above 0", [1e308], [float("inf"), float("nan"), HUGE, 0]),
    ({"kind": "number", "least": 0, "most": 2}, "a number from 0 to 2", [0, 2, -0.0], [float("nan"), HUGE, -HUGE]),
    ({"kind": "whole", "least": 0}, "a whole number, 0 or more", [0, 7], [-1, 0.5, True]),
    ({"kind": "whole", "least": 1, "most": 16}, "a whole number from 1 to 16", [1, 16], [0, 17]),
    ({"kind": "texts", "most": 2}, "at most 2 texts, none of them empty", [[], ["a", "b"]], [[""], ["a"] * 3]),
    ({"kind": "texts", "most": 2, "longest": 3}, "at most 2 texts, each of 1 to 3 characters", [["abc"]], [["abcd"]]),
    ({"kind": "pair", "least": 0, "metavar": "A,B"}, "two numbers, 0 or more, as A,B", [(0, 1.5)], [(1, -1)]),
    ({"kind": "biases", "least": -1, "most": 1}, "a number from -1 to 1", [{}, {3: 1}], [{3: 1.5}, {3: HUGE}]),
    ({"kind": "flag"}, "true or false", [True], []),
    ({"kind": "choice", "choices": ("a", "b")}, "a or b", ["a"], []),
]


@pytest.mark.parametrize(("declared", "words", "right", "wrong"), RANGES, ids=[words for _, words, *_ in RANGES])
def test_a_range_has_words_and_refuses_the_rest(
    declared: dict[str, Any], words: str, right: list[Any], wrong: list[Any]
) -> None:
    setting = GeneratorSetting(name="x", help="", **declared)
    assert setting.allowed == words
    assert [value for value in right if setting.wrong(value) is not None] == []
    assert [value for value in wrong if setting.wrong(value) is None] == []


def test_every_default_is_in_its_range_and_every_option_that_is_named_is_there() -> None:
    assert TABLE.wrong({**TABLE.defaults(), **TABLE.request("")}) is None
    named = [name for setting in TABLE.options for name in (*setting.not_with, setting.only_with) if name]
    assert set(named) - {"model"} <= TABLE.by_name.keys()  # --model is the engine's own
    strategies = [strategy for group in TABLE.compare for strategy in group.strategies]
    assert {name for strategy in strategies for name in strategy.settings or ()} <= TABLE.defaults().keys()


def test_a_request_keeps_nothing_of_another() -> None:
    TABLE.request("a")["settings"]["stop"].append("b")
    TABLE.request("a")["logit_bias"][3] = 1.0
    assert TABLE.given(TABLE.request("a")) == set()
    assert TABLE.given(TABLE.request("a", {"draft": "ngram", "stop": ["b"]})) == {"draft", "ngram", "stop"}


# --- the engine knows no exercise by name -------------------------------------------------------

WORDS = {
    "chat_template": "a key of GGUF files",
    "entropy": "a key of the generator's events, and of `learn score --format json`",
    "expected": "a class of the heat map, and a key of documents",
    "finish_reason": "a key of the API",
    "generate": "a command, and an operation of the wire",
    "output_share": "a key of the generator's events",
    "price": "a key of the generator's events",
    "stream": "a field of the API",
}
"""Names of functions that are words of the field as well, and where the engine means the word."""


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each string in a file, docstrings included."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_exercise_and_no_function_of_this_course_stands_in_the_engine() -> None:
    names = {name for each in COURSE.exercises() for name in (each.name, *each.functions)} - WORDS.keys()
    found = []
    for folder in ("grader", "flashcards"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, text in strings_of(path):
                ids = [each for each in COURSE.exercise_ids if each in text]
                if ids or text in names:
                    found.append(f"{path.relative_to(ROOT)}:{line}: {ids or text}")
    assert found == []
