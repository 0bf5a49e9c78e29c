"""Wrong versions of generating with a cache, as learners write them."""


def _check(max_tokens):
    if max_tokens <= 0:
        raise ValueError("max_tokens")


def no_cache_kept(model, prompt, max_tokens, eos, pick):
    """Makes a cache for each step and feeds the whole text.

    makes: new_cache_for_every_token
    """
    _check(max_tokens)
    ids = list(prompt)
    for _ in range(max_tokens):
        cache = model.new_cache()
        token = pick(model(ids, cache)[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"


def feeds_all_again(model, prompt, max_tokens, eos, pick):
    """Keeps the cache but feeds the whole text.

    makes: whole_text_fed_again
    """
    _check(max_tokens)
    cache, ids = model.new_cache(), list(prompt)
    while len(ids) - len(prompt) < max_tokens:
        token = pick(model(ids, cache)[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids = [*ids, token]
    return ids[len(prompt) :], "max_tokens"


def one_prompt_token_each(model, prompt, max_tokens, eos, pick):
    """Feeds the prompt one by one.

    makes: prompt_token_by_token
    """
    _check(max_tokens)
    cache, new = model.new_cache(), []
    for token in prompt:
        logits = model([token], cache)
    while True:
        token = pick(logits[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        if len(new) == max_tokens:
            return new, "max_tokens"
        logits = model([token], cache)


def prefill_then_last(model, prompt, max_tokens, eos, pick):
    """Fills the cache with the prompt and then feeds its last token.

    makes: last_prompt_token_twice
    """
    _check(max_tokens)
    cache, new = model.new_cache(), []
    model(prompt, cache)
    token = prompt[-1]
    for _ in range(max_tokens):
        token = pick(model([token], cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def prefill_without_the_last(model, prompt, max_tokens, eos, pick):
    """Fills the cache with all but the last token of the prompt.

    makes: last_prompt_token_on_its_own
    """
    _check(max_tokens)
    cache, new = model.new_cache(), []
    *before, token = prompt
    if before:
        model(before, cache)
    for _ in range(max_tokens):
        token = pick(model([token], cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def row_0(model, prompt, max_tokens, eos, pick):
    """Picks from row 0, which is wrong for the prompt only.

    makes: first_row_of_the_prompt
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], prompt
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[0])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def one_pass_more(model, prompt, max_tokens, eos, pick):
    """Makes a pass at the end of each round.

    makes: pass_after_the_last_token
    """
    _check(max_tokens)
    cache, new = model.new_cache(), []
    rows = model(prompt, cache)
    while len(new) < max_tokens:
        token = pick(rows[-1])
        if token == eos:
            return new, "eos"
        new += [token]
        rows = model([token], cache)
    return new, "max_tokens"


def eos_kept(model, prompt, max_tokens, eos, pick):
    """Appends EOS as well.

    makes: eos_fed_and_returned
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        feed = [pick(model(feed, cache)[-1])]
        new += feed
        if feed[0] == eos:
            return new, "eos"
    return new, "max_tokens"


def never_refuses(model, prompt, max_tokens, eos, pick):
    """Has no test of max_tokens.

    makes: zero_accepted
    """
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def every_other_fed(model, prompt, max_tokens, eos, pick):
    """Feeds each new token twice.

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token, token]
    return new, "max_tokens"


def prompt_backwards(model, prompt, max_tokens, eos, pick):
    """Feeds the prompt in reverse.

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)[::-1]
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def feeds_the_best(model, prompt, max_tokens, eos, pick):
    """Feeds the best token instead of the one picked.

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        row = model(feed, cache)[-1]
        token = pick(row)
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [int(row.argmax())]
    return new, "max_tokens"


def two_caches_in_turn(model, prompt, max_tokens, eos, pick):
    """Uses two caches in turn.

    makes: nothing listed
    """
    _check(max_tokens)
    caches = [model.new_cache(), model.new_cache()]
    new, feed = [], list(prompt)
    for i in range(max_tokens):
        token = pick(model(feed, caches[i % 2])[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def reason_missing(model, prompt, max_tokens, eos, pick):
    """Returns the ids alone.

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new
        new.append(token)
        feed = [token]
    return new


def half_of_the_prompt(model, prompt, max_tokens, eos, pick):
    """Feeds the last half of the prompt.

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)[len(prompt) // 2 :]
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


_cache = []


def cache_outside(model, prompt, max_tokens, eos, pick):
    """Keeps one cache for all calls.

    makes: nothing listed
    """
    _check(max_tokens)
    if not _cache:
        _cache.append(model.new_cache())
    new, feed = [], list(prompt)
    for _ in range(max_tokens):
        token = pick(model(feed, _cache[0])[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def length_for_reason(model, prompt, max_tokens, eos, pick):
    """Says "length".

    makes: nothing listed
    """
    _check(max_tokens)
    cache, new, feed = model.new_cache(), [], list(prompt)
    for _ in range(max_tokens):
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return new, "stop"
        new.append(token)
        feed = [token]
    return new, "length"


def total_length(model, prompt, max_tokens, eos, pick):
    """Compares the length of prompt and answer with the limit.

    makes: limit_counts_the_prompt
    """
    _check(max_tokens)
    cache, ids, feed = model.new_cache(), list(prompt), list(prompt)
    while len(ids) < max_tokens:
        token = pick(model(feed, cache)[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
        feed = [token]
    return ids[len(prompt) :], "max_tokens"


def answer_fed(model, prompt, max_tokens, eos, pick):
    """Feeds all of the answer at each step.

    makes: everything_generated_fed_again
    """
    _check(max_tokens)
    cache, new = model.new_cache(), []
    logits = model(prompt, cache)
    while True:
        token = pick(logits[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        if len(new) == max_tokens:
            return new, "max_tokens"
        logits = model(list(new), cache)


def while_no_eos_in_the_text(model, prompt, max_tokens, eos, pick):
    """Goes on while EOS is not in the text, prompt included.

    makes: eos_in_the_prompt_ends_it
    """
    if max_tokens <= 0:
        raise ValueError("max_tokens")
    text, P = list(prompt), len(prompt)
    cache, fed = model.new_cache(), 0
    while eos not in text and len(text) - P < max_tokens:
        logits = model(text[fed:], cache)
        fed = len(text)
        text.append(int(pick(logits[-1])))
    if eos in text:
        return [t for t in text[P:] if t != eos], "eos"
    return text[P:], "max_tokens"


def less_or_equal(model, prompt, max_tokens, eos, pick):
    """Goes on while there are at most max_tokens.

    makes: one_token_more
    """
    if max_tokens < 1:
        raise ValueError("at least one")
    kv = model.new_cache()
    out, step = [], list(prompt)
    while len(out) <= max_tokens:
        nxt = int(pick(model(step, kv)[-1, :]))
        if nxt == eos:
            return out, "eos"
        out.append(nxt)
        step = [nxt]
    return out, "max_tokens"


def logits_never_renewed(model, prompt, max_tokens, eos, pick):
    """Feeds each token but goes on picking from the logits of the prompt.

    makes: nothing listed
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    cache = model.new_cache()
    logits = model(prompt, cache)[-1]
    out = []
    for i in range(max_tokens):
        token = int(pick(logits))
        if token == eos:
            return out, "eos"
        out.append(token)
        if i < max_tokens - 1:
            new_logits = model([token], cache)[-1]
    return out, "max_tokens"


def break_and_one_return(model, prompt, max_tokens, eos, pick):
    """Breaks at EOS and has one return at the end.

    makes: reason_always_max_tokens
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    cache, out, feed = model.new_cache(), [], prompt
    for _ in range(max_tokens):
        token = int(pick(model(feed, cache)[-1]))
        if token == eos:
            break
        out.append(token)
        feed = [token]
    return out, "max_tokens"


def starts_with_the_prompt(model, prompt, max_tokens, eos, pick):
    """Collects in a list that begins with the prompt.

    makes: prompt_returned
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    cache = model.new_cache()
    text = list(prompt)
    logits = model(text, cache)
    for n in range(max_tokens):
        token = int(pick(logits[-1]))
        if token == eos:
            return text, "eos"
        text.append(token)
        if n + 1 < max_tokens:
            logits = model([token], cache)
    return text, "max_tokens"


def up_to_and_with_the_limit(model, prompt, max_tokens, eos, pick):
    """Goes on while the text is not longer than the limit.

    makes: one_token_more
    """
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    cache = model.new_cache()
    logits = model(prompt, cache)
    out = []
    while True:
        token = pick(logits[-1])
        if token == eos:
            return out, "eos"
        out.append(token)
        if len(out) > max_tokens:
            return out, "max_tokens"
        logits = model([token], cache)


def limit_before_eos(model, prompt, max_tokens, eos, pick):
    """Looks at the limit first, so a last token that is EOS counts as cut off.

    makes: nothing listed
    """
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    cache = model.new_cache()
    rows = model(list(prompt), cache)
    new = []
    for step in range(max_tokens):
        token = pick(rows[-1])
        if token != eos:
            new.append(token)
        if step == max_tokens - 1:
            return new, "max_tokens"
        if token == eos:
            return new, "eos"
        rows = model([token], cache)


def last_one_fed_too(model, prompt, max_tokens, eos, pick):
    """Feeds every token that was picked, also the last one.

    makes: pass_after_the_last_token
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    memory = model.new_cache()
    row = model(prompt, memory)[-1]
    new = []
    for _ in range(max_tokens):
        token = int(pick(row))
        if token == eos:
            return new, "eos"
        new += [token]
        row = model([token], memory)[-1]
    return new, "max_tokens"


def whole_text_again(model, prompt, max_tokens, eos, pick):
    """Gives the model the whole text in each pass although the cache holds most of it.

    makes: whole_text_fed_again
    """
    if max_tokens <= 0:
        raise ValueError("pick at least one token")
    cache, text = model.new_cache(), [*prompt]
    reason = "max_tokens"
    while len(text) - len(prompt) < max_tokens:
        table = model(text, cache)
        chosen = pick(table[len(table) - 1])
        if chosen == eos:
            reason = "eos"
            break
        text = text + [chosen]
    return text[len(prompt):], reason


def fed_to_the_end_and_zero_allowed(model, prompt, max_tokens, eos, pick):
    """Feeds the last token, too, and takes any max_tokens.

    makes: pass_after_the_last_token, zero_accepted
    """
    cache = model.new_cache()
    scores = model(prompt, cache)
    out = []
    while len(out) < max_tokens:
        token = pick(scores[-1])
        if token == eos:
            return out, "eos"
        out.append(token)
        scores = model([token], cache)
    return out, "max_tokens"
