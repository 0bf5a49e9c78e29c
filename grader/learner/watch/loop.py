"""The loop of a watch: keys, saves and verdicts come as events; each changes the state, which is then drawn."""

import contextlib
import io
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.core.errors import LaunchError, UserError
from grader.core.result import CHECK, EXERCISE, ExerciseResult
from grader.course.course import Unit
from grader.learner import progress, record
from grader.learner.position import is_question_open
from grader.learner.progress import Progress
from grader.learner.watch import file_changes
from grader.learner.watch.display import PlainLines, Window
from grader.learner.watch.file_changes import EventSource, WatchedFiles
from grader.learner.watch.state import State, unit_of
from grader.learner.watch.views import INVALID
from grader.learner.watch.warm_process import SLOW_SECONDS, WarmProcess, WatchedPlace
from grader.sandbox.worker import ENDED

if TYPE_CHECKING:
    from grader.learner.by_hand import Question


class Actions(NamedTuple):
    """Programs and changes outside of a watch, in the foreground; each takes the state and returns a notice."""

    try_out: Callable[[State], str]
    ask: Callable[[State], str]
    reset: Callable[[State], str]


class Watch:
    """A watch of one workspace, from its start to the key q."""

    def __init__(
        self,
        place: WatchedPlace,
        state: State,
        front: Window | PlainLines,
        actions: Actions,
        press: "Callable[[Watch, str], None]",
    ) -> None:
        self.events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()  # signal handlers may use its `put`
        self.state = state
        self.actions = actions
        self.is_over = False
        self._press = press
        self._place = place
        self._front = front
        self._is_new = False
        self._pending: list[ExerciseResult] = []
        """Results that are on the screen and not in the progress file yet."""
        self._look_seconds = file_changes.LOOK_SECONDS
        self._n_ended = 0
        self._payoff_unit = ""
        self._started: WarmProcess | None = None

    @property
    def _process(self) -> WarmProcess:
        assert self._started is not None
        return self._started

    def run(self) -> None:
        """Watch until it is over; raise UserError or LaunchError if nothing can be graded."""
        self._front.show(self.state, is_new=False)
        self._started = WarmProcess(self._place, lambda message: self.events.put(("reply", message)))
        self._files = WatchedFiles(self._paths)
        self._source = EventSource(self.state.workspace.folder, lambda: self.events.put(("file", None)))
        self._request([self.state.current])  # not `check`, which would take away the notice about the workspace
        self._open_question()
        while not self.is_over:
            self._step()

    def close(self) -> None:
        """End the process that grades, and save the progress that is not saved yet."""
        if self._started:
            self._started.close()
            self._save_progress(is_last=True)

    def _step(self) -> None:
        is_waiting = self._process.is_busy and not self.state.is_slow
        try:
            kind, payload = self.events.get(timeout=SLOW_SECONDS if is_waiting else self._look_seconds)
        except queue.Empty:
            kind, payload = ("slow" if is_waiting else "look"), None
        handle: dict[str, Callable[[Any], None]] = {
            "file": self._on_file, "look": self._on_look, "reply": self._on_reply, "slow": self._on_slow,
            "key": lambda key: self._press(self, key), "resize": lambda _: None, "question": self._on_question,
            "payoff": self._on_payoff,
        }  # fmt: skip
        handle[kind](payload)
        is_idle = kind == "look" and not self._is_new
        if self.events.empty() and not self.is_over and not is_idle:
            self._front.show(self.state, is_new=self._is_new)
            self._is_new = False
        if self._save_progress():  # after drawing: it waits for the disk
            self._front.show(self.state, is_new=False)

    # --- files ------------------------------------------------------------------------------

    def _paths(self) -> list[tuple[str, Path]]:
        stub_path = self.state.workspace.stub_path
        return [(exercise_id, stub_path(exercise_id)) for exercise_id in self.state.ids]

    def _on_file(self, _: object) -> None:
        self._source.heard()
        self._on_changed(self._files.changed())

    def _on_look(self, _: object) -> None:
        before = self._source.count
        changed = self._files.changed()
        if changed and self._source.count == before:
            self._look_seconds = file_changes.POLL_SECONDS
        self._on_changed(changed)

    def _on_changed(self, exercise_ids: list[str]) -> None:
        if not exercise_ids:
            return
        state = self.state
        if not state.workspace.folder.is_dir():
            raise UserError(f"the folder {state.workspace.folder} is gone; start `learn watch` in another one")
        if state.current not in exercise_ids:
            self.go_to(exercise_ids[0])
        else:
            state.notice = ""
            self.check()
        if not state.path.exists():
            state.notice = f"{state.path.name} is gone: put it back, or press x for a new stub."

    # --- verdicts ---------------------------------------------------------------------------

    def check(self) -> None:
        """Have the current exercise checked."""
        self._request([self.state.current])
        self.view("verdict")

    def check_after(self, notice: str) -> None:
        """Have the current exercise checked after a change of our own, which is no news, with a notice."""
        others = [exercise_id for exercise_id in self._files.changed() if exercise_id != self.state.current]
        self.check()
        self.state.notice = notice
        self._on_changed(others)  # saved meanwhile

    def check_all(self) -> None:
        """Have all exercises checked."""
        self.state.all_results = []
        self._request(self.state.ids)
        self.view("all")

    def _request(self, exercise_ids: list[str]) -> None:
        self.state.is_slow, self.state.so_far = False, None
        self._process.request(exercise_ids)

    def _on_slow(self, _: object) -> None:
        self.state.is_slow = True

    def _on_reply(self, message: dict[str, Any]) -> None:
        if "stop" in message:
            raise (LaunchError if message["is_ours"] else UserError)(message["stop"])
        if message is ENDED:
            self._on_ended()
        if not self._process.take(message):
            return
        if "layers" in message:
            opened = [layer for layer in message["layers"] if layer.startswith("open: ")]
            if opened:
                walls = f"Your code runs with fewer walls than usual ({opened[0]}); learn doctor says more."
                self.state.notice = f"{self.state.notice} {walls}".strip()
        if "fault" in message:
            self.state.fault, self._is_new = message["fault"], True
        if message.get("exercise") == self.state.current:
            checks = tuple(map(CHECK.load, message["so_far"]))
            self.state.so_far = ExerciseResult(self.state.current, self.state.words.title, None, checks)
        if "result" in message:
            self._take(EXERCISE.load(message["result"]))
        if not self._process.is_busy:
            self.state.is_slow = False

    def _take(self, result: ExerciseResult) -> None:
        state = self.state
        state.fault = ""
        self._pending.append(result)
        state.noted.record_results(result)
        if state.view == "all":
            state.all_results.append(result)
        if result.id == state.current:
            first = result.first_failure
            state.result, state.so_far = result, None
            if not (first and first.obstacle == INVALID):
                state.last_whole = result
            if state.view == "ask" and not state.typed and state.has_passed:
                self.view("verdict", state.notice)  # whoever has written it needs no example by hand
        self._is_new = state.view != "all" or not self._process.is_busy
        self._open_payoff()

    def _open_payoff(self) -> None:
        """Run the commands of the current unit meanwhile, if it is finished: what the learner's code can do now."""
        state, unit = self.state, unit_of(self.state.course, self.state.current)
        is_finished = state.has_passed and all(map(state.noted.is_passed, unit.exercise_ids))
        if is_finished and unit.then and unit.id not in (state.payoff_unit, self._payoff_unit):
            self._payoff_unit = unit.id
            threading.Thread(target=self._run_payoff, args=(unit,), daemon=True).start()

    def _run_payoff(self, unit: Unit) -> None:
        # Imports the flashcards and quizzes.
        from grader.learner.after_unit import payoff_lines, practice_lines

        state = self.state
        found = payoff_lines(unit, state.workspace, self._place.course, self._front.columns())
        found += practice_lines(state.course, unit)
        self.events.put(("payoff", (unit.id, [*found, ""])))

    def _on_payoff(self, payoff: tuple[str, list[str]]) -> None:
        self.state.payoff_unit, self.state.payoff = payoff
        if self.state.view == "verdict":
            self.state.scroll, self._is_new = 0, True

    def _on_ended(self) -> None:
        """Start the grading process again if it has ended while a verdict was awaited; a second time is once too many."""
        if self._process.is_busy:
            self._n_ended += 1
            if self._n_ended > 1:
                raise LaunchError("the process that grades has ended twice")
            self.check()

    def _save_progress(self, *, is_last: bool = False) -> bool:
        """Save the results that are on the screen; return whether there is a notice about that."""
        if not self._pending or (self._process.is_busy and not is_last):
            return False
        results, self._pending = self._pending, []
        state, current = self.state, self.state.current

        def change(noted: Progress) -> None:
            noted.record_results(*results)
            noted.last = current

        said = io.StringIO()
        with contextlib.redirect_stderr(said):  # a damaged file is reported there, which would spoil the drawing
            is_saved = progress.update(state.workspace.state, change)
            record.restore_record(state.workspace.state, state.course)
            noted = progress.load(state.workspace.state)
        if is_saved:
            state.noted = noted
            self._open_payoff()  # the rest of the unit may have passed in another terminal
        else:
            said.write(f"Your progress could not be noted: {state.workspace.state} cannot be written.")
        state.notice = said.getvalue() or state.notice
        return bool(said.getvalue())

    # --- views ------------------------------------------------------------------------------

    def view(self, name: str, notice: str = "") -> None:
        """Show another view, from its top."""
        self.state.view, self.state.scroll = name, 0
        if name != "verdict":
            self._is_new = True
        self.state.notice = notice

    def go_to(self, exercise_id: str) -> None:
        """Make an exercise the current one, and have it checked."""
        state = self.state
        state.current, state.result, state.last_whole = exercise_id, None, None
        state.question, state.typed = None, ""
        self.check()
        self._open_question()

    # --- the question to answer by hand -----------------------------------------------------

    def _open_question(self) -> None:
        """Prepare the question of the current exercise meanwhile: its answer is computed by the solution."""
        state = self.state
        if state.has_keys and is_question_open(state.course, state.noted, state.current):
            threading.Thread(target=self._prepare_question, args=(state.current,), daemon=True).start()

    def _prepare_question(self, exercise_id: str) -> None:
        # Imports numpy and the solution.
        from grader.learner.by_hand import open_question

        with contextlib.suppress(UserError):  # of the course, which the check reports
            self.events.put(("question", open_question(self.state.course, exercise_id)))

    def _on_question(self, question: "Question | None") -> None:
        if question and question.exercise_id == self.state.current:
            self.state.question = question
            self._is_new = self.state.view == "ask"

    def echo(self, text: str) -> None:
        """Show what is typed where nothing is drawn anew."""
        if isinstance(self._front, PlainLines):
            self._front.echo(text)

    def scroll(self, by: int) -> None:
        """Move the lines up or down, not past their ends."""
        most = max(0, self._front.length(self.state) - self._front.rows())
        self.state.scroll = max(0, min(most, self.state.scroll + by))

    @property
    def page(self) -> int:
        return max(1, self._front.rows() - 1)
