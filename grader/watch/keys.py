"""The keys of a watch: each one changes its state, or has something done outside of it."""

from __future__ import annotations

from collections.abc import Callable

from grader.watch.keyboard import END
from grader.watch.loop import Watch
from grader.watch.views import matching
from grader.workspace import progress
from grader.workspace.position import next_exercise, note_current

VIEWS = {"t": "task", "p": "prints", "?": "keys", "escape": "verdict", "enter": "verdict", "x": "reset"}
AFTER_PASSING = {
    "s": ("solution", "The solution is for after passing: first make every check pass."),
    "d": ("diff", "The diff is for after passing: first make every check pass."),
}
"""The view of a key, and the notice before passing."""
ENDLESS = 1 << 30


def press(watch: Watch, key: str) -> None:
    """Do what a key stands for in the view that is shown; a key without a meaning does nothing."""
    if key == END:
        watch.is_over = True
    elif watch.state.view == "list":
        _press_in_list(watch, key)
    elif watch.state.view == "reset":
        _press_in_reset(watch, key)
    elif not _press_to_scroll(watch, key):
        _press_letter(watch, key)


def _press_letter(watch: Watch, key: str) -> None:
    state = watch.state
    if key in VIEWS:
        watch.view(VIEWS[key])
    elif key in AFTER_PASSING:
        view, locked = AFTER_PASSING[key]
        if state.has_passed:
            watch.view(view)
        else:
            watch.view("verdict", state.course.phrase(locked))
    else:
        acts: dict[str, Callable[[Watch], None]] = {
            "n": _next, "h": _hint, "l": _open_list, "a": Watch.check_all, "r": Watch.check, "q": _quit,
            "e": lambda watch: watch.view(state.view, watch.actions.edit(state)),
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
    if not state.has_passed:
        waiting = "{name} has not passed yet; l lists the others."
        watch.view("verdict", state.course.phrase(waiting, name=state.words.name))
        return
    note_current(state.workspace, state.current)
    following = next_exercise(state.course, state.workspace)
    if following is None:
        watch.view("verdict", state.course.phrase("All of it passed. `learn finish` shows what you have built."))
    else:
        watch.go_to(following)
        watch.view("task")


def _hint(watch: Watch) -> None:
    state = watch.state
    taken = state.noted.standing(state.current).hints
    this = min(taken + 1, len(state.words.hints)) if state.view == "hint" or not taken else taken
    state.noted.note_hint(state.current, this)
    progress.update(state.workspace.state, lambda noted: noted.note_hint(state.current, this))
    watch.view("hint")
    watch.scroll(ENDLESS)


def _quit(watch: Watch) -> None:
    watch.is_over = True


def _press_in_reset(watch: Watch, key: str) -> None:
    if key in ("y", "Y"):
        watch.check_after(watch.actions.reset(watch.state))
    else:
        watch.view("verdict", watch.state.course.phrase("Nothing was reset."))


# --- the list -----------------------------------------------------------------------------------


def _open_list(watch: Watch) -> None:
    watch.state.filter = ""
    watch.state.chosen = watch.state.course.exercise_ids.index(watch.state.current)
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
