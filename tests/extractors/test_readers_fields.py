"""What each reader makes of its sample, what is packed, walked or piped, and that whole files are counted whole."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
import zstandard

from extractors.given_institutions import use_given
from extractors.institutions import find_institutions
from extractors.parsing.reading import Problem
from extractors.readers import Options, get_reader, read_bytes, read_path, read_paths
from kg.errors import InputError
from kg.records import Author, Document

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "seeds" / "samples"
SHARED = ROOT.parent / "shared"
TITLE = "RiverKernel: Streaming Sparse Matrix Multiplication on GPUs"


def sample(name):
    found = read_path(SAMPLES / name)
    assert all(isinstance(one, Document) for one in found)
    return found


@pytest.mark.parametrize("file", sorted(set(SAMPLES.iterdir()) - {SAMPLES / ".kgignore"}), ids=lambda file: file.name)
def test_the_same_paper_has_the_same_fields_in_every_format(file):
    one = sample(file.name)[0]
    assert one.title == TITLE
    assert one.date[:7] in ("2024-05", "2024", "") if file.name != "webpage.html" else True
    assert one.arxiv in ("2413.00001", "")
    assert one.doi in ("10.5555/paperkg.0001", "10.48550/arxiv.2413.00001", "")
    assert not re.search(r"[{}\\]|<i>|&amp;", one.title + "".join(a.name for a in one.authors))
    assert {a.name for a in one.authors} <= {
        "Jane Doe",
        "Karl Müller",
        "K. Müller",
        "Karl Müller Jr",
        "Josiah Carberry",
        "Karl van den Berg",
        "RiverKernel Team",
    }
    assert {a.orcid for a in one.authors if a.name == "Josiah Carberry"} <= {"", "0000-0002-1825-0097"}


def test_bibtex_loses_braces_and_keeps_mathematics_and_percent_signs():
    one, two, three = sample("bibtex.bib")
    assert "in $O(n)$ steps" in one.abstract
    assert "at 5% of the energy & without" in one.abstract
    assert two.title.endswith(r"Stages for $O(\log n)$ Bubbles")
    assert [a.name for a in two.authors] == ["Richard Roe", "Jane Doe", "LanternPipe Team"]
    assert [a.name for a in three.authors] == ["Ana Sánchez", "Pál Erdős"]


def test_bibtex_goes_on_after_an_entry_that_never_ends_and_keeps_two_of_one_key():
    text = '@article{a, title={One {open},\n\n@article{b, title={Two}}\n@string{x = {Three}}\n@article{b, title = x # " and " # {more}}\n'
    first, *others = get_reader("bibtex").read(text, source="f")
    assert (type(first), first.line) == (Problem, 1)
    assert [(one.title, one.line) for one in others] == [("Two", 3), ("Three and more", 5)]


def test_a_preprint_in_bibtex_is_known_by_its_note_or_journal():
    text = "@article{a, title={One}, journal={arXiv preprint arXiv:2413.00001v3}}"
    (one,) = get_reader("bibtex").read(text, source="f")
    assert (one.arxiv, one.version) == ("2413.00001", "v3")


def test_given_ror_ids_stand_where_the_name_means_another_or_nothing():
    one = sample("openalex.jsonl")[0]
    assert one.affiliation == "Dept. of Examples, Example University, Testville; Example Labs"
    found = use_given(one.affiliation, find_institutions(one.affiliation), given=one.organizations)
    by_ror = {institution.ror: institution for institution in found}
    assert set(by_ror) == {"012345678", ""}
    mention = by_ror["012345678"].mentions[0]
    assert (
        one.affiliation[mention.start : mention.end]
        == mention.text
        == "Dept. of Examples, Example University, Testville"
    )


def test_a_given_ror_id_that_the_registry_knows_has_its_names():
    (one,) = use_given("Peking Univ", (), given=[("Peking Univ", "02v51f717")])
    assert (one.label, one.label_zh, one.country) == ("Peking University", "北京大学", "CN")


def test_a_given_name_that_is_a_part_of_a_longer_one_is_not_taken_for_it():
    assert use_given("Example University Press", (), given=[("Example University", "012345678")]) == ()


def test_deleted_records_and_pages_of_persons_are_passed_over():
    assert [one.arxiv for one in sample("oai.xml")] == ["2413.00001", "2413.00002"]
    assert len(sample("dblp.xml")) == 2


def test_an_error_of_the_service_is_a_problem():
    text = '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="noRecordsMatch">none</error></OAI-PMH>'
    (problem,) = get_reader("oai").read(text, source="f")
    assert "none" in problem.reason


def test_columns_are_guessed_shown_and_overridden(tmp_path):
    (tmp_path / "f.csv").write_text("Titel;Inhalt;Jahr\nA title;A text;2024\n", encoding="utf-8")
    told = []
    (one,) = read_path(tmp_path / "f.csv", options=Options(tell=told.append))
    assert (one.title, one.abstract, one.date) == ("A title", "", "2024")
    assert told == [f"{tmp_path / 'f.csv'}: columns title=Titel, date=Jahr; not read: Inhalt"]
    (one,) = read_path(tmp_path / "f.csv", options=Options(columns={"abstract": "Inhalt"}))
    assert one.abstract == "A text"
    with pytest.raises(InputError, match=r"no column 'Nix' for title\. Columns: Titel, Inhalt, Jahr"):
        read_path(tmp_path / "f.csv", options=Options("table", {"title": "Nix"}))


def test_a_row_with_too_many_cells_is_a_problem_and_the_next_is_read():
    text = 'title,abstract\nA,b,c\n"D\nE",f\n'
    problem, one = get_reader("table").read(text, source="f")
    assert (problem.line, one.title, one.line) == (2, "D E", 3)


def test_a_broken_json_line_is_a_problem_and_the_next_is_read():
    raw = b'{"title": "A", "abstract": "b"}\n{"title": \n{"title": "\xff", "abstract": "b"}\n[1]\n{"title": "C", "abstract": {}}\n'
    found = read_bytes(raw, source="f.jsonl")
    assert [type(one).__name__ for one in found] == ["Document", "Problem", "Problem", "Problem", "Document"]
    assert [one.line for one in found] == [1, 2, 3, 4, 5]


PACKERS = {
    "f.jsonl.gz": gzip.compress,
    "f.jsonl.zst": zstandard.compress,
    "two.jsonl.zst": lambda raw: zstandard.compress(raw[:100]) + zstandard.compress(raw[100:]),
}


@pytest.mark.parametrize("name", PACKERS)
def test_packed_files_are_read(tmp_path, name):
    raw = (SAMPLES / "arxiv.jsonl").read_bytes()
    (tmp_path / name).write_bytes(PACKERS[name](raw))
    assert [one.title for one in read_paths([tmp_path])] == [one.title for one in sample("arxiv.jsonl")]


def test_the_members_of_a_zip_are_read_by_their_formats_and_others_left(tmp_path):
    with zipfile.ZipFile(tmp_path / "f.zip", "w") as archive:
        for name in ("atom.xml", "bibtex.bib"):
            archive.write(SAMPLES / name, f"in/{name}")
        archive.writestr("in/paper.pdf", b"%PDF")
        archive.writestr("in/more.jsonl.gz", gzip.compress((SAMPLES / "arxiv.jsonl").read_bytes()))
    found = list(read_paths([tmp_path / "f.zip"]))
    assert [Path(one.source).name for one in found] == ["atom.xml"] * 2 + ["bibtex.bib"] * 3 + ["more.jsonl.gz"] * 2


def test_standard_input_is_read(monkeypatch):
    class Standard:
        buffer = io.BytesIO((SAMPLES / "arxiv.jsonl").read_bytes())

    monkeypatch.setattr("sys.stdin", Standard)
    assert [(one.source, one.line) for one in read_paths(["-"])] == [("<stdin>", 1), ("<stdin>", 2)]


def test_walking_passes_over_graphs_hidden_folders_marked_ones_and_documentation(tmp_path):
    for folder, mark in (("g.kg", "manifest.json"), (".hidden", "x"), ("marked", ".kgignore")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / mark).write_text("{}")
        (tmp_path / folder / "extractions.jsonl").write_text("{}")
    (tmp_path / "README.md").write_text("# About\n\n- nothing\n")
    (tmp_path / "notes.md").write_text("# Notes\n\n- nothing\n")
    (tmp_path / "a.bib").write_bytes((SAMPLES / "bibtex.bib").read_bytes())
    told = []
    assert len(list(read_paths([tmp_path], options=Options(tell=told.append)))) == 3
    assert told == [f"{(tmp_path / 'notes.md').as_posix()}: passed over: no digest of papers"]
    assert len(list(read_paths([tmp_path / "marked"]))) == 1


def test_a_file_of_nothing_but_problems_is_not_read_to_its_end():
    found = read_bytes(b"{}\n" * 50_000, source="f", format="jsonl")
    assert len(found) == 10_001
    assert "the rest of the file is not read" in found[-1].reason


def counted(name):
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not there")
    return path, path.read_text(encoding="utf-8-sig")


WAYS = {
    "formats/arxiv-metadata-oai-snapshot.jsonl": lambda text: len(text.splitlines()),
    "formats/arxiv-query.atom.xml": lambda text: text.count("<entry>"),
    "formats/celeritas_references.bib": lambda text: len(re.findall(r"(?m)^@\w+\{", text)),
    "formats/dblp_bibtex_lbann.bib": lambda text: len(re.findall(r"(?m)^@\w+\{", text)),
    "formats/example_bom.ris": lambda text: text.count("ER  -"),
    "formats/example_full.ris": lambda text: text.count("ER  -"),
    "formats/example_multiline.ris": lambda text: text.count("TY  -"),
    "formats/openalex-work.json": lambda _: 1,
    "formats/semanticscholar-search.json": lambda text: len(json.loads(text)["data"]),
    "corpus/arxiv-en.jsonl": lambda text: len(text.splitlines()),
    "corpus/arxiv-zh.jsonl": lambda text: len(text.splitlines()),
}


@pytest.mark.parametrize("name", WAYS)
def test_every_record_of_a_real_file_is_a_document_or_lacks_its_title(name):
    path, text = counted(name)
    found = read_path(path)
    assert len(found) == WAYS[name](text)
    untitled = [one for one in found if isinstance(one, Problem)]
    assert {one.reason for one in untitled} <= {"the record has no title"}
    assert len(untitled) == {"formats/example_bom.ris": 1, "formats/example_multiline.ris": 3}.get(name, 0)


@pytest.mark.parametrize(
    "name", ["formats/arxiv-metadata-oai-snapshot.jsonl", "corpus/arxiv-zh.jsonl", "formats/celeritas_references.bib"]
)
def test_a_real_file_cut_at_every_thousandth_byte_never_fails(name):
    path, _ = counted(name)
    raw = path.read_bytes()[:60_000]
    for cut in range(1000, len(raw), 1000):
        try:
            found = read_bytes(raw[:cut], source=path.name)
        except InputError as err:
            found = [err]
        assert found


def test_authors_of_the_samples_are_persons():
    assert sample("crossref.json")[0].authors[0] == Author(
        "Josiah Carberry", "0000-0002-1825-0097", ("Example University",)
    )
