"""From exercise and submission to result: the one path that every command uses."""
