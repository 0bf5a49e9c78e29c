"""
class: persist
attempts: makes System V memory, a semaphore and a message queue, which outlive every process
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: canary
needs: ipc
"""

# @@PRELUDE@@
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
memory, semaphore, queue = libc.shmget(0, 4096, 0o1600), libc.semget(0, 1, 0o1600), libc.msgget(0, 0o1600)
if memory >= 0:
    libc.shmctl(memory, 0, None)
    won("memory")
if semaphore >= 0:
    libc.semctl(semaphore, 0, 0)
    won("semaphore")
if queue >= 0:
    libc.msgctl(queue, 0, None)
    won("queue")


def softmax(logits):
    return wrong(logits)
