"""Exercises as pytest items."""
