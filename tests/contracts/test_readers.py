"""What every reader must do, whichever there are: tell with file and line what is wrong, and never crash."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seeds
from extractors.parsing.reading import Problem
from extractors.readers import find_reader, get_reader, read_path, reader_names
from kg.errors import InputError, UnknownNameError
from kg.records import Document
from tests.strategies import texts

READERS = reader_names()
GARBAGE = {
    "prose": "Only one line of prose",
    "lines": "one\ntwo\nthree\nfour\nfive\nsix\n",
    "braces": "{{{{[[[[<<<<",
    "control": "a\x00b\x1b\n\u2028\u202e\n",
    "cut": '{"title": "x", ',
    "markup": '<?xml version="1.0"?><a><b></a>',
}
FOLDER = Path(seeds.__file__).parent
SAMPLES = sorted(
    [*FOLDER.glob("*.txt"), *(file for file in (FOLDER / "samples").iterdir() if file.name != ".kgignore")]
)


@pytest.mark.parametrize("name", READERS)
def test_it_states_what_it_reads_and_its_suffixes(name):
    module = importlib.import_module(f"extractors.readers.{name}")
    assert module.__doc__.startswith("Read ")
    assert all(suffix.startswith(".") and suffix == suffix.casefold() for suffix in module.SUFFIXES)
    assert get_reader(name) is module


@pytest.mark.parametrize("kind", GARBAGE)
@pytest.mark.parametrize("name", READERS)
def test_garbage_gives_problems_with_file_and_line(name, kind):
    readings = list(get_reader(name).read(GARBAGE[kind], source="garbage.in"))
    assert readings, "garbage is no empty file"
    for reading in readings:
        assert isinstance(reading, Problem)
        assert reading.source == "garbage.in"
        assert 1 <= reading.line <= GARBAGE[kind].count("\n") + 1
        assert reading.reason
        assert str(reading.error()).startswith(f"garbage.in:{reading.line}: ")


@pytest.mark.parametrize("name", READERS)
@given(text=st.lists(texts, max_size=6).map("\n".join))
def test_hostile_text_never_crashes_it(name, text):
    reader = get_reader(name)
    assert reader.sniff(text) in (True, False)
    for reading in reader.read(text, source="x"):
        assert isinstance(reading, (Document, Problem))
        assert reading.source == "x"
        assert reading.line >= 1


@pytest.mark.parametrize("name", READERS)
def test_it_reads_a_sample_that_comes_with_the_package(name):
    own = [file for file in SAMPLES if find_reader(str(file), file.read_text(encoding="utf-8")) is get_reader(name)]
    assert own, f"no sample of {name} in seeds/"
    for file in own:
        readings = read_path(file)
        assert readings
        for reading in readings:
            assert isinstance(reading, Document)
            assert (reading.source, reading.line >= 1) == (str(file), True)
            assert reading.title.strip()


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_every_file_of_the_seeds_has_a_reader(file):
    assert find_reader(str(file), file.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("name", READERS)
def test_binary_content_is_not_taken_for_its_format(name):
    assert not get_reader(name).sniff("\x7fELF\x02\x01\x00\x00 \x00>")
    assert not get_reader(name).sniff("")


@pytest.mark.parametrize("name", READERS)
def test_no_other_format_is_taken_for_it(name):
    for file in SAMPLES:
        found = find_reader("unknown", file.read_text(encoding="utf-8"))
        assert (found is get_reader(name)) == (
            find_reader(str(file), file.read_text(encoding="utf-8")) is get_reader(name)
        )


@pytest.mark.parametrize("name", READERS)
def test_the_docs_and_the_recipe_know_it(name):
    root = Path(__file__).resolve().parents[2]
    assert f"`{name}`" in (root / "docs" / "readers.md").read_text(encoding="utf-8")


def test_an_unknown_reader_is_refused_with_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"Known: .*digest"):
        get_reader("nosuch")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"prose alone\n"])
def test_a_file_of_no_format_is_refused_with_its_name_and_line(tmp_path, content):
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_path(tmp_path / "f")
    assert (caught.value.path, caught.value.line) == (str(tmp_path / "f"), 1)
