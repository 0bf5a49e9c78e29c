"""Wrong versions of the first loop, as learners write them."""
import numpy as np


def appended_before_the_test(model, prompt, max_tokens, eos):
    """Appends before it looks for EOS.

    makes: eos_in_the_result
    """
    new = []
    while len(new) < max_tokens:
        new.append(int(np.argmax(model(prompt + new))))
        if new[-1] == eos:
            return new
    return new


def without_a_test(model, prompt, max_tokens, eos):
    """Knows of no end but max_tokens.

    makes: eos_ignored
    """
    new = []
    for _ in range(max_tokens):
        new.append(int(np.argmax(model(prompt + new))))
    return new


def continue_for_break(model, prompt, max_tokens, eos):
    """Passes EOS by, and asks the same question again.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt + new)))
        if token == eos:
            continue
        new.append(token)
    return new


def newest_only(model, prompt, max_tokens, eos):
    """Feeds what is new.

    makes: newest_token_only
    """
    new, ids = [], list(prompt)
    for _ in range(max_tokens):
        token = int(np.argmax(model(ids)))
        if token == eos:
            break
        new.append(token)
        ids = [token]
    return new


def always_the_prompt(model, prompt, max_tokens, eos):
    """Asks once, and repeats the answer.

    makes: nothing_appended
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt)))
        if token == eos:
            return new
        new.append(token)
    return new


def with_the_prompt(model, prompt, max_tokens, eos):
    """Returns the whole text.

    makes: prompt_returned
    """
    ids = list(prompt)
    for _ in range(max_tokens):
        token = int(np.argmax(model(ids)))
        if token == eos:
            break
        ids.append(token)
    return ids


def counted_to_the_limit(model, prompt, max_tokens, eos):
    """Counts with <=.

    makes: one_token_too_many
    """
    new, count = [], 0
    while count <= max_tokens:
        token = int(np.argmax(model(prompt + new)))
        if token == eos:
            return new
        new.append(token)
        count += 1
    return new


def last_of_several(model, prompt, max_tokens, eos):
    """Compares with >=.

    makes: last_of_equals
    """
    new = []
    for _ in range(max_tokens):
        best, logits = 0, model(prompt + new)
        for token, logit in enumerate(logits):
            if logit >= logits[best]:
                best = token
        if best == eos:
            return new
        new.append(best)
    return new


def one_round(model, prompt, max_tokens, eos):
    """Forgets the loop.

    makes: nothing listed
    """
    token = int(np.argmax(model(prompt)))
    return [] if token == eos else [token]


def ends_at_a_repetition(model, prompt, max_tokens, eos):
    """Stops when a token comes that is there already.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt + new)))
        if token == eos or token in new:
            return new
        new.append(token)
    return new


def text_reversed(model, prompt, max_tokens, eos):
    """Puts each new token in front of the others.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt + new)))
        if token == eos:
            return new
        new.insert(0, token)
    return new


def returns_the_count(model, prompt, max_tokens, eos):
    """Returns how many tokens came.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt + new)))
        if token == eos:
            return len(new)
        new.append(token)
    return len(new)


def prompt_reversed(model, prompt, max_tokens, eos):
    """Gives the model the prompt from its end to its beginning.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt[::-1] + new)))
        if token == eos:
            return new
        new.append(token)
    return new


def first_token_of_the_prompt_lost(model, prompt, max_tokens, eos):
    """Leaves the first id out of what the model sees.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model((prompt + new)[1:] or prompt)))
        if token == eos:
            return new
        new.append(token)
    return new


def second_best(model, prompt, max_tokens, eos):
    """Takes the token with the second largest logit.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argsort(-model(prompt + new), kind="stable")[1])
        if token == eos:
            return new
        new.append(token)
    return new


def ends_at_zero(model, prompt, max_tokens, eos):
    """Ends at token 0, as if it were false, as well as at EOS.

    makes: zero_ends
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.argmax(model(prompt + new)))
        if not token or token == eos:
            return new
        new.append(token)
    return new


def largest_absolute(model, prompt, max_tokens, eos):
    """Takes the logit that is farthest from 0.

    makes: nothing listed
    """
    new = []
    for _ in range(max_tokens):
        token = int(np.abs(model(prompt + new)).argmax())
        if token == eos:
            return new
        new.append(token)
    return new
