"""Exercises prepared for grading, once for any number of submissions: calls, the reference's outcomes, judgements.

Nothing here depends on one learner, so a class shares it. Judgements and diagnoses are memoized by the bytes of the
replies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import cache, cached_property, partial
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from grader.checks.attempt import NEEDED, Answer, count, different, right_answers
from grader.checks.base import ATTEMPT, Check, Setting
from grader.checks.judgement import Judgement
from grader.core.call import Call, Ending, Outcomes, Spy
from grader.core.comparison import Agreement
from grader.core.result import Mistake, Verdict
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.sandbox.call_table import CallResults, EncodedCalls
from grader.sandbox.trusted import run_trusted

if TYPE_CHECKING:
    from grader.checks.agreement import Criterion
    from grader.checks.apart import Combine
    from grader.checks.evidence import Evidence, Group, Memory, Spot, Tries

Key = TypeVar("Key")
Kept = TypeVar("Kept")
MAX_CACHED = 20_000
"""Judgements cached per check, so that memory does not grow with the class."""
UNSTEADY = "two equal calls gave two answers: it draws random numbers of its own, or remembers something between calls"
REMEMBERS = (
    "called alone, this gives the right answer: your function remembers something between calls "
    "(a default like `out=[]`, a global, a cache)"
)
MORE_CALLS = 2


class PreparedExercises:
    """The exercises of a course, each prepared when it is first graded."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._prepared: dict[tuple[str, int], PreparedExercise] = {}

    def of(self, exercise_id: str, seed: int) -> PreparedExercise:
        """Return an exercise, prepared for a seed.

        Raises:
            YamlError: its file is not valid.
            SolutionError: one of its files in `solutions/` cannot be loaded.
        """
        key = (exercise_id, seed)
        if key not in self._prepared:
            if seed == 0:
                self._prepared[key] = prepare(self._course, self._course.exercise(exercise_id))
            else:
                usual = self.of(exercise_id, 0)
                self._prepared[key] = PreparedExercise(usual.trusted, seed, usual)
        return self._prepared[key]


class Trusted(NamedTuple):
    """The course's own code for one exercise.

    `lent` are the reference functions that the learner's file may import, by `module.function`. `keep_on` is called
    before a mistake runs, and raises LaunchError if the grading is no longer wanted: diagnosis can take a minute.
    """

    exercise: Exercise
    reference: ModuleType
    mistakes: Sequence[Mistake]
    lent: Mapping[str, Callable[..., object]]
    companion: ModuleType | None
    combine: Combine
    names: frozenset[str] = frozenset()
    """The names of all exercises of the course."""
    keep_on: Callable[[], None] = lambda: None


def prepare(course: Course, exercise: Exercise, keep_on: Callable[[], None] = lambda: None) -> PreparedExercise:
    """Load an exercise's trusted code and prepare it for seed 0.

    Raises:
        SolutionError: one of its files in `solutions/` cannot be loaded.
    """
    solutions = course.solutions
    reference, mistakes = solutions.reference(exercise.id), course.mistakes(exercise.id)
    trusted = Trusted(
        exercise,
        reference,
        [
            *mistakes,
            *(
                _alone(mistake, reference, exercise.functions)
                for mistake in mistakes
                if 0 < len({*exercise.functions} & {*mistake.changes}) < len(exercise.functions)  # else nothing differs
            ),
        ],
        _lent(course, exercise),
        solutions.companion(exercise.id),
        partial(course.combined, exercise.id),
        frozenset(name.rpartition("/")[2] for name in course.exercise_ids),
        keep_on,
    )
    return PreparedExercise(trusted)


class PreparedExercise:
    """One exercise with one seed, ready to be graded.

    `usual` is the exercise with seed 0: its calls decide which mistakes are named, so that work has the same names
    whatever its seed.
    """

    def __init__(self, trusted: Trusted, seed: int = 0, usual: PreparedExercise | None = None) -> None:
        self.usual = usual or self
        self.trusted = trusted
        self.exercise = trusted.exercise
        self._setting = trusted.exercise.setting(trusted.companion, seed)
        self._checks: dict[str, PreparedCheck] = {}
        self._simpler: dict[str, PreparedCheck | None] = {}
        self._combined: dict[tuple[str, ...], Mistake | None] = {}
        self._diagnosed: dict[tuple[tuple[str, bytes | None, bool], ...], dict[str, Mistake]] = {}

    def check(self, check: Check) -> PreparedCheck:
        """Return a check of the exercise, prepared."""
        if self is not self.usual and not check.is_drawn:
            return self.usual.check(check)
        if check.name not in self._checks:
            self._checks[check.name] = PreparedCheck(self.trusted, check, self._setting.of(check))
        return self._checks[check.name]

    def simpler(self, check: Check) -> PreparedCheck | None:
        """Return the same check on arguments that are easy to follow, if there is one."""
        if check.name not in self._simpler:
            setting = self._setting.of(check)
            simpler = check.simpler(setting)
            self._simpler[check.name] = PreparedCheck(self.trusted, simpler, setting) if simpler else None
        return self._simpler[check.name]

    def is_attempted(self, function: str, replies: Mapping[str, CallResults]) -> bool:
        """Return whether a function has two different right answers, also to a part, or all that its checks could show.

        `replies` are those of the checks that were made, by their names.
        """
        checks = [check for check in self.exercise.checks if check.needs != ATTEMPT]
        of_function = [check for check in map(self.check, checks) if check.setting.signature.function == function]
        tolerance = self.exercise.tolerance
        made = [(check, replies[check.check.name]) for check in of_function if check.check.name in replies]
        right = different((answer for check, given in made for answer in check.right_answers(given)), tolerance)
        if count(right) == NEEDED:
            return True
        possible = different((answer for check in of_function for answer in check.answers), tolerance)
        return count(right) == count(possible)

    def diagnose(self, made: Sequence[tuple[Check, CallResults, bool]]) -> dict[str, Mistake]:
        """Return the mistake to name in each check; `made` holds each check that was made, and whether it failed."""
        from grader.checks.diagnosis import diagnose  # only wrong answers need it
        from grader.checks.evidence import Tries

        key = tuple((check.name, replies.key, is_failed) for check, replies, is_failed in made)
        known = self._diagnosed.get(key)
        if known is not None:
            return known
        tries = Tries()
        evidence = {
            check.name: self.check(check).evidence(replies, is_failed=is_failed, tries=tries)
            for check, replies, is_failed in made
        }
        found = diagnose(evidence, self.trusted.mistakes, self._combine)
        found = {name: mistake for name, mistake in found.items() if evidence[name].fails(mistake)}
        if all(replies.key for _, replies, _ in made):  # else no hash covers all outcomes
            put(self._diagnosed, key, found, MAX_CACHED)
        return found

    def _combine(self, mistakes: Sequence[Mistake]) -> Mistake | None:
        """Return a function that makes several mistakes, if these can be combined; a class asks for the same ones again."""
        key = tuple(mistake.version for mistake in mistakes)
        if key not in self._combined:
            self._combined[key] = self.trusted.combine(mistakes)
        return self._combined[key]


class Sharing(Enum):
    """How the calls of a check share their spies."""

    NOTHING = auto()
    CALL = auto()
    CALLS = auto()


class PreparedCheck:
    """One check: its calls, the reference's outcomes, and caches of judgements and of the outcomes of mistakes."""

    def __init__(self, trusted: Trusted, check: Check, setting: Setting) -> None:
        self._trusted = trusted
        self._tolerance = trusted.exercise.tolerance
        self._undrawn = setting
        self.check = check
        self.judged: dict[bytes, Judgement] = {}
        """Judgements by the key of the replies."""
        self._right: dict[bytes, list[Answer]] = {}
        self._by_mistake: dict[tuple[str, int], Outcomes] = {}
        self._failed_by: dict[str, bool] = {}
        self._errors: dict[tuple[str, Criterion], list[bool]] = {}
        self._places: dict[tuple[str, Criterion], Sequence[tuple[Group, Spot]]] = {}
        self._memories: dict[tuple[bytes, bool], Memory] = {}

    @cached_property
    def setting(self) -> Setting:
        """Return the setting with the check's arguments drawn, once for calling and judging."""
        return self.check.drawn(self._undrawn)

    @cached_property
    def encoded(self) -> EncodedCalls:
        """Return the calls, encoded once for all submissions."""
        calls = self.check.calls(self.setting)
        if not calls:
            raise ValueError(f"the check {self.check.name!r} makes no call; does its `where` refuse everything?")
        return EncodedCalls(calls)

    @cached_property
    def expected(self) -> Sequence[Outcomes]:
        return run_trusted(self._trusted.reference, self.encoded.calls)

    @cached_property
    def answers(self) -> list[Answer]:
        """Return the right answers of the solution."""
        return right_answers(self._fixed_calls, self.expected, self.expected, self._tolerance)

    @cached_property
    def _fixed_calls(self) -> Sequence[Call]:
        """Return the calls that no seed changes: whether work is an honest attempt must not hang on the seed."""
        return self.encoded.calls[: len(getattr(self.check, "cases", ())) if self.check.is_drawn else None]

    def right_answers(self, replies: CallResults) -> list[Answer]:
        """Return the right ones of a learner's replies to fixed calls."""
        known = self.judged.get(replies.key) if replies.key else None
        if known and known.verdict is Verdict.PASS:
            return self.answers
        found = self._right.get(replies.key) if replies.key else None  # each check that needs an attempt asks again
        if found is None:
            found = right_answers(self._fixed_calls, replies.outcomes, self.expected, self._tolerance)
            if replies.key:
                put(self._right, replies.key, found, MAX_CACHED)
        return found

    def judge(self, replies: CallResults) -> Judgement:
        """Judge a learner's replies; equal replies are judged once."""
        if replies.key is None:  # made one by one, or cut short: no hash covers all outcomes
            return self._judge(replies.outcomes)
        if replies.key not in self.judged:
            put(self.judged, replies.key, self._judge(replies.outcomes), MAX_CACHED)
        return self.judged[replies.key]

    def judge_solution(self) -> Judgement:
        """Judge the solution's outcomes; raise what code of the course raises."""
        return self._judge(self.expected)

    def _judge(self, got: Sequence[Outcomes]) -> Judgement:
        calls, expected = self.encoded.calls, self.expected if self.check.compares else ()
        judgement = self.check.judge(self.setting, calls, got, expected, self._tolerance)
        if judgement.verdict is Verdict.PASS and len(got) != len(calls):
            # A kind of check forgot the calls after one that ended the process: our fault, and never a pass.
            raise RuntimeError(f"{len(got)} outcomes of {len(calls)} calls")
        return judgement

    def is_failed_by(self, mistake: Mistake) -> bool:
        """Return whether a mistake alone fails the check, if wrong answers can pass it: by a law, or in another part."""
        if not self.check.states_law and getattr(self.check, "part", None) is None:
            return True
        if mistake.version not in self._failed_by:
            got = [self.run_mistake(mistake, index) for index in range(len(self.encoded.calls))]
            self._failed_by[mistake.version] = self._judge(got).verdict is not Verdict.PASS
        return self._failed_by[mistake.version]

    def evidence(self, replies: CallResults, *, is_failed: bool = True, tries: Tries | None = None) -> Evidence:
        """Return what the outcomes of a learner's function say about its mistakes."""
        from grader.checks.evidence import Evidence, Memory, Tries  # only wrong answers need it

        check, memory = self.check, Memory(self._errors, self._places)
        if replies.key is not None:  # equal replies to fixed cases are looked into once for a class
            key = (replies.key, is_failed)
            if key not in self._memories:
                put(self._memories, key, memory, MAX_CACHED)
            memory = self._memories[key]
        return Evidence(
            got=replies.outcomes,
            expected=self.expected,
            run=self.run_mistake,
            tolerance=self._tolerance,
            is_failed=is_failed,
            judges_questions=check.judges_questions,
            judges_changes=check.judges_changes,
            memory=memory,
            fails=self.is_failed_by,
            function=self.setting.signature.function,
            tries=tries or Tries(),
        )

    def unsteady(self, replies: CallResults, index: int, alone: Callable[[Call], Sequence[Outcomes]]) -> str:
        """Say why the failing call at `index` has other outcomes in a process of its own, or return an empty text.

        `alone` makes one call a few times in a fresh process.
        """
        from grader.checks.agreement import are_same  # only wrong answers need it

        def is_right(index: int, outcomes: Outcomes) -> bool:
            return are_same([outcomes], [self.expected[index]], self._tolerance, Agreement.SAME)

        first, *again = alone(self.encoded.calls[index])
        if not are_same([first], [first], self._tolerance, Agreement.SAME):
            return ""  # objects of the learner's own classes: no two are ever equal
        is_steady = all(are_same([first], [outcomes], self._tolerance, Agreement.SAME) for outcomes in again)
        if is_steady and are_same([first], [replies.outcomes[index]], self._tolerance, Agreement.SAME):
            return ""  # nothing was remembered: a law that right answers break, too
        if first[-1].ending is not Ending.RETURNED or (is_steady and not is_right(index, first)):
            return ""
        # A draw may be right by luck, but hardly in several calls.
        wrong, _ = self.evidence(replies).wrong()
        others = [other for other in wrong if other != index][:MORE_CALLS]
        if is_right(index, first) and all(is_right(other, alone(self.encoded.calls[other])[0]) for other in others):
            return REMEMBERS
        return "" if is_steady else UNSTEADY

    def run_mistake(self, mistake: Mistake, index: int) -> Outcomes:
        """Return the outcomes of a mistake in the check's call at `index`.

        Calls of plain values are cheap to run together: run as many more as come before it, since diagnosis asks for those
        next. Where calls share a spy, such as a KV cache, run all from the first: it remembers them.
        """
        key = (mistake.version, index)
        if key not in self._by_mistake:
            self._trusted.keep_on()
            start, stop = {Sharing.NOTHING: (index, 2 * index + 1), Sharing.CALL: (index, index + 1)}.get(
                self._sharing, (0, 2 * index + 1)
            )
            made = run_trusted(mistake.module, self.encoded.calls[start:stop])
            self._by_mistake |= {(mistake.version, start + offset): outcomes for offset, outcomes in enumerate(made)}
        return self._by_mistake[key]

    @cached_property
    def _sharing(self) -> Sharing:
        """Return whether steps of a call share a spy, or several calls do, or there is none."""
        found = [
            {
                id(value)
                for step in call.steps
                for value in (*step.args, *step.kwargs.values())
                if isinstance(value, Spy)
            }
            for call in self.encoded.calls
        ]
        if not any(found):
            return Sharing.NOTHING
        return Sharing.CALL if sum(map(len, found)) == len(set().union(*found)) else Sharing.CALLS


def put(cache: dict[Key, Kept], key: Key, value: Kept, most: int) -> None:
    """Add an entry to a cache of at most `most`; the oldest entry makes room."""
    while len(cache) >= most:
        del cache[next(iter(cache))]  # dictionaries keep the order of insertion
    cache[key] = value


def _alone(mistake: Mistake, reference: ModuleType, functions: Sequence[str]) -> Mistake:
    """Return the version of a mistake in which the file's other functions are the solution's, and call its own."""

    def load() -> ModuleType:
        module = ModuleType(f"{mistake.module.__name__}__alone")
        module.__file__ = mistake.module.__file__
        for function in functions:
            source = mistake.module if function in mistake.changes else reference
            setattr(module, function, getattr(source, function))
        return module

    return mistake._replace(version=f"{mistake.version}__alone", load=cache(load), edits=())


def _lent(course: Course, exercise: Exercise) -> dict[str, Callable[..., object]]:
    used = [course.exercise(course.find(name)) for name in exercise.uses]
    modules = [(lender, course.solutions.reference(lender.id)) for lender in used]
    return {
        f"{lender.name}.{function}": getattr(module, function)
        for lender, module in modules
        for function in lender.functions
    }
