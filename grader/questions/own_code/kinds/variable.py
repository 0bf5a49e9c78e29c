"""Ask what is in a variable after a line has run for the k-th time, how often a line runs, and which line runs."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.core.call import Outcomes, Step, Value
from grader.questions.own_code.bench import MOST_ROWS, Bench, QuestionKind
from grader.questions.own_code.calls import ShortCall
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import differ, has_arrays, is_written, value_text

NOTED = "_learn_noted"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
FEWEST_RUNS, MOST_RUNS = 2, 12
LINES = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return | ast.Raise | ast.Break | ast.Continue
JUMPS = ast.Return | ast.Raise | ast.Break | ast.Continue
MOST_LINE = 72
FEWEST_WRONG, MOST_WRONG = 2, 3
MOST_TRIES = 8
"""Cases of each form that are run without tracing; most make a question."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield questions of the three forms in turn, each on another call."""
    lines = _simple_lines(bench)
    forms = [_values(bench, lines), _counts(bench, lines), _branches(bench, lines)]
    forms = bench.draws("forms").shuffled(forms)
    while forms:
        for form in [*forms]:
            question = next(form, None)
            if question:
                yield question
            else:
                forms.remove(form)


def _simple_lines(bench: Bench) -> dict[int, ast.stmt]:
    """Return the statements of functions that have a line of their own and hold no function of their own, by line."""
    found: dict[int, ast.stmt] = {}
    texts = [line.encode() for line in bench.code.source.splitlines()]
    for function in ast.walk(bench.code.tree):
        if isinstance(function, ast.FunctionDef) and not _calls_itself(function):
            for node in ast.walk(function):
                if isinstance(node, LINES) and node.lineno == node.end_lineno:
                    text = texts[node.lineno - 1]
                    if text[node.col_offset : node.end_col_offset] == text.strip():
                        found[node.lineno] = node
    return {line: node for line, node in found.items() if not any(map(_has_own_frame, ast.walk(node)))}


def _has_own_frame(node: ast.AST) -> bool:
    return isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda | ast.Yield)


def _calls_itself(function: ast.FunctionDef) -> bool:
    calls = [ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)]
    return bool({function.name, f"self.{function.name}"} & {*calls})


# --- the three forms ------------------------------------------------------------------------------


def _counts(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion]:
    """Yield how often a line runs, for lines that run more than once."""
    draws = bench.draws("counts")
    cases = [
        (line, place)
        for place in bench.places
        for line, count in Counter(row.line for row in bench.rows[place]).items()
        if line in lines and FEWEST_RUNS <= count <= MOST_RUNS
    ]
    used: set[int] = set()
    for line, place in draws.shuffled(cases)[:MOST_TRIES]:
        noted = None if line in used else _noted(bench, bench.calls[place], lines, [line])
        if noted and len(noted[0]) == sum(row.line == line for row in bench.rows[place]):
            words = f"How often does line {line} run in this call?"
            question = _asked(bench, bench.calls[place], noted[1], line, words, answer=f"{len(noted[0])}", form="count")
            if question:
                used.add(line)
                yield question


def _values(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion]:
    """Yield the value of a variable after a line that assigns to it has run for the k-th time."""
    draws = bench.draws("values")
    cases = [
        (line, name, place)
        for place in bench.places
        for line in sorted({row.line for row in bench.rows[place]})
        for name in _assigned(lines.get(line))
    ]
    used: set[int] = set()
    for line, name, place in draws.shuffled(cases)[:MOST_TRIES]:
        noted = None if line in used else _noted(bench, bench.calls[place], lines, [line], name)
        question = noted and _value(bench, place, line, name, [value for _, value in noted[0]], noted[1])
        if question:
            used.add(line)
            yield question


def _assigned(node: ast.stmt | None) -> list[str]:
    """Return the names and attributes that a statement assigns to, unless it writes the value down."""
    match node:
        case ast.Assign(targets=[target], value=value) if not isinstance(value, ast.Name):
            changed = target.value if isinstance(target, ast.Subscript) else target
            is_seen = changed is target and is_written(ast.unparse(value))
        case ast.AugAssign(target=target):
            changed, is_seen = target.value if isinstance(target, ast.Subscript) else target, False
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=changed))):
            is_seen = False
        case _:
            return []
    name = ast.unparse(changed)
    is_name = isinstance(changed, ast.Name) and name not in ("self", "np")
    return [name] if not is_seen and (is_name or name.removeprefix("self.").isidentifier()) else []


def _value(
    bench: Bench, place: int, line: int, name: str, values: Sequence[Value], outcomes: Outcomes
) -> OwnQuestion | None:
    rows = bench.rows[place]
    if len(values) != sum(row.line == line for row in rows) or not 0 < len(values) <= MOST_RUNS:
        return None
    draws = bench.draws("value", f"{line} {name} {place}")
    early = max(1, sum(row.line == line for row in rows[:MOST_ROWS]))
    time = draws.integer(0, min(len(values), len(ORDINALS), early) - 1)
    given = [value for step in bench.calls[place].call.steps for value in (*step.args, *step.kwargs.values())]
    changes = [change for row in rows for change in row.changes.items()]
    others = [*values, *(value for each, value in changes if each == name), *(value for _, value in changes), *given]
    others += _near(values[time])
    right, what, form = values[time], f"What is in `{name}`", "value"
    wrong = [] if bench.calls[place].is_brief and has_arrays(right) else _others(right, given, others)
    if len(wrong) < FEWEST_WRONG and isinstance(right, np.ndarray):
        given, others = ([value.shape for value in some if isinstance(value, np.ndarray)] for some in (given, others))
        right, what, form = right.shape, f"What shape does `{name}` have", "shape"
        wrong = _others(right, given, [*others, right[::-1], right[:-1], (*right, 1), (1, *right)])
    if len(wrong) < FEWEST_WRONG:
        return None
    when = f" for the {ORDINALS[time]} time" if len(values) > 1 else ""
    words = f"{what} when line {line} has run{when} in this call?"
    told = value_text(right)
    options = lettered(told, [*map(value_text, wrong)], draws.shuffled(range(1 + len(wrong))))
    fields = {"name": name, "time": time + 1, **options}
    return _asked(bench, bench.calls[place], outcomes, line, words, form=form, told=told, **fields)


def _near(right: Value) -> list[Value]:
    """Return values that a slip by one gives, or one in the order, or a sum."""
    if type(right) is int:
        return [right + 1, right - 1]
    if isinstance(right, np.ndarray) and right.ndim == 1 and right.dtype.kind == "f":
        return [right[::-1], np.cumsum(right), *([right / right.sum()] if 0 < right.sum() < np.inf else [])]
    return [right[:-1], right[1:], right[::-1]] if isinstance(right, list | tuple | str) else []


def _others(right: Value, given: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """Return wrong options of the right one's type; none if that cannot be written, or is an argument that is no number."""
    is_given = not isinstance(right, int | float | list) and any(not differ(right, value) for value in given)
    if not value_text(right) or is_given:
        return []
    wrong: list[Value] = []
    for value in sorted(
        others, key=lambda value: _length(value) != _length(right)
    ):  # who counts items need not read the file
        if value_text(value) and type(value) is type(right) and all(differ(value, one) for one in (right, *wrong)):
            wrong.append(value)
    is_counted = _length(right) > 1 and all(_length(value) != _length(right) for value in wrong)
    return [] if is_counted else wrong[:MOST_WRONG]


def _length(value: Value) -> int:
    return len(value) if isinstance(value, list | tuple | str) else 0


def _branches(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion]:
    """Yield which one of some lines, each under a condition, runs in a call."""
    conditional = _conditional(bench)
    under = {line for line in lines if line in conditional and not isinstance(lines[line], ast.Raise)}
    for place in bench.draws("branches").shuffled(bench.places)[:MOST_TRIES]:
        ran = {row.line for row in bench.rows[place]}
        draws = bench.draws("branch", f"{place}")
        does, not_run = draws.shuffled(sorted(under & ran)), draws.shuffled(sorted(under - ran))
        texts = {line: f"line {line}: {bench.line(line)}" for line in under}
        not_run = [line for line in not_run if len(texts[line]) <= MOST_LINE and bench.is_near(line, ran)]
        if not does or len(not_run) < 2 or len(texts[does[0]]) > MOST_LINE:
            continue
        chosen = [does[0], *not_run[:3]]
        noted = _noted(bench, bench.calls[place], lines, chosen)
        if noted and {line for line, _ in noted[0]} == {does[0]}:
            options = lettered(
                texts[chosen[0]], [texts[line] for line in chosen[1:]], draws.shuffled(range(len(chosen)))
            )
            words = "Which of these lines runs in this call?"
            question = _asked(bench, bench.calls[place], noted[1], does[0], words, form="branch", **options)
            if question:
                yield question


def _conditional(bench: Bench) -> set[int]:
    branches = [node for node in ast.walk(bench.code.tree) if isinstance(node, ast.If)]
    return {child.lineno for node in branches for child in (*node.body, *node.orelse)}


# --- runs without tracing -------------------------------------------------------------------------


def _noted(
    bench: Bench, call: ShortCall, lines: dict[int, ast.stmt], chosen: Sequence[int], name: str = "None"
) -> tuple[list[tuple[int, Value]], Outcomes] | None:
    """Run a copy that notes when lines have run, with the value of a name; return the notes, and the outcome."""
    source = bench.code.source.splitlines()
    for line in sorted(chosen, reverse=True):
        indent = source[line - 1][: -len(source[line - 1].lstrip())]
        note = f"{indent}{NOTED}.append(({line}, {NOTED}_copy({name})))"
        source.insert(line - isinstance(lines[line], JUMPS), note)
    head = f"import copy\n{NOTED} = []\n{NOTED}_copy = copy.deepcopy\n"
    text = "\n".join(
        [*source, head, f"def {NOTED}_all():", f"    made, {NOTED}[:] = {NOTED}[:], []", "    return made", ""]
    )
    confirmed = bench.confirmed(text, [call], Step(f"{NOTED}_all"))
    if not confirmed or len(confirmed[0]) <= len(call.call.steps) or type(confirmed[0][-1].value) is not list:
        return None
    return confirmed[0][-1].value, confirmed[0]


def _asked(
    bench: Bench,
    call: ShortCall,
    outcomes: Outcomes,
    line: int,
    words: str,
    *,
    form: str,
    told: str = "-",
    **fields: Any,
) -> OwnQuestion | None:
    of_call = bench.fields(call, outcomes)
    if of_call is None or any(text.endswith(f" gives {told}") for text in of_call["models"]):
        return None
    own = {key: fields.pop(key) for key in ("name", "time") if key in fields}
    of_call["facts"] = {**of_call["facts"], "form": form, **own}
    lines = {} if form == "branch" else {"now": bench.line(line)}
    return bench.question("variable", line, words, lines=lines, **fields, **of_call)


KIND = QuestionKind(
    "what line {line} does",
    "no line of its own assigns, repeats or has a condition in a call that can be followed",
    questions,
)
