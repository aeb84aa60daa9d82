"""Modifiers before a known term, and words that stand for one another in names."""

from __future__ import annotations

import pytest

from extractors.components.vocabulary import shipped_matcher
from extractors.found import Found
from extractors.naming.acronyms import find_expansions, find_long_form
from extractors.naming.finding import find_names
from extractors.naming.modifiers import find_modified, is_modifier
from extractors.variants import find_variants


def known(text):
    rows = shipped_matcher().rows
    return [
        Found(hit.start, hit.end, rows[hit.row].term.type, rows[hit.row].term.id, "vocabulary")
        for hit in shipped_matcher().find(text, context=text)
    ]


def modified(text):
    return [(proposal.text, term) for proposal, term in find_modified(text, [(0, len(text))], known(text))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Rack-aware work stealing", "rack-aware work stealing"),
        ("We study lazy work stealing here", "lazy work stealing"),
        ("研究机架感知的工作窃取", "rack-aware work stealing"),
        ("一种分层的工作窃取", "hierarchical work stealing"),
        ("异构工作窃取", "heterogeneous work stealing"),
        ("Efficient work stealing", ""),
        ("the work stealing", ""),
    ],
)
def test_a_modifier_before_a_known_technique_makes_a_narrower_one(text, name):
    assert modified(text) == ([(name, "entity/work-stealing")] if name else [])


def test_words_of_praise_are_no_modifiers():
    assert is_modifier("two-level dynamic")
    assert not is_modifier("scalable")
    assert not is_modifier("")


@pytest.mark.parametrize(
    ("title", "found"), [("Lazy Work Stealing for Trees", True), ("Work Stealing for Trees", False)]
)
def test_a_narrower_name_counts_where_the_title_has_it(title, found):
    text = f"{title}\nIt uses lazy work stealing."
    names = find_names(text, title=(0, len(title)), abstract=(len(title) + 1, len(text)), known=known(text)).names
    assert [(n.label, n.broader) for n in names] == ([("lazy work stealing", "entity/work-stealing")] if found else [])


def test_variants_change_one_word_and_never_the_whole_name():
    assert find_variants("block tensor decomposition", strict=True) == ("block tensor factorization",)
    assert find_variants("decomposition") == ()


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("a tree-tracked routing (T2R) scheme", "tree-tracked routing", "T2R"),
        ("Cluster-led Tenant Plotting (C-Plot), a tool", "Cluster-led Tenant Plotting", "C-Plot"),
        ("名为Tiny Kernel Store（TKS）的工具", "Tiny Kernel Store", "TKS"),
        ("通过可并行桶集合（PBC）抽象", "可并行桶集合", "PBC"),
    ],
)
def test_acronyms_repeat_letters_and_pass_over_words(text, long, short):
    (expansion,) = find_expansions(text)
    assert (text[expansion.start : expansion.end], text[expansion.short_start : expansion.short_end]) == (long, short)


def test_a_long_form_may_be_hyphenated_or_spelt_by_its_capitals():
    assert find_long_form("Automatic Read-Sort Pipelining", "RSP") == "Read-Sort Pipelining"
    assert find_long_form("Tuning the Linear Bucket Evaluation Code", "LiBE") == "Linear Bucket Evaluation"
