"""Typical wrong versions of checking a request and naming an answer."""

from .api_request import DEFAULTS as _DEFAULTS
from .api_request import RULES as _RULES
from .api_request import respond as _respond
from .api_request import validate as _validate

_LIMITS = {"temperature": (0, 2), "top_p": (0, 1), "frequency_penalty": (-2, 2), "presence_penalty": (-2, 2)}
_WHOLE = ("top_k", "max_tokens")


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def _checked(request, **other):
    """Validate with other rules for some fields."""
    rules = {**_RULES, **other}
    settings = {**_DEFAULTS, **request}
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
    for field, value in settings.items():
        if field not in rules or not rules[field](value):
            raise ValueError(field)
    settings["stop"] = list(settings["stop"])
    return settings


def zero_replaced_by_default(request):
    """A value of 0 is replaced by the default.

    `request.get(field) or default` takes 0 for "not there", and temperature 0 becomes 1. Ask whether the field is
    in the request, not whether its value is true.
    """
    return _validate({field: value or _DEFAULTS.get(field) for field, value in request.items()})


def stop_split_into_letters(request):
    """A stop sequence given as a text is taken apart into letters.

    `list("END")` is ["E", "N", "D"], and the text would end at the first E. One text is a list with one item.
    """
    stop = request.get("stop")
    return _validate({**request, "stop": list(stop)} if isinstance(stop, str) else request)


def stop_left_as_text(request):
    """A stop sequence given as a text stays a text.

    Whoever goes through the stop sequences then goes through letters. The rules want a list in every case.
    """
    settings = _validate(request)
    if isinstance(request.get("stop"), str):
        settings["stop"] = request["stop"]
    return settings


def true_taken_for_a_number(request):
    """True and False are accepted where a number is needed.

    To Python they are the integers 1 and 0, so `isinstance(value, int)` lets them pass. A caller who writes
    `top_k: true` has made a slip, and the rules want ValueError.
    """
    numbers = {
        field: int(value) if isinstance(value, bool) and field not in ("stop", "stream") else value
        for field, value in request.items()
    }
    settings = _validate(numbers)
    return {
        field: request[field] if isinstance(request.get(field), bool) else value for field, value in settings.items()
    }


def true_taken_for_a_number__where_whole(request):
    """Only the whole numbers accept True and False."""
    settings = _validate({**request, **{field: int(request[field]) for field in _whole_as_booleans(request)}})
    return {**settings, **{field: request[field] for field in _whole_as_booleans(request)}}


def _whole_as_booleans(request):
    return [field for field in ("top_k", "max_tokens") if isinstance(request.get(field), bool)]


def none_taken_for_missing(request):
    """A field that is None gets its default.

    A default takes the place of a field that is missing. A caller who sends None has sent a value, and one of another
    type: which rule is that?
    """
    return _validate({field: value for field, value in request.items() if value is not None})


def numbers_as_text_accepted(request):
    """Numbers given as text, such as "0.7", are accepted.

    `float("0.7")` works, and so a caller's slip passes unnoticed, until another service refuses it. Test the type
    before you compute with a value.
    """
    numbers = dict(request)
    for field in (*_LIMITS, *_WHOLE):
        if isinstance(request.get(field), str):
            numbers[field] = float(request[field]) if field in _LIMITS else int(request[field])
    return _validate(numbers)


def numbers_as_text_accepted__with_decimals(request):
    """Only where a number may have decimals."""
    texts = {field: float(request[field]) for field in _LIMITS if isinstance(request.get(field), str)}
    return _validate({**request, **texts})


def any_sequence_of_stops(request):
    """A tuple of stop sequences is accepted.

    The table says "a text, or a list", and a value of any other type is refused. Ask what the value is, not whether
    one can go through it.
    """
    stop = request.get("stop")
    return _validate({**request, "stop": list(stop)} if isinstance(stop, tuple) else request)


def unknown_fields_dropped(request):
    """Fields that do not exist are passed over in silence.

    Somebody who writes `temp` gets the default and never learns why. The rules want ValueError.
    """
    return _validate({field: value for field, value in request.items() if field in _DEFAULTS})


def unknown_fields_kept(request):
    """Fields that do not exist are copied into the settings.

    Nobody will read them, and a slip in a name goes unnoticed. The rules want ValueError.
    """
    extra = {field: value for field, value in request.items() if field not in _DEFAULTS}
    return {**unknown_fields_dropped(request), **extra}


def unknown_fields_raise_key_error(request):
    """A field that does not exist ends in a KeyError.

    Looking its rule up in a dict fails. That the field is unknown is the caller's slip like any other, and the
    rules want ValueError.
    """
    for field in request:
        if field not in _DEFAULTS:
            raise KeyError(field)
    return _validate(request)


def top_p_zero_accepted(request):
    """top_p = 0 is accepted.

    A nucleus that needs no probability at all is none. The table says "above 0" there, and "from 0" at the
    temperature.
    """
    return _checked(request, top_p=lambda value: _is_number(value) and 0 <= value <= 1)


def no_upper_limits(request):
    """Values above the upper limit are accepted.

    Only the lower limits are tested. Each of the four numbers with decimals has a limit on both sides.
    """
    lower = {
        field: lambda value, low=low: _is_number(value) and value >= low
        for field, (low, _) in _LIMITS.items()
        if field != "top_p"
    }
    return _checked(request, **lower, top_p=lambda value: _is_number(value) and value > 0)


def limits_excluded(request):
    """The limits themselves are refused.

    A temperature of exactly 0 or 2 is allowed, and so are penalties of -2 and 2 and a top_p of 1. The table says
    which limits belong to the range.
    """
    inner = {
        field: lambda value, low=low, high=high: _is_number(value) and low < value < high
        for field, (low, high) in _LIMITS.items()
        if field != "top_p"
    }
    return _checked(
        request, **inner, top_p=lambda value: value == _DEFAULTS["top_p"] or (_RULES["top_p"](value) and value < 1)
    )


def negative_penalties_refused(request):
    """Penalties below 0 are refused.

    They reward repetition instead of punishing it, which is unusual but allowed. The range begins at -2.
    """

    def is_right(value):
        return _is_number(value) and 0 <= value <= 2

    return _checked(request, frequency_penalty=is_right, presence_penalty=is_right)


def clipped_into_the_range(request):
    """Numbers outside their range are moved to the nearest limit instead of being refused.

    The caller gets another text than it asked for and does not know why. The rules want ValueError.
    """
    clipped = dict(request)
    for field, (low, high) in _LIMITS.items():
        if _is_number(clipped.get(field)) and not (field == "top_p" and clipped[field] <= 0):
            clipped[field] = min(max(clipped[field], low), high)
    return _validate(clipped)


def clipped_into_the_range__temperature(request):
    """Only the temperature is moved."""
    value = request.get("temperature")
    return _validate({**request, "temperature": min(max(value, 0), 2)} if _is_number(value) else request)


def nan_accepted(request):
    """nan is accepted.

    Every comparison with nan is false, so neither `value < 0` nor `value > 2` notices it. Ask whether the value
    lies inside, instead of whether it lies outside.
    """

    def outside_refused(field, low, high):
        def is_right(value):
            return _is_number(value) and not (value < low or value > high or (field == "top_p" and value == 0))

        return is_right

    return _checked(request, **{field: outside_refused(field, *limits) for field, limits in _LIMITS.items()})


def max_tokens_zero_accepted(request):
    """max_tokens = 0 is accepted.

    The loop picks at least one token, so 0 cannot be kept. The smallest value is 1.
    """
    return _checked(request, max_tokens=lambda value: _is_whole(value) and value >= 0)


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def decimals_taken_for_whole_numbers(request):
    """Numbers with decimals are accepted for top_k and max_tokens.

    Half a token cannot be counted, and 2.0 does not work as an index or a number of rounds. The rules want integers
    there.
    """
    return _checked(
        request,
        top_k=lambda value: _is_number(value) and value >= 0,
        max_tokens=lambda value: _is_number(value) and value >= 1,
    )


def decimals_taken_for_whole_numbers__and_cut_off(request):
    """The decimals are cut off."""
    settings = decimals_taken_for_whole_numbers(request)
    return {**settings, **{field: int(settings[field]) for field in ("top_k", "max_tokens")}}


def whole_numbers_refused(request):
    """Integers are refused where a number with decimals is allowed.

    A temperature of 1 is as good as one of 1.0. `isinstance(value, float)` is false for integers; which types are
    numbers?
    """
    for field in _LIMITS:
        if isinstance(request.get(field), int):
            raise ValueError(field)
    return _validate(request)


def empty_stop_accepted(request):
    """Empty stop sequences are accepted.

    They would end every text before its first letter. Look at each item of the list, and at a single text as well.
    """

    def is_right(value):
        return isinstance(value, list) and len(value) <= 4 and all(isinstance(stop, str) for stop in value)

    return _checked(request, stop=is_right)


def more_than_four_stops(request):
    """More than four stop sequences are accepted.

    The number is limited to four, as it is in OpenAI's API. How long is the list?
    """

    def is_right(value):
        return isinstance(value, list) and all(isinstance(stop, str) and stop for stop in value)

    return _checked(request, stop=is_right)


def anything_for_stream(request):
    """Every value is accepted for `stream`.

    "no" is a text that is not empty, and so it counts as true. Only True and False are allowed.
    """
    return _checked(request, stream=lambda value: True)


def wrong_types_raise_type_error(request):
    """A value of the wrong type ends in a TypeError.

    A text cannot be compared with a number, and Python says so. The caller should hear which field was wrong: test
    the type first, and raise ValueError.
    """
    for field, value in request.items():
        if field in (*_LIMITS, *_WHOLE) and isinstance(value, str):
            raise TypeError(field)
    return _validate(request)


def no_defaults(request):
    """Fields that the request leaves out are missing in the result.

    The settings have to be complete, so that nobody has to ask again what the default was. The table names eight
    fields.
    """
    settings = _validate(request)
    return {field: settings[field] for field in request}


def true_returned(request):
    """The result says that the request is right, and not what the settings are.

    The caller of your function needs the settings, defaults included. Return a dict with all eight fields.
    """
    _validate(request)
    return True


def changes_its_input(request):
    """The result is right, but the defaults were filled into the request that was given.

    The caller can no longer see what it had asked for. `setdefault` and `update` write into the dict; make a new
    one.
    """
    settings = _validate(request)
    request.update(settings)
    return settings


def respond__reasons_not_translated(text, reason, prompt_tokens, completion_tokens):
    """The finish reason is passed on under its internal name.

    Callers of this API know "stop" and "length" only. The task says what each of the three reasons becomes.
    """
    return {**_respond(text, reason, prompt_tokens, completion_tokens), "finish_reason": reason}


def respond__max_tokens_not_translated(text, reason, prompt_tokens, completion_tokens):
    """The reason "max_tokens" is passed on under its internal name.

    It is a number of tokens in here; in this API a text that was cut off has the reason "length".
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    return {**answer, "finish_reason": "max_tokens"} if reason == "max_tokens" else answer


def respond__stop_sequence_not_translated(text, reason, prompt_tokens, completion_tokens):
    """The reason "stop_sequence" is passed on under its internal name.

    Anthropic's API does report it under that name. OpenAI's makes no difference between a stop sequence and EOS.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    return {**answer, "finish_reason": "stop_sequence"} if reason == "stop_sequence" else answer


def respond__every_reason_is_stop(text, reason, prompt_tokens, completion_tokens):
    """Every end is reported as "stop".

    A caller could not tell a complete text from one that was cut off. Which of the three reasons means cut off?
    """
    return {**_respond(text, reason, prompt_tokens, completion_tokens), "finish_reason": "stop"}


def respond__total_without_the_prompt(text, reason, prompt_tokens, completion_tokens):
    """The total counts the new tokens only.

    The prompt went through the model, too, and is paid for. The total is what both numbers make together.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    answer["usage"]["total_tokens"] = completion_tokens
    return answer


def respond__eos_not_counted(text, reason, prompt_tokens, completion_tokens):
    """After EOS one token less is counted.

    EOS is not visible, but predicting it took a call of the model like any other token. `completion_tokens` counts
    it already, and nothing has to be taken away.
    """
    return _respond(text, reason, prompt_tokens, completion_tokens - (reason == "eos"))


def respond__usage_not_nested(text, reason, prompt_tokens, completion_tokens):
    """The three numbers stand beside the text instead of inside `usage`.

    Callers look for them in `answer["usage"]`. The value of that key is a dict of its own.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    usage = answer.pop("usage")
    return {**answer, **usage}


def respond__unknown_reason_accepted(text, reason, prompt_tokens, completion_tokens):
    """A reason that does not exist is passed on.

    If a new reason is added to the loop one day and forgotten here, nobody notices. The rules want ValueError.
    """
    known = reason in ("eos", "stop_sequence", "max_tokens")
    answer = _respond(text, reason if known else "eos", prompt_tokens, completion_tokens)
    return answer if known else {**answer, "finish_reason": reason}


def respond__unknown_reason_raises_key_error(text, reason, prompt_tokens, completion_tokens):
    """A reason that does not exist ends in a KeyError.

    Looking it up in a dict fails. The rules want ValueError: the name is known to be a reason, but its value is
    wrong.
    """
    if reason not in ("eos", "stop_sequence", "max_tokens"):
        raise KeyError(reason)
    return _respond(text, reason, prompt_tokens, completion_tokens)
