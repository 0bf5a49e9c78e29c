"""
class: callback
attempts: asks from many threads at once, and goes on while it answers
exercise: small/reply
verdict: fail, crash, timeout, error
max-score: 0
success-shows-as: forged-pass
"""

import threading


def reply(model, prompt, count):
    def ask():
        for _ in range(50):
            model(prompt, model.new_cache())

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    threads[0].join()
    return [0] * count
