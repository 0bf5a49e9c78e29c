"""Ask for the result of a short call in a copy of the file with one slip."""

import ast
import re
from collections.abc import Iterator, Sequence

from grader.core.call import Outcomes
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.calls import OwnRun
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import (
    SAME,
    are_alike,
    are_all_apart,
    are_apart,
    differ,
    is_of_file,
    outcome_text,
)

FEWEST, MOST = 3, 4
"""How many options a question has."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each slip with a clear effect in a short call."""
    copies = bench.run_copies([slip.source for slip in bench.slips]) if bench.runs else []
    refusals = _refusals(bench.code.tree)
    for slip, outcomes in zip(bench.slips, copies, strict=False):
        places = bench.draws("what_if", slip.source).shuffled(range(len(bench.runs)))
        for place in places:
            right = outcomes[place]
            if not right or (slip.line in refusals and right[-1].raised):
                continue  # everybody sees that a changed condition before a `raise` raises
            if question := _question(bench, slip, bench.runs[place], right, [copy[place] for copy in copies]):
                yield question
                break


def _question(
    bench: Bench, slip: Mutant, run: OwnRun, right: Outcomes, of_copies: Sequence[Outcomes]
) -> OwnQuestion | None:
    own, text = outcome_text(run.outcomes), outcome_text(right)
    if not own or not text or not are_apart(run.outcomes, right):
        return None
    changed = bench.line(slip.line, slip.source)
    if text in _words(changed) or _has_constant(changed) or _is_given(run, right) or not is_of_file(right, slip.source):
        return None
    if not are_alike(run.outcomes, right):
        return None
    wrong = [run.outcomes]
    for other in (*of_copies, *(another.outcomes for another in bench.runs)):
        are_two_exceptions = other and right[-1].raised and other[-1].raised
        is_fair = outcome_text(other) and not are_two_exceptions and are_all_apart([right, *wrong, other])
        is_fair = is_fair and are_alike(other, run.outcomes if right[-1].raised else right)
        if is_fair and len(wrong) < MOST - 1:
            wrong.append(other)
    if len(wrong) + 1 < FEWEST or not bench.confirm(slip.source, [run.call], [right]):
        return None
    return bench.question(
        kind="what_if",
        line=slip.line,
        question=f"What if line {slip.line} were changed like this: what would the call give?",
        lines={"now": bench.line(slip.line), "changed": bench.line(slip.line, slip.source)},
        call=run.call.steps,
        changed=slip.source,
        why=f"With the line as it is, the call gives: {own}",
        right=text,
        wrong=[outcome_text(outcomes) for outcomes in wrong],
    )


def _refusals(tree: ast.AST) -> set[int]:
    """Return the lines of conditions under which an exception is raised."""
    branches = [node for node in ast.walk(tree) if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise)]
    return {line for node in branches for line in range(node.lineno, node.body[0].lineno)}


def _has_constant(line: str) -> bool:
    """Return whether a line computes with constants alone, as in `0 + 2`, so that everybody sees its value."""
    try:
        tree = ast.parse(f"{line}\n    pass" if line.endswith(":") else line)
    except SyntaxError:  # such as an `else:`, or a part of a longer statement
        return False
    operations = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare)]
    return any(not any(isinstance(part, ast.Name) for part in ast.walk(node)) for node in operations)


def _is_given(run: OwnRun, right: Outcomes) -> bool:
    """Return whether the result is an argument of the call, or an item of one."""
    step, value = run.call.call.steps[-1], right[-1].value
    given = (*step.args, *step.kwargs.values())
    items = (item for one in given if isinstance(one, list | tuple) for item in one)
    return (
        not right[-1].raised
        and value is not None
        and not all(differ(value, one, SAME, SAME) for one in (*given, *items))
    )


def _words(line: str) -> set[str]:
    """Return the numbers, names and texts of a line, texts as Python prints them."""
    return {*re.findall(r"[\w.]+|'[^']*'", line.replace('"', "'"))}
