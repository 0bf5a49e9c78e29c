"""Find the answer to a question about one's own code from its JSON alone: `python own_code_answers.py < questions.json`.

The source is executed in this fresh interpreter, variables are read by tracing, and nothing of `grader.questions` is
imported: of the engine only how values are written, how calls are judged, and what the course's models are.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import json
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from places import COURSE

from grader.core.call import Seed, Spy
from grader.core.formatting import short
from grader.core.result import Verdict
from grader.grading.prepared import prepare
from grader.sandbox.trusted import run_trusted

Json = dict[str, Any]
LETTERS = "abcdefgh"


def loaded(question: Json, source: str) -> dict[str, Any]:
    """Execute a source with the learner's other files, and with the reference's functions that it may import."""
    lent = {path.partition(".")[0] for path in question["facts"]["lent"]}
    for name, text in question["facts"].get("files", {}).items():
        if name in lent:  # as in grading, the reference's functions take the place of the learner's file
            sys.modules.pop(name, None)
            continue
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__["pending"] = text
    for path in question["facts"]["lent"]:
        name, function = path.rsplit(".", 1)
        module = sys.modules.setdefault(name, types.ModuleType(name))
        setattr(module, function, getattr(COURSE.solutions.reference(COURSE.find(name)), function))
    for name in question["facts"].get("files", {}).keys() - lent:
        run_pending(name, question)
    module = types.ModuleType("submission")
    sys.modules["submission"] = module
    exec(compile(source, question["file"], "exec"), module.__dict__)
    return module.__dict__


def run_pending(name: str, question: Json) -> None:
    """Execute another file of the learner's, those that it imports first."""
    text = sys.modules[name].__dict__.pop("pending", None) if name in sys.modules else None
    if text is None:
        return
    for other in question["facts"]["files"]:
        if other != name and f"from {other} import" in text:
            run_pending(other, question)
    exec(compile(text, f"{name}.py", "exec"), sys.modules[name].__dict__)


def models(question: Json) -> dict[str, Any]:
    """Return fresh models by their names."""
    companion = COURSE.solutions.companion(question["exercise"])
    return {name: getattr(companion, made)() for name, made in question["facts"].get("models", {}).items()}


def plain(value: Any) -> Any:
    """Return a value with lists in place of arrays and tuples, its keys in order and no minus before 0."""
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value)}
    return [*map(plain, value)] if isinstance(value, list | tuple) else value + 0.0 if type(value) is float else value


def result(question: Json, space: dict[str, Any], steps: Sequence[str], write: Callable[[Any], str] = short) -> str:
    """Return the text of what the last step gives, or of the exception that ends the steps."""
    facts = question["facts"]
    if facts.get("is_brief"):
        return made_again(question, space)
    space |= {"np": np, **models(question)}
    drain = 0 if facts.get("part") else facts.get("drain", 0)
    value: Any = None
    for step in steps:
        name, equals, made = step.partition(" = ")
        is_kept = bool(equals) and name.isidentifier()
        try:
            value = eval(made if is_kept else step, space)
            if drain:
                value = [item for item, _ in zip(value, range(drain), strict=False)]
        except Exception as error:
            return f"it raises {type(error).__name__}"
        if is_kept:
            space[name] = value
    return write(value)


def made_again(question: Json, space: dict[str, Any]) -> str:
    """Make a call whose arrays are too large for its text: the one at its place of its check."""
    facts, exercise = question["facts"], COURSE.exercise(question["exercise"])
    prepared = prepare(COURSE, exercise)
    (check,) = [each for each in exercise.checks if each.name == facts["check"]]
    call = prepared.check(check).encoded.calls[facts["place"]]
    kept: dict[str, Any] = {}
    value: Any = None
    for step in call.steps[: len(question["call"])]:
        target = getattr(kept[step.of], step.name) if step.of and step.name else kept[step.of] if step.of else None
        try:
            value = (
                target
                if step.is_read
                else (target or space[step.name])(
                    *map(argument, step.args), **{name: argument(each) for name, each in step.kwargs.items()}
                )
            )
            if call.drain:
                value = [item for item, _ in zip(value, range(call.drain), strict=False)]
        except Exception as error:
            return f"it raises {type(error).__name__}"
        if step.keep:
            kept[step.keep] = value
    for key in facts.get("part", ()):
        value = value[key]
    return short(shapes(value))


def argument(value: Any) -> Any:
    """Return an argument to call with: a fresh model, a generator of random numbers, or a copy."""
    if isinstance(value, Spy):
        return value.make()
    return np.random.default_rng(value.number) if isinstance(value, Seed) else copy.deepcopy(value)


def shapes(value: Any) -> Any:
    """Return a result with each array, and each list or table of floats, replaced by its shape."""
    if isinstance(value, np.ndarray):
        return value.shape
    with contextlib.suppress(ValueError, TypeError):  # rows of several lengths, or no numbers
        leaves = np.array(value, dtype=object).ravel()
        if type(value) is list and value and all(type(leaf) is float for leaf in leaves):
            return np.array(value).shape
    return type(value)(shapes(item) for item in value) if isinstance(value, list | tuple) else value


def traced(question: Json, note: Callable[[Any], None]) -> None:
    """Make the call, and pass each frame of the file to `note` when a line has run, with the line's number."""
    space = loaded(question, question["source"])
    last: dict[Any, int] = {}

    def line(frame: Any, event: str, argument: object) -> Any:
        if event in ("line", "return") and frame in last:
            note((last.pop(frame), frame.f_locals))
        if event == "line":
            last[frame] = frame.f_lineno
        return line

    def call(frame: Any, event: str, argument: object) -> Any:
        own = frame.f_code.co_filename == question["file"] and not frame.f_code.co_name.startswith("<")
        return line if own else None

    sys.settrace(call)
    try:
        result(question, space, question["call"])
    finally:
        sys.settrace(None)


def option(question: Json, text: str) -> str:
    """Return the letter of an option."""
    assert len(set(question["options"])) == len(question["options"])
    assert question["options"].count(text) == 1, (text, question["options"])
    return LETTERS[question["options"].index(text)]


def what_if(question: Json) -> str:
    return option(question, result(question, loaded(question, question["changed"]), question["call"]))


def which_call(question: Json) -> str:
    (mistake,) = [
        each
        for each in COURSE.solutions.mistakes(question["exercise"], COURSE.exercise(question["exercise"]).functions)
        if each.version == question["facts"]["mistake"]
    ]
    differing = []
    for text in question["options"]:
        steps = [ast.get_source_segment(text, node) or "" for node in ast.parse(text).body]
        mine, theirs = (
            result(question, space, steps, lambda value: short(plain(value)))
            for space in (loaded(question, question["source"]), dict(vars(mistake.module)))
        )
        if mine != theirs:
            differing.append(text)
    assert len(differing) == 1, differing
    return option(question, differing[0])


def value_of(name: str, known: Json) -> Any:
    """Return a copy of a variable, or of an attribute of one; None where there is none."""
    try:
        return copy.deepcopy(eval(name, {}, known))
    except (NameError, AttributeError):
        return None


def values_of_part(question: Json) -> list[Any]:
    """Return the values of an expression, from a tree in which a call notes it."""
    values: list[Any] = []

    def noted(value: Any) -> Any:
        values.append(copy.deepcopy(value))
        return value

    class Noting(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            text = ast.get_source_segment(question["source"], node) if isinstance(node, ast.expr) else None
            node = self.generic_visit(node)
            if text != question["facts"]["name"] or getattr(node, "lineno", 0) != question["line"]:
                return node
            return ast.copy_location(ast.Call(ast.Name("noted_here", ast.Load()), [node], []), node)

    tree = ast.fix_missing_locations(Noting().visit(ast.parse(question["source"])))
    space = loaded(question, question["source"])
    exec(compile(tree, question["file"], "exec"), space)
    space["noted_here"] = noted
    result(question, space, question["call"])
    return values


def variable(question: Json) -> str:
    facts, seen = question["facts"], []
    if facts.get("is_part"):
        value = values_of_part(question)[facts["time"] - 1]
        return option(question, short(value.shape if facts["form"] == "shape" else value))
    traced(question, lambda row: seen.append((row[0], value_of(facts.get("name", "None"), dict(row[1])))))
    here = [value for line, value in seen if line == question["line"]]
    if facts["form"] == "count":
        return str(len(here))
    if facts["form"] == "value":
        value = here[facts["time"] - 1]
        is_long = isinstance(value, np.ndarray) and value.dtype == np.longdouble  # which comes over the wire as float
        return option(question, short(value.astype(float) if is_long else value))
    if facts["form"] == "shape":
        return option(question, short(here[facts["time"] - 1].shape))
    lines = [int(text.partition(":")[0].removeprefix("line ")) for text in question["options"]]
    (ran,) = {line for line, _ in seen} & set(lines)
    return LETTERS[lines.index(ran)]


def why_there(question: Json) -> str:
    prepared = prepare(COURSE, COURSE.exercise(question["exercise"]))
    failing = []
    for check in prepared.exercise.checks:
        if check.name in question["options"]:
            space = loaded(question, question["changed"])
            made = prepared.check(check)
            got = run_trusted(types.SimpleNamespace(**space, __file__=question["file"]), made.encoded.calls)
            verdict = made.check.judge(
                made.setting, made.encoded.calls, got, made.expected, prepared.exercise.tolerance
            )
            failing += [check.name] if verdict.verdict is not Verdict.PASS else []
    assert len(failing) == 1, failing
    return option(question, failing[0])


KINDS = {"what_if": what_if, "which_call": which_call, "variable": variable, "why_there": why_there}


def main() -> None:
    """Print the answer to each question of standard input."""
    np.seterr(all="ignore")
    for question in json.load(sys.stdin):
        try:
            found = KINDS[question["kind"]](question)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        print(found)  # noqa: T201


if __name__ == "__main__":
    assert not any(name.startswith("grader.questions") for name in sys.modules)
    main()
