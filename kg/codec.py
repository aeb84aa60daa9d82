"""Records to and from JSON: what ``kg extract`` prints and what a graph keeps as its truth."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from kg.records import Author, Claim, Document, Entity, Extraction, Institution, Mention, Named, Term


def dumps(extraction: Extraction) -> str:
    """Return *extraction* as one line of JSON that any encoding of Unicode can write.

    >>> loads(dumps(Extraction("paper/1", Document("A title", "An abstract")))).document.title
    'A title'
    """
    return _line(to_json(extraction))


def _line(values: Any) -> str:
    # A lone surrogate is no character: it is written as the escape that JSON has for it, and is read back from that.
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode()


def loads(line: str) -> Extraction:
    """Return the extraction that dumps wrote as *line*."""
    return from_json(json.loads(line))


def to_json(extraction: Extraction) -> dict[str, Any]:
    """Return *extraction* as JSON values; what is not stated is null."""
    document = extraction.document
    return {
        "id": extraction.id,
        "title": document.title,
        "affiliation": document.affiliation or None,
        "abstract": document.abstract,
        "date": document.date or None,
        "categories": list(document.categories),
        "arxiv": document.arxiv or None,
        "source": document.source or None,
        "line": document.line,
        **_bibliography(document, extraction.authors),
        "institutions": [
            {
                "id": i.id,
                "label": i.label,
                "label_zh": i.label_zh or None,
                "aliases": list(i.aliases),
                "unit": i.unit or None,
                "unit_zh": i.unit_zh or None,
                "ror": i.ror or None,
                "country": i.country or None,
                "kind": i.kind or None,
                "parent": i.parent or None,
                "mentions": _mentions(i.mentions),
            }
            for i in extraction.institutions
        ],
        "entities": [
            {
                "id": e.id,
                "type": e.type,
                "label": e.label,
                "label_zh": e.label_zh or None,
                "aliases": list(e.aliases),
                "kind": e.kind or None,
                "role": e.role,
                "confidence": e.confidence,
                "broader": e.broader or None,
                "mentions": _mentions(e.mentions),
            }
            for e in extraction.entities
        ],
        "claims": [
            {
                "id": c.id,
                "metric": c.metric,
                "value": _value(c.value),
                "unit": c.unit,
                "qudt": c.qudt or None,
                "qualifier": c.qualifier or None,
                "direction": c.direction or None,
                "baseline": c.baseline or None,
                "hardware": list(c.hardware),
                "subject": c.subject or None,
                "baseline_id": c.baseline_id or None,
                "hardware_ids": list(c.hardware_ids),
                "subject_id": c.subject_id or None,
                "mention": _mentions([c.mention])[0],
                "sentence": _mentions([c.sentence])[0],
            }
            for c in extraction.claims
        ],
    }


def _bibliography(document: Document, authors: tuple[str, ...]) -> dict[str, Any]:
    """Return what only some formats state; what is not stated is left out, so that a digest's line stays short."""
    values: dict[str, Any] = {
        "authors": [
            {"name": a.name, "orcid": a.orcid or None, "affiliations": list(a.affiliations)} for a in document.authors
        ],
        "doi": document.doi,
        "urls": list(document.urls),
        "subjects": list(document.subjects),
        "version": document.version,
        "organizations": [{"name": name, "ror": ror} for name, ror in document.organizations],
        "sources": list(document.sources),
        "author_ids": list(authors),
    }
    return {key: value for key, value in values.items() if value}


def from_json(record: Mapping[str, Any]) -> Extraction:
    """Return the extraction whose JSON values are *record*. Raises KeyError or TypeError for another form."""
    return Extraction(
        id=record["id"],
        document=Document(
            title=record["title"],
            abstract=record["abstract"],
            date=record["date"] or "",
            categories=tuple(record["categories"]),
            affiliation=record["affiliation"] or "",
            arxiv=record["arxiv"] or "",
            source=record["source"] or "",
            line=record["line"],
            authors=tuple(
                Author(a["name"], a["orcid"] or "", tuple(a["affiliations"])) for a in record.get("authors", ())
            ),
            doi=record.get("doi", ""),
            urls=tuple(record.get("urls", ())),
            subjects=tuple(record.get("subjects", ())),
            version=record.get("version", ""),
            organizations=tuple((o["name"], o["ror"]) for o in record.get("organizations", ())),
            sources=tuple(record.get("sources", ())),
        ),
        institutions=tuple(
            Institution(
                id=i["id"],
                label=i["label"],
                label_zh=i["label_zh"] or "",
                aliases=tuple(i["aliases"]),
                unit=i["unit"] or "",
                unit_zh=i["unit_zh"] or "",
                ror=i["ror"] or "",
                country=i["country"] or "",
                kind=i["kind"] or "",
                parent=i["parent"] or "",
                mentions=tuple(map(_mention, i["mentions"])),
            )
            for i in record["institutions"]
        ),
        entities=tuple(
            Entity(
                id=e["id"],
                type=e["type"],
                label=e["label"],
                label_zh=e["label_zh"] or "",
                aliases=tuple(e["aliases"]),
                kind=e["kind"] or "",
                role=e["role"],
                confidence=e["confidence"],
                mentions=tuple(map(_mention, e["mentions"])),
                broader=e.get("broader") or "",
            )
            for e in record["entities"]
        ),
        claims=tuple(
            Claim(
                metric=c["metric"],
                value=tuple(map(float, c["value"] if isinstance(c["value"], list) else [c["value"]])),
                unit=c["unit"],
                qualifier=c["qualifier"] or "",
                direction=c["direction"] or "",
                baseline=c["baseline"] or "",
                hardware=tuple(c["hardware"]),
                subject=c["subject"] or "",
                mention=_mention(c["mention"]),
                sentence=_mention(c["sentence"]),
                id=c["id"],
                baseline_id=c["baseline_id"] or "",
                hardware_ids=tuple(c["hardware_ids"]),
                subject_id=c["subject_id"] or "",
                qudt=c["qudt"] or "",
            )
            for c in record["claims"]
        ),
        authors=tuple(record.get("author_ids", ())),
    )


def dumps_term(term: Term) -> str:
    """Return *term* as one line of JSON."""
    values = {name: getattr(term, name) for name in Term.__slots__}
    return _line(values)


def loads_term(line: str) -> Term:
    """Return the term that dumps_term wrote as *line*."""
    values = json.loads(line)
    facts = tuple((key, value) for key, value in values.pop("facts"))
    lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
    return Term(**{**values, **lists, "facts": facts})


def dumps_names(paper: str, names: Iterable[Named]) -> str:
    """Return the *names* that *paper* gives to the corpus as one line of JSON."""
    return _line({"id": paper, "names": [name.astuple() for name in names]})


def loads_names(line: str) -> tuple[str, tuple[Named, ...]]:
    """Return the paper and the names that dumps_names wrote as *line*."""
    values = json.loads(line)
    rows = (dict(zip(Named.__slots__, row, strict=True)) for row in values["names"])
    return values["id"], tuple(Named(**{**row, "aliases": tuple(row["aliases"])}) for row in rows)


def _mentions(mentions: Iterable[Mention]) -> list[dict[str, Any]]:
    return [
        {
            "field": m.field,
            "start": m.start,
            "end": m.end,
            "text": m.text,
            "extractor": m.extractor,
            "confidence": m.confidence,
        }
        for m in mentions
    ]


def _mention(values: Mapping[str, Any]) -> Mention:
    return Mention(
        field=values["field"],
        start=values["start"],
        end=values["end"],
        text=values["text"],
        extractor=values["extractor"],
        confidence=values["confidence"],
    )


def _value(value: tuple[float, ...]) -> float | int | list[float | int]:
    numbers = [int(v) if math.isfinite(v) and v == int(v) and abs(v) < 1e15 else v for v in value]
    return numbers[0] if len(numbers) == 1 else numbers
