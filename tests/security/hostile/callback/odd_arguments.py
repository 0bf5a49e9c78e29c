"""
class: callback
attempts: gives the model itself, generators, sets, text and nothing
exercise: small/reply
verdict: error, fail, crash
max-score: 0
success-shows-as: forged-pass
"""

def reply(model, prompt, count):
    for args in ((), (model, model), ("text", {1}), ({1: [model]}, (None,)), (iter([1]), 1 + 2j), (model.new_cache(), 3)):
        try:
            model(*args)
        except Exception as error:
            print(type(error).__name__, error)
    return [0] * count
