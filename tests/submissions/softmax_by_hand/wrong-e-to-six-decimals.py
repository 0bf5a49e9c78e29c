"""e is written out to six decimals."""

def softmax(logits):
    powers = [2.718281**logit for logit in logits]
    return [power / sum(powers) for power in powers]
