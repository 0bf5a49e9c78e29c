"""Read the settings of a course's generator from `exercises/generator.yaml`, without running the course's code."""

import math
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from grader.core.errors import CourseError
from grader.core.shapes import yaml_model
from grader.course import GENERATOR, shown_path, table_path

if TYPE_CHECKING:
    from grader.course.course import Course

Kind = Literal["number", "whole", "flag", "text", "texts", "choice", "file", "pair", "tokens", "biases"]
EMPTY: dict[str, Any] = {"flag": False, "texts": [], "tokens": [], "biases": {}}
"""The values of options that are not given and have no default; others are None. Never changed: `request` copies them."""

NEEDED = dict.fromkeys(("number", "whole", "pair", "biases"), ("least", "above")) | {
    "texts": ("most",),
    "choice": ("choices",),
}
"""The keys of which a kind needs one: its range in words is made of them."""


@yaml_model
class GeneratorSetting:
    """One setting, or one option of `learn generate`; `learn serve` has fields of the same names."""

    name: str
    """With underscores, as in a request; the option has dashes."""
    kind: Kind
    """Number or whole number, flag, text or texts, choice, file (of text), pair (of numbers), tokens, biases."""
    help: str
    """Its effect, in the words of its users."""
    default: float | int | str | None = None
    """Its value if nothing is given."""
    least: float | None = None
    """The smallest number."""
    above: float | None = None
    """All numbers are above this one."""
    most: float | None = None
    """The largest number; of texts, how many."""
    longest: int | None = None
    """The most characters of a text."""
    choices: tuple[str, ...] = ()
    """The values of a choice."""
    bare: str | int | None = None
    """Its value if the option stands without one."""
    metavar: str | None = None
    """The word for its value in `--help`."""
    only_with: str | None = None
    """The option without which it means nothing."""
    not_with: tuple[str, ...] = ()
    """The options that exclude it."""
    section: str = ""
    """The heading in `--help` over this one and those that follow."""
    in_api: bool = False
    """Of an option: whether `learn serve` has this field, too; it has all settings."""

    @property
    def option(self) -> str:
        """Return the option on the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def off(self) -> Any:
        """Return its value if nothing is given."""
        return EMPTY.get(self.kind) if self.default is None else self.default

    @property
    def allowed(self) -> str:
        """Return what it may be, in words, such as "a number above 0, at most 1"."""
        if self.kind == "texts":
            each = "none of them empty" if self.longest is None else f"each of 1 to {self.longest:,} characters"
            return f"at most {self.most:g} texts, {each}"
        if self.kind in ("flag", "choice", "text"):
            return {"flag": "true or false", "text": "a text"}.get(self.kind, " or ".join(self.choices))
        noun = {"whole": "a whole number", "pair": "two numbers"}.get(self.kind, "a number")
        if self.above is not None:
            return f"{noun} above {self.above:g}" + (f", at most {self.most:.15g}" if self.most is not None else "")
        if self.most is not None:
            return f"{noun} from {self.least:g} to {self.most:.15g}"
        return f"{noun}, {self.least:g} or more" + (f", as {self.metavar}" if self.kind == "pair" else "")

    def wrong(self, value: Any) -> str | None:
        """Return the part of a value that is not allowed, as text; None if all of it is."""
        if value is None or (self.kind in ("number", "whole") and self._is_in_range(value)):
            return None
        match self.kind:
            case "number" | "whole":
                return repr(value)
            case "pair":
                return None if all(map(self._is_in_range, value)) else ",".join(map(str, value))
            case "biases":
                return next((str(bias) for bias in value.values() if not self._is_in_range(bias)), None)
            case "texts":
                have_length = all(0 < len(text) <= (self.longest or math.inf) for text in value)
                return None if have_length and len(value) <= (self.most or math.inf) else repr(list(value))[:200]
        return None

    def _is_in_range(self, number: Any) -> bool:
        if self.kind == "whole" and type(number) is not int:
            return False
        least, above, most = (-math.inf if self.least is None else self.least), self.above, self.most
        is_above = least <= number if above is None else above < number
        if type(number) is float and not math.isfinite(number):
            return False
        is_float = self.kind == "whole" or abs(number) <= 1.7e308  # a whole number of 400 digits is no float
        return is_above and is_float and (most is None or number <= most)


@yaml_model
class Strategy:
    """A way of choosing tokens, for `learn compare`."""

    name: str
    """Its heading."""
    words: str
    """Its effect, in a sentence or two."""
    settings: dict[str, float] | None = None
    """The settings that are not at their defaults."""


@yaml_model
class StrategyGroup:
    """Strategies under one heading, in reading order."""

    title: str
    """The heading."""
    words: str
    """Their common trait, in a sentence or two."""
    strategies: tuple[Strategy, ...]
    """One or more."""


@yaml_model
class GeneratorTable:
    """The settings of a course's generator, the options of `learn generate`, and the strategies of `learn compare`."""

    settings: tuple[GeneratorSetting, ...]
    """How tokens are chosen, and when the text ends: the `settings` of a request."""
    options: tuple[GeneratorSetting, ...] = ()
    """The other fields of a request."""
    compare: tuple[StrategyGroup, ...] = ()
    """The columns of the page that `learn compare` writes."""

    @cached_property
    def by_name(self) -> dict[str, GeneratorSetting]:
        """Return the settings and options by name."""
        return {setting.name: setting for setting in (*self.settings, *self.options)}

    def defaults(self) -> dict[str, Any]:
        """Return the settings at their defaults, ready for a request."""
        return {setting.name: copy(setting.off) for setting in self.settings}

    def request(self, prompt: str, values: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return a request for the generator: `prompt`, `settings`, and the options; `values` replace defaults."""
        given = values or {}
        settings = {name: given.get(name, value) for name, value in self.defaults().items()}
        options = {option.name: given.get(option.name, copy(option.off)) for option in self.options}
        return {"prompt": prompt, "settings": settings, **options}

    def given(self, request: Mapping[str, Any]) -> set[str]:
        """Return the names of what a request sets, and the value of each choice: what exercises have in `only_with`."""
        values = {**request["settings"], **request}
        names = {name for name, setting in self.by_name.items() if values.get(name, setting.off) != setting.off}
        choices = {str(values[name]) for name in names if self.by_name[name].kind == "choice"}
        return names | choices

    def wrong(self, values: Mapping[str, Any]) -> tuple[GeneratorSetting, str] | None:
        """Return the first setting or option whose value is out of its range, and that value as text."""
        pairs = ((setting, setting.wrong(values.get(name))) for name, setting in self.by_name.items())
        return next(((setting, text) for setting, text in pairs if text is not None), None)

    def conflict(self, names: Collection[str]) -> str:
        """Return a sentence on options that are given and do not go together, or nothing."""
        for setting in (option for option in self.options if option.name in names):
            if setting.only_with and setting.only_with not in names:
                needed = self.by_name[setting.only_with]
                words = f"{needed.option} {needed.metavar or ''}".rstrip()
                return f"{setting.option} means nothing without {needed.option}; give {words} as well"
            if others := [self._giver(name, names) for name in setting.not_with if name in names]:
                return f"{setting.option} does not go with {', '.join(others)}; leave out one or the other"
        return ""

    def _giver(self, name: str, names: Collection[str]) -> str:
        """Return the option that gave a name: its own, or that of the choice which has it."""
        given = (setting for setting in self.by_name.values() if setting.name in names)
        choices = (setting.option for setting in given if name in setting.choices)
        return next(choices, f"--{name.replace('_', '-')}")


def load_table(course: "Course") -> GeneratorTable:
    """Load what can be set in a course's generator.

    Raises:
        CourseError: the course has no generator.
        YamlError: with all problems of the file.
    """
    path = table_path(course.content)
    if not path.is_file():
        raise CourseError(f"this course has no generator: there is no {shown_path(path)}")

    def validated() -> dict[str, Any]:
        # Imports pydantic; a cached course does without.
        from grader.files.yaml_load import load_as

        keys = "`settings:` and `options:`"
        file, _ = load_as(GeneratorTable, path, shown_path(path), name="table", keys=keys, more=_row_problems)
        return dict(file.data)

    # Imports numpy; a command that only completes names does without.
    from grader.course.exercise import from_json

    table: GeneratorTable = from_json(GeneratorTable, course.parsed(GENERATOR, [path], validated))
    return table


def _row_problems(file: Any) -> Iterator[Any]:
    """Yield names that two rows have, names of options which are none, and ranges that a kind needs and a row lacks."""
    # Imports yaml; a cached course does without.
    from grader.files.strict_yaml import unknown

    lists = {key: file.data.get(key) or () for key in ("settings", "options")}
    rows = [((key, place), row) for key, listed in lists.items() for place, row in enumerate(listed)]
    rows = [(at, row) for at, row in rows if isinstance(row, dict)]
    known = {name for _, row in rows for name in (row.get("name"), *(row.get("choices") or ()))}
    seen: set[str] = set()
    for at, row in rows:
        name, needed = str(row.get("name")), NEEDED.get(row.get("kind"), ())
        if name in seen:
            yield file.problem((*at, "name"), f"another setting is called `{name}`; name each differently")
        if needed and all(row.get(key) is None for key in needed):
            yield file.problem((*at, "kind"), f"a {row['kind']} needs its range; write `{'` or `'.join(needed)}`")
        for key, others in (("only_with", [row.get("only_with")]), ("not_with", row.get("not_with") or ())):
            for other in others:
                if other is not None and other not in known:
                    yield file.problem((*at, key), unknown("option", other, [*map(str, known)]))
        seen.add(name)
