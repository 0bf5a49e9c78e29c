# message: `total` in total.py is not a function; write `def total(values: Array[V])`
total = 6.0
