"""Messages say what was given, what exists and what to do, and stay short."""

from __future__ import annotations

import inspect

from kg import errors
from kg.errors import AmbiguousNameError, InputError, KGError, MissingExtraError, UnknownNameError


def test_every_error_is_a_kg_error_and_a_builtin_and_stands_in_the_tree_of_the_module():
    for name, error in vars(errors).items():
        if inspect.isclass(error) and issubclass(error, KGError) and error is not KGError:
            assert any(
                base.__module__ == "builtins" and base not in (Exception, BaseException, object)
                for base in error.__mro__
            ), name
            if error.__base__ is KGError or KGError in error.__bases__:
                assert name in errors.__doc__


def test_an_input_error_names_file_and_line():
    assert str(InputError("a.txt", 17, "no date line")) == "a.txt:17: no date line"


def test_an_error_of_a_whole_file_names_no_line():
    assert str(InputError("a.txt", 0, "No such file or directory")) == "a.txt: No such file or directory"


def test_a_few_known_names_are_listed():
    assert str(UnknownNameError("format", "turtel", ["turtle", "gexf"])) == (
        "No format named 'turtel'. Did you mean 'turtle'? Known: gexf, turtle."
    )


def test_of_thousands_of_known_names_only_close_ones_are_listed():
    error = UnknownNameError("node", "h10O", [f"H{number}" for number in range(5000)])
    assert "Did you mean" in str(error)
    assert "Known" not in str(error)
    assert len(str(error)) < 200


def test_close_names_are_found_whatever_their_case():
    assert UnknownNameError("node", "megatronlm", ["Megatron-LM"] * 2 + ["x"] * 50).close == ("Megatron-LM",)


def test_the_facts_stay_as_attributes():
    assert UnknownNameError("node", "x", ["b", "a"]).known == ("a", "b")
    assert AmbiguousNameError("x", ["b", "a"]).candidates == ("a", "b")
    assert MissingExtraError("pyspark", "spark").extra == "spark"


def test_a_missing_extra_gives_its_install_line():
    assert "pip install 'paperkg[spark]'" in str(MissingExtraError("pyspark", "spark"))


def test_a_name_of_any_length_makes_a_short_message():
    assert len(str(UnknownNameError("node", "x" * 10**6, ["y"] * 30))) < 200


def test_the_empty_name_is_never_proposed():
    assert UnknownNameError("node", "", ["", "a"]).close == ()
