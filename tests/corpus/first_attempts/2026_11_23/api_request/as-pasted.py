def validate(request):
    """Messages API style"""
    allowed = {"temperature", "top_p", "top_k", "max_tokens", "stop"}
    for name in request:
        if name not in allowed:
            raise ValueError(name)
    if "max_tokens" not in request:
        raise ValueError("max_tokens")  # required
    body = {
        "temperature": request.get("temperature", 1.0),
        "top_p": request.get("top_p", 1.0),
        "top_k": request.get("top_k", 0),
        "max_tokens": request["max_tokens"],
        "stop": request.get("stop", []),
    }
    if not 0.0 <= body["temperature"] <= 1.0:
        raise ValueError("temperature")
    if not 0.0 < body["top_p"] <= 1.0:
        raise ValueError("top_p")
    if body["top_k"] < 0:
        raise ValueError("top_k")
    if body["max_tokens"] < 1:
        raise ValueError("max_tokens")
    if isinstance(body["stop"], str):
        body["stop"] = [body["stop"]]
    if len(body["stop"]) > 4 or not all(body["stop"]):
        raise ValueError("stop")
    return body


def respond(text, reason, prompt_tokens, completion_tokens):
    stop_reason = {"eos": "end_turn", "stop_sequence": "stop_sequence", "max_tokens": "max_tokens"}[reason]
    return {
        "text": text,
        "finish_reason": stop_reason,
        "usage": {"input_tokens": prompt_tokens, "output_tokens": completion_tokens},
    }
