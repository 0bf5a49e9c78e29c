"""Typical wrong versions of the usage of a model that reasons."""

import math

from .price_of_a_call import price as _price
from .reasoning_usage import price_per_answer as _price_per_answer
from .reasoning_usage import reasoning_usage as _reasoning_usage


def _usage(reasoning, answer, is_finished):
    return {
        "completion_tokens": reasoning + answer,
        "reasoning_tokens": reasoning,
        "answer_tokens": answer,
        "finish_reason": "stop" if is_finished else "length",
    }


def limit_for_the_answer_only(thinking, answer, limit):
    """The limit is applied to the answer alone, and hidden tokens are written without end.

    That was the meaning of `max_tokens` before models reasoned. Here the limit covers both, in the order in which they are
    written.
    """
    _reasoning_usage(thinking, answer, limit)
    return _usage(thinking, min(answer, limit), answer <= limit)


def hidden_not_counted(thinking, answer, limit):
    """`completion_tokens` has only the tokens of the answer.

    Those are the visible ones. All written tokens are billed, the hidden ones included.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"completion_tokens": usage["answer_tokens"]}


def answer_first(thinking, answer, limit):
    """The limit cuts the hidden tokens before it cuts the answer.

    The hidden text is written first. A model that is cut off while it thinks has not answered yet.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    shown = min(answer, limit)
    return usage | {"answer_tokens": shown, "reasoning_tokens": usage["completion_tokens"] - shown}


def cut_in_proportion(thinking, answer, limit):
    """The limit is divided among hidden tokens and answer in proportion to what they need.

    The tokens are written one after the other, hidden ones first. Only the end of the row is cut off.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    hidden = usage["completion_tokens"] * thinking // (thinking + answer)
    return usage | {"reasoning_tokens": hidden, "answer_tokens": usage["completion_tokens"] - hidden}


def negative_answer(thinking, answer, limit):
    """If the limit ends within the hidden text, the answer gets a negative number of tokens.

    `limit - thinking` falls below 0 there. Nothing of the answer was written: how many tokens is that?
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"reasoning_tokens": thinking, "answer_tokens": usage["completion_tokens"] - thinking}


def limit_counted_as_hidden(thinking, answer, limit):
    """As soon as the limit cuts the text off, `reasoning_tokens` is the whole limit.

    A limit that cuts the answer leaves room for all of the thinking. Only what was written before the answer is hidden.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"reasoning_tokens": limit} if usage["finish_reason"] == "length" else usage


def limit_counted_as_hidden__no_answer(thinking, answer, limit):
    """Then nothing of the answer is left."""
    usage = limit_counted_as_hidden(thinking, answer, limit)
    return usage | {"answer_tokens": usage["completion_tokens"] - usage["reasoning_tokens"]}


def negative_answer__hidden_cut(thinking, answer, limit):
    """The hidden tokens are cut, and the answer is not."""
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"answer_tokens": usage["completion_tokens"] - thinking}


def hidden_never_cut(thinking, answer, limit):
    """`reasoning_tokens` is what the model would have thought, even if it was cut off before.

    A token that was not written is not counted. The limit may end within the hidden text.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"reasoning_tokens": thinking}


def billed_without_the_limit(thinking, answer, limit):
    """`completion_tokens` counts all tokens, as if there were no limit.

    What the limit cuts off was never written, so it is not billed.
    """
    return _reasoning_usage(thinking, answer, limit) | {"completion_tokens": thinking + answer}


def limit_ignored(thinking, answer, limit):
    """All tokens are counted as if there were no limit.

    The finish reason is right, but the numbers are those of a call that nobody cut off.
    """
    return _reasoning_usage(thinking, answer, thinking + answer) | {
        "finish_reason": _reasoning_usage(thinking, answer, limit)["finish_reason"]
    }


def limit_always_reached(thinking, answer, limit):
    """Every call is counted with as many tokens as the limit allows.

    A limit reserves nothing and costs nothing. A model that comes to its end before has written fewer tokens.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"completion_tokens": limit, "answer_tokens": limit - usage["reasoning_tokens"]}


def exact_limit_is_length(thinking, answer, limit):
    """A text that needs exactly as many tokens as the limit allows is reported as cut off.

    The last token of the answer is the one that ends it, and it was written. Nothing is missing.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"finish_reason": "stop" if thinking + answer < limit else "length"}


def finish_by_the_answer(thinking, answer, limit):
    """The finish reason is "stop" as soon as something of the answer was written.

    An answer that is cut in the middle is not finished. Only its last token ends it.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"finish_reason": "stop" if usage["answer_tokens"] else "length"}


def finish_by_the_thinking(thinking, answer, limit):
    """The finish reason compares only the hidden tokens with the limit.

    The answer needs room as well. Compare all that the model would write.
    """
    return _reasoning_usage(thinking, answer, limit) | {"finish_reason": "stop" if thinking <= limit else "length"}


def finish_reasons_exchanged(thinking, answer, limit):
    """The two finish reasons are exchanged.

    "stop" means that the model came to its end, "length" that the limit ended the text.
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"finish_reason": "length" if usage["finish_reason"] == "stop" else "stop"}


def finish_reason_of_the_loop(thinking, answer, limit):
    """The finish reasons are "eos" and "max_tokens", the words of the loop.

    The caller of an API reads "stop" and "length".
    """
    usage = _reasoning_usage(thinking, answer, limit)
    return usage | {"finish_reason": {"stop": "eos", "length": "max_tokens"}[usage["finish_reason"]]}


def any_limit(thinking, answer, limit):
    """A limit below 1 is accepted.

    It allows no text at all, so the caller has made a mistake. The rules want ValueError.
    """
    if limit < 1:
        return _usage(0, 0, is_finished=False)
    return _reasoning_usage(thinking, answer, limit)


def price_per_answer__finished_only(calls, limit, n_in, in_per_M, out_per_M):
    """Only calls that finished are paid for.

    A call that was cut off is on the bill as well, and that is what makes a low limit expensive.
    """
    finished = [(thinking, answer) for thinking, answer in calls if thinking + answer <= limit]
    return _price_per_answer(finished, limit, n_in, in_per_M, out_per_M)


def price_per_answer__of_all_calls(calls, limit, n_in, in_per_M, out_per_M):
    """The price is divided by the number of all calls.

    That is the price of a call. An answer costs more if some calls give none.
    """
    finished = sum(thinking + answer <= limit for thinking, answer in calls)
    if not finished:
        return math.inf
    return _price_per_answer(calls, limit, n_in, in_per_M, out_per_M) * finished / len(calls)


def price_per_answer__whole_bill(calls, limit, n_in, in_per_M, out_per_M):
    """The result is the price of all calls together.

    Divide it by the number of answers that were finished.
    """
    finished = sum(thinking + answer <= limit for thinking, answer in calls)
    return _price_per_answer(calls, limit, n_in, in_per_M, out_per_M) * (finished or 1)


def price_per_answer__hidden_free(calls, limit, n_in, in_per_M, out_per_M):
    """Only the tokens of the answers are paid for.

    Hidden tokens are output, and each costs as much as a visible one.
    """
    made = [_reasoning_usage(*each, limit) for each in calls]
    finished = sum(each["finish_reason"] == "stop" for each in made)
    n_out = sum(each["answer_tokens"] for each in made)
    return _price(n_in * len(calls), n_out, in_per_M, out_per_M) / finished if finished else math.inf


def price_per_answer__no_limit(calls, limit, n_in, in_per_M, out_per_M):
    """Calls that were cut off are paid for as if they had come to their end.

    Written tokens are billed: at most as many as the limit allows.
    """
    finished = sum(thinking + answer <= limit for thinking, answer in calls)
    n_out = sum(map(sum, calls))
    return _price(n_in * len(calls), n_out, in_per_M, out_per_M) / finished if finished else math.inf


def price_per_answer__one_prompt(calls, limit, n_in, in_per_M, out_per_M):
    """The prompt is paid for once and not for each call.

    Each call sends it again, and pays for it again.
    """
    finished = sum(thinking + answer <= limit for thinking, answer in calls)
    extra = _price(n_in * (len(calls) - 1), 0, in_per_M, out_per_M)
    return _price_per_answer(calls, limit, n_in, in_per_M, out_per_M) - (extra / finished if finished else 0)


def price_per_answer__any_answer(calls, limit, n_in, in_per_M, out_per_M):
    """A call counts as answered if anything of its answer was written.

    Half an answer is not finished. Count the calls whose finish reason is "stop".
    """
    made = [_reasoning_usage(*each, limit) for each in calls]
    n_out = sum(each["completion_tokens"] for each in made)
    answered = sum(each["answer_tokens"] > 0 for each in made)
    return _price(n_in * len(calls), n_out, in_per_M, out_per_M) / answered if answered else math.inf


def price_per_answer__raises_without_answers(calls, limit, n_in, in_per_M, out_per_M):
    """If no call finishes, the division fails with a ZeroDivisionError.

    The calls cost money and gave no answer: the price of an answer is infinite. Look at the number before you divide.
    """
    if not any(thinking + answer <= limit for thinking, answer in calls):
        raise ZeroDivisionError
    return _price_per_answer(calls, limit, n_in, in_per_M, out_per_M)


def price_per_answer__nothing_without_answers(calls, limit, n_in, in_per_M, out_per_M):
    """If no call finishes, the price of an answer is 0.

    A program that looks for the cheapest limit would take this one. The rules ask for infinity.
    """
    found = _price_per_answer(calls, limit, n_in, in_per_M, out_per_M)
    return 0.0 if found == math.inf else found


def any_limit__but_below_0(thinking, answer, limit):
    """A limit of 0 is accepted."""
    return any_limit(thinking, answer, limit) if limit == 0 else _reasoning_usage(thinking, answer, limit)


def price_per_answer__prices_exchanged(calls, limit, n_in, in_per_M, out_per_M):
    """The prices of input and output are exchanged.

    Output costs more. Look at the order of the arguments of `price`.
    """
    return _price_per_answer(calls, limit, n_in, out_per_M, in_per_M)


def price_per_answer__limit_for_the_answers(calls, limit, n_in, in_per_M, out_per_M):
    """Calls are counted and paid for as if the limit applied to their answers alone.

    Hidden tokens use up the limit as well. A call whose thinking fills it gives no answer, and costs no more than the
    limit allows.
    """
    made = [limit_for_the_answer_only(*each, limit) for each in calls]
    finished = sum(each["finish_reason"] == "stop" for each in made)
    n_out = sum(each["completion_tokens"] for each in made)
    return _price(n_in * len(calls), n_out, in_per_M, out_per_M) / finished if finished else math.inf


def price_per_answer__changes_its_input(calls, limit, n_in, in_per_M, out_per_M):
    """The list of calls that was given is empty afterwards.

    The caller may want to try another limit with the same calls. `pop` changes the list itself; a loop need not.
    """
    found = _price_per_answer(calls, limit, n_in, in_per_M, out_per_M)
    calls.clear()
    return found
