"""The errors that end a command, with a sentence for the user and an exit code."""

from __future__ import annotations


class UserError(Exception):
    """An error that the user can act on: the message is one sentence, what is wrong and what to do.

    The command line prints it and exits with `exit_code`; 3 is a course or configuration that cannot be used.
    """

    exit_code = 3


class UnknownNameError(UserError):
    """A name that no exercise, deck, quiz or worksheet has, which is wrong usage."""

    exit_code = 2


class CourseError(UserError):
    """A folder that holds no course, or a course that lacks a part."""


class ClassError(UserError):
    """A folder, a table or a set of submissions that cannot be used."""


class ReportError(UserError):
    """A report needs something that is not there, or would be wrong; nothing has been written."""


class NotConfinedError(UserError):
    """Confinement was asked for that this machine does not give."""


class MissingExtraError(UserError):
    """An optional package or a system library is not installed."""


class UnwritableError(UserError):
    """A file or folder that cannot be written."""


class LaunchError(RuntimeError):
    """A learner's process cannot be started; our fault or the machine's, never the learner's."""
