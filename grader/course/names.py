"""Find exercises by what people call them: name, file, function, unit, or the unit's number or title."""

import re
from collections.abc import Iterator, Sequence

from grader.core.errors import UnknownNameError
from grader.course import shown_path
from grader.course.course import Course, Unit

LINE = re.compile(r"(:\d+)+$")
"""A line and column after a file's name, as messages print them."""
MANY = "`learn list` shows them all"
NEARLY_THE_SAME = 0.8
"""How similar a misspelt name is, as difflib measures it: `cach` is to `cache`, `beam` not to `stream` (0.6)."""


def find_exercise(course: Course, name: str) -> str:
    """Return the id of the one exercise that a name stands for.

    Raises:
        UnknownNameError: there is none, or more than one; the message lists the choices.
    """
    ids = find_exercises(course, name)
    if len(ids) > 1:
        raise UnknownNameError(f"the unit {name!r} has {_choice(ids)}")
    return ids[0]


def find_exercises(course: Course, name: str) -> list[str]:
    """Return the ids of the exercises that a name stands for: one, or all of a unit.

    The name of an exercise comes first, then a unit, then a function.

    Raises:
        UnknownNameError: there is none, and the message suggests a similar name; or several have a function of that
            name, and the message lists them.
    """
    if ids := course.matching(LINE.sub("", name)):
        return ids
    if unit := find_unit(course, name):
        return list(unit.exercise_ids)
    wanted = name.casefold()
    # The stubs are small: only the exercises that they point at are parsed.
    likely = [exercise_id for exercise_id in course.exercise_ids if _mentions(course, exercise_id, wanted)]
    ids = [exercise_id for exercise_id in likely if wanted in map(str.casefold, course.words(exercise_id).functions)]
    if len(ids) > 1:
        raise UnknownNameError(f"the function {name!r} is in {_choice(ids)}")
    if not ids:
        raise UnknownNameError(_unlisted(course, name) or f"there is no exercise {name!r}; {_advice(course, name)}")
    return ids


def _unlisted(course: Course, name: str) -> str:
    """Return a message about an exercise whose file is there and that course.yaml does not name; empty if there is none."""
    wanted = LINE.sub("", name).replace("\\", "/").removesuffix(".py").removesuffix(".yaml")
    for path in sorted(course.content.exercises.glob("*/*.yaml")):
        unit, stem = path.parent.name, path.stem
        is_meant = f"/{unit}/{stem}".endswith(f"/{wanted}") or wanted.endswith(f"/{unit}/{stem}")
        if is_meant and path.with_suffix(".py").is_file():  # quizzes and worksheets have no stub
            table = shown_path(course.content.exercises / "course.yaml")
            return f"{shown_path(path)} is not in {table}; add {stem} to the exercises of the unit {unit} there"
    return ""


def _mentions(course: Course, exercise_id: str, wanted: str) -> bool:
    """Return whether a stub has a name in it, or cannot be read."""
    try:
        return wanted in course.stub(exercise_id).read_text("utf-8").casefold()
    except OSError:
        return True


def find_unit(course: Course, name: str) -> Unit | None:
    """Return the unit of an id, a number or a title; None if there is none, or if the name is an exercise's."""
    wanted = " ".join(name.casefold().split()).rstrip("/")
    for number, unit in enumerate(course.units, start=1):
        if wanted in (unit.id.casefold(), f"exercises/{unit.id}", str(number), unit.title.casefold()):
            return None if course.matching(name) else unit
    return None


def find_unit_of(course: Course, name: str, others: Sequence[str] = ()) -> Unit:
    """Return the unit of a name: its own, or that of an exercise or function in it. Advice may name `others`, too.

    Raises:
        UnknownNameError: there is none, and the message suggests a similar name.
    """
    if unit := find_unit(course, name):
        return unit
    try:
        exercise_id = find_exercises(course, name)[0]
    except UnknownNameError as error:
        import difflib  # as in `_advice`

        known = {known_name.casefold(): known_name for unit in course.units for known_name in (unit.id, unit.title)}
        near = difflib.get_close_matches(name.casefold(), {**known, **{other: other for other in others}}, n=1)
        advice = f"did you mean {_quoted(known.get(near[0], near[0]))}?" if near else f"there are {', '.join(others)}"
        raise UnknownNameError(f"there is no unit {name!r}; {advice}") from error
    return next(unit for unit in course.units if exercise_id in unit.exercise_ids)


def _choice(exercise_ids: list[str]) -> str:
    names = ", ".join(exercise_id.rpartition("/")[2] for exercise_id in exercise_ids)
    return f"{len(exercise_ids)} exercises; name one of them: {names}"


def _advice(course: Course, name: str) -> str:
    """Suggest a name of an exercise, a unit or a function: nearly the same, else with a word that begins so, else similar."""
    import difflib  # 1 ms of the 80 that `learn show` takes, and of no use to it

    known = list(dict.fromkeys(_names(course)))
    lowered = {known_name.casefold(): known_name for known_name in reversed(known)}
    wanted = name.replace("\\", "/").rstrip("/").rpartition("/")[2].removesuffix(".py").removesuffix(".yaml")
    wanted = wanted.casefold()
    near = difflib.get_close_matches(wanted, lowered, n=1, cutoff=NEARLY_THE_SAME)
    near = near or [other for other in map(str.casefold, known) if len(wanted) > 1 and f"_{wanted}" in f"_{other}"]
    near = near or difflib.get_close_matches(wanted, lowered, n=1)
    return f"did you mean {_quoted(lowered[near[0]])}?" if near else MANY


def _names(course: Course) -> Iterator[str]:
    """Yield every name that is understood, the exercises' first."""
    for exercise_id in course.exercise_ids:
        yield exercise_id.rpartition("/")[2]
    for unit in course.units:
        yield from (unit.id, unit.title)
    for exercise_id in course.exercise_ids:
        yield from course.words(exercise_id).functions


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
