"""`github`: workflow commands that GitHub shows as annotations at the learner's lines, and a job's summary.

Commands and how they are escaped:
https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from grader.core.escape import cut, line
from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format, classroom, md
from grader.reports.gradebook import NO_GRADE

MAX_ANNOTATIONS = 10
"""GitHub shows no more errors of one step, nor warnings, and 50 annotations of a job
(https://github.com/orgs/community/discussions/26680)."""
MAX_SUMMARY_BYTES = 1024 * 1024
"""A step's summary that is longer is not shown at all."""
MAX_TEXT = 600
"""Characters of a message, a call or a value; the rest can be read in the summary."""


def render(result: Result) -> str:
    """Return a command for each exercise's first failure, and the points as two annotations, if all was graded."""
    commands = [_command(exercise, exercise.first_failure) for exercise in result.exercises if exercise.first_failure]
    errors = [command for command in commands if command.startswith("::error ")][:MAX_ANNOTATIONS]
    warnings = [command for command in commands if command.startswith("::warning ")][:MAX_ANNOTATIONS]
    points = f"{result.score} of {result.max_score} points\n" if result.is_graded else f"{NO_GRADE}\n"
    return "".join(f"{command}\n" for command in [*errors, *warnings]) + points + classroom.notices(result)


def summary(result: Result) -> str:
    """Return the Markdown to append to the file that $GITHUB_STEP_SUMMARY names."""
    return md.render(result, MAX_SUMMARY_BYTES)


def _command(exercise: ExerciseResult, check: CheckResult) -> str:
    properties = {"title": cut(f"{exercise.title}: {check.name}", MAX_TEXT)}
    if check.location:
        properties["file"] = check.location.file
        properties |= {"line": str(check.location.line)} if check.location.line else {}
    level = "warning" if check.verdict is Verdict.NOT_ATTEMPTED else "error"
    words = [f"{check.mistake.told} {check.mistake.words}" if check.mistake else check.message or check.verdict.value]
    words += [f"{cut(check.call, MAX_TEXT)} gives {cut(check.got, MAX_TEXT)}"] if check.call and check.got else []
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {listed}::{_data(' — '.join(cut(text, 3 * MAX_TEXT) for text in words))}"


def _data(text: str) -> str:
    return line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMAT = Format(render, "plain GitHub Actions", "annotations at the learner's lines, and the points as two notices")
