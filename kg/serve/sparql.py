"""The SPARQL 1.1 Protocol at ``/sparql``: queries alone, by GET, by POST of a form and by POST of the query itself."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kg.serve import media
from kg.serve.pool import Pool
from kg.serve.problems import RequestError
from kg.serve.worker import Reply, Task

_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"
_UPDATE = "application/sparql-update"
_READ_ONLY = "This endpoint is read-only: it takes queries, no updates. Graphs are changed with kg add and kg remove."
# What NamedNode takes: an absolute IRI without what IRIs cannot hold.
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|\\^`]*")
_MOST_GRAPHS = 10_000
Parameters = list[tuple[str, str]]


async def parameters(request: Request, *, limit: int) -> Parameters:
    """Return the parameters of *request*, the query as ``query``. Raises RequestError for what is none of the protocol's operations."""
    found = _decode(request.scope["query_string"], "The query string")
    if request.method != "POST":
        if sum(len(value) for name, value in found if name == "query") > limit:
            raise _too_long(limit)
        return found
    kind, _, options = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().casefold()
    charset = re.search(r'charset\s*=\s*"?([\w-]+)', options)
    if charset is not None and charset[1].casefold() not in ("utf-8", "utf8", "us-ascii"):
        raise RequestError(415, f"The request is in {charset[1]}; send UTF-8.")
    if kind == _UPDATE:
        raise RequestError(403, _READ_ONLY)
    if kind not in (_FORM, _QUERY):
        raise RequestError(415, f"The Content-Type is {kind[:80]!r}; send {_FORM} or {_QUERY}.")
    # A form spells most signs in three characters.
    body = await read_body(request, limit=limit if kind == _QUERY else 4 * limit)
    if kind == _FORM:
        found += _decode(body, "The form")
        if sum(len(value) for name, value in found if name == "query") > limit:
            raise _too_long(limit)
        return found
    try:
        return [*found, ("query", body.decode())]
    except UnicodeDecodeError as err:
        raise RequestError(400, f"The query is no UTF-8: {err.reason} at byte {err.start}.") from err


def _decode(text: bytes, what: str) -> Parameters:
    try:
        pairs = parse_qsl(
            text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=2 * _MOST_GRAPHS
        )
    except ValueError as err:  # UnicodeDecodeError is one
        raise RequestError(400, f"{what} is not percent-encoded UTF-8, or has too many fields.") from err
    return pairs


def _too_long(limit: int) -> RequestError:
    return RequestError(413, f"The query is longer than {limit} bytes, the limit of this server.")


async def read_body(request: Request, *, limit: int) -> bytes:
    """Return the body of *request*. Raises RequestError (413) as soon as it is known to be longer than *limit* bytes."""
    stated = request.headers.get("content-length", "")
    if stated.isdecimal() and len(stated) < 20 and int(stated) > limit:
        raise _too_long(limit)
    parts, length = [], 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > limit:
                raise _too_long(limit)
            parts.append(part)
    except ClientDisconnect as err:
        raise RequestError(400, "The client has gone.") from err
    return b"".join(parts)


def task_of(found: Parameters, *, accept: str | None) -> tuple[Task, dict[str, tuple[str, str]]]:
    """Return the task that the parameters *found* ask for, and the form of its answer by kind. Raises RequestError."""
    if any(name == "update" for name, _ in found):
        raise RequestError(403, _READ_ONLY)
    queries = [value for name, value in found if name == "query"]
    if len(queries) != 1:
        raise RequestError(400, f"A request has one parameter called query, this one has {len(queries)}.")
    asked = next((value for name, value in found if name == "format"), "")
    forms = {"rows": media.results_form(accept, asked=asked), "triples": media.triples_form(accept, asked=asked)}
    if not any(forms.values()):
        offered = ", ".join({**media.RESULTS, **media.TRIPLES}.values())
        raise RequestError(406, f"None of the accepted media types is served here. There are: {offered}.")
    default = _graphs(found, "default-graph-uri")
    named = _graphs(found, "named-graph-uri")
    results, triples = forms["rows"], forms["triples"]
    task = Task(
        queries[0],
        default=default,
        named=named,
        # A page is made of the other forms here, where no query can slow it down.
        results="" if results is None else "json" if results[0] == "html" else results[0],
        triples="" if triples is None else "ttl" if triples[0] == "html" else triples[0],
    )
    return task, {kind: form for kind, form in forms.items() if form is not None}


def _graphs(found: Parameters, name: str) -> tuple[str, ...] | None:
    graphs = [value for key, value in found if key == name]
    for graph in graphs:
        if not _IRI.fullmatch(graph):
            raise RequestError(400, f"{name} is {graph[:80]!r}, which is no absolute IRI.")
    if len(graphs) > _MOST_GRAPHS:
        raise RequestError(400, f"{name} is given {len(graphs)} times; more than {_MOST_GRAPHS} are not read.")
    return tuple(graphs) or None


async def ask_while_connected(request: Request, pool: Pool, task: Task) -> tuple[Reply, bytes]:
    """Return the reply of *pool*; the work ends where the client goes away. Raises RequestError."""
    asking = asyncio.ensure_future(pool.ask(task))
    leaving = asyncio.ensure_future(_gone(request))
    both: list[asyncio.Future[Any]] = [asking, leaving]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            raise RequestError(400, "The client has gone.")
        return asking.result()
    finally:
        for work in both:
            work.cancel()
        await asyncio.gather(*both, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def response_of(reply: Reply, body: bytes, forms: dict[str, tuple[str, str]]) -> Response:
    """Return *reply* as an answer over HTTP."""
    headers = {"vary": "Accept", "cache-control": "no-cache", "x-count": str(reply.count)}
    return Response(body, headers=headers, media_type=media.content_type(forms[reply.kind][1]))
