"""A learner's process that ends calls after a number of lines, and notes the lines that ran.

What it notes is the learner's word: their code can turn tracing off, or make it lie.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.child.codec import Decoder, Json, WireError, clean
from grader.child.execute import MAX_ROWS, TRACED_BYTES, TooManyLinesError
from grader.core.call import Call, Ending, Outcome, Outcomes, Value
from grader.course.exercise import Limits
from grader.sandbox.process import LearnerProcess
from grader.sandbox.protocol import is_line

MOST_LINES = 2_000
"""Lines of the learner's file in a call; more is taken for a loop that never ends."""
MOST_QUESTIONS = 40
"""Uses of models and of other exercises' functions in a call: far more than a person would follow."""
MAX_CHANGES = 50


class Ran(NamedTuple):
    """A line that ran: its number, the function that it is in, and the local variables that it changed."""

    line: int
    function: str
    changes: dict[str, Value]


class TracedProcess(LearnerProcess):
    """Makes calls with tracing."""

    def trace(
        self, calls: Sequence[Call], limits: Limits, most_lines: int = MOST_LINES, *, is_watched: bool = False
    ) -> list[Outcomes]:
        """Make calls one by one, each of at most so many lines; `rows` then has those of the last one."""
        self._trace = {"lines": most_lines, "is_watched": is_watched}
        self.questions_left = MOST_QUESTIONS
        self.rows: list[Ran] = []
        try:
            return self._one_by_one(calls, limits, self._clock.now() + limits.call_seconds)
        finally:
            self._trace, self.questions_left = {}, float("inf")

    def _note_printed(self, header: Json) -> None:
        if self._trace and header.get("op") == "traced":
            self.rows = list(_read_rows(header.get("rows")))
        else:
            super()._note_printed(header)


def is_cut(outcomes: Outcomes) -> bool:
    """Return whether a call was ended: by the number of its lines, or otherwise than by returning or raising."""
    return any(_is_odd(outcome) for outcome in outcomes)


def _is_odd(outcome: Outcome) -> bool:
    if outcome.ending is Ending.RAISED:
        return outcome.raised is None or outcome.raised.type_name.endswith(TooManyLinesError.__name__)
    return outcome.ending is not Ending.RETURNED


def _read_rows(rows: Json) -> Iterator[Ran]:
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise WireError("a malformed trace")
    for row in rows:
        match row:
            case [line, str(function), list(changes)] if is_line(line) and len(changes) <= MAX_CHANGES:
                yield Ran(line, clean(function, 80), dict(map(_read_change, changes)))
            case _:
                raise WireError("a malformed trace")


def _read_change(change: Json) -> tuple[str, Value]:
    match change:
        case [str(name), encoded, str(blob)] if len(blob) <= 2 * TRACED_BYTES:
            try:
                return clean(name, 80), Decoder(bytes.fromhex(blob), max_bytes=2 * TRACED_BYTES).decode(encoded)
            except ValueError as error:
                raise WireError("a malformed trace") from error
    raise WireError("a malformed trace")
