"""Right ways to count the tokens of a call with hidden reasoning; the grader must accept every one of them."""

import math

import numpy as np


def _dict(hidden, shown, reason):
    return {
        "finish_reason": reason,
        "answer_tokens": shown,
        "reasoning_tokens": hidden,
        "completion_tokens": hidden + shown,
    }


def variant_three_cases(thinking, answer, limit):
    """Tell the three cases apart."""
    if limit <= 0:
        raise ValueError("limit must be at least 1")
    if limit >= thinking + answer:
        return _dict(thinking, answer, "stop")
    if limit >= thinking:
        return _dict(thinking, limit - thinking, "length")
    return _dict(limit, 0, "length")


def variant_token_by_token(thinking, answer, limit):
    """Write the tokens one after the other, as the loop does."""
    if limit < 1:
        raise ValueError(limit)
    hidden = shown = 0
    while hidden + shown < limit and shown < answer:
        if hidden < thinking:
            hidden += 1
        else:
            shown += 1
    return _dict(hidden, shown, "stop" if shown == answer else "length")


def variant_row(thinking, answer, limit):
    """Cut a row of letters."""
    assert isinstance(limit, int)
    if not limit > 0:
        raise ValueError
    row = "h" * thinking + "a" * answer
    written = row[:limit]
    return _dict(written.count("h"), written.count("a"), ("length", "stop")[written == row])


def variant_room_left(thinking, answer, limit):
    """Take the hidden tokens from the room first, then those of the answer."""
    if limit < 1:
        raise ValueError("no room")
    left = limit
    hidden = min(left, thinking)
    left -= hidden
    shown = min(left, answer)
    return _dict(hidden, shown, "length" if shown < answer else "stop")


def variant_clip(thinking, answer, limit):
    """Clip with numpy."""
    if limit < 1:
        raise ValueError("limit")
    ends = np.minimum([thinking, thinking + answer], limit)
    hidden, shown = (int(each) for each in np.diff(ends, prepend=0))
    return _dict(hidden, shown, "stop" if ends[1] == thinking + answer else "length")


def price_per_answer(calls, limit, n_in, in_per_M, out_per_M):
    """Add up in one loop."""
    cost, finished = 0.0, 0
    for thinking, answer in calls:
        cost += n_in * in_per_M + min(limit, thinking + answer) * out_per_M
        if thinking + answer <= limit:
            finished += 1
    return cost / 1e6 / finished if finished else math.inf
