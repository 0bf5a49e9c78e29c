"""Flashcards: decks, the study page, exports, sheets to print, the review schedule and the cheat sheet."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
"""The folder of templates and layouts."""
