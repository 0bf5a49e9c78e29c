"""Typical wrong versions of First good."""


def the_item_itself(is_good, items):
    """The item is returned, not its place.

    Where in the list is it?
    """
    return next((item for item in items if is_good(item)), -1)


def last_good_one(is_good, items):
    """The place is that of the last good item.

    The loop goes on after the first one. What happens then to the place that you had?
    """
    found = -1
    for place, item in enumerate(items):
        if is_good(item):
            found = place
    return found


def asks_about_all(is_good, items):
    """All items are asked about.

    The first good one is enough. When could the loop end?
    """
    places = [place for place, item in enumerate(items) if is_good(item)]
    return places[0] if places else -1
