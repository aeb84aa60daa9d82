"""Hypothesis strategies that several tests share: hostile texts, extractions and graphs."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from kg.graph import KnowledgeGraph, NodeFacts
from kg.ids import claim_id, entity_id, institution_id, paper_id
from kg.records import ENTITY_TYPES, ROLES, Author, Claim, Document, Entity, Evidence, Extraction, Institution, Mention
from kg.schema import predicates

# A pair of surrogates is one character in every encoding; only a lone one is hostile.
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

characters = st.one_of(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E),
    st.characters(min_codepoint=0x4E00, max_codepoint=0x4FFF),
    st.characters(min_codepoint=0, max_codepoint=0x9F),
    st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF, categories=("Cs",)),
    st.sampled_from("\u200f\u202e\u2066\u2028\u2029\ufeff\ufffe\uffff\u0301Åﬁ（）；😀👩‍💻<>&\"'\\^@|"),
    st.characters(),
)

#: Any text a paper may bring, without the pairs of surrogates that are no two characters.
texts = st.text(characters, max_size=40).map(lambda text: _PAIR.sub("", text))
names = texts.filter(lambda text: bool(text.strip()))
dates = st.one_of(st.just(""), st.dates().map(lambda date: date.isoformat()))
figures = st.one_of(st.integers(-1000, 10**18).map(float), st.floats(allow_nan=False))

_SHARED = ("NVIDIA A100", "mixture of experts", "Megatron-LM", "C++", "专家并行")


@st.composite
def documents(draw):
    """A document whose texts are hostile."""
    return Document(
        title=draw(names),
        abstract=draw(texts),
        date=draw(dates),
        categories=tuple(draw(st.lists(names, max_size=2))),
        affiliation=draw(texts),
        arxiv=draw(st.one_of(st.just(""), names)),
        source=draw(texts),
        line=draw(st.integers(0, 10**6)),
        authors=tuple(
            draw(st.lists(st.builds(Author, names, texts, st.lists(texts, max_size=1).map(tuple)), max_size=2))
        ),
        doi=draw(st.one_of(st.just(""), names)),
        urls=tuple(draw(st.lists(st.one_of(texts, st.just("https://example.org/a%zz?b=[c]")), max_size=2))),
        subjects=tuple(draw(st.lists(texts, max_size=2))),
        version=draw(texts),
        organizations=tuple(draw(st.lists(st.tuples(texts, names), max_size=1))),
        sources=tuple(draw(st.lists(texts, max_size=2))),
    )


@st.composite
def mentions(draw, document):
    """A mention in *document*: some span of one of its fields."""
    field = draw(st.sampled_from(("title", "affiliation", "abstract")))
    text = document.field(field)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return Mention(
        field, start, end, text[start:end], draw(st.sampled_from(("vocabulary", "names"))), draw(st.floats(0, 1))
    )


@st.composite
def extractions(draw):
    """An extraction that holds together, over a few entities that others name too."""
    document = draw(documents())
    paper = paper_id(arxiv=document.arxiv, title=document.title)
    found = st.lists(mentions(document), min_size=1, max_size=2).map(tuple)
    entities = {}
    for label in draw(st.lists(st.one_of(st.sampled_from(_SHARED), names), max_size=3)):
        node = entity_id(label)
        entities[node] = Entity(
            node,
            draw(st.sampled_from(ENTITY_TYPES)),
            label,
            draw(texts),
            tuple(sorted(draw(st.sets(names, max_size=2)))),
            draw(texts),
            draw(st.sampled_from(ROLES)),
            draw(st.floats(0, 1)),
            draw(found),
        )
    institutions = {}
    for label in draw(st.lists(st.one_of(st.sampled_from(("Peking University", "NVIDIA")), names), max_size=2)):
        node = institution_id(ror="", name=label)
        parent = draw(st.sampled_from(("", "institution/nvidia")))
        institutions[node] = Institution(node, label, draw(texts), parent=parent, mentions=draw(found))
    claims = {}
    for metric in draw(st.lists(names, max_size=2)):
        node = claim_id(paper, metric)
        ids = sorted(entities)
        hardware = tuple(n for n in ids if entities[n].type == "Hardware")
        claims[node] = Claim(
            metric,
            tuple(draw(st.lists(figures, min_size=1, max_size=2))),
            draw(texts),
            direction=draw(st.sampled_from(("", "increase", "decrease"))),
            mention=draw(mentions(document)),
            sentence=draw(mentions(document)),
            id=node,
            baseline_id=draw(st.sampled_from(("", *ids))),
            subject_id=draw(st.sampled_from(("", *ids))),
            hardware_ids=hardware,
        )
    return Extraction(paper, document, tuple(institutions.values()), tuple(entities.values()), tuple(claims.values()))


#: Several papers, no two the same.
corpora = st.lists(extractions(), max_size=4, unique_by=lambda extraction: extraction.id)


@st.composite
def graphs(draw):
    """A small graph of papers and what they name, whose labels are hostile; no edge is derived."""
    graph = KnowledgeGraph()
    papers = [f"paper/{number}" for number in range(draw(st.integers(1, 3)))]
    things = [f"entity/{number}" for number in range(draw(st.integers(1, 4)))]
    facts = st.builds(
        NodeFacts,
        type=st.sampled_from(ENTITY_TYPES),
        label=texts,
        label_zh=texts,
        aliases=st.sets(texts, max_size=2).map(lambda names: tuple(sorted(names))),
        kind=texts,
    )
    from_paper = sorted(
        name for name, predicate in predicates().items() if name in ROLES and predicate.origin == "paper"
    )
    for paper in papers:
        graph.add_node(paper, NodeFacts("Paper", draw(texts), date=draw(dates)), source=paper)
        for thing in draw(st.sets(st.sampled_from(things))):
            graph.add_node(thing, draw(facts), source=paper)
            spans = st.builds(
                Evidence,
                st.just(paper),
                st.sampled_from(("title", "abstract")),
                st.integers(0, 5),
                st.integers(5, 9),
                texts,
            )
            evidence = draw(st.lists(spans, min_size=1, max_size=2))
            graph.add_edge(paper, draw(st.sampled_from(from_paper)), thing, evidence)
    return graph
