"""The digest reader: what a record may look like, what is wrong with one that is none, and that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.parsing.reading import Problem
from extractors.readers import digest, documents, find_reader, read_bytes, read_path, read_paths
from kg.errors import InputError
from kg.records import Document
from tests.strategies import texts

RECORD = "Title\nUniversity of X\nAn abstract.\n2024-02-29 cs.DC cs.LG\n"


def read(text):
    return list(digest.read(text, source="f.txt"))


def read_one(text):
    (reading,) = read(text)
    return reading


def test_a_record_is_title_affiliation_abstract_and_date_line():
    assert read_one(RECORD) == Document(
        title="Title",
        abstract="An abstract.",
        date="2024-02-29",
        categories=("cs.DC", "cs.LG"),
        affiliation="University of X",
        source="f.txt",
        line=1,
    )


def test_the_affiliation_line_may_be_missing():
    document = read_one("Title\nAn abstract.\n2024-01-01 cs.DC\n")
    assert (document.title, document.affiliation, document.abstract) == ("Title", "", "An abstract.")


@pytest.mark.parametrize(
    "affiliation",
    [
        "Peking University (北京大学), NVIDIA (英伟达)",
        "Peking University（北京大学），NVIDIA（英伟达）；清华大学。",
        "Lab (CNRS (UMR 1234), France); 实验室（中心（北京））",
    ],
)
def test_the_affiliation_line_is_kept_as_written_in_either_punctuation(affiliation):
    assert read_one(f"Title\n{affiliation}\n摘要。\n2024-01-01 cs.DC\n").affiliation == affiliation


def test_latex_and_odd_line_separators_stay_in_the_abstract():
    abstract = r"We get $\sim11\times$ on $O(n^2)$; 50\% less.  Next."
    assert read_one(f"Title\n{abstract}\u2028x\x0cy\n2024-01-01 cs.DC\n").abstract == f"{abstract}\u2028x\x0cy"


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + RECORD,
        RECORD.replace("\n", "\r\n"),
        RECORD.replace("\n", "\r"),
        RECORD.removesuffix("\n"),
        "  " + RECORD.replace("\n", " \t\n "),
    ],
    ids=["bom", "crlf", "cr", "no last line end", "blanks"],
)
def test_byte_order_mark_line_ends_and_blanks_around_lines_do_not_count(text):
    assert read_one(text) == read_one(RECORD)


def test_blank_lines_are_skipped_and_lines_still_counted():
    first, second = read("\n\n" + RECORD.replace("\n", "\n\n") + "\n" + RECORD)
    assert (first.line, second.line) == (3, 12)
    assert first.title == second.title == "Title"


@pytest.mark.parametrize(
    ("line", "categories"),
    [
        ("2024-01-01", ()),
        ("2024-01-01 quant-ph", ("quant-ph",)),
        ("2024-01-01 cs.DC cond-mat.mtrl-sci", ("cs.DC", "cond-mat.mtrl-sci")),
        ("2024-01-01\tcs.DC, cs.LG; cs.AI", ("cs.DC", "cs.LG", "cs.AI")),
        ("2024-01-01 cs.LG I.2.7; C.1.m", ("cs.LG", "I.2.7", "C.1.m")),
        ("2024-01-01 math.NA 65F10 68T07, 68-04", ("math.NA", "65F10", "68T07", "68-04")),
    ],
)
def test_the_date_line_holds_arxiv_acm_and_msc_classes(line, categories):
    assert read_one(f"Title\nAn abstract.\n{line}\n").categories == categories


PROBLEMS = {
    "no date line": ("Title\nAn abstract.\n", 1, 'no date line after "Title"'),
    "nothing before the date line": ("2024-01-01 cs.DC\n", 1, "a date line without a record before it"),
    "no abstract": ("\nTitle\n2024-01-01 cs.DC\n", 2, 'no abstract between "Title" and its date line'),
    "too many lines": ("Title\na\nb\nc\n2024-01-01 cs.DC\n", 1, '4 lines before the date line of "Title"'),
    "no such month": ("Title\na\n2024-13-01 cs.DC\n", 3, "2024-13-01 is no date"),
    "no such day": ("Title\na\n2023-02-29 cs.DC\n", 3, "2023-02-29 is no date"),
    "another date form": ("Title\na\n2024/01/01 cs.DC\n", 3, "'2024/01/01 cs.DC' is no date line"),
    "no category": ("Title\na\n2024-01-01 [cs]\n", 3, "'2024-01-01 [cs]' is no date line"),
}


@pytest.mark.parametrize("kind", PROBLEMS)
def test_what_keeps_a_record_from_being_one_is_told_with_file_and_line(kind):
    text, line, reason = PROBLEMS[kind]
    problem = read_one(text)
    assert isinstance(problem, Problem)
    assert (problem.source, problem.line) == ("f.txt", line)
    assert problem.reason.startswith(reason)
    assert str(problem.error()).startswith(f"f.txt:{line}: {reason}")
    assert problem.text == text.strip()


@pytest.mark.parametrize("kind", sorted(set(PROBLEMS) - {"no date line"}))
def test_the_record_behind_a_problem_is_still_read(kind):
    problem, document = read(PROBLEMS[kind][0] + RECORD)
    assert isinstance(problem, Problem)
    assert document.title == "Title"
    assert document.line == PROBLEMS[kind][0].count("\n") + 1


def test_a_long_title_is_cut_in_the_message_and_whole_in_the_text():
    title = "x" * 100
    problem = read_one(f"{title}\n2024-01-01\n")
    assert "x" * 57 + "..." in problem.reason
    assert "x" * 58 not in problem.reason
    assert problem.text.startswith(title)


def test_an_abstract_that_begins_with_a_date_is_no_slip():
    abstract = "2024-01-01 was the day on which we began; " + "much was measured since then. " * 4
    assert read_one(f"Title\n{abstract}\n2024-01-02 cs.DC\n").abstract == abstract.strip()


pieces = st.one_of(
    texts,
    st.sampled_from(
        ["Title", "摘要（一（二））。", "", " ", "2024-01-01 cs.DC", "2024-02-30", "2024/1/1 x", "2024-01-01\tI.2.7;"]
    ),
)


@given(lines=st.lists(pieces, max_size=12), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_that_is_not_blank_is_in_a_document_or_in_a_problem(lines, end):
    text = end.join(lines)
    kept = []
    for reading in read(text):
        if isinstance(reading, Problem):
            kept += reading.text.split("\n")
        else:
            kept += [reading.title, *filter(None, [reading.affiliation]), reading.abstract]
            kept.append(" ".join([reading.date, *reading.categories]))
    wanted = [
        line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    ]
    assert [line.replace("\t", " ").rstrip(";") for line in kept] == [
        line.replace("\t", " ").rstrip(";") for line in wanted if line
    ]


@given(lines=st.lists(pieces, max_size=12))
def test_readings_come_in_the_order_of_the_file(lines):
    numbers = [reading.line for reading in read("\n".join(lines))]
    assert numbers == sorted(numbers)


def test_a_file_is_told_by_its_date_line():
    assert digest.sniff(RECORD)
    assert not digest.sniff("Title\nAn abstract.\n")
    assert find_reader("f.anything", RECORD) is digest


def test_bytes_that_are_no_utf8_are_refused_with_their_line():
    with pytest.raises(InputError, match=r"^f\.txt:2: byte 0xff is no UTF-8") as caught:
        read_bytes(b"Title\n\xff\n", source="f.txt")
    assert caught.value.line == 2


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"nosuch\.txt"):
        read_path(tmp_path / "nosuch.txt")


def test_a_directory_is_read_in_the_order_of_its_paths_and_a_bad_file_stops_no_other(tmp_path):
    (tmp_path / "sub").mkdir()
    for name, text in (("sub/c.txt", RECORD), ("b.txt", ""), ("a.TXT", RECORD), ("d.pdf", RECORD)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    readings = list(read_paths([tmp_path]))
    assert [reading.source.removeprefix(f"{tmp_path.as_posix()}/") for reading in readings] == [
        "a.TXT",
        "b.txt",
        "sub/c.txt",
    ]
    assert [type(reading) for reading in readings] == [Document, Problem, Document]


def test_documents_raises_the_first_problem():
    readings = documents(read(RECORD + "Title\n2024-01-01\n"))
    assert next(readings).title == "Title"
    with pytest.raises(InputError, match=r"^f\.txt:5: no abstract"):
        next(readings)
