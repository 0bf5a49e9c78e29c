"""Errors that an author makes while writing a course: each is found at its line, and the gate goes on to the next one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from course_gate import gate
from places import DATA, ROOT
from sizes import first_always

from grader.sandbox.launcher import Launcher

CHECKSUMS, TINY = ROOT / "examples/checksums", DATA / "course"
TABLE = "id: tiny\ntitle: Tiny\nversion: 1\nunits: [{id: small, title: Small, exercises: [counter]}]\n"
PARITY, LUHN = (f"exercises/digits/{name}.yaml" for name in ("parity_bit", "luhn_is_valid"))
CHECKS, ROWS = (f"solutions/digits/{name}_checks.py" for name in ("luhn_is_valid", "parity_bit"))
SOLUTION, MISTAKES = "solutions/digits/parity_bit.py", "solutions/digits/parity_bit_mistakes.yaml"
SUM, PICTURE = "solutions/numeric/isbn_sum.py", "exercises/pictures/digits/doubling.svg"
COUNTER = "exercises/small/counter.yaml"
Make = Callable[[str], Path]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Return a function that copies the course of a file, which becomes the current folder."""

    def copied(name: str) -> Path:
        monkeypatch.chdir(tmp_path)
        if "small" not in name:
            if not CHECKSUMS.is_dir():
                pytest.skip("the examples are in the checkout only")
            shutil.copytree(CHECKSUMS, tmp_path, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
            return tmp_path
        for folder in ("exercises/small", "solutions/small"):
            (tmp_path / folder).mkdir(parents=True)
            for path in (TINY / folder).glob("counter*"):
                shutil.copy(path, tmp_path / folder)
        (tmp_path / "exercises/course.yaml").write_text(TABLE)
        return tmp_path

    return copied


def plant(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a text of a file."""
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


GROUPS: dict[str, list[tuple[str, str, str, str]]] = {
    "draws that raise": [
        (CHECKS, '{"number": next(', '{"numbr": next(', f"{CHECKS}:14:14: `a_number` raises KeyError: 'number'; correct it"),
        (ROWS, "rng.integers(0, 2, size)", "rng.integer(0, 2, size)", f"{ROWS}:6:49: `a_row` raises TypeError: Rng.integer() takes 3 positional arguments but 4 were given; correct it"),
        (SUM, "rng.integer(61, 159)", "rng.integrs(61)", f"{SUM}:8:22: `draw` raises AttributeError: 'Draws' object has no attribute 'integrs'; correct it"),
        (PICTURE, "</desc>", "</dsc>", f"{PICTURE}: is not valid XML: mismatched tag: line 2, column 154"),
    ],
    "code that ends Python": [
        (ROWS, "    return {", "    exit()\n    return {", f"{ROWS}:6:5: `a_row` raises SystemExit: None; correct it"),
        (CHECKS, "if not answers[0]:", "if not answers[99]:", f"{CHECKS}:22:12: `one_wrong_digit_is_found` raises IndexError: list index out of range; correct it"),
        ("solutions/lessons/digits.py", "    ones, threes =", "    exit()\n    ones, threes =", "solutions/lessons/digits.py:12:5: `page` raises SystemExit: None; correct it"),
        (PICTURE, '<rect class="light"', '<rect style="x" class="light"', f"{PICTURE}: has `style=`, which pages do not allow; take it out"),
        (SUM, "total % 10 not in", "totl % 10 not in", f"{SUM}:13:12: `is_allowed` raises NameError: name 'totl' is not defined; correct it"),
    ],
    "wrong names": [
        (CHECKS, '[{"number": other}', '[{"numbr": other}', f"{CHECKS}:18:5: `one_wrong_digit_is_found`, of the check “one wrong digit is always found”: `luhn_is_valid` takes no argument `numbr`, and the argument `number` is missing; correct it"),
        (ROWS, '{"bits"', '{"bitz"', f"{ROWS}:4:5: `a_row`, of the check “40 random rows”: `parity_bit` takes no argument `bitz`, and the argument `bits` is missing; correct it"),
        (LUHN, "picture: digits/doubling", "picture: digits/doublin", f"{LUHN}:20:10: unknown picture `digits/doublin`; did you mean `digits/doubling`?"),
    ],
    "untrue words": [
        ("exercises/course.yaml", "learn quiz check-digits", "learn quiz chek-digits", "exercises/course.yaml:12:16: `learn quiz chek-digits`: unknown name `chek-digits`; did you mean `check-digits`?"),
        (SOLUTION, "    return bits.count", "    print(bits)\n    return bits.count", f"{SOLUTION}:4:5: prints '1011' while it is graded; take the print out"),
        (PARITY, "raises ValueError", "is refused", f"{PARITY}:37:11: the task does not say that bad input raises ValueError; say it there"),
        (PARITY, '"`n % 2` is 0 for an even n and 1 for an odd one."', """'Write `bits.count("1") % 2`.'""", f"{PARITY}:21:5: the hint has `bits.count('1') % 2`, which the solution returns; say it in words"),
        (MISTAKES, "Look at the last rule.", "Write `return bits.count('1') % 2`.", f"{MISTAKES}:17:1: the words of `no_exception` have the solution's `bits.count('1') % 2`; say where to look, not what to write"),
        (SOLUTION, "    1\n", "    0\n", f"{SOLUTION}:10:9: the solution gives 1 here; correct the example"),
        ("solutions/digits/luhn_is_valid_mutants.yaml", "sum(digits[::2]) + sum(doubled)) % 10 == 0\n", "sum(digits)) % 10 == 0\n", "solutions/digits/luhn_is_valid_mutants.yaml:3:11: the solution has no such line; correct it, or take it out"),
    ],
    "no Python": [
        (SOLUTION, "def parity_bit(bits: str) -> int:", "def parity_bit(bits: str) -> int", f"{SOLUTION}:4:33: cannot be loaded: SyntaxError: expected ':'"),
    ],
    "draws of chance": [
        (ROWS, "rng.integers(0, 2, size)", "__import__('numpy').random.randint(0, 2, size)", f"{ROWS}:4:5: `a_row`, of the check “40 random rows”: the arguments differ from one preparation to the next; take all chance from the `rng` that `draw` gets"),
        (CHECKS, "rng.integers(0, 10, size - 1)", "range(size - 1)", f"{CHECKS}:6:5: `a_valid_number`, of the check “one wrong digit is always found”: it draws nothing from its `rng`, so all seeds give the same; draw from that"),
    ],
    "words of a task": [
        (PARITY, "Write `parity_bit(bits)`", "Write `parity(bits)`", f"{PARITY}:9:9: unknown function `parity`; did you mean `parity_bit`?"),
        (LUHN, "Write `luhn_is_valid(number)`", "Write `luhn_is_valid(digits)`", f"{LUHN}:13:9: the task says to write `luhn_is_valid(digits)`; the arguments in `signature` are number"),
        (PARITY, "and returns the bit to add, 0 or 1.", 'and returns a bit: `parity_bit("11")` is 1.', f"{PARITY}:9:92: the task says that `parity_bit(\"11\")` is 1; the solution gives another value: 0 instead of 1"),
    ],
    "a script's steps": [
        (COUNTER, "args: [5], keep", "args: [{made: five}], keep", f"{COUNTER}:15:32: there is no function `five` in counter_checks.py beside the solution"),
    ],
    "a script's calls": [
        (COUNTER, "args: [2], keep: c}", "args: [1], keep: c}", f"{COUNTER}:29:11: the solution raises ValueError: beyond the limit, which ends the script; correct the step, or write `may_raise: true`"),
        (COUNTER, "{call: c.reset}", "{call: c.rest}", f"{COUNTER}:20:11: the solution raises AttributeError: 'Counter' object has no attribute 'rest', which ends the script"),
    ],
    "a script's types": [
        (COUNTER, "args: [5], keep", 'args: ["5"], keep', f"{COUNTER}:15:33: `limit` is '5'; the signature says int"),
    ],
}  # fmt: skip
"""Errors in different files, or that do not hide each other: they are made at once, and the gate is run once."""


@pytest.mark.parametrize("name", first_always(GROUPS))
def test_errors_are_found_at_their_lines(make: Make, processes: Launcher, name: str) -> None:
    folder = make(GROUPS[name][0][0])
    for file, old, new, _ in GROUPS[name]:
        plant(folder, file, old, new)
    problems = gate(folder, processes)
    for *_, wanted in GROUPS[name]:
        assert [problem for problem in problems if problem.startswith(wanted)], (wanted, problems)


def test_a_filter_that_refuses_every_input_is_named(make: Make, processes: Launcher) -> None:
    folder = make(ROWS)
    plant(folder, ROWS, "def a_row", "def never(bits):\n    return False\n\n\ndef a_row")
    plant(folder, PARITY, "draw: a_row", "draw: a_row\n    where: never")
    plant(folder, PARITY, "    where: never", "    where: never\n    cases: [{bits: '1', expect: 1}]")
    where = f"{ROWS}:4:5: `never`, of the check “40 random rows”"
    why = "`where` leaves 0 of 40 random inputs, after 1040 draws; refuse fewer, or draw fair ones"
    assert gate(folder, processes, ["digits/parity_bit"]) == [f"{where}: {why}"]


@pytest.mark.slow
def test_a_draw_without_end_is_a_problem_at_its_line(make: Make, processes: Launcher) -> None:
    folder = make(ROWS)
    plant(folder, ROWS, "    return {", "    while True:\n        pass\n    return {")
    (problem,) = gate(folder, processes, ["digits/parity_bit"])
    assert problem.startswith(f"{ROWS}:")
    assert "does not end within" in problem
