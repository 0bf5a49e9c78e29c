"""The closed list of verdicts, and whose turn each one makes it."""

from __future__ import annotations

from enum import Enum


class Turn(Enum):
    """Who can do something about a verdict."""

    NOBODY = "nobody"
    LEARNER = "learner"
    US = "us"


class Verdict(Enum):
    """What a check, an exercise or a submission came to."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    OUTPUT = "output"
    FORBIDDEN = "forbidden"
    NOT_ATTEMPTED = "not-attempted"
    SKIPPED = "skipped"
    INTERNAL = "internal"

    @property
    def turn(self) -> Turn:
        """Say whose turn it is."""
        if self is Verdict.PASS:
            return Turn.NOBODY
        return Turn.US if self is Verdict.INTERNAL else Turn.LEARNER


def combined(verdicts: list[Verdict]) -> Verdict:
    """Return the verdict of an exercise or submission from those of its parts.

    Our own fault outweighs everything; all passed is a pass; nothing attempted is not attempted;
    otherwise the first verdict that asks something of the learner stands for the whole.
    """
    if Verdict.INTERNAL in verdicts:
        return Verdict.INTERNAL
    told = [verdict for verdict in verdicts if verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    if not told:
        return Verdict.PASS
    if Verdict.PASS in verdicts and set(told) == {Verdict.NOT_ATTEMPTED}:
        return Verdict.FAIL
    attempted = [verdict for verdict in told if verdict is not Verdict.NOT_ATTEMPTED]
    return attempted[0] if attempted else Verdict.NOT_ATTEMPTED
