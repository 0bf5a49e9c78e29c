"""Typical wrong versions of The mean of some readings."""


def one_reading(sensor, count):
    """Only one reading is taken.

    Sensors are noisy. How many readings does the caller want?
    """
    return f"{sensor.read():.1f} {sensor.unit}"


def reads_one_more(sensor, count):
    """One reading is taken before the loop, and thrown away.

    Each reading is a new one. Where does the first one go?
    """
    sensor.read()
    return f"{sum(sensor.read() for _ in range(count)) / count:.1f} {sensor.unit}"


def without_the_unit(sensor, count):
    """The unit is missing.

    4.5 of what? Look at the attributes of the sensor.
    """
    return f"{sum(sensor.read() for _ in range(count)) / count:.1f}"


def asks_twice(sensor, count):
    """The sensor is read again when the mean is known.

    A reading costs time. Which of the calls of `read` is not needed?
    """
    mean = sum(sensor.read() for _ in range(count)) / count
    sensor.read()
    return f"{mean:.1f} {sensor.unit}"
