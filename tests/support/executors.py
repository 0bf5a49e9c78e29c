"""Executors that fail as a cluster's can."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Forgetful(ThreadPoolExecutor):
    """An executor that fails to hand over its first result, as dask's does when the worker dies at that moment."""

    is_new = True

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run a task, the first one in vain."""
        if not self.is_new:
            return super().submit(function, *args, **named)
        self.is_new = False
        lost: Future[Any] = Future()
        lost.set_exception(ValueError("too many values to unpack (expected 3)"))
        return lost
