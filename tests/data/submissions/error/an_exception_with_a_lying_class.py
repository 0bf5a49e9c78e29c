# message: raised Odd: odd
class Meta(type):
    pass


class Odd(Exception, metaclass=Meta):
    pass


Meta.__hash__ = Meta.__instancecheck__ = property(lambda self: 1 / 0)


def total(values):
    raise Odd('odd')
