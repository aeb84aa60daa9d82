"""What every reader must survive, whichever there are: cut, flipped, packed, nested and endless input, within bounded memory."""

from __future__ import annotations

import gzip
import io
import random
import tracemalloc
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

import seeds
from extractors.parsing import opening
from extractors.parsing.reading import Problem
from extractors.readers import find_reader, get_reader, read_bytes, read_paths, reader_names
from kg.errors import InputError
from kg.records import Document

READERS = reader_names()
FOLDER = Path(seeds.__file__).parent / "samples"
SAMPLES = {
    find_reader(file.name, file.read_text(encoding="utf-8")).__name__.rpartition(".")[2]: file
    for file in sorted(FOLDER.iterdir())
    if file.name != ".kgignore"
}
XML = ("atom", "dblp", "oai", "rss")
MIB = 1024**2


def readings_of(raw, name, **more):
    """The readings of *raw*, an InputError among them as the problem that it becomes for the user."""
    try:
        found = read_bytes(raw, source="f.in", format=name, **more)
    except InputError as err:
        found = [Problem(err.path, err.line, err.reason)]
    lines = raw.count(b"\n") + raw.count(b"\r") + 1
    for reading in found:
        assert isinstance(reading, (Document, Problem))
        assert reading.source == "f.in"
        assert 0 <= reading.line <= lines
        if isinstance(reading, Problem):
            assert reading.reason
            assert len(reading.text) <= 20_000
            assert len(reading.reason) < 2_000
    return found


def test_there_is_a_sample_of_every_format():
    assert set(SAMPLES) == set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_breaks_off_gives_its_whole_records_and_never_more(name):
    raw = SAMPLES[name].read_bytes()
    whole = readings_of(raw, name)
    before = 0
    for cut in (*range(1, len(raw), 199), len(raw)):
        found = readings_of(raw[:cut], name)
        documents = sum(isinstance(reading, Document) for reading in found)
        assert found or cut < len(raw)
        assert documents <= len(whole)
        before = max(before, documents)
    assert before == len(whole)


@pytest.mark.parametrize("name", READERS)
@given(seed=st.integers(0, 2**32), many=st.integers(1, 40))
@settings(max_examples=25, deadline=None)
def test_flipped_bytes_give_documents_or_problems(name, seed, many):
    raw = bytearray(SAMPLES[name].read_bytes())
    chance = random.Random(seed)
    for _ in range(many):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    readings_of(bytes(raw), name)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "gb18030", "latin-1", "cp1252"])
@pytest.mark.parametrize("name", READERS)
def test_another_encoding_is_read_right_or_told(name, encoding):
    text = SAMPLES[name].read_text(encoding="utf-8")
    known = {reading.title for reading in readings_of(SAMPLES[name].read_bytes(), name)}
    raw = text.encode(encoding, "replace")
    for reading in readings_of(raw, name):
        if isinstance(reading, Document) and reading.title not in known:
            # Only what is no UTF-8 and says so may be read otherwise: by the encoding that XML declares.
            assert name in XML or raw.decode("utf-8", "replace").count("\ufffd") == 0


@pytest.mark.parametrize("name", XML)
def test_an_entity_bomb_is_refused(name):
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(12))
    root = {"atom": "feed", "dblp": "dblp", "oai": "OAI-PMH", "rss": "rss"}[name]
    text = f'<?xml version="1.0"?><!DOCTYPE {root} [<!ENTITY e0 "boom">{entities}]><{root}><a>&e12;</a></{root}>'
    (problem,) = readings_of(text.encode(), name)
    assert "declares entities" in problem.reason


@pytest.mark.parametrize("name", XML)
def test_an_external_entity_is_never_read(name, tmp_path):
    (tmp_path / "secret.txt").write_text("the secret")
    text = SAMPLES[name].read_text(encoding="utf-8")
    head, _, rest = text.partition("?>\n")
    rest = rest[rest.index(">\n") + 2 :] if rest.startswith("<!DOCTYPE") else rest
    root = rest.lstrip()[1:].split()[0].split(">")[0]
    address = (tmp_path / "secret.txt").as_uri()
    doctype = f'<!DOCTYPE {root} [<!ENTITY secret SYSTEM "{address}">]>'
    hostile = f"{head}?>\n{doctype}\n{rest.replace('RiverKernel', '&secret;')}"
    found = readings_of(hostile.encode(), name)
    assert all("the secret" not in repr(reading) for reading in found)
    assert any(isinstance(reading, Problem) for reading in found)


def test_an_external_document_type_is_not_fetched(tmp_path):
    (tmp_path / "dblp.dtd").write_text('<!ENTITY uuml "the secret">')
    address = (tmp_path / "dblp.dtd").as_uri()
    raw = SAMPLES["dblp"].read_bytes().replace(b'"dblp.dtd"', f'"{address}"'.encode())
    assert any(author.name == "Karl Müller" for author in readings_of(raw, "dblp")[0].authors)


BOMB = 300 * MIB
LINE = b"a" * (MIB - 1) + b"\n"


@pytest.fixture(scope="module")
def zeros():
    """The content of a file that is nothing but one letter, packed by each kind."""
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("papers.jsonl", "w") as member:
        for _ in range(BOMB // MIB):
            member.write(LINE)
    packer = zstandard.ZstdCompressor().compressobj()
    zstd = b"".join(packer.compress(LINE) for _ in range(BOMB // MIB)) + packer.flush()
    gz = io.BytesIO()
    with gzip.GzipFile(fileobj=gz, mode="w", mtime=0) as file:
        for _ in range(BOMB // MIB):
            file.write(LINE)
    return {"zip": plain.getvalue(), "zstd": zstd, "gzip": gz.getvalue()}


@pytest.mark.parametrize("kind", ["gzip", "zip", "zstd"])
def test_a_bomb_is_refused_before_it_fills_memory(zeros, kind):
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="zip bomb"):
            read_bytes(zeros[kind], source="f.gz", format="jsonl")
        assert tracemalloc.get_traced_memory()[1] < 160 * MIB
    finally:
        tracemalloc.stop()


def test_what_unpacks_to_more_than_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(opening, "LARGEST", 1000)
    with pytest.raises(InputError, match="unpacks to more"):
        read_bytes(gzip.compress(SAMPLES["arxiv"].read_bytes()), source="f.gz")


def test_packed_within_packed_within_packed_is_refused():
    raw = SAMPLES["arxiv"].read_bytes()
    assert len(read_bytes(gzip.compress(gzip.compress(raw)), source="f.gz")) == 2
    with pytest.raises(InputError, match="packed within"):
        read_bytes(gzip.compress(gzip.compress(gzip.compress(raw))), source="f.gz")


@pytest.mark.parametrize("kind", ["gzip", "zstd", "zip"])
def test_packed_data_that_breaks_off_is_told(kind, tmp_path):
    raw = SAMPLES["arxiv"].read_bytes() * 50
    packed = {"gzip": gzip.compress(raw, mtime=0), "zstd": zstandard.compress(raw), "zip": zipped({"a.jsonl": raw})}[
        kind
    ]
    for cut in (10, len(packed) // 2, len(packed) - 3):
        (tmp_path / "f.jsonl.gz").write_bytes(packed[:cut])
        found = list(read_paths([tmp_path / "f.jsonl.gz"]))
        assert isinstance(found[-1], Problem)
        assert "broken" in found[-1].reason


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return out.getvalue()


def test_a_member_that_leads_out_of_the_archive_is_only_a_name():
    raw = zipped({"../../etc/x.jsonl": SAMPLES["arxiv"].read_bytes()})
    assert {reading.source for reading in read_bytes(raw, source="f.zip")} == {"f.zip/../../etc/x.jsonl"}


LONG = {sign: sign.encode() * (10 * MIB // len(sign)) for sign in ("a", " ", "{", "[", '"', "*a", "a,", "\\", "@a{")}


@pytest.mark.parametrize("name", READERS)
def test_a_line_of_ten_megabytes_is_told(name):
    for raw in LONG.values():
        assert all(isinstance(reading, Problem) for reading in readings_of(raw, name))


@pytest.mark.parametrize("name", READERS)
def test_a_line_of_ten_megabytes_takes_little_more_memory_than_it_has(name):
    tracemalloc.start()
    try:
        readings_of(LONG["a"], name)
        assert tracemalloc.get_traced_memory()[1] < 150 * MIB
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", READERS)
def test_a_long_text_within_a_record_of_its_format_is_no_title_and_no_abstract(name):
    raw = SAMPLES[name].read_bytes().replace(b"RiverKernel", b"River" * MIB, 1)
    for reading in readings_of(raw, name):
        if isinstance(reading, Document):
            assert len(reading.title) <= 1_000
            assert len(reading.abstract) <= 20_000


NESTED = {
    "json": lambda n: b'{"title": "x", "abstract": ' + b'{"a":[' * n + b"]}" * n + b"}",
    "xml": lambda n: b'<?xml version="1.0"?><feed>' + b"<a>" * n + b"</a>" * n + b"</feed>",
    "html": lambda n: b"<html><body>" + b"<div><ul><li>" * n + b"arxiv.org/abs/2413.00001</body></html>",
    "bibtex": lambda n: b"@article{a, title = " + b"{" * n + b"x" + b"}" * n + b"}",
    "markdown": lambda n: b"> " * n + b"# x\n" + b"- " * n + b"[x](https://arxiv.org/abs/2413.00001)\n",
}


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("name", READERS)
def test_deep_nesting_is_no_stack_overflow(name, kind):
    readings_of(NESTED[kind](20_000), name)


@pytest.mark.parametrize("name", READERS)
def test_no_field_is_shared_between_records_of_a_sample_read_twice(name):
    one, two = (readings_of(SAMPLES[name].read_bytes(), name) for _ in range(2))
    assert one == two
    assert all(before.line < after.line or name == "semanticscholar" for before, after in pairwise(one))


@pytest.mark.parametrize("name", READERS)
def test_a_reader_has_read_of_text_as_of_bytes(name):
    text = SAMPLES[name].read_text(encoding="utf-8")
    if name == "dblp":  # text has been decoded: what it declares of bytes is not true of it any more
        text = text.replace("ISO-8859-1", "UTF-8")
    assert list(get_reader(name).read(text, source="f.in")) == readings_of(SAMPLES[name].read_bytes(), name)


@pytest.mark.parametrize("name", ["arxiv", "openalex", "jsonl"])
def test_memory_does_not_grow_with_the_lines_of_a_file(name, tmp_path):
    raw = SAMPLES[name].read_bytes()
    peaks = []
    for times in (500, 5_000):
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(raw * times)
        for _ in read_paths([SAMPLES[name]]):
            pass  # what is loaded once is not counted
        tracemalloc.start()
        count = sum(1 for _ in read_paths([path]))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert count == times * 2
    # Ten times the file, a few megabytes more of it; garbage that waits to be collected is not memory that grows.
    assert peaks[1] - peaks[0] < 2 * MIB
