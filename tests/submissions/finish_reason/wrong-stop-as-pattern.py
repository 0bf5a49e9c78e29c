"""Stop sequences are given to re.search as they are."""

import re


def finish_reason(n_generated, max_tokens, last_is_eos, text, stops):
    if last_is_eos:
        return "eos"
    found = [each for each in stops if re.search(each, text)]
    if found:
        return "stop_sequence"
    return "max_tokens" if max_tokens <= n_generated else None
