"""Papers that come and go: what stands there is what a build of the papers that are left gives, byte for byte."""

from __future__ import annotations

import random

import pytest
from click.testing import CliRunner

import exports
import kg
from kg import increments, pipeline, store
from kg.cli import main
from kg.errors import AmbiguousNameError, GraphFormatError, RecipeError, UnknownNameError
from kg.ids import paper_id
from kg.joining import join
from kg.overrides import read_overrides
from kg.records import Document
from kg.store import changes
from kg.store.checking import verify
from tests.samples import EXTRACTIONS, TERMS


def paper(title, abstract, day, affiliation="Peking University", categories=("cs.DC",)):
    return Document(title, abstract, f"2024-01-{day:02}", categories, affiliation, source="a.txt", line=day)


ZORVEX = paper(
    "Zorvex2: Fast Ring Joins",
    "We present Zorvex2, a library for ring joins. Zorvex2 is 2x faster than NCCL on A100.",
    1,
)
METHOD = paper(
    "A Method", "We propose Zorvex2, a scheduling algorithm for joins with MoE. Zorvex2 is fast.", 2, "NVIDIA"
)
STUDY = paper(
    "A Study of Joins",
    "Joins are 2x faster with Zorvex2 on an A100; MPI and CUDA are used.",
    3,
    "NVIDIA；清华大学",
    ("cs.DB",),
)
RELATED = paper(
    "On Rings", "Our QuillRing is compared with Zorvex2, NCCL and LumenMesh on H100. QuillRing is a system.", 4
)
LUMEN = paper(
    "LumenMesh: Meshes",
    "We present LumenMesh, a system for meshes, which extends QuillRing with tensor parallelism.",
    5,
    "OpenAI",
)
PLAIN = paper("Nothing", "Nothing is named here.", 6, "", ())
CLAIM = paper("Numbers", "DeepSpeed on V100 uses 35% less memory than Megatron-LM for GPT-3 and is 1.8x faster.", 7)
CORPUS = (ZORVEX, METHOD, STUDY, RELATED, LUMEN, PLAIN, CLAIM)


def key(document):
    return paper_id(arxiv=document.arxiv, title=document.title)


def build(path, documents, *, overrides=None, name="fast"):
    found = pipeline.harvest(sorted(documents, key=key), pipeline=name)
    store.save(
        path,
        found.extractions,
        pipeline.terms(),
        version=kg.__version__,
        names=found.names,
        recipe=pipeline.recipe(pipeline=name),
        overrides=overrides,
    )
    return path


@pytest.fixture(autouse=True)
def little_by_little(monkeypatch):
    """Never build anew what can be changed: in so small a graph each change is a large one."""
    monkeypatch.setattr(changes, "_MOST", 9)


def exported(path, target):
    graph = store.load(path)
    made = {}
    for name in exports.format_names():
        file = target / f"{path.name}.{name}"
        exports.write(graph, file, format=name)
        files = sorted(file.rglob("*")) if file.is_dir() else [file]
        made[name] = [inner.read_bytes() for inner in files if inner.is_file()]
    return made


def same(path, other):
    """Return whether two graphs are one: the same log, names, terms and counts, and a store that holds what the log gives."""
    assert list(verify(path)) == []
    return store.read_manifest(path) == store.read_manifest(other)


def test_an_older_paper_is_linked_to_a_name_that_a_new_one_introduces(tmp_path):
    path = build(tmp_path / "g", [STUDY, PLAIN])
    assert "entity/zorvex2" not in store.load(path)
    done = increments.add(path, [ZORVEX])
    assert (done.added, done.again) == ((key(ZORVEX),), (key(STUDY),))
    assert store.load(path).nx.has_edge(key(STUDY), "entity/zorvex2")
    assert same(path, build(tmp_path / "whole", [ZORVEX, STUDY, PLAIN]))


def test_the_link_goes_with_the_paper_that_introduced_the_name(tmp_path):
    path = build(tmp_path / "g", [ZORVEX, STUDY, PLAIN])
    done = increments.remove(path, [ZORVEX.title])
    assert (done.removed, done.again) == ((key(ZORVEX),), (key(STUDY),))
    assert "entity/zorvex2" not in store.load(path)
    assert same(path, build(tmp_path / "whole", [STUDY, PLAIN]))


def test_papers_that_mention_no_new_name_are_not_read_again(tmp_path, monkeypatch):
    path = build(tmp_path / "g", [PLAIN, CLAIM, STUDY])
    read = []
    extract = pipeline.Extractor.extract
    monkeypatch.setattr(
        pipeline.Extractor, "extract", lambda self, document: read.append(document.title) or extract(self, document)
    )
    increments.add(path, [LUMEN])
    assert read == [LUMEN.title]
    increments.remove(path, [key(PLAIN)])
    assert read == [LUMEN.title]


def test_a_type_that_turns_with_a_second_introduction_turns_everywhere(tmp_path):
    path = build(tmp_path / "g", [METHOD, STUDY, RELATED])
    before = store.load(path).attributes("entity/zorvex2")["type"]
    increments.add(path, [ZORVEX])
    assert (before, store.load(path).attributes("entity/zorvex2")["type"]) == ("Technique", "System")
    assert same(path, build(tmp_path / "whole", [METHOD, STUDY, RELATED, ZORVEX]))


def test_adding_and_removing_in_any_order_gives_the_same_bytes_in_every_export(tmp_path):
    rng = random.Random(7)
    papers = {key(document): document for document in CORPUS}
    here = {key(ZORVEX), key(STUDY), key(CLAIM)}
    path = build(tmp_path / "g", [papers[node] for node in here])
    for step in range(5):
        away = sorted(papers.keys() - here)
        if away and (len(here) < 3 or rng.random() < 0.5):
            new = rng.sample(away, rng.randint(1, min(2, len(away))))
            increments.add(path, [papers[node] for node in new])
            here.update(new)
        else:
            gone = rng.sample(sorted(here), rng.randint(1, 2))
            increments.remove(path, gone)
            here.difference_update(gone)
        assert same(path, build(tmp_path / "whole", [papers[node] for node in here])), step
    assert exported(path, tmp_path) == exported(tmp_path / "whole", tmp_path)


def test_a_graph_may_be_emptied_and_filled_again(tmp_path):
    path = build(tmp_path / "g", [ZORVEX, STUDY])
    increments.remove(path, [key(ZORVEX), key(STUDY)])
    assert len(store.load(path)) == 0
    assert list(verify(path)) == []
    increments.add(path, [STUDY, ZORVEX])
    assert same(path, build(tmp_path / "whole", [ZORVEX, STUDY]))


def test_records_of_one_paper_are_joined_whichever_comes_first(tmp_path):
    short = Document(STUDY.title, "Joins.", STUDY.date, STUDY.categories)
    path = build(tmp_path / "g", [short, CLAIM])
    assert increments.add(path, [STUDY]).replaced == (key(STUDY),)
    manifest = store.read_manifest(path)
    done = increments.add(path, [short, CLAIM])
    assert (done.added, done.replaced, done.kept) == ((), (), tuple(sorted((key(STUDY), key(CLAIM)))))
    assert store.read_manifest(path) == manifest
    assert same(path, build(tmp_path / "whole", join([short, STUDY, CLAIM])))


def test_corrections_hold_for_papers_that_come_later(tmp_path):
    rows = "action\tnode\tto\nmerge\tentity/zorvex2\tentity/nccl\nrename\tentity/cuda\tCUDA platform\nretype\tentity/lumenmesh\tTechnique\n"
    overrides = read_overrides(rows, path="o.tsv")
    path = build(tmp_path / "g", [STUDY, CLAIM], overrides=overrides)
    increments.add(path, [ZORVEX, RELATED])
    increments.add(path, [LUMEN])
    increments.remove(path, [key(CLAIM)])
    graph = store.load(path)
    assert "entity/zorvex2" not in graph
    assert graph.find("Zorvex2") == "entity/nccl"
    assert graph.attributes("entity/cuda")["label"] == "CUDA platform"
    assert same(path, build(tmp_path / "whole", [STUDY, ZORVEX, RELATED, LUMEN], overrides=overrides))


def test_a_paper_is_called_by_id_or_title_and_an_unknown_one_changes_nothing(tmp_path):
    twin = Document(STUDY.title, "Another study.", arxiv="0000.00001")
    path = build(tmp_path / "g", [STUDY, twin, CLAIM])
    manifest = store.read_manifest(path)
    with pytest.raises(UnknownNameError, match="No paper named 'nosuch'"):
        increments.remove(path, [CLAIM.title, "nosuch"])
    with pytest.raises(AmbiguousNameError, match="0000"):
        increments.remove(path, [STUDY.title])
    assert store.read_manifest(path) == manifest
    assert increments.remove(path, ["0000.00001", "numbers"]).removed == ("paper/0000.00001", key(CLAIM))


def test_other_vocabularies_and_versions_ask_for_a_rebuild(tmp_path, monkeypatch):
    path = build(tmp_path / "g", [STUDY, CLAIM])
    monkeypatch.setattr(pipeline, "fingerprint", lambda: "other")
    with pytest.raises(RecipeError, match=r"other vocabularies or weights.*--rebuild"):
        increments.add(path, [ZORVEX])
    done = increments.add(path, [ZORVEX], rebuild=True)
    assert done.again == tuple(sorted((key(STUDY), key(CLAIM))))
    assert store.read_manifest(path).recipe["extractors"] == "other"
    monkeypatch.setattr(kg, "__version__", "99")
    with pytest.raises(RecipeError, match="and this is 99"):
        increments.remove(path, [key(ZORVEX)])


def test_a_graph_that_was_made_of_records_takes_no_papers(tmp_path):
    store.save(tmp_path / "g", EXTRACTIONS, TERMS, version="test")
    with pytest.raises(GraphFormatError, match="not built from papers"):
        increments.add(tmp_path / "g", [ZORVEX])
    with pytest.raises(GraphFormatError, match="does not exist"):
        increments.add(tmp_path / "none", [ZORVEX])
    assert not (tmp_path / "none").exists()


DIGEST = "{0.title}\n{0.affiliation}\n{0.abstract}\n{0.date} cs.DC\n"


def test_the_commands_add_remove_verify_and_compare(tmp_path):
    def run(*arguments, status=0):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert result.exit_code == status, result.output
        return result.output

    for name, document in (("old", STUDY), ("new", ZORVEX)):
        (tmp_path / f"{name}.txt").write_text(DIGEST.format(document), encoding="utf-8")
    graph, other = tmp_path / "g.kg", tmp_path / "h.kg"
    run("build", tmp_path / "old.txt", "-o", graph, "--pipeline", "fast")
    run("build", tmp_path / "old.txt", "-o", other, "--pipeline", "fast")
    assert "same" not in run("diff", graph, other)
    assert run("add", graph, tmp_path / "new.txt").startswith(f"{graph}: 1 added, 1 others read again\n  2 papers, ")
    assert "nothing changed" not in run("add", graph, tmp_path / "new.txt")
    told = run("diff", other, graph, status=1)
    assert f"papers added (1)\n  + {ZORVEX.title}  [{key(ZORVEX)}]" in told
    assert f"papers changed (1)\n  ~ {STUDY.title}" in told
    assert "  + Zorvex2  [entity/zorvex2]" in told
    assert f"  + {key(STUDY)} comparesWith entity/zorvex2" in told or "entity/zorvex2" in told
    assert '"papers_removed": [\n  "' in run("diff", graph, other, "--format", "json", status=1)
    assert run("remove", graph, ZORVEX.title).startswith(f"{graph}: 1 removed, 1 others read again\n")
    assert run("diff", graph, other) == ""
    assert "whole; 1 papers" in run("verify", graph)
    log = store.read_manifest(graph).file(graph, "extractions")
    log.write_bytes(log.read_bytes().replace(b"Joins are", b"Joins xre"))
    assert "is not the file the manifest describes" in run("verify", graph, status=1)
    run("add", graph, tmp_path / "none.txt", status=1)


def test_a_record_that_bridges_two_papers_makes_them_one(tmp_path):
    preprint = Document(
        "Ring Joins over Trees of Queues", "Joins.", "2024-01-02", ("cs.DC",), arxiv="2401.00001", source="a", line=1
    )
    printed = Document(
        "Joins over Trees, and Queues in Rings", "Queues.", "2025-03-01", doi="10.5555/1", source="b", line=1
    )
    both = Document(
        "Ring Joins over Trees of Queues", "", "2024-01-02", arxiv="2401.00001", doi="10.5555/1", source="c", line=1
    )
    path = build(tmp_path / "g", [preprint, printed])
    change = increments.add(path, [both])
    assert change.removed == (key(printed),)
    assert same(path, build(tmp_path / "whole", join([preprint, printed, both])))
