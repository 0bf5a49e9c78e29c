# message: ended the Python process it ran in (killed by SIGSEGV); return a value instead
import ctypes


def total(values):
    ctypes.string_at(0)
