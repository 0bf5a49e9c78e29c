"""Typical wrong versions of Pile."""

from .pile import Pile as _Right


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
