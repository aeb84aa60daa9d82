"""Writing: whole, read back, or not at all."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import exports
from exports import ReadBackError, find_format, format_names, get_format, write
from kg.errors import KGError, UnknownNameError
from kg.graph import KnowledgeGraph
from tests import samples


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def test_the_suffix_names_the_format_whatever_its_case(tmp_path):
    assert find_format(tmp_path / "g.TTL") is get_format("turtle")


@pytest.mark.parametrize("path", ["g.turtel", "g", "ttl", ""])
def test_an_unknown_suffix_is_refused_with_the_known_ones(path):
    with pytest.raises(UnknownNameError, match=r"Known: .*\.ttl"):
        find_format(path)


def test_an_unknown_format_is_refused_with_the_closest(graph, tmp_path):
    with pytest.raises(UnknownNameError, match="Did you mean 'turtle'"):
        write(graph, tmp_path / "g.ttl", format="turtel")
    assert list(tmp_path.iterdir()) == []


def test_the_format_wins_over_the_suffix(graph, tmp_path):
    write(graph, tmp_path / "g.ttl", format="jsonl")
    assert (tmp_path / "g.ttl").read_text()[0] == "{"


def test_a_missing_directory_is_an_error(graph, tmp_path):
    with pytest.raises(FileNotFoundError):
        write(graph, tmp_path / "none" / "g.ttl")


def _half(_):
    yield "half"
    raise RuntimeError("stopped midway")


@pytest.mark.parametrize("name", format_names())
def test_a_write_that_fails_midway_keeps_the_old_file(graph, tmp_path, monkeypatch, name):
    target = tmp_path / f"g{get_format(name).SUFFIXES[0]}"
    target.write_text("old")
    monkeypatch.setattr(get_format(name), "dumps", _half)
    with pytest.raises(RuntimeError, match="midway"):
        write(graph, target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", format_names())
def test_what_cannot_be_read_back_is_not_kept(graph, tmp_path, monkeypatch, name):
    monkeypatch.setattr(get_format(name), "dumps", lambda _: iter("{<half"))
    with pytest.raises(ReadBackError, match="cannot be read back") as caught:
        write(graph, tmp_path / "g", format=name)
    assert isinstance(caught.value, KGError)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_readable_by_others_as_the_umask_allows(graph, tmp_path):
    (tmp_path / "plain").touch()
    write(graph, tmp_path / "g.nt")
    assert (tmp_path / "g.nt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_line_ends_are_the_same_everywhere(tmp_path, monkeypatch):
    format_ = SimpleNamespace(SUFFIXES=(".x",), LOSES="", dumps=lambda _: iter(["a\n"]), count=lambda _: "1")
    monkeypatch.setattr(exports, "find_format", lambda _: format_)
    write(None, tmp_path / "g.x")
    assert (tmp_path / "g.x").read_bytes() == b"a\n"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_text)
        write(KnowledgeGraph(), pipe, format="graphml")
        assert "<graphml" in read.result(timeout=30)
    assert pipe.is_fifo()


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "link.graphml").symlink_to("real.graphml")
    write(KnowledgeGraph(), tmp_path / "link.graphml")
    assert (tmp_path / "link.graphml").is_symlink()
    assert "<graphml" in (tmp_path / "real.graphml").read_text()
