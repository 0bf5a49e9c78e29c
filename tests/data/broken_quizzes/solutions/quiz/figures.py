"""Figures for broken quizzes: one right, and one for each way to go wrong."""


def sums():
    """Give two figures."""
    return {"total": 3, "share": "0.5"}


def fails():
    """Divide by nothing."""
    return {"total": 1 / 0}


def gives_a_list():
    """Give no names."""
    return [3]


def gives_nan():
    """Give what is no number."""
    return {"total": float("nan")}
