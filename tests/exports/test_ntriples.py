"""N-Triples: one sorted triple a line."""

from __future__ import annotations

import pytest

from exports import get_format
from kg.rdf import triples
from tests import samples


def test_the_lines_are_the_sorted_triples():
    graph = samples.hostile_graph()
    made = "".join(get_format("ntriples").dumps(graph)).splitlines(keepends=True)
    assert "".join(made) == "".join(triples(graph))
    lines = "".join(made).split("\n")[:-1]
    assert lines == sorted(set(lines))
    assert all(line.startswith("<") and line.endswith(" .") for line in lines)


def test_counting_reads_every_line(tmp_path):
    (tmp_path / "g.nt").write_text("<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n")
    assert get_format("ntriples").count(tmp_path / "g.nt") == "2 triples"
    (tmp_path / "g.nt").write_text("<a:a> <a:b> <a:c> .\n<a:a> <a:b>\n")
    with pytest.raises(SyntaxError):
        get_format("ntriples").count(tmp_path / "g.nt")
