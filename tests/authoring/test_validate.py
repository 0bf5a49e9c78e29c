"""The gate: for everything that can be wrong with a course, exactly the complaint that says so."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from places import DATA
from sizes import three_always

from grader.authoring.validate import CourseReport, inspect_course
from grader.core.errors import UnknownNameError
from grader.course import find
from grader.course.course import Course
from grader.course.names import find_exercises
from grader.sandbox.launcher import Launcher

TINY = DATA / "course"
TABLE = "id: one\ntitle: One exercise\nversion: 1\nunits: [{id: small, title: Small, exercises: [total]}]\n"
FILES = (
    "exercises/small/total.yaml",
    "exercises/small/total.py",
    "solutions/small/total.py",
    "solutions/small/total_mistakes.yaml",
)
YAML, STUB, SOLUTION, MISTAKES = FILES
Inspect = Callable[[], CourseReport]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of a course of one exercise, with which nothing is wrong; it is the current folder."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TINY / name, tmp_path / name)
    (tmp_path / "exercises/course.yaml").write_text(TABLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def inspect(course: Path, processes: Launcher) -> Inspect:
    return lambda: inspect_course(Course(find(course)), processes)


def change(path: Path, old: str, new: str) -> None:
    """Replace a piece of a file; a check more, of one point, counts in the sum of the exercise."""
    text = path.read_text("utf-8")
    assert old in text
    text = text.replace(old, new)
    path.write_text(text.replace("points: 2\n", "points: 3\n") if "points: 1" in new else text, "utf-8")


def test_a_course_that_is_right_has_no_problems(inspect: Inspect) -> None:
    assert inspect() == CourseReport([], Counter(exercise=1, mistake=2, check=1))


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        (STUB, "run `learn author stubs total`"),
        (MISTAKES, "write it (`learn author new` makes all files of an exercise)"),
    ],
)
def test_a_missing_file(course: Path, inspect: Inspect, name: str, advice: str) -> None:
    (course / name).unlink()
    assert inspect().problems == [f"{name}: is missing; {advice}"]


CHANGES = {
    "signature differs": (
        SOLUTION,
        "def total(values: np.ndarray) -> float:",
        "def total(numbers: np.ndarray) -> float:\n    values = numbers",
        [f"{SOLUTION}:6:5: `total` takes numbers; `signature` says values"],
    ),
    "solution of another name": (SOLUTION, "def total(", "def totl(", [
        f"{SOLUTION}:1:1: defines no `total`, which `signature` names; write it",
    ]),
    "stub that cannot be loaded": (SOLUTION, "\n\ndef total(values: np.ndarray", "\nNONE = []\n\n\ndef total(values: np.ndarray = NONE", [
        f"{STUB}:6:1: is not what the solution gives; run `learn author stubs total`",
        f"{SOLUTION}:8:5: its stub is graded error (total.py cannot be loaded: it raised NameError: name 'NONE' is not "
        "defined), not not-attempted; mark what is missing as `# given`",
    ]),
    "expect wrong": (YAML, "expect: 6.0", "expect: 6.5", [
        f"{YAML}:11:79: check “a sum”, case 1: the solution disagrees with `expect`: 6 instead of 6.5",
    ]),
    "stub attempted": (SOLUTION, "-> float:", "-> float:  # given", [
        f"{STUB}:6:1: is not what the solution gives; run `learn author stubs total`",
        f"{SOLUTION}:6:5: its stub is graded pass, not not-attempted; mark what is missing as `# given`",
    ]),
    "stub changed": (STUB, "the sum", "the total", [
        f"{STUB}:7:5: is not what the solution gives; run `learn author stubs total`",
    ]),
    "stub that is no Python": (STUB, "def", "df", [
        f"{STUB}:6:1: is not what the solution gives; run `learn author stubs total`",
    ]),
    "mistake passing": (MISTAKES, "/ max(len(values), 1)", "/ 1", [
        f"{MISTAKES}:1:1: `mean` passes every check; add a case that it gets wrong",
    ]),
    "twins": (MISTAKES, "max([0.0, *values])", "values.sum() / max(len(values), 1)", [
        f"{MISTAKES}:6:1: `largest` does the same as `mean` on all inputs; make them one, or add a case "
        "that tells them apart",
    ]),
    "mistake with a slip of its own": (MISTAKES, "max([0.0, *values])", "max([0.0, *valeus])", [
        f"{MISTAKES}:6:1: `largest` raises NameError: name 'valeus' is not defined; correct it",
    ]),
    "endless mistake": (MISTAKES, "{np.sum(values): \"max([0.0, *values])\"}", '{return: "while True:\\n    pass\\nreturn"}', [
        f"{MISTAKES}:6:1: `largest` does not end within the exercise's 0.5 s; end the loop, or make it do less",
    ]),
    "mistake without words": (MISTAKES, "\n    One value is not the sum of all. Use every value once.", "", [
        f"{MISTAKES}:6:1: `largest` needs `says:` of two lines or more: what it does, then why that is wrong and what to look at",
    ]),
    "check without teeth": (
        YAML,
        "checks:",
        "checks:\n  - {name: of one number, kind: cases, points: 1, cases: [{values: [3], expect: 3.0}]}",
        [f"{YAML}:11:12: no mistake fails the check “of one number”; add the mistake that it is for, or take the check out"],
    ),
    "solution that raises": (SOLUTION, "    return float", "    int('x')\n    return float", [
        f"{SOLUTION}:8:5: `total` raises ValueError: invalid literal for int() with base 10: 'x'; correct it",
    ]),
    "expect that proves nothing": (YAML, "expect: 6.0", "expect: 6.0, within: 9", [
        f"{YAML}:11:92: `within` is 9, so that 0 would do for `expect`; write how far `expect` is rounded",
    ]),
    "limits too short": (YAML, "call_seconds: 0.3", "call_seconds: 0.00001", [
        f"{YAML}:14:9: the stub, which should do nothing, takes longer than 1e-05 s for a call or 0.5 s for all; allow more",
    ]),
    "nondeterministic solution": (SOLUTION, "return float(np.sum(values))", "return float(np.sum(values)) * np.random.random()", None),
}  # fmt: skip


@pytest.mark.parametrize("what", three_always(name for name, (*_, problems) in CHANGES.items() if problems))
def test_a_change_gets_exactly_its_complaint(course: Path, inspect: Inspect, what: str) -> None:
    name, old, new, problems = CHANGES[what]
    change(course / name, old, new)
    change(course / YAML, "exercise_seconds: 1.5", "exercise_seconds: 0.5")
    assert inspect().problems == problems


def append(path: Path, name: str, edit: str) -> None:
    """Append a mistake with the words that it needs; its edit replaces the line that returns."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{name}:\n  edit: {{return float(np.sum(values)): {edit}}}\n  says: |\n    A title.\n    Words.\n")


def test_two_mistakes_that_differ_in_nothing_that_a_check_looks_at_are_one_problem(
    course: Path, inspect: Inspect
) -> None:
    append(
        course / MISTAKES,
        "zeroed",
        r'"result = np.sum(values) / max(len(values), 1)\nvalues[:] = 0\nreturn float(result)"',
    )
    assert inspect().problems == [
        f"{MISTAKES}:11:1: `zeroed` does the same as `mean` on all inputs; make them one, or add a case "
        "that tells them apart"
    ]


def test_a_mistake_without_its_name_in_several_checks_is_one_problem(course: Path, inspect: Inspect) -> None:
    checks = "checks:\n  - {name: one more, kind: cases, points: 1, cases: [{values: [1, 4], expect: 5.0}]}"
    change(course / YAML, "checks:", checks)
    append(course / MISTAKES, "refuses", "raise ValueError(values)")
    assert inspect().problems == [
        f"{MISTAKES}:11:1: `refuses` is diagnosed as nothing in “one more”, “a sum”; add a case that tells them apart"
    ]


TRIVIAL = {
    "raises": ("raises, needs: null, points: 1, cases: [{values: [0]}]", "raise ValueError", "`needs: attempt`"),
    "a result of 0": ("cases, points: 1, cases: [{values: [0], expect: 0.0}]", "return 0", "`needs: attempt`"),
    "its argument": ("cases, points: 1, cases: [{values: [1, 2, 3, 4]}]", "return args[0]", "`needs: attempt`"),
}


@pytest.mark.parametrize(("check", "body", "advice"), list(TRIVIAL.values()), ids=list(TRIVIAL))
def test_a_body_that_computes_nothing_must_pass_no_check(
    course: Path, inspect: Inspect, check: str, body: str, advice: str
) -> None:
    if body == "return args[0]":
        change(course / SOLUTION, "return", "return values if values.size > 3 else")
    change(course / YAML, "explain:", f"  - {{name: easy, kind: {check}}}\nexplain:")
    what = f"{YAML}:12:12: `{body}` after the solution's refusals passes “easy”; write {advice}"
    what += "" if body == "raise ValueError" else ", or add a case that this gets wrong"
    assert what in inspect().problems


def test_a_check_that_is_skipped_for_the_mistakes_it_is_for(course: Path, inspect: Inspect) -> None:
    check = "{name: of one number, kind: cases, points: 1, needs: a sum, cases: [{values: [0], expect: 0.0}]}"
    change(course / YAML, "explain:", f"  - {check}\nexplain:")
    assert inspect().problems == [
        f"{YAML}:12:12: no mistake fails the check “of one number”: it `needs` “a sum”, and is skipped for the 2 of 2 "
        "mistakes that fail that one; add a mistake that passes “a sum” and fails “of one number”, or write `needs: null`"
    ]


def test_a_law_that_the_solution_breaks(course: Path, inspect: Inspect) -> None:
    (course / MISTAKES.replace("_mistakes.yaml", "_checks.py")).write_text(
        '"""A law."""\n\n\ndef halves(near, values):\n    """Ask for one call."""\n    (total,) = yield [{"values": values}]\n'
        '    return None if near(total, values[0] / 2) else "it is not half of the first value"\n'
    )
    check = "{name: half, kind: property, points: 1, needs: null, law: halves, cases: [{values: [3]}]}"
    change(course / YAML, "explain:", f"  - {check}\nexplain:")
    what = f"{YAML}:12:12: the solution is graded fail in “half”: it is not half of the first value"
    assert what in inspect().problems


LAW = 'def halves(near, values):\n    (total,) = yield [{"values": values}]\n    is_half = near(total, values[0])\n    '
FALSE_LAWS = {
    "return is_half": "it returns True",
    "return None if is_half else False": "it returns False",
    "assert is_half": "it asserts",
}


@pytest.mark.parametrize("end", FALSE_LAWS)
def test_a_law_says_in_words_what_is_wrong(course: Path, inspect: Inspect, end: str) -> None:
    checks = MISTAKES.replace("_mistakes.yaml", "_checks.py")
    (course / checks).write_text(LAW + end + "\n")
    check = (
        "{name: half, kind: property, points: 1, needs: null, law: halves, cases: [{values: [3]}, {values: [0, 0]}]}"
    )
    change(course / YAML, "explain:", f"  - {check}\nexplain:")
    append(course / MISTAKES, "one_more", "return float(values.sum() + 1)")
    what = f"{checks}:1:5: `halves`, of the check “half”: {FALSE_LAWS[end]}; return None if it holds, else a sentence"
    assert inspect().problems == [what]


def test_a_solution_that_depends_on_chance(course: Path, inspect: Inspect) -> None:
    change(course / SOLUTION, *CHANGES["nondeterministic solution"][1:3])  # type: ignore[arg-type]
    assert (
        f"{SOLUTION}:6:5: grading the solution twice gives two results; make it depend on nothing but its inputs"
        in inspect().problems
    )


UNLOADABLE = {
    "none: yet": ":1:7: the mistake is text; write `edit:` and `says:`",
    "oops:\n  edit: {return 7: return 8}\n  says: No.": (
        ":2:10: the solution has no `return 7`; the nearest is `return float(np.sum(values))`"
    ),
    "oops:\n  edit: {return: 'return ('}\n  says: No.": (
        ":2:3: `oops` becomes no Python: '(' was never closed: `return ( float(np.sum(values))`; correct it"
    ),
    "oops:\n  edit: {return: raise RuntimeError(values)}\n  says: No.\n  says: Yes.": ":4:3: `says` is written twice (first in line 3); keep one",
}


@pytest.mark.parametrize("text", UNLOADABLE)
def test_mistakes_that_cannot_be_loaded(course: Path, inspect: Inspect, text: str) -> None:
    (course / MISTAKES).write_text(f"{text}\n")
    assert inspect().problems == [f"{MISTAKES}{UNLOADABLE[text]}"]


@pytest.mark.parametrize(
    ("names", "advice"),
    [
        (["exercises/small/extra.py"], "; add `extra` to course.yaml, or remove the file"),
        (
            ["exercises/small/extra.yaml", "solutions/small/extra.py", "solutions/small/extra_mistakes.yaml"],
            ", nor do 2 other files of this name; add `extra` to course.yaml, or remove them",
        ),
    ],
)
def test_unexpected_files(course: Path, inspect: Inspect, names: list[str], advice: str) -> None:
    for name in names:
        (course / name).write_text('"""Extra."""\n')
    assert inspect().problems == [f"{names[0]}: belongs to no exercise{advice}"]


@pytest.mark.parametrize("offer", ["`from total import total`", "`total` from `total`"])
def test_an_exercise_that_the_task_offers_for_import_must_be_in_uses(
    course: Path, processes: Launcher, offer: str
) -> None:
    for name in FILES:
        text = (course / name).read_text("utf-8")
        (course / name.replace("total", "again")).write_text(text.replace("total", "again"), "utf-8")
    change(course / "exercises/course.yaml", "[total]", "[total, again]")
    yaml = course / YAML.replace("total", "again")
    change(yaml, "the sum of none is 0.", f"the sum of none is 0. You may import {offer}.")
    problem = (
        f"{YAML.replace('total', 'again')}:4:7: the task offers an import from total, which `uses` does not name; "
        "add it to `uses`"
    )
    assert inspect_course(Course(find(course)), processes, ["small/again"]).problems == [problem]
    change(yaml, "points: 2\nsources", "points: 2\nuses: [total]\nsources")
    assert inspect_course(Course(find(course)), processes, ["small/again"]).problems == []


def test_an_exercise_that_is_not_in_the_table_is_said_to_be_missing_there(course: Path) -> None:
    change(course / "exercises/course.yaml", "[total]", "[]")
    for name in ("total", "small/total", YAML, STUB):
        with pytest.raises(UnknownNameError) as caught:
            find_exercises(Course(find(course)), name)
        assert str(caught.value) == (
            f"{YAML} is not in exercises/course.yaml; add total to the exercises of the unit small there"
        )
