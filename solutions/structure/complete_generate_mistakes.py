"""Typical wrong versions of the whole generator."""

import codecs
from itertools import chain
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from ..bending.bias_ban_min_tokens import shape_logits as _shape_logits
from ..bending.frequency_presence import frequency_presence as _frequency_presence
from ..bending.repetition_penalty import repetition_penalty as _repetition_penalty
from ..loop.finish_reason import finish_reason as _finish_reason
from ..loop.stop_sequences import first_stop as _first_stop
from ..loop.stream_hold_back import stream as _hold_back
from ..picking.greedy_pick import greedy as _greedy
from ..picking.sample_with_u import sample as _sample
from ..picking.sampler_pipeline import next_distribution as _next_distribution
from ..speculative.accept_and_residual import accept_and_residual as _accept_and_residual
from ..speculative.verify_block import verify as _verify
from ..text.utf8_stream import decode_stream as _decode_stream
from .complete_generate import in_blocks as _whole_blocks
from .complete_generate import in_one_piece as _in_one_piece
from .complete_generate import one_by_one as _single_blocks
from .complete_generate import respond as _respond
from .complete_generate import written as _written

_DEFAULTS = {
    "max_tokens": 16,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "repetition_penalty": 1.0,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "logit_bias": None,
    "stop": (),
    "seed": 0,
    "stream": True,
    "draft": None,
    "gamma": 4,
}


def _filtered(logits, settings):
    """Return the probabilities after temperature and filters."""
    return _next_distribution(logits, settings["temperature"], settings["top_k"], settings["top_p"], settings["min_p"])


def _penalised(logits, ids, generated, settings):
    """Return the logits after both kinds of penalties."""
    logits = _repetition_penalty(logits, [*ids, *generated], settings["repetition_penalty"])
    return _frequency_presence(logits, ids, generated, settings["frequency_penalty"], settings["presence_penalty"])


def _biased(logits, settings):
    """Return the logits after the bias."""
    return _shape_logits(logits, settings["logit_bias"] or {}, [], 0, 0, 0)


def _right(logits, ids, generated, settings):
    """Return the right distribution."""
    return _filtered(_penalised(_biased(logits, settings), ids, generated, settings), settings)


def _one_by_one(*args):
    """Yield tokens without a draft."""
    return chain.from_iterable(_single_blocks(*args))


def _in_blocks(*args):
    """Yield tokens with a draft."""
    return chain.from_iterable(_whole_blocks(*args))


_PARTS = {
    "distribution": _right,
    "plain": _one_by_one,
    "blocks": _in_blocks,
    "write": _written,
    "whole": _in_one_piece,
}


def _composed(model, tokenizer, prompt, given, **replaced):
    """Do what the solution does, with some of its parts replaced."""
    part = _PARTS | replaced
    settings = {**_DEFAULTS, **given}
    ids, stop, most = tokenizer.encode(prompt), list(settings["stop"]), settings["max_tokens"]
    if not ids or most < 1 or "" in stop:
        raise ValueError("bad input")
    rng = np.random.default_rng(settings["seed"])

    def chances(logits, generated):
        return part["distribution"](logits, ids, generated, settings)

    if settings["draft"] is None:
        tokens = part["plain"](model, ids, chances, rng)
    else:
        tokens = part["blocks"](model, settings["draft"], ids, chances, rng, settings["gamma"])
    chunks = part["write"](tokens, tokenizer, len(ids), most, stop)
    yield from chunks if settings["stream"] else part["whole"](chunks)


# --- from tokens to text ---


def _pieces(portions):
    """Return the text of each token, and what is unfinished at the end."""
    *pieces, unfinished = _decode_stream(portions)
    return pieces, unfinished


class _Now(NamedTuple):
    """The state after a token."""

    pieces: list
    unfinished: str
    picked: int
    is_eos: bool
    reason: str | None


def _told(tokens, tokenizer, most, stop):
    """Take tokens until there is a reason to stop; yield what is known after each of them."""
    vocabulary, eos = tokenizer.bytes, tokenizer.eos
    portions, picked, reason = [], 0, None
    while reason is None:
        token = next(tokens)
        picked += 1
        is_eos = token == eos
        if not is_eos:
            portions.append(vocabulary[token])
        pieces, unfinished = _pieces(portions)
        reason = _finish_reason(picked, most, is_eos, "".join(pieces), stop)
        yield _Now(pieces, unfinished, picked, is_eos, reason)


def stop_sequence_visible(model, tokenizer, prompt, **settings):
    """The text ends after the stop sequence, which is still visible.

    The caller has named it as a mark, and does not want to cut it off again. The visible text ends before it.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for now in _told(tokens, tokenizer, most, stop):
            *shown, _ = _hold_back(now.pieces, stop)
            text = "" if now.is_eos else shown[-1]
            if now.reason == "stop_sequence":
                text += _first_stop("".join(now.pieces), stop)[1]
            if text:
                yield {"text": text}
        rest = _hold_back([*now.pieces, now.unfinished], stop)[len(now.pieces) :]
        yield _respond("".join(rest), now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def stop_sequences_leak(model, tokenizer, prompt, **settings):
    """Every piece is sent at once, even if it may be the beginning of a stop sequence.

    When the rest of the stop sequence comes, its beginning is on the screen already and cannot be taken back. Hold back what
    may still become one.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for now in _told(tokens, tokenizer, most, stop):
            text = "".join(now.pieces)
            start = _first_stop(text, stop)[0] if now.reason == "stop_sequence" else len(text)
            new = "" if now.is_eos else text[len(text) - len(now.pieces[-1]) : start]
            if new:
                yield {"text": new}
        yield _respond("" if now.reason == "stop_sequence" else now.unfinished, now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def stop_searched_in_single_tokens(model, tokenizer, prompt, **settings):
    """Stop sequences are searched in the text of each token alone.

    The model knows nothing of them, and may write one in two tokens or in five. Search in the text as a whole.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        vocabulary, eos = tokenizer.bytes, tokenizer.eos
        portions, picked, reason = [], 0, None
        while reason is None:
            token = next(tokens)
            picked += 1
            is_eos = token == eos
            portions += [] if is_eos else [vocabulary[token]]
            pieces, unfinished = _pieces(portions)
            new = "" if is_eos else pieces[-1]
            reason = _finish_reason(picked, most, is_eos, new, stop)
            new = _hold_back([new], stop)[0] if reason == "stop_sequence" else new
            if new:
                yield {"text": new}
        yield _respond("" if reason == "stop_sequence" else unfinished, reason, prompt_tokens, picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def stop_listed_first_counts(model, tokenizer, prompt, **settings):
    """If a token completes several stop sequences, the text ends before the one that comes first in the list.

    Another one can begin earlier, and then a part of it is shown. Of those in the text, the one that begins first counts.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        sent = 0
        for now in _told(tokens, tokenizer, most, stop):
            text = "".join(now.pieces)
            listed = [text.find(each) for each in stop if each in text]
            end = listed[0] if listed else sum(map(len, _hold_back(now.pieces, stop)[:-1]))
            if text[sent:end]:
                yield {"text": text[sent:end]}
            sent = max(sent, end)
        held = "" if listed else text[sent:] + now.unfinished
        yield _respond(held, now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def stop_sequences_ignored(model, tokenizer, prompt, **settings):
    """The stop sequences have no effect.

    The text continues to the end token or the largest number of tokens. Look for them after every token.
    """
    stop = [*settings.pop("stop", ())]
    if "" in stop:
        raise ValueError("an empty stop sequence")
    return _composed(model, tokenizer, prompt, settings)


def held_text_lost(model, tokenizer, prompt, **settings):
    """The text that was held back is never sent when generation ends.

    It looked like the beginning of a stop sequence, or of a character, and nothing more came. So it was text, and
    belongs in the last chunk.
    """

    def write(*args):
        for chunk in _written(*args):
            yield chunk if "usage" not in chunk else {**chunk, "text": ""}

    return _composed(model, tokenizer, prompt, settings, write=write)


def last_text_in_the_last_dict(model, tokenizer, prompt, **settings):
    """The text of the last token comes in the last dict, not in a chunk of its own.

    The last dict has only what was held back until then. Text that is safe is sent as a chunk, also if its token is the
    last one.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for now in _told(tokens, tokenizer, most, stop):
            shown = "" if now.is_eos else _hold_back(now.pieces, stop)[-2]
            if now.reason is None and shown:
                yield {"text": shown}
        is_stopped = now.reason == "stop_sequence"
        rest = [] if is_stopped else _hold_back([*now.pieces, now.unfinished], stop)[len(now.pieces) :]
        yield _respond("".join([shown, *rest]), now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def fixed_number_held_back(model, tokenizer, prompt, **settings):
    """The last n − 1 characters are always held back, n being the length of the longest stop sequence.

    That is safe, and vLLM does it. But every text comes late, also where its end can't begin a stop sequence. Hold back only
    what may become one.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        sent, longest = 0, max(map(len, stop), default=1)
        for now in _told(tokens, tokenizer, most, stop):
            text = "".join(now.pieces)
            is_stopped = now.reason == "stop_sequence"
            end = _first_stop(text, stop)[0] if is_stopped else max(sent, len(text) - longest + 1)
            if text[sent:end]:
                yield {"text": text[sent:end]}
            sent = end
        held = "" if is_stopped else text[sent:] + now.unfinished
        yield _respond(held, now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def half_characters_shown(model, tokenizer, prompt, **settings):
    """The bytes of every token are decoded on their own.

    An emoji in two tokens then becomes two or more replacement characters. Decode the bytes as one stream, and wait
    for the rest of a character.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        decoded = [portion.decode("utf-8", "replace").encode() for portion in tokenizer.bytes]
        return _written(tokens, SimpleNamespace(bytes=decoded, eos=tokenizer.eos), prompt_tokens, most, stop)

    return _composed(model, tokenizer, prompt, settings, write=write)


def unfinished_character_dropped(model, tokenizer, prompt, **settings):
    """A character that is still unfinished at the end vanishes.

    Something was written there, and the reader should see that it is broken. The rules ask for one U+FFFD.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for now in _told(tokens, tokenizer, most, stop):
            *shown, held = _hold_back(now.pieces, stop)
            if not now.is_eos and shown[-1]:
                yield {"text": shown[-1]}
        yield _respond(held, now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def bad_bytes_dropped(model, tokenizer, prompt, **settings):
    """Bytes that are no UTF-8 vanish from the text.

    Errors are ignored, so nobody sees that something was there. The rules ask for U+FFFD in their place.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        vocabulary = tokenizer.bytes
        newest = SimpleNamespace(bytes={}, eos=tokenizer.eos)

        def decoded():
            for token in tokens:
                newest.bytes[token] = decoder.decode(vocabulary[token]).encode()
                yield token

        return _written(decoded(), newest, prompt_tokens, most, stop)

    return _composed(model, tokenizer, prompt, settings, write=write)


def empty_chunks_sent(model, tokenizer, prompt, **settings):
    """A chunk is sent for every token, even if it has no text.

    Half a character and a held-back beginning give nothing to show. The rules ask for chunks with text; only the last
    one may be empty.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for now in _told(tokens, tokenizer, most, stop):
            if not now.is_eos:
                yield {"text": _hold_back(now.pieces, stop)[-2]}
        rest = "".join(_hold_back([*now.pieces, now.unfinished], stop)[len(now.pieces) :])
        yield _respond(rest, now.reason, prompt_tokens, now.picked)

    return _composed(model, tokenizer, prompt, settings, write=write)


def text_sent_again_and_again(model, tokenizer, prompt, **settings):
    """Every chunk holds the whole text so far.

    A caller who joins the chunks gets everything many times. A chunk holds only new text.
    """

    def write(*args):
        text = ""
        for chunk in _written(*args):
            text += chunk["text"]
            yield {**chunk, "text": text}

    return _composed(model, tokenizer, prompt, settings, write=write, whole=lambda chunks: iter([*chunks][-1:]))


def never_streams(model, tokenizer, prompt, **settings):
    """The whole text comes in the last chunk, even though a stream is wanted.

    The caller waits in front of an empty screen. Send text as soon as it may be shown.
    """
    return _composed(model, tokenizer, prompt, settings, write=lambda *args: _in_one_piece(_written(*args)))


def always_streams(model, tokenizer, prompt, **settings):
    """The text comes in many chunks, even though stream is False.

    Then the caller wants one answer, with all of the text, the finish reason and the usage.
    """
    return _composed(model, tokenizer, prompt, settings | {"stream": True})


def everything_computed_first(model, tokenizer, prompt, **settings):
    """All chunks are computed before the first one is yielded.

    So nothing can be shown while the text is written, and that is the purpose of streaming. Yield each chunk before
    you call the model again.
    """
    yield from list(_composed(model, tokenizer, prompt, settings))


def last_chunk_missing_after_the_end_token(model, tokenizer, prompt, **settings):
    """When the model ends the text itself, the last chunk never comes.

    It is right to leave the loop at the end token. But the caller still needs the finish reason and the usage.
    """

    def write(tokens, tokenizer, *rest):
        seen = []
        for chunk in _written((seen.append(token) or token for token in tokens), tokenizer, *rest):
            if not ("usage" in chunk and seen[-1] == tokenizer.eos):
                yield chunk

    def whole(chunks):
        collected = [*chunks]
        return iter([{**collected[-1], "text": "".join(chunk["text"] for chunk in collected)}] if collected else [])

    return _composed(model, tokenizer, prompt, settings, write=write, whole=whole)


def whole_text_differs_from_the_stream(model, tokenizer, prompt, **settings):
    """Without streaming, the stop sequence stays in the text, though the stream leaves it out.

    The same request must give the same text, however it is sent. Build the one from the other.
    """
    if settings.get("stream", True):
        return _composed(model, tokenizer, prompt, settings)
    return stop_sequence_visible(model, tokenizer, prompt, **settings)


# --- the end, and what it has cost ---


def end_token_ignored(model, tokenizer, prompt, **settings):
    """The text continues after the end token.

    The model has ended the text; later tokens belong to another text. Test every token before you write it.
    """

    def write(tokens, tokenizer, *rest):
        return _written(tokens, SimpleNamespace(bytes=tokenizer.bytes, eos=None), *rest)

    return _composed(model, tokenizer, prompt, settings, write=write)


def end_token_not_counted(model, tokenizer, prompt, **settings):
    """The end token is missing from completion_tokens.

    It is not part of the text, but it was picked like any other, and cost a pass of the model. Count every token that was
    picked.
    """

    def write(tokens, tokenizer, *rest):
        seen = []
        for chunk in _written((seen.append(token) or token for token in tokens), tokenizer, *rest):
            yield _recounted(chunk, len(seen) - 1) if "usage" in chunk and seen[-1] == tokenizer.eos else chunk

    return _composed(model, tokenizer, prompt, settings, write=write)


def _recounted(chunk, completion_tokens):
    """Return a last chunk with another number of tokens."""
    prompt_tokens = chunk["usage"]["prompt_tokens"]
    usage = {"completion_tokens": completion_tokens, "total_tokens": prompt_tokens + completion_tokens}
    return {**chunk, "usage": {**chunk["usage"], **usage}}


def only_visible_text_counted(model, tokenizer, prompt, **settings):
    """Only the tokens whose text is visible are counted.

    Tokens of a stop sequence, and the end token, were picked as well, and cost as much. Count where tokens are
    picked, not where text is sent.
    """

    def write(*args):
        count = 0
        for chunk in _written(*args):
            count += bool(chunk["text"])
            yield _recounted(chunk, count) if "usage" in chunk else chunk

    return _composed(model, tokenizer, prompt, settings, write=write)


def usage_missing(model, tokenizer, prompt, **settings):
    """The last chunk has no usage.

    Only your loop can count the tokens that it picked. The last chunk has the key `usage`.
    """

    def write(*args):
        for chunk in _written(*args):
            yield {key: value for key, value in chunk.items() if key != "usage"}

    return _composed(model, tokenizer, prompt, settings, write=write)


def length_beats_the_end(model, tokenizer, prompt, **settings):
    """If the last token allowed ends the text, the reason given is the length.

    Then nothing was cut off, and "length" would say the opposite. The end token and stop sequences come first.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        for chunk in _written(tokens, tokenizer, prompt_tokens, most, stop):
            is_full = "usage" in chunk and chunk["usage"]["completion_tokens"] >= most
            yield {**chunk, "finish_reason": "length"} if is_full else chunk

    return _composed(model, tokenizer, prompt, settings, write=write)


def always_stop(model, tokenizer, prompt, **settings):
    """The finish reason is "stop" even when the text was cut off.

    "length" is how a caller learns that something is missing. Ask why the loop ended.
    """

    def write(*args):
        for chunk in _written(*args):
            yield {**chunk, "finish_reason": "stop"} if "usage" in chunk else chunk

    return _composed(model, tokenizer, prompt, settings, write=write)


def reason_in_the_words_of_the_loop(model, tokenizer, prompt, **settings):
    """The finish reason is "eos", "stop_sequence" or "max_tokens".

    Those are the words of the loop. Callers know "stop" and "length"; the exercise on API requests turns one into
    the other.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        seen = []
        for chunk in _written((seen.append(token) or token for token in tokens), tokenizer, prompt_tokens, most, stop):
            if "usage" in chunk and chunk["finish_reason"] == "length":
                chunk["finish_reason"] = "max_tokens"
            elif "usage" in chunk:
                chunk["finish_reason"] = "eos" if seen[-1] == tokenizer.eos else "stop_sequence"
            yield chunk

    return _composed(model, tokenizer, prompt, settings, write=write)


def prompt_counts_towards_the_limit(model, tokenizer, prompt, **settings):
    """max_tokens is taken as the length of prompt and text together.

    Older interfaces counted that way. Here it is the number of new tokens.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        return _written(tokens, tokenizer, prompt_tokens, max(1, most - prompt_tokens), stop)

    return _composed(model, tokenizer, prompt, settings, write=write)


def one_token_too_many(model, tokenizer, prompt, **settings):
    """One token more than max_tokens is picked.

    The difference between > and >= where the number of tokens is tested. With max_tokens = 1, one token may come.
    """

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        return _written(tokens, tokenizer, prompt_tokens, most + 1, stop)

    return _composed(model, tokenizer, prompt, settings, write=write)


def anything_accepted(model, tokenizer, prompt, **settings):
    """An empty prompt, max_tokens below 1 and empty stop sequences are not refused.

    Each of them gives something, but nothing that the caller can have meant. The rules want `ValueError`.
    """
    stop = [each for each in settings.get("stop", ()) if each]
    if not prompt or settings.get("max_tokens", 16) < 1:
        return iter([_respond("", "max_tokens", len(prompt), 0)])
    return _composed(model, tokenizer, prompt, {**settings, "stop": stop})


# --- from logits to probabilities ---


def always_the_best_token(model, tokenizer, prompt, **settings):
    """The likeliest token is taken at every temperature.

    Then the seed, the temperature and the filters change nothing. Draw from the distribution.
    """

    def distribution(logits, ids, generated, settings):
        p = np.zeros(len(logits))
        p[_greedy(_penalised(_biased(logits, settings), ids, generated, settings))] = 1.0
        return p

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def filters_ignored(model, tokenizer, prompt, **settings):
    """top_k, top_p and min_p have no effect.

    The exercise on the sampler has put all of them into one function; give it all of its arguments.
    """
    return _composed(model, tokenizer, prompt, settings | {"top_k": 0, "top_p": 1.0, "min_p": 0.0})


def min_p_ignored(model, tokenizer, prompt, **settings):
    """min_p has no effect, though top_k and top_p have.

    It is the last filter of the sampler, and easily forgotten. Give the sampler all of its arguments.
    """
    return _composed(model, tokenizer, prompt, settings | {"min_p": 0.0})


def _reordered(model, tokenizer, prompt, settings, *steps):
    """Do the steps of the sampler in another order; each step is a dict with the one setting that it uses."""

    def distribution(logits, ids, generated, settings):
        z = _penalised(_biased(logits, settings), ids, generated, settings)
        for step in steps:
            with np.errstate(divide="ignore"):
                z = np.log(_next_distribution(z, **{name: settings[each] for name, each in step.items()}))
        return np.exp(z)

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def temperature_after_the_filters(model, tokenizer, prompt, **settings):
    """Top-k, top-p and min-p come before the temperature.

    The filters then see the model's own probabilities, and a high temperature cannot let a token in that a low one
    keeps out. The task names the order of the steps.
    """
    filters = {"top_k": "top_k", "top_p": "top_p", "min_p": "min_p"}
    return _reordered(model, tokenizer, prompt, settings, filters, {"T": "temperature"})


def min_p_before_top_p(model, tokenizer, prompt, **settings):
    """min_p comes before top_p.

    Fewer tokens then share the whole probability, and top_p is reached sooner. The task names the order of the steps.
    """
    first = {"T": "temperature", "top_k": "top_k", "min_p": "min_p"}
    return _reordered(model, tokenizer, prompt, settings, first, {"top_p": "top_p"})


def top_p_before_top_k(model, tokenizer, prompt, **settings):
    """top_p comes before top_k.

    The nucleus is then made of all tokens, and not of the k likeliest, which share the whole probability. The task
    names the order of the steps.
    """
    first = {"T": "temperature", "top_p": "top_p"}
    return _reordered(model, tokenizer, prompt, settings, first, {"top_k": "top_k", "min_p": "min_p"})


def bias_ignored(model, tokenizer, prompt, **settings):
    """The bias has no effect.

    It is added to the logits before anything else happens to them.
    """
    return _composed(model, tokenizer, prompt, settings | {"logit_bias": None})


def bias_after_the_penalties(model, tokenizer, prompt, **settings):
    """The bias is added after the penalties.

    The repetition penalty multiplies and divides, so it matters what it finds. The bias comes first.
    """

    def distribution(logits, ids, generated, settings):
        return _filtered(_biased(_penalised(logits, ids, generated, settings), settings), settings)

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def repetition_after_the_subtraction(model, tokenizer, prompt, **settings):
    """The frequency and presence penalties are applied before the repetition penalty.

    One subtracts, the other multiplies and divides, so their order matters. The repetition penalty comes first.
    """

    def distribution(logits, ids, generated, settings):
        logits = _frequency_presence(
            _biased(logits, settings), ids, generated, settings["frequency_penalty"], settings["presence_penalty"]
        )
        return _filtered(_repetition_penalty(logits, [*ids, *generated], settings["repetition_penalty"]), settings)

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def penalties_ignored(model, tokenizer, prompt, **settings):
    """None of the three penalties has an effect.

    They need to know which tokens have come before. Keep their list, and give it to them at every step.
    """
    return _composed(
        model,
        tokenizer,
        prompt,
        settings | {"repetition_penalty": 1.0, "frequency_penalty": 0.0, "presence_penalty": 0.0},
    )


def prompt_counts_for_the_subtraction(model, tokenizer, prompt, **settings):
    """The frequency and presence penalties count the tokens of the prompt as well.

    They are meant for what the model has written itself. Only the repetition penalty looks at the prompt.
    """

    def distribution(logits, ids, generated, settings):
        logits = _repetition_penalty(_biased(logits, settings), [*ids, *generated], settings["repetition_penalty"])
        everything = [*ids, *generated]
        return _filtered(
            _frequency_presence(logits, [], everything, settings["frequency_penalty"], settings["presence_penalty"]),
            settings,
        )

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def repetition_forgets_the_prompt(model, tokenizer, prompt, **settings):
    """The repetition penalty looks at the generated tokens only.

    Some servers do it that way. Here it is for all tokens in the text so far, and those of the prompt are among them.
    """

    def distribution(logits, ids, generated, settings):
        return _right(logits, [], generated, settings)

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def penalties_see_only_the_prompt(model, tokenizer, prompt, **settings):
    """The penalties see the tokens of the prompt, but not the generated ones.

    Then the same word can come again and again without ever becoming less likely. The list grows with every token.
    """

    def distribution(logits, ids, generated, settings):
        return _right(logits, ids, [], settings)

    return _composed(model, tokenizer, prompt, settings, distribution=distribution)


def seed_again_for_each_token(model, tokenizer, prompt, **settings):
    """The random generator is made anew for every token.

    So each token is drawn with the same random number, always from the same part of the distribution. Make one
    generator, and keep drawing from it.
    """

    def plain(model, ids, distribution, rng):
        seed = settings.get("seed", 0)
        cache, generated, unseen = model.new_cache(), [], ids
        while True:
            p = distribution(model(unseen, cache)[-1], generated)
            token = _sample(p, np.random.default_rng(seed).random())
            generated.append(token)
            unseen = [token]
            yield token

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def seed_again_for_each_token__with_a_draft_too(model, tokenizer, prompt, **settings):
    """The drafts, and their judgement, get that number as well."""

    class SameNumber:
        def random(self):
            return np.random.default_rng(settings.get("seed", 0)).random()

    def plain(model, ids, distribution, rng):
        return _one_by_one(model, ids, distribution, SameNumber())

    def blocks(model, draft, ids, distribution, rng, gamma):
        return _in_blocks(model, draft, ids, distribution, SameNumber(), gamma)

    return _composed(model, tokenizer, prompt, settings, plain=plain, blocks=blocks)


def seed_ignored(model, tokenizer, prompt, **settings):
    """Every seed gives the same text.

    The seed is there so that a caller can have another text, or the same one again. Make the generator from it.
    """
    return _composed(model, tokenizer, prompt, settings | {"seed": 0})


def legacy_random_numbers(model, tokenizer, prompt, **settings):
    """The random numbers come from `np.random.seed` or `np.random.RandomState`.

    That is numpy's old generator, and the same seed gives other numbers there. The task names the one to make:
    `np.random.default_rng(seed)`.
    """
    legacy = np.random.RandomState(settings.get("seed", 0))

    def plain(model, ids, distribution, rng):
        return _one_by_one(model, ids, distribution, legacy)

    def blocks(target, draft, ids, distribution, rng, gamma):
        return _in_blocks(target, draft, ids, distribution, legacy, gamma)

    return _composed(model, tokenizer, prompt, settings, plain=plain, blocks=blocks)


def two_random_numbers_for_each_token(model, tokenizer, prompt, **settings):
    """Two random numbers are taken for every token, and one of them is thrown away.

    The text is as good as any, but it is not the one that belongs to the seed. The rules say how many numbers are
    taken, and when.
    """

    def plain(model, ids, distribution, rng):
        class Twice:
            def random(self):
                rng.random()
                return rng.random()

        return _one_by_one(model, ids, distribution, Twice())

    return _composed(model, tokenizer, prompt, settings, plain=plain)


# --- the passes of the model ---


def whole_text_in_every_pass(model, tokenizer, prompt, **settings):
    """Every pass begins with an empty cache and takes the whole text.

    The text is right, and every position is computed again and again. Keep one cache, and feed only what is new.
    """

    def plain(model, ids, distribution, rng):
        generated = []
        while True:
            logits = model([*ids, *generated], model.new_cache())[-1]
            generated.append(_sample(distribution(logits, generated), rng.random()))
            yield generated[-1]

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def whole_text_again_into_the_cache(model, tokenizer, prompt, **settings):
    """Every pass takes the whole text, though the cache holds most of it already.

    The model then reads the beginning twice, three times and more. Feed only what the cache does not hold.
    """

    def plain(model, ids, distribution, rng):
        cache, generated = model.new_cache(), []
        while True:
            logits = model([*ids, *generated], cache)[-1]
            generated.append(_sample(distribution(logits, generated), rng.random()))
            yield generated[-1]

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def prompt_one_by_one(model, tokenizer, prompt, **settings):
    """The prompt goes through the model token by token.

    The text is right, and the prefill takes as many passes as the prompt has tokens. One pass can take them all.
    """

    def plain(model, ids, distribution, rng):
        cache, generated = model.new_cache(), []
        for token in ids:
            logits = model([token], cache)[-1]
        while True:
            generated.append(_sample(distribution(logits, generated), rng.random()))
            yield generated[-1]
            logits = model([generated[-1]], cache)[-1]

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def last_prompt_token_twice(model, tokenizer, prompt, **settings):
    """The last token of the prompt is fed twice.

    Once in the prefill, and once more for the first new token. But the prefill's last row is about the first new token
    already.
    """

    def plain(model, ids, distribution, rng):
        cache, generated = model.new_cache(), []
        model(ids, cache)
        while True:
            logits = model([(ids + generated)[-1]], cache)[-1]
            generated.append(_sample(distribution(logits, generated), rng.random()))
            yield generated[-1]

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def first_row_of_the_prefill(model, tokenizer, prompt, **settings):
    """The first token is picked from the first row of the prefill.

    That row has seen one token of the prompt and scores the second one. Take the row that has seen everything.
    """

    def plain(model, ids, distribution, rng):
        cache, generated, unseen = model.new_cache(), [], ids
        while True:
            logits = model(unseen, cache)[0]
            generated.append(_sample(distribution(logits, generated), rng.random()))
            unseen = [generated[-1]]
            yield generated[-1]

    return _composed(model, tokenizer, prompt, settings, plain=plain)


def pass_after_the_last_token(model, tokenizer, prompt, **settings):
    """The last token goes through the model, too, although no token comes after it.

    That is one pass too many in every text. Test whether the text has ended before the next pass.
    """

    def plain(model, ids, distribution, rng):
        cache, generated = model.new_cache(), []
        logits = model(ids, cache)[-1]
        while True:
            token = _sample(distribution(logits, generated), rng.random())
            generated.append(token)
            logits = model([token], cache)[-1]
            yield token

    return _composed(model, tokenizer, prompt, settings, plain=plain)


# --- the draft ---


def draft_ignored(model, tokenizer, prompt, **settings):
    """The draft model is never used.

    The text is right, and the large model makes a pass for every token. Let the draft guess ahead.
    """
    return _composed(model, tokenizer, prompt, settings | {"draft": None})


def _blocks(target, draft, prompt, distribution, rng, gamma, **replaced):
    """Do what the solution does in blocks, with some of its parts replaced."""
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    verify, for_draft = replaced.get("verify", _verify), replaced.get("for_draft", distribution)
    is_cut, is_emptied = replaced.get("is_cut", (True, True)), replaced.get("is_emptied", (False, False))
    generated = []
    while True:
        drafted, guesses = [], []
        for _ in range(gamma):
            so_far = [*generated, *drafted]
            unseen = [*prompt, *so_far][draft_cache.length :] or so_far[-1:]
            guesses.append(for_draft(draft(unseen, draft_cache)[-1], so_far))
            drafted.append(_sample(guesses[-1], rng.random()))
        unseen = [*prompt, *generated, *drafted][target_cache.length :]
        if len(unseen) <= gamma:  # the cache holds too much: feed what is newest
            unseen = [*prompt, *generated, *drafted][-gamma - 1 :]
        rows = target(unseen, target_cache)[-gamma - 1 :]
        judged = np.array([distribution(row, [*generated, *drafted[:place]]) for place, row in enumerate(rows)])
        u = [rng.random() for _ in drafted]
        block = verify(judged, np.array(guesses), drafted, u, rng.random())
        generated += block
        for cache, is_this_cut, is_this_emptied in zip((target_cache, draft_cache), is_cut, is_emptied, strict=True):
            if is_this_cut:
                cache.truncate(0 if is_this_emptied else min(cache.length, len(prompt) + len(generated) - 1))
        yield from block


def target_cache_not_rolled_back(model, tokenizer, prompt, **settings):
    """Rejected drafts stay in the cache of the large model.

    It continues as if they were part of the text. After each round, cut its cache to the tokens that were kept.
    """

    def blocks(*args):
        return _blocks(*args, is_cut=(False, True))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def draft_cache_not_rolled_back(model, tokenizer, prompt, **settings):
    """Rejected drafts stay in the cache of the draft model.

    The text is still right, because the large model judges every guess, but the guesses come from a text that
    does not exist, and get worse. After each round, cut this cache, too.
    """

    def blocks(*args):
        return _blocks(*args, is_cut=(True, False))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def both_caches_emptied(model, tokenizer, prompt, **settings):
    """Both caches are emptied after each round, and the whole text goes through both models again.

    The text is right, but the work of the earlier rounds is thrown away. The tokens of the text may stay in the
    caches; only those after it must go.
    """

    def blocks(*args):
        return _blocks(*args, is_emptied=(True, True))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def target_cache_emptied(model, tokenizer, prompt, **settings):
    """The large model begins each round with an empty cache.

    The text is right, but one pass for several tokens saves little if that pass reads all of the text again. Cut the
    cache to what has become part of the text instead.
    """

    def blocks(*args):
        return _blocks(*args, is_emptied=(True, False))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def draft_cache_emptied(model, tokenizer, prompt, **settings):
    """The draft model begins each round with an empty cache.

    The text is right, but the draft reads all of it again in every round, and then guessing is no longer cheap. Its
    cache, too, keeps what has become part of the text.
    """

    def blocks(*args):
        return _blocks(*args, is_emptied=(False, True))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def draft_not_shaped(model, tokenizer, prompt, **settings):
    """The draft guesses from its plain probabilities, without temperature, filters and penalties.

    The text keeps the target's distribution, but the draft proposes tokens that the settings forbid, and those are
    rejected. Apply the settings to both models' logits alike.
    """

    def blocks(*args):
        return _blocks(*args, for_draft=lambda logits, generated: _next_distribution(logits))

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def all_drafts_accepted(model, tokenizer, prompt, **settings):
    """Every guess of the draft is kept.

    The text is then the small model's. The pass of the large model decides which guesses to keep.
    """

    def verify(judged, guesses, drafted, u, u_pick):
        return [*drafted, _sample(judged[-1], u_pick)]

    def blocks(*args):
        return _blocks(*args, verify=verify)

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def bonus_token_thrown_away(model, tokenizer, prompt, **settings):
    """If all guesses are accepted, the token after them is not taken.

    The large model has scored it in the same pass, so it costs nothing. A round with gamma guesses can give gamma + 1
    tokens.
    """

    def verify(judged, guesses, drafted, u, u_pick):
        block = _verify(judged, guesses, drafted, u, u_pick)
        return block[: len(drafted)] if drafted else block

    def blocks(*args):
        return _blocks(*args, verify=verify)

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def correction_from_all_of_the_target(model, tokenizer, prompt, **settings):
    """After a rejection, the new token is drawn from the large model's whole distribution.

    Tokens that the draft proposes often then come too often, since acceptance has given them their part already. Draw
    from the residual.
    """

    def verify(judged, guesses, drafted, u, u_pick):
        block = []
        for p, q, token, number in zip(judged, guesses, drafted, u, strict=False):
            if number * q[token] >= p[token]:
                return [*block, _sample(p, u_pick)]
            block.append(token)
        return [*block, _sample(judged[-1], u_pick)]

    def blocks(*args):
        return _blocks(*args, verify=verify)

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def goes_on_after_a_rejection(model, tokenizer, prompt, **settings):
    """Guesses after a rejected one are judged and kept as well.

    They were guessed, and scored, after a token that is no longer there. The first rejection ends the block.
    """

    def verify(judged, guesses, drafted, u, u_pick):
        block = [
            token if number * q[token] < p[token] else _sample(_accept_and_residual(p, q)[1], u_pick)
            for p, q, token, number in zip(judged, guesses, drafted, u, strict=False)
        ]
        return [*block, _sample(judged[-1], u_pick)]

    def blocks(*args):
        return _blocks(*args, verify=verify)

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def penalties_forget_the_guesses(model, tokenizer, prompt, **settings):
    """Within a block, the penalties do not count the tokens that were guessed before.

    A guess follows the other guesses, so they are part of its text. With a penalty that makes a difference, and the
    draft changes the text.
    """

    def blocks(target, draft, ids, distribution, rng, gamma):
        written = []

        def forgetful(logits, generated):
            return distribution(logits, written[: len(generated)])

        for token in _in_blocks(target, draft, ids, forgetful, rng, gamma):
            written.append(token)
            yield token

    return _composed(model, tokenizer, prompt, settings, blocks=blocks)


def whole_blocks_written(model, tokenizer, prompt, **settings):
    """The text continues to the end of a block, even if it should have ended within it.

    An end token, a stop sequence or the last token allowed can be anywhere in a block. Take its tokens one by one, and test
    after each.
    """
    sizes = []

    def verify(*args):
        sizes.append(len(block := _verify(*args)))
        return block

    def blocks(*args):
        return _blocks(*args, verify=verify)

    def write(tokens, tokenizer, prompt_tokens, most, stop):
        vocabulary, eos = tokenizer.bytes, tokenizer.eos
        portions, picked, sent, reason = [], 0, 0, None
        while reason is None:
            block = [next(tokens)]
            block += [next(tokens) for _ in range(sum(sizes) - picked - 1)]
            picked += len(block)
            portions += [vocabulary[token] for token in block]
            pieces, unfinished = _pieces(portions)
            shown = _hold_back(pieces, stop)[:-1]
            yield from ({"text": text} for text in shown[sent:] if text)
            sent = len(shown)
            reason = _finish_reason(picked, most, eos in block, "".join(pieces), stop)
        rest = "".join(_hold_back([*pieces, unfinished], stop)[len(pieces) :])
        yield _respond(rest, reason, prompt_tokens, picked)

    return _composed(model, tokenizer, prompt, settings, blocks=blocks, write=write)
