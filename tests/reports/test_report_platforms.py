"""The formats for other platforms: their content, and the limits of each platform."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from report_cases import EMPTY, NAMED, ONE, RUNNER, SEVERAL, check, exercise, result

from grader.core.errors import ReportError
from grader.core.result import Result, Verdict
from grader.reports import classroom, render

LONG = NAMED._replace(message="m" * 700, mistake=None, call="c" * 300, got="g" * 300, expected="e" * 300, stdout="")
HUGE = result(*[exercise(*[LONG] * 20, name=f"e{number}") for number in range(35)])


def read_back(format_name: str, document: Result) -> Any:
    """Return the document that a report in JSON holds."""
    text = render(format_name, document, RUNNER)
    return json.loads(base64.b64decode(text.removeprefix("result=")) if format_name == "classroom" else text)


# --- classroom ----------------------------------------------------------------------------------


def test_checks_are_split_until_all_tests_are_worth_the_same() -> None:
    tests = read_back("classroom", ONE)["tests"]
    assert [(test["name"], test["status"], test["score"]) for test in tests][:6] == [
        ("The nucleus: the worked example (1 of 2)", "fail", 0),
        ("The nucleus: the worked example (2 of 2)", "fail", 0),
        ("The nucleus: 200 random inputs (1 of 3)", "fail", 0),
        ("The nucleus: 200 random inputs (2 of 3)", "fail", 0),
        ("The nucleus: 200 random inputs (3 of 3)", "fail", 0),
        ("The nucleus: as a property (1 of 4)", "fail", 0),
    ]
    assert len(tests) == ONE.max_score
    assert [bool(test["test_code"]) for test in tests][:3] == [True, False, True]


@pytest.mark.parametrize(
    ("document", "status"),
    [
        (result(exercise(check())), "pass"),
        (SEVERAL, "fail"),
        (result(exercise(check(Verdict.NOT_ATTEMPTED))), "fail"),
        (result(exercise(check(), check(Verdict.SKIPPED))), "fail"),
        (result(exercise(check(Verdict.INTERNAL), check(Verdict.FAIL))), "error"),
        (EMPTY, "pass"),
    ],
)
def test_the_step_fails_unless_all_points_were_earned(document: Result, status: str) -> None:
    assert read_back("classroom", document)["status"] == status


def test_details_that_do_not_fit_into_a_steps_output_are_left_out_and_points_are_not() -> None:
    text = classroom.encoded(HUGE)
    tests = json.loads(base64.b64decode(text))["tests"]
    assert {test["test_code"] for test in tests} == {""}
    assert len(tests) == 700
    assert read_back("classroom", SEVERAL)["tests"][2]["test_code"].startswith("    still raises")


# --- classroom 50 -------------------------------------------------------------------------------


def test_the_time_of_a_submission_is_that_of_its_tag() -> None:
    assert read_back("classroom50", ONE)["datetime"] == "2026-11-20T13:30:05Z"
    other = json.loads(render("classroom50", ONE, {**RUNNER, "SUBMISSION_TAG": "submit/by-hand"}))
    assert (other["submission"], other["datetime"]) == ("submit/by-hand", "1970-01-01T00:00:00Z")


def test_without_the_runners_variables_there_is_one_sentence() -> None:
    with pytest.raises(ReportError) as caught:
        render("classroom50", ONE, {name: value for name, value in RUNNER.items() if name != "OWNER"})
    assert str(caught.value) == "the format classroom50 needs variables of Classroom 50's runner: OWNER"
