"""Show values and calls as Python that can be pasted, and shortened for a screen."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from grader.child.codec import Drained, Opaque, clean
from grader.core.call import Array, Call, Seed, Spy, Step, Value

MAX_ITEMS = 8
MAX_LENGTH = 300
MAX_SOURCE = 72


def literal(value: Value) -> str:
    """Return a value in full, as Python that makes it again."""
    return _text(value, digits=17, items=None)


def short(value: Value) -> str:
    """Return a value as text for a person: 6 digits, at most 8 items of a list, at most 300 characters."""
    return clean(_text(value, digits=6, items=MAX_ITEMS), MAX_LENGTH)


def seconds_text(seconds: float) -> str:
    return f"{seconds:.3g} s"


def told_apart(one: Value, other: Value) -> tuple[str, str]:
    """Return two different numbers as text, with 6 digits or as many as it takes to see the difference."""
    for digits in (6, 9, 13):
        texts = _text(one, digits, None), _text(other, digits, None)
        if texts[0] != texts[1]:
            return texts
    return literal(one), literal(other)


def call_text(call: Call) -> str:
    """Return a call as Python to paste, its steps separated by semicolons."""
    return "; ".join(map(step_text, call.steps))


def step_text(step: Step) -> str:
    """Return a step as Python to paste."""
    target = f"{step.of}.{step.name}" if step.of and step.name else step.of or step.name
    arguments = [literal(value) for value in step.args]
    arguments += [f"{name}={literal(value)}" for name, value in step.kwargs.items()]
    text = target if step.is_read else f"{target}({', '.join(arguments)})"
    return f"{step.keep} = {text}" if step.keep else text


def _text(value: Value, digits: int, items: int | None) -> str:
    if isinstance(value, np.ndarray):
        return _array(value, digits, items)
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, float | np.floating):
        return _number(float(value), digits, "float('{}')")
    if isinstance(value, np.integer):
        return str(int(value))
    if isinstance(value, Drained | list):
        return _sequence(value, "[{}]", digits, items)
    if isinstance(value, tuple):
        return _sequence(value, "({},)" if len(value) == 1 else "({})", digits, items)
    if isinstance(value, set):
        return _sequence(sorted(value, key=repr), "{{{}}}", digits, items) if value else "set()"
    if isinstance(value, Mapping):
        pairs = _cut([*value.items()], items, lambda pair: ": ".join(_text(item, digits, items) for item in pair))
        return "{" + ", ".join(pairs) + "}"
    return _named(value)


def _named(value: Value) -> str:
    if isinstance(value, Spy):
        return value.name
    if isinstance(value, Seed):
        return f"np.random.default_rng({value.number})"
    if isinstance(value, Opaque):
        return f"<{value.type_name}>"
    return repr(value)


def _sequence(items: Sequence[Value], frame: str, digits: int, most: int | None) -> str:
    return frame.format(", ".join(_cut(items, most, lambda item: _text(item, digits, most))))


def _cut(items: Sequence[Value] | Array, most: int | None, write: Callable[[Value], str]) -> list[str]:
    """Write the first items only, so that a value of millions of them costs no more than what is shown."""
    if most is None or len(items) <= most:
        return [write(item) for item in items]
    return [*(write(item) for item in items[:most]), f"… {len(items)} in all"]


def _number(number: float, digits: int, special: str) -> str:
    if not math.isfinite(number):
        return special.format(number)
    return repr(number) if digits > 16 else f"{number:.{digits}g}"


def _array(array: Array, digits: int, items: int | None) -> str:
    body = _rows(array, digits, items)
    if items is not None:
        return body
    name = "bool_" if array.dtype == np.bool_ else array.dtype.name  # numpy 1 has no np.bool
    if not array.size and np.shape(array.tolist()) != array.shape:  # without a number, rows have no length
        return f"np.zeros({array.shape}, dtype=np.{name})"
    dtype = "" if array.dtype == np.float64 and "." in body else f", dtype=np.{name}"
    return f"np.array({body}{dtype})"


def _rows(rows: Value, digits: int, items: int | None) -> str:
    if items is None and digits > 16 and rows.dtype == np.float64 and np.isfinite(rows).all():
        return str(rows.tolist())  # the same text, faster: a model's weights are thousands of numbers
    if isinstance(rows, np.ndarray) and rows.ndim:
        return f"[{', '.join(_cut(rows, items, lambda row: _rows(row, digits, items)))}]"
    rows = rows.item()
    if isinstance(rows, float):
        return _number(rows, digits, "{}" if items is not None else "float('{}')")
    return str(rows)


def source_line(source: bytes, line: int, column: int | None = None) -> str:
    """Return a line of a file without its indentation; a second line has a caret below `column`, which counts from 1."""
    lines = re.split(r"\r\n|\r|\n", source.decode("utf-8-sig", "replace"))
    whole = lines[line - 1].rstrip() if line <= len(lines) else ""
    indent = len(whole) - len(whole.lstrip())
    start = max(indent, (column or 1) - MAX_SOURCE // 2) if len(whole) - indent > MAX_SOURCE else indent
    text = "".join(
        letter if letter.isprintable() else "?" for letter in whole[start : start + MAX_SOURCE].expandtabs(1)
    )
    if column is None or not start < column <= start + len(text) + 1:
        return text
    from grader.core.escape import columns_of  # few results have a caret

    return f"{text}\n{' ' * columns_of(text[: column - 1 - start])}^"
