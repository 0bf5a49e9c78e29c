# message: total.py cannot be loaded: it raised ModuleNotFoundError: No module named 'solutions'; only numpy, the standard library and your own files are available here
from solutions.small.total import total
