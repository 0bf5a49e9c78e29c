"""One learner's folder: files, progress, decks from mistakes, generating and comparing text."""
