"""Typical wrong versions of Pile."""

from .pile import Pile as _Right

_ITEMS: list[int] = []


class first_in_first_out(_Right):
    """The item that has waited longest is taken.

    That is a queue. Which item of a pile can be reached?
    """

    def pop(self):
        return self._items.pop(0)


class none_for_nothing(_Right):
    """Nothing is raised if there is no item.

    The task names an exception. The caller could not tell None from an item.
    """

    def pop(self):
        return self._items.pop() if self._items else None


class pop_leaves_the_item(_Right):
    """The top item is returned and stays.

    Taking it away makes the pile smaller. What does the next call return?
    """

    def pop(self):
        return self._items[-1]


class one_list_for_all(_Right):
    """All objects have the same items.

    The list belongs to the class, not to the object. When is yours made?
    """

    def __init__(self):
        self._items = _ITEMS
        if len(_ITEMS) > 1:
            _ITEMS.clear()
