"""The base of every kind of check: a name, points, and two pure halves, `calls` and `judge`."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from grader.checks.judgement import Judgement
from grader.core.call import AllOutcomes, Call, Seed, Signature, SignatureError, Spy, Value, as_array, parse
from grader.core.comparison import Tolerance
from grader.core.generators import Input, Rng
from grader.core.shapes import OTHER_KEYS, SET_FROM, number_field, range_problems, yaml_model

ATTEMPT = "attempt"
"""The value of `needs` in a check that is made only after an honest attempt."""
MAX_SIZE = 100_000
MAX_COUNT = 10_000
# Bounds the search for inputs that `where` accepts; if none is found, the error of `PreparedCheck.encoded` says so.
MAX_REJECTED = 1000
Problems = Iterator[tuple[tuple[str | int, ...], str]]
"""Problems of a check: the trail of keys to each, and a message."""


class Setting(NamedTuple):
    """A check's view of its exercise: how to call the function, and the functions that the course provides.

    `companion` is the module `<name>_checks.py` beside the solution, which holds laws, filters, spies
    and generators that YAML names; random inputs are drawn from `seed`. `drawn` holds the argument sets of one check
    once they have been drawn.
    """

    exercise_id: str
    signature: Signature
    companion: ModuleType | None = None
    seed: int = 0
    drawn: tuple[dict[str, Value], ...] | None = None

    def of(self, check: "Check") -> "Setting":
        """Return the setting of a check, which may be about another function of the file."""
        return self if check.signature is None else self._replace(signature=parse(check.signature))

    def provided(self, name: str) -> Any:
        """Return the attribute `name` of the companion module, None if it has none."""
        return getattr(self.companion, name, None)

    def rng(self, check_name: str) -> Rng:
        """Return a random generator that depends on the seed, the exercise and the check only."""
        # Not hash(): Python's differs between processes. The check's name, so that a new check changes no other's inputs.
        digest = hashlib.sha256(f"{self.seed}\0{self.exercise_id}\0{check_name}".encode()).digest()
        return Rng(np.random.PCG64(int.from_bytes(digest[:16], "big")))  # as numpy's default_rng


@yaml_model
class Case:
    """Arguments by name, and what the solution returns for them as far as it is printed."""

    args: dict[str, Value] = field(default_factory=dict, metadata={SET_FROM: OTHER_KEYS})
    """The arguments by name: all other keys. `{spy: name}`, `{made: name}`, `{seed: number}`, `{array: [...], dtype: float32}`,
    `{tuple: [...]}` and `{bytes: hexadecimal}` stand for what YAML cannot write."""
    expect: Value = None
    """A value from an independent source. The solution is held against it; learners are held against
    the solution, which has all digits."""
    within: float | None = number_field(0, default=None)
    """How far the solution may be from `expect`, for numbers that are printed rounded."""


@yaml_model
class Check:
    """One thing that is graded. Subclasses say which calls to make and what their outcomes mean."""

    name: str
    """The subject of the check, in a few words that learners see."""
    points: int = number_field(1, default=1)
    """The points for passing; whole numbers."""
    needs: str | None = None
    """The name of an earlier check; if that fails, this one is skipped. `attempt` stands for two different right answers
    of the function, or to the same part of a tuple or dict, in checks that do not need an attempt themselves; refusals,
    purity and laws need that if this is left out, and nothing if it is null."""
    signature: str | None = None
    """The signature of the function to call, where the file is to define more than one."""

    states_law: ClassVar[bool] = False
    judges_output: ClassVar[bool] = False
    judges_questions: ClassVar[bool] = False
    judges_changes: ClassVar[bool] = False  # whether it looks at what spies were asked, and at changed arguments
    compares: ClassVar[bool] = True  # with the solution's outcomes, which are not computed for a check that does not

    @property
    def function(self) -> str:
        """Return the name of the function to call; empty for the first one of the file."""
        return parse(self.signature).function if self.signature else ""

    def drawn(self, setting: Setting) -> Setting:
        """Return the setting with this check's random arguments drawn, so that calling and judging share them."""
        return setting

    def calls(self, setting: Setting) -> list[Call]:
        raise NotImplementedError

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        raise NotImplementedError

    def simpler(self, setting: Setting) -> "Check | None":
        """Return the same check on arguments that are easy to compute with by hand, to try after a failure."""
        return None

    @property
    def is_drawn(self) -> bool:
        """Whether the seed decides calls of the check."""
        return False

    def problems(self, setting: Setting) -> Problems:
        """Yield the problems of a check whose form is valid: numbers out of range, and those of its kind."""
        yield from (((key,), message) for key, message in range_problems(self))


@dataclass(frozen=True, kw_only=True)
class CheckOnCases(Check):
    """A check on fixed cases."""

    cases: tuple[Case, ...]
    """The calls, by their arguments."""
    within: float | None = number_field(0, default=None)
    """How far the solution may be from `expect`, in all cases that don't say it themselves."""

    def calls(self, setting: Setting) -> list[Call]:
        return [Call(steps=(setting.signature.step(arguments(case, setting)),)) for case in self.cases]

    def problems(self, setting: Setting) -> Problems:
        """Yield arguments that the signature does not take, and a list without a case."""
        yield from super().problems(setting)
        if not self.cases:
            yield ("cases",), "has no case; write at least one"
        yield from case_problems(setting, self.cases)


@dataclass(frozen=True, kw_only=True)
class CheckOnInputs(Check):
    """A check on fixed cases, on random inputs, or on both."""

    cases: tuple[Case, ...] = ()
    """Fixed arguments."""
    inputs: dict[str, Input] = field(default_factory=dict)
    """How each argument is drawn at random."""
    draw: str | None = None
    """Instead of `inputs`: the companion's function `(rng, size)` that draws all arguments."""
    where: str | None = None
    """The companion's function of the arguments that says whether random inputs are fair."""
    sizes: tuple[int, int] = (1, 50)
    """The smallest and largest size of random inputs: the length of each array, or what `draw` makes of it."""
    count: int = number_field(1, MAX_COUNT, default=200)
    """How many random inputs."""

    @property
    def is_drawn(self) -> bool:
        return bool(self.inputs or self.draw)

    def drawn(self, setting: Setting) -> Setting:
        # From a setting that holds none: `argument_sets` would return them as they are.
        return setting._replace(drawn=tuple(self.argument_sets(setting._replace(drawn=None))))

    def calls(self, setting: Setting) -> list[Call]:
        return [Call(steps=(setting.signature.step(args),)) for args in self.argument_sets(setting)]

    def argument_sets(self, setting: Setting) -> Sequence[dict[str, Value]]:
        """Return the arguments of every fixed case, then of every random one."""
        if setting.drawn is not None:
            return setting.drawn
        # Fitted here, not only in `step`: laws compute with the arguments, and YAML has lists where they need arrays.
        sets = [setting.signature.fit(arguments(case, setting)) for case in self.cases]
        if self.is_drawn:
            rng = setting.rng(self.name)
            # All sizes before the first value: any other order of drawing changes every seed's inputs, and old results.
            sizes = (int(size) for size in rng.integers(self.sizes[0], self.sizes[1] + 1, MAX_REJECTED + self.count))
            sets += self._fair(setting, sizes, self.count, lambda size: self._random(setting, rng, size))
        return sets

    def simpler(self, setting: Setting) -> Check | None:
        """Return the same check on few and round numbers, if its inputs are described in YAML and `where` accepts some."""
        if not self.inputs:
            return None
        # The same for every seed: they decide no points.
        rng = setting._replace(seed=0).rng(f"{self.name}, simple")
        least, most = self.sizes
        sizes = [size for size in range(least, min(most, least + 5) + 1) for _ in range(8)]
        sets = self._fair(
            setting,
            iter(sizes),
            len(sizes),
            lambda size: {name: spec.simple(rng, size) for name, spec in self.inputs.items()},
        )
        return replace(self, cases=tuple(Case(args=args) for args in sets), inputs={}) if sets else None

    def _random(self, setting: Setting, rng: Rng, size: int) -> dict[str, Value]:
        if self.draw:
            drawn: dict[str, Value] = setting.provided(self.draw)(rng, size)
            if not isinstance(drawn, dict):
                raise TypeError(f"it returns {drawn!r:.60}; return the arguments by name")
            return drawn
        return {name: spec.draw(rng, size) for name, spec in self.inputs.items()}

    def _fair(
        self, setting: Setting, sizes: Iterator[int], count: int, make: Callable[[int], dict[str, Value]]
    ) -> list[dict[str, Value]]:
        """Make up to `count` argument sets, without those that `where` rejects."""
        is_fair = setting.provided(self.where) if self.where else None
        made: list[dict[str, Value]] = []
        for size in sizes:
            candidate = make(size)
            if is_fair is None or is_fair(**candidate):
                made.append(candidate)
            if len(made) == count:
                break
        return made

    def problems(self, setting: Setting) -> Problems:
        """Yield names that do not exist, and arguments that the signature does not take."""
        yield from super().problems(setting)
        if not (self.cases or self.is_drawn):
            yield (), "has nothing to check; write `cases:` or `inputs:`"
        if self.inputs and self.draw:
            yield ("draw",), "`inputs` and `draw` both say how to draw; keep one"
        least = 0 if self.draw else 1
        if not least <= self.sizes[0] <= self.sizes[1] <= MAX_SIZE:
            yield ("sizes",), f"`sizes` is {list(self.sizes)}; write [smallest, largest], from {least} to {MAX_SIZE}"
        elif not (self.inputs and self.draw):  # only with valid sizes: rng raises for [9, 2]
            yield from self._drawing_problems(setting)
        yield from named_in_companion(setting, "draw", self.draw)
        yield from named_in_companion(setting, "where", self.where)
        yield from case_problems(setting, self.cases)
        if self.inputs:  # `...` stands for values that are not drawn yet: only the names are validated
            yield from argument_problems(setting, dict.fromkeys(self.inputs, ...), ("inputs",))

    def _drawing_problems(self, setting: Setting) -> Problems:
        """Yield inputs that cannot be drawn, such as a number between 2 and 1."""
        rng = setting.rng(self.name)
        for name, spec in self.inputs.items():
            wrong = [(("inputs", name, key), message) for key, message in _spec_problems(spec)]
            yield from wrong
            try:
                for size in (*self.sizes, *self.sizes):  # twice: ties and bans are made for a share of vectors only
                    spec.draw(rng, size)
                    spec.simple(rng, size)
            except (ValueError, ArithmeticError):
                if not wrong:
                    what = f"`{name}` cannot be drawn like this; correct its numbers, or list some values"
                    yield ("inputs", name), what


def _spec_problems(spec: Input) -> Iterator[tuple[str, str]]:
    """Yield the key of each number of an input that is out of place, with a message."""
    yield from range_problems(spec)
    for low, high in (("low", "high"), ("least", "most")):
        smallest, largest = getattr(spec, low, None), getattr(spec, high, None)
        if smallest is not None and largest is not None and smallest > largest:
            yield low, f"`{low}` is {smallest:g}, more than `{high}`, {largest:g}; exchange them"


def case_problems(setting: Setting, cases: Sequence[Case]) -> Problems:
    """Yield the arguments of fixed cases that do not fit the signature, and numbers out of range."""
    for index, case in enumerate(cases):
        yield from argument_problems(setting, case.args, ("cases", index), beside=", beside `expect` and `within`")
        yield from ((("cases", index, key), message) for key, message in range_problems(case))


def named_in_companion(setting: Setting, key: str, name: str | None) -> Problems:
    """Yield a problem if `name` is not a function of the companion module."""
    if name is not None and not callable(setting.provided(name)):
        file = f"{setting.exercise_id.rpartition('/')[2]}_checks.py"
        yield (key,), f"there is no function `{name}` in {file} beside the solution; write it or correct the name"


def argument_problems(
    setting: Setting, args: Mapping[str, Value], trail: tuple[str | int, ...], beside: str = ""
) -> Problems:
    """Yield the arguments that do not fit the signature; `beside` names the other keys that are known there."""
    names = ", ".join(parameter.name for parameter in setting.signature.parameters)
    for name in args:
        if setting.signature.parameter(name) is None:
            what = f"`{setting.signature.function}` takes no argument `{name}`; its arguments are {names}{beside}"
            yield (*trail, name), what
    for parameter in setting.signature.parameters:
        name, value = parameter.name, args.get(parameter.name)
        if name not in args:
            if parameter.is_required:
                yield trail, f"the argument `{name}` is missing; add `{name}:`"
            continue
        missing = [problem for wanted in provided(value) for problem in named_in_companion(setting, name, wanted)]
        yield from (((*trail, name), message) for _, message in missing)
        try:
            if parameter.is_array and not missing:  # `revived` calls the companion's function
                as_array(name, revived(value, setting))
        except SignatureError as error:
            yield (*trail, name), f"{error}; write numbers, all rows of one length"


def provided(value: Value) -> Iterator[str]:
    """Yield the companion's functions that an argument names, as `{spy: name}` or `{made: name}`, at any depth."""
    if isinstance(value, dict) and set(value) in ({"spy"}, {"made"}):
        yield from value.values()
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from provided(item)


def arguments(case: Case, setting: Setting) -> dict[str, Value]:
    """Return a case's arguments, the forms for values that YAML cannot write replaced by those values."""
    return {name: revived(value, setting, name) for name, value in case.args.items()}


def revived(value: Value, setting: Setting, name: str = "") -> Value:
    """Replace the forms that stand for spies, values a companion makes, seeds, typed arrays, tuples and bytes.

    Learners know a spy by the `name` of their argument.
    """
    if isinstance(value, list):
        return [revived(item, setting) for item in value]
    if not isinstance(value, dict):
        return value
    keys = set(value)  # all keys: a dict that has `seed` among others is an argument as it is
    if keys == {"spy"}:
        # `make` is not called here: a spy keeps state, so each call gets a fresh one.
        return Spy(name=name or value["spy"], make=setting.provided(value["spy"]))
    if keys == {"made"}:
        return setting.provided(value["made"])()
    if keys == {"seed"}:
        return Seed(number=value["seed"])
    if keys == {"array", "dtype"}:
        return np.array(value["array"], dtype=value["dtype"])
    if keys == {"tuple"}:
        return tuple(revived(item, setting) for item in value["tuple"])
    if keys == {"bytes"}:
        return bytes.fromhex(value["bytes"])
    return {key: revived(item, setting) for key, item in value.items()}
