"""Repositories that teachers publish for learners to copy: made for a platform, and searched for answers."""
