"""Run trusted code, a solution or a mistake, in this process: by the same code that runs a learner's functions."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import numpy as np

from grader.core.call import Call, Outcomes, Value
from grader.sandbox.call_table import CallTable, EncodedCalls, Replies
from grader.sandbox.child.codec import REFUSALS, Decoder, Encoder, Served
from grader.sandbox.child.execute import execute
from grader.sandbox.child.execute_table import execute_table
from grader.sandbox.child.frames import question
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch

LIMITS = {"result_bytes": MAX_RESULT_BYTES}


def run_trusted(module: ModuleType, calls: Sequence[Call]) -> list[Outcomes]:
    """Make calls of a trusted module's functions; return their outcomes.

    Plain calls run as tables, others one by one, as in a learner's process. An interrupt ends it.
    """
    tables = EncodedCalls(calls).tables
    with np.errstate(all="ignore"):  # numpy would warn on stderr of what a mistake computes
        if tables:
            outcomes = [each for table in tables for each in _run_table(module, table)]
        else:
            outcomes = [_run(module, call) for call in calls]
    raised = [outcome.raised for each in outcomes for outcome in each if outcome.raised]
    # `execute` catches everything, as it must in a learner's process; here an interrupt is the user's.
    if any(each.is_a("KeyboardInterrupt") for each in raised):
        raise KeyboardInterrupt
    return outcomes


def _run_table(module: ModuleType, table: CallTable) -> list[Outcomes]:
    replies = Replies({})
    replies.begin()
    left = len(table.calls)
    for pending in execute_table(module, table.header, table.blob, _revive, LIMITS, module.__name__, is_first=False):
        left -= replies.add(*pending.message(), left)
    return replies.outcomes()


def _revive(handle: object) -> Value:
    raise TypeError("a table holds no spies")


def _run(module: ModuleType, call: Call) -> Outcomes:
    batch = Batch([call])

    def ask(number: int, use: str, name: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
        return _ask(batch, number, use, name, args, kwargs)

    steps, blob = execute(
        module, batch.calls[0], batch.blob, lambda handle: Served(handle, ask), LIMITS, module.__name__
    )
    return batch.outcomes(steps, blob, {})


def _ask(batch: Batch, number: int, use: str, name: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
    encoder = Encoder()
    header, blob = batch.answer(question(encoder, number, use, name, args, kwargs), encoder.blob)
    if "refused" in header:
        raise REFUSALS.get(header["type"], RuntimeError)(header["refused"])
    return Decoder(blob, lambda handle: Served(handle, lambda *rest: _ask(batch, *rest))).decode(header["value"])
