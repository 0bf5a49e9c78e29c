"""Time saves until their verdict is on the screen of `learn watch`: `python benchmarks/watch.py [EXERCISE…]`.

Each exercise is watched in a terminal of its own. Right and wrong files are saved in turn, and the time is taken from the
write to the end of the drawing that shows the verdict. Beside the first, in the same run, the same files are saved for
`pytest --looponfail` of pytest-xdist, and checked by `learn check` and by `pytest` started anew.

With `--saves N`, one exercise is saved N times, a different file each time; printed are the memory of all processes of the
watch after each tenth, and the processes that are left at the end. With `--idle SECONDS`, the CPU time of an idle watch.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests/support"), str(ROOT)]

from window import Window  # noqa: E402

from grader.course import find  # noqa: E402
from grader.course.course import Course  # noqa: E402
from grader.course.printed_solution import printed_solution  # noqa: E402

LEARN = (sys.executable, "-m", "grader")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
BESIDE = 6
PAUSE = 0.25
"""Seconds between a verdict and the next save, in which the watch may prepare what it wants."""
DRAWN = b"\x1b[?2026l"
RIGHT, WRONG = rb"\b(\d+) of \1 points", rb"\b(\d+) of (?!\1 )\d+ points"
CHILDREN = "/proc/{0}/task/{0}/children"


def helped(source: str) -> str:
    """Return a trusted file as it can lie in a workspace: what it imports from solutions is in files `right_NAME.py`."""
    return re.sub(r"^from \.+(?:\w+\.)*(\w+) import", r"from right_\1 import", source, flags=re.MULTILINE)


def wrong(course: Course, exercise_id: str) -> str:
    """Return a file with the first listed mistake of an exercise."""
    return helped(course.mistakes(exercise_id)[0].source)


@contextmanager
def workspace() -> Iterator[tuple[Path, dict[str, str]]]:
    """Make a workspace, and the environment for commands there."""
    with tempfile.TemporaryDirectory(prefix="watch-benchmark-") as folder:
        environment = {"XDG_CACHE_HOME": f"{folder}/cache", "NO_COLOR": "", "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run(
            [*LEARN, "init", f"{folder}/course"],
            env={**os.environ, **environment},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        yield Path(folder) / "course", environment


def until(window: Window, is_there: Callable[[bytes], bool], since: int) -> float:
    """Read from a window until something has been drawn; return when."""
    deadline = time.monotonic() + 60
    while not is_there(window.sent[since:]):
        is_open = window.read(0.2)
        if not is_open or time.monotonic() > deadline:
            raise SystemExit(f"no verdict, {'after 60 s' if is_open else 'and it has ended'}:\n{window.text}")
    return time.monotonic()


def drawn(pattern: bytes) -> Callable[[bytes], bool]:
    """Return whether a drawing with a pattern is complete."""
    return lambda sent: any(re.search(pattern, each) for each in sent.split(DRAWN)[:-1])


def seconds_to_verdicts(
    folder: Path, environment: dict[str, str], name: str, path: Path, texts: list[str], rounds: int
) -> list[float]:
    """Save files in turn, the wrong one first; return the seconds until the verdict was on the screen."""
    window = Window(folder, *LEARN, "watch", name, **environment)
    taken = []
    try:
        until(window, drawn(RIGHT), 0)
        for number in range(rounds):
            time.sleep(PAUSE)
            while window.read(0):
                if not window_has_more(window):
                    break
            since, started = len(window.sent), time.monotonic()
            path.write_text(texts[number % 2], "utf-8")
            taken.append(until(window, drawn((WRONG, RIGHT)[number % 2]), since) - started)
        window.press("q")
        window.end()
        return taken
    finally:
        window.close()


def window_has_more(window: Window) -> bool:
    """Return whether the window has something to read."""
    import select

    return bool(select.select([window.descriptor], [], [], 0)[0])


def seconds_of(command: list[str], folder: Path, environment: dict[str, str]) -> float:
    """Return the wall time of a command."""
    started = time.monotonic()
    subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=False, capture_output=True)
    return time.monotonic() - started


def looponfail(folder: Path, environment: dict[str, str], path: Path, texts: list[str]) -> float:
    """Return the median time from a save to the result of pytest-xdist's --looponfail."""
    window = Window(folder, *PYTEST, "-f", str(path), **environment)
    taken = []
    try:
        until(window, lambda sent: b"### " in sent or b"LOOPONFAILING" in sent, 0)
        for number in range(BESIDE):
            time.sleep(1.5)
            while window_has_more(window) and window.read(0):
                pass
            since, started = len(window.sent), time.monotonic()
            path.write_text(f"{texts[number % 2]}# {number}\n", "utf-8")
            taken.append(
                until(window, lambda sent: bool(re.search(rb"\d (?:passed|failed)[^\n]* in ", sent)), since) - started
            )
        return statistics.median(taken)
    finally:
        window.close()


def compare(course: Course, ids: list[str], rounds: int) -> None:
    """Print a line for each exercise; all the others are solved meanwhile, since some build on one another."""
    rows = []
    print(f"{'seconds':<26} {'watch':>7} {'95 %':>7}")
    with workspace() as (folder, environment):
        for exercise_id in course.exercise_ids:
            helper = folder / f"exercises/right_{exercise_id.rpartition('/')[2]}.py"
            helper.write_text(helped(course.solutions.path(exercise_id).read_text("utf-8")), "utf-8")
            (folder / f"exercises/{exercise_id}.py").write_text(printed_solution(course, exercise_id), "utf-8")
        for exercise_id in ids:
            name, path = exercise_id.rpartition("/")[2], folder / "exercises" / f"{exercise_id}.py"
            texts = [wrong(course, exercise_id), printed_solution(course, exercise_id)]
            taken = seconds_to_verdicts(folder, environment, name, path, texts, rounds)
            rows.append((statistics.median(taken), statistics.quantiles(taken, n=20, method="inclusive")[-1]))
            print(f"{name:<26} {rows[-1][0]:7.3f} {rows[-1][1]:7.3f}", flush=True)
            if exercise_id == ids[0]:
                compare_others(folder, environment, name, path, texts)
    missed = sum(median > 0.1 or most > 0.2 for median, most in rows)
    print(f"{len(rows)} exercises; over 0.1 s (median) or 0.2 s (95 %): {missed}; promised: at most 3")
    print(f"load: {os.getloadavg()[0]:.1f}")


def compare_others(folder: Path, environment: dict[str, str], name: str, path: Path, texts: list[str]) -> None:
    """Print how long other ways to a verdict take, for one exercise."""
    print(f"  learn check              {seconds_of([*LEARN, 'check', name], folder, environment):8.3f}")
    print(f"  pytest                   {seconds_of([*PYTEST, str(path)], folder, environment):8.3f}")
    print(f"  pytest-xdist, looponfail {looponfail(folder, environment, path, texts):8.3f}", flush=True)


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, as far as they are its children."""
    try:
        children = Path(CHILDREN.format(pid)).read_text().split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in family(int(child)))]


def kibibytes(pid: int) -> int:
    """Return the resident memory of a process."""
    try:
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])  # type: ignore[index]
    except (OSError, TypeError):
        return 0


def save_often(name: str, exercise_id: str, count: int) -> None:
    """Save different wrong files; print the memory after each tenth, and the processes left at the end."""
    with workspace() as (folder, environment):
        path = folder / "exercises" / f"{exercise_id}.py"
        window = Window(folder, *LEARN, "watch", name, **environment)
        try:
            until(window, drawn(rb"not-attempted"), 0)
            stub = path.read_text("utf-8")
            for number in range(1, count + 1):
                since = len(window.sent)
                path.write_text(stub.replace("raise NotImplementedError", f"return [{number}.0]"), "utf-8")
                until(window, drawn(rf"gives    \[{number}\b".encode()), since)
                window.sent = window.sent[-100:]
                if number % max(1, count // 10) == 0:
                    sizes = [kibibytes(each) for each in family(window.pid)]
                    print(f"{number:6} saves: {' + '.join(map(str, sizes))} = {sum(sizes)} KiB", flush=True)
            left = family(window.pid)
            window.press("q")
            print(f"exit code {window.end()}; left: {[each for each in left if os.path.exists(f'/proc/{each}')]}")
        finally:
            window.close()


def stay_idle(name: str, seconds: float) -> None:
    """Print the CPU time that an idle watch takes."""
    with workspace() as (folder, environment):
        window = Window(folder, *LEARN, "watch", name, **environment)
        try:
            until(window, drawn(rb"not-attempted"), 0)
            time.sleep(5)  # the exercise is prepared
            before = ticks(window.pid)
            time.sleep(seconds)
            used = (ticks(window.pid) - before) / os.sysconf("SC_CLK_TCK")
            print(f"idle for {seconds:.0f} s: {used:.2f} s of CPU, {100 * used / seconds:.3f} % of a core")
        finally:
            window.close()


def ticks(pid: int) -> int:
    """Return the CPU time of a process and all that it has started."""
    return sum(
        sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13])) for each in family(pid)
    )


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--saves", type=int, default=0)
    parser.add_argument("--idle", type=float, default=0)
    arguments = parser.parse_args()
    course = Course(find(None))
    ids = [course.find(each) for each in arguments.exercises] or course.exercise_ids
    name = ids[0].rpartition("/")[2]
    if arguments.saves:
        save_often(name, ids[0], arguments.saves)
    elif arguments.idle:
        stay_idle(name, arguments.idle)
    else:
        compare(course, ids, arguments.rounds)


if __name__ == "__main__":
    main()
