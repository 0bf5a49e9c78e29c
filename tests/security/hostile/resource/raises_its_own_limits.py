"""
class: resource
attempts: lifts the limits that were set for it, then uses more than they allowed
exercise: softmax_by_hand
verdict: memory, fail, error, timeout
max-score: 1
success-shows-as: canary, memory
"""

# @@PRELUDE@@
import resource

for kind in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
    soft, hard = resource.getrlimit(kind)
    with contextlib.suppress(OSError, ValueError):
        if hard != resource.RLIM_INFINITY:
            resource.setrlimit(kind, (hard + 1, hard + 1))
            won("limit")


def softmax(logits):
    return wrong(logits)
