"""The errors that end a command, with a sentence for the user and an exit code."""


class UserError(Exception):
    """An error that the user can act on: the message is one sentence, what is wrong and what to do.

    The command line prints it and exits with `exit_code`; 3 is a course or configuration that cannot be used.
    """

    exit_code = 3


class UnknownNameError(UserError):
    """An unknown name of an exercise, deck, quiz or worksheet: a usage error."""

    exit_code = 2


class CourseError(UserError):
    """A folder that holds no course, or a course that lacks a part."""


class ClassError(UserError):
    """A folder, a table or a set of submissions that cannot be used."""


class ReportError(UserError):
    """A report lacks its input, or would be wrong; nothing has been written."""


class NotConfinedError(UserError):
    """The confinement requested is not available on this machine."""


class MissingExtraError(UserError):
    """An optional package or a system library is not installed."""


class UnwritableError(UserError):
    """A file or folder that cannot be written."""


class LaunchError(RuntimeError):
    """A learner's process cannot be started; our fault or the machine's, never the learner's."""
