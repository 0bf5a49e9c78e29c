"""One learner's process as the trusted process sees it: start it, load files, make calls before a deadline, end it."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Container, Iterator, Sequence
from types import MappingProxyType

from grader.child.codec import Json, WireError
from grader.child.execute_table import TELL_SECONDS
from grader.core.call import Call, Ending, LoadResult, Outcome, Outcomes
from grader.core.errors import LaunchError
from grader.core.formatting import seconds_text
from grader.course.exercise import Limits
from grader.sandbox.call_table import CallResults, CallTable, EncodedCalls, Replies
from grader.sandbox.channel import Channel, LearnerClock
from grader.sandbox.code_runner import TOO_MANY_QUESTIONS, CodeRunner, EarlyEnd, Lent, Sources
from grader.sandbox.launcher import START_SECONDS, LaunchedProcess, Launcher
from grader.sandbox.protocol import Batch, TooManyQuestionsError, read_loaded

CPU_SECONDS = 600  # ends what has escaped the limits that learners meet; 36 exercises may take 360 s
FILE_BYTES = 1 << 20  # where no layer forbids writing, one submission must not fill the disk for all
CLOSING_SECONDS = 0.1
"""How long to wait for a process that has closed its channel, so that its own exit code is known, not our SIGKILL."""
ASKING_SECONDS = 1.0
"""How long a used process may take to say whether its interpreter is unmodified; a silent one is replaced."""


class LearnerProcess(CodeRunner):
    """One submission's process; replaced by a fresh one after a crash, a timeout or a modified interpreter.

    `spent_seconds` are without a start, the search for the call that ended the process, and waiting for a processor.
    """

    def __init__(self, launcher: Launcher, files: Sources) -> None:
        super().__init__(files)
        self._launcher = launcher
        self._started: LaunchedProcess | None = None
        self._folder: str | None = None
        self._channel: Channel | None = None
        self._is_first = True
        self._clock = LearnerClock()
        self._begun = self._lost_seconds = 0.0

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

    def load(
        self,
        module: str,
        functions: Sequence[str],
        limits: Limits,
        seconds: float,
        file: tuple[str, bytes] | None = None,
        lent: Lent = MappingProxyType({}),
    ) -> LoadResult:
        waited = self._clock.waited
        try:
            return super().load(module, functions, limits, seconds, file, lent)
        finally:
            self.spent_seconds = time.monotonic() - self._begun - (self._clock.count() - waited)

    def answers(
        self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes] = ()
    ) -> CallResults:
        waited, started, self._lost_seconds = self._clock.waited, time.monotonic(), 0.0
        try:
            return super().answers(encoded, limits, seconds, known)
        finally:
            # Waiting counts that stood before a deadline, and not while we decoded.
            self.spent_seconds = time.monotonic() - started - self._lost_seconds - (self._clock.waited - waited)

    def _now(self) -> float:
        return self._clock.now()

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
        try:
            deadline = self._clock.now() + START_SECONDS
            self._open.send(*self._start_request(), deadline=deadline)
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
                self._reply_to(header, blob, deadline)
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
            while len(results) < len(calls):
                header, blob = self._open.receive(call_deadline)
                reply = self._take_reply(header, blob, batch, results)
                if reply:
                    self._open.send(*reply, deadline=call_deadline)
                elif header.get("op") == "called":
                    call_deadline = self._clock.until(deadline, limits.call_seconds)
            return results
        except TimeoutError:
            last = self._timed_out(limits.call_seconds, is_all=self._clock.is_last)
        except TooManyQuestionsError:
            self.close()
            last = TOO_MANY_QUESTIONS
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
                    self._reply_to(header, blob, call_deadline)
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
        if end.is_certain:
            return end
        del self._printed[printed:]
        self._lost_seconds = self._clock.now() - since
        return end._replace(lost_seconds=self._lost_seconds)

    def _reply_to(self, header: Json, blob: bytes, deadline: float) -> None:
        """Run a lent function for the process, or note its output."""
        reply = self._serve(header, blob)
        if reply:
            self._open.send(*reply, deadline=deadline)

    def _timed_out(self, seconds: float, *, is_all: bool) -> Outcome:
        """End the process after asking which line it is at, which may be wrong; return that as an outcome."""
        detail = "the time for the whole exercise" if is_all else seconds_text(seconds)
        self.is_starved |= self._clock.is_starved()
        line = self._open.line_after(self._started.interrupt) if self._started else None
        self.close()
        return Outcome(ending=Ending.TIMED_OUT, detail=detail, line=line)

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
