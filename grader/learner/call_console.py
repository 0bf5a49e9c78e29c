"""A Python prompt on a learner's file within this interpreter, as `learn try` starts one in another."""

import ast
import code
import codeop
import contextlib
import io
import sys

from grader.grading.prepared import PreparedExercise
from grader.learner.try_call import HEAD_IMPORTS, lend
from grader.sandbox.code_runner import CodeRunner


class CallConsole:
    """A prompt with the names of a learner's file, and of the lines that `try_call.write_call` yields."""

    def __init__(self, prepared: PreparedExercise, runner: CodeRunner) -> None:
        exercise, trusted = prepared.exercise, prepared.trusted
        self._runner = runner
        runner.load(exercise.name, exercise.functions, exercise.limits, 1, lent=trusted.lent)
        names = {**vars(sys.modules["submission"]), "course": lend(trusted)}
        self._console = code.InteractiveConsole(names, "<console>")
        self._console.push(HEAD_IMPORTS)

    def close(self) -> None:
        """Forget the learner's file."""
        self._runner.close()

    def run(self, text: str) -> tuple[str, bool]:
        """Run a line or a block; return what it prints, and whether it is incomplete, as `for i in range(2):` is."""
        with io.StringIO() as output, contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                if codeop.compile_command(text, symbol="exec") is None:
                    return "", True
                self._console.runcode(compile(ast.Interactive(ast.parse(text).body), "<console>", "single"))
            except (SyntaxError, ValueError, OverflowError):
                self._console.showsyntaxerror("<console>")
            return output.getvalue(), False
