"""Find the answer to a question about one's own code from its text alone: `python own_code_answers.py < questions.json`.

The source is executed in this fresh interpreter, and nothing of `grader.questions` is imported: of the engine only how
values are written, and of the course its mistakes and the functions that it lends.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from places import COURSE

from grader.core.formatting import short

Json = dict[str, Any]
LETTERS = "abcdefgh"


def load(question: Json, source: str) -> dict[str, Any]:
    """Execute a source with the learner's other files, and with the reference's functions that it may import."""
    lent = {path.partition(".")[0] for path in question["lent"]}
    for name in {*question["files"]} | lent:
        sys.modules.pop(name, None)
    for path in question["lent"]:  # as in grading, these take the place of the learner's files
        name, function = path.rsplit(".", 1)
        module = sys.modules.setdefault(name, types.ModuleType(name))
        setattr(module, function, getattr(COURSE.solutions.reference(COURSE.find(name)), function))
    pending = {name: text for name, text in question["files"].items() if name not in lent}
    sys.modules.update({name: types.ModuleType(name) for name in pending})
    for name in list(pending):
        run_pending(name, pending)
    module = types.ModuleType("submission")
    sys.modules["submission"] = module
    exec(compile(source, question["file"], "exec"), module.__dict__)
    return module.__dict__


def run_pending(name: str, pending: dict[str, str]) -> None:
    """Execute another file of the learner's, those that it imports first."""
    text = pending.pop(name, None)
    if text is None:
        return
    for other in list(pending):
        if f"from {other} import" in text:
            run_pending(other, pending)
    exec(compile(text, f"{name}.py", "exec"), sys.modules[name].__dict__)


def imported(source: str, files: dict[str, str]) -> dict[str, str]:
    """Return those of the learner's files that a source imports, directly or not."""
    found: dict[str, str] = {}
    todo = [source]
    while todo:
        for node in ast.walk(ast.parse(todo.pop())):
            if isinstance(node, ast.ImportFrom) and node.module in files and node.module not in found:
                found[node.module] = files[node.module]
                todo.append(files[node.module])
    return found


def plain(value: Any) -> Any:
    """Return a value with lists in place of arrays and tuples, its keys in order and no minus before 0."""
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value)}
    return [*map(plain, value)] if isinstance(value, list | tuple) else value + 0.0 if type(value) is float else value


def result(space: dict[str, Any], steps: Sequence[str], write: Callable[[Any], str] = short) -> str:
    """Return the text of what the last step gives, or of the exception that ends the steps."""
    space["np"] = np
    value: Any = None
    for step in steps:
        name, equals, made = step.partition(" = ")
        is_kept = bool(equals) and name.isidentifier()
        try:
            value = eval(made if is_kept else step, space)
        except Exception as error:
            return f"it raises {type(error).__name__}"
        if is_kept:
            space[name] = value
    return write(value)


def option(question: Json, text: str) -> str:
    """Return the letter of an option."""
    assert len(set(question["options"])) == len(question["options"])
    assert question["options"].count(text) == 1, (text, question["options"])
    return LETTERS[question["options"].index(text)]


def what_if(question: Json) -> str:
    return option(question, result(load(question, question["changed"]), question["call"]))


def which_call(question: Json) -> str:
    (mistake,) = [
        each
        for each in COURSE.mistakes(question["exercise"])
        if each.title == question["lines"]["the mistake"] and each.version == each.name
    ]
    differing = []
    for text in question["options"]:
        steps = [ast.get_source_segment(text, node) or "" for node in ast.parse(text).body]
        mine, theirs = (
            result(space, steps, lambda value: short(plain(value)))
            for space in (load(question, question["source"]), dict(vars(mistake.module)))
        )
        if mine != theirs:
            differing.append(text)
    assert len(differing) == 1, differing
    return option(question, differing[0])


KINDS = {"what_if": what_if, "which_call": which_call}


def main() -> None:
    """Print the answer to each question of standard input."""
    np.seterr(all="ignore")
    for question in json.load(sys.stdin):
        question["files"] = imported(question["source"], question["files"])
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                found = KINDS[question["kind"]](question)
            except Exception as error:
                found = f"{type(error).__name__}: {error}"
        print(found)  # noqa: T201


if __name__ == "__main__":
    assert not any(name.startswith("grader.questions") for name in sys.modules)
    main()
