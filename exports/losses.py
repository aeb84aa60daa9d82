"""What each format keeps of each fact, found by writing a graph that has every fact once and looking for it in what was written.

``python -m exports.losses > docs/formats.md`` writes the page anew.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from exports import Format, Part, draws, format_names, get_format
from kg.graph import KnowledgeGraph, NodeFacts
from kg.records import Evidence

#: Each fact by a pattern of what stands for it and for nothing else in the graph of ``sample``.
FACTS = {
    "id of a node": "qid",
    "type of a node": "Hardware",
    "label": "qlabel",
    "Chinese label": "标签甲",
    "other names": "qalias",
    "kind of a thing": "qkind",
    "further attributes, such as ROR": "qror",
    "number of a claim": "1234.5",
    "text of a paper": "qwords",
    "date of a paper": "1999-12-31",
    "kind of an edge": "evaluatedOn|evaluated on",
    "vocabulary row behind an edge": "qrow",
    "paper behind a derived edge": "qbehind|qtitle",
    "words of the paper behind an edge": "qquote",
    "where in the paper they stand": "10007",
    "who found them": "qextractor",
    "how sure that is": "0.8125",
}
_BEHIND = "paper behind a derived edge"
_HEAD = """# Export formats

Written by `python -m exports.losses`; a test compares. `kg export --list` says the same in short.

- **yes**: the format keeps it. **–**: the format leaves it out. A picture shows what the eye can take in, and only the labels and types of that.
- *Views*: a format that draws takes `--view full|entities|institutions|techniques|comparisons`, `--type` and `--min-papers`; the view in brackets is
  the one it shows unless another is asked for. All formats take `--since` and `--until`.
- Formats of several files write a directory, or one file where the name ends in `.zip`.
- Characters that a format cannot hold are left out, and `kg export` says how many.

"""


def sample() -> KnowledgeGraph:
    """Return a small graph that has every fact of FACTS.

    >>> sorted(sample().nx)
    ['claim/q', 'entity/qid', 'entity/wide', 'institution/q', 'paper/q', 'paper/qbehind']
    """
    graph = KnowledgeGraph()
    paper = "paper/q"
    text = "x" * 10007 + "qquote"
    more = (("abstract", text + " qwords"),)
    graph.add_node(paper, NodeFacts("Paper", "A title", date="1999-12-31", more=more), source=paper)
    graph.add_node("paper/qbehind", NodeFacts("Paper", "A qtitle", date="1998-01-02"), source="paper/qbehind")
    thing = NodeFacts("Hardware", "qlabel", "标签甲", ("qalias",), "qkind")
    graph.add_node("entity/qid", thing, source=paper)
    graph.add_node("entity/wide", NodeFacts("Technique", "wide"), source="vocabulary/a.tsv:1")
    graph.add_node("institution/q", NodeFacts("Institution", "Q", more=(("ror", "qror"),)), source=paper)
    graph.add_node("claim/q", NodeFacts("Claim", "a figure", more=(("low", 1234.5),)), source=paper)
    found = Evidence(paper, "abstract", 10007, 10013, "qextractor", 0.8125)
    graph.add_edge(paper, "evaluatedOn", "entity/qid", [found])
    graph.add_edge(paper, "affiliatedWith", "institution/q", [Evidence(paper, "affiliation", 0, 1)])
    graph.add_edge(paper, "reports", "claim/q", [Evidence(paper, "abstract", 0, 1)])
    graph.add_edge("entity/qid", "broader", "entity/wide", [Evidence("vocabulary/qrow.tsv:1", extractor="vocabulary")])
    graph.add_edge("institution/q", "worksOn", "entity/wide", [Evidence("paper/qbehind", extractor="rule:worksOn")])
    return graph


def matrix() -> dict[str, dict[str, bool]]:
    """Return for each format which facts it keeps, by their names."""
    graph = sample()
    return {name: kept(get_format(name), graph) for name in format_names()}


def kept(format_: Format, graph: KnowledgeGraph) -> dict[str, bool]:
    """Return which facts of *graph* stand in what *format_* writes."""
    text = "\n".join(_texts(format_.dumps(graph)))
    known = {fact: re.search(pattern, text) is not None for fact, pattern in FACTS.items()}
    # The paper has a node of its own in any case: what counts is that the edge names it.
    return {**known, _BEHIND: len(re.findall(FACTS[_BEHIND], text)) > _mentions(format_, graph)}


def _mentions(format_: Format, graph: KnowledgeGraph) -> int:
    """Return how often the paper behind the derived edge is named without that edge."""
    alone = KnowledgeGraph()
    for node, source, facts in graph.facts():
        alone.add_node(node, facts, source=source)
    for (source, predicate, target), evidence in graph.evidence():
        alone.add_edge(source, predicate, target, evidence)
    return len(re.findall(FACTS[_BEHIND], "\n".join(_texts(format_.dumps(alone)))))


def _texts(pieces: Iterator[str | bytes | Part]) -> Iterator[str]:
    """Yield the text of every file that *pieces* make; of Parquet the cells."""
    files: list[list[bytes]] = [[]]
    for piece in pieces:
        if isinstance(piece, Part):
            files.append([])
        else:
            files[-1].append(piece.encode() if isinstance(piece, str) else piece)
    for file in files:
        found = b"".join(file)
        if found.startswith(b"PAR1"):
            import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore] # it ships no types

            yield str(pq.read_table(io.BytesIO(found)).to_pylist())
        else:
            yield found.decode("utf-8", "replace")


def page() -> str:
    """Return the page on all formats, as docs/formats.md has it."""
    names = format_names()
    rows: list[tuple[str, ...]] = [("format", "suffixes", "views", "leaves out")]
    for name in names:
        module = get_format(name)
        view = f"any ({draws(module)})" if draws(module) else "full only"
        rows.append((name, " ".join(f"`{suffix}`" for suffix in module.SUFFIXES), view, module.LOSES or "nothing"))
    found = matrix()
    facts: list[tuple[str, ...]] = [("fact", *names)]
    facts += [(fact, *("yes" if found[name][fact] else "–" for name in names)) for fact in FACTS]
    return f"{_HEAD}{_table(rows)}\n## Which fact is kept by which format\n\n{_table(facts)}"


def _table(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(page())
