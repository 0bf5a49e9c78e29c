"""The learner's end of the channel: nothing is lost, turned round or told twice, and nobody is kept waiting for it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from grader.sandbox.channel import Channel
from grader.sandbox.child import connection
from grader.sandbox.child.codec import Json, WireError
from grader.sandbox.child.connection import HOLD_BYTES, Stream
from grader.sandbox.child.frames import MAX_HEADER_BYTES

Pair = tuple[Stream, Channel]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Stream(theirs), Channel(ours)


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what can wait do so for an hour, so that a test may be interrupted for a while."""
    monkeypatch.setattr(connection, "HOLD_SECONDS", 3600.0)


def told(channel: Channel, count: int) -> list[Json]:
    """Return what the next messages say."""
    return [channel.receive(time.monotonic() + 5.0)[0]["number"] for _ in range(count)]


def is_silent(channel: Channel) -> bool:
    """Say whether nothing has been sent that was not read."""
    with pytest.raises(TimeoutError):
        channel.receive(time.monotonic() + 0.01)
    return True


def test_messages_go_through_whole_both_ways(pair: Pair) -> None:
    stream, channel = pair
    blob = bytes(range(256)) * 5000
    for send, receive in (
        (stream.send, lambda: channel.receive(time.monotonic() + 5.0)),
        (lambda *message: channel.send(*message, deadline=time.monotonic() + 5.0), stream.receive),
    ):
        sender = threading.Thread(target=send, args=({"op": "é\ud800"}, blob))
        sender.start()
        assert receive() == ({"op": "é\ud800"}, blob)
        sender.join()


def test_a_message_over_the_limit_is_not_sent_and_those_before_it_are(pair: Pair) -> None:
    stream, channel = pair
    stream.send({"number": 1}, can_wait=True)
    with pytest.raises(WireError, match=r"^a value that takes more room than allowed$"):
        stream.send("x" * MAX_HEADER_BYTES)
    stream.send({"number": 2})
    assert told(channel, 2) == [1, 2]


def test_the_end_of_the_channel_is_told() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs, pytest.raises(EOFError):
        Stream(theirs).receive()


@pytest.mark.usefixtures("hour")
def test_what_can_wait_is_sent_with_what_cannot_in_order(pair: Pair) -> None:
    stream, channel = pair
    stream.send({"number": 1}, can_wait=True)
    stream.send({"number": 2}, can_wait=True)
    assert is_silent(channel)
    stream.send({"number": 3})
    assert told(channel, 3) == [1, 2, 3]


def test_what_can_wait_is_sent_before_anything_is_waited_for(pair: Pair) -> None:
    stream, channel = pair
    stream.send({"number": 1}, can_wait=True)
    waiting = threading.Thread(target=stream.receive)
    waiting.start()
    assert told(channel, 1) == [1]
    channel.send({}, deadline=time.monotonic() + 5.0)
    waiting.join()


def test_what_has_been_read_ahead_is_answered_before_anything_is_sent(pair: Pair) -> None:
    stream, channel = pair
    for number in (1, 2):
        channel.send({"number": number}, deadline=time.monotonic() + 5.0)
    assert stream.receive()[0] == {"number": 1}
    stream.send({"number": 3}, can_wait=True)
    assert stream.receive()[0] == {"number": 2}
    assert is_silent(channel)


@pytest.mark.usefixtures("hour")
def test_much_does_not_wait(pair: Pair) -> None:
    stream, channel = pair
    stream.send({"number": 1}, b"x" * (HOLD_BYTES + 1), can_wait=True)
    assert told(channel, 1) == [1]


def test_nothing_waits_long(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, channel = pair
    monkeypatch.setattr(connection, "HOLD_SECONDS", 0.001)
    stream.send({"number": 1}, can_wait=True)
    time.sleep(0.002)
    stream.send({"number": 2}, can_wait=True)
    assert told(channel, 2) == [1, 2]


def test_messages_of_many_threads_are_each_told_once(pair: Pair) -> None:
    stream, channel = pair

    def send(start: int) -> None:
        for number in range(start, start + 100):
            stream.send({"number": number}, can_wait=number % 3 == 0)

    threads = [threading.Thread(target=send, args=(start,)) for start in range(0, 400, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stream.send({"number": 400})
    assert sorted(told(channel, 401)) == list(range(401))
