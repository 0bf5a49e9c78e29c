"""Submissions as data: list files, find those of the exercises among them, read them. Nothing is imported."""
