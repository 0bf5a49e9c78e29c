"""The learner's end of the channel: no message is lost, reordered or sent twice."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.child.codec import Json, WireError
from grader.child.connection import Connection
from grader.child.frames import MAX_HEADER_BYTES
from grader.sandbox.channel import PROCESSORS, Channel, LearnerClock

Pair = tuple[Connection, Channel]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Connection(theirs), Channel(ours)


def told(channel: Channel, count: int) -> list[Json]:
    """Return what the next messages say."""
    return [channel.receive(time.monotonic() + 300)[0]["number"] for _ in range(count)]


def test_a_clock_leaves_out_most_of_the_time_unless_the_process_waits_for_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    milliseconds = [0]
    monkeypatch.setattr(time, "monotonic", lambda: milliseconds[0] / 1000)
    clock = LearnerClock()
    clock.follow(lambda: 1000 * time.monotonic())  # a thousand threads, on a machine that is busy with other things
    while clock.left(1.0):
        milliseconds[0] += 1
    assert 19_000 < milliseconds[0] <= 20_000
    clock.follow(lambda: 1000 * time.monotonic(), lambda: PROCESSORS * time.monotonic())  # that wait for each other
    start, deadline = milliseconds[0], clock.until(float("inf"), 1.0)
    while clock.left(deadline):
        milliseconds[0] += 1
    assert milliseconds[0] - start <= 1_001


def test_a_deadline_that_passes_between_two_readings_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = iter([0.0, 0.9, 1.1])
    monkeypatch.setattr(time, "monotonic", lambda: next(readings))
    assert LearnerClock().left(1.0) == 0.0


@pytest.mark.skipif(not Path("/proc/thread-self/schedstat").exists(), reason="this system does not count waiting")
def test_a_clock_counts_nothing_of_what_was_waited_before_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.sandbox.channel.waiting_of", lambda schedstat: 1000.0)  # a thread of a long test run
    assert LearnerClock().count() == 0.0


@pytest.mark.parametrize(("share", "is_starved"), [(1.0, False), (0.95, False), (0.5, True), (0.0, True)])
def test_a_call_is_starved_if_its_limit_was_met_with_less_processor_time(
    monkeypatch: pytest.MonkeyPatch, share: float, is_starved: bool
) -> None:
    seconds = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])
    clock = LearnerClock()
    clock.follow(lambda: 0.0, lambda: share * seconds[0])
    for limit, is_last in ((3.0, False), (5.0, True)):
        clock.until(seconds[0] + 4.0, limit)
        seconds[0] += min(limit, 4.0)
        assert (clock.is_starved(), clock.is_last) == (is_starved, is_last)


def test_messages_go_through_whole_both_ways(pair: Pair) -> None:
    stream, channel = pair
    blob = bytes(range(256)) * 5000
    for send, receive in (
        (stream.send, lambda: channel.receive(time.monotonic() + 300)),
        (lambda *message: channel.send(*message, deadline=time.monotonic() + 300), stream.receive),
    ):
        sender = threading.Thread(target=send, args=({"op": "é\ud800"}, blob))
        sender.start()
        assert receive() == ({"op": "é\ud800"}, blob)
        sender.join()


def test_a_message_over_the_limit_is_not_sent_and_those_before_it_are(pair: Pair) -> None:
    stream, channel = pair
    stream.send({"number": 1})
    with pytest.raises(WireError, match=r"^a value that takes more room than allowed$"):
        stream.send("x" * MAX_HEADER_BYTES)
    stream.send({"number": 2})
    assert told(channel, 2) == [1, 2]


def test_the_end_of_the_channel_is_told() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs, pytest.raises(EOFError):
        Connection(theirs).receive()


def test_messages_that_came_together_are_read_one_by_one(pair: Pair) -> None:
    stream, channel = pair
    for number in (1, 2):
        channel.send({"number": number}, deadline=time.monotonic() + 300)
    assert [stream.receive()[0] for _ in "12"] == [{"number": 1}, {"number": 2}]


def test_messages_of_many_threads_are_each_told_once(pair: Pair) -> None:
    stream, channel = pair

    def send(start: int) -> None:
        for number in range(start, start + 100):
            stream.send({"number": number})

    threads = [threading.Thread(target=send, args=(start,)) for start in range(0, 400, 100)]
    for thread in threads:
        thread.start()
    assert sorted(told(channel, 400)) == list(range(400))
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("seconds", [0.05, 0.0, -1.0])
def test_a_message_that_nobody_reads_is_given_up_at_its_deadline(pair: Pair, seconds: float) -> None:
    _, channel = pair
    with pytest.raises(TimeoutError):
        channel.send_bytes(bytes(1 << 24), deadline=time.monotonic() + seconds)
