"""The law that the checks of Centered hold the results to."""


def shift_changes_nothing(near, values):
    """Ask for two calls; return None if the law holds, or how it is broken."""
    plain, shifted = yield [{"values": values}, {"values": values + 3.0}]
    return None if near(plain, shifted) else "adding 3 to every value changed the distances"
