"""Sizes of paper, in millimetres, and what a printer leaves blank."""

from __future__ import annotations

from dataclasses import dataclass

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
PIXELS_PER_INCH = 96
"""Of CSS, on every device."""

INK_FREE_MM = 6.35
"""How far from the edge of a sheet we keep everything, since most printers cannot print there."""
TEXT_INSET_MM = 3.0
"""How far from the edge of a card we keep its text, since no cut and no printer is exact."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
"""The sheets that there are layouts for, by the name that the command line knows."""


def to_mm(pixels: float) -> float:
    """Return the millimetres of a length in pixels of CSS."""
    return pixels * MM_PER_INCH / PIXELS_PER_INCH
