"""Identifiers in the one form that records keep: arXiv numbers with their version, DOIs, ORCID and ROR ids."""

from __future__ import annotations

import re
from urllib.parse import unquote

_NEW = r"\d{4}\.\d{4,5}"
_OLD = r"[a-z]+(?:-[a-z]+)*(?:\.[A-Z]{2})?/\d{7}"
_NUMBER = rf"(?P<id>{_NEW}|{_OLD})(?P<version>v[1-9]\d{{0,2}})?"
_BARE = re.compile(rf"\s*(?:arxiv[:.\s]\s*|oai:arXiv\.org:)?{_NUMBER}(?:\s*\[[\w.-]+\])?\s*", re.IGNORECASE | re.ASCII)
_WITHIN = re.compile(
    rf"(?:arxiv\.org/(?:abs|pdf|html|format|ps|src)/|oai:arxiv\.org:|10\.48550/arxiv\.|\barxiv[:\s]\s*){_NUMBER}(?![\d.]*\d)",
    re.IGNORECASE | re.ASCII,
)
_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`]+", re.ASCII)
_ORCID = re.compile(r"(?<!\d)(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dXx])(?!\d)", re.ASCII)
_ROR = re.compile(r"(?:\s*https?://(?:www\.)?ror\.org/|\s*ror\.org/|\s*)(0[a-hj-km-np-tv-z0-9]{6}\d{2})/?\s*", re.ASCII)


def arxiv_number(text: str) -> tuple[str, str]:
    """Return the arXiv number and the version that *text*, a field for it, states; empty strings where it is none.

    >>> arxiv_number("arXiv:2401.00001v2"), arxiv_number("hep-th/9901001"), arxiv_number("10.5555/1")
    (('2401.00001', 'v2'), ('hep-th/9901001', ''), ('', ''))
    """
    match = _BARE.fullmatch(text) or _WITHIN.search(text)
    return (match["id"], (match["version"] or "").lower()) if match else ("", "")


def find_arxiv(*texts: str) -> tuple[str, str]:
    """Return the first arXiv number that one of *texts*, addresses or notes, names as such.

    >>> find_arxiv("https://example.org/", "see https://arxiv.org/pdf/2401.00001v3.pdf"), find_arxiv("2401.00001")
    (('2401.00001', 'v3'), ('', ''))
    """
    for text in texts:
        match = _WITHIN.search(text)
        if match:
            return match["id"], (match["version"] or "").lower()
    return "", ""


def doi_name(text: str) -> str:
    """Return the DOI in *text* in lower case, or an empty string.

    >>> doi_name("https://doi.org/10.5555/ABC.1"), doi_name("doi: 10.5555/x(1)."), doi_name("none")
    ('10.5555/abc.1', '10.5555/x(1)', '')
    """
    match = _DOI.search(unquote(text) if "%2f" in text.lower() else text)
    if not match:
        return ""
    name = match[0].rstrip(".,;:'*")
    while name.endswith(")") and name.count(")") > name.count("("):
        name = name[:-1].rstrip(".,;:")
    return name.lower()


def orcid(text: str) -> str:
    """Return the ORCID in *text* in its usual form; empty where there is none or its check digit is wrong.

    >>> orcid("https://orcid.org/0000-0002-1825-0097"), orcid("0000-0002-1825-0098")
    ('0000-0002-1825-0097', '')
    """
    match = _ORCID.search(text)
    if not match:
        return ""
    digits = "".join(match.groups()).upper()
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    return "-".join(match.groups()).upper() if digits[-1] == ("X" if check == 10 else str(check)) else ""


def ror(text: str) -> str:
    """Return the nine characters of the ROR id that *text* is, or an empty string.

    >>> ror("https://ror.org/02v51f717"), ror("https://example.org/x")
    ('02v51f717', '')
    """
    match = _ROR.fullmatch(text)
    return match[1] if match else ""
