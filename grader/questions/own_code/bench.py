"""The bench: a learner's file, copies of it with one slip, and short calls that both make in confined processes.

Runs to find questions are traced, so that a loop without end stops after a number of lines. The answer to each question
then comes from runs without tracing in a process of its own, twice.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from tokenize import TokenError
from types import FunctionType
from typing import Any, NamedTuple

from grader.checks.base import Check
from grader.core.call import Call, Ending, Outcomes, Spy, Step
from grader.core.formatting import call_text, short, step_text
from grader.core.result import Verdict
from grader.course.exercise import Limits
from grader.files.regular_file import UnreadableError
from grader.grading.prepared import PreparedExercise
from grader.questions.mutants import Code, Mutant, applied, edits, without_comments
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import brief, brief_step, shapes
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.traced_process import Ran, TracedProcess, is_cut
from grader.submission.files import SubmittedFiles

MOST_CALL = 120
"""The longest text of a call."""
MOST_BRIEF = 400
"""The longest text of a call with shapes in place of numbers."""
MOST_STEPS = 6
MOST_MODEL = 200
"""The longest text of what a model answers, and the most answers that are shown."""
MOST_USES = 8
MOST_ROWS = 60
"""The most lines of a call to follow by hand."""
FEW = 3
"""Calls that are asked about where all run more lines: the shortest ones."""
PER_CHECK = 8
"""The shortest calls of a check, from which some are drawn."""
ENOUGH = 4
"""Short calls that are enough to ask about."""
POOL = 12
"""The calls that a question can be about; each copy makes all of them."""
MOST_SOURCE = 64 << 10
"""The longest file that is looked into: each slip is sought in the whole tree."""
TOO_FINE = ("float32", "globals()", "0.0001", "default_rng")
"""Slips that are a matter of rounding or of luck."""
SHORT_SECONDS = 1.0


class NoQuestionsError(Exception):
    """There is nothing to ask about the file; the message says why."""


class ShortCall(NamedTuple):
    """A call that a person can read: the name of its check, its place there, the steps as text.

    With `is_brief`, the text has the shapes of arrays in place of their numbers.
    """

    check: str
    place: int
    call: Call
    steps: tuple[str, ...]
    is_brief: bool = False


class QuestionKind(NamedTuple):
    """A kind of question about one's own code, and the function that yields its questions, all different.

    `topic` ends the sentence “could not say …”, `lacks` says why there may be none.
    """

    topic: str
    lacks: str
    questions: "Callable[[Bench], Iterator[OwnQuestion]]"


class Bench:
    """Runs copies of one learner's file for questions about it; the same seed gives the same questions."""

    def __init__(
        self, launcher: Launcher, prepared: PreparedExercise, submission: SubmittedFiles, seed: str, given: str = ""
    ) -> None:
        self.prepared, self.exercise, self.seed = prepared, prepared.exercise, seed
        if self.exercise.functions[0][:1].isupper():
            raise NoQuestionsError("there are no questions about classes yet")
        if self.exercise.limits.call_seconds > Limits().call_seconds:
            raise NoQuestionsError("a call of this exercise takes too long to be followed by hand")
        self._launcher, self._modules, self._given = launcher, submission.modules, given
        self.shown = submission.shown(self.exercise.id)
        try:
            source = submission.read(self.exercise.id) or b""
            self.source = source.decode("utf-8-sig")
            self.code = Code(without_comments(self.source))
        except (UnreadableError, TokenError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise NoQuestionsError(f"{self.shown} cannot be read as Python in UTF-8") from error
        if len(source) > MOST_SOURCE:
            raise NoQuestionsError(f"{self.shown} is longer than {MOST_SOURCE >> 10} KiB")
        self._limits = replace(self.exercise.limits, call_seconds=SHORT_SECONDS)

    def draws(self, *parts: str) -> Draws:
        """Return the random numbers that belong to the seed, the exercise and these parts."""
        return Draws(seed_text(self.seed, self.exercise.id, *parts))

    # --- calls ------------------------------------------------------------------------------------

    @cached_property
    def calls(self) -> list[ShortCall]:
        """Return some of the short calls of the checks that learners see, drawn by the seed.

        Where there are few, the others' arrays stand there by their shapes.
        """
        shortest = self._shortest(is_brief=False)
        if len(shortest) < ENOUGH:
            shortest += self._shortest(is_brief=True)
        return self.draws("calls").shuffled(shortest)[:POOL]

    def _shortest(self, *, is_brief: bool) -> list[ShortCall]:
        hidden = set(self._hidden())
        found = {call.steps: call for call in self._candidates(is_brief=is_brief) if call_text(call.call) not in hidden}
        by_check: dict[str, list[ShortCall]] = {}
        for call in sorted(found.values(), key=lambda call: (len("; ".join(call.steps)), call.steps)):
            by_check.setdefault(call.check, []).append(call)
        return [call for calls in by_check.values() for call in calls[:PER_CHECK]]

    def _candidates(self, *, is_brief: bool) -> Iterator[ShortCall]:
        for check in self.exercise.checks:
            if check.hidden:
                continue
            simpler = None if is_brief else self.prepared.simpler(check)
            for prepared in filter(None, (self.prepared.check(check), simpler)):
                for place, call in enumerate(prepared.encoded.calls):
                    yield from _shortened(check.name, place, call, brief_step if is_brief else step_text)

    def _hidden(self) -> Iterator[str]:
        for check in self.exercise.checks:
            if check.hidden:
                for prepared in filter(None, (self.prepared.check(check), self.prepared.simpler(check))):
                    yield from map(call_text, prepared.encoded.calls)

    # --- runs -------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> list[Outcomes | None]:
        """Return the outcomes of the pool's calls in the learner's file."""
        return self.tried([self.source])[0]

    @cached_property
    def places(self) -> list[int]:
        """Return the places in the pool of calls that can be followed: few lines run, and models answer in few words."""
        fair = [
            place
            for place, (call, made) in enumerate(zip(self.calls, self.own, strict=True))
            if made and self.rows[place] and model_answers(call, made) is not None
        ]
        short_runs = [place for place in fair if len(self.rows[place]) <= MOST_ROWS]
        return short_runs or sorted(fair, key=lambda place: len(self.rows[place]))[:FEW]

    def tried(self, sources: Sequence[str]) -> list[list[Outcomes | None]]:
        """Return the outcomes of the pool's calls in copies of the file, with tracing; None from the first that was cut on."""
        copies = {f"copy_{number}": (self.shown, source.encode()) for number, source in enumerate(sources)}
        with TracedProcess(self._launcher, {**self._modules, **copies}) as process:
            return [self._outcomes(process, name) for name in copies]

    def _outcomes(self, process: TracedProcess, name: str) -> list[Outcomes | None]:
        calls = [call.call for call in self.calls]
        if not self._is_loaded(process, name):
            return [None] * len(calls)
        outcomes: list[Outcomes] = []
        for call in calls:
            (made,) = process.trace([call], self._limits)
            if is_cut(made):  # the others would hardly end either, and each asks its models as long
                break
            outcomes.append(made)
        return [*outcomes, *[None] * (len(calls) - len(outcomes))]

    @cached_property
    def rows(self) -> list[list[Ran]]:
        """Return for each call of the pool the lines of the learner's file that run, as its process says."""
        with TracedProcess(self._launcher, {**self._modules, "copy": (self.shown, self.source.encode())}) as process:
            return [self._rows(process, "copy", call.call) for call in self.calls]

    def steps(self, source: str, call: Call) -> list[Ran]:
        """Return the lines of a copy that run in a call, as its process says."""
        with TracedProcess(self._launcher, {**self._modules, "copy": (self.shown, source.encode())}) as process:
            return self._rows(process, "copy", call)

    def _rows(self, process: TracedProcess, name: str, call: Call) -> list[Ran]:
        if not self._is_loaded(process, name):
            return []
        (outcomes,) = process.trace([call], self._limits, is_watched=True)
        return [] if is_cut(outcomes) else process.rows

    def _is_loaded(self, process: LearnerProcess, name: str) -> bool:
        lent, functions = self.prepared.trusted.lent, self.exercise.functions
        loaded = process.load(name, functions, self._limits, SHORT_SECONDS, lent=lent)
        return loaded.outcome.ending is Ending.RETURNED and loaded.is_callable

    def confirmed(self, source: str, calls: Sequence[Call]) -> list[Outcomes] | None:
        """Return the outcomes of calls in a process of their own and without tracing; None if they are not the same twice."""
        with LearnerProcess(self._launcher, {**self._modules, "copy": (self.shown, source.encode())}) as process:
            if not self._is_loaded(process, "copy"):
                return None
            made = process.run([*calls, *calls], self._limits, 2 * len(calls) * SHORT_SECONDS)
        first, again = made[: len(calls)], made[len(calls) :]
        if len(made) < 2 * len(calls) or any(map(is_cut, made)):
            return None
        texts = [[[short(step.value) for step in outcomes] for outcomes in half] for half in (first, again)]
        return first if texts[0] == texts[1] else None

    def verdicts(self, source: str, checks: Sequence[Check]) -> dict[str, Verdict]:
        """Return the verdict of each check on a copy, in a process of its own; those up to one that takes too long."""
        found: dict[str, Verdict] = {}
        with LearnerProcess(self._launcher, {**self._modules, "copy": (self.shown, source.encode())}) as process:
            if not self._is_loaded(process, "copy"):
                return found
            for check in checks:
                prepared = self.prepared.check(check)
                replies = process.answers(prepared.encoded, self._limits, self.exercise.limits.exercise_seconds)
                found[check.name] = prepared.judge(replies).verdict
                if found[check.name] in (Verdict.TIMEOUT, Verdict.CRASH):
                    break
        return found

    def seen(self, place: int, outcomes: Outcomes | None) -> Outcomes | None:
        """Return the outcomes of a call as a question sees them: of a call written with shapes, the shapes of its result."""
        if not outcomes or not self.calls[place].is_brief:
            return outcomes
        return (*outcomes[:-1], outcomes[-1]._replace(value=shapes(outcomes[-1].value)))

    # --- slips ------------------------------------------------------------------------------------

    @cached_property
    def slips(self) -> list[Mutant]:
        """Return copies with a slip in one line that runs in the calls, in an order drawn by the seed."""
        ran = {row.line for rows in self.rows for row in rows}
        try:
            drawn = self.draws("slips").shuffled(list(edits(self.code, self._given)))
        except RecursionError:  # `ast.unparse` goes deeper than the parser
            return []
        slips = (applied(self.code, edit) for edit in drawn)
        return [slip for slip in slips if slip.line in ran and self._is_fair(slip)]

    def _is_fair(self, slip: Mutant) -> bool:
        mine, theirs = self.code.source.splitlines(), slip.source.splitlines()
        changed = [line for line, (one, other) in enumerate(zip(mine, theirs, strict=False), 1) if one != other]
        is_one_line = len(mine) == len(theirs) and len(changed) == 1
        return is_one_line and len(slip.after) <= MOST_CALL and not any(word in slip.after for word in TOO_FINE)

    def line(self, number: int, source: str = "") -> str:
        """Return a line of the file, or of a copy, without its indentation and comment."""
        return (source or self.code.source).splitlines()[number - 1].strip()

    # --- what a question is made of ---------------------------------------------------------------

    def question(self, kind: str, line: int, words: str, **fields: Any) -> OwnQuestion:
        """Return a question with all that is the same for every kind; `fields` are the others."""
        facts = {**fields.pop("facts", {}), "files": self.files, "lent": self._lent}
        names: dict[str, Any] = {
            "kind": kind,
            "exercise": self.exercise.id,
            "question": words,
            "file": self.shown,
            "line": line,
        }
        return OwnQuestion(**names, source=self.code.source, facts=facts, **fields)

    @cached_property
    def _lent(self) -> list[str]:
        """Return the reference functions that the file imports, as `module.function`."""
        names = set(imported(self.source))
        return [path for path in self.prepared.trusted.lent if path.partition(".")[0] in names]

    def has_models(self, call: Call) -> bool:
        """Return whether a call has models among its arguments."""
        return bool(_spies(call))

    def is_near(self, line: int, ran: set[int]) -> bool:
        """Return whether a line is in a function of which some lines ran."""
        functions = [node for node in ast.walk(self.code.tree) if isinstance(node, ast.FunctionDef)]
        spans = [(node.body[0].lineno, node.end_lineno or 0) for node in functions]
        return any(first <= line <= last and any(first <= other <= last for other in ran) for first, last in spans)

    def fields(self, call: ShortCall, outcomes: Outcomes) -> dict[str, Any] | None:
        """Return what a question says of a call: its steps, and what the models answer; None if that is too long."""
        answers = model_answers(call, outcomes)
        if answers is None:
            return None
        facts = {
            "models": {value.name: value.make.__name__ for value in _spies(call.call)},
            "drain": call.call.drain,
            "check": call.check,
            "place": call.place,
            "is_brief": call.is_brief,
        }
        return {"made": call.call, "call": call.steps, "models": answers, "facts": facts}

    @cached_property
    def files(self) -> dict[str, str]:
        """Return the learner's other files that this one imports, directly or not, by their modules' names."""
        found: dict[str, str] = {}
        todo = [self.source]
        while todo:
            for name in imported(todo.pop()):
                if name in self._modules and name not in found and name != self.exercise.name:
                    found[name] = self._modules[name][1].decode("utf-8", "replace")
                    todo.append(found[name])
        return found


def _shortened(check: str, place: int, call: Call, write: Callable[[Step], str]) -> Iterator[ShortCall]:
    """Yield a call, and of a script the beginnings that end with a result, if they are short enough."""
    for count in range(1, min(len(call.steps), MOST_STEPS) + 1):
        steps = call.steps[:count]
        texts = tuple(map(write, steps))
        if (
            any(step.overwrites or step.typed is not None for step in steps)
            or not all(map(_is_fresh, _spies(call)))
            or sum(map(len, texts)) > (MOST_BRIEF if write is brief_step else MOST_CALL)
        ):
            return
        if not steps[-1].keep:
            yield ShortCall(check, place, call._replace(steps=steps), texts, is_brief=write is brief_step)


def _is_fresh(spy: Spy) -> bool:
    """Return whether a model is made anew for each call, and not shared by several."""
    return isinstance(spy.make, FunctionType)


def _spies(call: Call) -> list[Spy]:
    values = [value for step in call.steps for value in (*step.args, *step.kwargs.values())]
    return [value for value in values if isinstance(value, Spy)]


def model_answers(call: ShortCall, outcomes: Outcomes) -> tuple[str, ...] | None:
    """Return what the models among the arguments answered in a call, by asking fresh ones; None if it is too long."""
    served = {spy.name: spy.make() for spy in _spies(call.call)}
    write = brief if call.is_brief else short
    uses = [use for outcome in outcomes for use in outcome.asked]
    if len(uses) > MOST_USES:
        return None
    answers = []
    for use in uses:
        target = getattr(served[use.spy], use.use) if use.use else served[use.spy]
        args = [served.get(value, value) if isinstance(value, str) else value for value in use.args]
        try:
            answer = target(*args)
        except Exception:  # what the learner's arguments lead to is nothing to ask about
            return None
        made = f"{use.spy}.{type(answer).__name__.lower()}"  # as `Batch` names what a model makes
        if hasattr(answer, "served_methods"):
            served[made] = answer
        name = f"{use.spy}.{use.use}" if use.use else use.spy
        shown = ", ".join(value if isinstance(value, str) and value in served else write(value) for value in use.args)
        answers.append(f"{name}({shown}) gives {made if made in served else write(answer)}")
    longest = MOST_BRIEF if call.is_brief else MOST_MODEL
    return tuple(answers) if all(len(text) <= longest and "…" not in text for text in answers) else None


def imported(source: str) -> Iterator[str]:
    """Yield the names of the modules that a source imports."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
