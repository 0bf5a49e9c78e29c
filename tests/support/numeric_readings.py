"""Ways people write a number, and the number each is read as: the table for every reader of answers."""

from __future__ import annotations

P, S, N, C = "probability", "share", "number", "count"

ACCEPTED: list[tuple[str, str, float, str]] = [
    # plain
    (P, "0.73", 0.73, ""),
    (P, ".73", 0.73, ""),
    (P, "00.73", 0.73, ""),
    (P, "+0.73", 0.73, ""),
    (P, "  0.73  ", 0.73, ""),
    (P, "\t0.73\n", 0.73, ""),
    (P, "0", 0.0, ""),
    (P, "1", 1.0, ""),
    (P, "-0", 0.0, ""),
    (P, "0.66524095774821889", 0.66524095774821889, ""),
    (S, ".024", 0.024, ""),
    (N, "-2.5", -2.5, ""),
    (N, "- 2.5", -2.5, ""),
    (N, "-.5", -0.5, ""),
    (N, "1.234", 1.234, ""),
    (N, "11.225", 11.225, ""),
    (C, "249", 249.0, ""),
    (C, "249.0", 249.0, ""),
    (C, "+7", 7.0, ""),
    # a word or a sign before it, a stop behind it
    (P, "= 0.73", 0.73, ""),
    (P, "≈0,73", 0.73, "read as 0.73"),
    (P, "~0.73", 0.73, ""),
    (P, "0.73.", 0.73, ""),
    (P, "0,73.", 0.73, "read as 0.73"),
    # decimal commas
    (P, "0,73", 0.73, "read as 0.73"),
    (P, ",73", 0.73, "read as 0.73"),
    (P, "1,000", 1.0, "read as 1"),
    (S, "0,024", 0.024, "read as 0.024"),
    (N, "-2,5", -2.5, "read as -2.5"),
    (N, "7,3891", 7.3891, "read as 7.3891"),
    (N, "-0,455", -0.455, "read as -0.455"),
    (N, "2980,958", 2980.958, "read as 2980.958"),
    (C, "249,0", 249.0, "read as 249"),
    # percent
    (P, "73%", 0.73, ""),
    (P, "73 %", 0.73, ""),
    (P, "73\u202f%", 0.73, ""),
    (P, "66,5 %", 0.665, "read as 0.665"),
    (P, "100 %", 1.0, ""),
    (P, "0.5 %", 0.005, ""),
    (P, "73％", 0.73, ""),
    (P, "7.3e1%", 0.73, ""),
    (S, "2.4 %", 0.024, ""),
    (S, "2,4%", 0.024, "read as 0.024"),
    # fractions
    (P, "11/15", 11 / 15, ""),
    (P, "2 / 3", 2 / 3, ""),
    (P, "11⁄15", 11 / 15, ""),
    (P, "11∕15", 11 / 15, ""),
    (P, "0.632/0.949", 0.632 / 0.949, ""),
    (P, "0,632/0,949", 0.632 / 0.949, ""),
    (P, "-1/-3", 1 / 3, ""),
    (N, "-7/2", -3.5, ""),
    (N, "7/-2", -3.5, ""),
    (N, "11 225/5", 2245.0, ""),
    # powers of ten
    (P, "1e-3", 0.001, ""),
    (P, "1E-3", 0.001, ""),
    (P, "7,3e-1", 0.73, "read as 0.73"),
    (P, "1e−3", 0.001, ""),
    (N, "1e+3", 1000.0, ""),
    (N, "1e15", 1e15, ""),
    (C, "1.1225e4", 11225.0, ""),
    # signs and digits that are not ASCII's
    (N, "−2.5", -2.5, ""),
    (N, "–2.5", -2.5, ""),
    (N, "－2.5", -2.5, ""),
    (P, "０.７３", 0.73, ""),
    (P, "０．７３", 0.73, ""),
    (P, "٠٫٧٣", 0.73, "read as 0.73"),
    (P, "\u200b0.73", 0.73, ""),
    (P, "\u202e0.73", 0.73, ""),
    # thousands
    (C, "11 225", 11225.0, "read as 11225"),
    (C, "11\u202f225", 11225.0, "read as 11225"),
    (C, "11\u00a0225", 11225.0, "read as 11225"),
    (C, "11,225", 11225.0, "read as 11225"),
    (C, "11.225", 11225.0, "read as 11225"),
    (C, "11'225", 11225.0, "read as 11225"),
    (C, "11’225", 11225.0, "read as 11225"),
    (C, "1,234,567", 1234567.0, "read as 1234567"),
    (C, "1.234.567", 1234567.0, "read as 1234567"),
    (C, "1,234.0", 1234.0, "read as 1234"),
    (N, "11 225", 11225.0, "read as 11225"),
    (N, "11 225,5", 11225.5, "read as 11225.5"),
    (N, "1,234.5", 1234.5, "read as 1234.5"),
    (N, "1.234,5", 1234.5, "read as 1234.5"),
    (N, "1.234.567", 1234567.0, "read as 1234567"),
    (N, "1,234,567.25", 1234567.25, "read as 1234567.25"),
    (N, "-11 225", -11225.0, "read as -11225"),
]
"""Kind, text, value, and what the person is told about how it was read."""

RANGE = "probabilities lie between 0 and 1"
LIKE = {P: "write it in digits, like 0.73", N: "write it in digits, like 2.5", C: "write it in digits, like 249"}

REJECTED: list[tuple[str, str, str]] = [
    # nothing
    *((P, text, f"there is no number; {LIKE[P]}") for text in ("", " ", "\t\n", "\u200b", "=", "≈", "\x00", "\u202e")),
    (N, "", f"there is no number; {LIKE[N]}"),
    # not finite
    *(
        (P, text, f'"{text}" is not a number that can be an answer; {LIKE[P]}')
        for text in ("nan", "NaN", "-nan", "inf", "Inf", "-inf", "+inf", "infinity", "-Infinity", "∞", "-∞")
    ),
    *(
        (N, text, f'"{text}" is larger than any answer here; {LIKE[N]}')
        for text in ("1e999", "-1e999", "1e309", "9e999999", "1e999/2", "1e308/1e-10")
    ),
    (P, "1e-999", '"1e-999" is too close to 0 to be told from it; write 0'),
    (N, "0.1e-400", '"0.1e-400" is too close to 0 to be told from it; write 0'),
    # words
    *(
        (P, text, f'"{text}" is not a number; {LIKE[P]}')
        for text in (
            *("half", "x", "0.7x", "x0.7", "1e", "e3", "1e3.5", "0x1F", "1_000", "1j", "True", "--5", "5-", "0.7?"),
            *("$0.7", "p = 0.7", "½", "10²", "1.2.3", "0,7,3", "0..7", ".", "-", "0.7 percent", "(0.7)", "%", "1 e3"),
            *("١x", "🙂", "sqrt(2)", "0.3+0.4", "<b>1</b>", "::notice::", "=1+1", "1e1234567"),
        )
    ),
    (P, "\x1b[31m0.7", f'"\\x1b[31m0.7" is not a number; {LIKE[P]}'),
    (P, "x" * 60, f'"{"x" * 40}…" is not a number; {LIKE[P]}'),
    (P, "1" * 201, f"that is too long for a number; {LIKE[P]}"),
    # more than one number
    *(
        (P, text, f'"{text}" is more than one number; write only the answer')
        for text in ("0.7 0.3", "0.7, 0.3", "0.7; 0.3", "1 1/2", "0.7-0.3", "1 2", "0.7 : 0.3")
    ),
    (N, "1 23", '"1 23" is more than one number; write only the answer'),
    # out of range
    (P, "73", f"{RANGE}; if you mean percent, write 73 %"),
    (P, "1.2", f"{RANGE}; if you mean percent, write 1.2 %"),
    (P, "3/2", f"{RANGE}; if you mean percent, write 1.5 %"),
    *((P, text, RANGE) for text in ("101", "-0.1", "-5", "-1/2", "120 %", "-5 %", "1e3", "12 345", "1,234,567")),
    (S, "2", "a share lies between 0 and 1; if you mean percent, write 2 %"),
    (S, "240 %", "a share lies between 0 and 1"),
    (C, "2.5", "a count is a whole number"),
    (C, "1/3", "a count is a whole number"),
    (C, "-3", "a count is not negative"),
    # not what is asked for
    (N, "73 %", "no percentage is asked for here; write the number itself"),
    (C, "50%", "no percentage is asked for here; write the number itself"),
    (P, "1/2 %", '"1/2 %" is both a fraction and a percentage; write one of them'),
    (P, "1/2/3", '"1/2/3" has more than one fraction line; write it like 11/15'),
    (P, "1/0", '"1/0" divides by 0; write another number below the line'),
    (P, "1/", f'"1/" is not a number; {LIKE[P]}'),
    (P, "/", f'"/" is not a number; {LIKE[P]}'),
    # ambiguous
    (N, "11,225", '"11,225" can mean 11.225 or 11225; write 11.225 or 11225'),
    (N, "-1,234", '"-1,234" can mean -1.234 or -1234; write -1.234 or -1234'),
    (C, "12,000", '"12,000" can mean 12 or 12000; write 12 or 12000'),
]
"""Kind, text, and what the person is told."""
