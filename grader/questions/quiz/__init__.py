"""The quiz: questions to answer in one's head, in the terminal or on a page."""
