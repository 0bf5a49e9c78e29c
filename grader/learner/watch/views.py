"""The lines of a watch's screen, as functions of its state, in the styles that the terminal has; it cuts or scrolls them."""

import difflib
import re
from pathlib import Path

from grader.core.escape import line, lines
from grader.core.result import CourseStamp, ExerciseResult, Result, Verdict
from grader.course import shown_path
from grader.course.lesson import checks_line, first_version_line, open_lesson, visible_part, with_answer_command
from grader.course.picture import task_with_picture
from grader.course.printed_solution import printed_solution
from grader.files.regular_file import read_or_none
from grader.learner.position import finish_words, is_question_open, open_exercises
from grader.learner.progress import Progress
from grader.learner.watch.key_rows import key_lines
from grader.learner.watch.state import Look, State, unit_of, wrapped
from grader.reports import text


def bar(done: int, of: int, cells: int, look: Look) -> str:
    """Return a bar of `cells` characters, filled in proportion; full only when all is done."""
    filled = cells if done >= of else min(cells - 1, done * cells // max(1, of))
    return look.style("█" * filled, "good") + look.style("─" * (cells - filled), "dim")


def clipped(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


def clipped_at_the_start(text: str, width: int) -> str:
    """Cut a path to a width; its end says more."""
    return text if len(text) <= width else f"…{text[len(text) - max(0, width - 1) :]}"


WELCOME = (
    "Welcome to {course}.\nWrite each function in an editor of your own. Whenever you save its file, it is checked here, and you "
    "read what is right and which mistake it makes.\nKeys work without Enter: h gives a hint, n goes on after passing, l lists "
    "the exercises, ? lists all keys, q leaves. What you have done is kept.\nFirst a page to read: Space scrolls, and Enter shows "
    "the first task."
)
"""The words above the opening page at the first start, a paragraph in each line."""
TRY_BY_HAND = "Enter: try it by hand first"
INVALID = "is not valid Python"
"""The obstacle of a file that is half written."""


def header(state: State, look: Look, width: int) -> list[str]:
    """Return the bar, the counts and the unit; the title and the points; and the file."""
    ids = state.ids
    passed = sum(state.noted.is_passed(exercise_id) for exercise_id in ids)
    unit = unit_of(state.course, state.current)
    place = f"{unit.title} {unit.exercise_ids.index(state.current) + 1}/{len(unit.exercise_ids)}"
    if look.has_bar:
        cells = max(8, min(24, width // 4))
        rest = clipped(f" {passed} of {len(ids)}  {place}", width - cells)
        first = f"{bar(passed, len(ids), cells, look)}{rest}"
    else:
        first = clipped(f"{passed} of {len(ids)} exercises passed. {place}", width)
    place = line(f"{shown_path(state.path)}:{line_to_open(state)}")
    return [first, _title(state, look, width), look.link(clipped_at_the_start(place, width), state.path)]


def _title(state: State, look: Look, width: int) -> str:
    title, points = line(state.words.title), ""
    if state.is_slow:
        points = _waiting_words(state)
    elif state.result:
        points = f"{state.result.score} of {state.result.max_score} points"
    title = clipped(title, max(4, width - len(points) - 2))
    return f"{look.style(title, 'bold')}: {points}" if points else look.style(title, "bold")


def line_to_open(state: State) -> int:
    """Return the line to look at: that of the first failure, else that of the function."""
    failure = state.result.first_failure if state.result else None
    if failure and failure.location and failure.location.line:
        return failure.location.line
    return _line_of_function(state.path, state.words.functions[0])


def _line_of_function(path: Path, name: str) -> int:
    source = (read_or_none(path) or b"").decode("utf-8", "replace")
    found = re.search(rf"^(?:def|class)[ \t]+{re.escape(name)}\b", source, re.MULTILINE)
    return source.count("\n", 0, found.start()) + 1 if found else 1


def body(state: State, look: Look, width: int) -> list[str]:
    """Return the lines under the header: the view that was asked for."""
    if state.fault:
        return lines(state.fault)
    views = {
        "task": _task_to_read,
        "hint": _hints,
        "solution": _solution,
        "diff": _diff,
        "list": _list,
        "prints": _prints,
    }
    views |= {"all": _all, "keys": key_lines, "reset": _reset, "page": _page, "ask": _ask}
    return views.get(state.view, _verdict)(state, look, width)


def _waiting_words(state: State) -> str:
    made, wanted = len(state.so_far.checks) if state.so_far else 0, len(state.words.checks)
    if made == wanted:
        return "all checks made; looking for the mistake …"
    return f"checking: {made} of {wanted} checks …" if made else "checking …"


def _verdict(state: State, look: Look, width: int) -> list[str]:
    if early := _early_result(state):
        earned = first_version_line(state.course, early, "t")
        return [*result_lines(state, early, look, width), *(["", *wrapped(earned, width)] if earned else [])]
    if state.result is None:
        return [look.style("checking …", "dim")] if state.is_slow else []
    if state.result.verdict is Verdict.NOT_ATTEMPTED:  # nothing to judge yet: the task is what a learner needs
        return _task_to_read(state, look, width)
    first = state.result.first_failure
    if first and first.obstacle == INVALID:
        found = [look.style(row, "bad") for row in wrapped(_syntax_error(state.result), width)]
        found += [f"  {row}" for row in lines(first.source) if row]
        if state.last_whole is None:
            return found
        return [*found, "", *look.dimmed(["Before:", *result_lines(state, state.last_whole, look, width)])]
    found = result_lines(state, state.result, look, width)
    if not state.has_passed:
        earned = first_version_line(state.course, state.result, "t")
        return [*found, "", *wrapped(earned, width)] if earned else found
    explained = look.markdown(state.words.explain.rstrip(), width)
    parts = [explained, after_passing(state, look, width)]
    if state.payoff_unit == unit_of(state.course, state.current).id:  # the event of the evening comes first
        parts.reverse()
    return [look.style("Passed.", "good"), "", *parts[0], "", *parts[1], "", *found]


def _early_result(state: State) -> ExerciseResult | None:
    """Return the checks made so far, if those of the first version are among them, or all are made."""
    if state.so_far is None:
        return None
    first = state.words.checks[: state.words.first or len(state.words.checks)]
    made = {check.name for check in state.so_far.checks}
    return state.so_far if made.issuperset(name for name, _ in first) else None


def _syntax_error(result: ExerciseResult) -> str:
    first = result.first_failure
    assert first is not None
    message = first.message.partition("SyntaxError: ")[2] or first.message
    if first.location and first.location.line:
        message = f"line {first.location.line}: {message}"
    return line(message)


def after_passing(state: State, look: Look, width: int) -> list[str]:
    """Return what the learner's code can now do, if a unit is complete, and the keys for what comes next."""
    found: list[str] = []
    unit, noted = unit_of(state.course, state.current), state.noted
    if all(map(noted.is_passed, unit.main_ids)):
        found += [*wrapped(finish_words([unit]), width), ""]
        if unit.then:
            found += state.payoff if state.payoff_unit == unit.id else ["Running it …", ""]
    left = open_exercises(state.course, noted, state.ids)
    words = (
        "n: next exercise   s: solution   d: compare yours with it"
        if left
        else "All of it passed. `learn finish` shows what you have built."
    )
    return [*found, *(look.style(row, "good") for row in wrapped(words, width))]


def result_lines(state: State, result: ExerciseResult, look: Look, width: int) -> list[str]:
    """Return the checks of a result, the first failure with all that was printed; the heading is in the header.

    If they do not fit into the window, checks that are no news are grouped.
    """
    room = state.rows + 2
    return text.exercise_lines(result, width, look.paint, room, text.UNLIMITED, has_bars=look.has_bar)[2:]


def _task(state: State, look: Look, width: int) -> list[str]:
    whole = state.words
    found = visible_part(whole, state.noted.standing(state.current).score)
    signatures = "\n".join(f"    {signature}" for signature in found.signatures)
    task = with_answer_command(state.course, found, task_with_picture(state.course, found))
    return look.markdown(f"{task}\n\n{signatures}\n\n{checks_line(whole, found)}\n", width)


def _task_to_read(state: State, look: Look, width: int) -> list[str]:
    """Return the task, and below it the key for its question while that is open."""
    task = _task(state, look, width)
    return [*task, "", look.style(TRY_BY_HAND, "key")] if is_asking(state) else task


def is_asking(state: State) -> bool:
    """Return whether the current exercise has a question to answer by hand that is open."""
    return state.has_keys and is_question_open(state.course, state.noted, state.current)


def is_task_shown(state: State) -> bool:
    """Return whether the task is on the screen: of a function that is not begun, it stands where the verdict will."""
    is_begun = state.result and state.result.verdict is not Verdict.NOT_ATTEMPTED
    return state.view == "task" or (state.view == "verdict" and not is_begun)


def _ask(state: State, look: Look, width: int) -> list[str]:
    """Return the question to answer by hand, what is typed so far, and the task below."""
    if state.question is None:
        return ["One moment …"]
    asked = look.markdown(state.question.words, width)
    typed = f"> {state.typed[-(width - 3) :]}▏"
    skip = "Enter: answer; with nothing typed, skip. Arrows scroll."
    if not look.has_bar:  # where lines are only added, the task was just read, and what is typed comes last
        return [*asked, skip]
    return [*asked, "", typed, look.style(skip, "dim"), "", *_task(state, look, width)]


def _page(state: State, look: Look, width: int) -> list[str]:
    lesson = open_lesson(state.course, state.page)
    words = WELCOME.format(course=state.course.title).split("\n") if state.is_welcome else []
    welcome = [row for paragraph in words for row in (*wrapped(paragraph, width), "")]
    return [*welcome, *look.markdown(f"# {lesson.title}\n\n{lesson.shown}\n\nEnter: the task", width)]


def _hints(state: State, look: Look, width: int) -> list[str]:
    hints, count = state.words.hints, state.noted.standing(state.current).hints
    found: list[str] = []
    for number, hint in enumerate(hints[:count], start=1):
        heading = f"Hint {number} of {len(hints)}"
        found += [look.style(heading, "bold"), *look.markdown(hint, width), ""]
    more = "h: the next hint" if count < len(hints) else "That was the last hint."
    return [*found, look.style(more, "dim")]


def _solution(state: State, look: Look, width: int) -> list[str]:
    return look.code(printed_solution(state.course, state.current), width)


def _diff(state: State, look: Look, width: int) -> list[str]:
    yours = (read_or_none(state.path) or b"").decode("utf-8", "replace")
    roles = {"+": "added", "-": "removed", "@": "dim"}
    compared = difflib.unified_diff(
        yours.splitlines(), printed_solution(state.course, state.current).splitlines(), n=2, lineterm=""
    )
    found = [look.style(line(row), roles.get(row[:1], "")) for row in list(compared)[2:]]
    if not found:
        return ["Yours is the solution, to the letter."]
    return ["- yours   + the solution", "", *found]


def _prints(state: State, look: Look, width: int) -> list[str]:
    checks = state.result.checks if state.result else ()
    found: list[str] = []
    for check in (check for check in checks if check.stdout):
        printed = [piece for row in lines(check.stdout.rstrip("\n")) for piece in _pieces(row, width)]
        found += [look.style(line(check.name), "bold"), *printed, ""]
    return found or ["Your function printed nothing."]


def _pieces(text: str, width: int) -> list[str]:
    """Break a line of output where the window ends, at any character."""
    return [text[start : start + width] for start in range(0, max(1, len(text)), width)]


def matching(state: State) -> list[str]:
    """Return the ids of the exercises that the list shows: those that contain every word of the filter."""
    words = state.filter.lower().split()
    named = {exercise_id: f"{exercise_id} {state.course.words(exercise_id).title}".lower() for exercise_id in state.ids}
    return [exercise_id for exercise_id, name in named.items() if all(word in name for word in words)]


def _list(state: State, look: Look, width: int) -> list[str]:
    found = [f"Filter: {state.filter}"]
    for number, exercise_id in enumerate(matching(state)):
        mark, words = ">" if number == state.chosen else " ", state.course.words(exercise_id)
        row = f"{mark} {words.name:<25} {_standing(state.noted, exercise_id):<6} {line(words.title)}"
        found.append(look.style(clipped(row, width), "chosen" if number == state.chosen else ""))
    return found if len(found) > 1 else [*found, "No exercise has this in its name or title."]


def _standing(noted: Progress, exercise_id: str) -> str:
    if noted.is_passed(exercise_id):
        return "passed"
    found = noted.exercises.get(exercise_id)
    return f"{found.score}/{found.max_score}" if found and found.max_score else ""


def _all(state: State, look: Look, width: int) -> list[str]:
    ids = state.ids
    if len(state.all_results) < len(ids):
        return [f"checked {len(state.all_results)} of {len(ids)} …"]
    result = Result("", CourseStamp("", 0, ""), tuple(state.all_results))
    return text.render(result, width=width, paint=look.paint, has_bars=look.has_bar).splitlines()


def _reset(state: State, look: Look, width: int) -> list[str]:
    question = f"Reset {state.words.name}? Your file goes to .learn/old, and the stub comes back."
    return [*wrapped(question, width), *wrapped("y: yes   any other key: no", width)]
