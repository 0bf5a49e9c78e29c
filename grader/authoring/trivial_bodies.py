"""Bodies that compute nothing, behind the solution's own refusals: none of them may pass a check."""

from collections.abc import Iterator

from grader.checks.base import ATTEMPT
from grader.core.call import Ending, ExceptionInfo, Outcome, Outcomes, Seed, Spy, Step, Value
from grader.core.result import Verdict
from grader.grading.prepared import PreparedCheck, PreparedExercise
from grader.sandbox.call_table import CallResults

REFUSES = "raise ValueError"
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
    given = dict(enumerate(_given(step)))
    value = given.get(int(body.removeprefix("return args[").removesuffix("]")))
    return Outcome(Ending.RETURNED, None if isinstance(value, Spy | Seed) else value)


def _given(step: Step) -> list[Value]:
    return [*step.args, *step.kwargs.values()]
