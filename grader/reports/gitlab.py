"""`gitlab`: a code quality report, which GitLab shows in merge requests at the learner's lines.

The keys are those of https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. It has no points;
`junit` beside it has them.
"""

import hashlib
import json

from grader.core.escape import cut, line
from grader.core.result import CheckResult, ExerciseResult, Location, Result, Verdict
from grader.reports import Format

MAX_TEXT = 500


def render(result: Result) -> str:
    """Return one finding for each exercise whose first failure has a location."""
    findings = [
        _finding(exercise, check, check.location)
        for exercise in result.exercises
        if (check := exercise.first_failure) and check.location
    ]
    return json.dumps(findings, indent=2) + "\n"


def _finding(exercise: ExerciseResult, check: CheckResult, location: Location) -> dict[str, object]:
    why = check.mistake.told if check.mistake else check.message or check.verdict.value
    return {
        "description": cut(line(f"{exercise.title}: {why}"), MAX_TEXT),
        "check_name": cut(line(f"{exercise.id}: {check.name}"), MAX_TEXT),
        "fingerprint": hashlib.sha256(f"{exercise.id}\n{check.name}".encode("utf-8", "backslashreplace")).hexdigest(),
        "severity": "info" if check.verdict is Verdict.NOT_ATTEMPTED else "major",
        "location": {"path": line(location.file).removeprefix("./"), "lines": {"begin": location.line or 1}},
    }


FORMAT = Format(render, "GitLab's merge requests", "findings at the learner's lines, without points")
