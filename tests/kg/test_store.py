"""A graph on disk: written whole or not at all, checked when read, asked in SPARQL."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given, settings
from pyoxigraph import Store

import kg
from kg import store
from kg.errors import GraphFormatError, QueryError
from kg.store import commit, layout
from tests.samples import EXTRACTIONS, FAST, SLOW, TERMS, graph, hostile_extraction, said
from tests.strategies import corpora


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "graph.kg"
    store.save(made, EXTRACTIONS, TERMS, version="test")
    return made


def files(path):
    return {
        file.name: file.read_bytes() if file.is_file() else sorted(inner.name for inner in file.iterdir())
        for file in path.iterdir()
        if file.name != layout.LOCK
    }


def part(path, name):
    """Return where the part *name* of the graph at *path* stands."""
    return layout.read_manifest(path).file(path, name)


def test_what_is_saved_is_loaded(path):
    assert said(kg.load(path)) == said(graph())


def test_a_graph_of_hostile_papers_is_saved_and_loaded(tmp_path):
    papers = (*EXTRACTIONS, hostile_extraction())
    made = store.save(tmp_path / "g", papers, TERMS, version="test")
    assert said(store.load(tmp_path / "g")) == said(made)
    assert store.query(tmp_path / "g", "SELECT ?p { ?p a kg:Paper }").rows


@settings(max_examples=15)
@given(corpora)
def test_the_log_gives_back_every_extraction(tmp_path_factory, extractions):
    path = tmp_path_factory.mktemp("log") / "g"
    store.save(path, extractions, TERMS, version="test")
    assert store.read_log(path)[0] == sorted(extractions, key=lambda extraction: extraction.id)


def test_only_terms_in_use_are_kept(path):
    _, terms = store.read_log(path)
    assert "entity/ampere" in terms
    assert "entity/never-mentioned" not in terms


def test_saving_twice_and_in_another_order_writes_the_same_bytes(path, tmp_path):
    store.save(tmp_path / "other.kg", EXTRACTIONS[::-1], TERMS, version="test")
    assert files(tmp_path / "other.kg") == files(path)


def test_a_graph_is_replaced_and_nothing_else_is_left_behind(path):
    store.save(path, [SLOW], TERMS, version="test")
    assert [paper.id for paper in store.read_log(path)[0]] == [SLOW.id]
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_missing_folders_above_the_graph_are_made(tmp_path):
    store.save(tmp_path / "a" / "b" / "g", [SLOW], TERMS, version="test")
    assert store.query(tmp_path / "a" / "b" / "g", "ASK { ?p a kg:Paper }").rows == (("true",),)


@pytest.mark.parametrize("broken", ["quads.fill", "sha256", "_sync_tree", "_create"])
def test_a_build_that_fails_midway_leaves_the_old_graph_whole(path, monkeypatch, broken):
    before = files(path)

    def fail(*_):
        raise OSError(28, "No space left on device")

    target, _, name = broken.rpartition(".")
    monkeypatch.setattr(getattr(commit, target) if target else commit, name, fail)
    with pytest.raises(OSError, match="No space left"):
        store.save(path, [SLOW], TERMS, version="test")
    monkeypatch.undo()
    assert files(path) == before
    assert len(store.query(path, "SELECT ?p { ?p a kg:Paper }").rows) == len(EXTRACTIONS)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_first_build_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(commit, "_sync_tree", fail)
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        with pytest.raises(KeyboardInterrupt):
            store.save(tmp_path / name, [SLOW], TERMS, version="test")
    assert [entry.name for entry in tmp_path.rglob("*")] == ["empty"]


def test_leftovers_of_a_killed_build_are_swept_and_never_taken_for_the_graph(path):
    left = {**files(path)}
    for name in ("extractions-0123456789abcdef.jsonl", "manifest.json.new"):
        (path / name).write_text("{")
    (path / "store-0123456789abcdef").mkdir()
    assert said(store.load(path)) == said(graph())
    with store.writing(path):
        pass
    assert files(path) == left


def test_a_graph_that_is_built_again_as_it_is_mends_what_was_damaged(path):
    part(path, "extractions").write_text("{}")
    for file in part(path, "store").iterdir():
        file.unlink()
    store.save(path, EXTRACTIONS, TERMS, version="test")
    assert said(store.load(path)) == said(graph())
    assert store.query(path, "ASK { ?p a kg:Paper }").rows == (("true",),)


def test_a_graph_has_the_permissions_of_the_folder_it_stands_in(path):
    assert path.stat().st_mode & 0o777 == path.parent.stat().st_mode & 0o777


def test_a_graph_behind_a_link_is_replaced_where_it_stands(path, tmp_path):
    link = tmp_path / "link.kg"
    link.symlink_to(path, target_is_directory=True)
    store.save(link, [SLOW], TERMS, version="test")
    assert link.is_symlink()
    assert len(store.read_log(path)[0]) == 1


@pytest.mark.parametrize("name", ["notes.txt", "package.json"])
def test_a_folder_with_other_files_is_never_overwritten_even_if_it_has_a_manifest(tmp_path, name):
    foreign = tmp_path / "site"
    foreign.mkdir()
    (foreign / "manifest.json").write_text("{}")
    (foreign / name).write_text("mine")
    with pytest.raises(GraphFormatError, match=f"holds {name}"):
        store.save(foreign, EXTRACTIONS, TERMS, version="test")
    assert (foreign / name).read_text() == "mine"


def test_a_file_is_never_overwritten(tmp_path):
    (tmp_path / "f").write_text("mine")
    with pytest.raises(GraphFormatError, match="no directory"):
        store.save(tmp_path / "f", EXTRACTIONS, TERMS, version="test")
    assert (tmp_path / "f").read_text() == "mine"


def test_an_empty_folder_may_become_a_graph_but_not_the_one_we_stand_in(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GraphFormatError, match="working directory"):
        store.check_target(type(tmp_path)())
    (tmp_path / "empty").mkdir()
    store.save(tmp_path / "empty", [SLOW], TERMS, version="test")
    assert store.load(tmp_path / "empty").count()["nodes"]["Paper"] == 1


def _text(text):
    return lambda path: (path / "manifest.json").write_text(text)


def _change(path, change):
    values = json.loads((path / "manifest.json").read_text())
    change(values)
    (path / "manifest.json").write_text(json.dumps(values))


DAMAGES = {
    "no manifest": (lambda path: (path / "manifest.json").unlink(), "has no manifest.json"),
    "cut manifest": (_text('{"format": 1,'), "is damaged"),
    "list manifest": (_text("[]"), "is damaged"),
    "deep manifest": (_text("[" * 100_000), "is damaged"),
    "foreign manifest": (_text('{"name": "app"}'), "something else"),
    "binary manifest": (lambda path: (path / "manifest.json").write_bytes(b"\xff\xfe\x00"), "is damaged"),
    "other version": (_text('{"format": 99}'), "has format 99"),
    "older version": (_text('{"format": 1}'), "has format 1, this version reads 2; build it anew"),
    "no files": (_text('{"format": 2}'), "is damaged"),
    "no store": (_text('{"format": 2, "files": {}}'), "names no extractions"),
    "foreign files": (
        lambda path: _change(path, lambda values: values["files"].update(terms="../../x")),
        r"names \.\./\.\./x",
    ),
    "no checksums": (
        lambda path: _change(path, lambda values: values["sha256"].clear()),
        "not the file the manifest describes",
    ),
    "changed log": (
        lambda path: part(path, "extractions").write_text("{}\n"),
        r"extractions-\w+.jsonl is not the file",
    ),
    "binary log": (
        lambda path: part(path, "extractions").write_bytes(b"\xff"),
        r"extractions-\w+.jsonl is not the file",
    ),
    "no log": (lambda path: part(path, "extractions").unlink(), r"extractions-\w+.jsonl: No such file"),
    "no terms": (lambda path: part(path, "terms").unlink(), r"terms-\w+.jsonl: No such file"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_graph_is_refused_with_what_is_wrong(path, damage):
    inflict, message = DAMAGES[damage]
    inflict(path)
    with pytest.raises(GraphFormatError, match=message):
        store.load(path)


@pytest.mark.parametrize("name", ["extractions", "names", "terms"])
@pytest.mark.parametrize("line", ['{"id":"paper/1"}', "[]", "no json"])
def test_records_of_another_version_are_refused(path, name, line):
    part(path, name).write_text(line + "\n")
    digest = hashlib.sha256((line + "\n").encode()).hexdigest()
    _change(path, lambda values: values["sha256"].update({name: digest}))
    with pytest.raises(GraphFormatError, match=r"another version.*build it anew"):
        store.load(path)


def test_a_damaged_graph_can_be_built_anew(path):
    (path / "manifest.json").write_text("{")
    store.save(path, [SLOW], TERMS, version="test")
    assert len(store.read_log(path)[0]) == 1


def test_a_path_that_does_not_exist_or_is_a_file_is_refused(tmp_path):
    with pytest.raises(GraphFormatError, match="does not exist"):
        store.load(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(GraphFormatError, match="is a file"):
        store.query(tmp_path / "file", "ASK {}")


def test_a_graph_without_its_store_is_refused_when_asked(path):
    for file in part(path, "store").iterdir():
        file.unlink()
    with pytest.raises(GraphFormatError, match="store cannot be opened"):
        store.query(path, "ASK {}")


def test_the_manifest_counts_what_the_graph_holds(path):
    manifest = json.loads((path / "manifest.json").read_text())
    assert manifest["papers"] == 5
    assert manifest["counts"] == graph().count()


def test_a_query_needs_no_prefixes_and_sees_all_papers_at_once(path):
    answer = store.query(
        path, "SELECT ?title { ?p kg:uses entity:mixture-of-experts ; dcterms:title ?title } ORDER BY ?title"
    )
    assert answer.columns == ("title",)
    assert answer.rows == ((FAST.document.title,), (SLOW.document.title,))
    assert answer.triples is None


def test_a_query_may_keep_papers_apart(path):
    answer = store.query(path, "SELECT ?g { GRAPH ?g { ?p kg:introduces entity:fastmix } }")
    assert answer.rows == ((f"https://w3id.org/paperkg/{FAST.id}",),)


def test_unbound_cells_are_none_and_an_ask_is_true_or_false(path):
    assert store.query(path, "SELECT ?x ?y { BIND(1 AS ?x) }").rows == (("1", None),)
    assert store.query(path, "ASK { ?p a kg:Paper }").rows == (("true",),)
    assert store.query(path, "ASK { ?p a kg:Nothing }").rows == (("false",),)


def test_a_construct_answers_sorted_triples_in_both_forms(path):
    answer = store.query(path, "CONSTRUCT { ?p kg:uses ?t } WHERE { ?p kg:uses ?t }")
    assert answer.columns == ("subject", "predicate", "object")
    assert list(answer.triples) == sorted(set(answer.triples))
    assert len(answer.rows) == len(answer.triples) > 2
    assert answer.triples[0].endswith("> .")


def test_a_describe_answers_triples(path):
    assert store.query(path, "DESCRIBE entity:fastmix").triples


@pytest.mark.parametrize(
    ("sparql", "told"),
    [
        ("SELEC ?x {}", r"Line 1, column \d+ of the query: "),
        ("", "Line 1, column 1 of the query: something is missing"),
        ("SELECT ?x { ?x a kg:Paper", "Line 1, column 26 of the query: something is missing before the end"),
        ("SELECT ?x {\n ?x kg:uses kg:a kg:b }", "Line 2, column "),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", "Line 1, column "),
        ("SELECT (COUNT(?x) AS ?n) ?y { ?x a ?y }", "contains a variable that is unbound"),
        ("\x00", "Line 1, column "),
    ],
)
def test_what_is_no_query_is_refused_in_one_line_with_the_place(path, sparql, told):
    with pytest.raises(QueryError, match=told) as caught:
        store.query(path, sparql)
    assert "\n" not in str(caught.value)
    assert "skos" not in str(caught.value)


def test_an_unknown_prefix_is_named_with_the_known_ones(path):
    with pytest.raises(QueryError, match=r"^Line 1, column 55 of the query: unknown prefix nix:\. .*skos") as caught:
        store.query(path, 'PREFIX mine: <a:> SELECT ?x { ?x mine:y "no:prefix" ; nix:y <no:iri> }')
    assert "\n" not in str(caught.value)


def test_a_derived_edge_tells_since_when_and_from_how_many_papers(path):
    rows = store.query(
        path,
        """SELECT ?first ?last ?papers { ?said rdf:predicate kg:collaboratesWith ; rdf:subject institution:02v51f717 ;
           kg:first ?first ; kg:last ?last ; kg:papers ?papers }""",
    ).rows
    assert rows
    assert all(first <= last and int(papers) >= 1 for first, last, papers in rows)


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
        "SELECT * { service silent ?where { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o.SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
        r"SELECT * { \u0053ERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p '#' SERVICE<http://127.0.0.1/>{ ?s ?p ?o } }",
        "SELECT * { <http://a/#b> ?p ?o . SERVICE schema:x { } }",
    ],
)
def test_a_query_never_leaves_the_machine(path, sparql):
    with pytest.raises(QueryError, match="offline"):
        store.query(path, sparql)


@pytest.mark.parametrize(
    "sparql",
    [
        "ASK { ?service a kg:Paper }",
        "ASK { ?p a kg:Paper . FILTER (?p != schema:service) }",
        "ASK { ?p a kg:Paper . FILTER ('a SERVICE <x>' != \"SERVICE\") }",
        "ASK { ?p a kg:Paper } # SERVICE",
        "ASK { ?p a kg:Paper . FILTER (?p != <http://a/SERVICE>) }",
    ],
)
def test_the_word_service_may_stand_where_it_calls_nobody(path, sparql):
    assert store.query(path, sparql).rows == (("true",),)


def test_a_query_loads_neither_the_log_nor_the_graph(path, monkeypatch):
    part(path, "extractions").unlink()
    monkeypatch.setattr(store, "build", None)
    assert store.query(path, "ASK { ?p a kg:Paper }").rows == (("true",),)


def test_the_store_can_be_asked_directly():
    assert store.ask(Store(), "SELECT ?x { ?x a kg:Paper }").rows == ()


def test_property_paths_walk_as_far_as_the_edges_lead(path):
    wider = store.query(
        path,
        "SELECT ?label { entity:expert-parallelism kg:broader+/skos:prefLabel ?label FILTER(lang(?label) = 'en') }",
    )
    assert wider.rows == (("model parallelism",),)
    either = "SELECT DISTINCT ?p { ?p (kg:uses|kg:mentions)/kg:broader* entity:model-parallelism } ORDER BY ?p"
    assert {row[0].rpartition("/")[2] for row in store.query(path, either).rows} == {
        FAST.id.rpartition("/")[2],
        SLOW.id.rpartition("/")[2],
    }
    back = "SELECT ?label { entity:ampere ^kg:hasArchitecture/^kg:evaluatedOn/dcterms:title ?label } ORDER BY ?label"
    assert len(store.query(path, back).rows) == 2
