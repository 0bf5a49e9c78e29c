# message: total.py cannot be loaded: it raised SystemExit: bye
import sys

sys.exit('bye')
