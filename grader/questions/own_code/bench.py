"""The bench: a learner's file, copies of it with one slip, and short calls that both make in confined processes.

Runs to find questions are traced, so that a loop without end stops after a number of lines. The answer to each question
then comes from runs without tracing in a process of its own, twice.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from tokenize import TokenError
from typing import Any, TypeVar

from grader.checks.base import Check
from grader.core.call import Call, Ending, Outcomes, Step
from grader.core.result import Verdict
from grader.files.regular_file import UnreadableError
from grader.grading.prepared import PreparedExercise
from grader.grading.submission.files import SubmittedFiles
from grader.questions.mutants import Code, Mutant, applied, edits, without_comments
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.own_code.calls import (
    MOST_CALL,
    OwnRun,
    ShortCall,
    is_veiled,
    model_answers,
    own_run,
    pool,
    spies,
    texts,
    uses,
    veiled,
)
from grader.questions.own_code.lines import imported, names_from
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import is_written, outcome_text
from grader.questions.turns import by_turns
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.traced_process import MOST_LINES, Ran, TracedProcess, is_cut

MOST_ROWS = 60
"""The most lines of a call to follow by hand."""
FEW = 3
"""Results that the calls which are asked about give at least, where longer calls give more."""
POOL = 12
"""The calls that a question can be about; each copy makes all of them."""
POOL_WITH_MODELS = 6
"""The calls of a pool in which models are used: each use is a message."""
MOST_SOURCE = 64 << 10
"""The longest file that is looked into: each slip is sought in the whole tree."""
TOO_FINE = ("float32", "globals()", "0.0001", "default_rng")
"""Slips that are a matter of rounding or of luck."""
SORTS, STABLE = "sort(", "kind="
"""A sort, and the word without which it puts equal numbers in another order on another machine."""
SHORT_SECONDS = 1.0
MOST_OWN_LINES = 500
"""The lines of the learner's own file after which a call is cut, far more than are followed by hand."""
SPARE_LINES, MORE_LINES = 100, 4
"""The lines after which a copy's call is cut: so many, and so many times the lines that the learner's own file runs."""
COPY = "copy"
"""The beginning of the names of modules with copies."""
FIRST = f"{COPY}_0"
CUT: tuple[Outcomes, list[Ran]] = ((), [])
"""The outcome and the lines of a call that was cut, or not made."""
MOST_CHECK_USES, MOST_QUESTIONS = 60, 400
"""Uses of models by the solution in a check that is made on copies, and of models and others' functions by all copies."""
MOST_FAILED = 6
"""A line is needed everywhere if so many checks fail without it."""
ENDED = {Ending.RETURNED, Ending.RAISED}
FAILED = {Verdict.FAIL, Verdict.ERROR}
Process = TypeVar("Process", bound=LearnerProcess)


class NoQuestionsError(Exception):
    """There is nothing to ask about the file; the message says why."""


class Bench:
    """Runs copies of one learner's file for questions about it; the same seed gives the same questions."""

    def __init__(
        self, launcher: Launcher, prepared: PreparedExercise, submission: SubmittedFiles, seed: str, given: str = ""
    ) -> None:
        self.prepared, self.exercise, self.seed = prepared, prepared.exercise, seed
        self._launcher, self._modules, self._given = launcher, submission.modules, given
        self._questions_left = float(MOST_QUESTIONS)
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

    # --- runs -------------------------------------------------------------------------------------

    @cached_property
    def runs(self) -> list[OwnRun]:
        """Return the runs of the pool's calls in the learner's file, in an order drawn by the seed."""
        calls = self.draws("calls").shuffled(pool(self.prepared))
        size = POOL_WITH_MODELS if any(spies(call.call) for call in calls) else POOL
        runs: list[OwnRun] = []
        with self._process(TracedProcess, [self.source]) as process:
            for some in (calls[:size], calls[size : 2 * size]):
                if sum(run.is_plain for run in runs) < FEW:  # more where few of the first ones can be followed
                    made = self._traced(process, [(call.call, MOST_OWN_LINES) for call in some], is_watched=True)
                    runs += [own_run(number, call, *next(made, CUT)) for number, call in enumerate(some, len(runs))]
        return runs

    @cached_property
    def followed(self) -> list[OwnRun]:
        """Return the runs that can be followed: few lines run, and models answer in few words.

        Where these have few results, or none of a function, the shortest others, too, first those that give other results.
        """
        fair = [run for run in self.runs if run.is_plain]
        short_runs = self._told([run for run in fair if len(run.rows) <= MOST_ROWS])
        results = {run: (run.call.function, texts(run.call, run.outcomes)[-1]) for run in fair if run.has_returned}
        known = {results[run] for run in short_runs if run.has_returned}
        lacking = {name for name, _ in results.values()} - {name for name, _ in known}
        missing = max(FEW - len(known), len(lacking))
        longer = [run for run in results if run not in short_runs]
        others = sorted(longer, key=lambda run: (results[run] in known, len(run.rows)))
        return short_runs + (self._told(by_turns(others, results.__getitem__))[:missing] if missing else [])

    @cached_property
    def returning(self) -> list[OwnRun]:
        """Return the runs of these that end without an exception: of others no values can be noted."""
        return [run for run in self.followed if run.has_returned]

    @cached_property
    def told(self) -> list[OwnRun]:
        """Return the runs of these whose result can be written down."""
        return [run for run in self.followed if outcome_text(run.call.seen(run.outcomes)) and not run.is_silent]

    def _told(self, runs: Sequence[OwnRun]) -> list[OwnRun]:
        """Return the runs whose result is the same with other numbers where the text of the call has none."""
        checked = [run for run in runs if is_veiled(run.call)]
        others: list[Outcomes] = []
        with self._process(LearnerProcess, [self.source]) as process:
            if checked and self._is_loaded(process):
                calls = [veiled(run.call) for run in checked]
                others = process.run(calls, self._limits, len(calls) * SHORT_SECONDS)
        told = [
            run
            for run, other in zip(checked, others, strict=False)
            if texts(run.call, run.outcomes) == texts(run.call, other)
        ]
        return [run for run in runs if run in told or run not in checked]

    def tried(self, sources: Sequence[str], runs: Sequence[OwnRun]) -> list[dict[OwnRun, Outcomes]]:
        """Return the outcomes of the calls of runs in copies of the file, with tracing, by their runs in the file itself.

        After one that was cut, the others are not made: they would hardly end either, and each asks its models as long.
        """
        with self._process(TracedProcess, sources) as process:
            return [self._outcomes(process, f"{COPY}_{number}", runs) for number in range(len(sources))]

    def _outcomes(self, process: TracedProcess, name: str, runs: Sequence[OwnRun]) -> dict[OwnRun, Outcomes]:
        calls = [(run.call.call, SPARE_LINES + MORE_LINES * len(run.rows)) for run in runs]
        outcomes = takewhile(bool, (outcomes for outcomes, _ in self._traced(process, calls, name)))
        return dict(zip(runs, outcomes, strict=False))

    def steps(self, source: str, call: Call) -> list[Ran]:
        """Return the lines of a copy that run in a call, as its process says."""
        with self._process(TracedProcess, [source]) as process:
            return next(self._traced(process, [(call, MOST_LINES)], is_watched=True), CUT)[1]

    def traced(self, source: str, calls: Sequence[ShortCall]) -> list[Outcomes]:
        """Return the outcomes of calls in a copy, with tracing; none of those that run too many lines to follow."""
        most_lines = SPARE_LINES + MORE_LINES * MOST_ROWS
        with self._process(TracedProcess, [source]) as process:
            made = [outcomes for outcomes, _ in self._traced(process, [(call.call, most_lines) for call in calls])]
        return made + [()] * (len(calls) - len(made))

    def _process(self, kind: type[Process], sources: Sequence[str]) -> Process:
        copies = {f"{COPY}_{number}": (self.shown, source.encode()) for number, source in enumerate(sources)}
        return kind(self._launcher, {**self._modules, **copies})

    def _traced(
        self, process: TracedProcess, calls: Iterable[tuple[Call, int]], name: str = FIRST, *, is_watched: bool = False
    ) -> Iterator[tuple[Outcomes, list[Ran]]]:
        """Yield the outcome and the lines of each call of at most so many lines; of one that was cut, neither.

        After one that ended its process, or had to be ended, the others are not made: each would take as long.
        """
        for call, most_lines in calls if self._is_loaded(process, name) else ():
            (outcomes,) = process.trace([call], self._limits, most_lines, is_watched=is_watched)
            yield CUT if is_cut(outcomes) else (outcomes, process.rows)
            if outcomes[-1].ending not in ENDED:
                return

    def _is_loaded(self, process: LearnerProcess, name: str = FIRST) -> bool:
        lent, functions = self.prepared.trusted.lent, self.exercise.functions
        loaded = process.load(name, functions, self._limits, SHORT_SECONDS, lent=lent)
        return loaded.outcome.ending is Ending.RETURNED and loaded.is_callable

    def confirmed(self, source: str, calls: Sequence[ShortCall], *more: Step) -> list[Outcomes] | None:
        """Return the outcomes of calls, with `more` steps, in a process of its own and without tracing.

        None if they are not the same twice, or differ with other numbers where the text of a call has none.
        """
        made, others = (
            [call._replace(steps=(*call.steps, *more)) for call in some]
            for some in ([call.call for call in calls], [*map(veiled, calls)])
        )
        with self._process(LearnerProcess, [source]) as process:
            if not self._is_loaded(process):
                return None
            outcomes = process.run([*made, *made, *others], self._limits, 3 * len(made) * SHORT_SECONDS)
        if len(outcomes) < 3 * len(made) or any(map(is_cut, outcomes)):
            return None
        first, again, other = (outcomes[start : start + len(made)] for start in range(0, len(outcomes), len(made)))
        made_texts, again_texts, other_texts = ([*map(texts, calls, some)] for some in (first, again, other))
        return first if made_texts == again_texts == other_texts else None

    @cached_property
    def cheap_checks(self) -> list[Check]:
        """Return the checks with a name that use models seldom."""
        checks = [check for check in self.exercise.checks if check.name]
        return [check for check in checks if sum(map(uses, self.prepared.check(check).expected)) <= MOST_CHECK_USES]

    def verdicts(self, source: str, checks: Sequence[Check], most_passed: int) -> dict[str, Verdict]:
        """Return the verdict of each check on a copy, in a process of its own, until one failed and so many passed.

        After one that does not end, no others are made: each would take its time.
        """
        found: dict[str, Verdict] = {}
        is_ended = False
        with self._process(LearnerProcess, [source]) as process:
            if self._questions_left <= 0 or not self._is_loaded(process):
                return found
            process.questions_left = self._questions_left
            for check in checks:
                prepared = self.prepared.check(check)
                replies = process.answers(prepared.encoded, self._limits, SHORT_SECONDS)
                found[check.name] = prepared.judge(replies).verdict
                passed, failed = (
                    sum(verdict in kinds for verdict in found.values()) for kinds in ({Verdict.PASS}, FAILED)
                )
                is_enough = failed >= (1 if passed >= most_passed else MOST_FAILED)
                is_ended = not {Verdict.TIMEOUT, Verdict.CRASH}.isdisjoint(found.values())
                if is_enough or is_ended:
                    break
            self._questions_left = 0 if is_ended else max(process.questions_left, 0)
        return found

    # --- slips ------------------------------------------------------------------------------------

    @cached_property
    def slips(self) -> list[Mutant]:
        """Return copies with a slip in one line that runs in the calls, in an order drawn by the seed."""
        ran = {line for run in self.runs for line in run.lines}
        try:
            drawn = self.draws("slips").shuffled(list(edits(self.code, self._given)))
        except RecursionError:  # `ast.unparse` goes deeper than the parser
            return []
        slips = (applied(self.code, edit) for edit in drawn if not ran.isdisjoint(self.code.lines(edit)))
        return by_turns((slip for slip in slips if slip.line in ran and self._is_fair(slip)), lambda slip: slip.line)

    def _is_fair(self, slip: Mutant) -> bool:
        mine, theirs = self.code.source.splitlines(), slip.source.splitlines()
        changed = [line for line, (one, other) in enumerate(zip(mine, theirs, strict=False), 1) if one != other]
        is_one_line = len(mine) == len(theirs) and len(changed) == 1
        is_lucky = SORTS in slip.after and STABLE in slip.before and STABLE not in slip.after
        is_fine = len(slip.after) <= MOST_CALL and not is_lucky and not any(word in slip.after for word in TOO_FINE)
        return is_one_line and is_fine and not self._is_plain(theirs, slip.line)

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """Return all functions and methods that the file defines."""
        return [node for node in ast.walk(self.code.tree) if isinstance(node, ast.FunctionDef)]

    @cached_property
    def imports(self) -> set[str]:
        """Return the names of the modules that the file imports."""
        return set(imported(self.source))

    @cached_property
    def names_of_others(self) -> set[str]:
        """Return what the file calls reference functions: theirs may take other arguments than the learner's own."""
        return names_from(self.code.tree, {path.partition(".")[0] for path in self._lent})

    def _is_plain(self, lines: Sequence[str], number: int) -> bool:
        """Return whether everybody sees what a line does: return what is written there, or raise in any case."""
        line, following = (text.strip() for text in (*lines, "")[number - 1 : number + 1])
        seen = following if line == "if True:" else line
        returns = seen.startswith("return") and is_written(seen.removeprefix("return"))
        return returns or (seen is following and seen.startswith("raise"))

    def line(self, number: int, source: str = "") -> str:
        """Return a line of the file, or of a copy, without its indentation and comment."""
        return (source or self.code.source).splitlines()[number - 1].strip()

    # --- what a question is made of ---------------------------------------------------------------

    def question(self, kind: str, line: int, words: str, **fields: Any) -> OwnQuestion:
        """Return a question with all that is the same for every kind; `fields` are the others."""
        facts = {**fields.pop("facts", {}), "files": self.files, "lent": self._lent}
        names = ", ".join(sorted(self.names_of_others))
        lines = fields.pop("lines", {}) | ({"not yours": f"{names}: the course's runs"} if names else {})
        fields |= {"line": line, "lines": lines, "source": self.code.source, "facts": facts}
        return OwnQuestion(kind=kind, exercise=self.exercise.id, question=words, file=self.shown, **fields)

    @cached_property
    def _lent(self) -> list[str]:
        """Return the reference functions that the file imports, as `module.function`."""
        return [path for path in self.prepared.trusted.lent if path.partition(".")[0] in self.imports]

    def fields(self, call: ShortCall, outcomes: Outcomes) -> dict[str, Any] | None:
        """Return what a question says of a call: its steps, and what the models answer; None if that is too long."""
        answers = model_answers(call, outcomes)
        if answers is None:
            return None
        facts = {
            "models": {value.name: value.make.__name__ for value in spies(call.call)},
            "drain": call.call.drain,
            "check": call.check,
            "place": call.place,
            "is_brief": call.is_brief,
        }
        return {"made": call.call, "call": call.asked, "models": answers, "facts": facts}

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
