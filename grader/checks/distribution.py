"""`distribution`: results of many seeded draws must follow the law that the course states.

The test is chi-square over the outcomes that the law names, those expected fewer than 10 times pooled, and
an outcome of probability 0 fails at once. Where the pooled ones are expected fewer than 10 times even together, the
Poisson law says whether they came too often: from one above the mean on, its upper tail is at least the binomial
law's (Anderson and Samuels, Some inequalities among binomial and Poisson probabilities, 5th Berkeley Symposium,
1967). The bound of chi-square is df + 2·sqrt(df·x) + 2x with x = ln(1/α), which a
chi-square variable exceeds with probability at most α (Laurent and Massart, Adaptive estimation of a
quadratic functional by model selection, Annals of Statistics 28, 2000, Lemma 1). Seeds are fixed, so one
submission gets one verdict; a right one is failed at most once in 10^7.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from grader.checks.base import Check, Problems, Setting, argument_problems, named_in_companion, revived
from grader.checks.judgement import PASSED, Judgement, raised_judgement, trouble
from grader.core.call import AllOutcomes, Call, Seed, Value
from grader.core.comparison import Tolerance
from grader.core.formatting import short
from grader.core.result import Verdict
from grader.core.shapes import number_field

ALPHA = 1e-7
LEAST_EXPECTED = 10.0  # in rarer cells the counts are too coarse for the chi-square law
MAX_DRAWS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Distribution(Check):
    """Many draws, held against exact probabilities."""

    compares: ClassVar[bool] = False

    kind: Literal["distribution"]
    args: dict[str, Value]
    """The arguments that stay the same."""
    seed_argument: str
    """The argument that gets a random generator with another seed in each draw."""
    law: str
    """The companion's function without arguments that returns a dict from outcome to probability."""
    draws: int = number_field(1, MAX_DRAWS, default=20000)
    """How many draws."""

    def calls(self, setting: Setting) -> list[Call]:
        """Return one call for each draw."""
        fixed = {name: revived(value, setting, name) for name, value in self.args.items()}
        seeds = setting.rng(self.name).integers(0, 2**31, self.draws)
        return [
            Call(steps=(setting.signature.step({**fixed, self.seed_argument: Seed(number=int(seed))}),))
            for seed in seeds
        ]

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Count the outcomes and compare the counts with the law."""
        # Not with `expected`: a right function may use its random numbers in another way than the solution.
        counts: Counter[Value] = Counter()
        for index, outcomes in enumerate(got):
            result = trouble(outcomes[-1], index)
            if result:
                return result
            if outcomes[-1].raised:
                return raised_judgement(outcomes[-1], index)
            counts[_hashable(outcomes[-1].value)] += 1
        law: Mapping[Value, float] = setting.provided(self.law)()
        # Before chi-square, which has no cell for an outcome of probability 0.
        impossible = [outcome for outcome in counts if law.get(outcome, 0.0) <= 0.0]
        if impossible:
            return Judgement(verdict=Verdict.FAIL, message=f"drew {short(impossible[0])}, which has probability 0")
        rare = rare_outcomes(law, len(got))
        statistic, freedom = chi_square(counts, law, len(got))
        if rare and poisson_tail(sum(counts[outcome] for outcome in rare), sum(rare.values())) < ALPHA / 2:
            worst = max(rare, key=lambda outcome: counts[outcome] - rare[outcome])
        elif statistic > bound(freedom, ALPHA / 2 if rare else ALPHA):
            worst = max(law, key=lambda outcome: abs(counts[outcome] - law[outcome] * len(got)))
        else:
            return PASSED
        return Judgement(
            verdict=Verdict.FAIL,
            message=f"in {len(got)} draws {short(worst)} came {counts[worst]} times; about {law[worst] * len(got):.0f} are expected",
        )

    def problems(self, setting: Setting) -> Problems:
        """Yield arguments that do not fit and a law that is not there."""
        yield from super().problems(setting)
        if setting.signature.parameter(self.seed_argument) is None:
            names = ", ".join(parameter.name for parameter in setting.signature.parameters)
            what = f"`{setting.signature.function}` takes no argument `{self.seed_argument}`"
            yield ("seed_argument",), f"{what}; its arguments are {names}"
        else:  # `...` stands for the generator: only its name is validated
            yield from argument_problems(setting, {**self.args, self.seed_argument: ...}, ("args",))
        yield from named_in_companion(setting, "law", self.law)


def chi_square(counts: Mapping[Value, int], law: Mapping[Value, float], draws: int) -> tuple[float, int]:
    """Return the statistic and its degrees of freedom, rare outcomes pooled into one cell, or left out."""
    cells = [(counts.get(outcome, 0), p * draws) for outcome, p in law.items() if p * draws >= LEAST_EXPECTED]
    pooled = [(counts.get(outcome, 0), p * draws) for outcome, p in law.items() if 0 < p * draws < LEAST_EXPECTED]
    left_out = rare_outcomes(law, draws)
    if pooled and not left_out:
        cells.append((sum(count for count, _ in pooled), sum(mean for _, mean in pooled)))
    # At least 1 degree: a law with a single cell has none, and its statistic is 0.
    return sum((count - mean) ** 2 / mean for count, mean in cells), max(1, len(cells) - (not left_out))


def rare_outcomes(law: Mapping[Value, float], draws: int) -> dict[Value, float]:
    """Return how often outcomes are expected that are even together too rare for a cell of chi-square."""
    means = {outcome: p * draws for outcome, p in law.items() if 0 < p * draws < LEAST_EXPECTED}
    return means if sum(means.values()) < LEAST_EXPECTED else {}


def poisson_tail(count: int, mean: float) -> float:
    """Return the probability of a count or a larger one, by the Poisson law."""
    terms = (math.exp(-mean + number * math.log(mean) - math.lgamma(number + 1)) for number in range(count))
    return 1.0 - math.fsum(terms)


def bound(freedom: int, alpha: float = ALPHA) -> float:
    """Return the bound that chi-square with that many degrees of freedom exceeds with probability at most alpha."""
    x = math.log(1 / alpha)
    return freedom + 2 * math.sqrt(freedom * x) + 2 * x


def _hashable(value: Value) -> Value:
    """Return a key for counting: tuples for lists and arrays, numbers for numpy scalars."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(_hashable(item) for item in value)
    # A dict or an opaque object is a wrong outcome, and must not raise TypeError here.
    return value if isinstance(value, int | float | str | None) else repr(value)


KIND = Distribution
