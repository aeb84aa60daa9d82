"""The linker: which organisations a raw affiliation names."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.affiliations import read_line
from extractors.linking import find_links


def labels(name: str) -> set[str]:
    return {link.label for link in find_links(name)}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        (
            "Dept. of Comput. Sci. & Eng., Hong Kong Univ. of Sci. & Technol., Kowloon",
            "Hong Kong University of Science and Technology",
        ),
        ("School of Computing National University of Singapore Singapore", "National University of Singapore"),
        ("Shanghai Jiao-Tong University, Shanghai, China. foo@sjtu.edu.cn", "Shanghai Jiao Tong University"),
        ("北京大学计算机学院", "Peking University"),
        ("CERN CH-1211 Geneva 23, Switzerland", "CERN"),
        ("C.N.R.S., 91405 Orsay, France", "CNRS"),
    ],
)
def test_departments_addresses_and_abbreviations_do_not_hide_an_organisation(name, label):
    assert labels(name) == {label}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("HKUST", "Hong Kong University of Science and Technology"),
        (
            "The Hong Kong University of Science and Technology (Guangzhou)",
            "Hong Kong University of Science and Technology (Guangzhou)",
        ),
        ("University of California, San Diego", "University of California, San Diego"),
        ("University of California, Dept. of Physics, Irvine, CA", "University of California, Irvine"),
        ("Texas A&M University–Kingsville", "Texas A&M University – Kingsville"),
        ("University of Illinois, Chicago, IL", "University of Illinois Chicago"),
        ("University of Illinois, Urbana, IL", "University of Illinois Urbana-Champaign"),
    ],
)
def test_campuses_stay_apart(name, label):
    assert labels(name) == {label}


def test_a_campus_abroad_that_nobody_registered_is_not_its_mother():
    assert "Texas A&M University" not in labels("Texas A&M University at Atlantis, Egypt")
    assert not find_links("University of Washington at Cairo")


@pytest.mark.parametrize(
    "name",
    [
        "Second University of Foo Bar",
        "Tokyo University of Unheard Things",
        "Institute of Physics",
        "Department of Computer Science",
        "Beijing, China",
        "",
    ],
)
def test_a_name_inside_a_longer_one_and_a_name_of_common_words_stay_unlinked(name):
    assert find_links(name) == ()


def test_the_country_decides_between_namesakes():
    assert labels("Northeastern University, Shenyang, China") == {"Northeastern University (China)"}
    assert labels("Northeastern University, Boston, MA") == {"Northeastern University"}


def test_a_reversed_name_is_read_where_one_organisation_fits():
    assert labels("Dept. of Comput. Sci., New Mexico Univ., Albuquerque, NM, USA") == {"University of New Mexico"}
    (link,) = find_links("Sch. of Comput., Singapore Nat. Univ., Singapore")
    assert (link.label, link.reason) == ("National University of Singapore", "inverted name")


def test_several_organisations_in_one_string_give_several_links():
    assert labels("MIT and Stanford University") == {"Massachusetts Institute of Technology", "Stanford University"}
    assert labels("Nvidia; ETH Zurich") == {"NVIDIA", "ETH Zurich"}


def test_an_institute_of_an_academy_is_linked_with_its_academy():
    assert labels("Inst. of Comput. Technol., Chinese Acad. of Sci., Beijing, China") == {
        "Institute of Computing Technology",
        "Chinese Academy of Sciences",
    }


def test_a_laboratory_hosted_by_a_university_is_left_to_the_university():
    assert labels("State Key Laboratory of Silicon Materials, Zhejiang University, Hangzhou") == {"Zhejiang University"}


def test_coordinated_names_give_both_institutes():
    found = labels("Max-Planck-Institut für Physik und Astrophysik, München")
    assert {"Max Planck Institute for Physics", "Max Planck Institute for Astrophysics"} <= found


def test_links_come_best_first_and_carry_registry_ids():
    links = find_links("Lund Univ., Sweden; Microsoft Research Asia, Beijing; FLLW")
    assert list(links) == sorted(links, key=lambda link: (-link.score, link.id))
    assert all(len(link.ror) == 9 and 0 < link.score <= 1 and link.id.endswith(link.ror) for link in links)


def test_an_acronym_in_brackets_repeats_the_name_before_it():
    assert labels("Bangalore Institute of Unheard Things (BIT)") == set()


@given(st.text(max_size=80))
def test_tokens_of_any_text_lie_in_it_and_in_order(text):
    tokens = read_line(text).tokens
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(one.start <= other.start for one, other in pairwise(tokens))


@given(
    st.lists(
        st.sampled_from(
            ["MIT", "Univ.", "of", "Tokyo", ",", ";", "(", ")", "北京", "大学", "and", "CNRS", "94305", "é"]
        ),
        max_size=14,
    )
)
def test_any_mixture_of_words_is_read_without_fault_and_twice_alike(words):
    assert find_links(" ".join(words)) == find_links(" ".join(words))
