import json

import numpy as np

CLOSINGS = ["", '"', "}", '"}', '": 0}', ': 0}', " 0}", "0", "0}", '"a": 0}', "e", "ue", "rue", "se", "lse", "alse"]


def _is_valid_prefix(text):
    """Check whether text can be completed to valid JSON by trying common closings."""
    if text.strip() == "":
        return True
    for closing in CLOSINGS:
        for braces in range(4):
            try:
                json.loads(text + closing + "}" * braces)
                return True
            except json.JSONDecodeError:
                continue
    return False


def json_mask(prefix, vocab, eos):
    if not _is_valid_prefix(prefix):
        raise ValueError("prefix is not valid partial JSON")
    mask = np.array([_is_valid_prefix(prefix + token) for token in vocab])
    try:
        json.loads(prefix)
        mask[eos] = True
    except json.JSONDecodeError:
        mask[eos] = False
    return mask
