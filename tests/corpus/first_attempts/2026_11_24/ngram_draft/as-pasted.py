import numpy as np


def ngram_draft(ids, longest, gamma, vocab_size):
    input_length = len(ids)
    input_ids = np.array(ids, dtype=int)
    chosen_ids = []
    for ngram_size in range(min(longest, input_length - 1), 0, -1):
        # Create sliding windows of size ngram_size
        windows = np.lib.stride_tricks.sliding_window_view(input_ids, ngram_size)
        ngram = input_ids[-ngram_size:]
        match_indices = np.nonzero((windows == ngram).all(axis=1))[0]
        for idx in match_indices:
            start_idx = idx + ngram_size
            end_idx = min(start_idx + gamma, input_length)
            if start_idx < end_idx:
                chosen_ids = input_ids[start_idx:end_idx].tolist()
                break
        if chosen_ids:
            break
    Q = np.array([np.eye(vocab_size)[i] for i in chosen_ids])
    return chosen_ids, Q
