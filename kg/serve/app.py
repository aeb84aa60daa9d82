"""The application: which path is answered by what."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kg.errors import AmbiguousNameError, KGError, UnknownNameError
from kg.rdf import BASE
from kg.serve import api, html, media, sparql
from kg.serve.description import service
from kg.serve.guard import Guard
from kg.serve.problems import RequestError
from kg.serve.served import Holder
from kg.serve.views import node_view
from kg.serve.worker import Task, dumps_triples

HERE = Path(str(files("kg.serve")))
STATIC = HERE / "static"


def create_app(holder: Holder, *, static: Path = STATIC) -> Guard:
    """Return the application that serves what *holder* has; *static* holds the explorer, where it is built."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await holder.start()
            yield
        finally:
            await holder.stop()

    routes = [
        Route("/", _home),
        Route("/health", _health),
        Route("/search", _search),
        Route("/page.css", _style),
        Route("/sparql", _sparql, methods=["GET", "HEAD", "POST"]),
        *api.routes(),
        *([Mount("/static", StaticFiles(directory=static))] if (static / "index.html").is_file() else []),
        Route("/{name:any}", _page),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=_HANDLERS)
    app.state.holder = holder
    app.state.static = static
    # Outside of everything: an error's page has the same headers.
    return Guard(app, holder.settings)


# -- problems --------------------------------------------------------------------------------------------------------------------


async def _told(_: Request, err: Exception) -> Response:
    """Answer with the sentence of *err*."""
    if isinstance(err, RequestError):
        return PlainTextResponse(err.reason + "\n", err.status, headers=err.headers)
    status = 404 if isinstance(err, UnknownNameError) else 409 if isinstance(err, AmbiguousNameError) else 400
    return PlainTextResponse(f"{err}\n", status)


async def _refused(_: Request, err: Exception) -> Response:
    assert isinstance(err, HTTPException)
    return PlainTextResponse(f"{err.detail}\n", err.status_code, headers=err.headers)


async def _failed(_: Request, err: Exception) -> Response:
    del err  # it is in the log, and none of the client's business
    return PlainTextResponse("The server failed at this request; its log says why.\n", 500)


_HANDLERS: dict[Any, Any] = {KGError: _told, HTTPException: _refused, Exception: _failed}


# -- pages -----------------------------------------------------------------------------------------------------------------------


def _holder(request: Request) -> Holder:
    holder: Holder = request.app.state.holder
    return holder


def _has_explorer(request: Request) -> bool:
    static: Path = request.app.state.static
    return (static / "index.html").is_file()


async def _home(request: Request) -> Response:
    if _has_explorer(request):
        text = (request.app.state.static / "index.html").read_text(encoding="utf-8")
        return Response(text, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})
    return await _search(request)


async def _search(request: Request) -> Response:
    text = request.query_params.get("q", "").strip()[:300]
    found = await run_in_threadpool(_holder(request).current.catalogue.search, text, limit=50)
    body = html.search_page(text, found, explorer=_has_explorer(request))
    return _answer(body.encode(errors="replace"), "text/html")


async def _style(_: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response((HERE / "page.css").read_bytes(), media_type="text/css; charset=utf-8", headers=headers)


async def _health(request: Request) -> Response:
    """Say whether queries are answered: one is asked."""
    served = _holder(request).current
    reply, _ = await served.pool.ask(Task("ASK {}"))
    counts = served.catalogue.graph.count()["nodes"]
    return JSONResponse(
        {
            "status": "ok",
            "papers": counts.get("Paper", 0),
            "nodes": len(served.catalogue.graph),
            "answered": reply.count == 1,
        }
    )


async def _sparql(request: Request) -> Response:
    holder = _holder(request)
    found = await sparql.parameters(request, limit=holder.settings.query_bytes)
    accept = request.headers.get("accept")
    if request.method != "POST" and not any(name in ("query", "update") for name, _ in found):
        return await _describe_service(request, found, accept)
    task, forms = sparql.task_of(found, accept=accept)
    reply, body = await sparql.ask_while_connected(request, holder.current.pool, task)
    if forms[reply.kind][0] != "html":
        return sparql.response_of(reply, body, forms)
    rows = reply.kind == "rows"
    answer = html.rows_table(json.loads(body), query=task.query) if rows else html.shown(body.decode())
    page = html.query_page(task.query, api.examples(), answer=answer)
    return sparql.response_of(reply, page.encode(), forms)


async def _describe_service(request: Request, found: sparql.Parameters, accept: str | None) -> Response:
    form = media.triples_form(accept, asked=next((value for name, value in found if name == "format"), ""))
    if form is None:
        raise _not_acceptable()
    if form[0] == "html":
        examples = api.examples()
        page = html.query_page(examples[0]["query"] if examples else "", examples)
        return _answer(page.encode(), form[1])
    endpoint = str(request.url.replace(query="", fragment=""))
    return _answer(_rdf(service(endpoint), form=form[0]), form[1])


async def _page(request: Request) -> Response:
    """Answer with what is said of the IRI whose path is asked for."""
    served = _holder(request).current
    node = request.path_params["name"]
    query = request.query_params
    form = media.page_form(request.headers.get("accept"), asked=query.get("format", ""))
    if form is None:
        raise _not_acceptable()
    if node == "schema":
        from exports.ontology import ontology

        if form[0] == "html":
            return _answer(
                html.triples_page("The schema of paperkg", ontology(), forms=_forms("/schema")).encode(), form[1]
            )
        return _answer(_turtle_as(ontology(), form=form[0]), form[1])
    if form[0] == "html" and node in served.catalogue.graph:
        view = await run_in_threadpool(node_view, served.catalogue, node)
        return _answer(html.node_page(view).encode(errors="replace"), form[1])
    about = BASE + quote(node, safe="/-._~", errors="backslashreplace")
    text = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ {{ BIND(<{about}> AS ?s) ?s ?p ?o }} UNION {{ BIND(<{about}> AS ?o) ?s ?p ?o }} }}"
    asked = "ttl" if form[0] == "html" else form[0]
    reply, body = await sparql.ask_while_connected(request, served.pool, Task(text, triples=asked))
    if not reply.count:
        raise RequestError(404, f"Nothing is known of {about[:300]}")
    if form[0] == "html":
        path = about.removeprefix(BASE)
        body = html.triples_page(node, body.decode(), forms=_forms(f"/{path}")).encode()
    return _answer(body, form[1])


def _forms(path: str) -> list[tuple[str, str]]:
    return [(f"{path}?format={form}", form.upper()) for form in media.TRIPLES if form != "html"]


def _rdf(lines: list[str], *, form: str) -> bytes:
    from pyoxigraph import RdfFormat, parse

    triples = [quad.triple for quad in parse("\n".join(lines), format=RdfFormat.N_TRIPLES)]
    return dumps_triples(triples, form=form)


def _turtle_as(text: str, *, form: str) -> bytes:
    from pyoxigraph import RdfFormat, parse

    if form == "ttl":
        return text.encode()
    return dumps_triples(sorted((quad.triple for quad in parse(text, format=RdfFormat.TURTLE)), key=str), form=form)


def _answer(body: bytes, media_type: str) -> Response:
    headers = {"vary": "Accept", "cache-control": "no-cache"}
    return Response(body, media_type=media.content_type(media_type), headers=headers)


def _not_acceptable() -> RequestError:
    return RequestError(
        406, f"None of the accepted media types is served here. There are: {', '.join(media.PAGES.values())}."
    )
