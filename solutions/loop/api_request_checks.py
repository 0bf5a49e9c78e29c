"""Random requests, and the law of what becomes of a right one."""

from .api_request import DEFAULTS

RIGHT = {
    "temperature": [0.0, 0.7, 2.0],
    "top_p": [0.05, 0.9, 1.0],
    "top_k": [0, 1, 40],
    "max_tokens": [1, 2048],
    "frequency_penalty": [-2.0, 0.0, 0.5, 2.0],
    "presence_penalty": [-2.0, 0.0, 0.5, 2.0],
    "stop": ["END", "User:", [], ["END"], ["a", "b", "c", "d"]],
    "stream": [True, False],
}
WRONG = {
    "temperature": [-0.1, 2.1, "hot", True, float("nan")],
    "top_p": [0.0, -0.5, 1.5, "all", False, float("nan")],
    "top_k": [-1, 2.0, True, "3"],
    "max_tokens": [0, -5, 1.5, True, "many"],
    "frequency_penalty": [-2.5, 2.5, "none", float("nan")],
    "presence_penalty": [-2.5, 2.5, False, float("nan")],
    "stop": ["", ["END", ""], ["a", "b", "c", "d", "e"], 7, ["END", 3]],
    "stream": [1, 0, "yes"],
    "temp": [0.5],
    "model": ["tiny"],
}
WHOLE = {"temperature": [0, 1, 2], "top_p": [1], "frequency_penalty": [-2, 1], "presence_penalty": [0, 2]}


def _chosen(rng, values):
    return values[int(rng.integers(len(values)))]


def right_request(rng, size):
    """Draw up to `size` fields with values that are allowed."""
    fields = rng.permutation(list(RIGHT))[: int(rng.integers(0, size + 1))]
    return {"request": {str(field): _chosen(rng, RIGHT[str(field)]) for field in fields}}


def right_request_with_whole_numbers(rng, size):
    """Draw a right request in which numbers without decimals are integers."""
    request = right_request(rng, size)["request"]
    for field in request:
        if field in WHOLE:
            request[field] = _chosen(rng, WHOLE[field])
    return {"request": request}


def any_request(rng, size):
    """Draw up to `size` fields; in half of the requests one of them is wrong."""
    request = right_request(rng, size)["request"]
    if rng.random() < 0.5:
        field = _chosen(rng, list(WRONG))
        request[field] = _chosen(rng, WRONG[field])
    return {"request": request}


def keeps_and_fills_in(near, request):
    """Fields that are set stay as they are, a single stop sequence as a list; the others get their defaults."""
    (settings,) = yield [{"request": request}]
    if not isinstance(settings, dict):
        return "the result is not a dict"
    if set(settings) != set(DEFAULTS):
        odd = sorted(set(settings) ^ set(DEFAULTS), key=str)
        return f"the field {odd[0]!r} is {'missing' if odd[0] in DEFAULTS else 'one too many'}"
    wanted = {**DEFAULTS, **request}
    wanted["stop"] = [wanted["stop"]] if isinstance(wanted["stop"], str) else wanted["stop"]
    for field, value in wanted.items():
        if settings[field] != value or isinstance(settings[field], bool) != isinstance(value, bool):
            return f"{field} is {settings[field]!r}; it should be {value!r}"
    return None
