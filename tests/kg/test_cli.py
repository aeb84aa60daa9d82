"""The command line: results on stdout, everything else on stderr, and a line instead of a traceback."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg import pipeline, store
from kg.cli import main
from kg.cli._shared import render
from kg.records import Extraction
from tests.samples import EXTRACTIONS, FAST, TERMS, hostile_extraction

DIGEST = "A Title of a Paper\nWe present it.\n2024-05-01 cs.DC\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp("cli") / "graph.kg"
    store.save(made, EXTRACTIONS, TERMS, version="test")
    return str(made)


@pytest.fixture
def bare(monkeypatch):
    """Extraction that finds nothing, so that commands are tested without the pipeline."""
    monkeypatch.setattr(
        pipeline, "extract", lambda documents, **_: (Extraction(f"paper/{d.title}", d) for d in documents)
    )
    monkeypatch.setattr(pipeline, "terms", dict)


def run(*arguments, stdin=None):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin, prog_name="kg")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def fails(*arguments, status=1, stdin=None):
    """Run a command that must fail and return its one line on stderr."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    return result.stderr


# -- build ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bare")
def test_build_makes_a_graph_and_says_what_it_holds(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST)
    result = run("build", tmp_path, "-o", tmp_path / "g.kg")
    assert result.exit_code == 0, result.stderr
    assert "1 papers, 2 nodes, 1 edges" in result.stdout
    assert result.stderr == ""
    assert len(store.load(tmp_path / "g.kg")) == 2


@pytest.mark.usefixtures("bare")
def test_build_keeps_rejected_records_builds_the_rest_and_exits_1(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST + "Only a title\n2024-01-01 cs.DC\n")
    result = run("build", tmp_path / "a.txt", "-o", tmp_path / "g.kg")
    assert result.exit_code == 1
    assert f"{tmp_path}/a.txt:4: no abstract" in result.stderr
    rejects = (tmp_path / "g.kg.rejects").read_text()
    assert rejects.startswith(f"# {tmp_path}/a.txt:4: no abstract")
    assert "Only a title" in rejects
    assert store.load(tmp_path / "g.kg").count()["nodes"]["Paper"] == 1


@pytest.mark.usefixtures("bare")
def test_a_build_without_problems_takes_the_old_rejects_away(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST)
    (tmp_path / "g.kg.rejects").write_text("old")
    assert run("build", tmp_path / "a.txt", "-o", tmp_path / "g.kg").exit_code == 0
    assert not (tmp_path / "g.kg.rejects").exists()


@pytest.mark.usefixtures("bare")
def test_the_rejects_are_no_input_of_the_next_build(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST + "Only a title\n2024-01-01 cs.DC\n")
    for _ in range(2):
        result = run("build", tmp_path, "-o", tmp_path / "g.kg")
        assert "kg: 1 rejected" in result.stderr


@pytest.mark.usefixtures("bare")
def test_build_counts_records_that_repeat_a_paper(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST * 2)
    assert "1 papers (1 records repeated a paper)" in run("build", tmp_path / "a.txt", "-o", tmp_path / "g.kg").stdout


BAD_FILES = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n\t\n", "the file is empty"),
    "binary": (b"\x7fELF\x00\xff\xfe", "is no UTF-8"),
    "nul": (b"\x00" * 100, "unknown input format"),
    "prose": ("只是一段话。\n".encode(), "unknown input format"),
    "latin": ("Universit\xe9\n".encode("latin-1"), "is no UTF-8"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
@pytest.mark.usefixtures("bare")
def test_build_of_nothing_but_an_unreadable_file_builds_nothing(tmp_path, kind):
    content, message = BAD_FILES[kind]
    (tmp_path / "bad.txt").write_bytes(content)
    told = fails("build", tmp_path / "bad.txt", "-o", tmp_path / "new" / "g.kg")
    assert f"{tmp_path}/bad.txt:1: " in told
    assert message in told
    assert "nothing is built" in told
    assert not (tmp_path / "new" / "g.kg").exists()
    assert (tmp_path / "new" / "g.kg.rejects").read_text().startswith("# ")


@pytest.mark.parametrize("command", ["build", "extract"])
@pytest.mark.usefixtures("bare")
def test_a_missing_file_is_told_in_one_line(tmp_path, command):
    options = ["-o", tmp_path / "g.kg"] if command == "build" else []
    told = fails(command, tmp_path / "none.txt", *options)
    assert told.splitlines()[0] == f"kg: {tmp_path}/none.txt: No such file or directory"


@pytest.mark.parametrize("command", ["build", "extract"])
@pytest.mark.usefixtures("bare")
def test_a_directory_without_inputs_is_told(tmp_path, command):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "image.png").write_bytes(b"\x89PNG")
    options = ["-o", tmp_path / "g.kg"] if command == "build" else []
    assert "holds no input files" in fails(command, tmp_path / "in", *options)


@pytest.mark.usefixtures("bare")
def test_strict_stops_at_the_first_problem(tmp_path):
    (tmp_path / "a.txt").write_text("Only a title\n2024-01-01 cs.DC\n" + DIGEST)
    told = fails("build", "--strict", tmp_path / "a.txt", "-o", tmp_path / "g.kg")
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "g.kg").exists()


@pytest.mark.usefixtures("bare")
def test_build_refuses_a_target_that_is_no_graph_before_it_reads(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "read", None)
    (tmp_path / "file").write_text("mine")
    assert "is no directory" in fails("build", "seeds", "-o", tmp_path / "file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").write_text("mine")
    assert "holds mine" in fails("build", "seeds", "-o", tmp_path / "folder")
    monkeypatch.chdir(tmp_path)
    for target in (".", "/"):
        assert "is no graph" in fails("build", "seeds", "-o", target)


@pytest.mark.usefixtures("bare")
def test_a_target_below_a_file_is_told_in_one_line(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST)
    told = fails("build", tmp_path / "a.txt", "-o", tmp_path / "a.txt" / "g.kg")
    assert told.startswith("kg: ")
    assert "directory" in told


# -- extract -------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bare")
def test_extract_prints_one_json_object_a_record(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST)
    result = run("extract", tmp_path / "a.txt")
    assert json.loads(result.stdout)["title"] == "A Title of a Paper"
    assert result.stderr == ""


@pytest.mark.usefixtures("bare")
def test_extract_writes_a_file_and_keeps_the_rejects(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST + "Only a title\n2024-01-01 cs.DC\n")
    result = run(
        "extract", tmp_path / "a.txt", "-o", tmp_path / "out.jsonl", "--rejects", tmp_path / "deep" / "rejects.txt"
    )
    assert result.exit_code == 1
    assert result.stdout == ""
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 1
    assert "Only a title" in (tmp_path / "deep" / "rejects.txt").read_text()
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.usefixtures("bare")
def test_extract_into_a_missing_directory_is_told_in_one_line(tmp_path):
    (tmp_path / "a.txt").write_text(DIGEST)
    told = fails("extract", tmp_path / "a.txt", "-o", tmp_path / "none" / "out.jsonl")
    assert "No such file or directory" in told
    assert len(told.splitlines()) == 1


# -- query ---------------------------------------------------------------------------------------------------------------------

_USES = "SELECT ?paper ?title { ?paper kg:uses entity:mixture-of-experts ; dcterms:title ?title } ORDER BY ?title"


def test_query_prints_a_table_with_short_names(path):
    result = run("query", path, _USES)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].split() == ["paper", "title"]
    assert FAST.id.replace("/", ":") in result.stdout


def test_query_prints_csv_and_json_with_whole_iris(path):
    rows = list(csv.DictReader(StringIO(run("query", path, _USES, "--format", "csv").stdout)))
    assert rows == json.loads(run("query", path, _USES, "--format", "json").stdout)
    assert rows[0]["paper"] == f"https://w3id.org/paperkg/{FAST.id}"


@pytest.mark.parametrize("format", ["table", "csv", "json"])
def test_a_construct_prints_its_triples_as_rows(path, format):
    result = run("query", path, "CONSTRUCT { ?p kg:uses ?t } WHERE { ?p kg:uses ?t }", "--format", format)
    assert "predicate" in result.stdout
    assert "entity" in result.stdout


def test_a_construct_prints_n_triples(path):
    result = run(
        "query", path, "CONSTRUCT { ?p dcterms:title ?t } WHERE { ?p a kg:Paper ; dcterms:title ?t }", "--format", "nt"
    )
    assert len(result.stdout.splitlines()) == 5
    assert all(line.endswith('"@en .') for line in result.stdout.splitlines())


def test_a_select_answers_no_triples(path):
    assert "CONSTRUCT" in fails("query", path, _USES, "--format", "nt", status=2)


def test_query_reads_from_stdin(path):
    assert run("query", path, "-", stdin="ASK { ?p a kg:Paper }").stdout.split()[-1] == "true"


def test_a_query_without_rows_exits_1(path):
    result = run("query", path, "SELECT ?x { ?x a kg:Nothing }")
    assert (result.exit_code, result.stderr) == (1, "kg: no rows\n")


def test_a_broken_query_is_told(path):
    assert fails("query", path, "SELEC").startswith("kg: ")


# -- path and show -------------------------------------------------------------------------------------------------------------


def test_path_prints_the_sentence_behind_every_hop(path):
    result = run("path", path, "Peking University", "MoE", "-k", "1")
    assert "Peking University (北京大学) — " in result.stdout
    assert "“We present FastMix for «mixture of experts».”" in result.stdout or "«混合专家»" in result.stdout


def test_path_takes_names_of_either_language(path):
    one = run("path", path, "北京大学", "混合专家")
    assert one.exit_code == 0
    assert one.stdout == run("path", path, "peking university", "Mixture of Experts").stdout


def test_path_prints_json(path):
    (found,) = json.loads(run("path", path, "NVIDIA", "CUDA", "-k", "1", "--format", "json").stdout)
    assert found["nodes"][0] == "institution/nvidia"
    assert found["hops"][0]["sentence"]


def test_path_says_where_a_vocabulary_has_it_from(path):
    assert "[vocabulary/technique/p.tsv:2]" in run("path", path, "SlowMix", "模型并行", "-k", "1").stdout


def test_no_path_exits_1(path):
    assert "no path of 1 hops" in fails("path", path, "北京大学", "MoE", "--max-hops", "1")


def test_path_passes_no_node_it_was_told_to_avoid(path):
    assert FAST.document.title not in run("path", path, "北京大学", "MoE", "--not", FAST.document.title).stdout


def test_path_takes_types_and_dates(path):
    assert "FastMix: Experts" in run("path", path, "NVIDIA", "MoE", "--since", "2024", "--via", "Technique").stdout
    assert "no path" in fails("path", path, "NVIDIA", "MoE", "--until", "2019")
    assert "node type" in fails("path", path, "NVIDIA", "MoE", "--via", "Gadget")
    assert "is no date" in fails("path", path, "NVIDIA", "MoE", "--since", "soon", status=2)


def test_path_draws_its_nodes_and_edges_for_graphviz(path):
    lines = run("path", path, "北京大学", "MoE", "-k", "2", "--format", "dot").stdout.splitlines()
    assert (lines[0], lines[-1]) == ("digraph paths {", "}")
    assert sum('label="Peking University (北京大学)"' in line for line in lines) == 1
    assert any('-> "entity/mixture-of-experts" [label="uses", tooltip="' in line for line in lines)
    assert all(line.count('"') % 2 == 0 for line in lines)


def test_a_drawing_holds_no_quotation_mark_or_line_end_that_a_label_brought(tmp_path):
    hostile = hostile_extraction()
    store.save(tmp_path / "g", (*EXTRACTIONS, hostile), TERMS, version="test")
    drawn = run("path", tmp_path / "g", hostile.entities[0].id, hostile.institutions[0].id, "--format", "dot").stdout
    for line in drawn.splitlines()[2:-1]:
        assert line.startswith('  "')
        assert line.endswith('"];')
        assert line.replace("\\\\", "").replace('\\"', "").count('"') % 2 == 0


def test_show_prints_a_node_its_facts_and_its_papers(path):
    shown = run("show", path, "A100").stdout
    assert shown.startswith("NVIDIA A100\nHardware  entity/nvidia-a100\n")
    for part in ("also: A100", "memory_gb: 40", "has architecture (1)", "← evaluated on (2)", FAST.document.title):
        assert part in shown


def test_show_of_a_claim_prints_its_sentence_with_the_figure_marked(path):
    shown = run("show", path, FAST.claims[0].id).stdout
    assert (
        "sentence: “We present FastMix for mixture of experts. It is «1.5x» faster" in shown
        or "sentence: “It is «1.5x» faster than Megatron-LM on A100.”" in shown
    )
    assert "metric: speedup" in shown
    assert "← reports (1)" in shown


@pytest.mark.parametrize(
    "command", [("show", "Megatron-ML"), ("path", "Megatron-ML", "MoE"), ("path", "MoE", "Megatron-ML")]
)
def test_an_unknown_name_is_told_with_close_names_in_one_line(path, command):
    told = fails(command[0], path, *command[1:])
    assert "Did you mean 'Megatron-LM'" in told
    assert len(told.splitlines()) == 1
    assert len(told) < 200


# -- stats and export ----------------------------------------------------------------------------------------------------------


def test_stats_counts_nodes_and_edges_and_names_the_most_common(path):
    rows = json.loads(run("stats", path, "--format", "json").stdout)
    counts = {row["name"]: row for row in rows}
    assert counts["Paper"]["count"] == "5"
    assert counts["Hardware"]["in most papers"].startswith("NVIDIA A100 2")
    assert sum(int(row["count"]) for row in rows if row["kind"] == "edge") == len(store.load(path).nx.edges)


def test_stats_may_name_none(path):
    assert all(
        row["in most papers"] == "" for row in json.loads(run("stats", path, "--top", "0", "--format", "json").stdout)
    )


def test_export_writes_by_suffix_and_says_how_much(path, tmp_path):
    result = run("export", path, "-o", tmp_path / "g.graphml")
    assert f"{tmp_path}/g.graphml: " in result.stdout
    assert (tmp_path / "g.graphml").stat().st_size > 1000


def test_export_takes_a_format_where_the_suffix_names_none(path, tmp_path):
    assert run("export", path, "-o", tmp_path / "g.dat", "--format", "jsonl").exit_code == 0


def test_export_lists_formats_without_a_graph():
    listed = run("export", "--list").stdout
    assert "graphml" in listed
    assert "loses nothing" in listed


@pytest.mark.parametrize(
    "options", [[], ["-o", "g.turtel"], ["-o", "g.ttl", "--format", "turtel"]], ids=["no file", "suffix", "format"]
)
def test_a_wrong_use_of_export_exits_2(path, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Usage: kg export" in fails("export", path, *options, status=2)
    assert not list(tmp_path.iterdir())


def test_export_into_a_missing_directory_is_told_in_one_line(path, tmp_path):
    told = fails("export", path, "-o", tmp_path / "none" / "g.ttl")
    assert told == f"kg: {tmp_path}/none/g.ttl: No such file or directory\n"
    assert len(told.splitlines()) == 1


# -- all ------------------------------------------------------------------------------------------------------------------------

READS = {
    "query": ["ASK {}"],
    "path": ["a", "b"],
    "show": ["a"],
    "stats": [],
    "match": ["MATCH (p:Paper) RETURN p.id"],
    "diff": ["graph.kg"],
    "verify": [],
    "remove": ["a"],
    "export": ["-o", "never.ttl"],
}


@pytest.mark.parametrize("command", READS)
def test_what_is_no_graph_is_told_in_one_line(tmp_path, command):
    file, folder, damaged = tmp_path / "file", tmp_path / "folder", tmp_path / "damaged"
    file.write_text("x")
    folder.mkdir()
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{")
    for target, message in (
        (tmp_path / "none", "does not exist"),
        (file, "is a file"),
        (folder, "no manifest"),
        (damaged, "damaged"),
    ):
        told = fails(command, target, *READS[command])
        assert message in told
        assert told.startswith(f"kg: {target}")
        assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["build"],
        ["query"],
        ["path", "g", "a"],
        ["show", "g"],
        ["query", "g", "ASK {}", "--format", "xml"],
        ["path", "g", "a", "b", "-k", "0"],
        ["stats", "--nosuch"],
    ],
)
def test_a_usage_error_exits_2(arguments):
    assert "Usage: kg" in fails(*arguments, status=2)


def test_hostile_labels_are_shown_and_exported(tmp_path):
    store.save(tmp_path / "g", (*EXTRACTIONS, hostile_extraction()), TERMS, version="test")
    assert run("show", tmp_path / "g", hostile_extraction().entities[0].id).exit_code == 0
    assert run("stats", tmp_path / "g").exit_code == 0


@pytest.mark.parametrize("encoding", ["ascii", "gbk"])
def test_output_is_utf_8_whatever_the_terminal_claims(path, encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    result = subprocess.run(
        [sys.executable, "-m", "kg", "show", path, "MoE"], capture_output=True, env=environment, check=True
    )
    assert "mixture of experts (混合专家)" in result.stdout.decode("utf-8")


def test_a_table_lines_up_although_chinese_characters_are_wide():
    table = render(("a", "b"), [("混合", "x"), ("long", None), ("two\nlines", "y")], format="table")
    assert table.splitlines()[2:] == ["混合       x", "long", "two lines  y"]


def test_a_table_of_no_rows_is_its_head():
    assert render(("a",), [], format="table") == "a\n─\n"


@pytest.mark.usefixtures("bare")
def test_a_mixed_directory_gives_one_node_a_paper_and_says_how_many_records_met(tmp_path):
    samples = Path(__file__).resolve().parents[2] / "seeds" / "samples"
    for name in ("arxiv.jsonl", "atom.xml", "bibtex.bib", "crossref.json", "openalex.jsonl"):
        (tmp_path / name).write_bytes((samples / name).read_bytes())
    result = run("build", tmp_path, "-o", tmp_path / "g.kg")
    # RiverKernel and LanternPipe in each, StoneBridge in one of them.
    assert "3 papers (8 records repeated a paper)" in result.stdout
    graph = store.load(tmp_path / "g.kg")
    papers = [row for _, row in graph.nx.nodes(data=True) if row["type"] == "Paper"]
    assert sorted(row["label"].partition(":")[0] for row in papers) == ["LanternPipe", "RiverKernel", "StoneBridge"]
    assert all(row["records"].count(".") >= 5 for row in papers if not row["label"].startswith("Stone"))


def test_an_unknown_format_or_column_is_told_with_the_known_ones(tmp_path):
    assert "Did you mean 'bibtex'" in fails("build", tmp_path, "--from", "bibtx", "-o", tmp_path / "g.kg")
    assert "Fields: title, abstract" in fails(
        "build", tmp_path, "--columns", "titel=x", "-o", tmp_path / "g.kg", status=2
    )
