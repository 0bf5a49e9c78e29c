def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    if last_is_eos:
        return "eos"
    if n_generated >= max_tokens:
        return "max_tokens"
    for stop in stops:
        if text.endswith(stop):
            return "stop_sequence"
    # TODO: a stop sequence in the middle of the last token
