"""Draw steps, one below the other, with arrows from each to the next: as SVG, and in characters."""

import textwrap
from typing import Literal

from grader.core.shapes import yaml_model
from grader.files.drawing_canvas import LETTER, SMALL, WIDTH, Canvas

LINE = 18.0
ARROW = 30.0
"""Height of an arrow between two steps."""
SIDE = 26.0
"""Room at the right for the arrow that leads back."""
COLUMNS = 56


@yaml_model
class FlowStep:
    """A box: its name, and what is in it."""

    name: str
    text: str = ""
    is_code: bool = False
    """Whether the text is code: names, or pieces of text as they are."""
    then: str = ""
    """Words beside the arrow to the next step."""


@yaml_model
class Back:
    """An arrow from a step to an earlier one, by their names."""

    start: str
    end: str
    label: str


@yaml_model
class Flow:
    """Steps from top to bottom."""

    kind: Literal["flow"] = "flow"
    steps: tuple[FlowStep, ...]
    back: Back | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the steps at the bottom of a canvas."""
        y = canvas.bottom
        width = WIDTH - (SIDE if self.back else 0)
        middles: dict[str, float] = {}
        for number, step in enumerate(self.steps):
            size = SMALL if step.is_code else 14.0
            lines = textwrap.wrap(step.text, int((width - 24) / (size * (LETTER if step.is_code else 0.54))))
            height = LINE * (1 + len(lines)) + 12
            canvas.box(0, y, width, height, "light")
            canvas.text(12, y + 20, step.name, is_bold=True)
            for at, line in enumerate(lines, start=1):
                canvas.text(12, y + 19 + LINE * at, line, size=size, is_mono=step.is_code)
            middles[step.name] = y + height / 2
            y += height
            if number + 1 < len(self.steps):
                canvas.arrow([(24, y), (24, y + ARROW)])
                canvas.text(38, y + 20, step.then, size=14)
                y += ARROW
        if self.back:
            low, high, x = middles[self.back.start], middles[self.back.end], WIDTH - 6
            canvas.arrow([(width, low), (x, low), (x, high), (width, high)])
            canvas.text(WIDTH, y + 18, f"↑ {self.back.label}", size=14, anchor="end")
            y += 22
        canvas.bottom = y

    def text(self) -> list[str]:
        """Return the steps in characters."""
        lines = []
        left = max(len(step.name) for step in self.steps) + 2
        for number, step in enumerate(self.steps):
            words = textwrap.wrap(step.text, COLUMNS + 14 - left) or [""]
            lines.append(f"{step.name:<{left}}{words[0]}".rstrip())
            lines += [f"{'':<{left}}{rest}" for rest in words[1:]]
            if number + 1 < len(self.steps):
                lines.append(f"{'':<{left}}  │ {step.then}".rstrip())
        if self.back:
            lines.append(f"  └─► {self.back.label}: back to “{self.back.end}”")
        return lines
