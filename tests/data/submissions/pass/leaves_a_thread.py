# message: 
import threading
import time


def total(values):
    threading.Thread(target=time.sleep, args=(60,)).start()
    return float(values.sum())
