"""Find lines of the solution in the texts that learners read before they have passed: hints, and the words of mistakes."""

import ast
import re
from collections.abc import Collection, Iterator

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import parsed

CODE = re.compile(r"```\w*\n(.*?)```|`([^`]+)`", re.DOTALL)
LEAST = 2
"""The operations of a line from which on it says something: `n % 2` and `n += 1` are no secrets, but `return n % 2` is."""
OPERATIONS = (ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.IfExp, ast.Subscript, ast.UnaryOp, ast.comprehension)
STATEMENTS = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)


def leaks(grading: ExerciseGrading) -> Iterator[str]:
    """Yield each hint with what the solution returns, and each mistake whose words have one of the solution's lines."""
    tree = parsed(grading.path())
    given = _values(parsed(grading.course.stub(grading.exercise.id)), STATEMENTS)
    returned, lines = _values(tree, (ast.Return,)) - given, _values(tree, STATEMENTS) - given
    for index, hint in enumerate(grading.exercise.hints):
        for code in _copied(hint, returned):
            what = f"the hint has `{code}`, which the solution returns; say it in words"
            yield grading.problem(("hints", index), what)
    for mistake in grading.mistakes:
        for code in _copied(f"{mistake.title}\n{mistake.words}", lines):
            what = (
                f"the words of `{mistake.version}` have the solution's `{code}`; say where to look, not what to write"
            )
            yield grading.problem_in_mistake(mistake.version, what)


def _values(tree: ast.AST, kinds: tuple[type[ast.stmt], ...]) -> set[str]:
    """Return the values of statements with enough operations, one for those that return, as Python writes them."""
    values = set()
    for node in ast.walk(tree):
        value = getattr(node, "value", None) if isinstance(node, kinds) else None
        least = 1 if isinstance(node, ast.Return) else LEAST
        if value and sum(isinstance(part, OPERATIONS) for part in ast.walk(value)) >= least:
            values.add(ast.unparse(value))
    return values


def _copied(text: str, values: Collection[str]) -> Iterator[str]:
    """Yield the values that the code in a text has, too."""
    for match in CODE.finditer(text):
        try:
            tree = ast.parse((match[1] or match[2]).strip())
        except (SyntaxError, ValueError):
            continue  # a name, a shape, a command
        yield from sorted(_values(tree, STATEMENTS) & {*values})
