"""Typical wrong versions of the first loop."""

import numpy as np

from .first_loop import write_on as _write_on


def _loop(
    model, prompt, max_tokens, eos, context=lambda prompt, new: [*prompt, *new], best=lambda z: int(np.argmax(z))
):
    """Run the loop, with another context or another choice."""
    new = []
    for _ in range(max_tokens):
        token = best(model(context(prompt, new)))
        if token == eos:
            return new
        new.append(token)
    return new


def eos_in_the_result(model, prompt, max_tokens, eos):
    """The token that ends the text is among the ids that are returned.

    It is a signal, not a part of the text. Look at each token before you append it.
    """
    new = _write_on(model, prompt, max_tokens, eos)
    return [*new, eos] if len(new) < max_tokens else new


def eos_ignored(model, prompt, max_tokens, eos):
    """The loop continues after the token that ends the text.

    What comes then belongs to another text. Compare every token that you take with `eos`.
    """
    return _write_on(model, prompt, max_tokens, None)


def eos_skipped(model, prompt, max_tokens, eos):
    """The token that ends the text is left out of the result, but the loop continues.

    It is right to leave it out. What else does it mean for the loop?
    """
    return [token for token in _write_on(model, prompt, max_tokens, None) if token != eos]


def newest_token_only(model, prompt, max_tokens, eos):
    """After the first round the model is given the newest token only.

    It keeps nothing between calls, so it forgets the prompt. What does it need to see in each round?
    """
    return _loop(model, prompt, max_tokens, eos, context=lambda prompt, new: new[-1:] or prompt)


def nothing_appended(model, prompt, max_tokens, eos):
    """The model is given the bare prompt in every round.

    Then it never sees what it has written, and answers the same question again and again.
    """
    return _loop(model, prompt, max_tokens, eos, context=lambda prompt, new: list(prompt))


def appended_twice(model, prompt, max_tokens, eos):
    """Every new token is twice in the model's input.

    Perhaps it is appended to two lists that are in truth the same one.
    """
    return _loop(model, prompt, max_tokens, eos, context=lambda prompt, new: [*prompt, *(t for t in new for _ in "12")])


def prompt_returned(model, prompt, max_tokens, eos):
    """The prompt is returned before the new ids.

    The caller knows the prompt already. Return only what is new.
    """
    return [*prompt, *_write_on(model, prompt, max_tokens, eos)]


def cap_counts_the_prompt(model, prompt, max_tokens, eos):
    """The prompt's tokens count towards max_tokens.

    A long prompt then leaves no room for a text. Count the new tokens only.
    """
    return _write_on(model, prompt, max_tokens - len(prompt), eos)


def one_token_too_many(model, prompt, max_tokens, eos):
    """The loop takes one token more than max_tokens.

    Perhaps the count begins at 0 and ends with `<=`. With max_tokens = 1, how many tokens come back?
    """
    return _write_on(model, prompt, max_tokens + 1, eos)


def one_token_too_few(model, prompt, max_tokens, eos):
    """The loop ends one token before max_tokens.

    Perhaps a count begins at 1 where it should begin at 0. With max_tokens = 1, how many tokens come back?
    """
    return _write_on(model, prompt, max_tokens - 1, eos)


def last_of_equals(model, prompt, max_tokens, eos):
    """Of several tokens with the largest logit, the last one is taken.

    Perhaps a comparison is `>=`. The rules want the lowest id.
    """
    return _loop(model, prompt, max_tokens, eos, best=lambda z: len(z) - 1 - int(np.argmax(np.asarray(z)[::-1])))


def least_likely(model, prompt, max_tokens, eos):
    """The token with the smallest logit is taken.

    A large logit means a likely token. Perhaps the ids are sorted, and the wrong end of the list is used.
    """
    return _loop(model, prompt, max_tokens, eos, best=lambda z: int(np.argmin(z)))


def logit_instead_of_id(model, prompt, max_tokens, eos):
    """The largest logit itself is appended, not the id of its token.

    `max` returns the score. The id is the place of that score in the array.
    """
    return _loop(model, prompt, max_tokens, eos, best=lambda z: float(np.max(z)))


def logit_instead_of_id__whole(model, prompt, max_tokens, eos):
    """The logit is made an integer."""
    return _loop(model, prompt, max_tokens, eos, best=lambda z: int(np.max(z)))


def a_call_after_the_end(model, prompt, max_tokens, eos):
    """The model is called once more after the last token.

    That answer is never used, and a call is the expensive part. When the text has ended, end the loop.
    """
    new = _write_on(model, prompt, max_tokens, eos)
    model([*prompt, *new])
    return new


def a_call_after_the_end__at_the_limit(model, prompt, max_tokens, eos):
    """The next token is asked for before the loop looks at the limit."""
    new, token = [], int(np.argmax(model(prompt)))
    while token != eos and len(new) < max_tokens:
        new.append(token)
        token = int(np.argmax(model([*prompt, *new])))
    return new


def eos_in_the_prompt_ends(model, prompt, max_tokens, eos):
    """An end-of-text token in the prompt ends the loop before it has begun.

    There it separates earlier texts. Compare only the tokens that you take.
    """
    return [] if eos in prompt else _write_on(model, prompt, max_tokens, eos)


def zero_ends(model, prompt, max_tokens, eos):
    """Token 0 ends the text, as EOS does.

    To Python 0 is false, so `if not token` is true of it. It is a token like any other: compare with `eos`.
    """
    return _loop(model, prompt, max_tokens, eos, best=lambda z: int(np.argmax(z)) or eos)


def changes_its_input(model, prompt, max_tokens, eos):
    """The new tokens are appended to the list that was given.

    `ids = prompt` makes a second name, not a second list, and the caller finds its prompt longer than before.
    """
    new = _write_on(model, prompt, max_tokens, eos)
    prompt.extend(new)
    return new
