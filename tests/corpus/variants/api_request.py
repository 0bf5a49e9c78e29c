"""Right ways to check a request; the grader must accept every one of them."""

import math


def respond(text, reason, prompt_tokens, completion_tokens):
    """Name the answer with a chain of conditions."""
    if reason in ("eos", "stop_sequence"):
        finish_reason = "stop"
    else:
        finish_reason = "length"
    usage = dict(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)
    usage["total_tokens"] = sum(usage.values())
    return {"finish_reason": finish_reason, "usage": usage, "text": text}


DEFAULTS = {"temperature": 1, "top_p": 1, "top_k": 0, "max_tokens": 16, "stop": ()}


def variant_field_by_field(request):
    """One loop for each kind of field."""
    for field in request:
        if field not in DEFAULTS:
            raise ValueError(field)
    out = {"temperature": request.get("temperature", 1.0), "top_p": request.get("top_p", 1.0)}
    if not 0 <= out["temperature"] <= 2:
        raise ValueError("temperature")
    if not 0 < out["top_p"] <= 1:
        raise ValueError("top_p")
    for field, least in (("top_k", 0), ("max_tokens", 1)):
        out[field] = request.get(field, DEFAULTS[field])
        if out[field] < least:
            raise ValueError(field)
    stop = request.get("stop", [])
    out["stop"] = [stop] if isinstance(stop, str) else stop
    if len(out["stop"]) > 4 or "" in out["stop"]:
        raise ValueError("stop")
    return out


def variant_strict_types(request):
    """Refuse other types as well; numbers are turned into floats."""
    if not set(request) <= set(DEFAULTS):
        raise ValueError(", ".join(sorted(set(request) - set(DEFAULTS))))
    settings = DEFAULTS | {"stop": []} | request
    for field in ("temperature", "top_p"):
        value = settings[field]
        if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
            raise ValueError(field)
        settings[field] = float(value)
    settings["stop"] = [settings["stop"]] if isinstance(settings["stop"], str) else settings["stop"]
    wrong = [
        settings["temperature"] < 0 or settings["temperature"] > 2,
        settings["top_p"] <= 0 or settings["top_p"] > 1,
        type(settings["top_k"]) is not int or settings["top_k"] < 0,
        type(settings["max_tokens"]) is not int or settings["max_tokens"] <= 0,
        len(settings["stop"]) > 4 or not all(type(each) is str and each for each in settings["stop"]),
    ]
    if any(wrong):
        raise ValueError(wrong.index(True))
    return settings


class SettingError(ValueError):
    """A ValueError of one's own."""


def variant_own_exception(request):
    """An exception derived from ValueError, and a class with a check for each field."""

    class Checks:
        temperature = staticmethod(lambda v: -1e-300 < v <= 2)
        top_p = staticmethod(lambda v: 0 < v <= 1)
        top_k = staticmethod(lambda v: v > -1)
        max_tokens = staticmethod(lambda v: v > 0)
        stop = staticmethod(lambda v: len(v) < 5 and all(len(s) for s in v))

    settings = {field: list(value) if isinstance(value, tuple) else value for field, value in DEFAULTS.items()}
    settings.update(request)
    if type(settings["stop"]) is str:
        settings["stop"] = [settings["stop"]]
    for field, value in settings.items():
        check = getattr(Checks, field, None)
        if check is None or not check(value):
            raise SettingError(field)
    return settings


def variant_pops(request):
    """Take fields out of a copy; what is left is unknown."""
    rest = dict(request)

    def take(field, is_right):
        value = rest.pop(field) if field in rest else DEFAULTS[field]
        if is_right(value):
            return value
        raise ValueError(field)

    stop = rest.pop("stop", [])
    settings = {"stop": [stop] if isinstance(stop, str) else [*stop]}
    if not all(settings["stop"]) or settings["stop"][4:]:
        raise ValueError("stop")
    settings["temperature"] = take("temperature", lambda v: 2 >= v >= 0)
    settings["top_p"] = take("top_p", lambda v: 1 >= v > 0)
    settings["top_k"] = take("top_k", lambda v: v >= 0)
    settings["max_tokens"] = take("max_tokens", lambda v: v >= 1)
    if rest:
        raise ValueError(next(iter(rest)))
    return settings


def variant_match(request):
    """Match each field and value against patterns."""
    settings = dict(DEFAULTS, stop=[])
    for field, value in request.items():
        match field, value:
            case "top_p", int() | float() if 0 < value <= 1:
                settings[field] = value
            case "temperature", int() | float() if 0 <= value <= 2:
                settings[field] = value
            case ("top_k" | "max_tokens") as name, int() if value >= (name == "max_tokens"):
                settings[field] = value
            case "stop", str() if value:
                settings[field] = [value]
            case "stop", [*stops] if len(stops) <= 4 and all(stops):
                settings[field] = value
            case _:
                break
    else:
        return settings
    raise ValueError(field)


def variant_ranges(request):
    """Ranges of numbers in one table, the stop sequences by hand."""
    table = {
        "temperature": (0.0, 2.0),
        "top_p": (math.nextafter(0.0, 1.0), 1.0),
        "top_k": (0, math.inf),
        "max_tokens": (1, math.inf),
    }
    result = {**DEFAULTS, "stop": []}
    for field, value in request.items():
        if field in table:
            low, high = table[field]
            if not low <= value <= high:
                raise ValueError(f"{field} = {value!r}")
            result[field] = value
        elif field == "stop":
            result[field] = value if isinstance(value, list) else [value]
            if len(result[field]) > 4 or not all(result[field]):
                raise ValueError(field)
        else:
            raise ValueError(field)
    return result
