"""The learned judges: probabilities, choices among types, and what they see of an entity."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.components import judging
from extractors.features import Subject, describe, group_places, retype
from extractors.judges import Judge, judge_types, load_judge
from extractors.loading import load_pipeline
from extractors.roles import Place
from kg.records import ENTITY_TYPES, ROLES

JUDGE = Judge(("no", "yes"), {"bias": (0.5, -0.5), "good": (-1.0, 1.0), "bad": (2.0, -2.0)})
TEXTS = {"title": "Ring Joins", "abstract": "We use ring joins. It is 2x faster than Zorvex."}
ZORVEX = Place("entity/zorvex", "System", "", False, "abstract", 40, 46)


def subject(*, allowed=("System", "Technique"), type="System"):
    return Subject("entity/zorvex", type, "", False, "Zorvex", "names", "", "comparesWith", (ZORVEX,), allowed)


@given(features=st.lists(st.sampled_from(["bias", "good", "bad", "unseen"]), max_size=6))
def test_probabilities_lie_in_0_to_1_and_sum_to_one(features):
    chances = JUDGE.probabilities(features)
    assert set(chances) == {"no", "yes"}
    assert all(0 <= chance <= 1 for chance in chances.values())
    assert math.isclose(sum(chances.values()), 1)


def test_large_weights_do_not_overflow():
    assert Judge(("a", "b"), {"x": (1e6, -1e6)}).probabilities(["x"]) == {"a": 1.0, "b": 0.0}


def test_a_feature_moves_the_chances_towards_its_class():
    assert JUDGE.probabilities(["good"])["yes"] > JUDGE.probabilities([])["yes"] > JUDGE.probabilities(["bad"])["yes"]


def test_a_feature_without_weights_changes_nothing():
    assert JUDGE.probabilities(["bias", "unseen"]) == JUDGE.probabilities(["bias"])


def test_the_best_class_is_the_most_probable_and_of_equal_ones_the_first_by_name():
    assert JUDGE.best(["good"]) == "yes"
    assert JUDGE.best(["bad"]) == "no"
    assert Judge(("b", "a"), {}).best([]) == "a"


def test_the_best_class_is_one_of_those_asked_for():
    assert JUDGE.best(["bad"], among=["yes", "other"]) == "yes"


def test_an_entity_gets_only_a_type_it_may_have():
    judge = Judge(("Model", "System", "Technique"), {"bias": (9.0, 0.0, 1.0)})
    (changed,) = judge_types(judge, TEXTS, [subject()])
    assert (changed.type, changed.places[0].type) == ("Technique", "Technique")
    assert judge_types(judge, TEXTS, [subject(allowed=())]) == (subject(allowed=()),)


def test_a_new_type_goes_through_all_places():
    assert retype(subject(), "System") == subject()
    assert {place.type for place in retype(subject(), "Model").places} == {"Model"}


def test_places_are_grouped_by_entity_and_sorted():
    later = Place("entity/zorvex", "System", "", False, "abstract", 50, 56)
    other = Place("entity/a", "Task", "", False, "title", 0, 4)
    assert group_places([later, other, ZORVEX]) == {"entity/a": (other,), "entity/zorvex": (ZORVEX, later)}


def test_features_are_sorted_unique_and_the_same_in_any_order():
    other = Subject(
        "entity/ring",
        "Technique",
        "",
        False,
        "ring joins",
        "vocabulary",
        "",
        "uses",
        (Place("entity/ring", "Technique", "", False, "abstract", 7, 17),),
    )
    described = describe(TEXTS, [subject(), other])
    assert described == describe(TEXTS, [other, subject()])
    for features in described.values():
        assert list(features) == sorted(set(features))


@pytest.mark.parametrize(
    "feature",
    [
        "bias",
        "lang=en",
        "type=System",
        "rule=comparesWith",
        "left1=than title=False",
        "compared before type=System",
        "id=entity/zorvex",
    ],
)
def test_an_entity_is_seen_with_its_surroundings(feature):
    assert feature in describe(TEXTS, [subject()])["entity/zorvex"]


def test_a_chinese_abstract_is_seen_as_one():
    text = "我们不使用Zorvex。"
    at = text.index("Zorvex")
    here = Place("entity/zorvex", "System", "", False, "abstract", at, at + 6)
    seen = Subject("entity/zorvex", "System", "", False, "Zorvex", "names", "", "uses", (here,))
    assert "lang=zh" in describe({"title": "", "abstract": text}, [seen])["entity/zorvex"]


def test_a_negation_before_an_entity_is_seen():
    text = "It works without Zorvex."
    here = Place("entity/zorvex", "System", "", False, "abstract", 17, 23)
    seen = Subject("entity/zorvex", "System", "", False, "Zorvex", "names", "", "uses", (here,))
    assert "negated" in describe({"title": "", "abstract": text}, [seen])["entity/zorvex"]
    assert "negated" not in describe(TEXTS, [subject()])["entity/zorvex"]


@pytest.mark.parametrize(
    ("name", "classes"), [("keep", {"no", "yes"}), ("roles", set(ROLES)), ("types", set(ENTITY_TYPES))]
)
def test_the_shipped_weights_have_a_number_for_each_class(name, classes):
    judge = load_judge(name)
    assert set(judge.classes) <= classes
    assert judge.weights
    assert all(len(row) == len(judge.classes) for row in judge.weights.values())


def test_a_judge_that_is_not_installed_is_none():
    assert load_judge("nosuch") is None


def test_without_weights_the_component_changes_nothing(monkeypatch):
    nlp = load_pipeline("fast")
    before = nlp("We present KiloJoin, a library. It is 2x faster than Zorvex2 on an A100 GPU.")
    kept = (before._.mentions, before._.names, before._.roles, before._.introduced)
    assert kept[0]
    monkeypatch.setattr(judging, "load_judge", lambda _: None)
    after = judging.JudgingComponent(0.99)(before)
    assert (after._.mentions, after._.names, after._.roles, after._.introduced) == kept


def test_a_higher_threshold_keeps_no_more():
    nlp = load_pipeline("fast")
    text = "We present KiloJoin, a library. It is 2x faster than Zorvex2 on an A100 GPU with ring attention."
    kept = [len(judging.JudgingComponent(least)(nlp(text))._.mentions) for least in (0.0, 0.45, 1.01)]
    assert kept[0] >= kept[1] >= kept[2] == 0
    assert kept[0] > 0
