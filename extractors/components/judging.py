"""Component: let the learned judges say which entities are right, and which type and role each has."""

from __future__ import annotations

from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import get_mentions, get_names, set_mentions, set_names
from extractors.features import describe
from extractors.found import Found
from extractors.judges import judge_types, load_judge
from extractors.naming.finding import WEAK_PATTERNS
from extractors.places import get_places, get_subjects, get_texts
from extractors.roles import assign_roles


class JudgingComponent:
    """Drop the entities that are probably none, set the confidence of the others, and correct their types and roles.

    An entity below *threshold* is dropped. Without weights the component changes nothing.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._keep = load_judge("keep")
        self._roles = load_judge("roles")
        self._types = load_judge("types")

    def __call__(self, doc: Doc) -> Doc:
        if self._keep is None or self._roles is None or self._types is None:
            return doc
        self._judge(doc)
        if self._restore(doc):
            introduced = [node for node, _ in doc._.introduced]
            roles = assign_roles(get_texts(doc), get_places(doc), introduced=introduced)
            doc._.roles = tuple(sorted(roles.items()))
            self._judge(doc)
        return doc

    def _restore(self, doc: Doc) -> bool:
        """Bring back the vocabulary's mentions that a dropped name was hiding; return whether there are any."""
        kept = get_mentions(doc)
        hidden = [Found(*values) for values in doc._.hidden]
        back = [h for h in hidden if not any(h.start < m.end and m.start < h.end and m.type != "Task" for m in kept)]
        set_mentions(doc, [*kept, *back])
        return bool(back)

    def _judge(self, doc: Doc) -> None:
        assert self._keep is not None
        assert self._roles is not None
        assert self._types is not None
        texts = get_texts(doc)
        subjects = judge_types(self._types, texts, get_subjects(doc))
        described = describe(texts, subjects)
        right: dict[str, float] = {}
        roles: dict[str, str] = {}
        proposed: list[tuple[float, str]] = []
        types = {subject.id: subject.type for subject in subjects}
        for subject in subjects:
            features = described[subject.id]
            right[subject.id] = round(self._keep.probabilities(features)["yes"], 4)
            sure = subject.pattern and subject.pattern not in WEAK_PATTERNS
            roles[subject.id] = "introduces" if sure else self._roles.best(features)
            if subject.pattern:
                proposed.append((self._roles.probabilities(features)["introduces"], subject.id))
        kept = {node for node, chance in right.items() if chance >= self.threshold}
        likely = [pair for pair in proposed if pair[1] in kept]
        if likely and not any(roles[node] == "introduces" for node in kept):
            # A paper that proposes something introduces it, however weak the signs are.
            roles[max(likely)[1]] = "introduces"
        mentions = [replace(m, type=types[m.id], confidence=right[m.id]) for m in get_mentions(doc) if m.id in kept]
        set_mentions(doc, mentions)
        set_names(doc, [replace(name, type=types[name.id]) for name in get_names(doc) if name.id in kept])
        doc._.roles = tuple(sorted((node, role) for node, role in roles.items() if node in kept))
        doc._.introduced = tuple(pair for pair in doc._.introduced if pair[0] in kept)


@Language.factory(
    "paperkg_judging",
    requires=["doc._.fields", "doc._.mentions", "doc._.names", "doc._.introduced", "doc._.hidden", "doc._.roles"],
    assigns=["doc._.mentions", "doc._.names", "doc._.roles", "doc.spans"],
    default_config={"threshold": 0.45},
)
def make_judging(nlp: Language, name: str, threshold: float) -> JudgingComponent:
    """Return the component that applies the learned judges."""
    return JudgingComponent(threshold)
