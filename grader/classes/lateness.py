"""Read `rules.yaml`, in which a class says what lateness costs, and compute it from seconds."""

import re
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from grader.core.shapes import yaml_model

FILE = "rules.yaml"
SECONDS = {"minute": 60, "hour": 3600, "day": 86400}
LATE = re.compile(
    r"(\d{1,3}(?:\.\d{1,2})?) ?% (?:a|an|per) (hour|day)(?:, at most (\d{1,3})(?: hours?| days?)?(, then 0)?)?"
)
GRACE = re.compile(r"(\d{1,4}) (minute|hour|day)s?")


@yaml_model
class RulesTable:
    """The keys of the file."""

    late: str
    grace: str = "0 minutes"


class LateRule(NamedTuple):
    """The cost of each begun hour or day of lateness, in percent of the points that the student has."""

    percent: Fraction
    unit: str
    most: int | None = None
    """The most hours or days that count."""
    is_nothing_later: bool = False
    """Whether work that is later than that has no points."""
    grace_seconds: int = 0

    def units(self, seconds: int) -> int:
        """Return the hours or days begun since the deadline; 0 within the time of grace."""
        return 0 if seconds <= self.grace_seconds else -(-seconds // SECONDS[self.unit])

    def percent_off(self, seconds: int) -> Fraction:
        """Return what lateness takes off, in percent."""
        units = self.units(seconds)
        if self.most is not None and units > self.most:
            if self.is_nothing_later:
                return Fraction(100)
            units = self.most
        return min(Fraction(100), self.percent * units)


def load_rule(path: Path) -> LateRule:
    """Read the rules; raise YamlError with the line of each that cannot be understood."""
    from grader.files.strict_yaml import YamlError  # as below: few classes have rules, and these imports take long
    from grader.files.yaml_load import load_as

    file, table = load_as(RulesTable, path, None, name="list of rules", keys="`late:`")
    late, grace = LATE.fullmatch(table.late.strip()), GRACE.fullmatch(table.grace.strip())
    advice = "write it like `10 % a day, at most 3` or `10 % a day, at most 3, then 0`"
    if late is None or grace is None:
        key, how = ("grace", "write it like `15 minutes`") if late else ("late", advice)
        raise YamlError([file.problem((key,), f"`{key}` is not understood; {how}")])
    most = int(late[3]) if late[3] else None
    return LateRule(Fraction(late[1]), late[2], most, bool(late[4]), int(grace[1]) * SECONDS[grace[2]])
