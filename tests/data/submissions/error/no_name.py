# message: total.py defines no `total`; write it
print('hello')
