"""Short calls of an exercise's checks: those that a person can read and follow."""

from collections.abc import Iterator
from typing import NamedTuple

from grader.core.call import Call, Outcomes, Seed, Spy
from grader.core.formatting import step_text
from grader.grading.prepared import PreparedExercise

MOST_CALL = 120
"""The longest text of a call."""
MOST_STEPS = 8
PER_CHECK = 8
"""The shortest calls of a check, from which some are drawn."""


class ShortCall(NamedTuple):
    """A call, and its steps as Python to paste; a generator runs to its end."""

    call: Call
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        return "; ".join(self.steps)


class OwnRun(NamedTuple):
    """A call, and what it gives in the learner's file."""

    call: ShortCall
    outcomes: Outcomes


def short_calls(prepared: PreparedExercise) -> list[ShortCall]:
    """Return the shortest calls of each check."""
    found: dict[tuple[str, ...], ShortCall] = {}
    for check in prepared.exercise.checks:
        for made in filter(None, (prepared.check(check), prepared.simpler(check))):
            calls = [short for call in made.encoded.calls for short in _shorten(call)]
            calls.sort(key=lambda call: (len(call.text), call.steps))
            found |= {call.steps: call for call in calls[:PER_CHECK]}
    return list(found.values())


def _shorten(call: Call) -> Iterator[ShortCall]:
    """Yield a call, and of a script the beginnings that end with a result, if their text says everything."""
    values = [value for step in call.steps for value in (*step.args, *step.kwargs.values())]
    if any(isinstance(value, Spy | Seed) for value in values):
        return  # what a model answers, and what is drawn, is not in the text
    texts: tuple[str, ...] = ()
    for count, step in enumerate(call.steps[:MOST_STEPS], 1):
        if step.overwrites:
            return
        text = step_text(step)
        texts = (*texts, text)
        if sum(map(len, texts)) > MOST_CALL:
            return
        if not step.keep:
            last = f"list({text})" if call.drain else text
            yield ShortCall(call._replace(steps=call.steps[:count]), (*texts[:-1], last))
        if step.may_raise:  # who pastes the steps does not get past it
            return
