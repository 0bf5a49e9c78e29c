"""Random bills, and a law of limits."""


def some_calls(rng, size):
    """Draw up to `size` calls, and a limit that cuts off some of them."""
    return {
        "calls": [(int(rng.integers(0, 40)), int(rng.integers(1, 20))) for _ in range(int(rng.integers(0, size + 1)))],
        "limit": int(rng.integers(5, 70)),
        "n_in": int(rng.integers(0, 200)),
        "in_per_M": float(rng.choice([0.5, 2.0, 3.0])),
        "out_per_M": float(rng.choice([2.0, 8.0, 15.0])),
    }


def more_room(near, thinking, answer, limit):
    """Under a limit that is higher by one, no entry is smaller, and one token more is written or none."""
    less, more = yield [
        {"thinking": thinking, "answer": answer, "limit": limit},
        {"thinking": thinking, "answer": answer, "limit": limit + 1},
    ]
    names = ("completion_tokens", "reasoning_tokens", "answer_tokens")
    for each in (less, more):
        if not isinstance(each, dict) or not all(isinstance(each.get(name), int) for name in names):
            return f"the result is not a dict with {', '.join(names)} as integers"
        if each["reasoning_tokens"] + each["answer_tokens"] != each["completion_tokens"]:
            return "hidden tokens and those of the answer do not add up to completion_tokens"
    smaller = [name for name in names if more[name] < less[name]]
    if smaller:
        return f"with a limit of {limit + 1} instead of {limit}, {smaller[0]} is smaller"
    added = more["completion_tokens"] - less["completion_tokens"]
    return None if added in (0, 1) else f"a limit higher by 1 adds {added} tokens"
