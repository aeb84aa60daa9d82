"""Read OAI-PMH answers of arXiv, with records in its own form (arXiv, arXivRaw) or in Dublin Core (oai_dc)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from extractors.parsing.fields import Record, given_first, is_category, reject, to_reading
from extractors.parsing.reading import Reading
from extractors.parsing.xml_records import child_text, children, content, local, read_xml, shown
from kg.records import Author

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

SUFFIXES = (".xml",)
# Dublin Core at arXiv names subjects in words; a comment on the paper is a second description.
_COMMENT = re.compile(r"\s*Comment:", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Return whether *head* begins an answer of an OAI-PMH service or a list of its records."""
    return head.lstrip()[:1] == "<" and ("<OAI-PMH" in head or "openarchives.org/OAI/" in head)


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "xmlcharrefreplace")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *stream*, one record at a time; records marked as deleted are passed over."""

    def make(element: Element) -> Reading | None:
        line = element.sourceline or 1
        if local(element) == "error":
            reason = f"the service answered with an error: {content(element)[:200]}"
            return reject(reason, source=source, line=line, text=shown(element))
        header = next(children(element, "header"), None)
        if header is not None and header.get("status") == "deleted":
            return None
        metadata = next(children(element, "metadata"), None)
        form = next((child for child in metadata if local(child)), None) if metadata is not None else None
        if form is None:
            return reject("the record has no metadata", source=source, line=line, text=shown(element))
        record = _dublin_core(form, header) if local(form) in ("dc", "oai_dc") else _own(form)
        return to_reading(record, source=source, line=line)

    return read_xml(stream, source=source, tags={"record", "error"}, make=make)


def _own(form: Element) -> Record:
    authors = [
        Author(
            " ".join(filter(None, (child_text(a, "forenames"), child_text(a, "keyname"), child_text(a, "suffix")))),
            affiliations=tuple(map(content, children(a, "affiliation"))),
        )
        for group in children(form, "authors")
        for a in children(group, "author")
    ]
    versions = list(children(form, "version"))
    return Record(
        title=child_text(form, "title"),
        abstract=child_text(form, "abstract"),
        date=child_text(form, "created") or (child_text(versions[0], "date") if versions else ""),
        categories=child_text(form, "categories").split(),
        arxiv=child_text(form, "id"),
        version=versions[-1].get("version", "") if versions else "",
        doi=child_text(form, "doi"),
        authors=authors or [Author(name) for name in child_text(form, "authors").replace(" and ", ", ").split(", ")],
        text=shown(form),
    )


def _dublin_core(form: Element, header: Element | None) -> Record:
    identifiers = [content(child) for child in children(form, "identifier")]
    descriptions = [content(child) for child in children(form, "description")]
    sets = [content(child) for child in children(header, "setSpec")] if header is not None else []
    dates = sorted(content(child) for child in children(form, "date"))
    own = child_text(header, "identifier") if header is not None else ""
    return Record(
        title=child_text(form, "title"),
        abstract=next((text for text in descriptions if not _COMMENT.match(text)), ""),
        date=dates[0] if dates else "",
        categories=[word for spec in sets if is_category(word := _category(spec))],
        subjects=[content(child) for child in children(form, "subject")],
        arxiv=own if "arxiv" in own.lower() else "",
        doi=next((one for one in identifiers if "10." in one and "arxiv.org/" not in one), ""),
        urls=identifiers,
        authors=[Author(given_first(content(child))) for child in children(form, "creator")],
        text=shown(form),
    )


def _category(spec: str) -> str:
    """Return the category that the set *spec* is: ``cs:cs:DC`` is cs.DC, ``physics:hep-th`` hep-th."""
    parts = [part for part in spec.split(":") if part]
    return ".".join(parts[-2:]) if parts and parts[-1].isupper() else parts[-1] if parts else ""
