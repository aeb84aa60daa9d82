"""A process that answers SPARQL queries from a read-only store: ``python -m kg.serve.worker GRAPH MEMORY``.

An Oxigraph query cannot be cancelled inside its process, so that a query which takes too long is ended by ending the process. Tasks come on
stdin and replies go to stdout, both as frames: four bytes with the length of a JSON header, four with that of a body, the header, the body.
The end of stdin ends the process at once, whatever it is doing: a worker does not outlive its server.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import struct
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from kg.errors import QueryError
from kg.rdf import PREFIXES
from kg.serve.results import dumps_answer, dumps_rows
from kg.store import explained, names_graphs, open_store, refuse_service

if TYPE_CHECKING:
    from pyoxigraph import Store

LENGTHS = struct.Struct(">II")


@dataclass(frozen=True, slots=True)
class Task:
    """A query to run. *default* and *named* are the graphs that the request names, None where it names none.

    *results* and *triples* are the forms of the answer, whichever kind the query turns out to have; empty where the client takes none.
    """

    query: str
    default: tuple[str, ...] | None = None
    named: tuple[str, ...] | None = None
    results: str = "json"
    triples: str = "ttl"
    rows: int = 10_000
    answer_bytes: int = 64 << 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a task: *kind* is ``rows``, ``triples`` or ``error``, with the *status* and the *reason*."""

    kind: str
    status: int = 200
    reason: str = ""
    count: int = 0


def answer(store: Store, task: Task) -> tuple[Reply, bytes]:
    """Return what *store* answers to *task*, and the text of it.

    >>> from pyoxigraph import Store
    >>> answer(Store(), Task("ASK { ?s ?p ?o }"))
    (Reply(kind='rows', status=200, reason='', count=1), b'{"head": {}, "boolean": false}')
    """
    from pyoxigraph import NamedNode, QueryBoolean, QuerySolutions

    try:
        refuse_service(task.query)
        chosen: dict[str, Any] = {"use_default_graph_as_union": not names_graphs(task.query)}
        if task.default is not None or task.named is not None:
            # A request that names graphs names all there are for it (SPARQL 1.1 Protocol, 2.1.4).
            chosen = {
                "default_graph": [NamedNode(name) for name in task.default or ()],
                "named_graphs": [NamedNode(name) for name in task.named or ()],
            }
        result = store.query(task.query, prefixes=PREFIXES, **chosen)
        if isinstance(result, QueryBoolean):
            if not task.results:
                return _not_acceptable("rows")
            return Reply("rows", count=1), dumps_answer(bool(result), form=task.results).encode()
        if isinstance(result, QuerySolutions):
            if not task.results:
                return _not_acceptable("rows")
            columns = [variable.value for variable in result.variables]
            rows: list[list[Any]] = []
            for solution in result:
                if len(rows) == task.rows:
                    return _too_many("rows", task.rows)
                rows.append([solution[name] for name in columns])
            return _bounded(
                Reply("rows", count=len(rows)),
                dumps_rows(columns, rows, form=task.results).encode(errors="replace"),
                limit=task.answer_bytes,
            )
        if not task.triples:
            return _not_acceptable("triples")
        triples = {}
        for triple in result:
            triples[str(triple)] = triple
            if len(triples) > task.rows:
                return _too_many("triples", task.rows)
        text = dumps_triples([triples[line] for line in sorted(triples)], form=task.triples)
        return _bounded(Reply("triples", count=len(triples)), text, limit=task.answer_bytes)
    except (SyntaxError, QueryError, ValueError) as err:
        return Reply("error", 400, str(err) if isinstance(err, QueryError) else explained(str(err), task.query)), b""
    except MemoryError:
        return Reply("error", 422, "The query needs more memory than a query may have."), b""
    except (OSError, RuntimeError) as err:
        return Reply("error", 400, f"The query cannot be run: {err}"), b""


def dumps_triples(triples: Sequence[Any], *, form: str) -> bytes:
    """Return *triples* in *form*: ttl, nt, jsonld or rdf; Turtle declares the prefixes that it uses."""
    from pyoxigraph import RdfFormat, serialize

    forms = {
        "ttl": RdfFormat.TURTLE,
        "nt": RdfFormat.N_TRIPLES,
        "jsonld": RdfFormat.JSON_LD,
        "rdf": RdfFormat.RDF_XML,
    }
    if form != "ttl":
        return serialize(triples, format=forms[form]) or b""
    named = {
        str(getattr(term, "value", ""))
        for triple in triples
        for term in (triple.subject, triple.predicate, triple.object, getattr(triple.object, "datatype", None))
    }
    used = {name: space for name, space in PREFIXES.items() if any(iri.startswith(space) for iri in named)}
    lines = (serialize(triples, format=RdfFormat.TURTLE, prefixes=used) or b"").splitlines(keepends=True)
    # The declarations come in the order of a hash table of the moment.
    return b"".join([*sorted(lines[: len(used)]), *lines[len(used) :]])


def _not_acceptable(what: str) -> tuple[Reply, bytes]:
    return Reply(
        "error", 406, f"This query answers {what}, and the request accepts none of the forms that they have here."
    ), b""


def _too_many(what: str, limit: int) -> tuple[Reply, bytes]:
    reason = f"The answer has more than {limit} {what}, the limit of this server; nothing is left out silently. Ask with ORDER BY, LIMIT and OFFSET."
    return Reply("error", 422, reason), b""


def _bounded(reply: Reply, body: bytes, *, limit: int) -> tuple[Reply, bytes]:
    if len(body) > limit:
        return Reply("error", 422, f"The answer takes {len(body)} bytes; the limit of this server is {limit}."), b""
    return reply, body


def pack(header: object, body: bytes = b"") -> bytes:
    """Return a frame."""
    head = json.dumps(header).encode()
    return LENGTHS.pack(len(head), len(body)) + head + body


def _frames(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    while len(start := stream.read(LENGTHS.size)) == LENGTHS.size:
        head, body = LENGTHS.unpack(start)
        made: dict[str, Any] = json.loads(stream.read(head))
        stream.read(body)
        yield made


def _listen(stream: BinaryIO, tasks: queue.SimpleQueue[dict[str, Any]]) -> None:
    for frame in _frames(stream):
        tasks.put(frame)
    os._exit(0)


def _confine(memory: int) -> None:
    resource.setrlimit(
        resource.RLIMIT_CORE, (0, 0)
    )  # a hostile query may crash this process; nobody wants its memory on disk
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    bound = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (bound, hard))


def main(arguments: Sequence[str]) -> None:
    """Answer the tasks that come on stdin until it ends."""
    path, memory = arguments
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever prints does not break the frames
    with open_store(path) as store:
        _confine(int(memory))
        tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
        _write(out, pack({"ready": True}))
        while True:
            frame = tasks.get()
            values: dict[str, Any] = {
                n: tuple(value) if isinstance(value, list) else value for n, value in frame.items()
            }
            task = Task(**values)
            reply, body = answer(store, task)
            _write(out, pack(asdict(reply), body))


def _write(out: Any, frame: bytes) -> None:
    view = memoryview(frame)
    while view:
        view = view[out.write(view) :]


if __name__ == "__main__":
    main(sys.argv[1:])
