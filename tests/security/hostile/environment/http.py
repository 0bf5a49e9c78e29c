"""
class: environment
attempts: fetches a page from this machine
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: listener, canary
needs: connect
"""

# @@PRELUDE@@
import urllib.request

try:
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open("http://127.0.0.1:@@SINK_PORT@@/", timeout=0.1)
except OSError as error:
    if "timed out" in str(error):
        won("http")


def softmax(logits):
    return wrong(logits)
