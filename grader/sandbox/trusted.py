"""Run trusted code, a solution or a mistake, in this process: by the same code that runs a learner's functions."""

from collections.abc import Sequence
from functools import partial
from types import ModuleType

import numpy as np

from grader.child.codec import Decoder, Encoder, Served
from grader.child.execute import execute
from grader.child.execute_table import execute_table, reply
from grader.child.frames import answered, question
from grader.core.call import Call, Ending, Outcome, Outcomes, Value
from grader.sandbox.call_table import CallTable, EncodedCalls, Replies
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch

DIRECT = frozenset([np.ndarray, float, int, bool, str, type(None)])
SIMPLE = DIRECT - {np.ndarray, int}
LIMITS = {"result_bytes": MAX_RESULT_BYTES}


def run_trusted(module: ModuleType, calls: Sequence[Call]) -> list[Outcomes]:
    """Make calls of a trusted module's functions; return their outcomes. An interrupt ends it."""
    with np.errstate(all="ignore"):  # numpy would warn on stderr of what a mistake computes
        direct = [_run_directly(module, call) for call in calls]
        done = [outcomes for outcomes in direct if outcomes]
        if len(done) == len(calls):
            return done
        encoded = iter(_run_encoded(module, [call for call, known in zip(calls, direct, strict=True) if not known]))
        return [known or next(encoded) for known in direct]


def _run_directly(module: ModuleType, call: Call) -> Outcomes | None:
    """Make the commonest kind of call without encoding anything: arrays and numbers in, a plain value out.

    Return None for a call of another kind, which goes through the codec as a learner's does. Without this, a class with
    a seed for each student takes 1.5 times as long, since the reference runs anew on each student's numbers.
    """
    (step, *more) = call.steps
    if more or step.kwargs or step.keep or step.of or not DIRECT.issuperset(map(type, step.args)):
        return None
    args = [value.copy() if type(value) is np.ndarray else value for value in step.args]
    try:
        value = getattr(module, step.name)(*args)
    except Exception:
        return None
    if type(value) in (list, tuple) and all(map(_is_simple, value)):
        value = type(value)(value)  # a copy: the function may keep its own
    elif type(value) is np.ndarray and value.dtype == np.float64:
        value = value.copy()  # as above
    elif type(value) is np.ndarray or type(value) not in DIRECT:
        return None
    for given, kept in zip(args, step.args, strict=True):
        if type(given) is np.ndarray and given.tobytes() != kept.tobytes():
            return None
    return (Outcome(ending=Ending.RETURNED, value=value),)


def _is_simple(item: Value) -> bool:
    """True if an item of a list comes out of the codec as it went in."""
    return type(item) in SIMPLE or (type(item) is int and item.bit_length() < 64)


def _run_encoded(module: ModuleType, calls: Sequence[Call]) -> list[Outcomes]:
    """Make calls through the codec: plain ones as tables, others one by one, as in a learner's process."""
    tables = EncodedCalls(calls).tables
    if tables:
        outcomes = [outcome_list for table in tables for outcome_list in _run_table(module, table)]
    else:
        outcomes = [_run(module, call) for call in calls]
    # `execute` catches everything, as it must in a learner's process. Here an interrupt is the user's; and memory lacks
    # because of a learner's replies, so that this outcome must not be cached as the solution's.
    if any(outcome.ending is Ending.OUT_OF_MEMORY for outcome_list in outcomes for outcome in outcome_list):
        raise MemoryError
    raised = [outcome.raised for outcome_list in outcomes for outcome in outcome_list if outcome.raised]
    if any(error.is_a("KeyboardInterrupt") for error in raised):
        raise KeyboardInterrupt
    return outcomes


def _file(module: ModuleType) -> str:
    """Return the file whose lines exceptions are told by."""
    return getattr(module, "__file__", None) or module.__name__


def _run_table(module: ModuleType, table: CallTable) -> list[Outcomes]:
    replies = Replies({})
    replies.begin()
    left = len(table.calls)
    for pending in execute_table(module, table.header, table.blob, _revive, LIMITS, _file(module), is_first=False):
        left -= replies.add(*reply(pending.calls, pending.encoder.blob), left)
    return list(replies.outcomes())


def _revive(handle: object) -> Value:
    raise TypeError("a table holds no spies")


def _run(module: ModuleType, call: Call) -> Outcomes:
    batch = Batch([call])
    ask = partial(_ask, batch)
    steps, blob = execute(module, batch.calls[0], batch.blob, lambda handle: Served(handle, ask), LIMITS, _file(module))
    return batch.outcomes(steps, blob, {})


def _ask(batch: Batch, number: int, use: str, name: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
    encoder = Encoder()
    header, blob = batch.answer(question(encoder, number, use, name, args, kwargs), encoder.blob)
    return answered(header, Decoder(blob, lambda handle: Served(handle, partial(_ask, batch))))
