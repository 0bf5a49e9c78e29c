"""Typical wrong versions of the counter."""

from .counter import Counter as _Counter


class CountsFirst(_Counter):
    """The count is raised before the limit is looked at.

    After the exception it is too high. Look before you add.
    """

    def add(self, n):
        self.count += n
        if self.count > self.limit:
            raise ValueError("beyond the limit")
        return self.count


class NeverResets(_Counter):
    """Resetting does nothing.

    The count must be 0 again.
    """

    def reset(self):
        pass
