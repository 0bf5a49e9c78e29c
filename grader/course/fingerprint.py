"""Hash the parts of exercises, so that a workspace can tell which of them an upgrade has changed."""

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from grader.core.shapes import Json
from grader.course.course import Course

DIGITS = 12
"""Hexadecimal digits of a hash: these compare versions of one text and defend against nobody."""
PARTS = {
    "the task": ("task",),
    "the signature": ("signature", "function"),
    "the limits": ("limits", "tolerance", "uses"),
}
"""The keys of an exercise, beside its checks, on which a right answer depends; by what messages call them."""
HELPERS = "the functions that its checks use"


class Fingerprint(NamedTuple):
    """The hashes of one exercise as it was given to a workspace."""

    stub: str = ""
    """Of the stub, whatever its line endings; empty if the workspace was given none."""
    parts: Mapping[str, str] = {}
    checks: Mapping[str, str] = {}
    """By the names of the checks."""

    def changes_to(self, now: "Fingerprint") -> tuple[str, ...]:
        """Return what has changed, in a learner's words; empty if nothing that a right answer depends on has."""
        added = [name for name in now.checks if name not in self.checks]
        removed = [name for name in self.checks if name not in now.checks]
        changed = [name for name in now.checks if name in self.checks and self.checks[name] != now.checks[name]]
        lists = (("added", added), ("removed", removed), ("changed", changed))
        parts = [name for name in now.parts if self.parts.get(name) != now.parts[name]]
        return (*(f"{name} changed" for name in parts), *(_counted(verb, names) for verb, names in lists if names))


def fingerprint(course: Course, exercise_id: str) -> Fingerprint:
    """Return the hashes of an exercise as it is now; raise YamlError if its file is not valid."""
    data = course.data(exercise_id)
    parts = {name: _hash_of_json([data.get(key) for key in keys]) for name, keys in PARTS.items()}
    helpers = course.solutions.path(exercise_id, "_checks")
    if helpers.is_file():
        parts[HELPERS] = _short(helpers.read_bytes())
    checks = {str(check["name"]): _hash_of_json(check) for check in data["checks"]}
    return Fingerprint(stub_hash(course.stub(exercise_id).read_bytes()), parts, checks)


def content_hash(course: Course) -> str:
    """Return a hash over all files of the exercises; it takes 2 ms, the fingerprints of all exercises 20."""
    digest = hashlib.sha256()
    for exercise_id in course.exercise_ids:
        stub = str(course.stub(exercise_id)).removesuffix(".py")
        digest.update(f"{exercise_id}\0".encode())
        for path in (f"{stub}.py", f"{stub}.yaml", course.solutions.path(exercise_id, "_checks")):
            try:
                with open(path, "rb") as file:  # as quick as reading hundreds of files can be: `learn` waits for it
                    digest.update(hashlib.sha256(file.read()).digest())
            except OSError:
                digest.update(b"-")
    return digest.hexdigest()[:DIGITS]


def stub_hash(content: bytes) -> str:
    """Return the hash of a stub or a learner's file, the same after git has converted its line endings."""
    return _short(content.replace(b"\r\n", b"\n"))


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def _hash_of_json(data: Json) -> str:
    return _short(json.dumps(data, sort_keys=True, default=repr).encode())


def _counted(verb: str, names: list[str]) -> str:
    what = f"a check {verb}" if len(names) == 1 else f"{len(names)} checks {verb}"
    return f"{what}: {', '.join(names)}"
