"""Random requests."""

RIGHT = {
    "temperature": [0.0, 0.7, 2.0],
    "top_p": [0.05, 0.9, 1.0],
    "top_k": [0, 1, 40],
    "max_tokens": [1, 2048],
    "stop": ["END", "User:", [], ["END"], ["a", "b", "c", "d"]],
}
WRONG = {
    "temperature": [-0.1, 2.1, float("nan")],
    "top_p": [0.0, -0.5, 1.5, float("nan")],
    "top_k": [-1, -40],
    "max_tokens": [0, -5],
    "stop": ["", ["END", ""], ["a", "b", "c", "d", "e"]],
    "temp": [0.5],
    "model": ["tiny"],
}


def _chosen(rng, values):
    return values[int(rng.integers(len(values)))]


def right_request(rng, size):
    """Draw up to `size` fields with values that are allowed."""
    fields = rng.permutation(list(RIGHT))[: int(rng.integers(0, size + 1))]
    return {"request": {str(field): _chosen(rng, RIGHT[str(field)]) for field in fields}}


def any_request(rng, size):
    """Draw up to `size` fields; in half of the requests one of them is wrong."""
    request = right_request(rng, size)["request"]
    if rng.random() < 0.5:
        field = _chosen(rng, list(WRONG))
        request[field] = _chosen(rng, WRONG[field])
    return {"request": request}
