"""How long a text has taken, without what is done to show it."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Counts seconds from its making on, except while it is paused."""

    def __init__(self) -> None:
        self._begun, self._is_paused = perf_counter(), False
        self.first: tuple[float, int] | None = None
        """The seconds until the first tokens were picked, and how many they were."""

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return perf_counter() - self._begun

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count the seconds of a block; within another one it changes nothing."""
        if self._is_paused:
            yield
            return
        begun, self._is_paused = perf_counter(), True
        try:
            yield
        finally:
            self._begun += perf_counter() - begun
            self._is_paused = False

    def note_first(self, tokens: int) -> None:
        """Note that the first tokens have been picked, if they were not noted before."""
        if tokens and self.first is None:
            self.first = self.seconds, tokens
