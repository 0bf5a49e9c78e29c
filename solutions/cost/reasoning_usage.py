"""The bill of a model that thinks before it answers: hidden tokens, the limit, and what an answer costs."""

import math

from .price_of_a_call import price


def reasoning_usage(thinking: int, answer: int, limit: int) -> dict[str, int | str]:
    """Return the usage of a call whose limit covers hidden reasoning, too.

    The model writes one text, the reasoning first, so the limit cuts the answer before it cuts the reasoning.

    Args:
        thinking: hidden tokens that the model writes first, unless it is cut off; 0 or more.
        answer: tokens of the answer after that, the one that ends it included; 1 or more.
        limit: how many tokens the model may write in all.

    Returns:
        "completion_tokens", "reasoning_tokens", "answer_tokens", and "finish_reason": "stop" or "length".

    Raises:
        ValueError: the limit is below 1.

    >>> reasoning_usage(50, 20, 60)
    {'completion_tokens': 60, 'reasoning_tokens': 50, 'answer_tokens': 10, 'finish_reason': 'length'}

    Source: OpenAI, reasoning models (2026), on max_output_tokens and on allocating space for reasoning.
    """
    if limit < 1:
        raise ValueError("limit")
    written = min(thinking + answer, limit)
    hidden = min(thinking, limit)
    return {
        "completion_tokens": written,
        "reasoning_tokens": hidden,
        "answer_tokens": written - hidden,
        "finish_reason": "stop" if written == thinking + answer else "length",
    }


def price_per_answer(calls: list[tuple[int, int]], limit: int, n_in: int, in_per_M: float, out_per_M: float) -> float:
    """Return what one finished answer costs, if calls that were cut off are paid for as well.

    Args:
        calls: how many tokens each call would think and answer.
        limit: how many tokens the model may write in each call.
        n_in: tokens of the prompt of each call.
        in_per_M, out_per_M: prices of a million input and output tokens.

    Returns:
        the price of all calls, divided by the number of those that finished; infinity if none did.

    >>> price_per_answer([(50, 20), (5, 20)], 60, 100, 2.0, 10.0)
    0.00125
    """
    made = [reasoning_usage(thinking, answer, limit) for thinking, answer in calls]
    finished = sum(each["finish_reason"] == "stop" for each in made)
    if finished == 0:
        return math.inf
    n_out = sum(int(each["completion_tokens"]) for each in made)
    return price(n_in * len(calls), n_out, in_per_M, out_per_M) / finished
