"""Numbers may come as text."""

NUMBERS = {"temperature": (0, 2), "top_p": (0, 1), "frequency_penalty": (-2, 2), "presence_penalty": (-2, 2)}
COUNTS = {"top_k": 0, "max_tokens": 1}
START = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "max_tokens": 16}
START |= {"frequency_penalty": 0.0, "presence_penalty": 0.0}


def checked(field, value):
    if field in NUMBERS:
        low, high = NUMBERS[field]
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                raise ValueError(field) from None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError(field)
        if not low <= value <= high or (field == "top_p" and value == 0):
            raise ValueError(field)
    elif field in COUNTS:
        if isinstance(value, bool) or not isinstance(value, int) or value < COUNTS[field]:
            raise ValueError(field)
    elif field == "stream":
        if not isinstance(value, bool):
            raise ValueError(field)
    elif field == "stop":
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or len(value) > 4:
            raise ValueError(field)
        if any(not isinstance(each, str) or not each for each in value):
            raise ValueError(field)
        return list(value)
    else:
        raise ValueError(field)
    return value


def validate(request):
    settings = {**START, "stop": [], "stream": False}
    for field, value in request.items():
        settings[field] = checked(field, value)
    return settings


def respond(text, reason, prompt_tokens, completion_tokens):
    names = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length"}
    if reason not in names:
        raise ValueError(reason)
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens}
    usage["total_tokens"] = sum(usage.values())
    return {"text": text, "finish_reason": names[reason], "usage": usage}
