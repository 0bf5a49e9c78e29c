"""A law with a fault."""


def faulty(near, number):
    """Fail on our side for the result 13."""
    (result,) = yield [{"number": number}]
    if result == 13:
        raise RuntimeError("a fault of the course")
    return None if result == number + 1 else f"{result} is not {number + 1}"
