"""Corpora: the pair notation, the tokenizer, windows, limits, and the preset files."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer import Recipe, RecipeError, limits
from explorer.corpus import (
    Corpus,
    CorpusError,
    Instance,
    Instances,
    format_pairs,
    load_presets,
    parse_pairs,
    tokenize,
)
from explorer.corpus.text import TOKENIZERS, find_in_text
from tests.reference.windows import windows

FAMILY = "👩\u200d👩\u200d👧"
ASTRONAUT = "👩🏽\u200d🚀"
PERSIAN = "می\u200cخواهم"


def error_of(maker, *args, **options):
    with pytest.raises(CorpusError) as caught:
        maker(*args, **options)
    return caught.value


# The pair notation


def test_pairs_trim_white_space_everywhere_and_skip_blank_entries():
    text = "\ufeff\n a ^\tb\xa0|\u3000c d ,, \r\n\r\ne\u200b | f^e ,\r g|g,"
    assert parse_pairs(text) == [(("a", "b"), ("c d",)), (("e",), ("f", "e")), (("g",), ("g",))]


@pytest.mark.parametrize(
    "word",
    [
        "<b>x</b>", '"quoted"', "'", "&amp;", "<script>alert(1)</script>", "![](http://x)", "%2C", "\x00",
        "x" * 200, FAMILY, ASTRONAUT, "שלום", "\u202eabc", PERSIAN, "e\u0301", "é",
        "New\xa0York", "a\tb", "a\u2028b",
    ],
)  # fmt: skip
def test_a_pair_word_is_data_and_stays_as_typed(word):
    corpus = Corpus.from_pairs(f" {word} |y,\r\ny^ {word}|z")
    assert corpus.words == tuple(sorted([word, "y", "z"]))
    assert corpus.counts[corpus.index[word]] == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("a|", 1, 3, "word is missing"),
        ("|b", 1, 1, "word is missing"),
        ("a^^b|c", 1, 3, "word is missing"),
        ("x|y\r\na^ |c", 2, 4, "word is missing"),
        ("x|y, \u200d|c", 1, 7, "word is missing"),  # a joiner alone: nothing to see
        ("x|y\n\n  drink juice, x|y", 3, 3, 'no "|"'),
        ("x|y,\tא b", 1, 6, 'no "|"'),
        (f"{FAMILY}|b|c", 1, 8, 'second "|"'),
        ("x|y\rx|y\r\nx|y\nb||c", 4, 3, 'second "|"'),
        ("x|y\u2028x|y", 1, 6, 'second "|"'),  # not a line end to an editor either
        ("x|y\n \ud83d|y", 2, 2, "surrogate"),
    ],
)
def test_errors_name_line_and_column(text, line, column, says):
    error = error_of(Corpus.from_pairs, text)
    assert (error.line, error.column) == (line, column)
    assert says in str(error)
    assert f"line {line}, column {column}" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column) == (str(error), line, column)


@pytest.mark.parametrize("text", ["", " , \r\n,", "\ufeff"])
def test_pairs_need_a_pair(text):
    assert "no pair" in str(error_of(Corpus.from_pairs, text))


@pytest.mark.parametrize("word", ["", " a", "a\xa0", "a,b", "a|b", "a^b", "a\nb", "\u200d"])
def test_a_word_that_the_notation_cannot_hold_is_refused(word):
    assert "no comma, bar, ^ or line end" in str(error_of(format_pairs, [((word,), ("b",))]))


def _is_word(text):
    try:
        format_pairs([((text,), (text,))])
    except CorpusError:
        return False
    return True


WORDS = st.text(st.characters(exclude_characters=",|^\r\n", codec="utf-8"), min_size=1, max_size=8).filter(_is_word)
SIDES = st.lists(WORDS, min_size=1, max_size=3).map(tuple)


@given(st.lists(st.tuples(SIDES, SIDES), max_size=6))
def test_format_and_parse_are_inverse(pairs):
    assert parse_pairs(format_pairs(pairs)) == pairs


@given(st.text(st.sampled_from("ab|^, \t\n\r\u200d"), max_size=20))
def test_any_text_is_read_or_refused_at_a_place_within_it(text):
    try:
        pairs = parse_pairs(text)
    except CorpusError as error:
        line, column = error.line, error.column
    else:
        assert parse_pairs(format_pairs(pairs)) == pairs
        return
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert 1 <= column <= len(lines[line - 1]) + 1


# The tokenizer


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't stop; 'tis well-known, the cats' (3rd) “day”…", "don't stop tis well-known the cats 3rd day"),
        ("Ça va, Straße? ЁЛКА", "ça va straße ёлка"),
        ("हिन्दी में\xa0e\u0301te\u0301", "हिन्दी में e\u0301te\u0301"),
        (f"שלום צה״ל\u200f {PERSIAN}؟", f"שלום צה״ל {PERSIAN}"),
        (f"I ❤️ {ASTRONAUT}{FAMILY}!🍎🍏 🇩🇪🇫🇷 1️⃣", f"i ❤️ {ASTRONAUT} {FAMILY} 🍎 🍏 🇩🇪 🇫🇷 1️⃣"),
        ("1+1=2 new_york - -- ' \u200d", "1 + 1 = 2 new_york"),
        ("x" * 200, "x" * 200),
    ],
)
def test_tokenizer(text, words):
    assert tokenize(text) == [words.split()]


def test_a_line_is_a_sentence_and_case_is_kept_on_request():
    assert tokenize("\nThe cat\r\n\r\nA DOG.\rit", lowercase=False) == [["The", "cat"], ["A", "DOG"], ["it"]]
    assert tokenize(" .\n…") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("can’t can't canʼt can＇t 'tis", "can't can't can't can't tis"),
        ("don`t won´t ‘can‘t’ `so`", "don't won't can't so"),
        ("caf\u00e9 cafe\u0301 \u212bngstr\u00f6m", "café café ångström"),
        ("exam\u00adple example\u00ad", "example example"),
        ("3.14, 1,000. 1.000,50; 2,5,", "3.14 1,000 1.000,50 2,5"),
        ("the U.S.A. and U.S.A, e.g. a. b", "the u.s.a. and u.s.a e.g. a b"),
        ("C++, C#; C++11 a+b i++ 1+1", "c++ c# c++ 11 a + b i++ 1 + 1"),
        ("İstanbul I\u0307zmir DİYARBAKIR", "istanbul izmir diyarbakir"),
        ("end.Next www.example.com v1.2 U.S.Army", "end next www example com v1.2 u.s. army"),
        (f"Well-known שלום צה״ל {PERSIAN}", f"well-known שלום צה״ל {PERSIAN}"),
        (f"I ❤️ {FAMILY}🍎 🇩🇪🇫🇷 1️⃣", f"i ❤️ {FAMILY} 🍎 🇩🇪 🇫🇷 1️⃣"),
    ],
)
def test_words_as_people_have_them(text, words):
    assert tokenize(text, tokenizer="words") == [words.split()]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("ကျောင်း၊ အိမ်။ ဈေး", "ကျောင်း အိမ်|ဈေး"),  # ၊ is a comma
        ("τι\u037e ναι", "τι|ναι"),
        ("ខ្ញុំ។ យ៕ ក", "ខ្ញុំ|យ|ក"),
        ("ምን፧ ነው", "ምን|ነው"),
        ("what‼ yes⁈ no", "what|yes|no"),
        ("ինչպե՞ս ես։ լավ՛", "ինչպես ես|լավ"),  # a tone in a word
        ("foo\u2060bar", "foobar"),
    ],
)
def test_each_script_has_its_ends_and_its_signs_within_words(text, sentences):
    assert tokenize(text, tokenizer="words", sentences="punctuation") == [each.split() for each in sentences.split("|")]


def test_sentences_end_with_punctuation_and_empty_lines():
    text = "One is 3.14, he\nsaid! Two… (Three?)\r\nfour\r\n \r\nfive U.S.A. six. 猫。犬"
    plain = [["one", "is", "3", "14", "he", "said"], ["two"], ["three"], ["four"], ["five", "u", "s", "a"], ["six"]]
    assert tokenize(text, sentences="punctuation") == [*plain, ["猫"], ["犬"]]
    words = [["one", "is", "3.14", "he", "said"], ["two"], ["three"], ["four"], ["five", "u.s.a.", "six"]]
    assert tokenize(text, tokenizer="words", sentences="punctuation") == [*words, ["猫"], ["犬"]]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Mr. X saw Mrs. Y. Ms. Z sat.", "mr x saw mrs y|ms z sat"),
        ("Dr. No met PROF. K in St. Ives vs. me. It ended", "dr no met prof k in st ives vs me|it ended"),
        ("See No. 5 (no.\u00a07). No. He saw no. Never", "see no 5 no 7|no|he saw no|never"),
        ("cats, etc., dogs, etc. and mice etc. The end, etc.) “Yes", "cats etc dogs etc and mice etc|the end etc|yes"),
        ("King Jr. and Sr. sang. King Jr. Élan", "king jr and sr sang|king jr|élan"),
        ("some, e.g. a cat, i.e. The cat. Yes", "some e.g. a cat i.e. the cat|yes"),
        ("a post. At first. Firms. 3 amps. So", "a post|at first|firms|3 amps|so"),
        ("By J. R. R. Tolkien. So did I. Plan B. It", "by j r r tolkien|so did i|plan b|it"),
        ("Mr.\nX and Dr.\n\nY", "mr x and dr|y"),
    ],
)
def test_abbreviations_end_no_sentence_of_words(text, sentences):
    """What stands before a capital may be an end: etc. The; titles never are, and No. is one but before a number."""
    assert tokenize(text, tokenizer="words", sentences="punctuation") == [each.split() for each in sentences.split("|")]


def test_plain_words_know_no_abbreviations():
    assert tokenize("Mr. X, etc. and", sentences="punctuation") == [["mr"], ["x", "etc"], ["and"]]
    assert tokenize("Mr. X\nY", tokenizer="words") == [["mr", "x"], ["y"]]


ODD_TEXT = st.text(st.sampled_from("aZé1٣.,+#'’-\u00ad\u0301\u0307İI \n🇩👩\u200d!…=") | st.characters(), max_size=30)


@given(ODD_TEXT, st.sampled_from(TOKENIZERS), st.booleans())
def test_words_are_found_where_they_stand_and_read_again_as_themselves(text, tokenizer, lowercase):
    sentences = tokenize(text, lowercase, tokenizer)
    again = "\n".join(map(" ".join, sentences))
    assert tokenize(again, lowercase, tokenizer) == sentences
    for sentence in sentences:
        for word in sentence:
            assert word
            assert 0 <= find_in_text(text, word, lowercase, tokenizer) < len(text)
    flat = [word for sentence in tokenize(text, lowercase, tokenizer, "punctuation") for word in sentence]
    assert flat == [word for sentence in sentences for word in sentence]


def test_old_links_keep_their_words_and_new_ones_say_how_they_read():
    text = "can’t can't 3.14"
    assert Recipe(text=text).corpus.words == ("14", "3", "can't", "can’t")
    recipe = Recipe(text=text, tokenizer="words", sentences="punctuation")
    assert recipe.corpus.words == ("can't", "3.14")
    assert Recipe.from_query(recipe.to_query()) == recipe
    assert "tokenizer=words" in recipe.to_query()
    assert "tokenizer" not in Recipe(text=text).to_query()
    assert recipe.edited(3, text="3.14 can’t").edits[0].value == "3.14 can’t"
    with pytest.raises(RecipeError, match="plain, words"):
        Recipe(text=text, tokenizer="nltk")
    with pytest.raises(RecipeError, match="raw text"):
        Recipe(pairs="a|b", sentences="lines")


# Vocabulary and windows


def test_vocabulary_of_pairs_is_in_code_point_order():
    corpus = Corpus.from_pairs("b^b|a, Z|\ud7ff, 😀|\ufb01")
    assert corpus.words == ("Z", "a", "b", "\ud7ff", "\ufb01", "😀")
    assert corpus.counts == (1, 1, 2, 1, 1, 1)
    assert corpus.instances[0] == Instance(inputs=(2, 2), outputs=(1,))  # a repeat counts twice
    assert corpus.instances.output_counts(6).tolist() == [0, 1, 0, 1, 1, 0]


def test_vocabulary_of_text_falls_with_the_count():
    corpus = Corpus.from_text("rare a c a\na c b")
    assert (corpus.words, corpus.counts) == (("a", "c", "b", "rare"), (3, 2, 1, 1))


def test_windows_by_hand():
    def instances(**options):
        corpus = Corpus.from_text("the cat sat\nalone\non the mat", min_count=1, **options)
        return [tuple(" ".join(corpus.words[i] for i in side) for side in pair) for pair in corpus.instances]

    first = [("cat", "the"), ("the sat", "cat"), ("cat", "sat")]
    assert instances(reading="context", window=1)[:3] == first
    assert instances(reading="centre", window=1)[:3] == [(b, a) for a, b in first]
    assert instances(reading="context", window=9)[-1] == ("on the", "mat")  # cut at the sentence's start
    assert instances(reading="centre", window=1, instances="pairs")[:3] == [
        ("the", "cat"), ("cat", "the"), ("cat", "sat"),
    ]  # fmt: skip
    assert len(instances(window=2)) == 6  # "alone" has no context


def test_min_count_takes_words_out_before_the_windows():
    corpus = Corpus.from_text("a rare b\na b", window=1, min_count=2)
    assert corpus.words == ("a", "b")
    assert list(corpus.instances) == [((1,), (0,)), ((0,), (1,))] * 2


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), max_size=9), max_size=6),
    st.integers(1, 4) | st.just(10**12),
    st.sampled_from(["context", "centre"]),
    st.booleans(),
    st.integers(1, 3),
)
def test_windows_equal_the_naive_twin(sentences, window, reading, pairs, min_count):
    text = "\n".join(" ".join(sentence) for sentence in sentences)
    options = {"window": window, "reading": reading, "min_count": min_count}
    flat = "".join(map("".join, sentences))
    kept = [[word for word in sentence if flat.count(word) >= min_count] for sentence in sentences]
    try:
        corpus = Corpus.from_text(text, instances="pairs" if pairs else "window", **options)
    except CorpusError:
        assert windows(kept, window, reading, pairs) == []
        return
    ids = [[corpus.index[word] for word in sentence] for sentence in kept]
    assert list(corpus.instances) == windows(ids, window, reading, pairs)
    assert corpus.instances == Instances.from_lists(list(corpus.instances))


def test_text_without_a_window_is_refused():
    assert "no word" in str(error_of(Corpus.from_text, " \n. !"))
    assert "two words" in str(error_of(Corpus.from_text, "one\ntwo"))
    assert "min_count = 3" in str(error_of(Corpus.from_text, "a b a b", min_count=3))


# Changed data


def test_changed_data_keep_the_vocabulary():
    words = ("b", "c", "a")
    pairs = Corpus.from_pairs("a|b", words=words)
    assert (pairs.words, pairs.counts, list(pairs.instances)) == (words, (1, 0, 1), [((2,), (0,))])
    text = Corpus.from_text("A b\nrare a", min_count=2, window=1, words=words)
    assert (text.words, text.counts) == (words, (1, 0, 2))
    assert list(text.instances) == [((0,), (2,)), ((2,), (0,))]  # "rare" is left out, "b" stays


def test_a_word_outside_the_kept_vocabulary_is_told_with_its_place():
    error = error_of(Corpus.from_pairs, "a|b, bb|a,\r\n a^ b b |a", words=("a", "b", "bb"))
    assert (error.line, error.column) == (2, 5)
    assert "'b b'" in str(error)
    error = error_of(Corpus.from_text, "İ b\nb-b, “B a", words=("b", "b-b", "i̇"))
    assert (error.line, error.column) == (2, 9)
    assert "'a'" in str(error)


# Limits and cost


@pytest.mark.parametrize(
    ("name", "limit", "maker", "text", "figure"),
    [
        ("MAX_CORPUS_BYTES", 8, Corpus.from_pairs, "a|b, 😀|d", "11 bytes"),
        ("MAX_WORDS", 3, Corpus.from_pairs, "a|b,c|d", "4 words"),
        ("MAX_WORDS", 3, Corpus.from_text, "a b c d", "4 words"),
        ("MAX_INSTANCES", 1, Corpus.from_pairs, "a|b,c|d", "2 instances"),
        ("MAX_INSTANCES", 1, Corpus.from_text, "a b", "2 instances"),
        ("MAX_INSTANCE_WORDS", 8, Corpus.from_text, "a b c", "9 words"),
        ("MAX_WORD_LENGTH", 3, Corpus.from_text, "a bcde", "line 1, column 3: a word of 4 characters"),
    ],
)
def test_limits_are_told_with_the_figure(monkeypatch, name, limit, maker, text, figure):
    monkeypatch.setattr(limits, name, limit)
    message = str(error_of(maker, text))
    assert figure in message
    assert f"at most {limit}" in message


def test_a_huge_window_on_one_long_line_is_refused_before_memory_is_taken():
    text = " ".join(["word"] * 100_000)
    assert "smaller window" in str(error_of(Corpus.from_text, text, window=10**9))


def test_a_large_corpus_is_read_whole():
    rng = np.random.default_rng(1)
    text = "\n".join(" ".join(f"w{i}" for i in line) for line in rng.integers(0, 9000, (15_000, 12)))
    pairs = ",".join(f"w{a}^w{b}|w{c}" for a, b, c in rng.integers(0, 9000, (12_000, 3)))
    assert len(Corpus.from_text(text, window=5).instances) == 180_000  # 1 MB
    assert len(Corpus.from_pairs(pairs).instances) == 12_000  # 200 KB


def test_instances_are_a_read_only_sequence():
    instances = Instances.from_lists([([0, 1], [2]), ([1], [0, 0])])
    assert instances[-1] == Instance((1,), (0, 0))
    assert instances[:1] == [Instance((0, 1), (2,))]
    assert all(type(i) is int for i in instances[0].inputs)
    assert len(Instances.from_lists([])) == 0
    with pytest.raises(IndexError):
        instances[2]
    with pytest.raises(ValueError, match="read-only"):
        instances.input_ids[0] = 5


# Preset files

WEVI = [
    "fruit-and-juice", "fruit-and-juice-cbow", "fruit-and-juice-skip-gram", "self-loop", "directed-loop",
    "undirected-loop", "king-and-queen", "king-and-queen-symbol",
]  # fmt: skip


def test_wevis_presets_come_last_in_wevis_order():
    presets = load_presets()
    assert list(presets)[-8:] == WEVI
    for slug in WEVI:
        recipe = presets[slug]["recipe"]
        assert (recipe["vector_size"], recipe["learning_rate"], recipe["seed"]) == (5, 0.2, 1)
        assert recipe["model"] == ("skip-gram" if "skip" in slug else "cbow")


def test_wevis_data_relate_as_they_should():
    data = {slug: parse_pairs(load_presets()[slug]["recipe"]["pairs"]) for slug in WEVI}
    assert data["fruit-and-juice"] == parse_pairs(
        "eat|apple,eat|orange,eat|rice,drink|juice,drink|milk,drink|water,"
        "orange|juice,apple|juice,rice|milk,milk|drink,water|drink,juice|drink"
    )
    assert data["fruit-and-juice-skip-gram"] == [(b, a) for a, b in data["fruit-and-juice-cbow"]]
    ring = list(zip("ABCDE", "BCDEA", strict=True))
    assert data["self-loop"] == [((a,), (a,)) for a in "ABCDE"]
    assert data["directed-loop"] == [((a,), (b,)) for a, b in ring]
    assert data["undirected-loop"] == data["directed-loop"] + [((b,), (a,)) for a, b in ring]
    letters = {"kingdom": "a", "palace": "b", "royal": "c", "George": "x", "Mary": "y"}
    letters |= {"rice": "d", "farmer": "e", "house": "f"}
    assert data["king-and-queen-symbol"] == [(a, (letters[b],)) for a, (b,) in data["king-and-queen"]]


def test_a_bad_preset_file_is_told_by_name(tmp_path):
    good = 'title = "T"\ncaption = "C"\nlook_for = []\n'
    for text, says in [
        (good, "recipe must be"),
        (good + "colour = 1\n[recipe]\n", "unknown key 'colour'"),
        ("title = ", "Invalid value"),
        (good.replace("[]", "[{ programme = 'x' }]") + "[recipe]\n", "look_for must be texts"),
    ]:
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=rf"^mine\.toml: .*{says}"):
            load_presets(tmp_path)
    (tmp_path / "mine.toml").write_text(good + "[recipe]\npairs = 'a|b'\n", encoding="utf-8")
    (tmp_path / "first.toml").write_text("order = 1\n" + good + "[recipe]\n", encoding="utf-8")
    presets = load_presets(tmp_path)
    assert list(presets) == ["first", "mine"]
    assert presets["mine"]["view"] == {}
