"""Render a comparison as one self-contained HTML page: no network, no other file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from markupsafe import Markup

from grader.core import escape
from grader.files import html_page
from grader.learner.playground import numbers
from grader.learner.playground.measure import PromptComparison, Stage, StrategyColumn

HERE = Path(__file__).parent / "template"
SHOWN = 12
"""The number of tokens with a row of their own."""
OFF = 0
TOP_KS = (*range(1, 21), 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, OFF)
"""The positions of the top-k slider, from one token to all of them."""


def render(comparison: PromptComparison) -> bytes:
    """Return the page as UTF-8."""
    style, script = (HERE / "page.css").read_text("utf-8"), (HERE / "page.js").read_text("utf-8")
    shown = comparison.ranked[:SHOWN]
    text = (
        html_page.environment(HERE)
        .get_template("page.html")
        .render(
            comparison=comparison,
            prompt=numbers.prose(comparison.prompt),
            title=escape.line(comparison.prompt),
            names=[numbers.token(comparison.tokens[token]) for token in shown],
            others=len(comparison.logits) - len(shown),
            groups=[(group, [_card(column, shown) for column in columns]) for group, columns in comparison.groups],
            dials=_dials(comparison, shown),
            data={"logits": comparison.logits.tolist(), "shown": shown, "topKs": TOP_KS},
            top_k_off=TOP_KS.index(OFF),
            style=Markup(style),
            script=Markup(script),
            policy=html_page.policy(style, script),
        )
    )
    return text.encode()


def _card(column: StrategyColumn, shown: tuple[int, ...]) -> dict[str, Any]:
    """Return the template's values for one strategy."""
    strategy, stages = column.strategy, column.stages
    settings = [stage.title for stage in stages[1:]] or ["T\u2009=\u20091"]
    return {
        "strategy": strategy,
        "settings": ", ".join(settings),
        "text": numbers.prose(column.continuation.text),
        "continuation": column.continuation,
        "steps": stages,
        "rows": numbers.rows(stages, shown),
        "removed": [numbers.removed(before, after) for before, after in pairwise(stages)]
        or ["Nothing is removed, and nothing is changed."],
        "dials": {
            "temperature": f"{strategy.temperature:g}",
            "k": TOP_KS.index(strategy.top_k),
            "p": f"{strategy.top_p:g}",
        },
    }


def _dials(comparison: PromptComparison, shown: tuple[int, ...]) -> dict[str, Any]:
    """Return the table below the sliders in its first state: the model's own probabilities in all four columns."""
    own = comparison.groups[0][1][0].stages[0]
    names = {"model": "model", "temperature": "T\u2009=\u20091", "top-k": "top-k off", "top-p": "top-p off"}
    stages = tuple(Stage(step, title, own.p) for step, title in names.items())
    return {"steps": stages, "rows": numbers.rows(stages, shown)}
