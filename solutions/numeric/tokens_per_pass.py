"""How many tokens one pass of the target yields on average."""

KIND = "number"


def draw(rng):
    """Draw how likely a drafted token is to be accepted, and how many are drafted."""
    return {"alpha": rng.integer(50, 90) / 100, "gamma": rng.integer(2, 6)}


def answer(keep, alpha, gamma):
    """Return the sum of the powers of alpha, from the power 0 to the power gamma."""
    return sum(keep(f"power({power})", alpha**power) for power in range(gamma + 1))


def answer_by_the_short_form(keep, alpha, gamma):
    """Return the same sum as a fraction."""
    return (1 - keep("power", alpha ** (gamma + 1))) / (1 - alpha)
