"""The gain between two tests whose forms A and B were swapped between halves of a class, with an interval."""

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from grader.core.result import ExerciseResult

QUANTILES = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228, 12: 2.179,
    15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980,
}  # fmt: skip
"""The 97.5 % points of Student's t by degrees of freedom, for intervals of 95 %:
https://www.itl.nist.gov/div898/handbook/eda/section3/eda3672.htm"""


class Taken(NamedTuple):
    """A test that a student took: the form, and the points and the most points of each question."""

    form: str
    questions: Mapping[str, tuple[int, int]]

    def share(self, names: Collection[str]) -> float:
        """Return the share of the points of some questions that was earned."""
        points = [self.questions[name] for name in names]
        return sum(earned for earned, _ in points) / (sum(most for _, most in points) or 1)


class TwoExams(NamedTuple):
    """The two tests of one student."""

    before: Taken
    after: Taken


class Gain(NamedTuple):
    """Mean shares before and after, the gain, and half the width of its interval; None if there are too few students."""

    before: float
    after: float
    gain: float
    half_width: float | None


def taken(exercise: ExerciseResult) -> Taken:
    """Return a worksheet's result by question; the points for rounding belong to their question."""
    points: dict[str, tuple[int, int]] = {}
    for check in exercise.checks:
        name = check.name.removesuffix(": rounding")
        earned, most = points.get(name, (0, 0))
        points[name] = (earned + check.score, most + check.max_score)
    return Taken(exercise.id.rpartition("/")[2], points)


def gain_of(pairs: Sequence[TwoExams], names: Sequence[str]) -> Gain:
    """Return the gain in some questions.

    Each order of the forms weighs the same, so that a form that is easier adds to one half what it takes from the other.
    The interval is Welch's, of the mean over the orders (https://doi.org/10.1093/biomet/34.1-2.28).
    """
    orders: dict[str, list[TwoExams]] = {}
    for pair in pairs:
        orders.setdefault(pair.before.form, []).append(pair)
    halves = [[(pair.before.share(names), pair.after.share(names)) for pair in half] for half in orders.values()]
    means = [[statistics.fmean(row[side] for row in half) for half in halves] for side in (0, 1)]
    before, after = map(statistics.fmean, means)
    if min(map(len, halves)) < 2:
        return Gain(before, after, after - before, None)
    variances = [statistics.variance([last - first for first, last in half]) / len(half) for half in halves]
    spread = sum(variances)
    if not spread:  # everybody gained the same, of which nothing can be told about chance
        return Gain(before, after, after - before, None)
    freedom = spread**2 / sum(part**2 / (len(half) - 1) for part, half in zip(variances, halves, strict=True))
    return Gain(before, after, after - before, t_quantile(freedom) * math.sqrt(spread) / len(halves))


def t_quantile(freedom: float) -> float:
    """Return the 97.5 % point of Student's t for the largest degrees of freedom in the table that are not above these."""
    return QUANTILES[max(degrees for degrees in QUANTILES if degrees <= max(1.0, freedom))]
