"""Typical wrong versions of checking a request and naming an answer."""

import numpy as np

from .api_request import DEFAULTS as _DEFAULTS
from .api_request import RULES as _RULES
from .api_request import respond as _respond
from .api_request import validate as _validate

_LIMITS = {"temperature": (0, 2), "top_p": (0, 1)}


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


def zero_replaced_by_default__after_checking(request):
    """The values are checked first, so a top_p of 0 is refused."""
    settings = _validate(request)
    return {field: value or _DEFAULTS[field] for field, value in settings.items()}


def stop_split_into_letters(request):
    """A stop sequence given as a string is split into characters.

    `list("END")` is ["E", "N", "D"], and the text would end at the first E. One text is a list with one item.
    """
    stop = request.get("stop")
    return _validate({**request, "stop": list(stop)} if isinstance(stop, str) else request)


def stop_left_as_text(request):
    """A stop sequence given as a string stays a string.

    A loop over the stop sequences then gets single characters. The rules want a list in every case.
    """
    settings = _validate(request)
    if isinstance(request.get("stop"), str):
        settings["stop"] = request["stop"]
    return settings


def unknown_fields_dropped(request):
    """Fields that do not exist are ignored.

    A caller who writes `temp` gets the default and no error. The rules want ValueError.
    """
    return _validate({field: value for field, value in request.items() if field in _DEFAULTS})


def unknown_fields_kept(request):
    """Fields that do not exist are copied into the settings.

    They have no effect, and a typo in a name goes unnoticed. The rules want ValueError.
    """
    extra = {field: value for field, value in request.items() if field not in _DEFAULTS}
    return {**unknown_fields_dropped(request), **extra}


def unknown_fields_raise_key_error(request):
    """A field that does not exist ends in a KeyError.

    The lookup in a dict of fields fails. The rules want ValueError for an unknown field, as for a bad value.
    """
    for field in request:
        if field not in _DEFAULTS:
            raise KeyError(field)
    return _validate(request)


def top_p_zero_accepted(request):
    """top_p = 0 is accepted.

    A nucleus of probability 0 holds no token. The table says "above 0" for top_p, and "from 0" for the temperature.
    """
    return _checked(request, top_p=lambda value: 0 <= value <= 1)


def no_upper_limits(request):
    """Values above the upper limit are accepted.

    Only the lower limits are tested. The temperature and top_p have a limit on both sides.
    """
    return _checked(request, temperature=lambda value: value >= 0, top_p=lambda value: value > 0)


def no_upper_limits__of_the_temperature(request):
    """The temperature has no upper limit."""
    return _checked(request, temperature=lambda value: value >= 0)


def no_upper_limits__of_top_p(request):
    """top_p has no upper limit."""
    return _checked(request, top_p=lambda value: value > 0)


def top_k_below_zero_accepted(request):
    """A negative top_k is accepted.

    0 is the smallest one and means "off". No number of tokens is less than 0.
    """
    return _checked(request, top_k=lambda value: True)


def limits_excluded(request):
    """The limits themselves are refused.

    A temperature of exactly 0 or 2 is allowed, and so is a top_p of 1. The table says which limits belong to the
    range.
    """
    return _checked(
        request,
        temperature=lambda value: 0 < value < 2,
        top_p=lambda value: 0 < value < 1 or value == _DEFAULTS["top_p"],
    )


def clipped_into_the_range(request):
    """Numbers outside their range are moved to the nearest limit instead of being refused.

    The caller gets another text than it asked for and does not know why. The rules want ValueError.
    """
    clipped = dict(request)
    for field, (low, high) in _LIMITS.items():
        if not np.isnan(clipped.get(field, np.nan)) and not (field == "top_p" and clipped[field] <= 0):
            clipped[field] = min(max(clipped[field], low), high)
    return _validate(clipped)


def clipped_into_the_range__temperature(request):
    """Only the temperature is moved."""
    value = request.get("temperature", 1.0)
    return _validate(request if np.isnan(value) else {**request, "temperature": min(max(value, 0), 2)})


def nan_accepted(request):
    """nan is accepted.

    Every comparison with nan is false, so neither `value < 0` nor `value > 2` notices it. Ask whether the value
    lies inside, instead of whether it lies outside.
    """

    return _checked(
        request,
        temperature=lambda value: not (value < 0 or value > 2),
        top_p=lambda value: not (value <= 0 or value > 1),
    )


def nan_accepted__as_temperature(request):
    """nan is accepted as the temperature only."""
    return _checked(request, temperature=lambda value: not (value < 0 or value > 2))


def nan_accepted__as_top_p(request):
    """nan is accepted as top_p only."""
    return _checked(request, top_p=lambda value: not (value <= 0 or value > 1))


def max_tokens_zero_replaced(request):
    """max_tokens = 0 is replaced by the default.

    `or` takes 0 for "not there". The value is not allowed, and the rules want ValueError.
    """
    return _validate({**request, "max_tokens": request.get("max_tokens") or _DEFAULTS["max_tokens"]})


def max_tokens_zero_accepted(request):
    """max_tokens = 0 is accepted.

    The loop picks at least one token, so 0 cannot be kept. The smallest value is 1.
    """
    return _checked(request, max_tokens=lambda value: value >= 0)


def empty_stop_accepted(request):
    """Empty stop sequences are accepted.

    They would end every text before its first character. Look at each item of the list, and at a single text as well.
    """
    return _checked(request, stop=lambda value: len(value) <= 4)


def empty_stop_means_none(request):
    """A stop sequence of "" is taken for none at all.

    The default is there for a field that is missing. An empty stop sequence is not allowed, whether in a list or not.
    """
    return _validate({field: value for field, value in request.items() if field != "stop" or value != ""})


def first_stop_checked_only(request):
    """Only the first stop sequence is tested for being empty.

    The others may be empty as well. Look at each item of the list.
    """
    return _checked(request, stop=lambda value: len(value) <= 4 and all(value[:1]))


def four_stops_refused(request):
    """Four stop sequences are refused.

    "At most 4" allows four. How does your comparison treat the limit itself?
    """
    return _checked(request, stop=lambda value: len(value) < 4 and all(value))


def repeated_stops_dropped(request):
    """Stop sequences that come twice are listed once.

    It would change nothing in the text, but the rules let all values stay as they are.
    """
    settings = _validate(request)
    return {**settings, "stop": list(dict.fromkeys(settings["stop"]))}


def more_than_four_stops(request):
    """More than four stop sequences are accepted.

    The number is limited to four, as it is in OpenAI's API. How long is the list?
    """
    return _checked(request, stop=all)


def no_defaults(request):
    """Fields that the request leaves out are missing in the result.

    The settings have to be complete, so that the rest of the program needs no defaults. The table names five fields.
    """
    settings = _validate(request)
    return {field: settings[field] for field in request}


def true_returned(request):
    """The result says that the request is right, and not what the settings are.

    The caller of your function needs the settings, defaults included. Return a dict with all five fields.
    """
    _validate(request)
    return True


def changes_its_input(request):
    """The defaults are filled into the request that was given.

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


def respond__every_reason_is_stop(text, reason, prompt_tokens, completion_tokens):
    """Every end is reported as "stop".

    A caller could not tell a complete text from one that was cut off. Which of the three reasons means cut off?
    """
    return {**_respond(text, reason, prompt_tokens, completion_tokens), "finish_reason": "stop"}


def respond__stop_sequence_is_length(text, reason, prompt_tokens, completion_tokens):
    """The end by a stop sequence is reported as "length".

    The text is complete: the caller named the sequence at which it should end. Only one of the three reasons means cut off.
    """
    reason = "max_tokens" if reason == "stop_sequence" else reason
    return _respond(text, reason, prompt_tokens, completion_tokens)


def respond__total_without_the_prompt(text, reason, prompt_tokens, completion_tokens):
    """The total counts the new tokens only.

    The prompt went through the model, too, and is paid for. The total is the sum of both numbers.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    answer["usage"]["total_tokens"] = completion_tokens
    return answer


def respond__eos_not_counted(text, reason, prompt_tokens, completion_tokens):
    """After EOS one token less is counted.

    EOS is not visible, but predicting it took a call of the model like any other token. `completion_tokens` counts it
    already, so subtract nothing.
    """
    return _respond(text, reason, prompt_tokens, completion_tokens - (reason == "eos"))


def respond__usage_not_nested(text, reason, prompt_tokens, completion_tokens):
    """The three numbers are beside the text instead of inside `usage`.

    Callers look for them in `answer["usage"]`. The value of that key is a dict of its own.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    usage = answer.pop("usage")
    return {**answer, **usage}


def respond__nested_in_choices(text, reason, prompt_tokens, completion_tokens):
    """The text and the finish reason are inside a list `choices`.

    OpenAI's API does that, because it can give several answers at once. Here there is one: `text`, `finish_reason` and `usage`
    are the three keys of the dict.
    """
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    usage = answer.pop("usage")
    return {"choices": [{"index": 0, **answer}], "usage": usage}


def respond__nested_in_choices__without_an_index(text, reason, prompt_tokens, completion_tokens):
    """The choice has no index."""
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    usage = answer.pop("usage")
    return {"choices": [answer], "usage": usage}


def respond__nested_in_choices__as_a_message(text, reason, prompt_tokens, completion_tokens):
    """The text is the content of a message, as in chat completions."""
    answer = _respond(text, reason, prompt_tokens, completion_tokens)
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": answer["finish_reason"]}
    return {"choices": [choice], "usage": answer["usage"]}
