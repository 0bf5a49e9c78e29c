"""Questions that are read, judged and named: numeric ones, quizzes, and worksheets."""
