import numpy as np


def find_candidate_pred_tokens(input_ids, max_ngram_size=3, num_pred_tokens=10):
    input_length = len(input_ids)
    for ngram_size in range(max_ngram_size, 0, -1):
        # Extract the last n tokens as our search ngram
        ngram = input_ids[-ngram_size:]
        for i in range(input_length - ngram_size + 1):
            if input_ids[i : i + ngram_size] != ngram:
                continue
            start_idx = i + ngram_size
            end_idx = start_idx + num_pred_tokens
            # Ensure we don't go beyond the length of input_ids and avoid self-match
            if end_idx <= input_length and start_idx < input_length - ngram_size:
                return input_ids[start_idx:end_idx]
    # If no match is found, return an empty list
    return []


def ngram_draft(ids, longest, gamma, vocab_size):
    if longest <= 0:
        raise ValueError("Invalid max_ngram_size or num_pred_tokens")
    drafted = find_candidate_pred_tokens(list(ids), longest, gamma)
    return drafted, np.eye(vocab_size)[np.array(drafted, dtype=int)]
