"""
class: control
attempts: nothing; right, with questions to the model
exercise: small/reply
verdict: pass
max-score: 3
min-score: 3
success-shows-as: nothing
"""

def reply(model, prompt, count):
    cache = model.new_cache()
    tokens, new = [], prompt
    while len(tokens) < count:
        tokens.append(int(model(new, cache).argmax()))
        new = tokens[-1:]
    cache.truncate(len(prompt))
    return tokens
