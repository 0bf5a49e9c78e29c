import numpy as np


def ngram_draft(input_ids, max_ngram_size=3, num_pred_tokens=10, vocab_size=None):
    input_ids = np.array(input_ids, dtype=int)
    input_length = len(input_ids)
    # Ensure max_ngram_size and num_pred_tokens are valid
    if max_ngram_size <= 0:
        raise ValueError("Invalid max_ngram_size or num_pred_tokens")
    for ngram_size in range(min(max_ngram_size, input_length), 0, -1):
        ngram = input_ids[-ngram_size:]
        windows = np.lib.stride_tricks.sliding_window_view(input_ids, ngram_size)
        matches = (windows == ngram).all(axis=1)
        for idx in np.flatnonzero(matches):
            start_idx = idx + ngram_size
            end_idx = start_idx + num_pred_tokens
            # inside the text, and not the ngram itself
            if end_idx <= input_length and start_idx < input_length - ngram_size:
                out = input_ids[start_idx:end_idx].tolist()
                return out, np.eye(vocab_size)[out].reshape(len(out), vocab_size)
    return [], np.zeros((0, vocab_size))
