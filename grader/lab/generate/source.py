"""Find the generator of a course, and validate its prompt and settings."""

import warnings
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from grader.core.errors import CourseError
from grader.course import GENERATOR, MODULES, shown_path
from grader.course.course import Solutions

if TYPE_CHECKING:
    from grader.course.exercise import Exercise
    from grader.course.generator_table import GeneratorTable

OWN_MODEL = "own-model"
"""In an exercise's `only_with`: the course's own model writes, no real one."""


class SettingError(ValueError):
    """An invalid prompt or setting; the message says what is valid."""


def find(solutions: Solutions, name: str = GENERATOR) -> Any:
    """Return the module of a course's generator, or another one that it runs; raise CourseError if it has none."""
    path = solutions.path(name)
    if not path.is_file():
        raise CourseError(f"this course has no {name}: there is no {shown_path(path)}")
    # Of a gap over a tiny temperature numpy would tell the reader of a text that it is -inf, as it has to be.
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=MODULES)
    return solutions.reference(name)


def check(
    generator: Any, table: "GeneratorTable", request: dict[str, Any], models: Any = None, also: Collection[str] = ()
) -> None:
    """Raise SettingError if a request has a prompt or a value that is not allowed.

    `also` names options of the command that the table's options may exclude.
    """
    if wrong := table.wrong({**request["settings"], **request}):
        setting, value = wrong
        raise SettingError(f"{setting.option} is {value}; give {setting.allowed}")
    problem = table.conflict({*table.given(request), *also}) or generator.problem(request, models)
    if problem:
        raise SettingError(problem)


def with_ids(generator: Any, table: "GeneratorTable", request: dict[str, Any], models: Any = None) -> dict[str, Any]:
    """Return a request in which tokens, such as " Paris" or "390", and biases, such as " Paris=-5", are ids.

    Raises:
        SettingError: a text is not one token, or a bias is not a number.
    """

    def token(text: str, option: str) -> int:
        token_id: int | None = generator.token_id(text, models)
        if token_id is None:
            raise SettingError(f"{option} {text!r}: that is not one token; give the text of one, or its id")
        return token_id

    def bias(text: str, option: str) -> tuple[int, float]:
        name, sign, number = text.rpartition("=")
        try:
            value = float(number if sign else "")
        except ValueError:
            raise SettingError(f"{option} is {text!r}; give a token and a number, such as ' Paris=-5'") from None
        return token(name, option), value

    ids: dict[str, Any] = {}
    for option in table.options:
        if option.kind == "tokens":
            ids[option.name] = [token(text, option.option) for text in request[option.name]]
        elif option.kind == "biases":
            ids[option.name] = dict(bias(text, option.option) for text in request[option.name])
    return request | ids


def cast(
    generator: Any,
    exercises: "Iterable[Exercise]",
    table: "GeneratorTable",
    request: dict[str, Any],
    used: Collection[str] | None = None,
    *,
    has_own_model: bool = True,
) -> tuple[list[str], list[str]]:
    """Return the names of the parts of the system that are the learner's, and of the course's; one of them drives.

    `used` has the ids of the learner's that were called in a run that is over.
    """
    given = {name.replace("_", "-") for name in table.given(request)} | ({OWN_MODEL} if has_own_model else set())
    given |= {f"no-{name}".replace("_", "-") for name in table.by_name if name not in given}
    loop = generator.driver(request)
    yours: list[str] = []
    others: list[str] = []
    for exercise in exercises:
        is_used = given.issuperset(exercise.place.only_with)
        if exercise.place.does and (exercise.id == loop if exercise.id in generator.LOOPS else is_used):
            name = f"{exercise.name} (drives)" if exercise.id == loop else exercise.name
            if exercise.id not in request["yours"]:
                others.append(name)
            elif used is None or exercise.id in used:
                yours.append(name)
    return yours, others


def cast_line(yours: Sequence[str], others: Sequence[str]) -> str:
    """Return the line that says which parts of the system are the learner's, and which loop drives."""
    own = ", ".join(yours) or "nothing; `learn check` notes what has passed"
    return f"Yours: {own}. The course's: {', '.join(others) or 'none'}."
