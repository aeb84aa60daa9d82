"""Pages without scripts, for people who follow an IRI and for where the explorer is not built. All text is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from kg.rdf import BASE, iri, shorten
from kg.schema import get_predicate, types


def page(title: str, body: str) -> str:
    """Return a page called *title* (text) around *body* (markup)."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)} · paperkg</title>\n<link rel="icon" href="data:,">\n<link rel="stylesheet" href="/page.css">\n</head>\n<body>\n'
        '<header><a class="home" href="/">paperkg</a><form action="/search" role="search">'
        '<input name="q" type="search" aria-label="Search 搜索" placeholder="Search 搜索"><button>Search 搜索</button></form>'
        '<nav><a href="/sparql">SPARQL</a></nav></header>\n'
        f"<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def path_of(node: str) -> str:
    """Return the path at which *node* is served: that of its IRI.

    >>> path_of("category/a b")
    '/category/a%20b'
    """
    return "/" + iri(node).removeprefix(BASE)


def link(row: Mapping[str, Any]) -> str:
    """Return a link to the node that *row* tells in brief."""
    zh = f' <span class="zh" lang="zh">{escape(row["label_zh"])}</span>' if row["label_zh"] else ""
    type_ = types()[row["type"]]
    return (
        f'<a href="{escape(path_of(row["id"]))}">{escape(row["label"])}</a>{zh} '
        f'<small class="type">{escape(type_.label)}</small>'
    )


def node_page(view: Mapping[str, Any]) -> str:
    """Return the page of the node that *view* describes (see kg.serve.views.node_view)."""
    type_ = types()[view["type"]]
    parts = [f"<h1>{escape(view['label'])}"]
    if view["label_zh"]:
        parts.append(f' <span class="zh" lang="zh">{escape(view["label_zh"])}</span>')
    parts.append(
        f"</h1>\n<p><span>{escape(type_.label)} · {escape(type_.label_zh)}</span> <code>{escape(iri(view['id']))}</code></p>"
    )
    own = escape(path_of(view["id"]))
    forms = " · ".join(
        f'<a href="{own}?format={form}">{name}</a>'
        for form, name in (("ttl", "Turtle"), ("nt", "N-Triples"), ("jsonld", "JSON-LD"), ("rdf", "RDF/XML"))
    )
    parts.append(f'<p class="forms"><a href="/#/node/{escape(quote(view["id"]))}">Explorer 图谱</a> · {forms}</p>')
    if view["aliases"]:
        parts.append(f"<p>{' · '.join(map(escape, view['aliases'][:30]))}</p>")
    if view["facts"]:
        rows = "".join(f"<dt>{escape(key)}</dt><dd>{escape(str(value))}</dd>" for key, value in view["facts"].items())
        parts.append(f"<dl>{rows}</dl>")
    parts += [f"<p>{escape(view[name])}</p>" for name in ("affiliation", "abstract", "sentence") if view[name]]
    parts += [_group(group) for group in view["groups"]]
    return page(view["label"], "\n".join(parts))


def _group(group: Mapping[str, Any]) -> str:
    predicate = get_predicate(group["predicate"])
    arrow = "" if group["forward"] else "← "
    items = []
    for edge in group["edges"]:
        quotes = "".join(_quote(evidence) for evidence in edge["evidence"][:1])
        date = f"<time>{escape(edge['other']['date'])}</time> " if edge["other"]["date"] else ""
        items.append(f"<li>{date}{link(edge['other'])}{quotes}</li>")
    more = group["total"] - len(group["edges"])
    if more:
        items.append(f"<li>… {more} more</li>")
    return (
        f"<section><h2>{arrow}{escape(predicate.label)} · {escape(predicate.label_zh)} ({group['total']})</h2>"
        f"<ul>{''.join(items)}</ul></section>"
    )


def _quote(evidence: Mapping[str, Any]) -> str:
    if evidence.get("field") != "abstract":
        return ""
    return f"<q>{escape(evidence['before'])}<mark>{escape(evidence['mention'])}</mark>{escape(evidence['after'])}</q>"


def search_page(text: str, found: Iterable[Mapping[str, Any]], *, explorer: bool) -> str:
    """Return the page that lists what is *found* for *text*; it says how to get the *explorer* where there is none."""
    rows = "".join(f"<li>{link(row)} <small>{row['papers']}</small></li>" for row in found)
    parts = ["<h1>Search 搜索</h1>"]
    if text:
        parts.append(f"<ol>{rows}</ol>" if rows else f"<p>Nothing is called “{escape(text)}”. 没有找到。</p>")
    else:
        parts.append(
            "<p>Names in English or Chinese, of institutions, GPUs, techniques, systems, models, data sets and papers.</p>"
        )
    if not explorer:
        parts.append(
            "<p>The explorer is not built here. A wheel built where npm is installed has it; in a checkout, "
            "<code>make explorer</code> builds it.</p>"
        )
    return page(text or "Search", "\n".join(parts))


def shown(text: str) -> str:
    """Return the markup that shows *text* as it is."""
    return f"<pre>{escape(text)}</pre>"


def triples_page(title: str, turtle: str, *, forms: Iterable[tuple[str, str]]) -> str:
    """Return a page that shows *turtle*; *forms* are links (address, name) to the same in other forms."""
    links = " · ".join(f'<a href="{escape(address)}">{escape(name)}</a>' for address, name in forms)
    return page(title, f'<h1>{escape(title)}</h1>\n<p class="forms">{links}</p>\n{shown(turtle)}')


def query_page(query: str, examples: Sequence[Mapping[str, str]], *, answer: str = "") -> str:
    """Return the page with the form for *query*, the *examples*, and the *answer* (markup) to it."""
    listed = "".join(
        f'<li><a href="/sparql?{escape(urlencode({"query": row["query"]}))}">{escape(row["label"])}</a> '
        f'<span class="zh" lang="zh">{escape(row["label_zh"])}</span></li>'
        for row in examples
    )
    return page(
        "SPARQL",
        '<h1>SPARQL</h1>\n<form class="query" action="/sparql">'
        f'<textarea name="query" rows="12" aria-label="SPARQL" spellcheck="false">{escape(query)}</textarea>'
        f"<button>Run 运行</button></form>\n{answer}\n<h2>Examples 示例</h2>\n<ul>{listed}</ul>",
    )


def rows_table(results: Mapping[str, Any], *, query: str) -> str:
    """Return the markup of the rows in *results*, SPARQL results as JSON has them, with links to other forms of the answer to *query*."""
    if "boolean" in results:
        return f"<p><strong>{'true' if results['boolean'] else 'false'}</strong></p>"
    columns = results["head"]["vars"]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in columns)}</tr>"
        for row in results["results"]["bindings"]
    )
    forms = " · ".join(
        f'<a href="/sparql?{escape(urlencode({"query": query, "format": form}))}">{form.upper()}</a>'
        for form in ("csv", "tsv", "json", "xml")
    )
    count = len(results["results"]["bindings"])
    return f'<p class="forms">{count} rows · {forms}</p>\n<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(term: Mapping[str, Any] | None) -> str:
    if term is None:
        return ""
    value = term["value"]
    if term["type"] == "triple":
        return escape(" ".join(str(part["value"]) for part in value.values()))
    if term["type"] == "uri" and value.startswith(BASE):
        return f'<a href="/{escape(value.removeprefix(BASE))}">{escape(shorten(value))}</a>'
    return escape(shorten(value) if term["type"] == "uri" else value)
