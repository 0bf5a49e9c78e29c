"""`script`: steps on objects of the learner's own class; every step must do what the solution's does."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from grader.checks.base import Check, Problems, Setting, named_in_companion, provided, revived
from grader.checks.judgement import PASSED, Judgement, raised_judgement, shown, trouble
from grader.core.call import AllOutcomes, Call, Step, Value
from grader.core.comparison import Agreement, Tolerance, compare_outcomes
from grader.core.result import Verdict
from grader.core.shapes import yaml_model


@yaml_model
class ScriptStep:
    """One step: `{new: Name, keep: x}`, `{call: x.method}` or `{read: x.attribute}`."""

    new: str | None = None
    """The class or function to call."""
    call: str | None = None
    """A method, as `object.method`, of something an earlier step kept."""
    read: str | None = None
    """An attribute, as `object.attribute`, of something an earlier step kept."""
    args: tuple[Value, ...] = ()
    """The arguments in order."""
    keep: str | None = None
    """The name under which later steps use the result."""
    may_raise: bool = False
    """Whether the script goes on after an exception, which must be the solution's."""
    overwrites: bool = False
    """Whether the arrays of floats in `args` are filled with nan afterwards, as by a caller that uses them again."""


@dataclass(frozen=True, kw_only=True)
class Script(Check):
    """Sequences of steps, compared with the solution step by step."""

    kind: Literal["script"]
    scripts: tuple[tuple[ScriptStep, ...], ...] = field(default=())
    """The sequences; each starts afresh."""

    def calls(self, setting: Setting) -> list[Call]:
        return [Call(steps=tuple(_step(step, setting) for step in steps)) for steps in self.scripts]

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Fail at the first step whose outcome is not the solution's."""
        for index, (mine, theirs) in enumerate(zip(got, expected, strict=False)):
            # Not strict: outcomes end at the step that aborted the script.
            for number, (outcome, wanted) in enumerate(zip(mine, theirs, strict=False), start=1):
                result = trouble(outcome, index)
                if result:
                    return replace(result, step=number - 1)
                comparison = compare_outcomes(outcome, wanted, tolerance)
                if comparison.agreement is Agreement.SAME:
                    continue
                if outcome.raised and not wanted.raised:
                    return replace(raised_judgement(outcome, index), step=number - 1)
                from grader.checks.first_difference import step_words, vectors_of  # only wrong answers need it

                return Judgement(
                    verdict=Verdict.FAIL,
                    message=f"step {number}: {comparison.difference}{_overwritten(self.scripts[index][: number - 1])}",
                    index=index,
                    step=number - 1,
                    got=shown(outcome),
                    expected=shown(wanted),
                    vectors=vectors_of(outcome.value, wanted.value, tolerance),
                    words_of_step=step_words(number, calls[index].steps[number - 1]),
                )
        return PASSED

    def problems(self, setting: Setting) -> Problems:
        """Yield steps of unclear form, and steps on objects that no earlier step kept."""
        yield from super().problems(setting)
        if not self.scripts:
            yield ("scripts",), "has no script; write at least one"
        for number, steps in enumerate(self.scripts):
            if not steps:
                yield ("scripts", number), "has no step; write at least one"
            for trail, message in _step_problems(steps, setting):
                yield ("scripts", number, *trail), message


def _step_problems(steps: Sequence[ScriptStep], setting: Setting) -> Problems:
    """Yield the problems of the steps of one script, which starts with no objects."""
    kept: set[str] = set()
    for index, step in enumerate(steps):
        if sum(form is not None for form in (step.new, step.call, step.read)) != 1:
            yield (index,), "a step is one of `new`, `call` and `read`; write exactly one of them"
        owner, dot, name = (step.call or step.read or "").partition(".")
        if (step.call is not None or step.read is not None) and not (owner and name.isidentifier()):
            yield (index,), f"`{owner}{dot}{name}` is not of the form `object.name`; write both, with a dot between"
        elif owner and owner not in kept:
            yield (index,), f"no earlier step keeps `{owner}`; write `keep: {owner}` in the step that makes it"
        if step.overwrites and not any(map(_is_array, step.args)):
            yield (index,), "`overwrites` has no array of floats to fill; give one in `args`, or take it out"
        for wanted in provided(list(step.args)):
            yield from (((index, "args"), what) for _, what in named_in_companion(setting, "args", wanted))
        if step.keep:
            kept.add(step.keep)


def _is_array(value: Value) -> bool:
    """Return whether an argument, as YAML writes it, can be an array of floats."""
    return isinstance(value, dict) and ("made" in value or str(value.get("dtype")).startswith("float"))


def _overwritten(earlier: Sequence[ScriptStep]) -> str:
    """Return the part of the message that the text of the call does not show: which arrays the caller reused."""
    numbers = [str(number) for number, step in enumerate(earlier, start=1) if step.overwrites]
    if not numbers:
        return ""
    return f"; the caller had filled the arrays of step{'s' * (len(numbers) > 1)} {' and '.join(numbers)} with nan"


def _step(step: ScriptStep, setting: Setting) -> Step:
    args = [revived(value, setting) for value in step.args]
    owner, _, name = (step.call or step.read or "").partition(".")
    return Step(
        name=step.new or name,
        args=args,
        of=None if step.new else owner,
        keep=step.keep,
        is_read=step.read is not None,
        may_raise=step.may_raise,
        overwrites=step.overwrites,
    )


KIND = Script
