"""A solution as it is printed runs in a workspace: no relative import is left, and nothing is missing."""

from __future__ import annotations

import ast
import builtins

import pytest

from grader.course import find
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache, default_cache
from grader.course.printed_solution import printed_solution

COURSE = Course(find(), ParsedCache(default_cache()))
NAMES = [each.rpartition("/")[2] for each in COURSE.exercise_ids]


def imports(source: str) -> list[ast.ImportFrom]:
    """Return the imports of names."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize("exercise_id", COURSE.exercise_ids)
def test_only_functions_that_learners_write_are_imported_and_every_name_is_known(exercise_id: str) -> None:
    source = printed_solution(COURSE, exercise_id)
    for node in imports(source):
        assert node.level == 0
        if node.module in NAMES:
            functions = COURSE.words(COURSE.find(node.module)).functions
            assert {alias.name for alias in node.names} <= set(functions)
    tree = ast.parse(source)
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert used <= stored | defined | arguments | bound | set(dir(builtins))


def test_a_helper_is_copied_and_a_function_imported() -> None:
    held_back = printed_solution(COURSE, "loop/stream_hold_back")
    assert "import" not in held_back
    assert held_back.count("def first_stop(") == held_back.count("def refuse_empty(") == 1
    forward = printed_solution(COURSE, "cache/cached_forward")
    assert "from cached_block import run_block\n" in forward
    assert "def rms(" in forward
    whole = printed_solution(COURSE, "structure/complete_generate")
    assert "from stream_hold_back import stream as hold_back\n" in whole
    assert "noqa" not in whole


def test_a_solution_without_relative_imports_is_as_it_is() -> None:
    path = COURSE.solutions.path("scores/softmax_by_hand")
    assert printed_solution(COURSE, "scores/softmax_by_hand") == path.read_text("utf-8")
