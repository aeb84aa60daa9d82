"""Say a claim in words."""

from __future__ import annotations

from kg.records import Claim


def number(value: float) -> str:
    """Return *value* as a person writes it.

    >>> number(3.0), number(1.28), number(1e12)
    ('3', '1.28', '1000000000000')
    """
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(value)


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
