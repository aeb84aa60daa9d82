"""SPARQL over the store of a graph: read-only, offline, while writers write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import GraphFormatError, QueryError
from kg.rdf import PREFIXES
from kg.store.layout import STORE, read_manifest
from kg.store.lock import reading

if TYPE_CHECKING:
    import pyoxigraph

# What SPARQL has no keywords in (IRIs, strings, comments), and the call of another server outside of them.
_OPAQUE = re.compile(
    r"""<[^<>"{}|^`\\\s]*>|\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*""", re.DOTALL
)
_SERVICE = re.compile(r"(?<![\w:?$-])SERVICE(?![\w:-])", re.IGNORECASE)
# Prefixes as a query declares and as it uses them, its IRIs, strings and comments apart.
_DECLARED = re.compile(r"(?i:PREFIX)\s+([\w.-]*):")
_PREFIX = re.compile(r"(?<![\w:?$-])([A-Za-z][\w.-]*):")
_FROM = re.compile(r"(?<![\w:?$-])FROM(?![\w:-])", re.IGNORECASE)
_CODE_POINT = re.compile(r"\\u([0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a SPARQL query. *columns* are the variables; a cell is None where the variable is unbound.

    An ASK has one column ``answer``; a CONSTRUCT or DESCRIBE has ``subject``, ``predicate`` and ``object``, and its *triples* as
    N-Triples lines besides, sorted; for other queries *triples* is None.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    triples: tuple[str, ...] | None = None


@contextmanager
def open_store(path: str | os.PathLike[str]) -> Iterator[pyoxigraph.Store]:
    """Yield the store of the graph at *path*, read-only; its files stay within the block, whatever a writer does meanwhile.

    Raises GraphFormatError where there is no graph.
    """
    from pyoxigraph import Store

    folder = Path(path)
    with ExitStack() as kept:
        while True:
            manifest = read_manifest(folder)
            stored = manifest.file(folder, STORE)
            try:
                kept.enter_context(reading(stored))
                store = Store.read_only(str(stored))
                break
            except (OSError, ValueError, RuntimeError) as err:
                kept.close()
                if read_manifest(folder) == manifest:
                    reason = f"its store cannot be opened ({err}); build the graph anew"
                    raise GraphFormatError(str(path), reason) from err
        yield store


def query(path: str | os.PathLike[str], sparql: str) -> Answer:
    """Return what the store of the graph at *path* answers to *sparql*; the default graph is the union of all.

    Known prefixes need no declaration. Raises QueryError for a query that cannot be parsed or run, GraphFormatError for no graph.
    """
    with open_store(path) as store:
        return ask(store, sparql)


def ask(store: pyoxigraph.Store, sparql: str) -> Answer:
    """Return what *store* answers to *sparql*, as query does.

    >>> from pyoxigraph import Store
    >>> ask(Store(), "ASK { ?paper a kg:Paper }").rows
    (('false',),)
    """
    from pyoxigraph import QueryBoolean, QuerySolutions

    refuse_service(sparql)
    try:
        result = store.query(sparql, prefixes=PREFIXES, use_default_graph_as_union=not names_graphs(sparql))
        if isinstance(result, QueryBoolean):
            return Answer(("answer",), (("true" if bool(result) else "false",),))
        if isinstance(result, QuerySolutions):
            names = [variable.value for variable in result.variables]
            return Answer(tuple(names), tuple(tuple(_cell(solution[name]) for name in names) for solution in result))
        triples = {
            f"{triple} .": (_cell(triple.subject), _cell(triple.predicate), _cell(triple.object)) for triple in result
        }
        columns = ("subject", "predicate", "object")
        return Answer(columns, tuple(triples[line] for line in sorted(triples)), tuple(sorted(triples)))
    except (SyntaxError, ValueError, OSError, RuntimeError) as err:
        raise QueryError(explained(str(err), sparql)) from err


def explained(message: str, sparql: str) -> str:
    """Return in one line where the query *sparql* is wrong and what is wrong, from the parser's *message*."""
    # The parser tells how far it came; a prefix that nobody knows stands before that.
    plain = _OPAQUE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), sparql)
    declared = {name.casefold() for name in _DECLARED.findall(plain)}
    for used in _PREFIX.finditer(plain):
        if used[1] not in PREFIXES and used[1].casefold() not in declared:
            line, column = plain.count("\n", 0, used.start()) + 1, used.start() - plain.rfind("\n", 0, used.start())
            where = f"Line {line}, column {column} of the query"
            known = ", ".join(sorted(PREFIXES))
            return f"{where}: unknown prefix {used[1]}:. These need no declaration: {known}."
    match = re.match(r"error at (\d+):(\d+): (.*)", message, re.DOTALL)
    if not match:
        return " ".join(message.split())
    where, told = f"Line {match[1]}, column {match[2]} of the query", match[3]
    sentences = re.findall(r"[A-Z][A-Za-z]*(?: [A-Za-z]+){2,}", told)
    if sentences:
        return f"{where}: {sentences[0]}."
    lines_ = sparql.split("\n")
    rest = " ".join("\n".join([lines_[int(match[1]) - 1][int(match[2]) - 1 :], *lines_[int(match[1]) :]]).split())
    signs = re.findall(r'"([^"]+)"', told)
    what = f"“{rest[:40]}” is not expected" if rest else "something is missing before the end of the query"
    return f"{where}: {what}{'; one of these is: ' + ' '.join(signs) if signs else ''}."


def refuse_service(sparql: str) -> None:
    """Raise QueryError if *sparql* calls another server.

    >>> refuse_service("SELECT * { ?service kg:uses 'SERVICE' }")
    """
    if _says(_SERVICE, sparql):
        raise QueryError("SERVICE would ask another server; a graph is asked alone and offline.")


def names_graphs(sparql: str) -> bool:
    """Return whether *sparql* says with FROM or FROM NAMED which graphs it asks; else the default graph is the union of all.

    >>> names_graphs("SELECT * FROM <a:b> { ?s ?p ?o }"), names_graphs("SELECT * { ?from ?p 'FROM' }")
    (True, False)
    """
    return _says(_FROM, sparql)


def _says(word: re.Pattern[str], sparql: str) -> bool:
    spelt = _CODE_POINT.sub(lambda match: chr(int(match[1], 16)), sparql)
    return any(word.search(_OPAQUE.sub("<>", text)) for text in (sparql, spelt))


def _cell(term: Any) -> str | None:
    return None if term is None else str(getattr(term, "value", term))
