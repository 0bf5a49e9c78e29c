"""Break a stage of the grading of one student, as `python sabotage.py STAGE KIND learn's arguments...`; KIND `none` breaks nothing.

The command is run in this process; in the process that grades, the function of the stage is replaced by one that raises an
exception, hangs, or fills the memory as soon as it is called for `carl`. Ends with a line of JSON: the most memory, in
MiB, that this process and one that graded have held.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

VICTIM = "carl"
SECONDS = 4.0
"""How long a submission may take here."""
STAGES = {
    "unpack": "grader.files.archive:members",
    "read": "grader.grading.submission.find:HandedIn.read",
    "load": "grader.sandbox.process:LearnerProcess.load",
    "call": "grader.sandbox.process:LearnerProcess.answers",
    "decode": "grader.child.codec:Decoder.decode",
    "judge": "grader.grading.prepared:PreparedCheck.judge",
    "diagnose": "grader.grading.prepared:PreparedExercise.diagnose",
    "write": "grader.core.result:Result.to_json",
}
STORE = "grader.classes.store:Store.put"
"""The only stage of these in the command itself, which does with results what no learner's data can make hang."""
current: list[str] = [""]


def fail(*_: object, **__: object) -> Any:
    """Raise what nobody expects."""
    raise ZeroDivisionError("sabotage")


def hang(*_: object, **__: object) -> Any:
    """Never return."""
    while True:
        pass


def fill(*_: object, **__: object) -> Any:
    """Ask for memory until there is no more."""
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


KINDS: dict[str, Callable[..., Any]] = {"exception": fail, "hang": hang, "memory": fill}


def replace(where: str, what: Callable[..., Any], is_now: Callable[..., bool]) -> None:
    """Replace a function or method by another one, while `is_now` says so."""
    module, _, path = where.partition(":")
    owner: Any = importlib.import_module(module)
    *classes, name = path.split(".")
    for each in classes:
        owner = getattr(owner, each)
    original = getattr(owner, name)

    def either(*args: Any, **kwargs: Any) -> Any:
        return (what if is_now(*args) else original)(*args, **kwargs)

    setattr(owner, name, either)


SERVE = "import_module(sys.argv[2]).serve(sys.argv[3])"


def in_grading_process(stage: str, kind: str) -> None:
    """Break a stage in this process, which is about to grade."""
    from grader.classes.grade_one import Grader

    original = Grader.grade

    def grade(self: Grader, submission: Any, known: dict[str, Any] | None = None) -> Any:
        current[0] = submission.student
        try:
            return original(self, submission, known)
        finally:
            current[0] = ""

    Grader.grade = grade  # type: ignore[method-assign]
    Grader.seconds = lambda _: SECONDS  # type: ignore[method-assign]
    replace(STAGES[stage], KINDS[kind], lambda *_: current[0] == VICTIM)


def main(stage: str, kind: str, *arguments: str) -> None:
    """Run a command with a broken stage."""
    from grader.cli.main import run
    from grader.sandbox import worker

    if kind == "none":
        pass
    elif stage == "store":
        replace(STORE, KINDS[kind], lambda _, student, __: student == VICTIM)
    else:
        folder = str(Path(__file__).parent)
        boot = f"import sys; sys.path.append({folder!r}); import sabotage; "
        worker.BOOT = (
            f"{worker.BOOT.rpartition('; ')[0]}; {boot}sabotage.in_grading_process({stage!r}, {kind!r}); {SERVE}"
        )
    code = run(arguments)
    sys.stdout.write(json.dumps({"mib": most_mib()}) + "\n")
    raise SystemExit(code)


def most_mib() -> int:
    """Return the most MiB that this process, and any that it waited for, has held."""
    # Linux counts what the process that started this one held as this one's own (ru_maxrss survives exec).
    own = next(line for line in Path("/proc/self/status").read_text("ascii").splitlines() if line.startswith("VmHWM:"))
    return max(int(own.split()[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) >> 10


if __name__ == "__main__":
    main(*sys.argv[1:])
