"""A built graph on disk: the extraction log, the Oxigraph store beside it, and SPARQL over the store."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg import codec
from kg.build import build
from kg.errors import GraphFormatError, QueryError
from kg.graph import VOCABULARY, KnowledgeGraph
from kg.rdf import PREFIXES, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyoxigraph

    from kg.records import Extraction, Term

FORMAT = 1
_LOG = "extractions.jsonl"
_TERMS = "terms.jsonl"
_STORE = "store"
_MANIFEST = "manifest.json"


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


def save(path: Path, extractions: Sequence[Extraction], terms: Mapping[str, Term], *, version: str) -> KnowledgeGraph:
    """Build the graph of *extractions*, write it as the directory *path* and return it.

    Everything is written to a temporary sibling first: a build that is killed leaves what stood at *path* whole.
    Raises GraphFormatError if *path* exists and is no graph.
    """
    check_target(path)
    path = path.resolve()
    ordered = sorted(extractions, key=lambda extraction: extraction.id)
    graph = build(ordered, terms)
    used = sorted(
        (term for term in terms.values() if graph.says(term.id, VOCABULARY + term.row)), key=lambda term: term.id
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with _sibling(path) as made:
        log = "".join(codec.dumps(extraction) + "\n" for extraction in ordered)
        known = "".join(codec.dumps_term(term) + "\n" for term in used)
        (made / _LOG).write_text(log, encoding="utf-8", newline="\n")
        (made / _TERMS).write_text(known, encoding="utf-8", newline="\n")
        _fill_store(made / _STORE, lines(graph))
        manifest = {
            "format": FORMAT,
            "paperkg": version,
            "papers": len(ordered),
            "counts": graph.count(),
            "sha256": {_LOG: _sha256(log), _TERMS: _sha256(known)},
        }
        (made / _MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return graph


def check_target(path: Path) -> None:
    """Raise GraphFormatError unless a graph can be written to *path*: nothing, an empty directory or a graph stands there."""
    if not path.exists():
        return
    if not path.is_dir():
        raise GraphFormatError(str(path), "exists and is no directory; it is left as it is")
    # A manifest alone proves nothing: other programs have files of that name.
    foreign = sorted({file.name for file in path.iterdir()} - {_LOG, _TERMS, _STORE, _MANIFEST})
    if foreign or path.resolve() == Path.cwd():
        reason = f"it holds {foreign[0]}" if foreign else "it is the working directory"
        raise GraphFormatError(str(path), f"exists and is no graph ({reason}); it is left as it is")


@contextmanager
def _sibling(path: Path) -> Iterator[Path]:
    """Yield a new directory beside *path* that takes its place when the block ends without an error."""
    try:
        made = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    except OSError as err:
        err.filename = str(path)  # the name the caller knows
        raise
    made.chmod(path.stat().st_mode & 0o777 if path.exists() else path.parent.stat().st_mode & 0o777)
    old = made.with_name(made.name + ".old")
    try:
        yield made
        if path.exists():
            path.rename(old)
        made.rename(path)
    except BaseException:
        if old.exists() and not path.exists():
            old.rename(path)
        raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _fill_store(path: Path, quads: Iterable[str]) -> None:
    from pyoxigraph import RdfFormat, Store

    store = Store(str(path))
    store.bulk_load(BytesIO("".join(quads).encode()), format=RdfFormat.N_QUADS)
    store.optimize()
    store.flush()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read_manifest(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the manifest of the graph at *path*. Raises GraphFormatError for a path that is no graph of this version."""
    file = Path(path) / _MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        what = "is no graph (it has no manifest.json)" if Path(path).exists() else "does not exist"
        raise GraphFormatError(str(path), f"{what}; build a graph with: kg build FILE... -o graph.kg") from None
    except NotADirectoryError:
        raise GraphFormatError(str(path), "is a file; a graph is a directory made by kg build") from None
    except OSError as err:
        raise GraphFormatError(str(file), err.strerror or str(err)) from err
    except (ValueError, RecursionError) as err:
        raise GraphFormatError(str(file), f"is damaged: {err}") from err
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise GraphFormatError(str(file), "is damaged, or the manifest of something else")
    if manifest["format"] != FORMAT:
        reason = f"has format {manifest['format']}, this version reads {FORMAT}; build it anew"
        raise GraphFormatError(str(path), reason)
    return manifest


def read_log(path: str | os.PathLike[str]) -> tuple[list[Extraction], dict[str, Term]]:
    """Return the extractions and the terms that the graph at *path* was built from. Raises GraphFormatError."""
    sums = read_manifest(path).get("sha256")
    texts = {}
    for name in (_LOG, _TERMS):
        try:
            raw = (Path(path) / name).read_bytes()
        except OSError as err:
            raise GraphFormatError(str(path), f"{name}: {err.strerror}") from err
        if not isinstance(sums, dict) or hashlib.sha256(raw).hexdigest() != sums.get(name):
            raise GraphFormatError(str(path), f"{name} is not the file the manifest describes; build the graph anew")
        texts[name] = raw.decode()
    # Not splitlines: JSON strings may hold U+2028 and the like unescaped.
    try:
        extractions = [codec.loads(line) for line in texts[_LOG].split("\n") if line]
        terms = [codec.loads_term(line) for line in texts[_TERMS].split("\n") if line]
    except (KeyError, TypeError, ValueError) as err:
        raise GraphFormatError(str(path), f"holds records of another version ({err!r}); build it anew") from err
    return extractions, {term.id: term for term in terms}


def load(path: str | os.PathLike[str]) -> KnowledgeGraph:
    """Return the graph at *path* for use from Python. Raises GraphFormatError."""
    extractions, terms = read_log(path)
    return build(extractions, terms)


def query(path: str | os.PathLike[str], sparql: str) -> Answer:
    """Return what the store of the graph at *path* answers to *sparql*; the default graph is the union of all.

    Known prefixes need no declaration. Raises QueryError for a query that cannot be parsed or run, GraphFormatError for no graph.
    """
    with open_store(path) as store:
        return ask(store, sparql)


@contextmanager
def open_store(path: str | os.PathLike[str]) -> Iterator[pyoxigraph.Store]:
    """Yield the store of the graph at *path*, read-only. Raises GraphFormatError."""
    from pyoxigraph import Store

    read_manifest(path)
    try:
        store = Store.read_only(str(Path(path) / _STORE))
    except (OSError, ValueError, RuntimeError) as err:
        raise GraphFormatError(str(path), f"its store cannot be opened ({err}); build the graph anew") from err
    yield store


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
