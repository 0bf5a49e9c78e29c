"""`prairielearn`: the `results.json` of an external grader.

The format is under “Grading results” in
https://github.com/PrairieLearn/PrairieLearn/blob/master/docs/externalGrading.md. The score is the one fraction among
all formats, since PrairieLearn wants one; points are in the tests.
"""

import json

from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format
from grader.reports.gradebook import NO_GRADE
from grader.reports.text import check_lines, titled_checks

MAX_BYTES = 900_000
"""PrairieLearn takes 1 MB."""
UNGRADABLE = {
    Verdict.NOT_ATTEMPTED: "Nothing has been written yet: there is no file, or every function is as it was handed out.",
    Verdict.UNREADABLE: "Not all that was handed in can be graded; the tests say what.",
    Verdict.INTERNAL: "The grader failed. That is not your fault, and this attempt does not count.",
}
"""Verdicts that must not cost an attempt."""


def render(result: Result) -> str:
    """Return the document; a submission without any work, or with a fault of ours, is not gradable."""
    text = _document(result, with_details=True)
    return text if len(text) <= MAX_BYTES else _document(result, with_details=False)


def _document(result: Result, *, with_details: bool) -> str:
    is_gradable = result.verdict not in UNGRADABLE
    share = result.score / result.max_score if result.max_score else 0.0
    document: dict[str, object] = {
        "gradable": is_gradable,
        **({"score": share} if is_gradable else {}),  # PrairieLearn asks for a score only then
        "message": f"{result.score} of {result.max_score} points" if result.is_graded else NO_GRADE,
        "tests": [_test(*named, with_details=with_details) for named in titled_checks(result)],
    }
    if not is_gradable:
        document["format_errors"] = [UNGRADABLE[result.verdict]]
    return json.dumps(document, indent=2) + "\n"


def _test(exercise: ExerciseResult, check: CheckResult, name: str, *, with_details: bool) -> dict[str, object]:
    details = check_lines(check) if with_details and check.verdict is not Verdict.PASS else []
    return {
        "name": name,
        **({"points": check.score, "max_points": check.max_score} if exercise.is_scored(check) else {}),
        "message": check.verdict.value,
        "output": "\n".join(details),
    }


FORMAT = Format(render, "PrairieLearn's external graders", "`results.json`", is_for_learners=False)
