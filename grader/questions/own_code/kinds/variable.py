"""Ask for a variable after a line has run for the k-th time, for a part of a line, how often one runs, and which one."""

import ast
import builtins
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from operator import itemgetter
from typing import Any

import numpy as np

from grader.core.call import Outcomes, Step, Value
from grader.core.formatting import short
from grader.questions.own_code.bench import MOST_ROWS, Bench
from grader.questions.own_code.calls import OwnRun, are_listed, model_answers
from grader.questions.own_code.kind import QuestionKind
from grader.questions.own_code.noted import noted, noted_part
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import brief, differ, has_arrays, is_written, value_text
from grader.questions.own_code.wrong_values import is_argument, near_values, wrong_values
from grader.questions.turns import by_turns, in_turn

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
FEWEST_RUNS, MOST_RUNS = 2, 12
LINES = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return | ast.Raise | ast.Break | ast.Continue
PARTS = ast.BinOp | ast.Call | ast.IfExp | ast.Subscript
EASY = {
    *("array", "asarray", "astype", "copy", "enumerate", "filter", "float", "int", "iter", "len", "list", "map"),
    *("range", "reversed", "super", "tolist", "tuple", "zip"),
}
"""Functions and methods whose results are no values to write down, or too easily seen."""
MOST_PART, MOST_LINE = 60, 72
FEWEST_WRONG = 2
MOST_TRIES = 8
"""Cases of each form that are run without tracing; most make a question."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield questions of the four forms in turn, each on another call."""
    lines = _simple_lines(bench)
    if _keeps_results(bench, lines):
        return
    recursive = _lines_in_recursion(bench)
    once = {line: node for line, node in lines.items() if line not in recursive}
    forms = [_values(bench, lines), _parts(bench), _counts(bench, once), _branches(bench, once)]
    yield from in_turn(filter(None, form) for form in bench.draws("forms").shuffled(forms))


def _simple_lines(bench: Bench) -> dict[int, ast.stmt]:
    """Return the statements of functions that have a line of their own and hold no function of their own, by line."""
    found: dict[int, ast.stmt] = {}
    texts = [line.encode() for line in bench.code.source.splitlines()]
    for function in bench.functions:
        for node in ast.walk(function):
            if isinstance(node, LINES) and node.lineno == node.end_lineno:
                text = texts[node.lineno - 1]
                if text[node.col_offset : node.end_col_offset] == text.strip():
                    found[node.lineno] = node
    return {line: node for line, node in found.items() if not any(map(_has_own_frame, ast.walk(node)))}


def _has_own_frame(node: ast.AST) -> bool:
    return isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda | ast.Yield)


def _lines_in_recursion(bench: Bench) -> set[int]:
    """Return the lines of functions that call themselves: how often they run “in a call” could be read in two ways."""
    recursive = [node for node in bench.functions if {node.name, f"self.{node.name}"} & {*_calls(node)}]
    return {line for node in recursive for line in range(node.lineno, (node.end_lineno or 0) + 1)}


def _calls(tree: ast.AST) -> list[str]:
    return [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]


# --- the four forms; they yield None for a case that makes no fair question -----------------------


def _counts(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion | None]:
    """Yield how often a line runs, for lines that run more than once."""
    draws = bench.draws("counts")
    cases = [
        (line, run)
        for run in bench.returning
        for line, count in Counter(run.lines).items()
        if line in lines and FEWEST_RUNS <= count <= MOST_RUNS and count not in _counts_seen(run)
    ]
    for line, run in by_turns(draws.shuffled(cases), itemgetter(0))[:MOST_TRIES]:
        notes = noted(bench, run.call, lines, [line])
        if notes and len(notes[0]) == run.lines.count(line):
            words = f"How often does line {line} run in this call?"
            yield _asked(bench, run, notes[1], line, words, {"form": "count"}, answer=f"{len(notes[0])}")


def _counts_seen(run: OwnRun) -> set[int]:
    """Return how many steps and answers of models of one name there are: who counts those need not read the file."""
    models = model_answers(run.call, run.outcomes) or ()
    names = [text.partition("(")[0] for text in (*models, *run.call.asked)]
    return {len(models), *Counter(names).values()}


def _values(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion | None]:
    """Yield the value of a variable after a line that assigns to it has run for the k-th time."""
    draws = bench.draws("values")
    cases = [
        (line, name, run)
        for run in bench.returning
        for line in sorted({*run.lines})
        for name in _assigned(lines.get(line))
        if not _is_given(run, line, name)
    ]
    for line, name, run in by_turns(draws.shuffled(cases), itemgetter(0))[:MOST_TRIES]:
        notes = noted(bench, run.call, lines, [line], name)
        if notes and len(notes[0]) == run.lines.count(line):
            yield _value(bench, run, line, name, [value for _, value in notes[0]], notes[1])


def _given(run: OwnRun) -> list[Value]:
    """Return the arguments of a call, and their rows."""
    given = [value for step in run.call.call.steps for value in (*step.args, *step.kwargs.values())]
    return given + [row for value in given if isinstance(value, np.ndarray) and value.ndim > 1 for row in value]


def _is_given(run: OwnRun, line: int, name: str) -> bool:
    """Return whether a line, as its process says, assigns arguments of the call alone, which are no answer."""
    given = _given(run)
    return all(is_argument(row.changes.get(name, 0), given) for row in run.rows if row.line == line)


def _parts(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield the value of a part of a line where it is computed for the k-th time."""
    nodes = _parts_of_lines(bench)
    cases = [(node, run) for run in bench.returning for node in nodes if node.lineno in run.lines]
    drawn = bench.draws("parts").shuffled(cases)
    for node, run in by_turns(drawn, lambda case: case[0].lineno)[:MOST_TRIES]:
        if not (notes := noted_part(bench, run.call, node)):
            continue
        values, text = [value for _, value in notes[0]], bench.code.text(node)
        is_sum = len(values) == 1 and isinstance(values[0], int | float) and not _calls(node)
        is_told = is_sum or _reads_arguments_alone(bench, node, run.call.call.steps[-1])
        question = _value(bench, run, node.lineno, text, values, notes[1], is_part=True)
        if question:
            yield replace(question, is_weak=question.is_weak or is_told)


def _reads_arguments_alone(bench: Bench, node: ast.expr, step: Step) -> bool:
    """Return whether an expression has no other names than arguments of a step that stay as they are: the call tells it."""
    called = [function.args for function in bench.functions if function.name == step.name]
    asked = {arg.arg for args in called for arg in (*args.args, *args.kwonlyargs)}
    asked |= {key for value in step.args if isinstance(value, Mapping) for key in value}
    around = [each for each in bench.functions if each.lineno <= node.lineno <= (each.end_lineno or 0)]
    names = [each for function in around for each in ast.walk(function) if isinstance(each, ast.Name)]
    stored = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    known = {"np", *bench.imports, *dir(builtins)}
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - known
    return used <= asked - stored - {"self"}


def _parts_of_lines(bench: Bench) -> list[ast.expr]:
    """Return expressions in functions that a line has once and that are neither all of it nor easily seen."""
    left_out = {*map(id, _left_out(bench.code.tree))}
    inside = {id(node): node for each in bench.functions for part in each.body for node in ast.walk(part)}
    nodes = [node for node in inside.values() if isinstance(node, PARTS) and id(node) not in left_out]
    modules = {*bench.imports, "np"}
    return [node for node in nodes if _is_worth(node, bench.code.text(node), bench.line(node.lineno), modules)]


def _left_out(tree: ast.AST) -> Iterator[ast.AST | None]:
    """Yield expressions that are all of a statement, and those of signatures and messages."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=changed)) as value):
                yield from (value, changed)  # what the method changes is another thing before and after
            case ast.Return(value=value) | ast.Assign(value=value) | ast.Expr(value=value):
                yield value
            case ast.Raise() | ast.JoinedStr() | ast.arguments():
                yield from ast.walk(node)
            case ast.AnnAssign(annotation=value) | ast.FunctionDef(returns=ast.expr() as value):
                yield from ast.walk(value)


def _is_worth(node: ast.expr, text: str, line: str, modules: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            is_easy = name in EASY
        case ast.Subscript(ctx=context, slice=index):
            is_easy = not isinstance(context, ast.Load) or is_written(ast.unparse(index))
        case _:
            is_easy = False
    varies = any(isinstance(each, ast.Name) and each.id not in modules for each in ast.walk(node))
    is_short = node.lineno == node.end_lineno and len(text) <= MOST_PART
    return varies and is_short and not is_easy and line.count(text) == 1


def _assigned(node: ast.stmt | None) -> list[str]:
    """Return the names and attributes that a statement assigns to, unless it writes the value down."""
    match node:
        case ast.Assign(targets=[target], value=value) if not isinstance(value, ast.Name | ast.Attribute):
            if isinstance(target, ast.Tuple):
                names = [item.value if isinstance(item, ast.Starred) else item for item in target.elts]
                is_seen = isinstance(value, ast.Tuple)
                return [] if is_seen else [item.id for item in names if isinstance(item, ast.Name) and item.id != "_"]
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
    bench: Bench,
    run: OwnRun,
    line: int,
    name: str,
    values: Sequence[Value],
    outcomes: Outcomes,
    *,
    is_part: bool = False,
) -> OwnQuestion | None:
    if not 0 < len(values) <= MOST_RUNS:
        return None
    draws = bench.draws("value", f"{line} {name} {run.number}")
    early = max(1, run.lines[:MOST_ROWS].count(line))
    if is_part and len(run.rows) <= MOST_ROWS:
        early = len(values)
    time = draws.integer(0, min(len(values), len(ORDINALS), early) - 1)
    given = _given(run)
    changes = [change for row in run.rows for change in row.changes.items()]
    right, form, written = values[time], "value", _written(bench, line)
    if isinstance(right, str) and written == [right]:
        return None
    near = draws.shuffled(near_values(right))
    # One that is near comes before arguments: a number that was computed is told by its looks among those that were given.
    others = [*values, *(value for each, value in changes if each == name), *written]
    others += [*near[: type(right) in (int, float)], *(value for _, value in changes), *given, *near]
    is_veiled = (run.call.is_brief and has_arrays(right)) or (
        is_part and isinstance(right, list) and any(not differ(right, value) for value in given)
    )
    wrong = [] if is_veiled else wrong_values(right, given, others)
    if len(wrong) < FEWEST_WRONG and isinstance(right, np.ndarray):
        given, others = ([value.shape for value in some if isinstance(value, np.ndarray)] for some in (given, others))
        right, form = right.shape, "shape"
        wrong = wrong_values(right, given, [*others, right[::-1], right[:-1], (*right, 1), (1, *right)])
    if len(wrong) < FEWEST_WRONG:
        return None
    when = f" for the {ORDINALS[time]} time" if len(values) > 1 else ""
    if is_part:
        when = f" when it is computed{when}" if when else ""
        words = f"What is the {form} of `{name}` in line {line}{when} in this call?"
    else:
        what = f"What is in `{name}`" if form == "value" else f"What shape does `{name}` have"
        words = f"{what} when line {line} has run{when} in this call?"
    told = {brief(values[time]), short(values[time])} if form == "shape" else {value_text(right)}
    options = lettered(value_text(right), [*map(value_text, wrong)], draws.shuffled(range(1 + len(wrong))))
    facts = {"form": form, "name": name, "time": time + 1, "is_part": is_part}
    question = _asked(bench, run, outcomes, line, words, facts, told, **options)
    return replace(question, is_weak=question.is_weak or _are_alike(given)) if question else None


def _are_alike(given: Sequence[Value]) -> bool:
    """Return whether numbers that could be taken for one another are the same: two arrays, or all that are in one."""
    rows = [value.tolist() for value in given if isinstance(value, np.ndarray) and value.ndim == 1 and value.size > 1]
    return any(len({*row}) == 1 for row in rows) or any(one == other for one, other in combinations(rows, 2))


def _written(bench: Bench, line: int) -> list[Value]:
    """Return the texts that are written in a line: what is written may be the value or not."""
    nodes = [node for node in ast.walk(bench.code.tree) if isinstance(node, ast.Constant) and node.lineno == line]
    return [node.value for node in nodes if isinstance(node.value, str)]


def _branches(bench: Bench, lines: dict[int, ast.stmt]) -> Iterator[OwnQuestion | None]:
    """Yield which one of some lines, each under a condition, runs in a call."""
    conditional = _conditional(bench)
    under = {line for line in lines if line in conditional and not isinstance(lines[line], ast.Raise)}
    bodies = [range(node.body[0].lineno, (node.end_lineno or 0) + 1) for node in bench.functions]
    for run in bench.draws("branches").shuffled(bench.returning)[:MOST_TRIES]:
        ran = {*run.lines}
        draws = bench.draws("branch", f"{run.number}")
        does, not_run = draws.shuffled(sorted(under & ran)), draws.shuffled(sorted(under - ran))
        texts = {line: f"line {line}: {bench.line(line)}" for line in under}
        near = {line for body in bodies if not ran.isdisjoint(body) for line in body}  # of functions that are called
        not_run = [line for line in not_run if len(texts[line]) <= MOST_LINE and line in near]
        not_run = [*{conditional[line]: line for line in not_run}.values()]  # of two in one block, neither runs alone
        if not does or len(not_run) < 2 or len(texts[does[0]]) > MOST_LINE:
            continue
        chosen = [does[0], *not_run[:3]]
        notes = noted(bench, run.call, lines, chosen)
        if notes and {line for line, _ in notes[0]} == {does[0]}:
            options = lettered(
                texts[chosen[0]], [texts[line] for line in chosen[1:]], draws.shuffled(range(len(chosen)))
            )
            words = "Which of these lines runs in this call?"
            yield _asked(bench, run, notes[1], does[0], words, {"form": "branch"}, **options)


def _conditional(bench: Bench) -> dict[int, int]:
    """Return the lines under conditions, each with the first line of its block."""
    branches = [node for node in ast.walk(bench.code.tree) if isinstance(node, ast.If)]
    blocks = [block for node in branches for block in (node.body, node.orelse)]
    return {child.lineno: block[0].lineno for block in blocks for child in block}


def _keeps_results(bench: Bench, lines: dict[int, ast.stmt]) -> bool:
    """Return whether no line of two calls runs again when they are made again."""
    first = [(run, next((line for line in run.lines if line in lines), 0)) for run in bench.returning]
    tried = [(run, line) for run, line in first if line][:2]
    return bool(tried) and not any(noted(bench, run.call, lines, [line]) for run, line in tried)


def _asked(
    bench: Bench,
    run: OwnRun,
    outcomes: Outcomes,
    line: int,
    words: str,
    facts: Mapping[str, object],
    told: Collection[str] = (),
    **options: Any,
) -> OwnQuestion | None:
    of_call = bench.fields(run.call, outcomes)
    if of_call is None or any(are_listed(text, of_call["models"]) for text in told):
        return None
    is_told = any(f" gives {text}," in f"{answer}," for answer in of_call["models"] for text in told)
    if is_told and facts["form"] != "shape":
        return None
    of_call["facts"] |= facts
    lines = {} if facts["form"] == "branch" else {"now": bench.line(line)}
    return bench.question("variable", line, words, lines=lines, is_weak=is_told, **options, **of_call)


KIND = QuestionKind(
    "what line {line} does",
    "in no call that can be followed a line assigns, repeats, has a condition, or has a part to work out",
    questions,
)
