"""A course folder: where it is, its table of contents, its exercises and their trusted Python files."""
