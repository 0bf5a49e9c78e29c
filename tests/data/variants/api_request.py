"""Right ways to check a request; the grader must accept every one of them."""

import math
from numbers import Integral, Real


def respond(text, reason, prompt_tokens, completion_tokens):
    """Name the answer with a chain of conditions."""
    if reason in ("eos", "stop_sequence"):
        finish_reason = "stop"
    elif reason == "max_tokens":
        finish_reason = "length"
    else:
        raise ValueError(f"unknown reason {reason!r}")
    usage = dict(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)
    usage["total_tokens"] = sum(usage.values())
    return {"finish_reason": finish_reason, "usage": usage, "text": text}


DEFAULTS = {
    "temperature": 1,
    "top_p": 1,
    "top_k": 0,
    "max_tokens": 16,
    "frequency_penalty": 0,
    "presence_penalty": 0,
    "stop": (),
    "stream": False,
}


def is_text_list(value):
    """Say whether a value is a list of one to four texts that are not empty, or an empty list."""
    if not isinstance(value, list) or len(value) > 4:
        return False
    return all(isinstance(each, str) and each != "" for each in value)


def variant_field_by_field(request):
    """One loop for each kind of field; True and False are told apart by their exact type."""
    for field in request:
        if field not in DEFAULTS:
            raise ValueError(field)
    out = {}
    for field, low, high in (("temperature", 0, 2), ("frequency_penalty", -2, 2), ("presence_penalty", -2, 2)):
        out[field] = request.get(field, DEFAULTS[field])
        if type(out[field]) not in (int, float) or not low <= out[field] <= high:
            raise ValueError(field)
    out["top_p"] = request.get("top_p", 1.0)
    if type(out["top_p"]) not in (int, float) or not 0 < out["top_p"] <= 1:
        raise ValueError("top_p")
    for field, least in (("top_k", 0), ("max_tokens", 1)):
        out[field] = request.get(field, DEFAULTS[field])
        if type(out[field]) is not int or out[field] < least:
            raise ValueError(field)
    stop, out["stream"] = request.get("stop", []), request.get("stream", False)
    out["stop"] = [stop] if isinstance(stop, str) else stop
    if not is_text_list(out["stop"]) or type(out["stream"]) is not bool:
        raise ValueError("stop or stream")
    return out


def variant_numbers_abc(request):
    """The abstract classes of `numbers`; numbers are turned into floats."""
    if not set(request) <= set(DEFAULTS):
        raise ValueError(", ".join(sorted(set(request) - set(DEFAULTS))))
    settings = DEFAULTS | {"stop": []} | request
    for field in ("temperature", "top_p", "frequency_penalty", "presence_penalty"):
        value = settings[field]
        if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
            raise ValueError(field)
        settings[field] = float(value)
    for field in ("top_k", "max_tokens"):
        if isinstance(settings[field], bool) or not isinstance(settings[field], Integral):
            raise ValueError(field)
    settings["stop"] = [settings["stop"]] if isinstance(settings["stop"], str) else settings["stop"]
    wrong = [
        settings["temperature"] < 0 or settings["temperature"] > 2,
        settings["top_p"] <= 0 or settings["top_p"] > 1,
        max(abs(settings["frequency_penalty"]), abs(settings["presence_penalty"])) > 2,
        settings["top_k"] < 0 or settings["max_tokens"] <= 0,
        not is_text_list(settings["stop"]) or not isinstance(settings["stream"], bool),
    ]
    if any(wrong):
        raise ValueError(wrong.index(True))
    return settings


class SettingError(ValueError):
    """A ValueError of one's own."""


def variant_own_exception(request):
    """An exception derived from ValueError, and a class with a check for each field."""

    class Checks:
        temperature = staticmethod(lambda v: number(v, -1e-300, 2))
        top_p = staticmethod(lambda v: number(v, 0, 1))
        top_k = staticmethod(lambda v: type(v) is int and v > -1)
        max_tokens = staticmethod(lambda v: type(v) is int and v > 0)
        frequency_penalty = staticmethod(lambda v: number(v, -3, 2) and v >= -2)
        presence_penalty = staticmethod(lambda v: number(v, -3, 2) and v >= -2)
        stop = staticmethod(lambda v: type(v) is list and len(v) < 5 and all(type(s) is str and s != "" for s in v))
        stream = staticmethod(lambda v: v is True or v is False)

    def number(value, above, up_to):
        return type(value) in (int, float) and above < value <= up_to

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
        try:
            assert is_right(value)
        except (AssertionError, TypeError):
            raise ValueError(field) from None
        return value

    def no_bool(value):
        return value is not True and value is not False

    stop = rest.pop("stop", [])
    stops = [stop] if isinstance(stop, str) else stop
    if not is_text_list(stops):
        raise ValueError("stop")
    settings = {
        "stream": take("stream", lambda v: isinstance(v, bool)),
        "temperature": take("temperature", lambda v: no_bool(v) and 2 >= v >= 0),
        "top_p": take("top_p", lambda v: no_bool(v) and 1 >= v > 0),
        "frequency_penalty": take("frequency_penalty", lambda v: no_bool(v) and -2 <= v <= 2),
        "presence_penalty": take("presence_penalty", lambda v: no_bool(v) and -2 <= v <= 2),
        "top_k": take("top_k", lambda v: no_bool(v) and isinstance(v, int) and v >= 0),
        "max_tokens": take("max_tokens", lambda v: no_bool(v) and isinstance(v, int) and v >= 1),
        "stop": [*stops],
    }
    if rest:
        raise ValueError(next(iter(rest)))
    return settings


def variant_match(request):
    """Match each field and value against patterns."""

    settings = dict(DEFAULTS, stop=[])
    penalties = ("frequency_penalty", "presence_penalty")
    for field, value in request.items():
        match field, value:
            case "stream", bool():
                settings[field] = value
            case _, bool():
                break
            case "top_p", int() | float() if 0 < value <= 1:
                settings[field] = value
            case (_, int() | float()) if field in penalties and -2 <= value <= 2:
                settings[field] = value
            case "temperature", int() | float() if 0 <= value <= 2:
                settings[field] = value
            case ("top_k" | "max_tokens") as name, int() if value >= (name == "max_tokens"):
                settings[field] = value
            case "stop", str() if value:
                settings[field] = [value]
            case "stop", list() if is_text_list(value):
                settings[field] = value
            case _:
                break
    else:
        return settings
    raise ValueError(field)


def variant_ranges(request):
    """Ranges of numbers in one table, the rest by hand."""
    table = {
        "temperature": (float, 0.0, 2.0),
        "top_p": (float, math.nextafter(0.0, 1.0), 1.0),
        "frequency_penalty": (float, -2.0, 2.0),
        "presence_penalty": (float, -2.0, 2.0),
        "top_k": (int, 0, math.inf),
        "max_tokens": (int, 1, math.inf),
    }
    result = {**DEFAULTS, "stop": [], "stream": False}
    for field, value in request.items():
        if field in table:
            kind, low, high = table[field]
            allowed = (int,) if kind is int else (int, float)
            if type(value) not in allowed or not low <= value <= high:
                raise ValueError(f"{field} = {value!r}")
            result[field] = value
        elif field == "stop":
            result[field] = value if isinstance(value, list) else [value]
            if len(result[field]) > 4 or not all(type(each) is str and each for each in result[field]):
                raise ValueError(field)
        elif field == "stream" and type(value) is bool:
            result[field] = value
        else:
            raise ValueError(field)
    return result
