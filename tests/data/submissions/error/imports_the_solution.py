# message: total.py cannot be loaded: it raised ModuleNotFoundError: No module named 'solutions'
from solutions.small.total import total
