def next_logits(model, ids, block_size=8, temperature=1.0):
    # the model sees at most block_size tokens
    idx_cond = ids if len(ids) <= block_size else ids[-block_size:]
    logits = model(idx_cond)
    return logits[-1, :] / temperature
