"""Records of one paper meet, and only those."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.joining import fold_title, join
from kg.records import Author, Document

LONG = "FastThing: A Fast Thing for Graph Neural Networks on GPUs"


def paper(title=LONG, abstract="", **more):
    return Document(title, abstract, **{"source": "f", **more})


def test_versions_of_one_arxiv_number_meet_and_the_highest_is_kept():
    (one,) = join([paper(arxiv="2413.00001", version=v, line=n) for n, v in enumerate(("v2", "v10", ""))])
    assert one.version == "v10"
    assert one.sources == ("f:0", "f:1", "f:2")


def test_a_doi_joins_what_titles_would_not():
    assert len(join([paper("One title", doi="10.5555/1"), paper("Another", doi="10.5555/1")])) == 1


def test_the_doi_of_arxiv_joins_by_the_number_alone():
    assert len(join([paper("One title", doi="10.48550/arxiv.1"), paper("Another title", doi="10.48550/arxiv.1")])) == 2


@pytest.mark.parametrize(
    "other", [LONG.replace("Thing f", "Things f"), LONG.replace("GPUs", "GPU"), LONG.upper(), LONG.replace(":", " -")]
)
def test_titles_that_differ_by_a_slip_in_one_year_meet(other):
    assert len(join([paper(date="2024-05-01"), paper(other, date="2024")])) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"date": "2024"}, {"title": LONG.replace("GPU", "TPU"), "date": "2022"}),
        ({"title": f"{LONG} 1", "date": "2024"}, {"title": f"{LONG} 2", "date": "2024"}),
        ({"title": f"{LONG}, Part I", "date": "2024"}, {"title": f"{LONG}, Part II", "date": "2024"}),
        ({"title": "A short one", "date": "2024"}, {"title": "A short two", "date": "2024"}),
        ({"arxiv": "2413.00001"}, {"arxiv": "2413.00002"}),
        (
            {"date": "2024", "authors": (Author("Jane Doe"),)},
            {"title": LONG + "s", "date": "2024", "authors": (Author("R. Roe"),)},
        ),
        ({"title": "Editorial", "doi": "10.5555/1"}, {"title": "Editorial", "doi": "10.5555/2"}),
    ],
)
def test_other_papers_stay_apart(one, other):
    assert len(join([paper(**one), paper(**other)])) == 2


def test_a_record_between_two_arxiv_numbers_joins_one_of_them():
    records = [paper(arxiv="2413.00001"), paper(arxiv="2413.00002"), paper(abstract="x")]
    results = {join(order) for order in itertools.permutations(records)}
    assert len(results) == 1
    assert [one.arxiv for one in results.pop()] == ["2413.00001", "2413.00002"]


def test_the_preprint_of_the_year_before_meets_the_paper_where_an_author_is_the_same():
    authors = (Author("Jane Doe"), Author("Karl Müller"))
    preprint = paper(arxiv="2413.00001", date="2023-05-01", authors=authors)
    published = paper(doi="10.5555/1", date="2024", authors=(Author("K. Muller"), Author("J. Doe")))
    (one,) = join([preprint, published])
    assert (one.arxiv, one.doi, one.date) == ("2413.00001", "10.5555/1", "2023-05-01")


def test_the_fuller_record_wins_field_by_field():
    full = paper(
        abstract="A long abstract",
        arxiv="2413.00001",
        date="2024",
        categories=("cs.DC",),
        authors=(Author("J. Doe"), Author("Al Roe")),
    )
    other = paper(
        arxiv="2413.00001", date="2024-05-01", affiliation="Example Labs", organizations=(("Example Labs", "012345678"),), subjects=("x",),
        categories=("cs.LG",), authors=(Author("Al Roe", "0000-0002-1825-0097"),),
    )  # fmt: skip
    (one,) = join([other, full])
    assert (one.abstract, one.date, one.affiliation) == ("A long abstract", "2024-05-01", "Example Labs")
    assert one.organizations == (("Example Labs", "012345678"),)
    assert one.categories == ("cs.DC", "cs.LG")
    assert one.authors == (Author("J. Doe"), Author("Al Roe", "0000-0002-1825-0097"))


def test_a_record_alone_stays_as_it_is():
    assert join([paper(line=3)]) == (paper(line=3),)


records = st.builds(
    Document,
    title=st.sampled_from([LONG, LONG + "s", LONG[1:], "Editorial", "Another paper about things", "x"]),
    abstract=st.sampled_from(["", "a", "bb"]),
    date=st.sampled_from(["", "2023", "2024", "2024-05-01"]),
    arxiv=st.sampled_from(["", "", "2413.00001", "2413.00002"]),
    doi=st.sampled_from(["", "", "10.5555/1", "10.5555/2", "10.48550/arxiv.1"]),
    authors=st.sampled_from([(), (Author("Jane Doe"),), (Author("R. Roe"),)]),
    line=st.integers(1, 3),
)


@given(st.lists(records, max_size=7), st.randoms())
def test_the_order_of_records_does_not_matter_and_joining_again_changes_nothing(documents, chance):
    joined = join(documents)
    shuffled = list(documents)
    chance.shuffle(shuffled)
    assert join(shuffled) == joined
    assert {d.arxiv for d in joined} >= {d.arxiv for d in documents if d.arxiv}
    ids = [(d.arxiv or d.title.casefold(), d.doi if len(d.title) < 20 else "") for d in joined]
    assert len(set(ids)) == len(ids)


def test_titles_are_compared_without_latex_and_accents():
    assert fold_title(r"Erd\H{o}s na\"{\i}ve $k$-Means") == fold_title("Erdős naïve k-means")
