"""The object that the checks of The mean of some readings hand in."""


class Thermometer:
    """Gives one reading after the other."""

    served_methods = ("read",)
    served_attributes = ("unit",)
    unit = "degrees"

    def __init__(self):
        self._readings = iter([4.0, 5.0, 7.0, 12.0, 20.0])

    def read(self):
        """Return the next reading."""
        return next(self._readings)


def thermometer():
    """Make a thermometer; it is made anew for each call of the learner's function."""
    return Thermometer()
