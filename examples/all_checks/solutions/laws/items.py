"""A kind of check of this course: laws that any exercise can name which puts items in order."""


def keeps_every_item(near, **lists):
    """The result has the items of all lists given, as often as they were there."""
    (result,) = yield [lists]
    given = [item for items in lists.values() for item in items]
    lost = [item for item in given if result.count(item) < given.count(item)]
    if lost:
        return f"{lost[0]} is {given.count(lost[0])} times in the arguments and {result.count(lost[0])} times in the result"
    return None if len(result) == len(given) else f"the result has {len(result)} items; the arguments have {len(given)}"
