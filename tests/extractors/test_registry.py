"""The registry: its compact form, its loader, the curated rows and the keys of names."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.registry import FILE, organisations
from extractors.registry.compact import compact, main, pack
from extractors.registry.known import COLUMNS, UNIT, curated_rows, entries, plain_name, read_rows
from extractors.registry.names import name_key
from extractors.registry.places import agree, places
from kg.errors import VocabularyError
from kg.ids import institution_id


def record(ror: str, name: str, **fields: object) -> str:
    return json.dumps({"id": ror, "name": name, "country": "US", "types": ["education"], **fields})


def test_the_compact_form_keeps_latin_and_chinese_names_and_leaves_out_other_scripts():
    labels = [["en", "Peking University"], ["zh", "北京大学"], ["ru", "Пекинский университет"]]
    header, row = compact([record("02v51f717", "Peking University", labels=labels, acronyms=["PKU"])])
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert cells["labels"] == "en=|zh=北京大学"
    assert cells["acronyms"] == "PKU"


def test_a_parent_is_kept_whichever_side_names_it():
    above = record("0a", "University", relationships=[["Child", "School", "https://ror.org/0b"]])
    below = record("0b", "School", relationships=[["parent", "Academy", "https://ror.org/0c"]])
    rows = [row.split("\t") for row in compact([above, below])]
    assert rows[2][rows[0].index("parents")] == "0c|0a"


def test_the_compact_form_does_not_depend_on_the_order_of_its_source():
    lines = [record("0b", "B"), record("0a", "A")]
    assert pack(lines) == pack(lines[::-1])


def test_the_command_writes_the_compact_form_and_refuses_other_arguments(tmp_path, capsys):
    source, target = tmp_path / "ror.jsonl", tmp_path / FILE
    source.write_text(record("0a", "A", aliases=["A|B"]), encoding="utf-8")
    assert main([str(source), str(target)]) == 0
    assert b"A\xc2\xa6B" in gzip.decompress(target.read_bytes())
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_every_organisation_has_an_id_of_the_registry_and_a_name():
    known = organisations()
    assert len(known) > 40_000
    assert all(len(ror) == 9 and one.id == ror and one.name for ror, one in known.items())


def test_the_loader_gives_a_bar_in_a_name_back():
    assert any("|" in one.name for one in organisations().values())


def test_curated_files_are_sorted_and_name_everything_once():
    rows = curated_rows()
    by_file: dict[str, list[str]] = {}
    for row in rows:
        by_file.setdefault(row.place.partition(":")[0], []).append(row.name)
    assert all(names == sorted(names, key=lambda name: (name.casefold(), name)) for names in by_file.values())
    assert len({row.name for row in rows}) == len(rows)


def test_every_curated_row_has_a_kind_and_a_country_and_no_name_twice():
    for row in curated_rows():
        assert row.kind, row.place
        assert len(row.country) == 2, row.place
        forms = (row.name, *row.zh, *row.aliases)
        assert len(set(forms)) == len(forms), row.place
        assert all(form and form == form.strip() for form in forms), row.place


def test_no_form_of_a_name_stands_in_two_curated_rows():
    seen: dict[str, str] = {}
    for row in curated_rows():
        for form in {name_key(form) for form in (row.name, *row.zh, *row.aliases)}:
            assert seen.setdefault(form, row.name) == row.name, (form, row.name)


def test_a_registry_id_of_a_curated_row_is_one_the_registry_knows_and_stands_in_one_row():
    known = organisations()
    ids = {ror for one in known.values() for ror in (one.id, *one.parents, *one.successors)}
    rors = [row.ror for row in curated_rows() if row.ror]
    assert len(set(rors)) == len(rors)
    # Some organisations are known to the registry's file as the relation of another alone.
    related = [ror for ror in rors if ror not in ids]
    assert len(related) < 25
    assert all(len(ror) == 9 for ror in rors)


def test_units_roll_up_to_an_organisation_that_is_no_unit_itself():
    rows = {row.name: row for row in curated_rows()}
    assert all(rows[row.parent].kind != UNIT for row in rows.values() if row.kind == UNIT)


def test_a_curated_row_and_its_registered_organisation_are_one_entry():
    number = entries().find("institution/02v51f717")
    assert number is not None
    entry = entries()[number]
    assert (entry.label, entry.zh[0], entry.country) == ("Peking University", "北京大学", "CN")
    assert "PKU" in entry.acronyms


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("MIT\t\t\t\t\t\t\textra", "8 cells under 7 columns"),
        ("\t\t\t\t\teducation\tUS", "no name"),
        ("Google Brain\t\t\t\t\tunit\tUS", "unit without a parent"),
    ],
)
def test_a_broken_curated_row_is_reported_with_its_line(row, complaint):
    with pytest.raises(VocabularyError, match=complaint):
        read_rows("\t".join(COLUMNS) + "\n" + row + "\n", path="institution/test.tsv")


def test_names_differ_by_the_order_of_their_words_and_not_by_abbreviation_or_language():
    assert name_key("York University") != name_key("University of York")
    assert name_key("Hong Kong Univ. of Sci. & Technol.") == name_key("Hong Kong University of Science and Technology")
    assert name_key("Technische Universität München") == name_key("Technical University Munich")
    assert name_key("Xi’an Jiao-Tong University") == name_key("Xian Jiaotong Univ")


@given(st.text(max_size=60))
def test_any_text_has_a_key_that_letter_case_does_not_change(name):
    assert name_key(name) == name_key(f" {name} ")


def test_a_country_in_brackets_is_no_part_of_a_name_but_a_campus_is():
    assert plain_name("Nvidia (United States)") == "Nvidia"
    assert plain_name("HKUST (Guangzhou)") == "HKUST (Guangzhou)"


def test_hong_kong_agrees_with_china_and_guangzhou_lies_in_china():
    assert agree("HK", frozenset({"CN"}))
    assert not agree("US", frozenset({"CN"}))
    assert agree("US", frozenset())
    assert places()[name_key("Guangzhou")].countries == frozenset({"CN"})


def test_ids_are_made_from_the_registry_where_it_knows_the_organisation():
    assert all(
        entries()[number].id == institution_id(ror=row.ror, name=row.name) for number, row in enumerate(curated_rows())
    )
