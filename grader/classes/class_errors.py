"""What keeps a class from being graded, as one sentence for the teacher."""

from __future__ import annotations


class ClassError(Exception):
    """A folder, a table or a set of submissions that cannot be used; the message says what to do."""
