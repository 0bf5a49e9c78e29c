"""Typical wrong versions of generating with a cache."""

from .cached_generate import generate_cached as _generate_cached


def _refuse(max_tokens):
    if max_tokens < 1:
        raise ValueError(max_tokens)


def _loop(first, later, max_tokens, eos, pick):
    """Run a right loop; `first` gives the logits of the first step, `later` those after the tokens so far."""
    _refuse(max_tokens)
    generated, logits = [], first()
    while True:
        token = int(pick(logits))
        if token == eos:
            return generated, "eos"
        generated.append(token)
        if len(generated) == max_tokens:
            return generated, "max_tokens"
        logits = later(generated)


def new_cache_for_every_token(model, prompt, max_tokens, eos, pick):
    """The whole text goes through the model at every step, each time with a new cache.

    So nothing is saved: the cache is filled and thrown away. Make one before the loop, and feed it only what it
    lacks.
    """
    return _loop(
        lambda: model(prompt, model.new_cache())[-1],
        lambda generated: model([*prompt, *generated], model.new_cache())[-1],
        max_tokens,
        eos,
        pick,
    )


def whole_text_fed_again(model, prompt, max_tokens, eos, pick):
    """The whole text is fed at every step, although the cache holds most of it already.

    The model then reads the prompt several times over, one copy after the other. Tokens in the cache must not be fed
    again.
    """
    cache = model.new_cache()
    return _loop(
        lambda: model(prompt, cache)[-1],
        lambda generated: model([*prompt, *generated], cache)[-1],
        max_tokens,
        eos,
        pick,
    )


def everything_generated_fed_again(model, prompt, max_tokens, eos, pick):
    """All generated tokens are fed at every step, although the cache holds all but the newest.

    The second token goes through twice, the third three times. How many tokens has the model not seen yet when one
    has just been picked?
    """
    cache = model.new_cache()
    return _loop(lambda: model(prompt, cache)[-1], lambda generated: model(generated, cache)[-1], max_tokens, eos, pick)


def newest_token_without_the_past(model, prompt, max_tokens, eos, pick):
    """Every new token goes through the model with a cache of its own.

    Then the model sees one token and nothing before it. The cache is the memory of the text: it has to stay the same
    from the first pass to the last.
    """
    return _loop(
        lambda: model(prompt, model.new_cache())[-1],
        lambda generated: model(generated[-1:], model.new_cache())[-1],
        max_tokens,
        eos,
        pick,
    )


def prompt_token_by_token(model, prompt, max_tokens, eos, pick):
    """The prompt goes through the model one token at a time.

    The tokens of a prompt are all known, so one pass can take them side by side, which is many times faster. `model`
    accepts a list of any length.
    """
    cache = model.new_cache()
    return _loop(
        lambda: [model([token], cache)[-1] for token in prompt][-1],
        lambda generated: model(generated[-1:], cache)[-1],
        max_tokens,
        eos,
        pick,
    )


def last_prompt_token_on_its_own(model, prompt, max_tokens, eos, pick):
    """The prompt takes two passes: all but its last token first, then the last one.

    Some programs do this so that every step of their loop looks alike. The pass over the prompt gives the logits
    after its last token as well, so the second pass is not needed.
    """

    def first():
        if len(prompt) > 1:
            model(prompt[:-1], cache)
        return model(prompt[-1:], cache)[-1]

    cache = model.new_cache()
    return _loop(first, lambda generated: model(generated[-1:], cache)[-1], max_tokens, eos, pick)


def last_prompt_token_twice(model, prompt, max_tokens, eos, pick):
    """The last token of the prompt goes through the model twice.

    After the prompt's pass the cache holds the whole prompt. If you feed its last token once more, to get the first
    logits, the model reads it twice. The logits you want were in the result of that pass.
    """

    def first():
        model(prompt, cache)
        return model(prompt[-1:], cache)[-1]

    cache = model.new_cache()
    return _loop(first, lambda generated: model(generated[-1:], cache)[-1], max_tokens, eos, pick)


def first_token_never_fed(model, prompt, max_tokens, eos, pick):
    """The first token that was picked never goes through the model.

    The cache goes straight from the prompt to the second token, and everything after that is based on another text.
    Write down what is in the cache before each pass.
    """
    cache = model.new_cache()
    rows = []

    def later(generated):
        if len(generated) > 1:
            rows.append(model(generated[-1:], cache)[-1])
        return rows[-1]

    def first():
        rows.append(model(prompt, cache)[-1])
        return rows[-1]

    return _loop(first, later, max_tokens, eos, pick)


def token_before_the_newest_fed(model, prompt, max_tokens, eos, pick):
    """Each pass is given the token before the newest instead of the newest one.

    After the prompt's pass that is the last token of the prompt, which the cache has already. The token that the
    model has not seen is the one just picked.
    """
    cache = model.new_cache()
    return _loop(
        lambda: model(prompt, cache)[-1],
        lambda generated: model([*prompt, *generated][-2:-1], cache)[-1],
        max_tokens,
        eos,
        pick,
    )


def first_row_of_the_prompt(model, prompt, max_tokens, eos, pick):
    """The first token is picked from the first row of the prompt's pass.

    That row says what follows the first token of the prompt, which is known. Which row has seen the whole prompt?
    """
    cache = model.new_cache()
    return _loop(
        lambda: model(prompt, cache)[0], lambda generated: model(generated[-1:], cache)[-1], max_tokens, eos, pick
    )


def pass_after_the_last_token(model, prompt, max_tokens, eos, pick):
    """The last token still goes through the model, and the result is never used.

    One pass is wasted for each text. Count: N picks need N passes, the prompt's being the first. Feed a token only
    when another one is to be picked.
    """
    _refuse(max_tokens)
    cache = model.new_cache()
    logits, generated = model(prompt, cache)[-1], []
    for _ in range(max_tokens):
        token = int(pick(logits))
        if token == eos:
            return generated, "eos"
        generated.append(token)
        logits = model([token], cache)[-1]
    return generated, "max_tokens"


def eos_fed_and_returned(model, prompt, max_tokens, eos, pick):
    """The id of EOS is part of the result.

    EOS is a signal, not text: it says that nothing more comes. Test for it before you append.
    """
    ids, reason = _generate_cached(model, prompt, max_tokens, eos, pick)
    return (ids, reason) if reason != "eos" else ([*ids, eos], reason)


def eos_ignored(model, prompt, max_tokens, eos, pick):
    """EOS does not end the text.

    The model has ended the text, and the loop continues to the limit. Compare each token with `eos` once it is
    picked.
    """
    return _generate_cached(model, prompt, max_tokens, -1, pick)


def eos_in_the_prompt_ends_it(model, prompt, max_tokens, eos, pick):
    """An EOS inside the prompt ends the text before it begins.

    Prompts may hold several texts with EOS between them. Only an EOS that was picked counts.
    """
    if eos in prompt:
        _refuse(max_tokens)
        return [], "eos"
    return _generate_cached(model, prompt, max_tokens, eos, pick)


def limit_counts_the_prompt(model, prompt, max_tokens, eos, pick):
    """max_tokens counts the prompt as well.

    Some libraries have such a limit, under another name. Here it says how many tokens may be picked, however long the
    prompt is.
    """
    _refuse(max_tokens)
    if len(prompt) >= max_tokens:
        return [], "max_tokens"
    return _generate_cached(model, prompt, max_tokens - len(prompt), eos, pick)


def one_token_more(model, prompt, max_tokens, eos, pick):
    """One token more than max_tokens is picked.

    The pass over the prompt already gives a token, and it counts like the others. Look at where your counting begins.
    """
    _refuse(max_tokens)
    return _generate_cached(model, prompt, max_tokens + 1, eos, pick)


def limit_missing(model, prompt, max_tokens, eos, pick):
    """Only EOS ends the text.

    Some texts never come to an end by themselves. Stop as soon as there are `max_tokens` new tokens.
    """
    _refuse(max_tokens)
    return _generate_cached(model, prompt, 400, eos, pick)


def prompt_returned(model, prompt, max_tokens, eos, pick):
    """The prompt is returned in front of the new tokens.

    The caller has the prompt and asks for what follows it. Keep the new tokens in a list of their own.
    """
    ids, reason = _generate_cached(model, prompt, max_tokens, eos, pick)
    return [*prompt, *ids], reason


def reason_always_max_tokens(model, prompt, max_tokens, eos, pick):
    """The reason is always "max_tokens", also when EOS ended the text.

    It says that the text was cut off. The two ways out of the loop should return two reasons.
    """
    return _generate_cached(model, prompt, max_tokens, eos, pick)[0], "max_tokens"


def zero_accepted(model, prompt, max_tokens, eos, pick):
    """A max_tokens of 0 or less is accepted.

    A request for no tokens is nearly always a slip. The rules want `ValueError` for it. Test before you begin.
    """
    return ([], "max_tokens") if max_tokens < 1 else _generate_cached(model, prompt, max_tokens, eos, pick)


def changes_its_input(model, prompt, max_tokens, eos, pick):
    """The new tokens are appended to the prompt that was given.

    `ids = prompt` makes a second name, not a second list, and the caller's prompt grows. Begin with a list of your
    own.
    """
    ids, reason = _generate_cached(model, prompt, max_tokens, eos, pick)
    prompt += ids
    return ids, reason
