def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    # names as in the API reference
    if last_is_eos or any(s in text for s in stops):
        return "stop"
    if n_generated >= max_tokens:
        return "length"
    return None
