"""Drafts without a model: look up what followed the newest tokens before."""

import numpy as np


def find_candidate_pred_tokens(input_ids, max_ngram_size=3, num_pred_tokens=10):
    input_length = len(input_ids)

    # Ensure max_ngram_size and num_pred_tokens are valid
    if max_ngram_size <= 0 or num_pred_tokens <= 0 or max_ngram_size > input_length:
        raise ValueError("Invalid max_ngram_size or num_pred_tokens")

    for ngram_size in range(max_ngram_size, 0, -1):
        # Extract the last n tokens as our search ngram
        ngram = input_ids[-ngram_size:]

        # Create sliding windows of size ngram_size, and find where they match the ngram
        windows = np.lib.stride_tricks.sliding_window_view(input_ids, ngram_size)
        match_indices = np.nonzero((windows == ngram).all(axis=1))[0]

        # Iterate through match indices to find a valid continuation
        for idx in match_indices:
            start_idx = idx + ngram_size
            end_idx = start_idx + num_pred_tokens
            # Ensure we don't go beyond the length of input_ids and avoid self-match
            if end_idx <= input_length and start_idx < input_length - ngram_size:
                return input_ids[start_idx:end_idx]

    # If no match is found, return an empty array
    return np.array([], dtype=int)


def ngram_draft(ids: list[int], longest: int, gamma: int, vocab_size: int) -> tuple[list[int], np.ndarray]:
    """Draft the tokens that followed the newest ones at an earlier place of the text."""
    drafted = find_candidate_pred_tokens(np.array(ids, dtype=int), longest, gamma)
    return drafted.tolist(), np.eye(vocab_size)[drafted]
