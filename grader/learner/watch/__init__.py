"""`learn watch`: a verdict after each save, from a process that keeps numpy, the course and the exercise loaded."""
