"""Flashcard decks and the generator that prints them."""
