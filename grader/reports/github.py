"""`github`: workflow commands that GitHub shows as annotations at the learner's lines."""

from __future__ import annotations

from grader.reports.escape import line
from grader.result import CheckResult, ExerciseResult, Result
from grader.verdict import Verdict

MAX_ANNOTATIONS = 10
"""GitHub shows no more errors of one step."""


def render(result: Result) -> str:
    """Write one `::error` command for each exercise's first failure, and the points."""
    commands = [_command(each, each.first_failure) for each in result.exercises if each.first_failure][:MAX_ANNOTATIONS]
    return "\n".join([*commands, f"{result.score} of {result.max_score} points"]) + "\n"


def _command(exercise: ExerciseResult, check: CheckResult) -> str:
    properties = {"title": f"{exercise.title}: {check.name}"}
    if check.location:
        properties["file"] = check.location.file
        properties |= {"line": str(check.location.line)} if check.location.line else {}
    level = "warning" if check.verdict is Verdict.NOT_ATTEMPTED else "error"
    words = [f"{check.mistake.title} {check.mistake.words}" if check.mistake else check.message or check.verdict.value]
    words += [f"{check.call} gives {check.got}"] if check.call and check.got else []
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {listed}::{_data(' — '.join(words))}"


def _data(text: str) -> str:
    return line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
