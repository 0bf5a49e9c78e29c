"""Phrases."""

MINUTE, HOUR, DAY = 60, 3600, 86400


def count(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def lateness(late_seconds: int | None) -> str:
    """Format a delay in its largest unit; empty if it is unknown."""
    if not late_seconds:
        return ""
    for size, unit in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if late_seconds >= size:
            return count(late_seconds // size, unit, f"{unit}s")
    return "less than a minute"
