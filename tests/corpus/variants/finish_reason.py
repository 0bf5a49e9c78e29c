"""Right ways to find the finish reason; the grader must accept every one of them."""

import re


def variant_elif(n_generated, max_tokens, last_is_eos, text, stops):
    """One chain of conditions."""
    reason = None
    if last_is_eos:
        reason = "eos"
    elif any(stop in text for stop in stops):
        reason = "stop_sequence"
    elif n_generated >= max_tokens:
        reason = "max_tokens"
    return reason


def variant_weakest_first(n_generated, max_tokens, last_is_eos, text, stops):
    """Let stronger reasons overwrite weaker ones."""
    reason = None
    if n_generated >= max_tokens:
        reason = "max_tokens"
    for stop in stops:
        if text.find(stop) >= 0:
            reason = "stop_sequence"
    if last_is_eos:
        reason = "eos"
    return reason


def variant_table(n_generated, max_tokens, last_is_eos, text, stops):
    """A table of reasons and tests."""
    table = [
        ("eos", last_is_eos),
        ("stop_sequence", len([stop for stop in stops if stop in text]) > 0),
        ("max_tokens", not n_generated < max_tokens),
    ]
    return next((reason for reason, holds in table if holds), None)


def variant_regex(n_generated, max_tokens, last_is_eos, text, stops):
    """Look for the stop sequences with one regular expression."""
    if last_is_eos is True:
        return "eos"
    if stops and re.search("|".join(map(re.escape, stops)), text):
        return "stop_sequence"
    return "max_tokens" if max_tokens - n_generated <= 0 else None


def variant_match(n_generated, max_tokens, last_is_eos, text, stops):
    """Match on three truth values."""
    match (last_is_eos, sum(text.count(stop) for stop in stops) > 0, n_generated > max_tokens - 1):
        case (True, _, _):
            return "eos"
        case (_, True, _):
            return "stop_sequence"
        case (_, _, True):
            return "max_tokens"


def variant_expression(n_generated, max_tokens, last_is_eos, text, stops):
    """A single expression."""
    return (
        (last_is_eos and "eos")
        or (any(map(text.__contains__, stops)) and "stop_sequence")
        or (n_generated >= max_tokens and "max_tokens")
        or None
    )
