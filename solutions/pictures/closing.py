"""The picture of the closing page: the whole system, and the place of every exercise."""

from pathlib import Path
from typing import Any

import yaml

TABLE = Path(__file__).parents[2] / "exercises" / "course.yaml"

STAGES = (
    ("Text and tokens", ("text",), "ids"),
    ("Model and cache", ("cache",), "logits"),
    ("Bending", ("bending",), "bent logits"),
    ("Mask, whole generator", ("structure",), "masked logits"),
    ("Scores to probabilities", ("scores",), "probabilities"),
    ("Picking", ("picking",), "one token"),
    ("Drafts, verified", ("speculative",), "tokens"),
    ("Loop, stops, streaming", ("loop",), "text, finish reason"),
    ("Bill", ("cost",), ""),
)
"""The parts of the system, the units that they are built in, and what each passes on."""
ELSEWHERE = "Beside the system"


def system() -> dict[str, Any]:
    """Draw the parts of the system, each with its exercises."""
    table = yaml.safe_load(TABLE.read_text("utf-8"))
    units = {unit["id"]: unit["exercises"] for unit in table["units"]}
    steps = [
        {
            "name": name,
            "text": ", ".join(each for unit in own for each in units.get(unit, ())),
            "is_code": True,
            "then": then,
        }
        for name, own, then in STAGES
    ]
    known = {unit for _, own, _ in STAGES for unit in own}
    if others := [each for unit, names in units.items() if unit not in known for each in names]:
        steps.append({"name": ELSEWHERE, "text": ", ".join(others), "is_code": True})
    count = sum(map(len, units.values()))
    passed = "; ".join(f"{name} passes on {then}" for name, _, then in STAGES if then)
    return {
        "title": f"The whole system, with the place of all {count} exercises",
        "description": f"Boxes from top to bottom, each with the names of its exercises: {passed}. "
        "An arrow leads from the loop back to the model: the token is appended, and the model is called again.",
        "parts": [
            {
                "kind": "flow",
                "steps": steps,
                "back": {"start": STAGES[7][0], "end": STAGES[1][0], "label": "append, and call the model again"},
            }
        ],
    }
