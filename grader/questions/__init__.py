"""Questions whose answers are read, judged and named: numbers, quizzes, worksheets."""
