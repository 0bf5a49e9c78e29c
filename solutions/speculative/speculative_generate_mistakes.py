"""Typical wrong versions of speculative decoding."""

import numpy as np

from ..picking.sample_with_u import sample
from ..picking.sampler_pipeline import next_distribution
from .speculative_generate import speculative as _speculative
from .verify_block import verify


class _Run:
    """A right run, in parts that the versions below exchange."""

    def __init__(self, target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
        self.target, self.draft = target, draft
        self.ids, self.start, self.end = list(prompt), len(prompt), len(prompt) + max_tokens
        self.gamma, self.rng, self.eos, self.sampling = gamma, rng, eos, sampling
        self.target_cache, self.draft_cache = target.new_cache(), draft.new_cache()
        self.stats = {"target_calls": 0, "proposed": 0, "accepted": 0}

    def result(self):
        """Run to the end."""
        while True:
            drafted, Q = self.run_ahead()
            P = self.look(drafted)
            new = self.judge(P, Q, drafted)
            self.count(drafted, new)
            if self.take(new):
                return self.ids[self.start :], self.stats
            self.roll_back()

    def how_many(self):
        return self.gamma

    def run_ahead(self):
        drafted, Q = [], []
        for _ in range(self.how_many()):
            logits = self.draft(self.unseen_by_draft(drafted), self.draft_cache)[-1]
            token, q = self.draw(logits)
            Q.append(q)
            drafted.append(token)
        return drafted, np.array(Q)

    def draw(self, logits):
        q = next_distribution(logits, **self.sampling)
        return sample(q, self.random()), q

    def unseen_by_draft(self, drafted):
        return [*self.ids, *drafted][self.draft_cache.length :]

    def unseen_by_target(self, drafted):
        return [*self.ids, *drafted][self.target_cache.length :]

    def look(self, drafted):
        self.stats["target_calls"] += 1
        rows = self.target(self.unseen_by_target(drafted), self.target_cache)
        return self.warped(rows[-len(drafted) - 1 :])

    def warped(self, rows):
        return np.array([next_distribution(row, **self.sampling) for row in rows])

    def judge(self, P, Q, drafted):
        return verify(P, Q, drafted, [self.random() for _ in drafted], self.random())

    def random(self):
        return self.rng.random()

    def count(self, drafted, new):
        self.stats["proposed"] += len(drafted)
        self.stats["accepted"] += len(new) - 1

    def take(self, new):
        """Append the new tokens; say whether the text is at its end."""
        for token in new:
            if token == self.eos:
                return True
            self.ids.append(token)
            if len(self.ids) == self.end:
                return True
        return False

    def roll_back(self):
        for cache in (self.target_cache, self.draft_cache):
            cache.truncate(min(cache.length, len(self.ids) - 1))


def target_cache_not_rolled_back(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The target's cache keeps the drafts that were rejected.

    From then on the target reads a text with tokens that are not in the result, and its probabilities are for that
    text. What may the cache hold after a round, given the ids that are certain?
    """

    class Run(_Run):
        def unseen_by_target(self, drafted):
            newest = self.ids[-1:] if self.stats["target_calls"] > 1 else self.ids
            return [*newest, *drafted]

        def roll_back(self):
            self.draft_cache.truncate(min(self.draft_cache.length, len(self.ids) - 1))

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def draft_cache_not_rolled_back(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The draft's cache keeps the drafts that were rejected.

    The text stays right, because the target has the last word. But the draft now continues another text, and its
    guesses get worse and worse: look at how many are accepted. Truncate both caches.
    """

    class Run(_Run):
        def unseen_by_draft(self, drafted):
            return [*self.ids, *drafted][-1:] if self.draft_cache.length else self.ids

        def roll_back(self):
            self.target_cache.truncate(min(self.target_cache.length, len(self.ids) - 1))

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def no_bonus_token(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """When all drafts are kept, the bonus token is left out.

    The text is right, but each lucky round gives one token less than it could. `verify` returns the bonus token as
    its last one; keep it.
    """

    class Run(_Run):
        def judge(self, P, Q, drafted):
            new = super().judge(P, Q, drafted)
            self.accepted = len(new) - 1
            return new[:-1] if drafted and len(new) > len(drafted) else new

        def count(self, drafted, new):
            self.stats["proposed"] += len(drafted)
            self.stats["accepted"] += self.accepted

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def no_bonus_token__nor_counted(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """One accepted token counts as drawn."""

    class Run(_Run):
        def judge(self, P, Q, drafted):
            new = super().judge(P, Q, drafted)
            return new[:-1] if drafted and len(new) > len(drafted) else new

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def drafts_after_a_rejection_kept(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Drafts after a rejected one are kept.

    They continue a token that is no longer there. A round gives exactly what `verify` returns, and nothing of the
    drafts beyond it.
    """

    class Run(_Run):
        def judge(self, P, Q, drafted):
            new = super().judge(P, Q, drafted)
            self.accepted = len(new) - 1
            return [*new, *drafted[len(new) :]]

        def count(self, drafted, new):
            self.stats["proposed"] += len(drafted)
            self.stats["accepted"] += self.accepted

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def one_target_call_for_each_token(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The target reads the drafts one at a time.

    Then nothing is gained: the target is called as often as without a draft, or more. It takes a list of ids and
    gives a row for each of them, all in one pass.
    """

    class Run(_Run):
        def look(self, drafted):
            unseen = self.unseen_by_target(drafted)
            whole = len(unseen) - len(drafted)
            rows = [self.target(unseen[:whole], self.target_cache)[-1]]
            rows += [self.target([token], self.target_cache)[-1] for token in drafted]
            self.stats["target_calls"] += len(rows)
            return self.warped(rows)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def prompt_in_a_call_of_its_own(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The target reads the prompt in a call of its own before the first round.

    Many programs do this, since every round then looks alike. Here the first call takes the prompt and the first
    drafts together, which saves one: feed the target whatever its cache lacks.
    """

    class Run(_Run):
        def look(self, drafted):
            if not self.stats["target_calls"] and len(self.ids) > 1:
                self.stats["target_calls"] += 1
                self.target(self.ids[:-1], self.target_cache)
            return super().look(drafted)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def calls_counted_from_one(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The count of the target's calls is one too high.

    It begins with 1, or counts a call that is never made. How many calls does a text of one token take?
    """
    ids, stats = _speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling)
    return ids, {**stats, "target_calls": stats["target_calls"] + 1}


def positions_read_twice(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Positions of the text are read twice: the caches are rebuilt, or cut back too far.

    Then each call repeats work of earlier calls. Keep the caches, and cut them back to what is certain, and no
    further.
    """

    class Run(_Run):
        def roll_back(self):
            self.target_cache, self.draft_cache = self.target.new_cache(), self.draft.new_cache()

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def rows_of_the_prompt_judge(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The first rows of the target's result are used instead of the last ones.

    The first call also reads the prompt, and its rows come first. The row that judges the first draft is that of the
    newest certain id. Count from the end.
    """

    class Run(_Run):
        def look(self, drafted):
            self.stats["target_calls"] += 1
            rows = self.target(self.unseen_by_target(drafted), self.target_cache)
            return self.warped(rows[: len(drafted) + 1])

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def more_than_max_tokens(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The limit is checked only between rounds, so the text can get longer than max_tokens.

    A round may give several tokens at once. Cut off the excess.
    """

    class Run(_Run):
        def take(self, new):
            if self.eos in new:
                self.ids += new[: new.index(self.eos)]
                return True
            self.ids += new
            return len(self.ids) >= self.end

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def limit_forgotten_before_eos(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """If a round ends with EOS, everything before it is taken, also what is beyond max_tokens.

    A round can pass the limit first and reach EOS after it. Which of the two ends the text then?
    """

    class Run(_Run):
        def take(self, new):
            if self.eos in new:
                self.ids += new[: new.index(self.eos)]
                return True
            return super().take(new)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def eos_only_at_the_end_of_a_block(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """EOS ends the text only if it is the last token of a round.

    It can also be among the drafts that are kept, and nothing after it may be part of the text. Look at each token of
    the round in order.
    """

    class Run(_Run):
        def take(self, new):
            is_over = new[-1] == self.eos
            self.ids += new[:-1] if is_over else new
            is_over = is_over or len(self.ids) >= self.end
            del self.ids[self.end :]
            return is_over

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def eos_returned(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The ids end with EOS.

    EOS is a signal, not text. As in the other loops, it is not part of what is returned.
    """

    class Run(_Run):
        def take(self, new):
            is_over = super().take(new)
            if is_over and self.eos in new and len(self.ids) < self.end:
                self.ids.append(self.eos)
            return is_over

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def eos_ignored(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """EOS does not end the text.

    The text continues to the limit, with EOS somewhere in it. Test every new token before it is appended.
    """
    return _speculative(target, draft, prompt, max_tokens, gamma, rng, -1, sampling)


def drafting_stops_at_eos(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The draft stops as soon as it has drafted an EOS.

    That saves a little work, and some programs do it. Here every round drafts exactly gamma tokens, so that the counts
    can be compared.
    """

    class Run(_Run):
        def run_ahead(self):
            drafted, Q = [], []
            while len(drafted) < self.gamma and self.eos not in drafted:
                logits = self.draft(self.unseen_by_draft(drafted), self.draft_cache)[-1]
                token, q = self.draw(logits)
                Q.append(q)
                drafted.append(token)
            return drafted, np.array(Q)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def fewer_drafts_near_the_end(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Near the limit fewer tokens are drafted.

    That saves useless drafts, and many programs do it. Here every round drafts exactly gamma tokens, so that the
    counts can be compared.
    """

    class Run(_Run):
        def how_many(self):
            return min(self.gamma, self.end - len(self.ids) - 1)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def draft_without_the_settings(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The draft's distribution is made without the sampling settings.

    The distribution stays right, because it does not depend on the draft. But it proposes tokens that the target will
    seldom take: at temperature 0 it still draws. Apply the settings to both models' logits alike.
    """

    class Run(_Run):
        def draw(self, logits):
            q = next_distribution(logits)
            return sample(q, self.random()), q

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def drafted_from_other_odds_than_judged(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Tokens are drafted without the sampling settings, but judged as if they had been drafted with them.

    The probability of keeping a token makes up for how often it was drafted. If it was not drawn from Q, the
    probabilities are wrong. Keep the very distribution that you drew with.
    """

    class Run(_Run):
        def draw(self, logits):
            return sample(next_distribution(logits), self.random()), next_distribution(logits, **self.sampling)

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def target_without_the_settings(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The target's distributions are made without the sampling settings.

    The text then follows the model's own distribution at temperature 1, whatever the settings say. The target's rows
    have to go through `next_distribution`, too, with the same settings.
    """

    class Run(_Run):
        def warped(self, rows):
            return np.array([next_distribution(row) for row in rows])

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def settings_ignored(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The sampling settings are used for neither model.

    So the text is always drawn at temperature 1, even if the settings ask for 0. `next_distribution` takes them as
    named arguments.
    """
    return _speculative(target, draft, prompt, max_tokens, gamma, rng, eos, {})


def draft_writes_the_text(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """All drafts are kept, whatever the target says.

    It is quick, and it is the small model's text. The target has to judge each draft; an earlier exercise does it.
    """

    class Run(_Run):
        def judge(self, P, Q, drafted):
            return [*drafted, sample(P[-1], self.random())]

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def one_random_number_for_a_round(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """One random number serves for a whole round.

    Then a token is drafted and judged by the same random number, and the distribution is wrong. Every draw and every
    judgement needs a new number.
    """

    class Run(_Run):
        def run_ahead(self):
            self.number = self.rng.random()
            return super().run_ahead()

        def random(self):
            return self.number

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def one_random_number_judges_a_round(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """One random number judges all drafts of a round.

    Then drafts are kept or rejected together more often than they should be: each is kept with the right probability,
    but not independently of the others. How many numbers does the rule ask for?
    """

    class Run(_Run):
        def judge(self, P, Q, drafted):
            return verify(P, Q, drafted, [self.random()] * len(drafted), self.random())

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def one_random_number_judges_a_round__the_first_of_many(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """As many are drawn as there are drafts."""

    class Run(_Run):
        def judge(self, P, Q, drafted):
            numbers = [self.random() for _ in drafted]
            return verify(P, Q, drafted, numbers[:1] * len(drafted), self.random())

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def one_random_number_judges_a_round__the_last_of_many(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """As many are drawn as there are drafts."""

    class Run(_Run):
        def judge(self, P, Q, drafted):
            numbers = [self.random() for _ in drafted]
            return verify(P, Q, drafted, numbers[-1:] * len(drafted), self.random())

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def drawn_token_counted_as_accepted(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The count of accepted tokens includes the one that is drawn in each round.

    That one was not drafted: it comes from the residual or is the bonus. Of what `verify` returns, all but the last
    token were accepted.
    """

    class Run(_Run):
        def count(self, drafted, new):
            super().count(drafted, [*new, 0])

    return Run(target, draft, prompt, max_tokens, gamma, rng, eos, sampling).result()


def prompt_returned(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The prompt is returned in front of the new ids.

    The caller has the prompt. Return what comes after it.
    """
    ids, stats = _speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling)
    return [*prompt, *ids], stats


def changes_its_input(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """The new ids are appended to the prompt that was given.

    `ids = prompt` makes a second name, not a second list. Begin with a list of your own.
    """
    ids, stats = _speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling)
    prompt += ids
    return ids, stats
