"""Make one call and encode its outcome: the same code for learners' functions and for solutions."""

import ast
import builtins
import contextlib
import json
import linecache
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .codec import Decoder, Encoder, Handle, Json, WireError, clean, type_name
from .printed import OutputLimitError

BUILTIN_ERRORS = {
    id(kind): kind.__name__
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
"""Names by identity: a learner's exception class can have any `__name__`."""
GIVEN = "# given"
"""Ends the first line of a function that is not for the learner to write."""
KINDS = {ast.ClassDef: "class", ast.FunctionDef: "function", ast.AsyncFunctionDef: "function"}


def describe_exception(error: BaseException, source_name: str) -> Json:
    """Describe an exception: type, message, line of the learner's file. Safe on hostile exceptions."""
    kind, line, column = type(error), None, None
    try:
        message = str.__str__(str(error))
        if issubclass(kind, SyntaxError) and error.filename == source_name:  # type: ignore[attr-defined]  # by its class: isinstance asks the object
            line, message = error.lineno, str.__str__(error.msg)  # type: ignore[attr-defined]  # a SyntaxError has all three
            column = error.offset  # type: ignore[attr-defined]  # as above
    except BaseException:
        message = "(its message cannot be shown: __str__ failed)"
    line = raising_line(error, source_name) or line
    if kind is NotImplementedError and not message:
        message = _other_file(error, source_name)
    ancestry = [
        BUILTIN_ERRORS[id(base)] for base in type.__dict__["__mro__"].__get__(kind) if id(base) in BUILTIN_ERRORS
    ]
    return {
        "type": type_name(error),
        "ancestry": ancestry,
        "message": clean(message),
        "line": line if type(line) is int else None,
        "column": column if type(column) is int else None,
    }


def raising_line(error: BaseException, source_name: str) -> int | None:
    """Return the last line of the learner's file that an exception went through; None if there is none.

    A function whose first line ends with GIVEN is not the learner's: the line that called it is.
    """
    line = None
    with contextlib.suppress(BaseException):
        for frame, number in traceback.walk_tb(error.__traceback__):
            first = linecache.getline(source_name, frame.f_code.co_firstlineno)
            if frame.f_code.co_filename == source_name and (line is None or not first.rstrip().endswith(GIVEN)):
                line = number
    return line


def _other_file(error: BaseException, source_name: str) -> str:
    """Return the name of the learner's other file in which an exception was raised; empty if it was in this one."""
    with contextlib.suppress(BaseException):
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        name = frame.f_code.co_filename
        return "" if name == source_name or os.path.isabs(name) else name
    return ""


def ending(error: BaseException, source_name: str) -> Json:
    """Encode the outcome of a step that did not return."""
    kind = type(error)
    if issubclass(kind, MemoryError):
        return {"did": "memory", "line": raising_line(error, source_name)}
    if issubclass(kind, OutputLimitError):
        return {"did": "output", "line": raising_line(error, source_name)}
    if issubclass(kind, WireError):
        return {"did": "too-large", "what": str(error)}
    described = describe_exception(error, source_name)
    if issubclass(kind, PermissionError):  # confinement has refused something
        return {"did": "forbidden", "what": described["message"], "error": described}
    return {"did": "raised", "error": described}


def target_of(step: Json, module: Any, made: Mapping[str, Any]) -> Any:
    """Return what a step uses: a name of the module, or an attribute of an earlier step's value."""
    owner = step.get("of")
    if owner is None:
        return getattr(module, step["name"])
    return getattr(made[owner], step["name"]) if step["name"] else made[owner]


def execute(
    module: object, call: Json, blob: bytes, revive: Callable[[Handle], object], limits: Json, name: str
) -> tuple[list[Json], bytes]:
    """Run the steps of a call; return the outcome of each, and the blob of their values.

    A call is `{"steps": [...], "drain": n}`; a step has `name`, `of` (the earlier step's `as` that
    it belongs to), `args` and `kwargs` (encoded), `as`, and `get` for an attribute that is only read;
    with `overwrites`, the arrays given are filled with nan afterwards.
    After a step that does not return, the rest is not done, unless the step says that it `may_raise`.
    """
    made: dict[str, object] = {}
    answers: list[Json] = []
    # No handles in results: a stand-in that is returned must not come back as the object it stands for.
    encoder = Encoder(limits["result_bytes"], call["drain"], has_handles=False)
    for step in call["steps"]:
        decoder = Decoder(blob, revive)
        args = [decoder.decode(value) for value in step["args"]]
        kwargs = {key: decoder.decode(value) for key, value in step["kwargs"].items()}
        try:
            target = target_of(step, module, made)
            value = target if step["get"] else target(*args, **kwargs)
            if step["as"]:
                made[step["as"]] = value
                value = None
            answer = {"did": "returned", "value": encoder.encode(value)}
        except BaseException as error:  # SystemExit and KeyboardInterrupt as well: learners raise what they like
            answer = ending(error, name)
        answer["changed"] = changed_arguments(step, args, kwargs, blob)
        if step["overwrites"]:
            overwrite([*args, *kwargs.values()])
        answers.append(answer)
        if answer["did"] != "returned" and not (answer["did"] == "raised" and step["may_raise"]):
            break
    return answers, encoder.blob


def overwrite(values: Sequence[object]) -> None:
    """Fill arrays of floats with nan, as a caller does that uses its arrays again; leave everything else."""
    for value in values:
        with contextlib.suppress(BaseException):  # the learner's code may have modified the array, or numpy
            if type(value) is np.ndarray and value.dtype.kind == "f":
                value.flags.writeable = True  # the learner may have set it to False; the array belongs to the caller
                value.fill(np.nan)


def changed_arguments(step: Json, args: Sequence[object], kwargs: Mapping[str, object], blob: bytes) -> list[Json]:
    """List the positions and names of the arguments that no longer encode to what was sent."""
    changed: list[Json] = []
    given: list[tuple[Json, object, Json]] = [*zip(range(len(args)), args, step["args"], strict=True)]
    given += [(key, value, step["kwargs"][key]) for key, value in kwargs.items()]
    for key, value, sent in given:
        if type(sent) is dict and ("r" in sent or "h" in sent):
            continue
        try:
            if not is_same_on_wire(value, sent, blob):
                changed.append(key)
        except BaseException:
            changed.append(key)
    return changed


def is_same_on_wire(value: object, sent: Json, blob: bytes) -> bool:
    """Return whether a value would be encoded as `sent`, whose bytes are in `blob`."""
    if type(sent) is dict and "a" in sent:
        dtype, shape, start = sent["a"]
        if type(value) is not np.ndarray or value.dtype.str != dtype or list(value.shape) != shape:
            return False
        return value.tobytes() == blob[start : start + value.nbytes]
    encoder = Encoder()
    encoded = encoder.encode(value)
    if not encoder.parts:
        return json.dumps(encoded) == json.dumps(sent)
    original = Encoder()
    return (json.dumps(encoded), encoder.blob) == (
        json.dumps(original.encode(Decoder(blob).decode(sent))),
        original.blob,
    )


def enclosing(source: bytes, name: str) -> Json:
    """Return what the definition of `name` is inside of: its kind, its name, its line; None if there is no such thing.

    The kind is "class", "function", "main" for `if __name__ == …`, or "block" for any other statement.
    """
    with contextlib.suppress(Exception):
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if node is not tree and any(_defines(child, name) for child in ast.iter_child_nodes(node)):
                return [_kind(node), clean(getattr(node, "name", ""), 60), node.lineno]  # type: ignore[attr-defined]  # a statement: it holds a definition
    return None


def _defines(node: ast.AST, name: str) -> bool:
    return type(node) in KINDS and node.name == name  # type: ignore[attr-defined]  # all KINDS have names


def _kind(node: ast.AST) -> str:
    is_guard = isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)
    return "main" if is_guard else KINDS.get(type(node), "block")


def looping_line(source: bytes, lines: Sequence[int]) -> int | None:
    """Return the line of the loop that a function is in; `lines` are those of its frames, the outermost first.

    A `while` comes before a `for`, which ends some time, and an outer loop before what it calls, so that equal work
    gets an equal line wherever it is interrupted. Without a loop it is the innermost line.
    """
    with contextlib.suppress(Exception):
        nodes = list(ast.walk(ast.parse(source)))  # outer statements come first
        for kind in (ast.While, ast.For):
            for line in lines:
                for node in nodes:
                    if isinstance(node, kind) and node.lineno <= line <= (node.end_lineno or 0):
                        return node.lineno
    return lines[-1] if lines else None
