"""Say a claim in words."""

from __future__ import annotations

import math
from decimal import Decimal

from kg.records import Claim


def number(value: float) -> str:
    """Return *value* as a person writes it: without an exponent where that is short.

    >>> number(3.0), number(1.28), number(1e12), number(2e-05), number(1e300)
    ('3', '1.28', '1000000000000', '0.00002', '1e+300')
    """
    if not math.isfinite(value) or not (value == 0 or 1e-16 < abs(value) < 1e16):
        return repr(value)
    return str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")


def describe(claim: Claim) -> str:
    """Return *claim* as one line: qualifier, figure, metric, direction, baseline and hardware.

    >>> describe(Claim("speedup", (1.28,), "x", "average", "increase", "Megatron-LM", ("H100",)))
    'average 1.28 x speedup over Megatron-LM on H100'
    """
    words = [claim.qualifier, "-".join(map(number, claim.value)), claim.unit]
    words.append("less" if claim.direction == "decrease" else "")
    words.append(claim.metric)
    words += ["over", claim.baseline] if claim.baseline else []
    words += ["on", ", ".join(claim.hardware)] if claim.hardware else []
    return " ".join(word for word in words if word)
