"""Run one submission's code: load files, make calls, read replies. Subclasses say where it runs.

A process of its own runs it (`process.py`); in a browser's tab, where none can be started, the same interpreter.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from grader.child.codec import Json, TooMuchError, WireError, clean
from grader.core.call import Call, Ending, LoadResult, Outcome, Outcomes
from grader.core.result import KEPT_CHARACTERS
from grader.course.exercise import Limits
from grader.sandbox.call_table import CALLS_PER_MESSAGE, CallResults, CallTable, EncodedCalls, Replies
from grader.sandbox.lent_functions import LentFunctions
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch

Message = tuple[Json, bytes]
"""A header and a blob."""
Lent = Mapping[str, Callable[..., object]]
TOO_MANY_QUESTIONS = Outcome(ending=Ending.TIMED_OUT, detail="100,000 calls of its arguments")

Sources = Mapping[str, tuple[str, bytes]]
"""The files of a submission by module: the name that messages show, and the bytes."""


class EarlyEnd(NamedTuple):
    """The outcome that ended a table early; `is_certain` if the first call without a reply is known to be its cause.

    `lost_seconds` were spent on finding that call.
    """

    outcome: Outcome
    is_certain: bool
    lost_seconds: float = 0.0


class CodeRunner(ABC):
    """Runs the code of one submission. A deadline is in seconds of `_now()`.

    `spent_seconds` is the time that the last `load` or `answers` takes from the learner's. `is_starved`: a limit was met with
    less processor time than it allows.
    """

    def __init__(self, files: Sources) -> None:
        self._files = dict(files)
        self._limit_texts: dict[Ending, str] = {}
        self._load_request: Json = None
        self._printed: list[str] = []
        self._memory_mib = 0
        self._lent = LentFunctions({})
        self.spent_seconds, self.is_starved = 0.0, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        lent: Lent = MappingProxyType({}),
    ) -> LoadResult:
        """Execute the learner's file within `seconds`; it should define `functions`, the main one first.

        `file` is the name and the bytes to execute if `module` is not among the files yet. `lent` are reference functions
        by `module.function`: the file may import them, and they run in the trusted process.
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
        try:
            return self._load(seconds)
        except MemoryError:
            return LoadResult(self._out_of_memory())

    def run(self, calls: Sequence[Call], limits: Limits, seconds: float) -> list[Outcomes]:
        """Make calls within `seconds` together; a call that ends the process is the last one."""
        return self.answers(EncodedCalls(calls), limits, seconds).outcomes

    def answers(
        self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes] = ()
    ) -> CallResults:
        """Make calls as `run` does; do not decode replies whose key is in `known`."""
        try:
            return self._answers(encoded, limits, seconds, known)
        except MemoryError:
            return CallResults([(self._out_of_memory(),)])

    def _answers(self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes]) -> CallResults:
        deadline = self._now() + seconds
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
        rest = self._one_by_one(encoded.calls[len(outcomes) :], limits, deadline + end.lost_seconds)
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

    # --- where the code runs ----------------------------------------------------------------------

    @abstractmethod
    def close(self) -> int:
        """End what runs the code, if it was started; return its exit code, or -signal."""

    @abstractmethod
    def _now(self) -> float:
        """Return the time in seconds, to add a limit to."""

    @abstractmethod
    def _load(self, seconds: float) -> LoadResult:
        """Load the file; restart what runs it first if the previous exercise modified interpreter state."""

    @abstractmethod
    def _reload(self, deadline: float) -> Outcome | None:
        """Load the file again if what ran it was ended; return the outcome of a load that failed."""

    @abstractmethod
    def _run(self, calls: Sequence[Call], limits: Limits, deadline: float) -> list[Outcomes]:
        """Make calls with a reply for each; the last outcome is of the call that ended what runs them, if one did."""

    @abstractmethod
    def _run_table(self, table: CallTable, replies: Replies, limits: Limits, deadline: float) -> EarlyEnd | None:
        """Make the calls of a table; return what ended it if that was too early."""

    # --- messages ---------------------------------------------------------------------------------

    def _start_request(self) -> Message:
        """Return the first message of all: the files, in one blob, since they can be many and large."""
        listed, size = [], 0
        for name, (shown, source) in self._files.items():
            listed.append([name, shown, size, len(source)])
            size += len(source)
        return {"op": "start", "files": listed}, b"".join(source for _, source in self._files.values())

    def _take_reply(self, header: Json, blob: bytes, batch: Batch, results: list[Outcomes]) -> Message | None:
        """Add the reply to a call to `results`, or note output, or return the answer to a question."""
        match header.get("op"):
            case "called":
                results.append(batch.outcomes(header.get("steps"), blob, self._limit_texts))
            case "ask":
                is_lent = self._lent.is_asked(header)
                return self._lent.answer(header, blob, batch) if is_lent else batch.answer(header, blob)
            case _:
                self._note_printed(header)
        return None

    def _serve(self, header: Json, blob: bytes) -> Message | None:
        """Run a lent function and return its answer, or note output."""
        if self._lent.is_asked(header):
            return self._lent.answer(header, blob)
        self._note_printed(header)
        return None

    def _note_printed(self, header: Json) -> None:
        text = header.get("text")
        if header.get("op") != "printed" or not isinstance(text, str):
            raise WireError("a message of unknown kind")
        if sum(map(len, self._printed)) < KEPT_CHARACTERS:  # a forged process may send output without end
            self._printed.append(clean(text[:KEPT_CHARACTERS], KEPT_CHARACTERS))

    def _out_of_memory(self) -> Outcome:
        """End what runs the code after what it sent filled this process's memory; return that as an outcome."""
        self.close()
        return Outcome(ending=Ending.OUT_OF_MEMORY, detail="part of the grader's memory that")

    def _unreadable(self, error: WireError) -> Outcome:
        """End what runs the code after a malformed or too large message; return that as an outcome."""
        self.close()
        if isinstance(error, TooMuchError):
            return Outcome(ending=Ending.TOO_LARGE, detail="too much in all calls together")
        return Outcome(ending=Ending.CRASHED, detail="what it sent back cannot be read")


MakeRunner = Callable[[Sources], CodeRunner]
"""Makes a runner for the files of a submission."""
