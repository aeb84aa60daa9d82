"""Rows of a SPARQL answer as text: SPARQL 1.1 results in JSON, XML, CSV and TSV.

Oxigraph writes these too, but only whole answers of any length: rows that have been counted are written here.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from kg.rdf import PREFIXES

if TYPE_CHECKING:
    from pyoxigraph import BlankNode, Literal, NamedNode, Triple

    Term = BlankNode | Literal | NamedNode | Triple

Row = Sequence["Term | None"]
_STRING = PREFIXES["xsd"] + "string"
_LANG = PREFIXES["rdf"] + "langString"
# What XML 1.0 cannot hold; a literal of a paper has none, but a query can make one.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def dumps_rows(columns: Sequence[str], rows: Sequence[Row], *, form: str) -> str:
    r"""Return *rows* with the variables *columns* in *form*: json, xml, csv or tsv.

    >>> from pyoxigraph import Literal
    >>> dumps_rows(["n"], [[Literal("a,b")], [None]], form="csv")
    'n\r\n"a,b"\r\n\r\n'
    """
    if form == "json":
        bindings = [{name: _json(term) for name, term in zip(columns, row, strict=True) if term} for row in rows]
        return json.dumps({"head": {"vars": list(columns)}, "results": {"bindings": bindings}}, ensure_ascii=False)
    if form == "xml":
        return _xml(columns, rows)
    if form == "csv":
        out = StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(columns)
        # The csv module writes a lone empty cell as "": an unbound variable is nothing at all.
        for row in rows:
            out.write("\r\n") if row == [None] else writer.writerow([_csv(term) for term in row])
        return out.getvalue()
    lines = ["\t".join(f"?{name}" for name in columns)]
    lines += ["\t".join("" if term is None else _tsv(term) for term in row) for row in rows]
    return "\n".join(lines) + "\n"


def dumps_answer(value: bool, *, form: str) -> str:
    """Return the answer *value* of an ASK in *form*; CSV and TSV, which have no word for it, get one column.

    >>> dumps_answer(True, form="json")
    '{"head": {}, "boolean": true}'
    """
    word = "true" if value else "false"
    if form == "json":
        return json.dumps({"head": {}, "boolean": value})
    if form == "xml":
        return f'<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head/><boolean>{word}</boolean></sparql>\n'
    return f"answer\r\n{word}\r\n" if form == "csv" else f"?answer\n{word}\n"


def _json(term: Term) -> dict[str, Any]:
    kind = type(term).__name__
    if kind == "NamedNode":
        return {"type": "uri", "value": term.value}  # type: ignore[union-attr] # the name of its class says so
    if kind == "BlankNode":
        return {"type": "bnode", "value": term.value}  # type: ignore[union-attr] # as above
    if kind == "Triple":
        parts = {name: _json(getattr(term, name)) for name in ("subject", "predicate", "object")}
        return {"type": "triple", "value": parts}
    found: dict[str, Any] = {"type": "literal", "value": term.value}  # type: ignore[union-attr] # as above
    lang, datatype = _kind(term)
    if lang:
        found["xml:lang"] = lang
    elif datatype:
        found["datatype"] = datatype
    return found


def _kind(literal: Any) -> tuple[str, str]:
    """Return the language and the datatype of *literal*; a plain string has neither."""
    if literal.language:
        return literal.language, ""
    datatype = literal.datatype.value
    return "", "" if datatype in (_STRING, _LANG) else datatype


def _xml(columns: Sequence[str], rows: Sequence[Row]) -> str:
    parts = ['<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n<head>']
    parts += [f"<variable name={quoteattr(name)}/>" for name in columns]
    parts.append("</head>\n<results>\n")
    for row in rows:
        cells = (
            f"<binding name={quoteattr(name)}>{_xml_term(term)}</binding>"
            for name, term in zip(columns, row, strict=True)
            if term
        )
        parts.append(f"<result>{''.join(cells)}</result>\n")
    return _NOT_XML.sub("\ufffd", "".join(parts)) + "</results>\n</sparql>\n"


def _xml_term(term: Any) -> str:
    kind = type(term).__name__
    if kind == "Triple":
        inner = (f"<{name}>{_xml_term(getattr(term, name))}</{name}>" for name in ("subject", "predicate", "object"))
        return f"<triple>{''.join(inner)}</triple>"
    text = escape(term.value, {"\r": "&#13;"})
    if kind == "NamedNode":
        return f"<uri>{text}</uri>"
    if kind == "BlankNode":
        return f"<bnode>{text}</bnode>"
    lang, datatype = _kind(term)
    said = f" xml:lang={quoteattr(lang)}" if lang else f" datatype={quoteattr(datatype)}" if datatype else ""
    return f"<literal{said}>{text}</literal>"


def _csv(term: Any) -> str:
    return (
        ""
        if term is None
        else f"_:{term.value}"
        if type(term).__name__ == "BlankNode"
        else str(getattr(term, "value", term))
    )


def _tsv(term: Any) -> str:
    if type(term).__name__ == "Triple":
        inner = " ".join(_tsv(part) for part in (term.subject, term.predicate, term.object))
        return f"<<( {inner} )>>"
    # The other terms of Oxigraph print themselves as N-Triples has them, line ends escaped, which TSV takes as they are.
    return str(term).replace("\t", "\\t")
