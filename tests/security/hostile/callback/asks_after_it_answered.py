"""
class: callback
attempts: answers, and a thread asks in the time of the next call, so that its questions count there
exercise: small/reply
verdict: fail, crash, timeout, error
max-score: 1
success-shows-as: forged-pass
"""

import threading
import time


def reply(model, prompt, count):
    cache = model.new_cache()

    def later():
        for _ in range(20):
            time.sleep(0.001)
            model(prompt, cache)

    threading.Thread(target=later, daemon=True).start()
    return [(prompt[-1] + 1 + number) % 5 for number in range(count)]
