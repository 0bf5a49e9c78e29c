"""Why a report cannot be written: in one sentence, for the teacher who asked for it."""

from __future__ import annotations


class ReportError(Exception):
    """A report needs something that is not there, or would be wrong; nothing has been written."""


class ClassError(Exception):
    """A folder, a table or a set of submissions that cannot be used; the message says what to do."""


class LaunchError(RuntimeError):
    """A learner's process cannot be started; our fault or the machine's, never the learner's."""


class NotConfinedError(RuntimeError):
    """Confinement was asked for that this machine does not give; the message says what is missing."""
