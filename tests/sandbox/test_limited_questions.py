"""A question may use so much processor time and no more, whatever the code that answers it catches."""

from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest
from systems import posix_only

from grader.sandbox.protocol import limited

pytestmark = posix_only("a timer of processor time")


def spin() -> None:
    """Use processor time for ever."""
    while True:
        pass


def test_a_loop_without_end_is_ended_and_the_handler_of_before_is_back() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(TimeoutError), limited(0.05):
        spin()
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def spin_stubbornly(times: int) -> None:
    """Catch what ends the loop, and begin it again."""
    for _ in range(times):
        with contextlib.suppress(Exception):
            spin()


@pytest.mark.parametrize("times", [1, 3])
def test_code_that_catches_the_exception_is_ended_all_the_same(times: int) -> None:
    with pytest.raises(TimeoutError), limited(0.05):
        spin_stubbornly(times)


def test_waiting_costs_nothing() -> None:
    with limited(0.05):
        time.sleep(0.2)


def test_in_a_thread_there_is_no_limit_and_no_error() -> None:
    ran: list[int] = []

    def run() -> None:
        with limited(0.01):
            ran.append(sum(range(10**6)))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ran == [sum(range(10**6))]
