"""Records: frozen, ordered, and strict about the fields they have."""

from __future__ import annotations

import dataclasses

import pytest

from kg import records
from kg.records import Document, Mention

RECORDS = [value for value in vars(records).values() if dataclasses.is_dataclass(value)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_record_is_frozen_slotted_and_ordered(record):
    parameters = record.__dataclass_params__
    assert parameters.frozen
    assert parameters.order
    assert hasattr(record, "__slots__")
    assert record.__doc__


def test_a_record_cannot_be_changed():
    mention = Mention("title", 0, 1, "a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        mention.start = 3


def test_a_document_gives_each_of_its_text_fields():
    document = Document("T", "A", affiliation="F")
    assert [document.field(name) for name in ("title", "affiliation", "abstract")] == ["T", "F", "A"]


@pytest.mark.parametrize("name", ["date", "source", "nothing", "__class__"])
def test_what_is_no_text_field_cannot_be_quoted_from(name):
    with pytest.raises(KeyError):
        Document("T", "A").field(name)


def test_offsets_count_code_points_not_bytes_or_utf_16_units():
    document = Document("T", "😀在H100上")
    assert document.field("abstract")[2:6] == "H100"
