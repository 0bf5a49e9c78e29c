"""Texts for many clients: who waits, who is refused, and what ends a text that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from grader.lab.serve.jobs import Emit, Event, WritingJobs
from grader.lab.serve.request import ApiError


async def gathered(jobs: WritingJobs, request: dict[str, Any]) -> list[Event]:
    """Return all events of a text."""
    async with contextlib.aclosing(jobs.events(request)) as events:
        return [event async for event in events]


def run(write: Callable[[dict[str, Any], Emit], None], use: Any, **limits: Any) -> Any:
    """Run a coroutine function with jobs."""
    jobs = WritingJobs(write, **{"threads": 1, "waiting": 10, "seconds": 30.0} | limits)
    with contextlib.closing(jobs):
        return asyncio.run(use(jobs))


def count(request: dict[str, Any], emit: Emit) -> None:
    """Emit as many events as asked for."""
    for number in range(request["n"]):
        emit({"text": str(number)})


def test_each_text_gets_its_own_events() -> None:
    async def use(jobs: WritingJobs) -> list[list[Event]]:
        return await asyncio.gather(*(gathered(jobs, {"n": n}) for n in range(5)))

    assert run(count, use) == [[{"text": str(number)} for number in range(n)] for n in range(5)]


def test_one_too_many_is_refused() -> None:
    begun, release = threading.Event(), threading.Event()

    def write(request: dict[str, Any], emit: Emit) -> None:
        begun.set()
        release.wait(300)

    async def use(jobs: WritingJobs) -> None:
        tasks = [asyncio.create_task(gathered(jobs, {})) for _ in range(2)]
        await asyncio.to_thread(begun.wait, 300)
        with pytest.raises(ApiError) as caught:
            await gathered(jobs, {})
        release.set()
        await asyncio.gather(*tasks)
        assert caught.value.status == 429
        assert await gathered(jobs, {}) == []

    run(write, use, waiting=1)


def test_a_text_that_nobody_waits_for_ends_and_makes_room() -> None:
    ended = threading.Event()

    def write(request: dict[str, Any], emit: Emit) -> None:
        try:
            while True:
                emit({"text": "a"})
        finally:
            ended.set()

    async def use(jobs: WritingJobs) -> int:
        async with contextlib.aclosing(jobs.events({})) as events:
            await anext(events)
        assert await asyncio.to_thread(ended.wait, 300)
        return jobs.count

    assert run(write, use) == 0


def test_a_text_that_takes_too_long_ends() -> None:
    def write(request: dict[str, Any], emit: Emit) -> None:
        while True:
            emit({"text": ""})

    async def use(jobs: WritingJobs) -> None:
        with pytest.raises(ApiError, match=r"longer than 0\.05 s"):
            await gathered(jobs, {})

    run(write, use, seconds=0.05)


def test_what_fails_reaches_the_client() -> None:
    def write(request: dict[str, Any], emit: Emit) -> None:
        raise ZeroDivisionError

    async def use(jobs: WritingJobs) -> None:
        with pytest.raises(ZeroDivisionError):
            await gathered(jobs, {})

    run(write, use)


def test_a_short_text_is_not_late_though_long_ones_were_first() -> None:
    has_ended = threading.Event()

    def write(request: dict[str, Any], emit: Emit) -> None:
        if request["n"]:
            count(request, emit)
            has_ended.set()
        else:  # a text that would never end if the short one did not get its turn
            while not has_ended.is_set():
                emit({"text": ""})

    async def use(jobs: WritingJobs) -> list[Event]:
        tasks = [asyncio.create_task(gathered(jobs, {"n": 0})) for _ in range(5)]
        await asyncio.sleep(0)
        events = await gathered(jobs, {"n": 3})
        await asyncio.gather(*tasks)
        return events

    assert len(run(write, use, begun=6)) == 3
