"""Names of organisations as comparable keys: words folded over spelling, abbreviation and language, small words left out.

A key is the folded words without spaces: `Hong Kong Univ. of Sci. & Technol.` and `The Hong Kong University of Science and Technology`
have one key, `Jiao-Tong` and `Jiaotong` too; the order of the words stays, so that York University is not the University of York.
"""

from __future__ import annotations

import re
from functools import lru_cache

from extractors.folding import fold

# A word of letters and digits (apostrophes inside are part of it: Xi'an), or one Han character.
WORD = re.compile(r"[\u3400-\u9fff]|(?:(?![\u3400-\u9fff])[^\W_])+(?:['`](?:(?![\u3400-\u9fff])[^\W_])+)*")

# The same for text without Han characters and the like, several times as fast.
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:['`][a-z0-9]+)*")

# Words that names gain and lose freely, in the languages that affiliation lines use.
_SMALL_WORDS_TEXT = (
    "the of and for at in on to de la le les des du della delle di dei degli del do da dos das und fur der die im "
    "zu van het voor y et e och"
)
SMALL_WORDS = frozenset(_SMALL_WORDS_TEXT.split())

# Letters that carry no combining mark but are written plain as well.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d", "'": None, "`": None}
)

# Beginnings of words that stand for one and the same word of a name, by the form they are folded to. A beginning with a
# full stop is a whole word. Sources: the abbreviations of IEEE and INSPEC affiliation lines; the words for the same kinds of
# organisation in English, German, French, Italian, Spanish, Portuguese, Dutch and the Nordic languages.
_FORMS = {
    "univ": "university. universities. universitat. universite. universites. universita. universitas. universitet. universitetet. universiteit."
    " universiti. universitatea. universitate. universidad. universidade. universitaet. univerzita. univerzitet. uniwersytet. univ. univers."
    " uni. universityof.",
    "inst": "institut institu inst. istitut instit.",
    "lab": "laborat lab. labs. labor. laborato",
    "cent": "center. centers. centre. centres. centro. zentrum. ctr. cent. centrum.",
    "nat": "national. nat. natl. nacional. nazionale. nazionali. nationale. nationaux. nationales.",
    "sci": "science. sciences. sci. scis. sciencs. scienc. wissenschaften. ciencias. scienze.",
    "tech": "technolog technol techn. tech. technic technisch technique. tecnic tecnolog tekni technological. teknolog",
    "acad": "academy. acad. academie. akademie. academia. academies. akademia. akademi. accademia.",
    "coll": "college. coll. colleges.",
    "hosp": "hospital. hosp. hospitals. hopital. ospedale. hospitais.",
    "dept": "department. departments. dept. depts. dep. departement. departamento. dipartimento. departament. abteilung.",
    "sch": "school. sch. schools. schule. ecole. escuela. scuola. escola.",
    "fac": "faculty. fac. faculte. facultad. fakultat. facolta. faculdade. faculties.",
    "res": "research. res. rech. recherche. recherches.",
    "eng": "engineering. eng. engg. engng. engn. engrg. ingenieria. ingegneria. engenharia. engineer.",
    "comput": "comput comp.",
    "phys": "physics. physical. phys. physik. physique. fisica.",
    "astrophys": "astrophys",
    "geophys": "geophys",
    "chem": "chemistry. chemical. chem. chemie. chimie. quimica. chimica.",
    "math": "mathemat math. maths. matematic",
    "med": "medicine. medical. med. medizin. medecine. medizinische. medicina. medic. medica.",
    "agric": "agric",
    "electr": "electr. electrical. elect. elec. elektrotechnik.",
    "electron": "electronic. electronics. electron. elektronik.",
    "inform": "information. info. inf. inform.",
    "commun": "communication. communications. commun. communs. comm.",
    "telecommun": "telecommun",
    "polytech": "polytech politecnic politech politechnika.",
    "intern": "international. int. intl. internat. internacional.",
    "indust": "industr ind. indust.",
    "advanc": "advanced. adv.",
    "mech": "mechanical. mechanics. mech.",
    "biol": "biology. biological. biol.",
    "aeronaut": "aeronaut",
    "astronaut": "astronaut",
    "manag": "management. manage. manag.",
    "econ": "economic econ. econom.",
    "autom": "automation. autom.",
    "accel": "accelerator. accel.",
    "appl": "applied. appl.",
    "environ": "environment environ.",
    "st": "saint. st. ste. sankt. sainte.",
    "business": "bus.",
    "soc": "society. soc. gesellschaft.",
    "found": "foundation. found. fundacao. fundacion. fondation. stiftung.",
    "corp": "corporation. corp.",
    "vet": "veterinar vet.",
    "pharm": "pharmac pharm.",
    "educ": "education. educ. educational.",
    "theor": "theoret theor.",
    "exper": "experimental. exp. exper.",
    "gov": "government. govt. gov.",
    "assoc": "association. assoc.",
    # Cities by the name their own country and English use.
    "munich": "munchen. muenchen.",
    "milan": "milano.",
    "turin": "torino.",
    "rome": "roma.",
    "naples": "napoli.",
    "florence": "firenze.",
    "genoa": "genova.",
    "padua": "padova.",
    "venice": "venezia.",
    "cologne": "koln. koeln.",
    "vienna": "wien.",
    "zurich": "zuerich.",
    "geneva": "geneve. genf.",
    "lisbon": "lisboa.",
    "prague": "praha.",
    "warsaw": "warszawa.",
    "seville": "sevilla.",
    "nuremberg": "nurnberg. nuernberg.",
    "gottingen": "goettingen.",
    "tubingen": "tuebingen.",
    "wurzburg": "wuerzburg.",
    "dusseldorf": "duesseldorf.",
    "munster": "muenster.",
    "julich": "juelich.",
    "brussels": "bruxelles. brussel.",
    "ghent": "gent.",
    "antwerp": "antwerpen.",
    "copenhagen": "kobenhavn.",
    "gothenburg": "goteborg.",
    "moscow": "moskva.",
    "bucharest": "bucuresti.",
    "belgrade": "beograd.",
    "krakow": "cracow.",
    "lviv": "lvov.",
    "kyiv": "kiev.",
}
_WHOLE = {word[:-1]: form for form, words in _FORMS.items() for word in words.split() if word.endswith(".")}
_BEGINNINGS = sorted(
    ((word, form) for form, words in _FORMS.items() for word in words.split() if not word.endswith(".")),
    key=lambda pair: (-len(pair[0]), pair),
)
_BEGINNING = re.compile("|".join(f"({word})" for word, _ in _BEGINNINGS))

# Forms a registered company carries after its name, as folded words.
_LEGAL_FORMS_TEXT = (
    "inc incorporated ltd limited llc llp plc corp co company gmbh ag sa srl bv nv oy ab as kk spa pty pte kg sas "
    "lda sl aps oyj"
)
LEGAL_FORMS = frozenset(_LEGAL_FORMS_TEXT.split())


@lru_cache(maxsize=1 << 17)
def fold_word(word: str) -> str:
    """Return the key of one *word* that is already folded in case and accents.

    >>> fold_word("universitat"), fold_word("technol"), fold_word("xi'an")
    ('univ', 'tech', 'xian')
    """
    word = word.translate(_PLAIN)
    whole = _WHOLE.get(word)
    if whole:
        return whole
    match = _BEGINNING.match(word)
    return _BEGINNINGS[match.lastindex - 1][1] if match and match.lastindex else word


def name_words(name: str) -> list[str]:
    """Return the folded words of *name* without the small ones.

    >>> name_words("The University of Texas at Austin")
    ['univ', 'texas', 'austin']
    """
    folded = fold(name)
    pattern = _ASCII_WORD if folded.isascii() else WORD
    return [fold_word(word) for word in pattern.findall(folded) if word not in SMALL_WORDS]


def name_key(name: str) -> str:
    """Return the key under which *name* is compared.

    >>> name_key("Shanghai Jiao-Tong Univ.") == name_key("Shanghai Jiaotong University")
    True
    """
    return "".join(name_words(name))
