"""One learner's folder: files, progress, its course, decks from mistakes, and the page at the end."""
