"""Questions whose answer is a number, a few numbers or a few tokens: drawn for each person, computed, and judged."""
