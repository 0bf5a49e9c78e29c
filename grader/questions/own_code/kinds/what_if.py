"""Ask for the result of a short call in a copy of the file with one slip."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.core.call import Outcomes
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.calls import OwnRun, are_listed, model_answers
from grader.questions.own_code.kind import QuestionKind
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import RAISES, are_all_apart, are_apart, has_arrays, outcome_text

AT_ONCE = 6
"""Copies that are run together: the others' outcomes are the wrong options."""
MOST_COPIES = 48
FEWEST, MOST = 3, 4
"""How many options a question has."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each slip with a clear effect in a short call."""
    known: list[Mapping[OwnRun, Outcomes]] = []
    refusals = _refusals(bench.code.tree)
    for start in range(0, min(len(bench.slips), MOST_COPIES) if bench.told else 0, AT_ONCE):
        slips = bench.slips[start : start + AT_ONCE]
        made = bench.tried([slip.source for slip in slips], bench.told)
        known += made
        for slip, outcomes in zip(slips, made, strict=True):
            if question := _question(bench, slip, outcomes, known):
                # A changed condition before a `raise` raises, as everybody sees.
                is_seen = slip.line in refusals and question.right_option.startswith(RAISES)
                yield replace(question, is_weak=question.is_weak or is_seen)


def _question(
    bench: Bench, slip: Mutant, outcomes: Mapping[OwnRun, Outcomes], known: Sequence[Mapping[OwnRun, Outcomes]]
) -> OwnQuestion | None:
    draws = bench.draws("what_if", slip.source)
    for run in draws.shuffled(bench.told):
        call = run.call
        mine, theirs = call.seen(run.outcomes), call.seen(outcomes.get(run))
        if not (mine and theirs and outcome_text(theirs) and are_apart(mine, theirs)):
            continue
        if outcome_text(theirs) in _words(bench.line(slip.line, slip.source)):  # the changed line says it
            continue
        wrong = [mine]
        others = [call.seen(made.get(run)) for made in known]
        for other in (*others, *(call.seen(another.outcomes) for another in bench.told)):
            is_told = other and outcome_text(other) and are_all_apart([theirs, *wrong, other])
            is_fair = other and is_told and not _are_hard_to_tell(theirs, other, is_brief=call.is_brief)
            if len(wrong) < MOST - 1 and other and is_fair:
                wrong.append(other)
        if len(wrong) + 1 >= FEWEST and (made := _made(bench, slip, run, theirs, wrong)):
            return made
    return None


def _are_hard_to_tell(one: Outcomes, other: Outcomes, *, is_brief: bool) -> bool:
    """Return whether two outcomes are two exceptions, or a shape and a number that the shapes do not tell."""
    values = one[-1].value, other[-1].value
    are_two = bool(one[-1].raised and other[-1].raised)
    return are_two or (is_brief and None not in values and type(values[0]) is not type(values[1]))


def _refusals(tree: ast.AST) -> set[int]:
    """Return the lines of conditions under which an exception is raised."""
    branches = [node for node in ast.walk(tree) if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise)]
    return {line for node in branches for line in range(node.lineno, node.body[0].lineno)}


def _words(line: str) -> set[str]:
    """Return the numbers, names and texts of a line, texts as Python prints them."""
    return {*re.findall(r"[\w.]+|'[^']*'", line.replace('"', "'"))}


def _made(bench: Bench, slip: Mutant, run: OwnRun, right: Outcomes, wrong: Sequence[Outcomes]) -> OwnQuestion | None:
    """Return the question if a run without tracing agrees with its answer, and a fair text of it can be written."""
    call = run.call
    fields = bench.fields(call, right)
    if not fields or are_listed(outcome_text(right), fields["models"]):
        return None
    confirmed = bench.confirmed(slip.source, [call])
    if not confirmed or outcome_text(call.seen(confirmed[0])) != outcome_text(right):
        return None
    what = (
        "the shape of its result be"
        if call.is_brief and has_arrays(confirmed[0][-1].value) and not call.part
        else "the call give"
    )
    fields |= {"call": call.asked_part}
    fields["facts"] |= {"part": call.part}
    order = bench.draws("options", slip.source).shuffled(range(len(wrong) + 1))
    return bench.question(
        "what_if",
        slip.line,
        f"What if line {slip.line} were changed like this: what would {what}?",
        lines={"now": bench.line(slip.line), "changed": bench.line(slip.line, slip.source)},
        changed=slip.source,
        # A change is told by the list of the models' answers if that differs from the one of the learner's own file.
        is_weak=fields["models"] != model_answers(call, run.outcomes)
        or any(name in slip.after for name in bench.names_of_others),
        **lettered(outcome_text(right), [outcome_text(outcomes) for outcomes in wrong], order),
        **fields,
    )


KIND = QuestionKind(
    "what a change of line {line} would do",
    "no slip in a line changes a short result clearly",
    questions,
)
