"""Run a course's generator: sample from its tiny model, show each decode step, use the learner's own functions."""
