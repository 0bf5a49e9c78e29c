"""Mutants: which slips a source can have, and where."""

from __future__ import annotations

import pytest

from grader.questions.mutants import Mutant, mutants, without_comments

pytestmark = pytest.mark.slow
HEAD = "import numpy as np\n\n\n"


def slips(source: str, given: str = "") -> set[tuple[str, str]]:
    return {(each.before, each.after) for each in mutants(source, given)}


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("if x < 1:", "if x <= 1:"),
        ("if x < 1:", "if not x < 1:"),
        ("if x < 1:", "if x < 1 + 0.0001:"),
        ("if x < 1:", "if True:"),
        ("if y == 0:", "if (abs(y - 0) < 0.0001):"),
        ("if 0 < x <= 1:", "if x <= 1:"),
        ("if x and y:", "if (y):"),
        ("if x and y:", "if x or y:"),
        ("if x in y:", "if x not in y:"),
    ],
)
def test_a_condition_is_changed(line: str, after: str) -> None:
    source = f"def f(x: float, y):\n    {line}\n        return 1\n    return 2\n"
    assert (line, after) in slips(source)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return x + y", "return x - y"),
        ("return (x) // (y)", "return (x) / (y)"),
        ("return y ** 2", "return y ** 3"),
        ("return x if y else z", "return x if not y else z"),
        ("return g(x, y)", "return g(y, x)"),
        ("return x.sum(axis=0)", "return x.sum()"),
        ("return np.argsort(x, kind='stable')", "return np.argsort(x)"),
        ("return np.zeros(y, dtype=np.float64)", "return np.zeros(y, dtype=np.float32)"),
        ("return x.copy()", "return x"),
        ("return x[:y]", "return x[:y + 1]"),
        ("return np.random.default_rng(y)", "return np.random.default_rng()"),
        ("return np.searchsorted(x, y, side='left')", "return np.searchsorted(x, y, side='right')"),
        ("return [each for each in x if each]", "return [each for each in x if True]"),
        ("return abs(x) < 1e-6", "return abs(x) < 0.001"),
        ("return y", "return z"),
    ],
)
def test_an_expression_is_changed(line: str, after: str) -> None:
    assert (line, after) in slips(f"{HEAD}def f(x, y: int, z: int):\n    {line}\n")


@pytest.mark.parametrize(
    ("lines", "slip"),
    [
        (["x += 1", "x *= 2"], ("x += 1 x *= 2", "x *= 2 x += 1")),
        (["x += 1"], ("x += 1", "pass")),
        (["x = []"], ("x = []", "x = globals().setdefault('kept_x', [])")),
        (["while x:", "    break"], ("break", "continue")),
        (["for each in x:", "    g(each)"], ("for each in x:", "for each in []:")),
    ],
)
def test_a_statement_is_changed(lines: list[str], slip: tuple[str, str]) -> None:
    body = "".join(f"    {line}\n" for line in lines)
    assert slip in slips(f"def f(x):\n{body}    return x\n")


def test_float32_is_inserted_before_the_first_statement() -> None:
    source = f'{HEAD}def f(p: np.ndarray) -> float:\n    """Add up."""\n    return p.sum()\n'
    assert ("return p.sum()", "p = p.astype('float32') return p.sum()") in slips(source)


def test_what_no_learner_writes_is_left_alone() -> None:
    given = "def given(x):\n    return x + 1\n\n\nLIMIT = 3\n"
    source = (
        '"""1 < 2."""\n\nfrom math import floor\n\nLIMIT = 3\n\n\ndef given(x):\n    """Add 1."""\n    return x + 1\n\n\n'
        'def f(x: tuple[int, 2], y: int = 5) -> tuple[int, 3]:\n    """x < y."""\n    z: tuple[int, 4] = x  # 1 < 2\n'
        '    raise ValueError(f"{y + 1}")\n'
    )
    assert slips(source, given) == {
        ("z: tuple[int, 4] = x", "pass"),
        ('raise ValueError(f"{y + 1}")', "pass"),
    }


def test_a_mutant_has_the_line_of_its_slip_and_the_whole_source() -> None:
    source = "def f(x):  # é\n    é = 'é'; return x < 1  # 1\n"
    assert Mutant(2, "é = 'é'; return x < 1", "é = 'é'; return x <= 1", "def f(x):\n    é = 'é'; return x <= 1\n") in (
        mutants(source)
    )


def test_a_hash_in_a_string_begins_no_comment() -> None:
    assert without_comments("x = '#1'  # two\n") == "x = '#1'\n"
