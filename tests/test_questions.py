"""The questions the graph is for, asked of the seeds in SPARQL, in Python and on the command line; the answers were read in the papers."""

from __future__ import annotations

import json
from collections import defaultdict

import networkx as nx
import pytest
from click.testing import CliRunner

from kg import store
from kg.cli import main

FRACTALS = "Accelerating Compact Fractals with Tensor Core GPUs"
SHFL_BW = "Shfl-BW: Accelerating Deep Neural Network Inference with Tensor-Core Aware Weight Pruning"
TCFFT = "tcFFT: Accelerating Half-Precision FFT through Tensor Cores"
DOMINO = "Domino: Eliminating Communication in LLM Training via Generic Tensor Slicing and Overlapping"
BREADTH_FIRST = "Breadth-First Pipeline Parallelism"
TOPO_EP = "TopoEP: Topology-Aware Load Balancing for Expert-Parallel MoE Training"
ULTRA_EP = "UltraEP: Unleash MoE Training and Inference on Rack-Scale Nodes with Near-Optimal Load Balancing"
CYCLIC = "Cyclic Data Parallelism for Efficient Parallelism of Deep Neural Networks"


@pytest.fixture
def ask(seeds_path):
    def ask(sparql):
        return set(store.query(seeds_path, sparql).rows)

    return ask


@pytest.fixture
def label(seeds_graph):
    return lambda node: seeds_graph.nx.nodes[node]["label"]


def targets(graph, node, predicate):
    return {target for _, target, key in graph.nx.out_edges(node, keys=True) if key == predicate}


def sources(graph, node, predicate):
    return {source for source, _, key in graph.nx.in_edges(node, keys=True) if key == predicate}


# -- papers evaluated on an NVIDIA GPU of the Ampere architecture, with the systems they introduce -------------------------------


def ampere_in_sparql(ask):
    rows = ask("""
        SELECT ?title ?gpu ?name {
          ?paper kg:evaluatedOn ?device ; dcterms:title ?title .
          ?device kg:hasArchitecture entity:ampere ; kg:manufacturedBy/skos:prefLabel "NVIDIA"@en ; skos:prefLabel ?gpu .
          FILTER (lang(?gpu) = "en")
          OPTIONAL { ?paper kg:introduces ?own . ?own a kg:System ; skos:prefLabel ?name . FILTER (lang(?name) = "en") }
        }""")
    found = defaultdict(set)
    for title, gpu, name in rows:
        found[title, gpu] |= {name} - {None}
    return dict(found)


def ampere_in_python(graph, label):
    found = defaultdict(set)
    for device in sources(graph, graph.find("Ampere"), "hasArchitecture"):
        if graph.find("NVIDIA", type="Institution") not in targets(graph, device, "manufacturedBy"):
            continue
        for paper in sources(graph, device, "evaluatedOn"):
            own = targets(graph, paper, "introduces")
            found[label(paper), label(device)] |= {label(n) for n in own if graph.nx.nodes[n]["type"] == "System"}
    return dict(found)


def ampere_by_path(seeds_path, graph, label):
    found = defaultdict(set)
    for paper in sorted(node for node, row in graph.nx.nodes(data=True) if row["type"] == "Paper"):
        for path in graph.paths(paper, "Ampere", k=50, max_hops=2):
            if [hop.predicate for hop in path.hops] == ["evaluatedOn", "hasArchitecture"]:
                found[label(paper), label(path.nodes[1])] |= set()
    for title, gpu in found:
        for own in targets(graph, graph.find(title), "introduces"):
            if graph.nx.nodes[own]["type"] != "System":
                continue
            arguments = ["path", str(seeds_path), own, "Ampere", "--max-hops", "3", "-k", "50", "--format", "json"]
            for path in json.loads(CliRunner().invoke(main, arguments).stdout):
                steps = [hop["predicate"] for hop in path["hops"]]
                if steps == ["introduces", "evaluatedOn", "hasArchitecture"] and label(path["nodes"][2]) == gpu:
                    found[title, gpu].add(label(own))
    return dict(found)


def test_the_papers_evaluated_on_ampere_are_those_that_name_the_a100(seeds_graph, label):
    assert {(title, gpu) for title, gpu in ampere_in_python(seeds_graph, label)} == {
        (FRACTALS, "NVIDIA A100"),
        (SHFL_BW, "NVIDIA A100"),
        (TCFFT, "NVIDIA A100"),
    }


def test_what_the_papers_evaluated_on_ampere_introduce(seeds_graph, label):
    found = {
        paper: {label(node) for node in targets(seeds_graph, seeds_graph.find(paper), "introduces")}
        for paper in (SHFL_BW, TCFFT)
    }
    assert "Shfl-BW" in found[SHFL_BW]
    assert "tcFFT" in found[TCFFT]


def test_sparql_python_and_paths_agree_on_ampere(ask, seeds_graph, seeds_path, label):
    in_python = ampere_in_python(seeds_graph, label)
    assert in_python
    assert ampere_in_sparql(ask) == in_python
    assert ampere_by_path(seeds_path, seeds_graph, label) == in_python


# -- which institutions work on expert parallelism, since when? -----------------------------------------------------------------


def test_who_works_on_expert_parallelism_since_when(ask, seeds_graph, label):
    rows = ask("""
        SELECT ?name (MIN(?date) AS ?since) {
          ?institution kg:worksOn entity:expert-parallelism ; skos:prefLabel ?name . FILTER (lang(?name) = "en")
          ?paper kg:affiliatedWith ?institution ; kg:introduces|kg:uses entity:expert-parallelism ; dcterms:issued ?date .
        } GROUP BY ?name""")
    assert ("University of Science and Technology of China", "2026-09-29") in rows
    technique = seeds_graph.find("专家并行")
    assert rows == {
        (label(institution), seeds_graph.nx.edges[institution, technique, "worksOn"]["first"])
        for institution in sources(seeds_graph, technique, "worksOn")
    }


# -- which papers evaluate on H100, and which systems do they introduce? ---------------------------------------------------------


def test_which_papers_evaluate_on_an_h100_and_what_they_introduce(ask):
    rows = ask("""
        SELECT DISTINCT ?title ?name {
          ?paper kg:evaluatedOn ?device ; dcterms:title ?title ; kg:introduces ?own .
          ?device skos:prefLabel|skos:altLabel ?form . FILTER (CONTAINS(?form, "H100"))
          ?own skos:prefLabel ?name . FILTER (lang(?name) = "en")
        }""")
    assert {title for title, _ in rows} == {DOMINO}
    assert (DOMINO, "Domino") in rows


# -- what has been compared with Megatron-LM, with which speedup, on which GPU? --------------------------------------------------


def test_what_has_been_compared_with_megatron_lm_by_how_much_on_what(ask, seeds_graph):
    rows = ask("""
        SELECT ?title ?metric ?value ?unit ?device {
          ?paper kg:reports ?claim ; dcterms:title ?title .
          ?claim kg:baseline entity:megatron-lm ; kg:metric ?metric ; kg:high ?value ; kg:unit ?unit .
          OPTIONAL { ?claim kg:onHardware/skos:prefLabel ?device . FILTER (lang(?device) = "en") }
        }""")
    assert rows == {
        (DOMINO, "speedup", "1.3", "x", "NVIDIA DGX H100"),
        (BREADTH_FIRST, "throughput", "43", "%", None),
    }
    papers = {
        seeds_graph.nx.nodes[paper]["label"]
        for paper in sources(seeds_graph, seeds_graph.find("Megatron-LM"), "comparesWith")
    }
    assert papers == {DOMINO, BREADTH_FIRST}


def test_domino_outperforms_megatron_lm_and_says_so(seeds_graph):
    (evidence,) = seeds_graph.nx.edges[seeds_graph.find("Domino"), seeds_graph.find("Megatron-LM"), "outperforms"][
        "evidence"
    ]
    assert seeds_graph.nx.nodes[evidence.source]["label"] == DOMINO


# -- how is Peking University connected to MoE? ----------------------------------------------------------------------------------


def test_how_peking_university_is_connected_to_moe_with_the_sentences(seeds_graph, label):
    paths = seeds_graph.paths("Peking University", "MoE", k=3)
    assert len(paths) == 3
    assert any(ULTRA_EP in map(label, path.nodes) for path in paths)
    for path in paths:
        assert path.hops[0].predicate == "affiliatedWith"
        assert "Peking University" in path.hops[0].sentence
        for hop in path.hops:
            if hop.evidence.source.startswith("vocabulary/"):
                assert not hop.sentence
            else:
                assert seeds_graph.quote(hop.evidence) in hop.sentence
    assert seeds_graph.paths("北京大学", "混合专家", k=3) == paths


# -- which GPUs of which architecture appear by year? -----------------------------------------------------------------------------


def test_which_gpus_of_which_architecture_appear_by_year(ask, seeds_graph, label):
    rows = ask("""
        SELECT DISTINCT ?year ?architecture ?gpu {
          ?paper kg:evaluatedOn ?device ; dcterms:issued ?date . BIND (STR(YEAR(?date)) AS ?year)
          ?device kg:hasArchitecture/skos:prefLabel ?architecture ; skos:prefLabel ?gpu .
          FILTER (lang(?architecture) = "en" && lang(?gpu) = "en")
        }""")
    assert rows >= {
        ("2019", "Turing", "NVIDIA RTX 2080 Ti"),
        ("2020", "Volta", "NVIDIA V100"),
        ("2021", "Volta", "NVIDIA V100"),
        ("2021", "Ampere", "NVIDIA A100"),
        ("2022", "Volta", "NVIDIA V100"),
        ("2022", "Ampere", "NVIDIA A100"),
        ("2022", "Turing", "NVIDIA T4"),
        ("2022", "Pascal", "NVIDIA P100"),
        ("2025", "Hopper", "NVIDIA H20"),
        ("2025", "Hopper", "NVIDIA H800"),
        ("2026", "Turing", "NVIDIA T4"),
        ("2026", "Ada Lovelace", "NVIDIA L4"),
        ("2026", "Blackwell", "NVIDIA B200"),
    }
    assert {row[0] for row in rows if row[1] == "Ampere"} == {"2021", "2022"}
    assert rows == {
        (seeds_graph.nx.nodes[paper]["date"][:4], label(architecture), label(device))
        for device, architecture, key in seeds_graph.nx.edges(keys=True)
        if key == "hasArchitecture"
        for paper in sources(seeds_graph, device, "evaluatedOn")
    }


# -- which narrower techniques of model parallelism are used together with which data sets? ---------------------------------------


def test_which_narrower_techniques_of_model_parallelism_are_used_with_which_data_sets(ask, seeds_graph, label):
    rows = ask("""
        SELECT DISTINCT ?technique ?dataset {
          ?narrow kg:broader+ entity:model-parallelism ; skos:prefLabel ?technique . FILTER (lang(?technique) = "en")
          ?paper kg:introduces|kg:uses ?narrow ; ?role ?set .
          ?set a kg:Dataset ; skos:prefLabel ?dataset . FILTER (lang(?dataset) = "en")
        }""")
    wider = nx.DiGraph((t, s) for s, t, key in seeds_graph.nx.edges(keys=True) if key == "broader")
    narrower = nx.descendants(wider, seeds_graph.find("model parallelism"))
    assert {"tensor parallelism", "pipeline parallelism", "expert parallelism"} <= set(map(label, narrower))
    assert rows == {
        (label(technique), label(other))
        for technique in narrower
        for predicate in ("introduces", "uses")
        for paper in sources(seeds_graph, technique, predicate)
        for _, other in seeds_graph.nx.out_edges(paper)
        if seeds_graph.nx.nodes[other]["type"] == "Dataset"
    }
    # Cyclic data parallelism runs its micro-batches in turn; it was tried on these two.
    datasets = {
        label(n)
        for n in targets(seeds_graph, seeds_graph.find(CYCLIC), "evaluatedOn")
        if seeds_graph.nx.nodes[n]["type"] == "Dataset"
    }
    assert datasets == {"CIFAR-10", "ImageNet"}
    assert datasets <= {dataset for _, dataset in rows}


# -- who collaborates with NVIDIA? --------------------------------------------------------------------------------------------------


def test_who_collaborates_with_nvidia(ask, seeds_graph, label):
    rows = ask("""
        SELECT ?name {
          ?nvidia a kg:Institution ; skos:prefLabel "NVIDIA"@en ; kg:collaboratesWith ?other .
          ?other skos:prefLabel ?name . FILTER (lang(?name) = "en")
        }""")
    assert {name for (name,) in rows} == {
        "Brown University",
        "Carnegie Mellon University",
        "Massachusetts Institute of Technology",
        "Microsoft",
        "Singapore University of Technology and Design",
        "Stanford University",
        "University of California, Berkeley",
    }
    nvidia = seeds_graph.find("英伟达", type="Institution")
    assert {label(node) for node in seeds_graph.neighbors(nvidia, predicate="collaboratesWith")} == {
        name for (name,) in rows
    }
