"""Note values in a copy of a learner's file, in a run without tracing: when lines have run, and what is in a name then."""

import ast
from collections.abc import Sequence

from grader.core.call import Outcomes, Step, Value
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.calls import ShortCall

NOTED = "_learn_noted"
NOTE = f"""
import copy
{NOTED} = []
{NOTED}_copy = copy.deepcopy
def {NOTED}_part(line, value):
    {NOTED}.append((line, {NOTED}_copy(value)))
    return value
def {NOTED}_all():
    made, {NOTED}[:] = {NOTED}[:], []
    return made
"""
"""The end of a copy that notes values."""
JUMPS = ast.Return | ast.Raise | ast.Break | ast.Continue
Notes = tuple[list[tuple[int, Value]], Outcomes]
"""Lines with a value each, and the outcome of the call."""


def noted(
    bench: Bench, call: ShortCall, lines: dict[int, ast.stmt], chosen: Sequence[int], name: str = "None"
) -> Notes | None:
    """Run a copy that notes when lines have run, with the value of a name; return the notes, and the outcome."""
    source = bench.code.source.splitlines()
    for line in sorted(chosen, reverse=True):
        indent = source[line - 1][: -len(source[line - 1].lstrip())]
        note = f"{indent}{NOTED}.append(({line}, {NOTED}_copy({name})))"
        source.insert(line - isinstance(lines[line], JUMPS), note)
    return _notes(bench, call, "\n".join(source))


def noted_part(bench: Bench, call: ShortCall, node: ast.expr) -> Notes | None:
    """Run a copy that notes the values of an expression."""
    start, end, text = bench.code.replace(node, f"{NOTED}_part({node.lineno}, {bench.code.text(node)})")
    return _notes(bench, call, bench.code.source[:start] + text + bench.code.source[end:])


def _notes(bench: Bench, call: ShortCall, source: str) -> Notes | None:
    confirmed = bench.confirmed(source + NOTE, [call], Step(f"{NOTED}_all"))
    if not confirmed or len(confirmed[0]) <= len(call.call.steps) or type(confirmed[0][-1].value) is not list:
        return None
    return confirmed[0][-1].value, confirmed[0]
