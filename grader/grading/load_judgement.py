"""Judge files without a function to call: missing, not loaded, or without a definition that can be reached."""

import difflib
import re
from collections.abc import Mapping

from grader.checks.judgement import TROUBLE_TEXTS, TROUBLES, Judgement, obstacle_of, raised_advice, undefined
from grader.core.call import Ending, LoadResult, Outcome
from grader.core.result import Verdict
from grader.course.exercise import Exercise

IN_ANOTHER_FILE = re.compile(r"\([^()]+, line [0-9]+\)$")
"""Ends the message of a SyntaxError in a module that the file imports."""
NEAR = 0.75
"""How alike two names have to be, by difflib, for one to be a slip of the other."""


def absence(sentence: str, exercise: Exercise, files: Mapping[str, tuple[str, bytes]]) -> str:
    """Return the sentence on a missing file, and which one of `files`, each of no exercise, defines its function."""
    # A pattern and no parser: this is the trusted process, and the file may have been made to overtax a parser.
    definition = re.compile(rb"^(?:async def|def|class)[ \t]+%b[ \t]*[(:]" % exercise.function.encode(), re.MULTILINE)
    defining = [shown for shown, source in files.values() if definition.search(source)]
    if ";" in sentence or len(defining) != 1:
        return sentence
    return f"{sentence}; `{exercise.function}` is defined in {defining[0]}: rename that file to {exercise.name}.py"


def load_judgement(loaded: LoadResult, exercise: Exercise, shown: str) -> Judgement:
    """Judge a file that could not be loaded, or whose function cannot be called."""
    outcome, function = loaded.outcome, exercise.function
    if outcome.ending in TROUBLES:
        detail = TROUBLE_TEXTS[outcome.ending].format(outcome.detail)
        return Judgement(
            verdict=TROUBLES[outcome.ending],
            message=f"{shown}, when it is loaded, {detail}",
            line=outcome.raised.line if outcome.raised else outcome.line,
            obstacle=f"{re.split(r' *[;:(]', detail)[0]} when it was loaded",
        )
    if outcome.ending is Ending.RAISED:
        assert outcome.raised is not None
        return Judgement(
            verdict=Verdict.ERROR,
            message=f"{shown} cannot be loaded: it {raised_advice(outcome)}",
            line=outcome.raised.line,
            column=outcome.raised.column,
            obstacle=loading_obstacle(outcome),
        )
    if loaded.is_defined:
        return Judgement(
            verdict=Verdict.ERROR,
            message=f"`{function}` in {shown} is not a function; write `def {exercise.signature.partition('->')[0].strip()}`",
            obstacle=undefined(function),
        )
    return missing_function(loaded, function, shown)


def missing_function(loaded: LoadResult, function: str, shown: str) -> Judgement:
    """Judge a file that does not define the function where it can be called."""
    if loaded.inside:
        kind, name, line = loaded.inside
        message = INSIDE.get(kind, INSIDE["block"]).format(function, name)
        return Judgement(verdict=Verdict.ERROR, message=message, line=line, obstacle=undefined(function))
    is_alone = len(loaded.names) == 1
    near = loaded.names if is_alone else difflib.get_close_matches(function, loaded.names, n=1, cutoff=NEAR)
    has = "; write it"
    if near:
        has = f"; it defines `{near[0]}`: if that is meant, rename it to `{function}`"
    elif loaded.names:
        has = f"; it defines {', '.join(f'`{name}`' for name in loaded.names)}: rename the right one"
    message = f"{shown} defines no `{function}`{has}"
    return Judgement(verdict=Verdict.ERROR, message=message, obstacle=undefined(function))


INSIDE = {
    "class": "`{}` is inside the class `{}`; define it outside of the class, without `self`",
    "function": "`{}` is inside the function `{}`; define it outside, at the left edge of the file",
    "main": "`{}` is inside `if __name__ == …`, which is not executed here; define it above, at the left edge of the file",
    "block": "`{}` is inside a block that was not executed; define it at the left edge of the file",
}
"""Advice on a function that is defined inside of something else, by its kind."""


def loading_obstacle(outcome: Outcome) -> str:
    """Return the obstacle of a file that raises an exception when it is loaded."""
    raised = outcome.raised
    assert raised is not None
    if raised.is_a("SyntaxError") and not IN_ANOTHER_FILE.search(raised.message):
        return "holds a null byte, as files in UTF-16 do" if "null byte" in raised.message else "is not valid Python"
    return obstacle_of(raised) or f"raised {raised.type_name} when it was loaded"
