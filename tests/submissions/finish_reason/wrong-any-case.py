"""Small and capital letters are the same."""

def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    if last_is_eos:
        return "eos"
    found = [each for each in stops if each.casefold() in text.casefold()]
    if found:
        return "stop_sequence"
    return "max_tokens" if max_tokens <= n_generated else None
