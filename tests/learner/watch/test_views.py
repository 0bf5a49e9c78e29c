"""The lines that a watch shows, from its state."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.result import CheckResult, ExerciseResult, Location, Verdict
from grader.course.course import Course
from grader.learner.folder import Workspace
from grader.learner.progress import ExerciseProgress, Progress
from grader.learner.watch.state import Look, State
from grader.learner.watch.views import body, header, matching

PLAIN = Look(
    lambda text, verdict: text,
    lambda text, role: text,
    lambda text, width: text.splitlines(),
    lambda text, width: text.splitlines(),
)
MARKED = PLAIN._replace(style=lambda text, role: f"<{role}>{text}" if role else text)


@pytest.fixture
def state(tiny: Course, tmp_path: Path) -> State:
    """Return a watch of `scale`, with nothing checked yet."""
    return State(tiny, Workspace(tmp_path), "small/scale", Progress())


def result(*checks: CheckResult) -> ExerciseResult:
    """Return a result of `scale`."""
    return ExerciseResult("small/scale", "Divide by the temperature", "scale.py", checks)


FAILED = result(
    CheckResult("a check", Verdict.FAIL, 2, "2 instead of 1", call="scale(2)", got="2", expected="1", stdout="one\ntwo\n",
                location=Location("scale.py", 7)),
)  # fmt: skip
BROKEN = result(
    CheckResult("a check", Verdict.ERROR, 2, "scale.py cannot be loaded: it raised SyntaxError: invalid syntax",
                location=Location("scale.py", 3), obstacle="is not valid Python", source="def f(:\n      ^"),
)  # fmt: skip


def test_the_header_has_the_bar_the_counts_the_points_and_the_place(state: State) -> None:
    state.noted.exercises["small/total"] = ExerciseProgress(status="pass")
    state.result = FAILED
    first, title, place = header(state, PLAIN, 60)
    assert (first, title) == ("█────────────── 1 of 8  Small things 2/8", "Divide by the temperature: 0 of 2 points")
    assert place.endswith("scale.py:7")
    assert header(state, PLAIN._replace(has_bar=False), 60)[0] == "1 of 8 exercises passed. Small things 2/8"
    assert all(len(each) <= 30 for each in header(state, PLAIN, 30))


def test_a_failure_is_shown_with_all_that_was_printed(state: State) -> None:
    state.result = FAILED
    shown = body(state, PLAIN, 80)
    assert [each.strip() for each in shown[1:]] == [
        "scale(2)", "gives    2", "expected 1", "2 instead of 1", "See scale.py:7", "Try this call: learn try scale", "printed:", "one", "two",
    ]  # fmt: skip


def test_of_a_slow_verdict_the_first_version_is_shown_before_the_rest(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = state.words._replace(checks=(("a check", 2), ("another", 3), ("the last", 2)), first=2)
    monkeypatch.setattr(Course, "words", lambda course, exercise_id: words)
    state.is_slow, state.so_far = True, FAILED
    assert header(state, PLAIN, 60)[1] == "Divide by the temperature: checking: 1 of 3 checks …"
    assert body(state, PLAIN, 80) == ["checking …"]
    state.so_far = result(*FAILED.checks, CheckResult("another", Verdict.PASS, 3))
    assert "First version: 3 of 5 points." in body(state, PLAIN, 80)
    assert "    scale(2)" in body(state, PLAIN, 80)
    state.so_far = result(*state.so_far.checks, CheckResult("the last", Verdict.PASS, 2))
    assert header(state, PLAIN, 80)[1].endswith("all checks made; looking for the mistake …")


def test_a_file_that_is_no_python_is_one_line_and_a_caret_above_the_verdict_before(state: State) -> None:
    state.result = BROKEN
    alone = ["<bad>line 3: invalid syntax", "  def f(:", "        ^"]
    assert body(state, MARKED, 80) == alone
    state.last_whole = FAILED
    shown = body(state, MARKED, 80)
    assert shown[:5] == [*alone, "", "<dim>Before:"]
    assert all(each.startswith("<dim>") for each in shown[4:])


def test_the_list_contains_every_word_of_the_filter(state: State) -> None:
    state.filter = "SMALL temp"
    assert matching(state) == ["small/scale"]
    state.view, state.noted.exercises["small/scale"] = "list", ExerciseProgress(score=1, max_score=7)
    assert body(state, MARKED, 60)[:2] == [
        "Filter: SMALL temp", "<chosen>> scale                     1/7    Divide by the temperature",
    ]  # fmt: skip
