"""Run a learner's code in this interpreter, where no other process can be started: in a browser's tab.

Nothing is kept from that code. The tab is the learner's own, and what it says proves nothing to anybody else.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FrameType
from typing import Any

from grader.child.codec import Json, WireError
from grader.child.frames import frame, unframed
from grader.child.imports import Sources
from grader.child.loop_watch import LoopWatch
from grader.child.session import Session, fingerprint
from grader.core.call import Call, Ending, LoadResult, Outcome, Outcomes
from grader.core.formatting import seconds_text
from grader.course.exercise import Limits
from grader.sandbox.call_table import CallTable, Replies
from grader.sandbox.code_runner import TOO_MANY_QUESTIONS, CodeRunner, EarlyEnd, Message
from grader.sandbox.protocol import Batch, TooManyQuestionsError, read_line, read_loaded

Handlers = Mapping[str, Callable[[Json, bytes], Message | None]]
"""Functions by the `op` of the messages that they take; each returns the answer if it is a question."""
LOAD_SECONDS = 4.0


class RefusedMessageError(BaseException):
    """A message of the learner's code was refused. Not an Exception, so that an `except Exception` lets it through."""


class TimeUpError(Exception):
    """A call takes too long; the argument is the line that it is at, or None."""


class SameInterpreter(CodeRunner):
    """Runs one submission's code in this interpreter; it is the channel of the session, too.

    A call that loops for too long is ended; one that hangs in numpy is not. `announce` gets the number of each call before
    it is made, and "" when none is running. From call `last` on, calls count as ended and are not made.
    """

    def __init__(
        self,
        files: Mapping[str, tuple[str, bytes]],
        announce: Callable[[str], object] | None = None,
        last: int | None = None,
    ) -> None:
        super().__init__(files)
        self.lock = threading.RLock()
        self._announce, self._last = announce, last
        self._watch, self._count = LoopWatch(self._begin_call, self._end_call), 0
        self._before = fingerprint()
        self._session: Session | None = None
        self._streams: tuple[Any, Any, Any] | None = None
        """The learner's standard input, output and errors, between two requests."""
        self._waiting: deque[bytes] = deque()
        self._handlers: Handlers = {}
        self._error: Exception | None = None

    @property
    def is_modified(self) -> bool:
        """Return whether the code has changed what other code of the interpreter uses, such as numpy's functions."""
        return fingerprint() != self._before

    def close(self) -> int:
        """Forget what the learner's code has defined."""
        if self._session:
            sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Sources)]
            for name in ("submission", *self._files, *self._session.lent):
                sys.modules.pop(name, None)
            self._session = self._streams = None
        return 0

    # --- the channel --------------------------------------------------------------------------------

    def send(self, header: Json, blob: bytes = b"") -> None:
        """Handle a message of the session. One over the limit raises WireError, as between two processes."""
        message = frame(header, blob)
        if self._error:  # the learner's code has caught the first one
            raise RefusedMessageError
        try:
            answer = self._handlers.get(header["op"], self._serve)(*unframed(message))
        except Exception as error:
            self._error = error
            raise RefusedMessageError from error
        if answer:
            self._waiting.append(frame(*answer))

    def receive(self) -> Message:
        """Return the next request to the session, or the answer to the question just sent; raise EOFError if there is none."""
        if not self._waiting:
            raise EOFError
        return unframed(self._waiting.popleft())

    def _exchange(self, header: Json, blob: bytes, handlers: Handlers) -> None:
        """Let the session answer a request; raise what a handler raises for one of its messages."""
        if self._session is None:  # for it the interpreter is unmodified, whatever an earlier one has done
            self._session = Session(self, fingerprint())
            self._waiting.append(frame(*self._start_request()))
        self._waiting.append(frame(header, blob))
        self._handlers, self._error = handlers, None
        ours = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = self._streams or ours
        with self._watch.watched({shown for shown, _ in self._files.values()}):
            try:
                self._session.serve()  # until `receive` finds no other request
            except RefusedMessageError:
                self._waiting.clear()
            finally:
                self._streams = sys.stdin, sys.stdout, sys.stderr
                sys.stdin, sys.stdout, sys.stderr = ours
                if self._announce:
                    self._announce("")
        if self._error:
            raise self._error

    def _serve(self, header: Json, blob: bytes) -> Message | None:
        match header.get("op"):
            case "started" | "state":
                return None
            case "at":
                raise TimeUpError(read_line(header))
        return super()._serve(header, blob)

    def _begin_call(self) -> None:
        self._count += 1
        if self._announce:
            self._announce(str(self._count))
        if self._last is not None and self._count >= self._last:
            self._end_call(None)

    def _end_call(self, frame: FrameType | None) -> None:
        assert self._session
        self._session.say_line(0, frame)

    # --- requests -----------------------------------------------------------------------------------

    def _now(self) -> float:
        return 0.0

    def _load(self, seconds: float) -> LoadResult:
        loaded: list[LoadResult] = []
        self._watch.seconds = min(seconds, LOAD_SECONDS)
        read = {"loaded": lambda header, blob: loaded.append(read_loaded(header, self._limit_texts))}
        try:
            self._exchange(self._load_request, b"", read)
        except (WireError, TimeUpError) as error:
            return LoadResult(self._ended_by(error))
        return loaded[0]

    def _reload(self, deadline: float) -> Outcome | None:
        outcome = None if self._session else self._load(LOAD_SECONDS).outcome
        return outcome if outcome and outcome.ending is not Ending.RETURNED else None

    def _run(self, calls: Sequence[Call], limits: Limits, deadline: float) -> list[Outcomes]:
        batch, results, self._watch.seconds = Batch(calls), list[Outcomes](), limits.call_seconds
        take = partial(self._take_reply, batch=batch, results=results)
        try:
            self._exchange({"op": "run", "calls": batch.calls}, batch.blob, {"called": take, "ask": take})
        except (WireError, TimeUpError, TooManyQuestionsError) as error:
            return [*results, (self._ended_by(error),)]
        return results

    def _run_table(self, table: CallTable, replies: Replies, limits: Limits, deadline: float) -> EarlyEnd | None:
        replies.begin()
        answered, before, self._watch.seconds = 0, self._count, limits.call_seconds

        def add(header: Json, blob: bytes) -> None:
            nonlocal answered
            answered += replies.add(header, blob, len(table.calls) - answered)

        if self._last is not None:  # one by one, so that the calls before that one get their replies
            return EarlyEnd(TOO_MANY_QUESTIONS, is_certain=False)
        try:
            self._exchange({"op": "table", "table": table.header}, table.blob, {"called": add})
        except (WireError, TimeUpError) as error:
            is_certain = isinstance(error, WireError) or self._count == before + answered + 1
            return EarlyEnd(self._ended_by(error), is_certain=is_certain)
        return None

    def _ended_by(self, error: Exception) -> Outcome:
        if isinstance(error, WireError):
            return self._unreadable(error)
        self.close()
        if isinstance(error, TooManyQuestionsError):
            return TOO_MANY_QUESTIONS
        return Outcome(ending=Ending.TIMED_OUT, detail=seconds_text(self._watch.seconds), line=error.args[0])
