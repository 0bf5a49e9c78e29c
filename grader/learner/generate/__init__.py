"""Running a course's generator: text from its tiny model, what happens at each step, and learners' own parts in it."""
