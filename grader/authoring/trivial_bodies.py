"""Bodies that compute nothing, behind the solution's own refusals: none of them may pass a check."""

from collections.abc import Iterator

import numpy as np

from grader.checks.agreement import without_nan
from grader.checks.base import ATTEMPT
from grader.core.call import Ending, ExceptionInfo, Outcome, Outcomes, Seed, Spy, Step, Value
from grader.core.comparison import Agreement, Tolerance, compare_all
from grader.core.result import Mistake, Verdict
from grader.grading.prepared import PreparedCheck, PreparedExercise
from grader.sandbox.call_table import CallResults

REFUSES = "raise ValueError"
ZEROS, ONE_HOT = "return zeros", "return 1 for the largest, 0 for the others"
CONSTANTS: dict[str, Value] = {"return None": None, "return 0": 0, "return []": []}
REFUSAL = Outcome(
    ending=Ending.RAISED,
    raised=ExceptionInfo("ValueError", ("ValueError", "Exception", "BaseException", "object"), "", line=None),
)


def trivial_passes(prepared: PreparedExercise) -> Iterator[tuple[str, str]]:
    """Yield each check that a body passes which computes nothing, and what is wrong with it."""
    calls = [call for check in prepared.exercise.checks for call in prepared.check(check).encoded.calls]
    most = max(len(_given(step)) for call in calls for step in call.steps)
    bodies = [REFUSES, *CONSTANTS, *(f"return args[{place}]" for place in range(most))]
    passed = {name: body for body in reversed(bodies) for name in _passed(prepared, body)}
    for check in prepared.exercise.checks:
        if check.name in passed:
            body = passed[check.name]
            advice = "`needs: null` in a check of right results" if check.needs == ATTEMPT else "`needs: attempt`"
            if body != REFUSES:
                advice += ", or add a case that this gets wrong"
            yield check.name, f"`{body}` after the solution's refusals passes “{check.name}”; write {advice}"


def _passed(prepared: PreparedExercise, body: str) -> Iterator[str]:
    """Yield the checks that a body passes, by the rules of `needs`."""
    checks = {check.name: prepared.check(check) for check in prepared.exercise.checks}
    replies = {name: CallResults(_outcomes(check, body)) for name, check in checks.items()}
    passed: set[str] = set()
    for name, check in checks.items():
        needs = check.check.needs
        is_made = prepared.is_attempted(check.setting.signature.function, replies) if needs == ATTEMPT else not needs
        if (is_made or needs in passed) and check.judge(replies[name]).verdict is Verdict.PASS:
            passed.add(name)
            yield name


def trivial_names(prepared: PreparedExercise) -> Iterator[tuple[Mistake, str]]:
    """Yield each version of a mistake whose name a trivial body gets, though it is not that body, and the body.

    Whoever changes nothing, or returns zeros, would be told of a slip that the work does not have.
    """
    checks = [prepared.check(check) for check in prepared.exercise.checks]
    places = range(max(len(_given(step)) for check in checks for call in check.encoded.calls for step in call.steps))
    for body in (ZEROS, ONE_HOT, *(f"return args[{place}]" for place in places)):
        replies = [CallResults(_outcomes(check, body)) for check in checks]
        made = [
            (check.check, reply, check.judge(reply).verdict is not Verdict.PASS)
            for check, reply in zip(checks, replies, strict=True)
        ]
        for mistake in {named.version: named for named in prepared.diagnose(made).values()}.values():
            if not all(
                _gives(mistake, check, reply, prepared.exercise.tolerance)
                for check, reply in zip(checks, replies, strict=True)
            ):
                yield mistake, body


def _gives(mistake: Mistake, check: PreparedCheck, replies: CallResults, tolerance: Tolerance) -> bool:
    """Return whether a mistake gives a body's values in all calls of a check that have one."""
    calls = [at for at, outcomes in enumerate(check.expected) if outcomes[-1].ending is Ending.RETURNED]
    mine = [replies.outcomes[at][-1]._replace(changed=(), asked=()) for at in calls]
    theirs = [check.run_mistake(mistake, at)[-1]._replace(changed=(), asked=()) for at in calls]
    theirs = [each._replace(value=without_nan(each.value)) for each in theirs]  # zeros are how people guard against nan
    return all(found.agreement >= Agreement.FLOAT32 for found in compare_all(mine, theirs, tolerance))


def _outcomes(check: PreparedCheck, body: str) -> list[Outcomes]:
    """Return what a body does in the calls of a check: it refuses what the solution refuses."""
    return [
        tuple(_outcome(step, outcome, body) for step, outcome in zip(call.steps, outcomes, strict=False))
        for call, outcomes in zip(check.encoded.calls, check.expected, strict=True)
    ]


def _outcome(step: Step, expected: Outcome, body: str) -> Outcome:
    if step.keep:  # an object, for later steps
        return expected
    if expected.raised or body == REFUSES:
        return REFUSAL if body == REFUSES else expected._replace(asked=(), changed=())
    if body in CONSTANTS:
        return Outcome(Ending.RETURNED, CONSTANTS[body])
    if body in (ZEROS, ONE_HOT):
        return Outcome(Ending.RETURNED, _of_the_shape(expected.value, body))
    given = dict(enumerate(_given(step)))
    value = given.get(int(body.removeprefix("return args[").removesuffix("]")))
    return Outcome(Ending.RETURNED, None if isinstance(value, Spy | Seed) else value)


def _of_the_shape(value: Value, body: str) -> Value:
    """Return zeros in the place of a number or an array, with a 1 at its largest entry if the body says so."""
    if not isinstance(value, int | float | np.ndarray):
        return value
    zeros = np.zeros_like(np.asarray(value, dtype=np.float64))
    if body == ONE_HOT and zeros.size:
        zeros.flat[int(np.argmax(value))] = 1
    return zeros if isinstance(value, np.ndarray) else 0.0


def _given(step: Step) -> list[Value]:
    return [*step.args, *step.kwargs.values()]
