"""Make starter repositories, which learners copy, for a platform; search them for answers."""
