"""Calls of an exercise's checks that a person can read, and what the models among their arguments answer."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import getitem
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from grader.core.call import Array, Call, Outcomes, Seed, Spy, Step, Value
from grader.core.formatting import literal, short, step_text
from grader.grading.prepared import PreparedExercise
from grader.questions.own_code.written import brief, brief_answer, brief_step, is_plain, shapes, value_text
from grader.sandbox.traced_process import Ran

MOST_CALL = 120
"""The longest text of a call."""
MOST_BRIEF = 400
"""The longest text of a call with shapes in place of numbers."""
MOST_STEPS = 8
MOST_MODEL = 200
"""The longest text of what a model answers, and the most answers that are shown."""
MOST_USES = 12
MOST_TOLD = 1200
"""The longest text of all that models answer in a call."""
PER_CHECK = 8
"""The shortest calls of a check, from which some are drawn."""
ENOUGH = 4
"""Short calls that are enough to ask about."""


class ShortCall(NamedTuple):
    """A call that a person can read: the name of its check, its place there, the steps as text.

    With `is_brief`, the text has the shapes of arrays in place of their numbers. `part` is where in a result that is too
    long there is one to ask for.
    """

    check: str
    place: int
    call: Call
    steps: tuple[str, ...]
    is_brief: bool = False
    part: tuple[int | str, ...] = ()

    @property
    def function(self) -> str:
        """Return the function or method that the last step calls."""
        return self.call.steps[-1].name

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the steps as a question shows them: a generator runs to its end."""
        *first, last = self.steps
        return (*first, f"list({last})" if self.call.drain else last)

    @property
    def asked_part(self) -> tuple[str, ...]:
        """Return these steps, the last of which gives the part of the result."""
        *first, last = self.asked
        return (*first, last + "".join(f"[{key!r}]" for key in self.part))

    def seen(self, outcomes: Outcomes | None) -> Outcomes | None:
        """Return the outcomes as a question sees them: a part of the result, shapes of arrays; None if there is no such part."""
        if not outcomes:
            return None
        last = outcomes[-1]
        if self.part and last.raised is None:
            try:
                last = last._replace(value=reduce(getitem, self.part, last.value))
            except (LookupError, TypeError):
                return None
        return (*outcomes[:-1], last._replace(value=shapes(last.value)) if self.is_brief else last)


def pool(prepared: PreparedExercise) -> list[ShortCall]:
    """Return the short calls of the checks; where there are few, the others with shapes of arrays."""
    shortest = _shortest(prepared, is_brief=False)
    return shortest if len(shortest) >= ENOUGH else shortest + _shortest(prepared, is_brief=True)


def _shortest(prepared: PreparedExercise, *, is_brief: bool) -> list[ShortCall]:
    found = {call.steps: call for call in _candidates(prepared, is_brief=is_brief)}
    by_check: dict[str, list[ShortCall]] = {}
    for call in sorted(found.values(), key=lambda call: (len("; ".join(call.steps)), call.steps)):
        by_check.setdefault(call.check, []).append(call)
    return [call for calls in by_check.values() for call in calls[:PER_CHECK]]


def _candidates(prepared: PreparedExercise, *, is_brief: bool) -> Iterator[ShortCall]:
    for check in prepared.exercise.checks:
        simpler = None if is_brief else prepared.simpler(check)
        for made in filter(None, (prepared.check(check), simpler)):
            for place, call in enumerate(made.encoded.calls):
                if not spies(call) or (made is not simpler and uses(made.expected[place]) <= MOST_USES):
                    yield from shortened(check.name, place, call, brief_step if is_brief else step_text)


def shortened(check: str, place: int, call: Call, write: Callable[[Step], str]) -> Iterator[ShortCall]:
    """Yield a call, and of a script the beginnings that end with a result, if they are short enough."""
    if not all(isinstance(spy.make, FunctionType) for spy in spies(call)):
        return  # a model is shared by several calls
    texts: tuple[str, ...] = ()
    for count, step in enumerate(call.steps[:MOST_STEPS], 1):
        if step.overwrites:
            return
        texts += (write(step),)
        if sum(map(len, texts)) > (MOST_BRIEF if write is brief_step else MOST_CALL):
            return
        if not step.keep:
            yield ShortCall(check, place, call._replace(steps=call.steps[:count]), texts, is_brief=write is brief_step)
        if step.may_raise:  # who pastes the steps does not get past it
            return


def spies(call: Call) -> list[Spy]:
    """Return the models among the arguments of a call."""
    values = [value for step in call.steps for value in (*step.args, *step.kwargs.values())]
    return [value for value in values if isinstance(value, Spy)]


def uses(outcomes: Outcomes) -> int:
    """Return how often models are used in a call."""
    return sum(len(outcome.asked) for outcome in outcomes)


def model_answers(call: ShortCall, outcomes: Outcomes) -> tuple[str, ...] | None:
    """Return what the models among the arguments have and answer in a call, by asking fresh ones.

    None if it is too long, and for a generator that was left before its end.
    """
    served = {spy.name: spy.make() for spy in spies(call.call)}
    given, drain = outcomes[-1].value, call.call.drain
    if uses(outcomes) > MOST_USES or (drain and isinstance(given, list) and len(given) >= drain):
        return None
    attributes = _attributes(served)
    answers = []
    for use in (use for outcome in outcomes for use in outcome.asked):
        target = getattr(served[use.spy], use.use) if use.use else served[use.spy]
        args = [served.get(value, value) if isinstance(value, str) else value for value in use.args]
        try:
            answer = target(*args)
        except Exception:  # what the learner's arguments lead to is nothing to ask about
            return None
        made = f"{use.spy}.{type(answer).__name__.lower()}"  # as `Batch` names what a model makes
        if hasattr(answer, "served_methods"):
            served[made] = answer
        write = brief if call.is_brief else short
        name = f"{use.spy}.{use.use}" if use.use else use.spy
        shown = ", ".join(value if isinstance(value, str) and value in served else write(value) for value in use.args)
        written = made if made in served else brief_answer(answer) if call.is_brief else short(answer)
        answers.append(f"{name}({shown}) gives {written}")
    kept = _attributes({spy.name: served[spy.name] for spy in spies(call.call)})
    fixed = [text for text in attributes if text in kept]
    longest = MOST_BRIEF if call.is_brief else MOST_MODEL
    texts = (*fixed, *answers)
    is_short = all(len(text) <= longest and "…" not in text for text in texts) and sum(map(len, texts)) <= MOST_TOLD
    return texts if is_short else None


def are_listed(text: str, models: Iterable[str]) -> bool:
    """Return whether the first of the whole numbers that models answer stand as a list in a text."""
    answers = [answer for answer in (line.rpartition(" gives ")[2] for line in models) if answer.isdigit()]
    return any(f"[{', '.join(answers[:count])}]" in text for count in range(1, len(answers) + 1))


@dataclass(frozen=True, eq=False)
class OwnRun:
    """A call as it is asked about, and what it gives in the learner's file; no outcomes and no lines if it was cut."""

    number: int
    """Its place among all runs, on which draws depend."""
    call: ShortCall
    outcomes: Outcomes
    rows: list[Ran]
    is_plain: bool
    """Whether lines of the file run, and models answer in few words."""

    @property
    def lines(self) -> list[int]:
        """Return the lines of the learner's file that run, as its process says."""
        return [row.line for row in self.rows]

    @property
    def has_returned(self) -> bool:
        """Return whether it was not cut, and ended without an exception."""
        return bool(self.outcomes) and not self.outcomes[-1].raised

    @property
    def is_silent(self) -> bool:
        """Return whether it ends with a method that returns nothing."""
        return self.call.call.steps[-1].of is not None and bool(self.outcomes) and self.outcomes[-1].value is None


def own_run(number: int, call: ShortCall, outcomes: Outcomes, rows: list[Ran]) -> OwnRun:
    """Return a call as it is asked about: briefly if models' answers are long, and for a part of a result that is long."""
    if not outcomes:
        return OwnRun(number, call, outcomes, rows, is_plain=False)
    is_brief = call.is_brief or (bool(spies(call.call)) and model_answers(call, outcomes) is None)
    value = outcomes[-1].value
    call = call._replace(is_brief=is_brief, part=_short_part(shapes(value) if is_brief else value))
    return OwnRun(number, call, outcomes, rows, bool(rows) and model_answers(call, outcomes) is not None)


def _short_part(value: Value) -> tuple[int | str, ...]:
    """Return the first part of a value that is short enough; of a short value, and where there is none, all of it."""
    keys: list[Any] = []
    while is_plain(value) and not value_text(value) and isinstance(value, list | tuple | dict) and value:
        keys.append(next(iter(value)) if isinstance(value, dict) else 0)
        value = value[keys[-1]]
    return tuple(keys) if value_text(value) and all(isinstance(key, int | str) for key in keys) else ()


def _attributes(served: Mapping[str, object]) -> list[str]:
    return [
        f"{name}.{attribute} is {literal(getattr(model, attribute))}"
        for name, model in served.items()
        for attribute in getattr(model, "served_attributes", ())
    ]


# --- with other numbers ---------------------------------------------------------------------------


def is_veiled(call: ShortCall) -> bool:
    """Return whether a call has numbers that its text does not have."""
    values = [value for step in call.call.steps for value in (*step.args, *step.kwargs.values())]
    return call.is_brief or any(isinstance(value, Seed) for value in values)


def veiled(call: ShortCall) -> Call:
    """Return a call with other numbers where its text has none: other random ones, and others in arrays shown by shapes."""
    return call.call._replace(steps=tuple(_veiled_step(step, is_brief=call.is_brief) for step in call.call.steps))


def _veiled_step(step: Step, *, is_brief: bool) -> Step:
    args = [_veiled(value, is_brief=is_brief) for value in step.args]
    return step._replace(
        args=args, kwargs={name: _veiled(value, is_brief=is_brief) for name, value in step.kwargs.items()}
    )


def _veiled(value: Value, *, is_brief: bool) -> Value:
    if isinstance(value, Seed):
        return Seed(number=value.number + 1)
    if not is_brief:
        return value
    if isinstance(value, Spy):
        return replace(value, make=lambda: _Veiled(value.make()))
    if isinstance(value, np.ndarray):
        return np.roll(value, 1)
    if isinstance(value, Mapping):
        return {key: _veiled(item, is_brief=is_brief) for key, item in value.items()}
    return [_veiled(item, is_brief=is_brief) for item in value] if type(value) is list else value


class _Veiled:
    """A model whose arrays have other numbers, the largest one of each row at its place."""

    def __init__(self, model: Any) -> None:
        self._model = model
        if callable(model):
            self.__signature__ = inspect.signature(model)

    def __call__(self, *args: Value, **kwargs: Value) -> Value:
        answer = self._model(*args, **kwargs)
        if not isinstance(answer, np.ndarray) or not answer.size:
            return answer
        rows = answer.reshape(-1, answer.shape[-1] if answer.ndim else 1)
        return np.array([_veiled_row(row) for row in rows]).reshape(answer.shape)

    def __getattr__(self, name: str) -> Value:
        return getattr(self._model, name)


def _veiled_row(row: Array) -> Array:
    other, place = np.roll(row, 1), int(np.argmax(row))
    now = int(np.argmax(other))
    other[[place, now]] = other[[now, place]]
    if row.dtype.kind == "f" and np.array_equal(other, row):  # of two numbers
        other = 0.5 * row + 0.5 * row.mean()
    return other


def texts(call: ShortCall, outcomes: Outcomes) -> list[tuple[str, str]]:
    """Return the outcomes of a call as texts, with the shapes of arrays where its own text has no more."""
    seen = shapes if call.is_brief else lambda value: value
    return [(short(seen(step.value)), step.raised.type_name if step.raised else "") for step in outcomes]
