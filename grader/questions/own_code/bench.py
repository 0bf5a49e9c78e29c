"""The bench: a learner's file, and copies of it with one slip, make short calls apart from this code."""

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from tokenize import TokenError
from typing import Any

from grader.core.call import Ending, Outcomes
from grader.files.regular_file import UnreadableError
from grader.grading.prepared import PreparedExercise
from grader.grading.submission.files import SubmittedFiles
from grader.questions.letters import letter
from grader.questions.mutants import Code, Mutant, applied, edits, without_comments
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.own_code.calls import MOST_CALL, OwnRun, ShortCall, short_calls
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import is_written, whole_text
from grader.questions.turns import by_turns
from grader.sandbox.code_runner import MakeRunner

POOL = 24
"""The calls that questions can be about; each copy makes all of them."""
MOST_COPIES = 20
SECONDS = 0.3
"""The limit of all calls of a copy, which one that never ends costs."""
OWN_SECONDS = 2.0
"""The limit of the calls of the learner's own file."""
MOST_SOURCE = 64 << 10
"""The longest file that is looked into: each slip is sought in the whole tree."""
TOO_FINE = ("float32", "globals()", "0.0001", "default_rng")
"""Slips that are a matter of rounding or of luck."""
SORTS, STABLE = "sort(", "kind="
"""A sort, and the word without which it puts equal numbers in another order on another machine."""
ENDED = (Ending.RETURNED, Ending.RAISED)


class NoQuestionsError(Exception):
    """There is nothing to ask about the file; the message says why."""


class Bench:
    """Runs copies of one learner's file for questions about it; the same seed gives the same questions."""

    def __init__(
        self,
        make_runner: MakeRunner,
        prepared: PreparedExercise,
        submission: SubmittedFiles,
        seed: str,
        given: str = "",
    ) -> None:
        self.prepared, self.exercise, self.seed = prepared, prepared.exercise, seed
        self._make_runner, self._modules, self._given = make_runner, submission.modules, given
        self.shown = submission.shown(self.exercise.id)
        try:
            source = submission.read(self.exercise.id) or b""
            self.source = source.decode("utf-8-sig")
            self.code = Code(without_comments(self.source))
        except (UnreadableError, TokenError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise NoQuestionsError(f"{self.shown} cannot be read as Python in UTF-8") from error
        if len(source) > MOST_SOURCE:
            raise NoQuestionsError(f"{self.shown} is longer than {MOST_SOURCE >> 10} KiB")

    def draws(self, *parts: str) -> Draws:
        return Draws(seed_text(self.seed, self.exercise.id, *parts))

    # --- runs -------------------------------------------------------------------------------------

    @cached_property
    def runs(self) -> list[OwnRun]:
        """Return the calls to ask about, with their outcomes in the learner's file, in an order drawn by the seed."""
        calls = self.draws("calls").shuffled(short_calls(self.prepared))[:POOL]
        (made,) = self._run([self.source], [*calls, *calls], OWN_SECONDS)
        again = made[len(calls) :]
        return [
            OwnRun(call, outcomes)
            for call, outcomes, others in zip(calls, made, again, strict=False)
            if outcomes and others and whole_text(outcomes) == whole_text(others)
        ]

    def run_copies(self, sources: Sequence[str]) -> list[list[Outcomes]]:
        """Return the outcomes of the calls of `runs` in each copy; those of a call that does not end are empty."""
        return self._run(sources, [run.call for run in self.runs], SECONDS)

    def confirm(self, source: str, calls: Sequence[ShortCall], expected: Sequence[Outcomes]) -> bool:
        """Return whether calls give the expected outcomes in a process of its own, and once more after that."""
        (made,) = self._run([source], [*calls, *calls], OWN_SECONDS)
        return all(made) and [*map(whole_text, made)] == [*map(whole_text, expected)] * 2

    def _run(self, sources: Sequence[str], calls: Sequence[ShortCall], seconds: float) -> list[list[Outcomes]]:
        """Make calls in copies of the file, all in one process as long as none of them ends it."""
        copies = {f"copy_{number}": (self.shown, source.encode()) for number, source in enumerate(sources)}
        limits = replace(self.exercise.limits, call_seconds=seconds)
        made: list[list[Outcomes]] = []
        with self._make_runner({**self._modules, **copies}) as runner:
            for name in copies:
                loaded = runner.load(name, self.exercise.functions, limits, seconds, lent=self.prepared.trusted.lent)
                outcomes: list[Outcomes] = []
                if loaded.outcome.ending is Ending.RETURNED and loaded.is_callable:
                    outcomes = runner.run([call.call for call in calls], limits, seconds)
                whole = [steps if _is_whole(steps, call) else () for call, steps in zip(calls, outcomes, strict=False)]
                made.append(whole + [()] * (len(calls) - len(whole)))
        return made

    # --- slips ------------------------------------------------------------------------------------

    @cached_property
    def slips(self) -> list[Mutant]:
        """Return copies with a slip in one line, each line once before any twice, in an order drawn by the seed."""
        try:
            drawn = self.draws("slips").shuffled(list(edits(self.code, self._given)))
        except RecursionError:  # `ast.unparse` goes deeper than the parser
            return []
        slips = (applied(self.code, edit) for edit in drawn)
        return by_turns(filter(self._is_fair, slips), lambda slip: slip.line)[:MOST_COPIES]

    def _is_fair(self, slip: Mutant) -> bool:
        mine, theirs = self.code.source.split("\n"), slip.source.split("\n")
        changed = [line for line, (one, other) in enumerate(zip(mine, theirs, strict=False), 1) if one != other]
        is_one_line = len(mine) == len(theirs) and len(changed) == 1
        is_lucky = SORTS in slip.after and STABLE in slip.before and STABLE not in slip.after
        is_too_fine = any(word in slip.after for word in TOO_FINE)
        is_of_others = any(name in slip.after for name in self.borrowed)
        is_refused = len(slip.after) > MOST_CALL or is_lucky or is_too_fine or is_of_others
        return is_one_line and not is_refused and not self._is_plain(theirs, slip.line)

    def _is_plain(self, lines: Sequence[str], number: int) -> bool:
        """Return whether everybody sees what a line does: return what is written there, or raise in any case."""
        line, following = (text.strip() for text in (*lines, "")[number - 1 : number + 1])
        seen = following if line == "if True:" else line
        returns = seen.startswith("return") and is_written(seen.removeprefix("return"))
        return returns or (seen is following and seen.startswith("raise"))

    @cached_property
    def borrowed(self) -> list[str]:
        """Return the names of reference functions in the file: theirs may take other arguments than the learner's own."""
        modules = {path.partition(".")[0] for path in self.prepared.trusted.lent}
        nodes = [node for node in ast.walk(self.code.tree) if isinstance(node, ast.ImportFrom)]
        return sorted(alias.asname or alias.name for node in nodes if node.module in modules for alias in node.names)

    def line(self, number: int, source: str = "") -> str:
        return (source or self.code.source).split("\n")[number - 1].strip()

    def question(self, *, right: str, wrong: Sequence[str], lines: dict[str, str], **fields: Any) -> OwnQuestion:
        """Return a question with shuffled options, and all that is the same for both kinds; `fields` are the others."""
        options = tuple(self.draws("options", right, *wrong).shuffled([right, *wrong]))
        if self.borrowed:
            lines = lines | {"not yours": f"{', '.join(self.borrowed)}: the course's runs"}
        return OwnQuestion(
            exercise=self.exercise.id,
            file=self.shown,
            source=self.code.source,
            lines=lines,
            options=options,
            answer=letter(options.index(right)),
            **fields,
        )


def _is_whole(outcomes: Outcomes, call: ShortCall) -> bool:
    """Return whether a call ended, and not with a method that returns nothing or a generator that has more to yield."""
    if not outcomes or any(step.ending not in ENDED for step in outcomes):
        return False
    value, drain = outcomes[-1].value, call.call.drain
    is_silent = call.call.steps[-1].of is not None and value is None and not outcomes[-1].raised
    return not is_silent and not (drain and isinstance(value, list) and len(value) >= drain)
