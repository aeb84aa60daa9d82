"""Corrections: strict rows, applied to what papers and vocabularies say, seen in the graph and told by kg show."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from kg import store
from kg.build import build
from kg.cli import main
from kg.errors import InputError
from kg.merge import merge
from kg.overrides import load_overrides, read_overrides
from kg.store.checking import verify
from tests.samples import EXTRACTIONS, FAST, LAB, SLOW, TERMS, said

ROOT = Path(__file__).resolve().parents[2]
HEAD = "action\tnode\tto\tsurface\tpaper\tnote\n"


def overrides(*rows):
    return read_overrides(HEAD + "".join("\t".join(row) + "\n" for row in rows), path="o.tsv")


def corrected(*rows):
    return build(EXTRACTIONS, TERMS, overrides(*rows))


def test_a_merged_node_is_gone_and_all_that_was_said_of_it_is_said_of_the_other():
    graph = corrected(("merge", "entity/slowmix", "entity/fastmix"))
    assert "entity/slowmix" not in graph
    assert graph.attributes("entity/fastmix")["label"] == "FastMix"
    assert graph.find("SlowMix", type="System") == "entity/fastmix"
    assert graph.nx.has_edge(SLOW.id, "entity/fastmix", "introduces")


def test_a_merged_vocabulary_term_brings_its_facts_to_a_node_that_papers_name():
    graph = corrected(("merge", "entity/nvidia-a100", "entity/fastmix"))
    assert graph.attributes("entity/fastmix")["label"] == "FastMix"
    assert graph.nx.has_edge("entity/fastmix", "entity/ampere", "hasArchitecture")
    assert "A100" in graph.attributes("entity/fastmix")["aliases"]


def test_of_two_merged_vocabulary_terms_the_second_keeps_its_name_and_edges_lead_to_it():
    graph = corrected(("merge", "entity/model-parallelism", "entity/mixture-of-experts"))
    assert graph.attributes("entity/mixture-of-experts")["label"] == "mixture of experts"
    assert "模型并行" in graph.attributes("entity/mixture-of-experts")["aliases"]
    assert graph.nx.has_edge("entity/expert-parallelism", "entity/mixture-of-experts", "broader")


def test_merges_follow_one_another():
    graph = corrected(
        ("merge", "entity/slowmix", "entity/megatron-lm"), ("merge", "entity/megatron-lm", "entity/fastmix")
    )
    assert graph.nx.has_edge(SLOW.id, "entity/fastmix")
    # One paper compares the thing with itself now: the stronger role stays.
    assert graph.nx.get_edge_data(FAST.id, "entity/fastmix").keys() == {"introduces"}


def test_institutions_are_merged_and_stay_parents():
    graph = corrected(("merge", "institution/02v51f717", "institution/nvidia"))
    assert graph.attributes("institution/nvidia")["label"] == "NVIDIA"
    assert "ror" not in graph.attributes("institution/nvidia")
    assert graph.nx.has_edge("institution/pku-lab", "institution/nvidia", "subOrganizationOf")


def test_a_split_takes_the_mentions_that_are_written_so_and_claims_follow():
    graph = corrected(("split", "entity/nvidia-a100", "Ampere card", "a100", FAST.id))
    assert graph.nx.has_edge(FAST.id, "entity/ampere-card", "evaluatedOn")
    assert not graph.nx.has_edge(FAST.id, "entity/nvidia-a100")
    assert graph.nx.has_edge(LAB.id, "entity/nvidia-a100", "evaluatedOn")
    (claim,) = (node for node in graph.nx if node.startswith("claim/"))
    assert not graph.nx.has_edge(claim, "entity/nvidia-a100", "onHardware")


def test_a_split_everywhere_takes_the_name_from_the_vocabulary_too():
    graph = corrected(("split", "entity/nvidia-a100", "Ampere card", "A100"))
    assert graph.find("A100") == "entity/ampere-card"
    assert "entity/nvidia-a100" not in graph


def test_a_renamed_node_keeps_its_id_and_its_old_name_as_another_name():
    graph = corrected(("rename", "entity/mixture-of-experts", "MoE layers | 专家混合"))
    row = graph.attributes("entity/mixture-of-experts")
    assert (row["label"], row["label_zh"]) == ("MoE layers", "专家混合")
    assert {"mixture of experts", "混合专家"} <= set(row["aliases"])


def test_a_retyped_node_has_its_type_before_rules_run():
    graph = corrected(("retype", "entity/megatron-lm", "Dataset"))
    assert graph.attributes("entity/megatron-lm")["type"] == "Dataset"
    assert not [key for _, _, key in graph.nx.edges(keys=True) if key == "outperforms"]


def test_a_dropped_node_is_nowhere_or_not_in_that_paper():
    assert "entity/cuda" not in corrected(("drop", "entity/cuda"))
    graph = corrected(("drop", "entity/mixture-of-experts", "", "", SLOW.id))
    assert not graph.nx.has_edge(SLOW.id, "entity/mixture-of-experts")
    assert graph.nx.has_edge(FAST.id, "entity/mixture-of-experts")
    claim = FAST.claims[0].id
    assert claim not in corrected(("drop", claim))


def test_rows_that_meet_nothing_change_nothing():
    graph = corrected(("merge", "entity/nothing", "entity/none"), ("drop", "entity/nil"), ("rename", "entity/no", "No"))
    assert said(graph) == said(build(EXTRACTIONS, TERMS))
    assert list(graph.corrections()) == []


def test_merging_graphs_keeps_corrections():
    graph = corrected(("rename", "entity/cuda", "CUDA platform"))
    assert merge(graph).attributes("entity/cuda")["label"] == "CUDA platform"


WRONG = {
    "entity/a": (1, "unknown column"),
    "node\taction\n": (1, "first line names the columns"),
    HEAD + "join\tentity/a\tentity/b\n": (2, "unknown action 'join'"),
    HEAD + "merge\tMoE\tentity/b\n": (2, "'MoE' is not the id of a node"),
    HEAD + "merge\tentity/a\tinstitution/b\n": (2, "not the id of a node"),
    HEAD + "merge\tentity/a\n": (2, "merge needs a value under 'to'"),
    HEAD + "\nmerge\tentity/a\tentity/b\tx\n": (3, "no use for a value under 'surface'"),
    HEAD + "split\tentity/a\tB\n": (2, "split needs a value under 'surface'"),
    HEAD + "split\tentity/a\tA\tx\n": (2, "gives the same id"),
    HEAD + "retype\tentity/a\tThing\n": (2, "one of Hardware"),
    HEAD + "retype\tinstitution/a\tSystem\n": (2, "only an entity"),
    HEAD + "drop\tentity/a\t\t\ta title\n": (2, "'a title' is not the id"),
    HEAD + "drop\tpaper/a\n": (2, "not the id of a node"),
    HEAD + "rename\tentity/a\tA\nrename\tentity/a\tB\n": (3, "line 2 has another rename"),
    HEAD + "drop\tentity/a\nrename\tentity/a\tB\n": (3, "line 2 leaves no entity/a"),
    HEAD + "merge\tentity/a\tentity/b\nmerge\tentity/b\tentity/a\n": (3, "merged into itself"),
    HEAD + "merge\tentity/a\tentity/a\n": (2, "merged into itself"),
    HEAD + "drop\tentity/a\t\t\t\t\tx\ty\n": (2, "8 cells under 6 columns"),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_row_is_told_with_file_and_line(text, tmp_path):
    line, reason = WRONG[text]
    (tmp_path / "o.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=reason) as caught:
        load_overrides(tmp_path / "o.tsv")
    assert (caught.value.path, caught.value.line) == (str(tmp_path / "o.tsv"), line)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        load_overrides(tmp_path / "none.tsv")
    (tmp_path / "o.tsv").write_bytes(b"action\tnode\n\xff")
    with pytest.raises(InputError, match="UTF-8"):
        load_overrides(tmp_path / "o.tsv")
    assert not read_overrides("", path="o.tsv")


def test_a_saved_graph_keeps_its_corrections_and_show_tells_of_them(tmp_path):
    rows = overrides(("merge", "entity/slowmix", "entity/fastmix"), ("rename", "entity/cuda", "CUDA platform"))
    path = tmp_path / "g"
    made = store.save(path, EXTRACTIONS, TERMS, version="test", overrides=rows)
    assert said(store.load(path)) == said(made)
    assert list(verify(path)) == []
    shown = CliRunner().invoke(main, ["show", str(path), "FastMix"]).stdout
    assert "\ncorrected: merge entity/slowmix into entity/fastmix (line 2)\n" in shown
    shown = CliRunner().invoke(main, ["show", str(path), "CUDA"]).stdout
    assert shown.startswith("CUDA platform")
    assert "corrected: rename entity/cuda to CUDA platform (line 3)" in shown
    assert "corrected" not in CliRunner().invoke(main, ["show", str(path), "H100"]).stdout


def test_the_example_of_the_documentation_is_applied(tmp_path):
    text = (ROOT / "docs" / "overrides.md").read_text(encoding="utf-8")
    block = text.split("```tsv\n")[1].split("```")[0]
    (tmp_path / "o.tsv").write_text(block, encoding="utf-8")
    papers = text.split("```text\n")[1].split("```")[0]
    (tmp_path / "papers.txt").write_text(papers, encoding="utf-8")
    options = [str(tmp_path / "papers.txt"), "-o", str(tmp_path / "g.kg"), "--overrides", str(tmp_path / "o.tsv")]
    assert CliRunner().invoke(main, ["build", "--pipeline", "fast", *options]).exit_code == 0
    graph = store.load(tmp_path / "g.kg")
    applied = {row for _, _, rows in graph.corrections() for row in rows}
    assert len(applied) == sum(line.partition("\t")[0] not in ("action", "drop") for line in block.strip().split("\n"))
    assert "entity/mpi" not in graph
