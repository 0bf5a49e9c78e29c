"""`kind: keeps_items`: the result has the items of some arguments, each as often as they have it."""


def keeps_items(near, arguments, *, of: list[str]):
    """Ask for one call; return None if it lost no item and made none up, or the item and how often it came."""
    (result,) = yield [arguments]
    given = [item for name in of for item in arguments[name]]
    for item in [*given, *result]:
        if given.count(item) != result.count(item):
            return f"{item} is {given.count(item)} times in the arguments and {result.count(item)} times in the result"
    return None
