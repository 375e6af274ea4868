"""The grammar that the text of the preset `four-grams` was drawn from: python -m tests.reference.grammar prints it.

A sentence is four words, drawn independently of all others: a form, then a word for each of its places, all choices
alike. No word is in two classes, so the first three words tell the form, and the fourth is any word of its last
class: nobody can predict it better than with perplexity exp(mean of ln of the last classes' sizes).
"""

from math import exp, log
from random import Random

SEED = 250
SENTENCES = 1500

CLASSES = {
    "name": "adam anna bella clara david emil eva felix hanna ida jonas julia laura leo maria max nina oscar paul tom",
    "person": "baker child doctor driver farmer gardener king nurse painter pilot poet queen sailor singer teacher",
    "animal": "bear bird camel cat cow dog donkey duck fox goat goose horse lion mouse pig rabbit sheep tiger wolf",
    "mood": "brave calm clever friendly gentle happy honest polite proud sad shy tired",
    "look": "big black brown fat grey lazy little old quick small spotted white wild young",
    "moves": "crawls hides hops hunts jumps limps plays rests runs sleeps swims waits",
    "does": "cries dances laughs listens sighs sings smiles speaks talks thinks whistles works",
    "how": "alone daily early gladly late loudly often quickly quietly slowly there together",
    "eats": "bakes boils buys cooks eats fries sells tastes",
    "food": "apple bread cake carrot cheese egg fish ham lemon melon onion orange pear pie potato rice salad soup",
    "drinks": "drinks orders pours sips spills",
    "taste": "bitter cold fresh hot strong sweet warm",
    "drink": "cider cocoa coffee juice lemonade milk tea water wine",
    "lives": "arrives lives remains stays studies travels",
    "place": "around at beyond from in near",
    "city": "athens berlin cairo delhi dublin lima london madrid moscow oslo paris prague rome tokyo vienna warsaw",
    "wears": "folds irons mends washes wears",
    "colour": "blue dark green pale pink purple red yellow",
    "clothes": "boots coats dresses gloves hats scarves shirts shoes skirts socks trousers",
    "makes": "carries drops finds holds keeps lends steals takes wants",
    "thing": "basket book bottle box broom candle chair cup hammer key knife lamp mirror pencil ring rope spoon table",
    "the": "a every my our that the this your",
}
FORMS = (
    "the look animal moves",
    "the animal moves how",
    "the mood person does",
    "the person does how",
    "name eats the food",
    "name drinks taste drink",
    "name lives place city",
    "name wears colour clothes",
    "name makes the thing",
    "person name does how",
)


def words():
    """All words of the grammar."""
    return [word for each in CLASSES.values() for word in each.split()]


def text(seed: int = SEED) -> str:
    """The sentences, a line each."""
    random = Random(seed)

    def drawn():
        return " ".join(random.choice(CLASSES[place].split()) for place in random.choice(FORMS).split())

    return "".join(drawn() + "\n" for _ in range(SENTENCES))


def perplexity() -> float:
    """Of the last word, for one who knows the grammar."""
    return exp(sum(log(len(CLASSES[form.split()[-1]].split())) for form in FORMS) / len(FORMS))


if __name__ == "__main__":
    print(text(), end="")
