"""Load an exercise or a table of contents from YAML; report all errors at once, each with its line and a correction."""

import math
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType

from grader.checks import KINDS
from grader.checks.base import ATTEMPT, Case, Check
from grader.core.call import SignatureError, parse
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.shapes import Json, JsonObject, yaml_model
from grader.course import REST
from grader.course.ending import CourseEnding
from grader.course.exercise import TYPES, URL, Exercise, from_json, unknown_types
from grader.course.rules import Rules, rule_problems, rules_of
from grader.course.short_forms import CASE_KEYS, STAND_INS, filled_in, signatures_of, step_problems
from grader.files import strict_yaml
from grader.files.strict_yaml import Problem, Trail, YamlFile, described, meant, quoted, refuse, unknown
from grader.files.yaml_load import load_as, model_problems, tagged_problems, value_at

ID = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")
OTHER_FOLDERS = ("flashcards", "lessons", "numeric", "pictures", "quiz", "worksheets")
"""Folders beside the units', so that no unit can be called so."""
REPOSITORY = re.compile(r"(https://[A-Za-z0-9.-]+(/[A-Za-z0-9._~-]+)+)?")
"""Matches no address, or one that is safe in a shell and in a link."""


def load(
    path: Path,
    exercise_id: str,
    companion: ModuleType | None,
    shown: str | None = None,
    table: JsonObject | None = None,
) -> JsonObject:
    """Load an exercise of the course with this table; return its data, filled in, for `from_json`.

    Raises:
        YamlError: with all problems of the file.
    """
    file = strict_yaml.read(path, shown)
    refuse(form_problems(file))
    data = filled_in(file.data)
    exercise: Exercise = from_json(Exercise, {**data, "id": exercise_id})
    refuse(meaning_problems(file, exercise, companion, rules_of(table or {}).hints))
    return data


# --- form: keys and types -------------------------------------------------------------------


def form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield every key that is unknown or missing and every value of the wrong type."""
    if not isinstance(file.data, dict):
        yield file.problem((), f"the exercise is {described(file.data)}; write `title:`, `function:` and so on")
        return
    yield from model_problems(file, (), Exercise, {"checks": [], "inputs": {}})
    yield from _input_problems(file, ("inputs",), file.data.get("inputs"))
    checks = file.data.get("checks")
    for index, check in enumerate(checks if isinstance(checks, list) else ()):
        trail: Trail = ("checks", index)
        yield from tagged_problems(file, trail, "check", KINDS, {"inputs": {}, "cases": []}, Check)
        if isinstance(check, dict):
            for key in ("scripts", "args"):
                yield from _stand_in_problems(file, (*trail, key)) if key in check else ()
            yield from _case_problems(file, (*trail, "cases"), check.get("cases"))
            yield from _input_problems(file, (*trail, "inputs"), check.get("inputs"))


def _case_problems(file: YamlFile, trail: Trail, cases: Json) -> Iterator[Problem]:
    """Yield the problems of a check's cases, each one mapping of arguments and `CASE_KEYS`."""
    for index, case in enumerate(cases if isinstance(cases, list) else ()):
        if not isinstance(case, dict):
            yield file.problem((*trail, index), f"the case is {described(case)}; write a mapping of its arguments")
            continue
        yield from model_problems(file, (*trail, index), Case, {}, is_open=True)
        for name in case:  # not of the case itself: a function may have one parameter, `seed`
            yield from _stand_in_problems(file, (*trail, index, name))


def _input_problems(file: YamlFile, trail: Trail, inputs: Json) -> Iterator[Problem]:
    """Yield the problems of the description of each argument to draw."""
    for name in inputs if isinstance(inputs, dict) else ():
        yield from tagged_problems(file, (*trail, name), "input", INPUT_KINDS, {}, None)


# --- form: stand-ins for values that YAML cannot write --------------------------------------------


def _stand_in_problems(file: YamlFile, trail: Trail) -> Iterator[Problem]:
    """Yield every malformed stand-in of `STAND_INS` below a trail."""
    value = value_at(file.data, trail)
    test = STAND_INS.get(frozenset(map(str, value))) if isinstance(value, dict) else None
    message = test(value) if test else ""
    if message:
        yield file.problem(trail, message)
    elif isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _stand_in_problems(file, (*trail, key))


# --- meaning: keys that must fit together -----------------------------------------------------


def meaning_problems(
    file: YamlFile, exercise: Exercise, companion: ModuleType | None, hints: int = Rules().hints
) -> Iterator[Problem]:
    """Yield keys that do not fit together in an exercise whose form is valid."""
    yield from _text_problems(file, exercise, hints)
    yield from _number_problems(file, exercise)
    yield from _check_list_problems(file, exercise)
    yield from _by_hand_problems(file, exercise)
    yield from _signature_problems(file, ("signature",))
    try:
        setting = exercise.setting(companion)
    except SignatureError:
        return
    yield from _method_problems(file, exercise)
    for index, check in enumerate(exercise.checks):
        if check.signature is not None:
            yield from _signature_problems(file, ("checks", index, "signature"))
        try:
            own = setting.of(check)
        except SignatureError:
            continue
        for trail, message in check.problems(own):
            is_argument = trail[-2:-1] in (("args",), ("inputs",)) or (trail[:1] == ("cases",) and len(trail) == 3)
            is_key = is_argument and trail[-1] not in CASE_KEYS and own.signature.parameter(str(trail[-1])) is None
            yield file.problem(_written_at(file, index, trail), message, at_key=is_key)


def _by_hand_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield the problem of a question to answer by hand whose case is not there."""
    if (asked := exercise.by_hand) is None:
        return
    cases = {check.name: getattr(check, "cases", None) or getattr(check, "scripts", None) for check in exercise.checks}
    counts = {name: len(listed) for name, listed in cases.items() if listed}
    if asked.check not in counts:
        yield file.problem(("by_hand", "check"), unknown("check with cases", asked.check, list(counts)))
    elif not 1 <= asked.case <= counts[asked.check]:
        what = f"`case` is {asked.case}; the check {asked.check!r} has {counts[asked.check]}, counted from 1"
        yield file.problem(("by_hand", "case"), what)


def _written_at(file: YamlFile, index: int, trail: Trail) -> Trail:
    """Return the trail from the root of a file to a part of a check that the exercise may state for all of its checks."""
    own: Trail = ("checks", index, *trail)
    if trail[-1:] == ("within",) and own not in file.values:  # of the check, for all of its cases
        return (*own[:2], "within")
    return trail if own[:4] not in file.values and trail[:2] in file.values else own


def _method_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield methods whose signature cannot be read, and steps of scripts that do not fit a signature."""
    for number in range(len(exercise.methods)):
        yield from _signature_problems(file, ("methods", number))
    signatures = signatures_of(file.data)
    for index, check in enumerate(file.data["checks"]):
        for number, steps in enumerate(check.get("scripts", ())):
            for position, step in enumerate(steps):
                for trail, message in step_problems(step, signatures):
                    yield file.problem(("checks", index, "scripts", number, position, *trail), message)


def _signature_problems(file: YamlFile, trail: Trail) -> Iterator[Problem]:
    """Yield that a signature cannot be read, its parameters that cases cannot name, and the names that are no types."""
    text = value_at(file.data, trail)
    try:
        signature = parse(text)
    except SignatureError as error:
        yield file.problem(trail, f"`{text.strip()}` {error}")
        return
    for name in filter(signature.parameter, CASE_KEYS):
        what = f"`{name}` is a key of cases, so it cannot be a parameter; give the parameter another name"
        yield file.problem(trail, what, piece=name)
    otherwise = "write a type of Python's, `Array[V]`, or a class of the course without brackets"
    for name in unknown_types(text):
        yield file.problem(trail, f"`{name}` is no type; {meant(name, TYPES, otherwise)}", piece=name)


def _text_problems(file: YamlFile, exercise: Exercise, hints: int) -> Iterator[Problem]:
    """Yield texts that are empty, and lists of texts that are too short."""
    if len(exercise.hints) != hints:
        advice = f"write {hints} hints, from a nudge to almost the answer"
        yield file.problem(("hints",), f"the number of hints is {len(exercise.hints)}; {advice}")
    if not exercise.sources:
        yield file.problem(("sources",), "`sources` is empty; write where the formula or fact comes from")
    for index, hint in enumerate(exercise.hints):
        if hint.strip() and hint in exercise.hints[:index]:
            yield file.problem(("hints", index), "the hint is there twice; write a nearer one")
    for index, source in enumerate(exercise.sources):
        if source.url is not None and not URL.match(source.url):
            what = f"`{source.url}` is not an address; begin it with `https://`, and leave no blanks"
            yield file.problem(("sources", index, "url"), what)
    texts: dict[Trail, str] = {(key,): getattr(exercise, key) for key in ("title", "objective", "task", "explain")}
    texts |= {("hints", index): hint for index, hint in enumerate(exercise.hints)}
    texts |= {("sources", index, "title"): source.title for index, source in enumerate(exercise.sources)}
    texts |= {("checks", index, "name"): check.name for index, check in enumerate(exercise.checks)}
    for trail, text in texts.items():
        if not text.strip():
            name = f"`{trail[-1]}`" if isinstance(trail[-1], str) else "the hint"
            yield file.problem(trail, f"{name} is empty; write it")


def _number_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield limits and tolerances out of range, and a first version without its paragraphs or its rest."""
    first, has_rest = exercise.first, f"\n\n{REST}" in exercise.task
    if bool(first) != has_rest or first not in range(len(exercise.checks) or 1):
        what = f"`first` is {first}; write how many checks come first, and `{REST}` before the rest of the task"
        yield file.problem(("first",) if first else ("task",), what)
    limits, tolerance = exercise.limits, exercise.tolerance
    for key in ("call_seconds", "exercise_seconds", "memory_mib", "output_characters"):
        if not 0 < getattr(limits, key) < math.inf:
            yield file.problem(("limits", key), f"`{key}` is {getattr(limits, key):g}; write a number above 0")
    if limits.call_seconds > limits.exercise_seconds:
        what = "one call may take longer than the whole exercise; make `exercise_seconds` the larger"
        yield file.problem(("limits",), what)
    for key in ("relative", "absolute", "float32"):
        if not 0 <= getattr(tolerance, key) < math.inf:
            yield file.problem(("tolerance", key), f"`{key}` is {getattr(tolerance, key):g}; write 0 or a small number")


def _check_list_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield duplicate names, unmet needs, and points that do not add up."""
    if not exercise.checks:
        yield file.problem(("checks",), "`checks` is empty; write at least one")
    names = [check.name for check in exercise.checks]
    for index, check in enumerate(exercise.checks):
        trail, earlier = ("checks", index), names[:index]
        if check.name in earlier:
            yield file.problem((*trail, "name"), f"another check is called `{check.name}`; give each a name of its own")
        if check.name == ATTEMPT:
            what = f"`{ATTEMPT}` is what `needs` says of right answers; choose another name"
            yield file.problem((*trail, "name"), what)
        if check.needs not in (None, ATTEMPT, *earlier):
            yield file.problem((*trail, "needs"), _unmet(check.needs or "", earlier, names[index + 1 :]))
    total = sum(check.points for check in exercise.checks)
    if total != exercise.points:
        sums = f"but the points of the checks add up to {total}; make them equal"
        yield file.problem(("points",), f"`points` is {exercise.points}, {sums}")


def _unmet(name: str, earlier: list[str], later: list[str]) -> str:
    """Return why a check cannot need another."""
    if name in later:
        return f"the check `{name}` comes later; move it up, or leave `needs` out"
    if not earlier:
        return f"there is no check before this one that could be `{name}`; leave `needs` out"
    return unknown("earlier check", name, earlier)


# --- the table of contents ----------------------------------------------------------------------


@yaml_model
class ThenTable:
    """The end of a unit, told when its last open exercise has passed."""

    can: str
    """The sentences on what their code can do now."""
    command: str
    """A command that shows it, such as `learn generate "Once upon a time" --mine`."""
    beside: str = ""
    """The same command with the course's functions, or without the unit's setting: the two are shown side by side."""


@yaml_model
class UnitTable:
    """A chapter."""

    id: str
    """The name of its folder."""
    title: str
    """The title that learners see."""
    exercises: tuple[str, ...]
    """The names of its exercises in teaching order."""
    extra: tuple[str, ...] = ()
    """The exercises that `learn next` and the end of the course pass by; listed, checked and graded as all others."""
    then: ThenTable | None = None
    """The words for learners who have passed all of its exercises; none if left out."""


@yaml_model
class CourseTable:
    """The table of contents."""

    id: str
    """The course's name in results."""
    title: str
    """The course's title."""
    version: int
    """Counted up whenever a change could change a grade."""
    units: tuple[UnitTable, ...]
    """The chapters in teaching order."""
    about: str = ""
    """A sentence on the course for people who have not heard of it."""
    prerequisites: str = ""
    """A sentence on the knowledge that learners need before they begin."""
    commands: dict[str, str] | None = None
    """The commands of `solutions/commands.py`, each with the first sentence of its help."""
    repository: str = ""
    """The address of the course's public git repository, which begins with https://; `learn author site` links to it."""
    rules: Rules = Rules()
    """Rules for texts."""
    ending: CourseEnding | None = None
    """The words of `learn finish`; it shows only what has passed if left out."""


def load_table(path: Path, shown: str | None = None) -> JsonObject:
    """Load a table of contents; raise YamlError with all problems of the file."""
    file, table = load_as(CourseTable, path, shown, name="course", keys="`id:`, `title:`, `version:` and `units:`")
    wrong = (file.problem(("rules", key), what) for key, what in rule_problems(table.rules))
    refuse(chain(_table_problems(file, path.parent), wrong))
    return dict(file.data)


def _table_problems(file: YamlFile, folder: Path) -> Iterator[Problem]:
    """Yield empty texts and lists, and the problems of the units."""
    for key in ("id", "title"):
        if not file.data[key].strip():
            yield file.problem((key,), f"`{key}` is empty; write it")
    if file.data["version"] < 1:
        yield file.problem(("version",), f"`version` is {file.data['version']}; write 1 or more")
    if not file.data["units"]:
        yield file.problem(("units",), "`units` is empty; write at least one")
    if not REPOSITORY.fullmatch(address := file.data.get("repository", "")):
        what = f"`repository` is {quoted(address)}; write the address of a git repository, such as https://github.com/me/my-course"
        yield file.problem(("repository",), what)
    seen: set[str] = set()
    for number, unit in enumerate(file.data["units"]):
        trail: Trail = ("units", number)
        if not unit["title"].strip():
            yield file.problem((*trail, "title"), "`title` is empty; write it")
        yield from _then_problems(file, trail, unit.get("then") or {})
        yield from _name_problems(file, (*trail, "id"), unit["id"], seen)
        for index, name in enumerate(unit["exercises"]):
            yield from _name_problems(file, (*trail, "exercises", index), name, seen)
        yield from _extra_problems(file, trail, unit)
        if ID.match(unit["id"]):
            yield from _file_problems(file, trail, unit, folder / unit["id"])


def _extra_problems(file: YamlFile, trail: Trail, unit: JsonObject) -> Iterator[Problem]:
    """Yield names of extra exercises that are none of the unit's."""
    names = set(unit["exercises"])
    for index, name in enumerate(unit.get("extra", ())):
        if name not in names:
            yield file.problem((*trail, "extra", index), unknown("exercise of the unit", name, unit["exercises"]))


def _then_problems(file: YamlFile, trail: Trail, then: JsonObject) -> Iterator[Problem]:
    """Yield an empty text, and a command that is none of ours."""
    if then and not then["can"].strip():
        yield file.problem((*trail, "then", "can"), "`can` is empty; write what the learner's code can do now")
    for key in ("command", "beside") if then else ():
        if not then.get(key, "learn ").startswith("learn "):
            what = f"`{key}` is {quoted(then[key])}; write a command that begins with `learn `"
            yield file.problem((*trail, "then", key), what)


def _name_problems(file: YamlFile, trail: Trail, name: str, seen: set[str]) -> Iterator[Problem]:
    """Yield an id that is not a name, or is used twice."""
    if not ID.match(name):
        yield file.problem(trail, f"`{name}` is not a name; use small letters, digits and underscores, at most 40")
    if name in seen:
        yield file.problem(trail, f"`{name}` is used twice; give each a name of its own")
    seen.add(name)


def _file_problems(file: YamlFile, trail: Trail, unit: JsonObject, folder: Path) -> Iterator[Problem]:
    """Yield a unit without a folder of its own, and exercises without their file."""
    if unit["id"] in OTHER_FOLDERS:
        what = f"`{unit['id']}` is the folder of other files of a course; choose another id"
        yield file.problem((*trail, "id"), what)
        return
    if not folder.is_dir():
        yield file.problem((*trail, "id"), f"there is no folder {unit['id']}; make it, or correct the id")
        return
    files = sorted(path.stem for path in folder.glob("*.yaml"))
    for index, name in enumerate(unit["exercises"]):
        if ID.match(name) and name not in files:
            what = unknown("exercise", name, [*filter(ID.match, files)])
            if other := next((stem for stem in files if stem.lower() == name), ""):
                what = f"rename {other}.yaml, since names have small letters only"
            yield file.problem((*trail, "exercises", index), f"there is no file {unit['id']}/{name}.yaml: {what}")
