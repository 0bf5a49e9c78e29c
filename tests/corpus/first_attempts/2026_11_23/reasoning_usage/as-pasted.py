import math


def reasoning_usage(thinking, answer, limit):
    # max_tokens is for the final answer, without the chain of thought
    if limit < 1:
        raise ValueError("max_tokens")
    content = min(answer, limit)
    return {
        "completion_tokens": thinking + content,
        "reasoning_tokens": thinking,
        "answer_tokens": content,
        "finish_reason": "stop" if answer <= limit else "length",
    }


def price_per_answer(calls, limit, n_in, in_per_M, out_per_M):
    bills = [reasoning_usage(t, a, limit) for t, a in calls]
    done = sum(b["finish_reason"] == "stop" for b in bills)
    total = sum(n_in * in_per_M + b["completion_tokens"] * out_per_M for b in bills) / 1e6
    return total / done if done else math.inf
