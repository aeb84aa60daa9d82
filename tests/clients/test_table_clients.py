"""DuckDB and pandas read every table of every view of the seeds, and say the same of it."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from exports import cut, view_names, write
from exports.formats.parquet import EDGES, NODES

VIEWS = view_names()


def package(name):
    """Return the package called *name*; where it is absent the test is skipped, under CI=true it fails."""
    return __import__(name) if os.environ.get("CI") == "true" else pytest.importorskip(name)


@pytest.fixture(scope="session")
def views(seeds_graph):
    return {name: cut(seeds_graph, view=name) for name in VIEWS}


@pytest.fixture(scope="session")
def tables(seeds_graph, tmp_path_factory):
    """Every view of the seeds as tables, by view and suffix."""
    package("pyarrow")
    folder = tmp_path_factory.mktemp("tables")
    made = {(view, suffix): folder / f"{view}{suffix}" for view in VIEWS for suffix in (".gephi", ".neo4j", ".parquet")}
    for (view, _), path in made.items():
        write(seeds_graph, path, view=view)
    return made


def expected_of(view):
    nodes = {node: (row["type"], row["label"]) for node, row in view.nodes(data=True)}
    return nodes, sorted((s, t, key, row["weight"]) for s, t, key, row in view.edges(keys=True, data=True))


@pytest.mark.parametrize("view", VIEWS)
def test_duckdb_reads_parquet(views, tables, view):
    connection, folder = package("duckdb").connect(), tables[view, ".parquet"]
    nodes, edges = expected_of(views[view])
    found = connection.sql(f"SELECT id, type, label FROM '{folder}/nodes.parquet'").fetchall()
    assert {node: (type_, label) for node, type_, label in found} == nodes
    found = connection.sql(f"SELECT source, target, kind, weight FROM '{folder}/edges.parquet'").fetchall()
    assert sorted(found) == edges
    sql = {"string": "VARCHAR", "integer": "BIGINT", "double": "DOUBLE", "list": "VARCHAR[]"}
    for name, stated in (("nodes", NODES), ("edges", EDGES)):
        described = connection.sql(f"DESCRIBE SELECT * FROM '{folder}/{name}.parquet'").fetchall()
        assert [row[:2] for row in described[: len(stated)]] == [
            (column, sql[type_]) for column, type_ in stated.items()
        ]
    behind = connection.sql(f"SELECT sum(len(sources)) FROM '{folder}/edges.parquet'").fetchall()[0][0]
    assert behind == sum(len(row["sources"]) for *_, row in views[view].edges(data=True))


@pytest.mark.parametrize("view", VIEWS)
def test_pandas_reads_parquet_and_both_kinds_of_csv(views, tables, view):
    pandas = package("pandas")
    nodes, edges = expected_of(views[view])
    read = {
        "parquet": [pandas.read_parquet(tables[view, ".parquet"] / f"{name}.parquet") for name in ("nodes", "edges")],
        "gephi": [pandas.read_csv(tables[view, ".gephi"] / f"{name}.csv") for name in ("nodes", "edges")],
        "neo4j": [pandas.read_csv(tables[view, ".neo4j"] / f"{name}.csv") for name in ("nodes", "relationships")],
    }
    heads = {
        "parquet": (["id", "type", "label"], ["source", "target", "kind", "weight"]),
        "gephi": (["Id", "type", "Label"], ["Source", "Target", "Kind", "Weight"]),
        "neo4j": (["id:ID", ":LABEL", "label:string"], [":START_ID", ":END_ID", ":TYPE", "weight:double"]),
    }
    for name, (things, links) in read.items():
        of_nodes, of_edges = heads[name]
        found = things[of_nodes].itertuples(index=False, name=None)
        assert {node: (type_, label) for node, type_, label in found} == nodes, name
        assert sorted(links[of_edges].itertuples(index=False, name=None)) == edges, name
        assert links[of_edges[-1]].dtype == "float64", name


@pytest.mark.parametrize("view", VIEWS)
def test_duckdb_reads_csv_for_neo4j_by_the_types_of_its_head(views, tables, view):
    connection, folder = package("duckdb").connect(), tables[view, ".neo4j"]
    described = connection.sql(f"DESCRIBE SELECT * FROM read_csv('{folder}/relationships.csv')").fetchall()
    types = {row[0]: row[1] for row in described}
    assert (types["weight:double"], types["papers:long"]) == ("DOUBLE", "BIGINT")
    found = connection.sql(
        f"SELECT \":TYPE\", count(*) FROM read_csv('{folder}/relationships.csv') GROUP BY 1"
    ).fetchall()
    assert dict(found) == Counter(key for *_, key in views[view].edges(keys=True))
    ends = connection.sql(
        f"SELECT count(*) FROM read_csv('{folder}/relationships.csv') e WHERE NOT EXISTS "
        f'(SELECT 1 FROM read_csv(\'{folder}/nodes.csv\', all_varchar=true) n WHERE n."id:ID" = e.":END_ID")'
    ).fetchall()[0][0]
    assert ends == 0
