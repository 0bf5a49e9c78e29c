"""`gradescope`: the `results.json` of a Gradescope autograder.

The format is on https://gradescope-autograders.readthedocs.io/en/latest/specs/. What the grader prints stays with the
teacher.

It has no result without a score. If not all was graded, the score holds only what was, a test that stays hidden hides
the total from the student and tells the teacher, and the student reads why.
"""

import json

from grader.core.escape import cut, line
from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format
from grader.reports.gradebook import NO_GRADE, comment
from grader.reports.text import check_lines

MAX_NAME = 200
TO_THE_TEACHER = "The score holds only what was graded. Have it handed in again, or set the score by hand."


def render(result: Result) -> str:
    """Return the document, with a test for each check."""
    document: dict[str, object] = {
        "score": result.score,
        "execution_time": round(sum(exercise.seconds for exercise in result.exercises), 3),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "tool_version": result.tool_version,
            "course": result.course._asdict(),
            "seed": result.seed,
            "max_score": result.max_score,
            "confinement": list(result.confinement),
        },
    }
    tests = [
        _test(f"{place}.{number}", exercise, check)
        for place, exercise in enumerate(result.exercises, 1)
        for number, check in enumerate(exercise.checks, 1)
    ]
    if not result.is_graded:
        document |= {"output": comment(result), "output_format": "text"}
        tests.append({"name": NO_GRADE, "output": TO_THE_TEACHER, "status": "failed", "visibility": "hidden"})
    document["tests"] = tests
    return json.dumps(document, indent=2) + "\n"


def _test(number: str, exercise: ExerciseResult, check: CheckResult) -> dict[str, object]:
    is_passed = check.verdict is Verdict.PASS
    return {
        "name": cut(line(f"{exercise.title}: {check.name}"), MAX_NAME),
        "name_format": "text",
        "number": number,
        **({"score": check.score} if exercise.is_scored(check) else {}),
        "max_score": check.max_score,
        "status": "passed" if is_passed else "failed",
        "output": "" if is_passed else "\n".join([check.verdict.value, *check_lines(check)]),
        "output_format": "text",
        "visibility": "visible",
        "extra_data": {"exercise": exercise.id, "verdict": check.verdict.value},
    }


FORMAT = Format(render, "Gradescope", "`results.json`", is_for_learners=False)
