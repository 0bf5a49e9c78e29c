"""The errors that an author made on purpose while writing a course: each is found at its line, and the gate goes on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import course_mutants
import pytest
from course_gate import gate
from places import DATA, ROOT

from grader.authoring.touched import prove
from grader.course import find
from grader.course.course import Course
from grader.sandbox.launcher import Launcher

CHECKSUMS, TINY = ROOT / "examples/checksums", DATA / "course"
TABLE = "id: tiny\ntitle: Tiny\nversion: 1\nunits: [{id: small, title: Small, exercises: [counter, draw]}]\n"
PARITY, LUHN, ISBN = (f"exercises/digits/{name}.yaml" for name in ("parity_bit", "luhn_is_valid", "isbn13_check_digit"))
CHECKS, ROWS = (f"solutions/digits/{name}_checks.py" for name in ("luhn_is_valid", "parity_bit"))
QUIZ = "exercises/quiz/check-digits.yaml"
SOLUTION, MISTAKES = "solutions/digits/parity_bit.py", "solutions/digits/parity_bit_mistakes.py"
SUM, PICTURE, DECK = (
    "solutions/numeric/isbn_sum.py",
    "solutions/pictures/digits.py",
    "flashcards/decks/check-digits.yaml",
)
COUNTER, DRAW = "exercises/small/counter.yaml", "exercises/small/draw.yaml"
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
            for path in [*(TINY / folder).glob("counter*"), *(TINY / folder).glob("draw*")]:
                shutil.copy(path, tmp_path / folder)
        (tmp_path / "exercises/course.yaml").write_text(TABLE)
        return tmp_path

    return copied


CASES: dict[str, tuple[str, str, str, str]] = {
    "draw without its key": (CHECKS, '{"number": next(', '{"numbr": next(', f"{CHECKS}:14:14: `a_number` raises KeyError: 'number'; correct it"),
    "draw with another key": (ROWS, '{"bits"', '{"bitz"', f"{ROWS}:4:5: `a_row`, of the check “40 random rows”: `parity_bit` takes no argument `bitz`, and the argument `bits` is missing; correct it"),
    "draw that raises": (ROWS, "rng.integers(0, 2, size)", "rng.integer(0, 2, size)", f"{ROWS}:6:49: `a_row` raises TypeError: Rng.integer() takes 3 positional arguments but 4 were given; correct it"),
    "draw of nothing": (ROWS, "return {", "{", f"{ROWS}:4:5: `a_row`, of the check “40 random rows”: it returns None; return the arguments by name; correct it"),
    "draw that ends Python": (ROWS, "    return {", "    exit()\n    return {", f"{ROWS}:6:5: `a_row` raises SystemExit: None; correct it"),
    "page that ends Python": ("solutions/lessons/digits.py", "    ones, threes =", "    exit()\n    ones, threes =", "solutions/lessons/digits.py:12:5: `page` raises SystemExit: None; correct it"),
    "draw without end": (ROWS, "    return {", "    while True:\n        pass\n    return {", f"{ROWS}:"),
    "where refuses all": (ROWS, "def a_row", "def never(bits):\n    return False\n\n\ndef a_row", f"{ROWS}:4:5: `never`, of the check “40 random rows”: the check '40 random rows' makes no call; does its `where` refuse everything?; correct it"),
    "law that raises at once": (CHECKS, "digit != number[0]", "digit != number[99]", f"{CHECKS}:20:73: `<listcomp>` raises IndexError: string index out of range; correct it"),
    "law that raises later": (CHECKS, "if not answers[0]:", "if not answers[99]:", f"{CHECKS}:22:12: `one_wrong_digit_is_found` raises IndexError: list index out of range; correct it"),
    "law about another argument": (CHECKS, '[{"number": other}', '[{"numbr": other}', f"{CHECKS}:18:5: `one_wrong_digit_is_found`, of the check “one wrong digit is always found”: `luhn_is_valid` takes no argument `numbr`, and the argument `number` is missing; correct it"),
    "numpy's rng in a question": (SUM, "rng.integer(61, 159)", "rng.integrs(61)", f"{SUM}:8:22: `draw` raises AttributeError: 'Draws' object has no attribute 'integrs'; correct it"),
    "a question's typo": (SUM, "total % 10 not in", "totl % 10 not in", f"{SUM}:13:12: `is_allowed` raises NameError: name 'totl' is not defined; correct it"),
    "uses of nothing": (LUHN, "sizes: [2, 19]", "sizes: [2, 19]\nuses: [parity_bti]", f"{LUHN}:31:8: unknown earlier exercise `parity_bti`; did you mean `parity_bit`?"),
    "uses for nothing": (LUHN, "sizes: [2, 19]", "sizes: [2, 19]\nuses: [parity_bit]", f"{LUHN}:31:8: `uses` names parity_bit, which the solution does not import and the task does not name; take it out"),
    "pictures that cannot be loaded": (PICTURE, 'NUMBER = "4788"', 'NUMBER = "4788', f"{PICTURE}:7:10: cannot be loaded: SyntaxError: unterminated string literal"),
    "picture that raises": (PICTURE, "total = sum(added)", "total = sum(addd)", f"{PICTURE}:17:17: `doubling` raises NameError: name 'addd' is not defined"),
    "picture of an exercise": (LUHN, "picture: digits/doubling", "picture: digits/doublin", f"{LUHN}:20:10: unknown picture `digits/doublin`; did you mean `digits/doubling`?"),
    "picture of a question": (QUIZ, "    question: A row", "    picture: digits/doublin\n    question: A row", f"{QUIZ}:9:14: unknown picture `digits/doublin`; did you mean `digits/doubling`?"),
    "picture whose words have the answer": (QUIZ, "    question: A row of eight bits has a parity bit. Two of the nine bits are flipped on the way. What does the receiver see?\n    options:\n      - right: A row that seems to be good", "    picture: digits/doubling\n    question: What is the sum?\n    options:\n      - right: the sum is 30", f"{QUIZ}:9:14: the description of the picture has the right answer, and no wrong one; ask for something that follows from it"),
    "figures that raise": ("solutions/lessons/digits.py", "map(int, MANUAL[::2])", "map(int, MANUEL[::2])", "exercises/digits/lesson.md:1:1: `page` fails in solutions/lessons/digits.py:12 with NameError"),
    "step that raises": (COUNTER, "args: [2], keep: c}", "args: [1], keep: c}", f"{COUNTER}:29:11: the solution raises ValueError: beyond the limit, which ends the script; correct the step, or write `may_raise: true`"),
    "misspelled method": (COUNTER, "{call: c.reset}", "{call: c.rest}", f"{COUNTER}:20:11: the solution raises AttributeError: 'Counter' object has no attribute 'rest', which ends the script"),
    "misspelled attribute": (COUNTER, "{read: c.count}", "{read: c.cont}", f"{COUNTER}:16:11: the solution raises AttributeError"),
    "value that nobody makes": (COUNTER, "args: [5], keep", "args: [{made: five}], keep", f"{COUNTER}:15:32: there is no function `five` in counter_checks.py beside the solution"),
    "long card": (DECK, "      An odd number of", f"      {'Many words that fit on no card. ' * 40}An odd number of", f"{DECK}:7:11: the card the-parity-bit: its answer is "),
    "text for a whole number": (COUNTER, "args: [5], keep", 'args: ["5"], keep', f"{COUNTER}:15:33: `limit` is '5'; the signature says int"),
    "number for a text": (PARITY, '{bits: "1011", expect: 1}', "{bits: 1011, expect: 1}", f"{PARITY}:28:16: `bits` is 1011; the signature says str"),
    "id with a space": ("exercises/course.yaml", "id: checksums", "id: check sums", "exercises/course.yaml:2:5: `id` is `check sums`, which cannot be a package's name; use letters, digits and hyphens"),
    "no command": ("exercises/course.yaml", "learn quiz check-digits", "learn quizz check-digits", "exercises/course.yaml:12:16: `learn quizz check-digits`: there is no command 'quizz'; did you mean `learn quiz`?"),
    "command about nothing": ("exercises/course.yaml", "learn quiz check-digits", "learn quiz chek-digits", "exercises/course.yaml:12:16: `learn quiz chek-digits`: unknown name `chek-digits`; did you mean `check-digits`?"),
    "mutants of no line": ("solutions/digits/luhn_is_valid_mutants.yaml", "sum(digits[::2]) + sum(doubled)) % 10 == 0\n", "sum(digits)) % 10 == 0\n", "solutions/digits/luhn_is_valid_mutants.yaml:3:11: the solution has no such line; correct it, or take it out"),
    "solution that prints": (SOLUTION, "    return bits.count", "    print(bits)\n    return bits.count", f"{SOLUTION}:4:5: prints '1011' while it is graded; take the print out"),
    "check of no points": (PARITY, "    sizes: [1, 24]\n", "    sizes: [1, 24]\n    points: 0\n", f"{PARITY}:36:13: `points` is 0; write 1 or more"),
    "error that no task mentions": (PARITY, "raises ValueError", "is refused", f"{PARITY}:37:11: the task does not say that bad input raises ValueError; say it there"),
    "hint with the answer": (PARITY, '"`n % 2` is 0', """'`bits.count("1") % 2` is it.'\n  - "`n % 2` is 0""", f"{PARITY}:20:3: the number of hints is 4"),
    "hint that is the answer": (PARITY, '"`n % 2` is 0 for an even n and 1 for an odd one."', """'Write `bits.count("1") % 2`.'""", f"{PARITY}:21:5: the hint has `bits.count('1') % 2`, which the solution returns; say it in words"),
    "words with the corrected line": (MISTAKES, "Look at the last rule.", "Write `return bits.count('1') % 2`.", f"{MISTAKES}:32:5: the words of `no_exception` have the solution's `bits.count('1') % 2`; say where to look, not what to write"),
    "solution that is no Python": (SOLUTION, "def parity_bit(bits: str) -> int:", "def parity_bit(bits: str) -> int", f"{SOLUTION}:4:33: cannot be loaded: SyntaxError: expected ':'"),
    "solution of another name": (SOLUTION, "def parity_bit(", "def parity(", f"{MISTAKES}:3:1: cannot be loaded: ImportError: cannot import name 'parity_bit' from 'solutions.digits.parity_bit'"),
    "address of a source": (PARITY, "url: https://", "url: htp//", f"{PARITY}:18:10: `htp//doi.org/10.1002/j.1538-7305.1950.tb00463.x` is not an address; begin it with `https://`, and leave no blanks"),
    "wrong example": ("exercises/digits/parity_bit.py", "    1\n", "    0\n", "exercises/digits/parity_bit.py:10:9: the solution gives 1 here; correct the example"),
    "stub that is no Python": ("exercises/digits/parity_bit.py", "-> int:", "-> int", "exercises/digits/parity_bit.py:4:33: cannot be loaded: SyntaxError: expected ':'"),
    "answers to nothing": ("exercises/digits/lesson.md", "## What to read next", "## Try it by hand\n\n## What to read next", "exercises/digits/lesson.md:"),
    "tag of a card": (DECK, "tags: [parity]", "tags: [Parity]", f"{DECK}:9:12: `Parity` is not a tag"),
}  # fmt: skip


ALWAYS = ("wrong example", "stub that is no Python", "tag of a card")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.slow) for name in CASES],
)
def test_an_error_is_found_at_its_line(make: Make, processes: Launcher, name: str) -> None:
    file, old, new, problem = CASES[name]
    folder = make(file)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    if name == "where refuses all":
        yaml = (folder / PARITY).read_text("utf-8")
        (folder / PARITY).write_text(yaml.replace("draw: a_row", "draw: a_row\n    where: never"), "utf-8")
    changed = [folder / file, folder / "exercises/course.yaml"] if file.endswith("course.yaml") else [folder / file]
    said = (
        gate(folder, processes) if "course.yaml" in file else prove(Course(find(folder)), processes, changed).problems
    )
    assert [line for line in said if line.startswith(problem)], said


def test_an_error_that_two_files_meet_is_said_once(make: Make, processes: Launcher) -> None:
    file, old, new, problem = CASES["picture that raises"]
    folder = make(file)
    (folder / file).write_text((folder / file).read_text("utf-8").replace(old, new, 1), "utf-8")
    report = prove(Course(find(folder)), processes, [folder / file])
    assert sum(problem in said for said in report.problems) > 1  # that of the page, too
    assert [said for said in report.distinct if problem in said] == [f"{problem}; correct it"]


@pytest.mark.parametrize(("code", "is_leak"), [("return max(self.count, n)", True), ("max(self.count, n)", False)])
def test_a_whole_line_of_one_operation_is_no_hint(make: Make, processes: Launcher, code: str, *, is_leak: bool) -> None:
    folder = make(COUNTER)
    for name, old, new in (
        ("solutions/small/counter.py", "return self.count\n", "return max(self.count, n)\n"),
        (COUNTER, "Think again.", f'"Write `{code}`."'),
    ):
        (folder / name).write_text((folder / name).read_text("utf-8").replace(old, new, 1), "utf-8")
    said = prove(Course(find(folder)), processes, [folder / COUNTER]).problems
    leak = f"{COUNTER}:9:17: the hint has `max(self.count, n)`, which the solution returns; say it in words"
    assert (leak in said) == is_leak, said


@pytest.mark.slow
def test_no_drawn_change_of_a_course_ends_in_a_traceback(
    tmp_path: Path, processes: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a file may be changed twice in a second
    names = ["tiny", *(["checksums"] if CHECKSUMS.is_dir() else [])]
    for name in names:
        (tmp_path / name).mkdir()
    tally = course_mutants.run(course_mutants.copies(tmp_path, processes, names), count=12, seed=4)
    assert tally.unexpected == []
    assert tally.outcomes["found in its file"] > 0
