"""Find the generator of a course, and validate its prompt and settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grader.core.errors import CourseError
from grader.course import shown_path
from grader.course.course import Solutions

if TYPE_CHECKING:
    from grader.course.exercise import Exercise

GENERATOR = "generator"
"""The module of `solutions/` to run; docs/learning/generate.md lists what it has to define."""


OPTIONAL_FIELDS = {"hidden": "hidden", "regex": "pattern", "bigram": "train_on"}
"""Options that are given if a field of the request is not None."""


class SettingError(ValueError):
    """An invalid prompt or setting; the message says what is valid."""


def find(solutions: Solutions, name: str = GENERATOR) -> Any:
    """Return the module of a course's generator, or another one that it runs; raise CourseError if it has none."""
    path = solutions.path(name)
    if not path.is_file():
        raise CourseError(f"this course has no {name}: there is no {shown_path(path)}")
    return solutions.reference(name)


def check(generator: Any, request: dict[str, Any], models: Any = None) -> None:
    """Raise SettingError if the generator does not accept a prompt or a setting."""
    settings = request["settings"]
    wrong = generator.problem(settings)
    if wrong:
        field, allowed = wrong
        raise SettingError(f"{option(field)} is {settings[field]!r}; give {allowed}")
    has_draft, gamma = request["has_draft"], request.get("gamma", generator.GAMMA)
    most = settings["max_tokens"]
    given = {"models": models, "gamma": gamma} | ({"is_chat": True} if request.get("is_chat") else {})
    problem = generator.request_problem(request, models) or generator.prompt_problem(
        request["prompt"], most, has_draft=has_draft, **given
    )
    if problem:
        raise SettingError(problem)


def bent(generator: Any, biases: Iterable[str], bans: Iterable[str], models: Any = None) -> dict[str, Any]:
    """Return the fields of a request for biases, such as " Paris=-5", and bans, such as " Paris" or "390".

    Raises:
        SettingError: a text is not one token, or a bias is not a number.
    """

    def token(text: str, option: str) -> int:
        found: int | None = generator.token_id(text, models)
        if found is None:
            raise SettingError(f"{option} {text!r}: that is not one token; give the text of one, or its id")
        return found

    bias: dict[int, float] = {}
    for each in biases:
        text, sign, number = each.rpartition("=")
        try:
            value = float(number if sign else "")
        except ValueError:
            raise SettingError(f"--logit-bias is {each!r}; give a token and a number, such as ' Paris=-5'") from None
        bias[token(text, "--logit-bias")] = value
    return {"bias": bias, "banned": tuple(token(each, "--ban") for each in bans)}


def cast(
    generator: Any, exercises: Iterable[Exercise], request: dict[str, Any], *, has_own_model: bool = True
) -> tuple[list[str], list[str]]:
    """Return the names of the parts of the system that are the learner's, and of the course's; one of them drives."""
    given = {"draft": request["has_draft"], "json": request["is_json"], "show": request["is_shown"]}
    is_paged = request["has_cache"] and request.get("is_paged", False)
    given |= {"no-cache": not request["has_cache"], "own-model": has_own_model}
    given |= {"paged": is_paged, "unpaged": not is_paged}
    given |= {"price": request.get("price") is not None, "ngram": request.get("is_ngram", False)}
    has_beams = request.get("beams") is not None
    given |= {"chat": request.get("is_chat", False), "beams": has_beams, "no-beams": not has_beams}
    given |= {name: request.get(field) is not None for name, field in OPTIONAL_FIELDS.items()}
    loop = generator.driver(request)
    yours: list[str] = []
    others: list[str] = []
    for each in exercises:
        is_used = all(given.get(option) for option in each.place.only_with)
        if each.place.does and (each.id == loop if each.id in generator.LOOPS else is_used):
            name = f"{each.name} (drives)" if each.id == loop else each.name
            (yours if each.id in request["yours"] else others).append(name)
    return yours, others


def cast_line(
    generator: Any, exercises: Iterable[Exercise], request: dict[str, Any], *, has_own_model: bool = True
) -> str:
    """Return the line that says which parts of the system are the learner's, and which loop drives."""
    yours, others = cast(generator, exercises, request, has_own_model=has_own_model)
    own = ", ".join(yours) or "nothing yet; `learn check` notes what has passed"
    return f"Yours: {own}. The course's: {', '.join(others) or 'none'}."


def option(field: str) -> str:
    """Return the command-line option of a setting."""
    return f"--{field.replace('_', '-')}"
