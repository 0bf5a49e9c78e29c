"""One learner's process as the trusted process sees it: start it, load files, make calls before a deadline, end it."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from grader.child.codec import Json, TooMuchError, WireError, clean
from grader.child.execute_table import TELL_SECONDS
from grader.core.call import Call, Ending, LoadResult, Outcome, Outcomes
from grader.core.errors import LaunchError
from grader.core.formatting import seconds_text
from grader.core.result import KEPT_CHARACTERS
from grader.course.exercise import Limits
from grader.sandbox.call_table import CALLS_PER_MESSAGE, CallResults, CallTable, EncodedCalls, Replies
from grader.sandbox.channel import Channel, LearnerClock
from grader.sandbox.launcher import START_SECONDS, LaunchedProcess, Launcher
from grader.sandbox.lent_functions import LentFunctions
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch, TooManyQuestionsError, read_loaded

CPU_SECONDS = 600  # ends what has escaped the limits that learners meet; 36 exercises may take 360 s
FILE_BYTES = 1 << 20  # where no layer forbids writing, one submission must not fill the disk for all
CLOSING_SECONDS = 0.1
"""How long to wait for a process that has closed its channel, so that its own exit code is known, not our SIGKILL."""
ASKING_SECONDS = 1.0
"""How long a used process may take to say whether its interpreter is unmodified; a silent one is replaced."""


class EarlyEnd(NamedTuple):
    """The outcome that ended a table early; `is_certain` if the first call without a reply is known to be its cause."""

    outcome: Outcome
    is_certain: bool


class LearnerProcess:
    """One submission's process; replaced by a fresh one after a crash, a timeout or a modified interpreter.

    `files` maps module names to the name shown in messages and the bytes of the file. `lost_seconds` is the time of the
    last `load` or `answers` that is not the learner's: spent on a start, on finding the call that ended the process, or on
    waiting for a processor. `is_starved`: a limit was met with less processor time than it allows.
    """

    def __init__(self, launcher: Launcher, files: Mapping[str, tuple[str, bytes]]) -> None:
        self._launcher, self._files = launcher, dict(files)
        self._started: LaunchedProcess | None = None
        self._folder: str | None = None
        self._limit_texts: dict[Ending, str] = {}
        self._load_request: Json = None
        self._printed: list[str] = []
        self._channel: Channel | None = None
        self._memory_mib = 0
        self._is_first, self.is_starved = True, False
        self._lent, self._clock = LentFunctions({}), LearnerClock()
        self.lost_seconds = self._begun = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _open(self) -> Channel:
        assert self._channel is not None
        return self._channel

    def close(self) -> int:
        """End the process and remove its folder; return its exit code, or -signal."""
        status = 0
        if self._started:
            self._clock.count()
            status = self._started.end()
            self._started = self._channel = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        return status

    def take_printed(self) -> str:
        """Return the output since the last time, at most KEPT_CHARACTERS."""
        text, self._printed = "".join(self._printed)[:KEPT_CHARACTERS], []
        return text

    def load(
        self,
        module: str,
        functions: Sequence[str],
        limits: Limits,
        seconds: float,
        file: tuple[str, bytes] | None = None,
        lent: Mapping[str, Callable[..., object]] = MappingProxyType({}),
    ) -> LoadResult:
        """Execute the learner's file within `seconds`; it should define `functions`, the main one first.

        Restarts the process first if the previous exercise modified interpreter state. `file` is the name and the bytes
        to execute if `module` is not among the process's files yet. `lent` are reference functions by
        `module.function`: the file may import them, and they run in the trusted process.
        """
        is_known = file is None or self._files.get(module) == file
        if not (is_known and limits.memory_mib == self._memory_mib):
            self.close()  # files and limits are set at the start, before anything of the learner's runs
        if file is not None:
            self._files[module] = file
        self._lent = LentFunctions(lent)
        self._load_request = {
            "op": "load",
            "module": module,
            "functions": list(functions),
            "limits": {"output_characters": limits.output_characters, "result_bytes": MAX_RESULT_BYTES},
            "lent": self._lent.numbers,
        }
        self._memory_mib = limits.memory_mib
        self._limit_texts = {
            Ending.OUT_OF_MEMORY: f"{limits.memory_mib} MiB",
            Ending.PRINTED_TOO_MUCH: f"{limits.output_characters:,}",
        }
        waited, started = self._clock.waited, time.monotonic()
        try:
            return self._load(seconds)
        except MemoryError:
            return LoadResult(self._out_of_memory())
        finally:
            self.lost_seconds = self._begun - started + self._clock.count() - waited

    def run(self, calls: Sequence[Call], limits: Limits, seconds: float) -> list[Outcomes]:
        """Make calls within `seconds` together; a call that ends the process is the last one."""
        return self.answers(EncodedCalls(calls), limits, seconds).outcomes

    def answers(
        self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes] = ()
    ) -> CallResults:
        """Make calls as `run` does; do not decode replies whose key is in `known`."""
        waited = self._clock.waited
        try:
            return self._answers(encoded, limits, seconds, known)
        except MemoryError:
            return CallResults([(self._out_of_memory(),)])
        finally:
            self.lost_seconds += self._clock.waited - waited  # what stood before a deadline, and not while we decoded

    def _answers(self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes]) -> CallResults:
        deadline, self.lost_seconds = self._clock.now() + seconds, 0.0
        if not encoded.tables:
            return CallResults(self._one_by_one(encoded.calls, limits, deadline))
        replies = Replies(self._limit_texts)
        end: EarlyEnd | None = None
        for table in encoded.tables:
            obstacle = self._reload(deadline)
            if obstacle:
                end = EarlyEnd(obstacle, is_certain=True)
                break
            end = self._run_table(table, replies, limits, deadline)
            if end:
                break
        if end is None and replies.key in known:
            return CallResults(replies=replies)
        outcomes: list[Outcomes] = []
        try:
            for outcome in replies.outcomes():
                outcomes.append(outcome)  # one by one: those before a malformed one count
        except WireError as error:
            return CallResults([*outcomes, (self._unreadable(error),)])
        if end is None:
            return CallResults(outcomes, replies)
        if end.is_certain:
            return CallResults([*outcomes, (end.outcome,)])
        rest = self._one_by_one(encoded.calls[len(outcomes) :], limits, deadline + self.lost_seconds)
        return CallResults([*outcomes, *rest])

    def _one_by_one(self, calls: Sequence[Call], limits: Limits, deadline: float) -> list[Outcomes]:
        """Make calls with a reply for each, so that the call which ends the process is known."""
        results: list[Outcomes] = []
        for start in range(0, len(calls), CALLS_PER_MESSAGE):
            obstacle = self._reload(deadline)
            if obstacle:
                return [*results, (obstacle,)]
            part = self._run(calls[start : start + CALLS_PER_MESSAGE], limits, deadline)
            results += part
            if part[-1][-1].ending in (Ending.TIMED_OUT, Ending.CRASHED):
                break
        return results

    def _reload(self, deadline: float) -> Outcome | None:
        """Load the file again if the process was ended; return the outcome of a load that failed."""
        if self._started is not None:
            return None
        outcome = self._load(deadline - self._clock.now(), is_all=True).outcome
        if outcome.ending is Ending.RAISED:  # though the same file was loaded before: it depends on chance or time
            self.close()
            return Outcome(ending=Ending.CRASHED, detail="it cannot be loaded twice")
        return None if outcome.ending is Ending.RETURNED else outcome

    def probe(self, targets: Json, limits: Limits) -> list[str]:
        """Try, in the process, what confinement should prevent; return the names of the effects that were possible.

        Raises:
            LaunchError: the process did not answer.
        """
        request = {"op": "probe", "targets": targets}
        try:
            header, _ = next(self.messages(request, b"", limits.memory_mib, START_SECONDS))
        except (OSError, EOFError, WireError) as error:
            raise LaunchError("a learner's process could not be tried out") from error
        return [str(name) for name in header["possible"]]

    def messages(self, request: Json, blob: bytes, memory_mib: int, seconds: float) -> Iterator[tuple[Json, bytes]]:
        """Send a request; yield the messages of the process, each of which must come within `seconds`.

        Raises:
            TimeoutError: one did not.
            EOFError: the process has ended; `close` returns its exit code.
            WireError: something else than a message came.
        """
        self._memory_mib = memory_mib
        channel = self._start()
        channel.send(request, blob, deadline=self._clock.now() + seconds)
        while True:
            yield channel.receive(self._clock.now() + seconds)

    def _start(self) -> Channel:
        self._folder = tempfile.mkdtemp(prefix="learn-", dir=self._launcher.scratch)
        os.chmod(self._folder, 0o755)  # the learner's process may be another user's
        limits = {"memory_bytes": self._memory_mib << 20, "file_bytes": FILE_BYTES, "cpu_seconds": CPU_SECONDS}
        self._started = self._launcher.start({"folder": self._folder, "limits": limits})
        self._channel = Channel(self._started.channel, self._clock)
        self._clock.follow(self._started.waiting, self._started.used)
        listed, size = [], 0
        for name, (shown, source) in self._files.items():
            listed.append([name, shown, size, len(source)])
            size += len(source)
        blob = b"".join(source for _, source in self._files.values())  # at once, since files can be many and large
        try:
            deadline = self._clock.now() + START_SECONDS
            self._open.send({"op": "start", "files": listed}, blob, deadline=deadline)
            self._open.receive(deadline)
        except (OSError, EOFError, WireError) as error:
            self.close()
            raise LaunchError("a learner's process could not be started") from error
        return self._open

    def _load(self, seconds: float, *, is_all: bool = False) -> LoadResult:
        """Load the file; restart the process first if the previous exercise modified interpreter state."""
        if self._started is None or not self._begin_load(ASKING_SECONDS):
            self.close()
            self._start()
            if not self._begin_load(START_SECONDS):
                self.close()
                raise LaunchError("a learner's process could not be started")
        self._is_first = True
        assert self._started is not None
        self._clock.follow(self._started.waiting, self._started.used)
        self._begun = time.monotonic()  # after the start, which is not on the learner's time
        deadline = self._clock.until(float("inf"), seconds)
        try:
            while True:
                header, blob = self._open.receive(deadline)
                if header.get("op") == "loaded":
                    return read_loaded(header, self._limit_texts)
                self._serve(header, blob, deadline)
        except TimeoutError:
            return LoadResult(self._timed_out(seconds, is_all=is_all or seconds <= 0))
        except (OSError, EOFError, WireError) as error:
            return LoadResult(self._unreadable(error) if isinstance(error, WireError) else self._crashed())

    def _begin_load(self, seconds: float) -> bool:
        """Send the load request; return whether the process begins it, with the interpreter as after the start."""
        deadline = self._clock.now() + seconds
        try:
            self._open.send(self._load_request, deadline=deadline)
            while True:
                header, _ = self._open.receive(deadline)
                if header.get("op") == "state":
                    return header.get("is_clean") is True
                self._note_printed(header)
        except (OSError, EOFError, WireError):
            return False

    def _run(self, calls: Sequence[Call], limits: Limits, deadline: float) -> list[Outcomes]:
        batch, results = Batch(calls), list[Outcomes]()
        call_deadline = self._clock.until(deadline, limits.call_seconds)
        try:
            request = {"op": "run", "calls": batch.calls}
            self._open.send(request, batch.blob, deadline=call_deadline)
            while True:
                header, blob = self._open.receive(call_deadline)
                match header.get("op"):
                    case "called":
                        results.append(batch.outcomes(header.get("steps"), blob, self._limit_texts))
                        if len(results) == len(calls):
                            return results
                        call_deadline = self._clock.until(deadline, limits.call_seconds)
                    case "ask":
                        is_lent = self._lent.is_asked(header)
                        reply = self._lent.answer(header, blob, batch) if is_lent else batch.answer(header, blob)
                        self._open.send(*reply, deadline=call_deadline)
                    case _:
                        self._note_printed(header)
        except TimeoutError:
            last = self._timed_out(limits.call_seconds, is_all=self._clock.is_last)
        except TooManyQuestionsError:
            self.close()
            last = Outcome(ending=Ending.TIMED_OUT, detail="100,000 calls of its arguments")
        except (OSError, EOFError, WireError) as error:
            last = self._unreadable(error) if isinstance(error, WireError) else self._crashed()
        return [*results, (last,)]

    def _run_table(self, table: CallTable, replies: Replies, limits: Limits, deadline: float) -> EarlyEnd | None:
        """Make the calls of a table; return what ended it if that was too early.

        Replies come in batches, so when the process dies we may not know which call killed it. Then the unanswered
        calls are made again one by one, and the time and the output since the last reply are discarded.
        """
        replies.begin()
        is_first, self._is_first = self._is_first, False
        answered, printed, since = 0, len(self._printed), self._clock.now()
        call_deadline = self._clock.until(deadline, limits.call_seconds)
        try:
            self._open.send_bytes(table.message, deadline=call_deadline)
            while True:
                header, blob = self._open.receive(call_deadline)
                if header.get("op") == "called":  # TELL_SECONDS on top: replies wait for that long to be sent together
                    answered += replies.add(header, blob, len(table.calls) - answered)
                    printed, since = len(self._printed), self._clock.now()
                    call_deadline = self._clock.until(deadline, limits.call_seconds + TELL_SECONDS)
                else:
                    self._serve(header, blob, call_deadline)
                if answered >= len(table.calls):
                    return None
        except TimeoutError:
            # Of the first table, the first call is answered at once: no answer means that it never ended.
            is_certain = self._clock.is_last or (is_first and not answered)
            end = EarlyEnd(self._timed_out(limits.call_seconds, is_all=self._clock.is_last), is_certain=is_certain)
        except WireError as error:
            end = EarlyEnd(self._unreadable(error), is_certain=True)
        except (OSError, EOFError):
            end = EarlyEnd(self._crashed(), is_certain=is_first and not answered)
        if not end.is_certain:
            self.lost_seconds = self._clock.now() - since
            del self._printed[printed:]
        return end

    def _serve(self, header: Json, blob: bytes, deadline: float) -> None:
        """Run a lent function for the process, or note its output."""
        if self._lent.is_asked(header):
            self._open.send(*self._lent.answer(header, blob), deadline=deadline)
        else:
            self._note_printed(header)

    def _timed_out(self, seconds: float, *, is_all: bool) -> Outcome:
        """End the process after asking which line it is at, which may be wrong; return that as an outcome."""
        detail = "the time for the whole exercise" if is_all else seconds_text(seconds)
        self.is_starved |= self._clock.is_starved()
        line = self._open.line_after(self._started.interrupt) if self._started else None
        self.close()
        return Outcome(ending=Ending.TIMED_OUT, detail=detail, line=line)

    def _out_of_memory(self) -> Outcome:
        """End the process after what it sent or asked for filled this one's memory; return that as an outcome."""
        self.close()
        return Outcome(ending=Ending.OUT_OF_MEMORY, detail="part of the grader's memory that")

    def _unreadable(self, error: WireError) -> Outcome:
        """End the process after a malformed or too large message; return that as an outcome."""
        self.close()
        if isinstance(error, TooMuchError):
            return Outcome(ending=Ending.TOO_LARGE, detail="too much in all calls together")
        return Outcome(ending=Ending.CRASHED, detail="what it sent back cannot be read")

    def _crashed(self) -> Outcome:
        """End the process, which has closed its channel; return its exit code or signal as an outcome."""
        time.sleep(CLOSING_SECONDS)  # its channel closes before it has ended
        status = self.close()
        if status < 0:
            name = f"signal {-status}"
            with contextlib.suppress(ValueError):
                name = signal.Signals(-status).name
            return Outcome(ending=Ending.CRASHED, detail=f"killed by {name}")
        return Outcome(ending=Ending.CRASHED, detail=f"exit code {status}")

    def _note_printed(self, header: Json) -> None:
        text = header.get("text")
        if header.get("op") != "printed" or not isinstance(text, str):
            raise WireError("a message of unknown kind")
        if sum(map(len, self._printed)) < KEPT_CHARACTERS:  # a forged process may send output without end
            self._printed.append(clean(text[:KEPT_CHARACTERS], KEPT_CHARACTERS))
