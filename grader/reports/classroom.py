"""`classroom`: the step output that `classroom-resources/autograding-grading-reporter@v1` reads.

There is no specification. The format is derived from the reporter's code at commit d13b591
(https://github.com/classroom-resources/autograding-grading-reporter): it adds up the scores of the tests for the
annotation, but counts passed tests for its table. So every test here is worth the same, and both agree.
"""

import base64
import json
import math

from grader.core.escape import guarded
from grader.core.result import CheckResult, Result, Verdict
from grader.reports import Format
from grader.reports.text import check_lines, titled_checks

MAX_CHARACTERS = 400_000
"""A job's outputs may hold 1 MB in all, where a character counts as two bytes
(https://github.com/github/docs/blob/main/data/reusables/actions/output-limitations.md)."""


def render(result: Result) -> str:
    """Return the line to append to the file that $GITHUB_OUTPUT names."""
    return f"result={encoded(result)}\n"


def encoded(result: Result) -> str:
    """Return the result in Base64, without details of failures if it would be too long with them."""
    full = _encode(document(result, with_details=True))
    return full if len(full) <= MAX_CHARACTERS else _encode(document(result, with_details=False))


def notices(result: Result) -> str:
    """Return the two annotations that GitHub Classroom read and its successors still read; none if not all was graded."""
    if not result.is_graded:
        return ""
    report = json.dumps({"totalPoints": result.score, "maxPoints": result.max_score}, separators=(",", ":"))
    return (
        f"::notice title=Autograding complete::Points {result.score}/{result.max_score}\n"
        f"::notice title=Autograding report::{report}\n"
    )


def document(result: Result, *, with_details: bool) -> dict[str, object]:
    """Return the document: each check becomes several tests, so that all tests have the same weight."""
    checks = [(check, name.strip()) for _, check, name in titled_checks(result)]
    worth = math.gcd(*(check.max_score for check, _ in checks))
    tests = [test for check, name in checks for test in _tests(check, name, worth, with_details=with_details)]
    is_passed = result.verdict is Verdict.PASS and result.score == result.max_score
    status = "pass" if is_passed else "fail"
    return {
        "version": 1,
        "status": status if result.is_graded else "error",  # all but "pass" fail the step
        # The reporter annotates no points where there is no `max_score`.
        **({"max_score": result.max_score} if result.is_graded else {}),
        "tests": tests or [{**_NOTHING, "status": status}],
    }


_NOTHING = {"name": "nothing is worth points", "score": 0, "message": "", "test_code": "", "filename": "", "line_no": 0}
"""Without any test the reporter computes with NaN."""


def _tests(check: CheckResult, name: str, worth: int, *, with_details: bool) -> list[dict[str, object]]:
    """Return one test for each share of a check's points; the first one carries the details."""
    count = check.max_score // worth if worth else 0
    details = check_lines(check) if with_details and check.verdict is not Verdict.PASS else []
    return [
        {
            "name": guarded(name if count == 1 else f"{name} ({number} of {count})"),
            "status": "pass" if check.verdict is Verdict.PASS else "fail",
            "score": worth if check.verdict is Verdict.PASS else 0,
            "message": check.verdict.value,
            "test_code": "\n".join(details) if number == 1 else "",
            "filename": "",
            "line_no": (check.location.line or 0) if check.location else 0,
            "duration": 0,
        }
        for number in range(1, count + 1)
    ]


def _encode(content: dict[str, object]) -> str:
    return base64.b64encode(json.dumps(content).encode()).decode("ascii")


FORMAT = Format(render, "the reporter action that GitHub Classroom used", "the step output `result=…`")
