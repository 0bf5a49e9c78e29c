# message: total.py cannot be loaded: it raised SystemExit: bye; return the result instead of ending Python
import sys

sys.exit('bye')
