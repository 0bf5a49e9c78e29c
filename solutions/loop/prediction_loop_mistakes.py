"""Typical wrong versions of the prediction loop."""

import numpy as np

from .prediction_loop import generate as _generate


def _loop(model, prompt, max_tokens, eos, pick, context=lambda prompt, new: [*prompt, *new], see=lambda logits: logits):
    """Run the loop, with another context or another view of the logits."""
    if max_tokens < 1:
        raise ValueError(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(see(model(context(prompt, new))[-1]))
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def eos_in_the_result(model, prompt, max_tokens, eos, pick):
    """The token that ends the text is among the ids that are returned.

    It is a signal, not a part of the text. Test each token before you append it.
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    return ([*new, eos] if reason == "eos" else new), reason


def cap_counts_the_prompt(model, prompt, max_tokens, eos, pick):
    """The prompt's tokens count towards max_tokens.

    A long prompt then leaves no room for an answer. An older setting of Hugging Face, `max_length`, does count like
    this; here max_tokens limits the new tokens only.
    """
    if max_tokens < 1:
        raise ValueError(max_tokens)
    room = max_tokens - len(prompt)
    return _generate(model, prompt, room, eos, pick) if room > 0 else ([], "max_tokens")


def cap_counts_the_prompt__but_one_token_comes(model, prompt, max_tokens, eos, pick):
    """The limit is looked at after a token has been picked."""
    if max_tokens < 1:
        raise ValueError(max_tokens)
    return _generate(model, prompt, max(1, max_tokens - len(prompt)), eos, pick)


def one_token_too_many(model, prompt, max_tokens, eos, pick):
    """The loop picks one token more than max_tokens.

    Perhaps the count begins at 0 and ends with `<=`, or it is looked at before the new token is added. With
    max_tokens = 1, how many tokens come back?
    """
    if max_tokens < 1:
        raise ValueError(max_tokens)
    return _generate(model, prompt, max_tokens + 1, eos, pick)


def one_token_too_few(model, prompt, max_tokens, eos, pick):
    """The loop ends one token before max_tokens.

    Perhaps a count begins at 1 where it should begin at 0. With max_tokens = 1, how many tokens come back?
    """
    if max_tokens < 1:
        raise ValueError(max_tokens)
    return _generate(model, prompt, max_tokens - 1, eos, pick) if max_tokens > 1 else ([], "max_tokens")


def eos_ignored(model, prompt, max_tokens, eos, pick):
    """The loop continues after the token that ends the text.

    After the end of a text the model begins another text. Compare every token that was picked with `eos`.
    """
    return _generate(model, prompt, max_tokens, None, pick)


def eos_skipped(model, prompt, max_tokens, eos, pick):
    """The token that ends the text is left out of the result, but the loop continues.

    It is right to leave it out. It also means that the text is finished, so the loop must end.
    """
    new, reason = _generate(model, prompt, max_tokens, None, pick)
    return [token for token in new if token != eos], reason


def newest_token_only(model, prompt, max_tokens, eos, pick):
    """After the first round the model is given the newest token only.

    This model keeps nothing between calls, so it forgets the prompt. Feeding one token at a time needs a cache,
    which comes later; here every call gets the whole text.
    """
    return _loop(model, prompt, max_tokens, eos, pick, context=lambda prompt, new: new[-1:] or prompt)


def nothing_appended(model, prompt, max_tokens, eos, pick):
    """The model is given the bare prompt in every round.

    Then the model never sees what it has written, and answers the same question again and again. The token picked has
    to become part of the next input.
    """
    return _loop(model, prompt, max_tokens, eos, pick, context=lambda prompt, new: list(prompt))


def appended_twice(model, prompt, max_tokens, eos, pick):
    """Every new token is twice in the model's input.

    Perhaps it is appended to two lists that are in truth the same one, or both before and after the test for the
    end.
    """
    return _loop(
        model, prompt, max_tokens, eos, pick, context=lambda prompt, new: [*prompt, *(t for t in new for _ in "12")]
    )


def prompt_returned(model, prompt, max_tokens, eos, pick):
    """The prompt is returned before the new ids.

    The caller knows the prompt already, and counts what comes back. Return only what is new.
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    return [*prompt, *new], reason


def eos_in_the_prompt_ends(model, prompt, max_tokens, eos, pick):
    """An end-of-text token in the prompt ends the loop before it has begun.

    In a prompt it separates earlier texts and has no effect. Look for it only among the tokens you picked.
    """
    if max_tokens < 1:
        raise ValueError(max_tokens)
    return ([], "eos") if eos in prompt else _generate(model, prompt, max_tokens, eos, pick)


def a_call_after_the_end(model, prompt, max_tokens, eos, pick):
    """The model is called once more after the last token was picked.

    That result is never used, and a call is the expensive part. After the last pick, end the loop without another
    call.
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    model([*prompt, *new])
    return new, reason


def every_end_is_eos(model, prompt, max_tokens, eos, pick):
    """The reason is "eos" even if max_tokens was reached.

    A reader has to know whether the text was finished or cut off. The loop can end at two places, and each has its
    own reason.
    """
    return _generate(model, prompt, max_tokens, eos, pick)[0], "eos"


def every_end_is_max_tokens(model, prompt, max_tokens, eos, pick):
    """The reason is "max_tokens" even if the model ended the text.

    A reader has to know whether the text was finished or cut off. The loop can end at two places, and each has its
    own reason.
    """
    return _generate(model, prompt, max_tokens, eos, pick)[0], "max_tokens"


def reasons_of_an_api(model, prompt, max_tokens, eos, pick):
    """The reasons are called "stop" and "length".

    Those are the names that OpenAI's API uses, and you will translate to them in a later exercise. In here the
    names are "eos" and "max_tokens".
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    return new, {"eos": "stop", "max_tokens": "length"}[reason]


def cap_hides_eos(model, prompt, max_tokens, eos, pick):
    """If the last token allowed is the end of the text, the reason is "max_tokens".

    The text is finished then, it was not cut off. Test for EOS before you look at the count.
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    return new, "max_tokens" if len(new) == max_tokens - 1 else reason


def pick_not_used(model, prompt, max_tokens, eos, pick):
    """The best token is taken in every round, and `pick` is never asked.

    Taking the best is one way to choose; the caller may want another one, and gives it to you as a function.
    """
    return _generate(model, prompt, max_tokens, eos, lambda logits: int(np.argmax(logits)))


def pick_gets_probabilities(model, prompt, max_tokens, eos, pick):
    """`pick` is given probabilities instead of logits.

    `pick` may divide by a temperature or add a bias, and that needs the scores. Give it the logits that the model
    returned.
    """
    return _loop(
        model,
        prompt,
        max_tokens,
        eos,
        pick,
        see=lambda logits: np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum(),
    )


def pick_gets_all_rows(model, prompt, max_tokens, eos, pick):
    """`pick` is given the logits of all positions.

    Only the last row is about the next token. The previous exercise was about which row to take.
    """
    if max_tokens < 1:
        raise ValueError(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model([*prompt, *new]))
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def zero_gives_nothing(model, prompt, max_tokens, eos, pick):
    """max_tokens = 0 is accepted and gives an empty text.

    Some services accept it, to prepare a cache. Here a request for no token is a mistake: the rules want ValueError.
    """
    return _generate(model, prompt, max_tokens, eos, pick) if max_tokens > 0 else ([], "max_tokens")


def zero_gives_one(model, prompt, max_tokens, eos, pick):
    """max_tokens = 0 is accepted and gives one token.

    The count is looked at only after the first round. The rules want ValueError for less than 1.
    """
    return _generate(model, prompt, max(1, max_tokens), eos, pick)


def changes_its_input(model, prompt, max_tokens, eos, pick):
    """The new tokens are appended to the list that was given.

    `ids = prompt` makes a second name, not a second list, and the caller finds its prompt longer than before. Make
    a copy.
    """
    new, reason = _generate(model, prompt, max_tokens, eos, pick)
    prompt.extend(new)
    return new, reason
