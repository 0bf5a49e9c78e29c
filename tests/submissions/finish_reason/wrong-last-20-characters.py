"""Only the end of the text is searched."""

def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    if last_is_eos:
        return "eos"
    tail = text[-20:]
    found = [each for each in stops if each in tail]
    if found:
        return "stop_sequence"
    return "max_tokens" if max_tokens <= n_generated else None
