"""`html`: one page for a learner to read, save and print; no script, no network, no other file."""

from collections import Counter
from pathlib import Path

from grader.core.escape import cut, guarded, line, lines
from grader.core.result import KEPT_CHARACTERS, CheckResult, ExerciseResult, Result, Verdict
from grader.files import html_page
from grader.reports import Format
from grader.reports.text import MAX_WAITING, place_of

HERE = Path(__file__).parent / "template"
MAX_TEXT = 4000
"""The most characters shown of a call, a value or a message."""
MAX_PRINTED = 20
"""The most lines shown of captured output."""


def render(result: Result, late: str = "") -> str:
    """Return the page; `late` says how late the submission was."""
    waiting = [exercise for exercise in result.exercises if exercise.verdict is Verdict.NOT_ATTEMPTED]
    waiting = waiting if len(waiting) > MAX_WAITING else []
    text = html_page.page(
        HERE,
        "result.html",
        html_page.face(HERE / "result.css"),
        filters={
            "brief": lambda text: cut(line(text), MAX_TEXT),
            "place": place_of,
            "source": lambda text: "\n".join(map(guarded, lines(text))),
        },
        result=result,
        late=late,
        counts=_counts(result),
        waiting=waiting,
        failures=_failures,
        printed=_printed,
    )
    return f"{text}\n"


def _counts(result: Result) -> str:
    """Return a sentence on how many exercises passed, failed and were not attempted."""
    verdicts = Counter(exercise.verdict for exercise in result.exercises)
    passed, waiting = verdicts.pop(Verdict.PASS, 0), verdicts.pop(Verdict.NOT_ATTEMPTED, 0)
    counts = {"passed": passed, "to look at": verdicts.total(), "not attempted": waiting}
    listed = ", ".join(f"{number} {words}" for words, number in counts.items() if number)
    count = len(result.exercises)
    return f"{count} exercise{'' if count == 1 else 's'}: {listed}." if listed else "No exercise was graded."


def _failures(exercise: ExerciseResult) -> tuple[list[CheckResult], list[CheckResult]]:
    """Return the failed checks to show, and those whose mistake an earlier one explains."""
    failed = [check for check in exercise.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    first = {check.mistake: check for check in reversed(failed)}
    shown = [check for check in failed if not check.mistake or check is first[check.mistake]]
    return shown, [check for check in failed if check not in shown]


def _printed(check: CheckResult) -> list[str]:
    printed = [guarded(row) for row in lines(cut(check.stdout, MAX_TEXT)) if row.strip()]
    more = len(printed) - MAX_PRINTED
    rest = "" if len(check.stdout) < KEPT_CHARACTERS else f" in the first {KEPT_CHARACTERS:,} characters"
    return [*printed[:MAX_PRINTED], *([f"… and {more} lines more{rest}"] if more > 0 else [])]


FORMAT = Format(
    render,
    "a learner's browser or printer",
    "each failed check with call, value, expected value, named mistake and place; one file, no script, no network",
)
