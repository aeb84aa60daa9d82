"""The page on formats says what they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from exports import draws, format_names, get_format
from exports.losses import FACTS, kept, page, sample

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_on_formats_is_up_to_date():
    shown = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert shown == page(), "write it anew: python -m exports.losses > docs/formats.md"


@pytest.mark.parametrize("name", [name for name in format_names() if not get_format(name).LOSES])
def test_a_format_that_states_no_loss_keeps_every_fact(name):
    assert kept(get_format(name), sample()) == dict.fromkeys(FACTS, True)


@pytest.mark.parametrize("name", [name for name in format_names() if "offsets" in get_format(name).LOSES])
def test_a_stated_loss_is_one(name):
    assert draws(get_format(name))
    found = kept(get_format(name), sample())
    assert not any(found[fact] for fact in ("where in the paper they stand", "who found them", "how sure that is"))
