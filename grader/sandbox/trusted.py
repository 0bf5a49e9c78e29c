"""Run trusted code, a solution or a mistake, in this process: by the same code that runs a learner's functions."""

from collections.abc import Sequence
from functools import partial
from types import ModuleType

import numpy as np

from grader.child.codec import Decoder, Encoder, Served
from grader.child.execute import execute
from grader.child.execute_table import execute_table, reply
from grader.child.frames import answered, question
from grader.core.call import Call, Ending, Outcomes, Value
from grader.sandbox.call_table import CallTable, EncodedCalls, Replies
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch

LIMITS = {"result_bytes": MAX_RESULT_BYTES}


def run_trusted(module: ModuleType, calls: Sequence[Call]) -> list[Outcomes]:
    """Make calls of a trusted module's functions: plain ones as tables, others one by one, as in a learner's process.

    An interrupt ends it.
    """
    with np.errstate(all="ignore"):  # numpy would warn on stderr of what a mistake computes
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
