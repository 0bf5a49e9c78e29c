# message: 
import sys

sys.stdout = sys.stderr = None


def total(values):
    print('nobody hears this')
    return float(values.sum())
