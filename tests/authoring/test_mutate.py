"""`learn author mutate`: which mutants it reports, and what it says of them and of the list beside the solution."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from systems import posix_only
from workplace import Ran, Workplace

from grader.authoring.mutate import ExerciseMutants
from grader.course import find
from grader.course.course import Course
from grader.questions.mutants import Mutant
from grader.sandbox.launcher import Launcher

pytestmark = pytest.mark.slow

TABLE = "id: one\ntitle: One\nversion: 1\nunits: [{id: small, title: Small, exercises: [first]}]\n"
EXERCISE = """\
title: The first two
signature: "first(words: list, count: int) -> list"
objective: Write first.
task: Return the first words.
points: 1
sources: [{title: Arithmetic}]
hints: [Think., Think again., Write what the task says.]
checks:
  - {name: two words, kind: cases, points: 1, cases: [{words: [a, b, c], count: 2}]}
explain: That was all.
limits: {call_seconds: 0.3, exercise_seconds: 1.5, memory_mib: 256, output_characters: 2000}
"""
STUB = '"""The first two."""\n\n\ndef first(words: list, count: int) -> list:\n    raise NotImplementedError  # TODO\n'
SOLUTION = '''\
"""The first two."""


def first(words: list, count: int) -> list:
    found = []
    for word in words:  # in their order
        if len(found) < count:
            found.append(word)
    return found
'''
MISTAKES = """\
nothing:
  edit: {return found: "return []"}
  says: |
    Nothing is returned.
    Return something.
"""
ENDLESS = (
    SOLUTION.partition("    found")[0]
    + """\
    found = []
    while len(found) < count:
        found.append(words[len(found)])
    return found
"""
)
"""A solution with mutants that never end."""
LIST = "solutions/small/first_mutants.yaml"
ALLOWED = """\
allowed:
  - line: found = []
    becomes:
    - found = globals().setdefault('kept_found', [])
    why: Each call is alone.
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a course of one exercise, whose path has a space and a letter beyond ASCII."""
    folder = tmp_path / "my course é"
    folder.mkdir()
    place = Workplace(folder, monkeypatch, capsys, course=None)
    place.write("exercises/course.yaml", TABLE)
    place.write("exercises/small/first.yaml", EXERCISE)
    place.write("exercises/small/first.py", STUB)
    place.write("solutions/small/first.py", SOLUTION)
    place.write("solutions/small/first_mistakes.yaml", MISTAKES)
    return place


KEPT = """\
solutions/small/first.py:5: this mutant passes every check; write a check that fails it, or list it in \
first_mutants.yaml with the reason
  - found = []
  + found = globals().setdefault('kept_found', [])
"""


def test_a_mutant_that_passes_every_check_is_a_problem_at_its_line(place: Workplace) -> None:
    ran = place.learn("author", "mutate", "first", "--course", ".")
    counts = "12 mutants, 11 caught (6 named), 0 allowed"
    out = f"small/first: {counts}\n{KEPT}1 exercise: {counts}: 1 problem\n"
    assert ran == Ran(1, out, "")


def test_a_listed_mutant_that_is_caught_or_is_none_is_a_problem_at_its_line(place: Workplace) -> None:
    more = "    - found = [0]\n    - pass\n    why:"
    place.write(LIST, ALLOWED.replace("    why:", more))
    ran = place.learn("author", "mutate", "--course", ".")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[1:-1] == [
        f"{LIST}:5:7: this is no mutant of the solution; take it out",
        f"{LIST}:6:7: the checks catch this mutant; take it out",
    ]


def test_a_loop_that_never_ends_counts_as_caught(place: Workplace) -> None:
    place.write("solutions/small/first.py", ENDLESS)
    ran = place.learn("author", "mutate", "--course", ".")
    assert "found.append(words[len(found)])" not in ran.out
    assert KEPT in ran.out


@pytest.mark.parametrize(("explained", "is_problem"), [(0.25, True), (0.5, False)])
def test_a_name_must_explain_half_of_the_wrong_answers(
    place: Workplace, processes: Launcher, *, explained: float, is_problem: bool
) -> None:
    mutants_of = ExerciseMutants(Course(find(place.folder)), "small/first", processes)
    mutant = Mutant(8, "if len(found) < count:", "if True:", SOLUTION.replace("if len(found) < count:", "if False:"))
    graded = mutants_of.grade(mutant)
    assert (graded.names, graded.explained) == ({"nothing"}, 1.0)
    words = "this mutant is named nothing, which explains 25 % of its wrong answers"
    found = [f"solutions/small/first.py:8: {words}\n  - if len(found) < count:\n  + if True:"]
    assert [*mutants_of.problems(mutant, graded._replace(explained=explained))] == (found if is_problem else [])


@posix_only("signals")
@pytest.mark.parametrize("command", ["check", "mutate"])
@pytest.mark.parametrize(
    ("number", "is_whole_group"),
    [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False)],
    ids=["Ctrl-C", "kill -INT", "kill"],
)
def test_an_interruption_leaves_nothing(
    place: Workplace, tmp_path: Path, command: str, number: int, *, is_whole_group: bool
) -> None:
    place.write("solutions/small/first.py", ENDLESS)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = place.start("author", command, "--course", ".", TMPDIR=str(temporary))
    deadline = time.monotonic() + 300
    while not any(temporary.glob("learn-*/*")):
        assert time.monotonic() < deadline, "no learner's process has begun"
        time.sleep(0.01)
    (os.killpg if is_whole_group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=300)  # the pipes close with the last process that has them
    assert (process.returncode, out, err.strip()) == (130, "", "learn: interrupted")
    assert not list(temporary.iterdir())
