"""Validate the mistakes of an exercise: each fails, is named as itself, and ends; each check is failed by one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import PythonFile
from grader.authoring.time_limit import OutOfTimeError, time_limit
from grader.authoring.trivial_bodies import trivial_names
from grader.authoring.validate_checks import check_problems
from grader.checks.agreement import are_same
from grader.checks.base import Check
from grader.checks.raises import Raises
from grader.checks.script import Script
from grader.core.call import ExceptionInfo, Outcomes
from grader.core.comparison import Agreement
from grader.core.result import CheckResult, Mistake, Verdict
from grader.grading.prepared import PreparedCheck

ACCIDENTS = ("NameError", "AttributeError", "ImportError", "TypeError")


def trusted_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield a problem if the solution or a mistake does not end in time, or raises something by accident."""
    exercise = grading.exercise
    seconds, folder = exercise.limits.exercise_seconds, grading.path().parent.parent
    try:
        with time_limit(seconds, folder):
            problems = list(check_problems(grading))
        if problems:
            yield from problems
            return
        for mistake in (None, *grading.mistakes):
            with time_limit(seconds, folder):
                accidents = (_accident(mistake, grading.prepared.check(check)) for check in exercise.checks)
                accident = next(filter(None, accidents), None)
            if accident:
                name = mistake.version if mistake else exercise.function
                what = f"`{name}` raises {accident.type_name}: {accident.message}; correct it"
                if mistake:
                    yield grading.problem_in_mistake(name, what)
                else:
                    file = PythonFile(grading.path())
                    yield file.problem_at(accident.line, what) if accident.line else file.problem_in(name, what)
    except OutOfTimeError as error:  # grading any other mistake would run this one again
        yield f"{error} does not end within the exercise's {seconds:g} s; end the loop, or make it do less"


def mistake_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield the mistakes that pass, have no words, or are not named as themselves, and checks that no mistake fails."""
    if not grading.mistakes:
        yield grading.problem_in_mistake("", "holds no mistake; write the typical ones, as edits of the solution")
        return
    twins = dict(_twins(grading))
    failed_by_some: set[str] = set()
    skipped: Counter[str] = Counter()
    for mistake in grading.mistakes:
        name = mistake.version
        result = grading.grade_solution(mistake.source.encode())
        failed = [check for check in result.checks if check.verdict in (Verdict.FAIL, Verdict.ERROR)]
        failed_by_some |= {check.name for check in failed}
        for broken in (check for check in result.checks if check.verdict is Verdict.INTERNAL):
            yield grading.problem_in_mistake(
                name, f"`{name}` makes the check “{broken.name}” fail itself: {broken.message}"
            )
        skipped.update(check.name for check in result.checks if check.verdict is Verdict.SKIPPED)
        for what in _problems_of(mistake, failed, twins):
            yield grading.problem_in_mistake(name, f"`{name}` {what}")
    for mistake, body in trivial_names(grading.prepared):
        if not grading.is_trivial(mistake.name):
            what = f"`{mistake.version}` is the name that `{body}` gets, which makes another mistake"
            advice = "make its answers less alike, or write `is_trivial: true` if its words are true of that, too"
            yield grading.problem_in_mistake(mistake.version, f"{what}; {advice}")
    for check in grading.exercise.checks:
        if check.name not in failed_by_some:
            yield grading.problem_in_check(check.name, _toothless(check, skipped[check.name], len(grading.mistakes)))


def _toothless(check: Check, skipped: int, mistakes: int) -> str:
    """Return what is wrong with a check that no mistake fails; so many of the mistakes fail the check that it needs."""
    if not skipped:
        return f"no mistake fails the check “{check.name}”; add the mistake that it is for, or take the check out"
    return (
        f"no mistake fails the check “{check.name}”: it `needs` “{check.needs}”, and is skipped for the {skipped} of "
        f"{mistakes} mistakes that fail that one; add a mistake that passes “{check.needs}” and fails “{check.name}”, "
        "or write `needs: null`"
    )


def _problems_of(mistake: Mistake, failed: Sequence[CheckResult], twins: Mapping[str, str]) -> Iterator[str]:
    """Yield the problems of a mistake that fails some checks."""
    if not mistake.title or not mistake.words:
        yield "needs `says:` of two lines or more: what it does, then why that is wrong and what to look at"
    if mistake.version in twins:
        other = twins[mistake.version]
        yield f"does the same as `{other}` on all inputs; make them one, or add a case that tells them apart"
    elif not failed:
        yield "passes every check; add a case that it gets wrong"
    elif mistake.version not in twins.values():  # of two that do the same, neither can be named
        named: dict[str, list[str]] = {}
        for result in failed:
            named.setdefault(result.mistake.name if result.mistake else "nothing", []).append(f"“{result.name}”")
        named.pop(mistake.name, None)
        for other, checks in named.items():
            yield f"is diagnosed as {other} in {', '.join(checks)}; add a case that tells them apart"


def _twins(grading: ExerciseGrading) -> Iterator[tuple[str, str]]:
    """Yield each mistake that does the same on all inputs as an earlier one, as far as checks look, with that one."""
    checks = [grading.prepared.check(check) for check in grading.exercise.checks]
    seen: list[tuple[str, list[Outcomes]]] = []

    def is_same(mine: Outcomes, theirs: Outcomes) -> bool:
        return are_same([mine], [theirs], grading.exercise.tolerance, Agreement.SAME)

    for mistake in grading.mistakes:
        outcomes = [_judged(call, check.check) for check in checks for call in _all_calls(mistake, check)]
        for other, others in seen:
            if all(map(is_same, outcomes, others)):  # one by one: most mistakes differ in one of the first calls
                yield mistake.version, other
                break
        seen.append((mistake.version, outcomes))


def _judged(outcomes: Outcomes, check: Check) -> Outcomes:
    """Return outcomes without what their check does not look at: changed arguments, or questions to spies."""
    return tuple(
        outcome._replace(
            changed=outcome.changed if check.judges_changes else (),
            asked=outcome.asked if check.judges_questions else (),
        )
        for outcome in outcomes
    )


def _all_calls(mistake: Mistake, check: PreparedCheck) -> Sequence[Outcomes]:
    return [check.run_mistake(mistake, index) for index in range(len(check.encoded.calls))]


def _accident(mistake: Mistake | None, check: PreparedCheck) -> ExceptionInfo | None:
    """Return the first exception that no author means: it would give a learner's other slip the mistake's name.

    Without a mistake it is one of the solution, which may raise where a check wants it.
    """
    if not mistake and isinstance(check.check, Raises | Script):
        return None
    got = _all_calls(mistake, check) if mistake else check.expected
    for mine, right in zip(got, check.expected if mistake else [()] * len(got), strict=True):
        meant = {outcome.raised.type_name for outcome in right if outcome.raised}
        for outcome in mine:
            raised = outcome.raised
            is_written = mistake and raised and f"raise {raised.type_name}" in mistake.source
            if raised and not is_written and raised.type_name not in meant and any(map(raised.is_a, ACCIDENTS)):
                return raised
    return None
