"""The keys of a watch: each one changes its state, or has something done outside of it."""

from collections.abc import Callable

from grader.learner import progress
from grader.learner.position import is_question_open, next_exercise, record_answer, record_current
from grader.learner.progress import ByHandAnswer
from grader.learner.watch.keyboard import END
from grader.learner.watch.loop import Watch
from grader.learner.watch.state import has_page, unit_of
from grader.learner.watch.views import is_asking, is_task_shown, matching

VIEWS = {
    "t": "task", "s": "solution", "d": "diff", "p": "prints", "?": "keys", "escape": "verdict", "enter": "verdict", "x": "reset",
}  # fmt: skip
LOCKED = {
    "n": "{name} has not passed yet; l lists the others.",
    "s": "The solution is for after passing: first make every check pass.",
    "d": "The diff is for after passing: first make every check pass.",
    "w": "The questions are for after passing: first make every check pass.",
}
"""The notice of a key before passing."""
ENDLESS = 1 << 30


def press(watch: Watch, key: str) -> None:
    """Do what a key stands for in the view that is shown; a key without a meaning does nothing."""
    if key == END:
        watch.is_over = True
    elif watch.state.view == "list":
        _press_in_list(watch, key)
    elif watch.state.view == "ask":
        _press_in_question(watch, key)
    elif watch.state.view == "reset":
        _press_in_reset(watch, key)
    elif not _press_to_scroll(watch, key):
        _press_letter(watch, key)


def _press_letter(watch: Watch, key: str) -> None:
    state = watch.state
    if key in LOCKED and not state.has_passed:
        watch.view("verdict", LOCKED[key].format(name=state.words.name))
    elif state.view == "page" and key in ("enter", "escape"):
        watch.view("task", state.notice)
    elif key == "enter" and is_task_shown(state) and is_asking(state):
        watch.view("ask")
    elif key in VIEWS:
        watch.view(VIEWS[key])
    else:
        acts: dict[str, Callable[[Watch], None]] = {
            "n": _next, "h": _hint, "u": _show_unit_page, "b": _ask, "l": _open_list, "a": Watch.check_all, "r": Watch.check, "q": _quit,
            "w": lambda watch: watch.view(state.view, watch.actions.ask(state)),
            "y": lambda watch: watch.view(state.view, watch.actions.try_out(state)),
        }  # fmt: skip
        if key in acts:
            acts[key](watch)


def _press_to_scroll(watch: Watch, key: str) -> bool:
    lines = _moves(watch) | {"k": -1, "j": 1, "space": watch.page}
    if key in lines:
        watch.scroll(lines[key])
    return key in lines


def _moves(watch: Watch) -> dict[str, int]:
    """Return how many lines each key of movement goes down."""
    page = watch.page
    return {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -ENDLESS, "end-key": ENDLESS}


def _next(watch: Watch) -> None:
    state = watch.state
    record_current(state.workspace, state.current)
    following = next_exercise(state.course, state.workspace)
    if following is None:
        watch.view("verdict", "All of it passed. `learn finish` shows what you have built.")
        return
    unit, former = unit_of(state.course, following).id, unit_of(state.course, state.current).id
    watch.go_to(following)
    if unit != former and unit not in state.noted.pages and has_page(state.course, unit):
        _show_unit_page(watch)
    else:
        watch.view("task", state.notice)


def _show_unit_page(watch: Watch) -> None:
    """Show the page that the current exercise's unit begins with, if it has one."""
    state = watch.state
    state.page, state.is_welcome = unit_of(state.course, state.current).id, False
    if not has_page(state.course, state.page):
        watch.view(state.view, "This unit has no page to read.")
        return
    state.noted.record_page(state.page)
    progress.update(state.workspace.state, lambda noted: noted.record_page(state.page))
    watch.view("page")


def _ask(watch: Watch) -> None:
    state = watch.state
    if state.question or is_asking(state):
        watch.view("ask")
    else:
        watch.view(state.view, "This task asks for nothing to be tried by hand.")


def _press_in_question(watch: Watch, key: str) -> None:
    state = watch.state
    moves = _moves(watch) | ({} if state.typed else {"space": watch.page})  # it has just scrolled the task
    if key in moves:
        watch.scroll(moves[key])
    elif state.question is None:  # it is being prepared
        watch.view("task")
    elif key in ("enter", "escape"):
        watch.echo("\n")
        _answer(watch, "" if key == "escape" else state.typed.strip())
    elif key == "backspace":
        state.typed = state.typed[:-1]
        watch.echo("\b \b")
    elif key == "space" or len(key) == 1:
        state.typed += " " if key == "space" else key
        watch.echo(state.typed[-1])


def _answer(watch: Watch, typed: str) -> None:
    """Judge an answer by hand, note how it was, and show the task again."""
    # Imports numpy, as does the question.
    from grader.learner.by_hand import reply

    state = watch.state
    assert state.question is not None
    is_right, words = reply(state.question, typed) if typed else (False, "")
    if is_right is None:  # slipped from the keyboard: that is no answer yet
        watch.view("ask", words)
        return
    if is_question_open(state.course, state.noted, state.current):
        answer: ByHandAnswer = "right" if is_right else "wrong" if typed else "skipped"
        state.noted.record_by_hand(state.current, answer)
        record_answer(state.workspace, state.current, answer)
    again = "b: try again" if typed and not is_right else ""
    state.typed = ""
    # Not by `view`: where lines are only added, the task was just read.
    state.view, state.scroll, state.notice = "task", 0, f"{words} {again}".strip()


def _hint(watch: Watch) -> None:
    state = watch.state
    taken = state.noted.standing(state.current).hints
    this = min(taken + 1, len(state.words.hints)) if state.view == "hint" or not taken else taken
    state.noted.record_hint(state.current, this)
    progress.update(state.workspace.state, lambda noted: noted.record_hint(state.current, this))
    watch.view("hint")
    watch.scroll(ENDLESS)


def _quit(watch: Watch) -> None:
    watch.is_over = True


def _press_in_reset(watch: Watch, key: str) -> None:
    if key in ("y", "Y"):
        watch.check_after(watch.actions.reset(watch.state))
    else:
        watch.view("verdict", "Nothing was reset.")


# --- the list -----------------------------------------------------------------------------------


def _open_list(watch: Watch) -> None:
    watch.state.filter = ""
    watch.state.chosen = watch.state.ids.index(watch.state.current)
    watch.view("list")
    _choose(watch, 0)


def _press_in_list(watch: Watch, key: str) -> None:
    state = watch.state
    moves = _moves(watch)
    if key in moves:
        _choose(watch, moves[key])
    elif key == "escape":
        watch.view("verdict")
    elif key == "enter":
        found = matching(state)
        if found:
            watch.go_to(found[state.chosen])
    elif key == "backspace":
        _filter(watch, state.filter[:-1])
    elif key == "space" or len(key) == 1:
        _filter(watch, state.filter + (" " if key == "space" else key))


def _filter(watch: Watch, words: str) -> None:
    watch.state.filter, watch.state.chosen = words, 0
    _choose(watch, 0)


def _choose(watch: Watch, by: int) -> None:
    """Move the mark in the list, and scroll it into sight."""
    state = watch.state
    state.chosen = max(0, min(len(matching(state)) - 1, state.chosen + by))
    row = state.chosen + 1  # the filter is in the first row
    if row <= state.scroll + 1:
        state.scroll = max(0, row - 1)
    elif row >= state.scroll + watch.page:
        state.scroll = row - watch.page
