"""How likely at least one unlikely token is to come in a number of steps."""

KIND = "probability"


def draw(rng):
    """Draw how likely the unlikely tokens are together at each step, and how many steps there are."""
    return {"tail": rng.choice([0.01, 0.02, 0.03, 0.04, 0.05]), "steps": rng.integer(8, 80)}


def answer(keep, tail, steps):
    """Return what is left when none comes in any step."""
    none_in_one_step = keep("none in one step", 1 - tail)
    return 1 - keep("none in all steps", none_in_one_step**steps)
