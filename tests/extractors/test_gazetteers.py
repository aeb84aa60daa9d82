"""The shipped vocabularies keep the rules of their README, and a file that does not is refused with its name and line."""

from __future__ import annotations

from collections import Counter, defaultdict
from graphlib import TopologicalSorter
from importlib.resources import files
from pathlib import Path

import pytest

from extractors.folding import fold
from extractors.gazetteers import COLUMNS, load_rows, load_terms, read_rows, split_cell
from kg.errors import VocabularyError
from kg.records import ENTITY_TYPES

ROOT = Path(str(files("extractors.gazetteers")))
FILES = sorted(file for type_ in ENTITY_TYPES for file in (ROOT / type_.casefold()).glob("*.tsv"))
ROWS = load_rows()

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")

#: Least number of rows by type.
LEAST = {"System": 700, "Technique": 1200, "Hardware": 500, "Model": 400, "Dataset": 350, "Task": 250}


def cells(file):
    header, *lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return header.split("\t"), [line.split("\t") for line in lines]


def plain(surface):
    """Return *surface* as matching folds it: case, hyphens and blanks do not tell two forms apart."""
    return " ".join(fold(surface).replace("-", " ").replace("_", " ").split())


@every_file
def test_a_file_has_known_columns_and_begins_with_the_name(file):
    header, lines = cells(file)
    assert header[0] == "name"
    assert set(header) <= set(COLUMNS)
    assert len(header) == len(set(header))
    assert all(len(line) <= len(header) for line in lines)


@every_file
def test_a_file_is_sorted_by_casefolded_name(file):
    names = [line[0].casefold() for line in cells(file)[1]]
    assert names == sorted(names)


@every_file
def test_a_file_is_utf8_with_unix_line_ends_and_no_blank_line(file):
    raw = file.read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert raw.endswith(b"\n")
    assert b"\r" not in raw
    assert b"\n\n" not in raw


@every_file
def test_no_cell_repeats_a_value_or_has_blanks_around_one(file):
    header, lines = cells(file)
    untidy = []
    for line in lines:
        for column, cell in zip(header, line, strict=False):
            values = (
                cell.split("|") if column in ("zh", "aliases", "broader", "also", "ambiguous", "context") else [cell]
            )
            if values != [value.strip() for value in values] or len(values) != len(set(values)):
                untidy.append((line[0], column))
    assert untidy == []


def test_every_file_is_loaded():
    assert {row.term.row.partition(":")[0] for row in ROWS} == {f"{file.parent.name}/{file.name}" for file in FILES}


def test_an_id_has_one_row_over_all_files():
    rows = defaultdict(list)
    for row in ROWS:
        rows[row.term.id].append(row.term.row)
    assert {node: found for node, found in rows.items() if len(found) > 1} == {}


@pytest.mark.parametrize("type", ENTITY_TYPES)
def test_an_unambiguous_surface_belongs_to_one_row_of_its_folder(type):
    owners = defaultdict(set)
    for row in ROWS:
        if row.term.type == type:
            for surface in row.surfaces:
                if surface not in row.ambiguous:
                    owners[plain(surface)].add(row.term.row)
    assert {surface: sorted(rows) for surface, rows in owners.items() if len(rows) > 1} == {}


def test_what_a_row_refers_to_has_a_row():
    terms = load_terms()
    lost = [
        (row.term.row, node)
        for row in ROWS
        for node in (*row.term.broader, *row.term.part_of, row.term.architecture)
        if node and node not in terms
    ]
    assert lost == []


def test_an_architecture_is_one():
    terms = load_terms()
    wrong = [
        (row.term.row, row.term.architecture)
        for row in ROWS
        if row.term.architecture and not terms[row.term.architecture].kind.endswith("-architecture")
    ]
    assert wrong == []


def test_no_term_is_wider_than_itself():
    order = TopologicalSorter({row.term.id: row.term.broader for row in ROWS})
    order.prepare()  # raises CycleError with the terms of the cycle


def test_no_thing_is_a_part_of_itself():
    order = TopologicalSorter({row.term.id: row.term.part_of for row in ROWS})
    order.prepare()  # raises CycleError with the terms of the cycle


def test_ambiguous_forms_are_surfaces_of_their_row():
    assert [(row.term.row, form) for row in ROWS for form in row.ambiguous if form not in row.surfaces] == []


def test_other_types_of_a_row_are_types_and_not_its_own():
    assert [row.term.row for row in ROWS if not set(row.also) <= set(ENTITY_TYPES) - {row.term.type}] == []


def test_figures_have_a_source():
    assert [row.term.row for row in ROWS if row.term.facts and "source" not in dict(row.term.facts)] == []


def test_figures_are_numbers_and_years():
    for row in ROWS:
        facts = dict(row.term.facts)
        for key in ("memory_gb", "bandwidth_gbs"):
            assert float(facts.get(key, 1)) > 0, row.term.row
        assert 1960 < int(facts.get("released", "2000")[:4]) < 2100, row.term.row


@pytest.mark.parametrize("type", ENTITY_TYPES)
def test_the_vocabulary_of_a_type_is_as_large_as_promised(type):
    assert Counter(row.term.type for row in ROWS)[type] >= LEAST[type]


def test_a_row_is_read_with_all_its_cells():
    text = (
        "name\tzh\taliases\tbroader\tkind\talso\tambiguous\tcontext\tgeneric\tvendor\tarchitecture\treleased\tsource\n"
        "Zor 1\t佐一\tZ1|Zor-1\tZor\tgpu\tSystem\tZ1\tchip|芯片\tyes\tZorco\tZora\t2020\ta book\n"
    )
    (row,) = read_rows(text, type="Hardware", path="x.tsv")
    term = row.term
    assert (term.id, term.type, term.name, term.kind) == ("entity/zor-1", "Hardware", "Zor 1", "gpu")
    assert row.surfaces == ("Zor 1", "佐一", "Z1", "Zor-1")
    assert (term.broader, term.vendor, term.architecture) == (("entity/zor",), "Zorco", "entity/zora")
    assert term.facts == (("released", "2020"), ("source", "a book"))
    assert (row.also, row.ambiguous, row.context, row.generic) == (("System",), ("Z1",), ("chip", "芯片"), True)
    assert term.row == "x.tsv:2"


def test_empty_cells_and_lines_are_unknown_values():
    (row,) = read_rows("name\taliases\tgeneric\n\nring join\n", type="Technique", path="x.tsv")
    assert (row.term.aliases, row.generic, row.term.row) == ((), False, "x.tsv:3")


def test_a_quotation_mark_is_a_character_like_any_other():
    (row,) = read_rows('name\taliases\n"a\tb"\n', type="Technique", path="x.tsv")
    assert (row.term.name, row.term.aliases) == ('"a', ('b"',))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("name\tcolour\n", 1, "unknown column 'colour'"),
        ("name\tzh\na\n\t甲\n", 3, "no name"),
        ("name\na\nb\tc\n", 3, "2 cells under 1 columns"),
        ("name\treleased\tsource\na\t2020\t\n", 2, "figures of 'a' have no source"),
    ],
)
def test_a_row_against_the_rules_is_refused_with_file_and_line(text, line, reason):
    with pytest.raises(VocabularyError) as caught:
        read_rows(text, type="Technique", path="technique/x.tsv")
    assert (caught.value.path, caught.value.line) == ("technique/x.tsv", line)
    assert str(caught.value) == f"technique/x.tsv:{line}: {reason}"


def test_a_cell_is_split_trimmed_and_kept_in_order():
    assert split_cell(" b | a||") == ("b", "a")
    assert split_cell(None) == ()
