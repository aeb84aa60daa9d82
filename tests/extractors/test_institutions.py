"""The institutions of an affiliation line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.institution_units import company_name, split_zh
from extractors.institutions import find_institutions

PIECES = [
    "Peking University", "MIT", "Institute of Software, Chinese Academy of Sciences", "（北京大学）", "(麻省理工学院)", "；", "; ", ", ",
    "Dept. of X", "Foo Labs Inc.", "Independent Researcher", "清华大学", "、", "(", "）", " and ", "1 ", "a@b.edu", "USA", "\ufb01", "e\u0301", "İ",
]  # fmt: skip


def pairs(line: str) -> list[tuple[str, str]]:
    return [(one.label, one.unit) for one in find_institutions(line)]


def test_both_punctuation_styles_part_organisations():
    wide = "Stony Brook University（石溪大学）；NVIDIA（英伟达）"
    narrow = "Stony Brook University (石溪大学); NVIDIA (英伟达)"
    assert pairs(wide) == pairs(narrow) == [("Stony Brook University", ""), ("NVIDIA", "")]


def test_a_chinese_name_in_brackets_is_cut_into_organisation_and_unit():
    (one,) = find_institutions(
        "College of Computer Science, National University of Defense Technology（国防科技大学计算机学院）"
    )
    assert (one.label, one.label_zh) == ("National University of Defense Technology", "国防科技大学")
    assert (one.unit, one.unit_zh) == ("College of Computer Science", "计算机学院")


def test_nested_brackets_belong_to_one_name():
    line = "The Hong Kong University of Science and Technology (Guangzhou)（香港科技大学（广州））；Huawei"
    campus, company = find_institutions(line)
    assert campus.label_zh == "香港科技大学（广州）"
    assert campus.mentions[0].text == line.partition("；")[0]
    assert company.label == "Huawei"


def test_an_institute_of_the_academy_is_its_unit():
    assert pairs("Institute of Software, Chinese Academy of Sciences（中国科学院软件研究所）") == [
        ("Chinese Academy of Sciences", "Institute of Software")
    ]


@pytest.mark.parametrize(
    ("line", "label", "unit"),
    [
        ("Google Brain", "Google", "Google Brain"),
        ("IBM Research", "IBM", "IBM Research"),
        ("Microsoft Research Asia（微软亚洲研究院）", "Microsoft", "Microsoft Research Asia"),
        ("FAIR, Meta", "Meta", "FAIR"),
        ("DAMO Academy, Alibaba Group", "Alibaba Group", "DAMO Academy"),
        ("Huawei Noah's Ark Lab", "Huawei", "Huawei Noah's Ark Lab"),
        ("JD Explore Academy, JD.com Inc.", "JD.com", "JD Explore Academy"),
        ("The University of Chicago Booth School of Business", "University of Chicago", "Booth School of Business"),
        ("NVIDIA Santa Clara, CA, USA", "NVIDIA", ""),
        ("Google DeepMind", "Google DeepMind", ""),
        ("Max Planck Institute for Intelligent Systems, Tübingen", "Max Planck Institute for Intelligent Systems", ""),
        (
            "Jülich Supercomputing Centre, Forschungszentrum Jülich",
            "Forschungszentrum Jülich",
            "Jülich Supercomputing Centre",
        ),
        ("MIT CSAIL", "Massachusetts Institute of Technology", "CSAIL"),
    ],
)
def test_brands_laboratories_and_schools_roll_up_to_their_organisation(line, label, unit):
    assert pairs(line) == [(label, unit)]


def test_a_branch_abroad_is_the_company_itself():
    assert pairs("Google Research, Zurich") == [("Google", "Google Research")]


def test_two_organisations_in_one_part_are_two_institutions():
    line = "University of Toronto, Vector Institute"
    found = find_institutions(line)
    assert [one.label for one in found] == ["University of Toronto", "Vector Institute"]
    assert [one.mentions[0].text for one in found] == ["University of Toronto", "Vector Institute"]


def test_the_same_organisation_and_unit_is_one_record_with_two_mentions():
    (one,) = find_institutions("KAUST；King Abdullah University of Science and Technology (KAUST)")
    assert [mention.start for mention in one.mentions] == [0, 6]


@pytest.mark.parametrize(
    "line", ["Independent Researcher", "独立研究者", "Independent Researcher (University of X Alumni)", "", " ; "]
)
def test_an_independent_researcher_is_no_institution(line):
    assert find_institutions(line) == ()


def test_an_unknown_organisation_keeps_its_name_and_gets_a_slug():
    (one,) = find_institutions("Department of Stuff, Institute of Unheard Things, Berlin, Germany")
    assert (one.label, one.unit, one.country, one.ror) == (
        "Institute of Unheard Things",
        "Department of Stuff",
        "DE",
        "",
    )
    assert one.id == "institution/institute-of-unheard-things"


def test_an_unknown_english_name_is_linked_by_its_chinese_one():
    (one,) = find_institutions("Peiching Daxue（北京大学）")
    assert one.label == "Peking University"
    assert "Peiching Daxue" in one.aliases


def test_e_mail_marks_and_numbers_are_no_part_of_a_name():
    line = "1 School of CSE, Georgia Tech, Atlanta, GA 30332, USA, {a,b}@gatech.edu"
    assert pairs(line) == [("Georgia Institute of Technology", "School of CSE")]


def test_a_linked_institution_carries_what_the_registry_knows():
    (one,) = find_institutions("CUNY City College")
    assert (one.label, one.country, one.kind) == ("City College of New York", "US", "education")
    assert one.id == f"institution/{one.ror}"
    assert one.parent.startswith("institution/")
    assert "CUNY City College" in one.aliases
    assert one.mentions[0].field == "affiliation"


def test_a_company_is_called_without_legal_form_and_seat():
    assert company_name("Shanghai Unheard Chip Co., Ltd.") == "Unheard Chip"
    assert company_name("Foo GmbH") == "Foo"
    assert company_name("Inc") == "Inc"


def test_a_chinese_name_that_nobody_knows_is_cut_behind_its_university():
    assert split_zh("无名大学计算机学院", [], has_unit=True) == ("无名大学", "计算机学院")
    assert split_zh("计算机系，无名大学", [], has_unit=True) == ("无名大学", "计算机系")
    assert split_zh("无名研究院", [], has_unit=False) == ("无名研究院", "")


def test_a_line_of_absurd_length_is_passed_over():
    assert find_institutions("x" * 100_000 + "；MIT")[0].label == "Massachusetts Institute of Technology"


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=9).map("".join)))
def test_mentions_quote_the_line_whatever_it_holds(line):
    for one in find_institutions(line):
        assert one.label
        assert one.id.startswith("institution/")
        for mention in one.mentions:
            assert line[mention.start : mention.end] == mention.text != ""


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_every_organisation_and_unit_is_listed_once(line):
    found = [(one.id, one.unit, one.unit_zh) for one in find_institutions(line)]
    assert len(set(found)) == len(found)
