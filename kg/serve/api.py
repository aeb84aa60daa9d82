"""The JSON interface of the explorer under ``/api/``: reads of the graph in memory, no SPARQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.rdf import BASE, PREFIXES
from kg.schema import get_predicate, predicates, properties, types
from kg.serve.claimed import matching, table
from kg.serve.problems import RequestError
from kg.serve.served import Served
from kg.serve.views import evidence_view, neighbourhood, node_view, overview, paths_view, timeline

_LONGEST = 300
_MOST_CLAIMS = 2000


class _Any(Convertor[str]):
    """Takes the rest of a path, whatever is in it: ids of hostile papers hold line ends, at which Starlette's own one stops."""

    regex = r"[\s\S]*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("any", _Any())


def routes() -> list[Route]:
    """Return the routes of the interface."""
    return [
        _route("/api/meta", _meta),
        _route("/api/overview", _overview),
        _route("/api/search", _search),
        _route("/api/node/{node:any}", _node),
        _route("/api/neighbors/{node:any}", _neighbors),
        _route("/api/evidence", _evidence),
        _route("/api/path", _path),
        _route("/api/claims", _claims),
        Route("/api/claims.csv", _claims_csv),
        _route("/api/timeline/{node:any}", _timeline),
    ]


def _route(path: str, view: Callable[[Served, QueryParams, str], Any]) -> Route:
    async def endpoint(request: Request) -> Response:
        served: Served = request.app.state.holder.current
        node = request.path_params.get("node", "")
        # In a thread: a long search holds nobody up.
        made = await run_in_threadpool(view, served, request.query_params, node)
        # Papers may hold halves of surrogate pairs, which no encoding has room for.
        text = json.dumps(made, ensure_ascii=False, allow_nan=False).encode(errors="replace")
        return Response(text, media_type="application/json", headers={"cache-control": "no-cache"})

    return Route(path, endpoint)


def _text(query: QueryParams, name: str, *, needed: bool = False) -> str:
    value = query.get(name, "").strip()
    if len(value) > _LONGEST:
        raise RequestError(413, f"{name} is longer than {_LONGEST} characters.")
    if needed and not value:
        raise RequestError(400, f"The parameter {name} is missing.")
    return value


def _number(query: QueryParams, name: str, default: int, *, most: int) -> int:
    value = query.get(name, str(default))
    if not value.isascii() or not value.isdigit() or not 1 <= int(value[:9]) <= most:
        raise RequestError(400, f"{name} is {value[:40]!r}; give a number from 1 to {most}.")
    return int(value)


def _meta(served: Served, query: QueryParams, node: str) -> Any:
    del query, node
    graph = served.catalogue.graph
    dates = sorted(d for _, row in graph.nx.nodes(data=True) if row["type"] == "Paper" and (d := row["date"]))
    return {
        "base": BASE,
        "prefixes": PREFIXES,
        "counts": graph.count(),
        "years": [dates[0][:4], dates[-1][:4]] if dates else [],
        "types": [
            {"name": t.name, "label": t.label, "label_zh": t.label_zh, "color": t.color} for t in types().values()
        ],
        "predicates": [
            {"name": p.name, "label": p.label, "label_zh": p.label_zh, "origin": p.origin}
            for p in predicates().values()
        ],
        "properties": sorted({row.iri for row in properties().values()}),
        "examples": examples(),
    }


def examples() -> list[dict[str, str]]:
    """Return the questions that the SPARQL page offers: each a file of ``examples/`` whose first lines ask it in English and Chinese."""
    found = []
    for file in sorted((files("kg.serve") / "examples").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".rq"):
            continue
        english, chinese, query = file.read_text(encoding="utf-8").split("\n", 2)
        name = file.name.removesuffix(".rq")
        found.append(
            {"name": name, "label": english.removeprefix("# "), "label_zh": chinese.removeprefix("# "), "query": query}
        )
    return found


def _overview(served: Served, query: QueryParams, node: str) -> Any:
    del node
    return overview(served.catalogue, limit=_number(query, "limit", 45, most=300))


def _search(served: Served, query: QueryParams, node: str) -> Any:
    del node
    type_ = _text(query, "type")
    if type_ and type_ not in types():
        raise RequestError(400, f"There is no node type {type_!r}. Known: {', '.join(types())}.")
    found = served.catalogue.search(_text(query, "q"), type=type_, limit=_number(query, "limit", 20, most=100))
    return {"results": found}


def _node(served: Served, query: QueryParams, node: str) -> Any:
    return node_view(served.catalogue, node, limit=_number(query, "limit", 50, most=500))


def _neighbors(served: Served, query: QueryParams, node: str) -> Any:
    wanted = query.getlist("predicate")
    for name in wanted:
        get_predicate(name)
    return neighbourhood(
        served.catalogue,
        node,
        limit=_number(query, "limit", 40, most=300),
        types=query.getlist("type"),
        predicates=wanted,
        since=_text(query, "since"),
        until=_text(query, "until"),
    )


def _evidence(served: Served, query: QueryParams, node: str) -> Any:
    del node
    names = ("source", "predicate", "target")
    source, predicate, target = (_text(query, name, needed=True) for name in names)
    return evidence_view(served.catalogue, source, predicate, target)


def _path(served: Served, query: QueryParams, node: str) -> Any:
    del node
    return paths_view(
        served.catalogue,
        _text(query, "from", needed=True),
        _text(query, "to", needed=True),
        k=_number(query, "k", 3, most=10),
        max_hops=_number(query, "max_hops", 6, most=8),
        avoid=query.getlist("not")[:20],
    )


def _claims(served: Served, query: QueryParams, node: str) -> Any:
    del node
    rows = matching(served.claims, words=_text(query, "q"), baseline=query.get("baseline") == "1")
    limit = _number(query, "limit", 500, most=_MOST_CLAIMS)
    return {"total": len(rows), "claims": rows[:limit]}


async def _claims_csv(request: Request) -> Response:
    served: Served = request.app.state.holder.current
    query = request.query_params
    rows = await run_in_threadpool(
        matching, served.claims, words=_text(query, "q"), baseline=query.get("baseline") == "1"
    )
    headers = {"content-disposition": 'attachment; filename="claims.csv"', "cache-control": "no-cache"}
    # Excel takes a file without the mark for one in the encoding of its own country.
    return Response(
        ("\ufeff" + table(rows)).encode(errors="replace"), media_type="text/csv; charset=utf-8", headers=headers
    )


def _timeline(served: Served, query: QueryParams, node: str) -> Any:
    limit = _number(query, "limit", 500, most=2000)
    return timeline(served.catalogue, node, narrower=query.get("narrower") == "1", limit=limit)
