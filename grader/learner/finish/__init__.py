"""The end of the course: the learner's work on one screen, and as a page to keep."""
