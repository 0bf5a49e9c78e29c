"""Wrong versions of the usage of a model that reasons, as learners write them."""

import math

from price_of_a_call import price


def _usage(thinking, answer, limit):
    """Return the usage, rightly."""
    if limit < 1:
        raise ValueError("limit")
    hidden = min(thinking, limit)
    shown = min(answer, limit - hidden)
    return _all(hidden, shown, "stop" if shown == answer else "length")


def _price(calls, limit, n_in, in_per_M, out_per_M):
    """Return the price, rightly."""
    done = [c for c in calls if sum(c) <= limit]
    if not done:
        return math.inf
    return sum(n_in * in_per_M + min(sum(c), limit) * out_per_M for c in calls) / 1e6 / len(done)


def reasoning_usage(thinking, answer, limit):
    """Return the usage."""
    return _usage(thinking, answer, limit)


def price_per_answer(calls, limit, n_in, in_per_M, out_per_M):
    """Return the price."""
    return _price(calls, limit, n_in, in_per_M, out_per_M)


def _all(hidden, shown, reason):
    return {
        "completion_tokens": hidden + shown,
        "reasoning_tokens": hidden,
        "answer_tokens": shown,
        "finish_reason": reason,
    }


def max_tokens_of_old(thinking, answer, limit):
    """Lets the model think freely and limits what is seen.

    makes: limit_for_the_answer_only
    """
    if limit <= 0:
        raise ValueError("limit")
    shown = answer if answer < limit else limit
    return _all(thinking, shown, "length" if answer > limit else "stop")


def visible_completion(thinking, answer, limit):
    """Calls the visible tokens the completion.

    makes: hidden_not_counted
    """
    found = _usage(thinking, answer, limit)
    found["completion_tokens"] = found["answer_tokens"]
    return found


def room_for_the_answer(thinking, answer, limit):
    """Reserves the answer first.

    makes: answer_first
    """
    if limit < 1:
        raise ValueError
    shown = min(answer, limit)
    hidden = min(thinking, limit - shown)
    return _all(hidden, shown, "stop" if hidden + shown == thinking + answer else "length")


def difference_below_zero(thinking, answer, limit):
    """Takes the difference without a bound.

    makes: negative_answer
    """
    if limit < 1:
        raise ValueError
    total = min(thinking + answer, limit)
    return {
        "completion_tokens": total,
        "reasoning_tokens": thinking,
        "answer_tokens": total - thinking,
        "finish_reason": "stop" if total == thinking + answer else "length",
    }


def strictly_below(thinking, answer, limit):
    """Compares with a smaller sign where equality counts.

    makes: exact_limit_is_length
    """
    found = _usage(thinking, answer, limit)
    if not (thinking + answer < limit):
        found["finish_reason"] = "length"
    return found


def something_is_there(thinking, answer, limit):
    """Takes any visible token for a finished answer.

    makes: finish_by_the_answer
    """
    found = _usage(thinking, answer, limit)
    found["finish_reason"] = "length" if found["answer_tokens"] == 0 else "stop"
    return found


def swapped_words(thinking, answer, limit):
    """Exchanges the two words.

    makes: finish_reasons_exchanged
    """
    if limit < 1:
        raise ValueError
    hidden = min(thinking, limit)
    shown = min(answer, limit - hidden)
    return _all(hidden, shown, "length" if shown == answer else "stop")


def zero_is_fine(thinking, answer, limit):
    """Accepts any limit.

    makes: any_limit
    """
    limit = max(limit, 0)
    hidden = min(thinking, limit)
    shown = min(answer, limit - hidden)
    return _all(hidden, shown, "stop" if shown == answer else "length")


def price_per_answer__all_calls(calls, limit, n_in, in_per_M, out_per_M):
    """Divides by the number of calls.

    makes: price_per_answer__of_all_calls
    """
    if not any(a + b <= limit for a, b in calls):
        return math.inf
    cost = sum(n_in * in_per_M + min(a + b, limit) * out_per_M for a, b in calls)
    return cost / 1e6 / len(calls)


def price_per_answer__visible_only(calls, limit, n_in, in_per_M, out_per_M):
    """Charges visible tokens only.

    makes: price_per_answer__hidden_free
    """
    cost, done = 0, 0
    for a, b in calls:
        cost += n_in * in_per_M + max(0, min(b, limit - a)) * out_per_M
        done += a + b <= limit
    return cost / 1e6 / done if done else float("inf")


def price_per_answer__division(calls, limit, n_in, in_per_M, out_per_M):
    """Divides without looking.

    makes: price_per_answer__raises_without_answers
    """
    cost = sum(n_in * in_per_M + min(a + b, limit) * out_per_M for a, b in calls)
    return cost / 1e6 / sum(a + b <= limit for a, b in calls)


def price_per_answer__lucky_ones(calls, limit, n_in, in_per_M, out_per_M):
    """Pays for finished calls only.

    makes: price_per_answer__finished_only
    """
    done = [a + b for a, b in calls if a + b <= limit]
    return sum(n_in * in_per_M + each * out_per_M for each in done) / 1e6 / len(done) if done else math.inf


def one_less(thinking, answer, limit):
    """Stops one token before the limit.

    makes: nothing listed
    """
    if limit < 1:
        raise ValueError
    hidden = min(thinking, limit - 1)
    shown = min(answer, limit - 1 - hidden)
    return _all(hidden, shown, "stop" if shown == answer else "length")


def half_each(thinking, answer, limit):
    """Gives each of the two half of the limit.

    makes: nothing listed
    """
    if limit < 1:
        raise ValueError
    hidden, shown = min(thinking, limit // 2), min(answer, limit - limit // 2)
    return _all(hidden, shown, "stop" if (hidden, shown) == (thinking, answer) else "length")


def other_names(thinking, answer, limit):
    """Uses the names of another API.

    makes: nothing listed
    """
    found = _usage(thinking, answer, limit)
    return {"output_tokens": found["completion_tokens"], "stop_reason": found["finish_reason"]}


def total_left_out(thinking, answer, limit):
    """Leaves out the sum.

    makes: nothing listed
    """
    found = _usage(thinking, answer, limit)
    del found["completion_tokens"]
    return found


def eos_extra(thinking, answer, limit):
    """Counts one token more for the end.

    makes: nothing listed
    """
    if limit < 1:
        raise ValueError
    hidden = min(thinking, limit)
    shown = min(answer + 1, limit - hidden)
    return _all(hidden, shown, "stop" if shown == answer + 1 else "length")


def incomplete(thinking, answer, limit):
    """Says "incomplete" where a text is cut off.

    makes: nothing listed
    """
    found = _usage(thinking, answer, limit)
    found["finish_reason"] = {"stop": "completed", "length": "incomplete"}[found["finish_reason"]]
    return found


def as_tuple(thinking, answer, limit):
    """Returns the numbers in a tuple.

    makes: nothing listed
    """
    return tuple(_usage(thinking, answer, limit).values())


def price_per_answer__per_thousand(calls, limit, n_in, in_per_M, out_per_M):
    """Takes prices for a thousand tokens.

    makes: nothing listed
    """
    return 1000 * _price(calls, limit, n_in, in_per_M, out_per_M)


def price_per_answer__prices_exchanged(calls, limit, n_in, in_per_M, out_per_M):
    """Exchanges the two prices.

    makes: price_per_answer__prices_exchanged
    """
    return _price(calls, limit, n_in, out_per_M, in_per_M)


def price_per_answer__prompt_free(calls, limit, n_in, in_per_M, out_per_M):
    """Forgets the prompts.

    makes: nothing listed
    """
    return _price(calls, limit, 0, in_per_M, out_per_M)


def only_negative_is_refused(thinking, answer, limit):
    """Refuses negative limits, and takes 0.

    makes: any_limit
    """
    if limit < 0:
        raise ValueError
    hidden = min(thinking, limit)
    shown = min(answer, limit - hidden)
    return _all(hidden, shown, "stop" if shown == answer else "length")


def _plain_usage(thinking, answer, limit):
    if limit < 1:
        raise ValueError("limit")
    written, hidden = min(thinking + answer, limit), min(thinking, limit)
    return {
        "completion_tokens": written,
        "reasoning_tokens": hidden,
        "answer_tokens": written - hidden,
        "finish_reason": "stop" if thinking + answer <= limit else "length",
    }


def reasoning_usage__an_answer_is_a_stop(thinking, answer, limit):
    """Says "length" only if the answer is empty.

    makes: finish_by_the_answer
    """
    use = _plain_usage(thinking, answer, limit)
    return {**use, "finish_reason": "stop" if use["answer_tokens"] else "length"}


def reasoning_usage__must_be_below(thinking, answer, limit):
    """Says "length" if the text needs exactly the limit.

    makes: exact_limit_is_length
    """
    if limit <= 0:
        raise ValueError(limit)
    total = thinking + answer
    hidden = thinking if thinking < limit else limit
    reason = "length" if total >= limit else "stop"
    written = total if total < limit else limit
    return dict(
        completion_tokens=written, reasoning_tokens=hidden, answer_tokens=written - hidden, finish_reason=reason
    )


def price_per_answer__prompt_of_finished(calls, limit, n_in, in_per_M, out_per_M):
    """Charges the prompt only for calls that finished.

    makes: nothing listed
    """
    total = n = 0
    for thinking, answer in calls:
        total += min(thinking + answer, limit) * out_per_M
        if thinking + answer <= limit:
            total += n_in * in_per_M
            n += 1
    return total / 1_000_000 / n if n else float("inf")


def price_per_answer__mean_of_means(calls, limit, n_in, in_per_M, out_per_M):
    """Averages the finished calls, and adds the average of the others.

    makes: nothing listed
    """
    fine = [price(n_in, t + a, in_per_M, out_per_M) for t, a in calls if t + a <= limit]
    cut = [price(n_in, limit, in_per_M, out_per_M) for t, a in calls if t + a > limit]
    if not fine:
        return math.inf
    return sum(fine) / len(fine) + (sum(cut) / len(cut) if cut else 0.0)


def price_per_answer__thinking_as_input(calls, limit, n_in, in_per_M, out_per_M):
    """Charges hidden tokens at the price of input.

    makes: nothing listed
    """
    uses = [_plain_usage(t, a, limit) for t, a in calls]
    paid = sum(price(n_in + u["reasoning_tokens"], u["answer_tokens"], in_per_M, out_per_M) for u in uses)
    done = [u for u in uses if u["finish_reason"] == "stop"]
    return paid / len(done) if done else math.inf
