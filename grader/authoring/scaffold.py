"""Write the files of a new exercise from templates that say what to fill in."""

from __future__ import annotations

from pathlib import Path

from grader.course import Content
from grader.course.load import ID

YAML = """\
# yaml-language-server: $schema=../../docs/schema/exercise.schema.json
title: {title}
function: {name}
signature: "{name}(logits: Array[V]) -> Array[V]"
objective: Say in one sentence what the learner can do afterwards.
task: |
  Say what the function is for, then what it takes and returns, with shapes and units.

  Rules: say what happens with ties, at equality, and with bad input.
points: 2
sources:
  - title: Author year, title, section
    url: https://example.org
hints:
  - A nudge in the right direction.
  - A clearer one.
  - Almost the answer.
checks:
  - name: the worked example
    kind: cases
    points: 1
    cases:
      - args: {{logits: [2, 1, 0]}}
        expect: [2, 1, 0]
  - name: 200 random vectors
    kind: random
    points: 1
    inputs: {{logits: {{kind: logits}}}}
explain: |
  Say what the learner has understood now, and what it is good for.
"""

STUB = '''\
"""{title}."""

import numpy as np


def {name}(logits: np.ndarray) -> np.ndarray:
    """Say what it returns.

    Args:
        logits: (V,) float.

    Returns:
        (V,) float.
    """
    raise NotImplementedError  # TODO: write this
'''

SOLUTION = (
    STUB.removesuffix('    """\n    raise NotImplementedError  # TODO: write this\n')
    + '''
    Source: author year, title, section.
    """
    return np.array(logits)
'''
)

MISTAKES = '''\
"""Typical wrong versions of {title}."""


def twice_as_large(logits):
    """Say in one line what this version does.

    Say why that is wrong and what to look at next; never give the corrected line.
    """
    return 2 * logits
'''


class ScaffoldError(Exception):
    """The files of an exercise cannot be created; the message says why."""


def scaffold(content: Content, exercise_id: str) -> list[Path]:
    """Create the files of a new exercise and return their paths; existing files are not changed.

    Raises:
        ScaffoldError: the id is not `unit/name`, or a file exists already.
    """
    unit, _, name = exercise_id.partition("/")
    if not (ID.match(unit) and ID.match(name)):
        raise ScaffoldError(f"{exercise_id!r} is not an id; write unit/name with small letters, digits and underscores")
    title = name.replace("_", " ").capitalize()
    files = {
        content.exercises / f"{exercise_id}.yaml": YAML,
        content.exercises / f"{exercise_id}.py": STUB,
        content.solutions / f"{exercise_id}.py": SOLUTION,
        content.solutions / f"{exercise_id}_mistakes.py": MISTAKES,
    }
    for path in files:
        if path.exists():
            raise ScaffoldError(f"{path} is there already; choose another name or remove it")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(title=title, name=name), "utf-8")
    return list(files)
