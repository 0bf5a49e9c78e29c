"""Grading many submissions: found, matched with a roster, graded by several processes, kept so that a run can go on."""
