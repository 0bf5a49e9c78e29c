"""The Python half of a page's worker: each method takes text and returns JSON, with `error` for what the user can correct."""

import contextlib
import json
import re
import secrets
import shutil
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import grader
from grader.core.errors import UserError
from grader.core.result import CourseStamp, ExerciseResult, Result
from grader.course.bundled_course import BundledCourse
from grader.course.commands import showcase_function
from grader.course.names import find_exercise
from grader.course.printed_solution import printed_solution
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercise, PreparedExercises
from grader.grading.submission.folder import Submission
from grader.learner.by_hand import open_question, reply
from grader.learner.call_console import CallConsole
from grader.learner.try_call import find_call, write_call
from grader.tab.same_interpreter import SameInterpreter

SETTING = re.compile(r"--([\w-]+) ([\d.]+)")
"""An option of `learn generate` in a task, or in the command that shows what its unit's code can do."""
CONFINEMENT = ("none: it ran in a tab of the learner's own browser",)


def in_json(method: Callable[..., Any]) -> Callable[..., str]:
    """Return a method that returns JSON, also of a UserError."""

    @wraps(method)
    def reply(*args: Any) -> str:
        try:
            return json.dumps(method(*args))
        except UserError as error:
            return json.dumps({"error": str(error)})

    return reply


class Tab:
    """The course of a bundle. `files` is JSON, the source of each of the learner's other files by `unit/name`."""

    def __init__(self, folder: str) -> None:
        self.course = BundledCourse(Path(folder))
        self.last_result: ExerciseResult | None = None
        self._prepared = PreparedExercises(self.course)
        self._folder = Path(folder).with_name("files")
        self._console: CallConsole | None = None
        self._question: Any = None

    @in_json
    def check(
        self, name: str, source: str, files: str = "{}", announce: Callable[[str], object] | None = None
    ) -> dict[str, Any]:
        """Check a function; `announce` gets the number of each call before it is made, and "" after the last of several."""
        return self._check(name, source, files, announce)

    @in_json
    def end_check(self, name: str, source: str, files: str, call: str) -> dict[str, Any]:
        """Check a function of which a call did not end, which has ended the worker before: none is made from that one on."""
        return self._check(name, source, files, None, int(call or 1))

    def _check(self, name: str, source: str, files: str, *watched: Any) -> dict[str, Any]:
        prepared, submission = self._submitted(name, source, files)
        with SameInterpreter(submission.modules, *watched) as runner:
            self.last_result = result = grade_exercise(prepared, submission, runner)
        course, first = self.course, result.first_failure
        stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
        # Imported now: it takes a while, and the engine should be there early.
        from grader.reports.verdict_html import render

        return {
            "document": Result(grader.__version__, stamp, (result,), confinement=CONFINEMENT).to_json(),
            "html": render(result, "your code"),
            "line": first.location.line if first and first.location else None,
            "is_modified": runner.is_modified,
        }

    def _submitted(self, name: str, source: str, files: str = "{}") -> tuple[PreparedExercise, Submission]:
        """Write a learner's files as a workspace has them; return the exercise and the submission."""
        exercise_id = find_exercise(self.course, name)
        if not source.strip():
            raise UserError("there is no code to check; write the function first")
        if self._console:
            self._console.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        for each, text in {**json.loads(files), exercise_id: source}.items():
            path = self._folder / "exercises" / f"{each}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return self._prepared.of(exercise_id, 0), Submission(self._folder)

    @in_json
    def explain(self, name: str) -> dict[str, Any]:
        """Return the explanation and the solution, which learners read after a pass."""
        exercise_id = find_exercise(self.course, name)
        solution = printed_solution(self.course, exercise_id)
        return {"explanation": self.course.explanations[exercise_id], "solution": solution}

    @in_json
    def describe(self, name: str) -> dict[str, Any]:
        """Return the question to answer by hand, None without one, and the settings of a text that a task is about."""
        exercise_id = find_exercise(self.course, name)
        question, words = open_question(self.course, exercise_id), self.course.words(exercise_id)
        commands = [unit.then.command for unit in self.course.units if unit.then and exercise_id in unit.exercise_ids]
        told = {
            name.replace("-", "_"): float(value) for name, value in SETTING.findall(" ".join([*commands, words.task]))
        }
        names = {*told, *re.findall(r"\w+", " ".join(words.signatures))}
        known = self._call_course("list_settings", default=[])
        settings = [{**each, "value": told.get(each["name"], each["value"])} for each in known if each["name"] in names]
        return {"by_hand": question and question.expression, "settings": settings or known[:1]}

    @in_json
    def answer_by_hand(self, name: str, typed: str) -> dict[str, Any]:
        """Judge an answer to the question to answer by hand; `is_right` is None for one that has too few numbers."""
        question = open_question(self.course, find_exercise(self.course, name))
        is_right, words = reply(question, typed, "see the answer below the task") if question else (None, "")
        return {"is_right": is_right, "words": words}

    @in_json
    def open_call(self, name: str, source: str, files: str = "{}") -> dict[str, Any]:
        """Open a console with the learner's names; return the lines of the first failing call, or of the first of all."""
        prepared, submission = self._submitted(name, source, files)
        found = find_call(prepared, submission, SameInterpreter)
        self._console = CallConsole(prepared, SameInterpreter(submission.modules))
        return {"code": "\n".join([*write_call(found), "result"])}

    @in_json
    def run_line(self, text: str) -> dict[str, Any]:
        """Run a line or a block in the console; return what it prints, and whether the block goes on."""
        output, is_incomplete = self._console.run(text) if self._console else ("", False)
        return {"output": output, "is_incomplete": is_incomplete}

    @in_json
    def ask(self, name: str, source: str, files: str, seed: str = "") -> dict[str, Any]:
        """Draw a question about code that passes; return nothing if there is none. The same seed draws the same one."""
        # As above.
        from grader.questions.own_code.bench import Bench, NoQuestionsError
        from grader.questions.own_code.draw import draw

        prepared, submission = self._submitted(name, source, files)
        stub = self.course.stub(prepared.exercise.id).read_text("utf-8")
        with contextlib.suppress(NoQuestionsError):
            for question in draw(Bench(SameInterpreter, prepared, submission, seed or secrets.token_hex(4), stub), 1):
                self._question = question
                return {"question": question.question, "shown": question.shown, "options": question.lettered}
        return {}

    @in_json
    def answer(self, typed: str) -> dict[str, Any]:
        """Judge the answer to that question, a letter."""
        question = self._question
        return {"is_right": question.is_right(typed), "answer": question.answer, "words": question.why}

    @in_json
    def speaks(self, passed: str) -> dict[str, Any]:
        """Return whether one of the course's loops is among the exercises that have passed, so that a text can be written."""
        return {"can_run": not {*self._call_course("list_loops", default=())}.isdisjoint(json.loads(passed))}

    @in_json
    def generate(self, prompt: str, settings: str, files: str, passed: str, emit: Callable[[str], object]) -> Any:
        """Let the learner's functions that have passed continue a prompt; `emit` gets each piece of text, `{"text": …}`."""
        given = self.course, prompt, json.loads(settings), json.loads(files), json.loads(passed)
        default = {"error": "this course writes no text"}
        return self._call_course("write_in_tab", *given, lambda text: emit(json.dumps({"text": text})), default=default)

    def _call_course(self, name: str, *given: Any, default: Any) -> Any:
        """Call a function of the course's showcase, if it has one of that name."""
        function = showcase_function(self.course.solutions, name)
        return function(*given) if function else default
