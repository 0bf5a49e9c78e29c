"""`property`: a law that must hold for one result, or between the results of several calls.

A law is a generator function in the companion module. It gets `near` (which says whether numbers are
close enough) and the arguments; it yields the list of argument sets to call with, gets back the list of
results, and returns None if the law holds or a sentence that says how it is broken:

    def shift_invariant(near, logits):
        plain, shifted = yield [{"logits": logits}, {"logits": logits + 3.0}]
        return None if near(plain, shifted) else "adding 3 to every logit changed the probabilities"
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

import numpy as np

from grader.checks.base import ATTEMPT, MAX_COUNT, CheckOnInputs, Problems, Setting, named_in_companion
from grader.checks.judgement import PASSED, Judgement, call_size, raised_judgement, shown, trouble
from grader.core.call import AllOutcomes, Call, Outcome, Value
from grader.core.comparison import COMPUTED_IN_FLOAT32, NO_RETURN, Tolerance, as_booleans, as_numbers, is_float32, near
from grader.core.result import Verdict
from grader.core.shapes import number_field

Near = Callable[[Value, Value], bool]
"""Says whether numbers, or all numbers of two arrays, are close enough."""
StatedLaw = Generator[list[dict[str, Value]], list[Value], str | None]
"""A law on some arguments: yields those of the calls that it asks for, gets their results, and returns what is wrong."""


class LawError(Exception):
    """A law returns something else than None or a sentence, or asserts: an error of the course, never of a learner."""


class Law(CheckOnInputs):
    """A check whose results have to obey a law: a `Property`, or a kind of check that is a file of the course."""

    states_law: ClassVar[bool] = True

    def stated(self, setting: Setting, close: Near, args: dict[str, Value]) -> StatedLaw:
        raise NotImplementedError

    def calls(self, setting: Setting) -> list[Call]:
        """Return the calls that the law asks for, for each set of arguments."""
        argument_sets = [asked for args in self.argument_sets(setting) for asked in self._asked(setting, args)]
        return [Call(steps=(setting.signature.step(args),)) for args in argument_sets]

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Test the law on the results; return the smallest failure."""
        failed: list[Judgement] = []
        start = 0
        for args in self.argument_sets(setting):
            # The same spans as in `calls`: the arguments are drawn once, and a law asks for the same calls each time.
            span = range(start, start + len(self._asked(setting, args)))
            start = span.stop
            for index in span:
                result = trouble(got[index][-1], index) if index < len(got) else None
                if result:
                    return result
            if span.stop > len(got):
                break  # no trouble, yet replies are missing: `PreparedCheck` raises if this would pass
            result = self._judge_one(setting, args, got, expected, span, tolerance)
            if result.verdict is not Verdict.PASS:
                failed.append(result)
        if failed:
            return min(failed, key=lambda judgement: call_size(calls[judgement.index or 0]))
        return PASSED

    def _judge_one(
        self,
        setting: Setting,
        args: dict[str, Value],
        got: AllOutcomes,
        expected: AllOutcomes,
        span: range,
        tolerance: Tolerance,
    ) -> Judgement:
        """Judge one instance of the law, whose calls are those in `span`."""
        values = []
        for index in span:
            value = usable(got[index][-1].value, expected[index][-1].value)
            result = _unusable(got[index][-1], expected[index][-1], value, index)
            if result:
                return result
            values.append(value)
        broken = self._broken(setting, args, values, tolerance.relative, tolerance.absolute)
        if not broken:
            return PASSED
        numbers = [as_numbers(value) for value in values]
        arrays = [array.ravel() for array in numbers if isinstance(array, np.ndarray)]
        if len(arrays) == len(numbers) and is_float32(np.concatenate(arrays)):  # perhaps only rounding breaks the law
            coarse = tolerance.float32
            broken = self._broken(setting, args, values, coarse, coarse) or COMPUTED_IN_FLOAT32
        return Judgement(verdict=Verdict.FAIL, message=broken, index=span[-1], got=shown(got[span[-1]][-1]))

    def prove(self, setting: Setting, expected: AllOutcomes) -> None:
        """Hold the solution's results against the law; raise what the law raises, which is its author's to correct."""
        rest = iter(expected)
        for args in self.argument_sets(setting):
            values = [outcomes[-1].value for _, outcomes in zip(self._asked(setting, args), rest, strict=False)]
            self._told(setting, args, [usable(value, value) for value in values], 0.0, 0.0)

    def _asked(self, setting: Setting, args: dict[str, Value]) -> list[dict[str, Value]]:
        return next(self.stated(setting, _near(0.0, 0.0), args))

    def _broken(
        self, setting: Setting, args: dict[str, Value], values: list[Value], relative: float, absolute: float
    ) -> str:
        try:
            return self._told(setting, args, values, relative, absolute)
        except (IndexError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError) as error:
            # The reference passes every law (`learn author` runs it), so this is the learner's result.
            return f"the result does not fit the law at all ({error})"

    def _told(
        self, setting: Setting, args: dict[str, Value], values: list[Value], relative: float, absolute: float
    ) -> str:
        """Return the sentence of the law on some results; empty if it holds."""
        law = self.stated(setting, _near(relative, absolute), args)
        next(law)
        try:
            with np.errstate(all="ignore"):  # a learner's nan would print numpy's warnings on stderr
                law.send(values)
        except StopIteration as end:
            if end.value is not None and not isinstance(end.value, str):
                raise LawError(f"it returns {end.value!r:.60}; return None if it holds, else a sentence") from None
            return end.value or ""
        except AssertionError as error:
            raise LawError("it asserts; return None if it holds, else a sentence") from error
        return "the law asked for calls twice"  # pragma: no cover - the reference would fail, too


@dataclass(frozen=True, kw_only=True)
class Property(Law):
    """A law over results."""

    kind: Literal["property"]
    needs: str | None = ATTEMPT
    law: str
    """The companion's generator function that states the law."""
    count: int = number_field(1, MAX_COUNT, default=25)
    """How many random inputs."""

    def stated(self, setting: Setting, close: Near, args: dict[str, Value]) -> StatedLaw:
        """Return the companion's law."""
        law: StatedLaw = setting.provided(self.law)(close, **args)
        return law

    def problems(self, setting: Setting) -> Problems:
        """Yield a law that does not exist."""
        yield from super().problems(setting)
        yield from named_in_companion(setting, "law", self.law)


def _near(relative: float, absolute: float) -> Near:
    """Return the `near` that laws compare numbers with: true only if all of them are close."""
    check = partial(near, relative=relative, absolute=absolute, exact_zeros=False)

    def all_near(got: Value, expected: Value) -> bool:
        numbers = np.asarray(got, float)
        return bool(np.all(check(numbers, np.asarray(expected, float)) & ~np.isnan(numbers)))  # nan obeys no law

    return all_near


def _unusable(got: Outcome, expected: Outcome, array: Value, index: int) -> Judgement | None:
    """Judge a result that no law can test: an exception, or another type or shape than the solution's.

    `array` is the result as laws expect it, or in words why that is impossible.
    """
    if got.raised:
        return raised_judgement(got, index)
    if got.value is None and expected.value is not None:
        return Judgement(verdict=Verdict.FAIL, message=f"the result is None: {NO_RETURN}", index=index, got=shown(got))
    if isinstance(expected.value, np.ndarray | float):
        if isinstance(array, str):
            return Judgement(verdict=Verdict.FAIL, message=array, index=index, got=shown(got))
        if array.shape != np.shape(expected.value):
            words = f"the result has shape {array.shape}, not {np.shape(expected.value)}"
            return Judgement(verdict=Verdict.FAIL, message=words, index=index, got=shown(got))
    return None


def usable(got: Value, expected: Value) -> Value:
    """Return a result as laws expect it: float64 or boolean arrays where the solution returns arrays, lists for lists."""
    if isinstance(expected, np.ndarray) and expected.dtype == np.bool_:
        return as_booleans(got)
    if isinstance(expected, np.ndarray | float):
        return as_numbers(got)
    if isinstance(expected, list) and (isinstance(got, tuple) or (isinstance(got, np.ndarray) and got.ndim)):
        return list(got)
    return got


KIND = Property
