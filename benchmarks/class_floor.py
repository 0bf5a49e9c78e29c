"""The floor for grading a class: fork a process, confine it, load four files, make all calls.

Run by `class.py` in an interpreter that knows numpy and `grader/child/` only. Either it counts
the calls that return, or it compares their values with the solution's, as class_others_checks.py does for other graders. No
grader that does this much in a confined process for each submission can be faster.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import types
from typing import Any

Call = tuple[str, str, list[Any], dict[str, Any]]


def arguments(values: Any, numpy: Any) -> list[Any]:
    """Decode arrays from their JSON form."""
    return [numpy.array(value["array"], float) if isinstance(value, dict) else value for value in values]


def read(folder: str, exercises: Any) -> dict[str, bytes]:
    """Return the files of a submission, including modules that the exercises' files import."""
    sources = {}
    for name in [each for exercise, _ in exercises for each in (f"right_{exercise}", exercise)]:
        if os.path.exists(os.path.join(folder, f"{name}.py")):
            with open(os.path.join(folder, f"{name}.py"), "rb") as file:
                sources[name] = file.read()
    return sources


def run(sources: dict[str, bytes], exercises: Any, calls: list[Call]) -> int:
    """Load a submission's files and make all calls; return how many returned."""
    functions = {}
    for name, source in sources.items():
        module = sys.modules[name] = types.ModuleType(name)
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)  # noqa: S102 - a learner's file
    for name, function in exercises:
        functions[name] = getattr(sys.modules.get(name), function, None)
    returned = 0
    for name, values, named in calls:
        try:
            functions[name](*[v.copy() if hasattr(v, "copy") else v for v in values], **named)
            returned += 1
        except Exception:
            returned += 0
    return returned


def judge(sources: dict[str, bytes], exercises: Any, checks: Any) -> int:
    """Load a submission's files and run all checks; return how many calls and checks completed."""
    returned = run(sources, exercises, [])
    for number, check in enumerate(checks.table()):
        try:
            checks.run(getattr(sys.modules.get(check["exercise"]), check["function"], None), number)
        except Exception:  # also of what a check does not allow
            returned += 0
        returned += 1
    return returned


def main(child_folder: str, numpy_folder: str, work: str, ruleset: str) -> None:
    """Fork a confined process for each folder of the work, one after another."""
    sys.path[:0] = [os.path.dirname(child_folder), numpy_folder]
    numpy = importlib.import_module("numpy")
    confine = importlib.import_module("child.confine")
    session = importlib.import_module("child.session")
    with open(work, encoding="utf-8") as file:
        plan = json.load(file)
    calls = [(name, arguments(values, numpy), named) for name, values, named in plan["calls"]]
    checks = None
    if plan["checks"]:
        sys.path.insert(0, plan["checks"])
        checks = importlib.import_module("checks")
        checks.table()
    importlib.import_module("gc").freeze()
    for folder in plan["folders"]:
        pid = os.fork()
        if pid == 0:
            session.limit_process({"memory_bytes": 1 << 30, "file_bytes": 1 << 20, "cpu_seconds": 600})
            os.setsid()
            sources = read(folder, plan["exercises"])
            if settings := plan["settings"]:
                own = os.dup(int(ruleset)) if ruleset else None
                confine.confine_process(confine.Walls(own, bytes.fromhex(settings["filter"]), settings["rights"]))
            done = judge(sources, plan["exercises"], checks) if checks else run(sources, plan["exercises"], calls)
            os._exit(0 if done else 1)
        _, status = os.waitpid(pid, 0)
        if status:
            sys.exit(f"no call of {folder} returned")


if __name__ == "__main__":
    main(*sys.argv[1:])
