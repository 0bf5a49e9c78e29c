def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    if last_is_eos:
        return "eos"
    for s in stops:
        if text.endswith(s):
            return "stop_sequence"
    if n_generated > max_tokens:
        return "max_tokens"
    return None
