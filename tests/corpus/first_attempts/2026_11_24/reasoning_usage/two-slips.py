import math


def reasoning_usage(thinking, answer, limit):
    if limit < 1:
        raise ValueError("limit must be at least 1")
    total = min(thinking + answer, limit)
    hidden = min(thinking, limit)
    return {
        "completion_tokens": total,
        "reasoning_tokens": hidden,
        "answer_tokens": total - hidden,
        "finish_reason": "stop" if thinking + answer < limit else "length",
    }


def price_per_answer(calls, limit, n_in, in_per_M, out_per_M):
    cost, finished = 0.0, 0
    for thinking, answer in calls:
        usage = reasoning_usage(thinking, answer, limit)
        if usage["finish_reason"] == "stop":
            finished += 1
            cost += (n_in * in_per_M + usage["completion_tokens"] * out_per_M) / 1_000_000
    return cost / finished if finished else math.inf
