"""Wrong versions of checking a request and naming an answer, as learners write them."""
import math

DEFAULTS = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "max_tokens": 16, "stop": []}


def _number(field, value, low, high, *, open_low=False):
    if math.isnan(value) or value < low or value > high or (open_low and value == low):
        raise ValueError(field)


def _check(settings):
    for field in settings:
        if field not in DEFAULTS:
            raise ValueError(field)
    _number("temperature", settings["temperature"], 0, 2)
    _number("top_p", settings["top_p"], 0, 1, open_low=True)
    _number("top_k", settings["top_k"], 0, math.inf)
    _number("max_tokens", settings["max_tokens"], 1, math.inf)
    stop = settings["stop"]
    if len(stop) > 4 or not all(stop):
        raise ValueError("stop")


def _filled(request):
    settings = dict(DEFAULTS)
    for field, value in request.items():
        settings[field] = value
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
    elif isinstance(settings["stop"], list):
        settings["stop"] = settings["stop"][:]
    return settings


def _validate(request):
    settings = _filled(request)
    _check(settings)
    return settings


def _respond(text, reason, prompt_tokens, completion_tokens):
    if reason not in ("eos", "stop_sequence", "max_tokens"):
        raise ValueError(reason)
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens}
    usage["total_tokens"] = prompt_tokens + completion_tokens
    return {"text": text, "finish_reason": "length" if reason == "max_tokens" else "stop", "usage": usage}


validate, respond = _validate, _respond


def get_or_default(request):
    """Fills in with `request.get(field) or default`.

    makes: zero_replaced_by_default
    """
    settings = {field: request.get(field) or default for field, default in DEFAULTS.items()}
    settings.update({field: value for field, value in request.items() if field not in DEFAULTS})
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
    _check(settings)
    return {**settings, "stop": list(settings["stop"])}


def list_of_stop(request):
    """Makes a list of the stop text with list().

    makes: stop_split_into_letters
    """
    settings = {**DEFAULTS, **request}
    try:
        settings["stop"] = list(settings["stop"]) if isinstance(settings["stop"], (str, list)) else settings["stop"]
    finally:
        pass
    _check(settings)
    return settings


def known_fields_only(request):
    """Copies only the known fields.

    makes: unknown_fields_dropped
    """
    settings = _filled({field: request[field] for field in DEFAULTS if field in request})
    _check(settings)
    return settings


def zero_top_p(request):
    """Tests 0 <= top_p <= 1.

    makes: top_p_zero_accepted
    """
    settings = _filled(request)
    top_p = settings["top_p"]
    _number("top_p", top_p, 0, 1)
    _check({**settings, "top_p": 1.0})
    return settings


def lower_limits_only(request):
    """Tests only the lower limits.

    makes: no_upper_limits
    """
    settings = _filled(request)
    lows = {"temperature": 0, "top_p": 0}
    for field, low in lows.items():
        _number(field, settings[field], low, math.inf, open_low=field == "top_p")
    _check({**settings, **{field: 1.0 for field in lows}})
    return settings


def outside_test(request):
    """Asks whether the value lies outside, which nan never does.

    makes: nan_accepted
    """
    settings = _filled(request)
    plain = dict(settings)
    for field in ("temperature", "top_p"):
        value = settings[field]
        if type(value) is float and value != value:
            plain[field] = 1.0
    _check(plain)
    return settings


def only_what_came(request):
    """Returns the request as it came.

    makes: no_defaults
    """
    settings = _filled(request)
    _check(settings)
    return {field: settings[field] for field in settings if field in request}


def returns_true(request):
    """Returns True.

    makes: true_returned
    """
    _check(_filled(request))
    return True


def respond__internal_names(text, reason, prompt_tokens, completion_tokens):
    """Passes the reason on.

    makes: respond__reasons_not_translated
    """
    _respond(text, reason, prompt_tokens, completion_tokens)
    usage = dict(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)
    return dict(text=text, finish_reason=reason, usage={**usage, "total_tokens": prompt_tokens + completion_tokens})


def respond__flat(text, reason, prompt_tokens, completion_tokens):
    """Does not nest the usage.

    makes: respond__usage_not_nested
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    flat = {"text": text, "finish_reason": answer["finish_reason"]}
    for key in ("prompt_tokens", "completion_tokens", "total_tokens"):
        flat[key] = answer["usage"][key]
    return flat


def temperature_up_to_one(request):
    """Wants a temperature of at most 1.

    makes: nothing listed
    """
    settings = _filled(request)
    _check(settings)
    if settings["temperature"] > 1:
        raise ValueError("temperature")
    return settings


def stop_missing_is_none(request):
    """Gives None for stop sequences that were left out.

    makes: nothing listed
    """
    settings = _filled(request)
    _check(settings)
    if "stop" not in request:
        settings["stop"] = None
    return settings


def other_default(request):
    """Has 256 as the default of max_tokens.

    makes: nothing listed
    """
    settings = _filled(request)
    _check(settings)
    settings.setdefault("max_tokens", 256)
    if "max_tokens" not in request:
        settings["max_tokens"] = 256
    return settings


def numbers_made_floats(request):
    """Turns all numbers into text.

    makes: nothing listed
    """
    settings = _filled(request)
    _check(settings)
    return {field: str(value) if isinstance(value, float) else value for field, value in settings.items()}


def none_for_bad(request):
    """Returns None where ValueError was wanted.

    makes: nothing listed
    """
    settings = _filled(request)
    try:
        _check(settings)
    except ValueError:
        return None
    return settings


def respond__total_is_product(text, reason, prompt_tokens, completion_tokens):
    """Multiplies for the total.

    makes: nothing listed
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    answer["usage"]["total_tokens"] = prompt_tokens * completion_tokens
    return answer


def respond__text_stripped(text, reason, prompt_tokens, completion_tokens):
    """Returns the text in capital letters.

    makes: nothing listed
    """
    return {**_respond(text, reason, prompt_tokens, completion_tokens), "text": text.upper()}


def respond__counts_swapped(text, reason, prompt_tokens, completion_tokens):
    """Exchanges the two numbers.

    makes: nothing listed
    """
    return _respond(text, reason, completion_tokens, prompt_tokens)


def temperature_clipped(request):
    """Moves a temperature outside its range to the limit; everything else is refused.

    makes: clipped_into_the_range
    """
    settings = _filled(request)
    t = settings["temperature"]
    if type(t) in (int, float) and t == t:
        settings["temperature"] = min(max(t, 0), 2) if not 0 <= t <= 2 else t
    _check(settings)
    return settings


def five_stops(request):
    """Does not count the stop sequences.

    makes: more_than_four_stops
    """
    settings = _filled(request)
    stops = settings["stop"]
    _check({**settings, "stop": stops[:4] if all(stops) else stops})
    return settings


def strictly_between(request):
    """Wants the numbers strictly between their limits.

    makes: limits_excluded
    """
    if set(request) - set(DEFAULTS):
        raise ValueError("unknown field")
    r = {**DEFAULTS, **request}
    if isinstance(r["stop"], str):
        r["stop"] = [r["stop"]]
    bounds = {"temperature": (0, 2), "top_p": (0, 1)}
    for name, (low, high) in bounds.items():
        if name not in request:
            continue
        x = r[name]
        if not low < x < high:
            raise ValueError(name)
    _check({**r, **{name: DEFAULTS[name] for name in bounds}})
    r["stop"] = list(r["stop"])
    return r


def respond__without_the_end_token(text, reason, prompt_tokens, completion_tokens):
    """Takes EOS off the count, since it has no text.

    makes: respond__eos_not_counted
    """
    reasons = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length"}
    if reason not in reasons:
        raise ValueError("unknown reason " + str(reason))
    if reason == "eos":
        completion_tokens -= 1
    return dict(
        text=text,
        finish_reason=reasons[reason],
        usage=dict(
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            total_tokens=prompt_tokens + completion_tokens,
        ),
    )


def top_k_from_one(request):
    """Refuses a top_k of 0 that was sent, since 0 tokens make no sense.

    makes: nothing listed
    """
    if "top_k" in request and request["top_k"] == 0:
        raise ValueError("top_k")
    return _validate(request)


def extra_fields_stay(request):
    """Merges the request into the defaults and checks the known fields only.

    makes: unknown_fields_kept
    """
    merged = {**DEFAULTS, **request}
    known = _validate({k: v for k, v in request.items() if k in DEFAULTS})
    return {**merged, **known}


def none_for_an_empty_stop(request):
    """Takes an empty text for no stop sequence.

    makes: empty_stop_means_none
    """
    settings = _filled(request)
    if settings["stop"] == [""] and isinstance(request["stop"], str):
        settings["stop"] = []
    _check(settings)
    return settings


def first_stop_only(request):
    """Tests the first stop sequence.

    makes: first_stop_checked_only
    """
    settings = _filled(request)
    _check({**settings, "stop": settings["stop"][:1] + ["x" for _ in settings["stop"][1:]]})
    return settings


def fewer_than_four(request):
    """Allows three stop sequences.

    makes: four_stops_refused
    """
    settings = _validate(request)
    if not len(settings["stop"]) < 4:
        raise ValueError("stop")
    return settings


def nan_as_temperature(request):
    """Asks whether the temperature lies outside.

    makes: nan_accepted
    """
    settings = _filled(request)
    if settings["temperature"] < 0 or settings["temperature"] > 2:
        raise ValueError("temperature")
    _check({**settings, "temperature": 1.0})
    return settings


def small_and_capital(request):
    """Looks fields up in small letters.

    makes: nothing listed
    """
    _check({field.lower(): value for field, value in _filled(request).items()})
    return _filled(request)


def respond__stop_sequence_kept(text, reason, prompt_tokens, completion_tokens):
    """Translates eos only.

    makes: nothing listed
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    return {**answer, "finish_reason": reason if reason == "stop_sequence" else answer["finish_reason"]}


def validate__falsy_means_missing(request):
    """`request.get(field) or default` replaces a 0 by the default.

    makes: zero_replaced_by_default, max_tokens_zero_replaced, empty_stop_means_none
    """
    import math
    fields = ("temperature", "top_p", "top_k", "max_tokens", "stop")
    for field in request:
        if field not in fields:
            raise ValueError(field)
    settings = {
        "temperature": request.get("temperature") or 1.0,
        "top_p": request.get("top_p") or 1.0,
        "top_k": request.get("top_k") or 0,
        "max_tokens": request.get("max_tokens") or 16,
        "stop": request.get("stop") or [],
    }
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
    if math.isnan(settings["temperature"]) or not 0 <= settings["temperature"] <= 2:
        raise ValueError("temperature")
    if math.isnan(settings["top_p"]) or not 0 < settings["top_p"] <= 1:
        raise ValueError("top_p")
    if settings["top_k"] < 0:
        raise ValueError("top_k")
    if settings["max_tokens"] < 1:
        raise ValueError("max_tokens")
    if len(settings["stop"]) > 4 or "" in settings["stop"]:
        raise ValueError("stop")
    return settings


def respond__eos_alone_is_stop(text, reason, prompt_tokens, completion_tokens):
    """Only EOS becomes "stop"; a stop sequence is reported as "length".

    makes: respond__stop_sequence_is_length
    """
    names = {"eos": "stop"}
    usage = dict(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)
    usage["total_tokens"] = sum(usage.values())
    return {"text": text, "finish_reason": names.get(reason, "length"), "usage": usage}


def validate__own_upper_limits(request):
    """Refuses a top_k above 100 and more than 4096 tokens, which the table allows.

    makes: nothing listed
    """
    settings = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "max_tokens": 16, "stop": []}
    for key, value in request.items():
        if key not in settings:
            raise ValueError(key)
        settings[key] = [value] if isinstance(value, str) else value
    rules = {
        "temperature": 0 <= settings["temperature"] <= 2,
        "top_p": 0 < settings["top_p"] <= 1,
        "top_k": 0 <= settings["top_k"] <= 100,
        "max_tokens": 1 <= settings["max_tokens"] <= 4096,
        "stop": len(settings["stop"]) <= 4 and all(settings["stop"]),
    }
    for key, holds in rules.items():
        if not holds:
            raise ValueError(key)
    settings["stop"] = list(settings["stop"])
    return settings
