"""Flashcard decks and the generator that prints them."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
"""The folder of our templates and layouts."""
