"""Laws and filters of dividing by the temperature."""


def is_no_identity(logits, temperature):
    """Say whether dividing changes anything."""
    return temperature != 1 and logits.any()


def goes_back(near, logits, temperature):
    """Dividing by T and then by 1/T gives the logits."""
    (scaled,) = yield [{"logits": logits, "temperature": temperature}]
    return (
        None if near(scaled * temperature, logits) else "multiplying by the temperature does not give the logits back"
    )
