"""What the captions of the presets claim, as predicates of runs.

The file of a preset names its claim: the step, and the function here that is true of a run at that step, with what it
takes beside the run. It holds for the seeds 1 to 60, or as the caption says for `seeds` of the seeds 1 to `of`.
"""

from itertools import combinations, permutations

import numpy as np

from explorer import PRESETS, Recipe, Run
from explorer.analysis.graph import computation_graph
from explorer.analysis.projection import fit_axes
from explorer.corpus.presets import load_presets

SEEDS = range(1, 21, 5)
OURS = [slug for slug, preset in PRESETS.items() if not preset.source.startswith("wevi")]
CLAIMS = {slug: entry["claim"] for slug, entry in load_presets().items() if entry["claim"]}

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
CAPITALS = [("paris", "france"), ("rome", "italy"), ("cairo", "egypt"), ("tokyo", "japan")]
PLURALS = [("cat", "cats"), ("dog", "dogs"), ("bird", "birds")]
KITCHEN = ["cook", "stirs", "soup", "in", "pot", "tastes", "spoon", "simmers"]
ANIMALS = {"cat": "purrs", "dog": "barks", "bird": "sings", "cow": "moos"}
SEA = ["sailor", "steers", "ship", "on", "sea", "hoists", "sail", "rope", "sails"]


def runs(slug, step=0, seeds=SEEDS, **changes):
    return [Run(Recipe(preset=slug, seed=seed, **changes)).seek(step) for seed in seeds]


def losses(run, count):
    return run.trace(0, count).losses


def nearest(run, word):
    return run.neighbours(word, count=1)[0][0]


def mutual(run, *pairs):
    return all(nearest(run, a) == b and nearest(run, b) == a for a, b in pairs)


def answers(run, a, b, c, d):
    return run.analogy(a, b, c, count=1)[0][0] == d


def probability(run, inputs, outputs):
    y = run.probabilities(inputs.split())
    return sum(y[run.vocabulary.index(word)] for word in outputs.split())


def plane(run, words):
    """The words' places, (number of words, 2), in the plane of the first two principal components of W."""
    W = run.parameters["W"]
    return fit_axes(W).project(W[[run.vocabulary.index(word) for word in words]])


def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def parallel(run, arrows, least=0.9):
    """Whether all arrows, pairs of words, point the same way in the plane."""
    drawn = [end - start for start, end in (plane(run, arrow) for arrow in arrows)]
    return min(cosine(a, b) for a, b in combinations(drawn, 2)) >= least


def the_seldom(run):
    """Whether “the” is the likeliest word beside most others only where it is not left out."""
    whole = Run(Recipe(preset="the-left-out", sample=0, seed=run.recipe.seed)).seek(run.step)
    few, many = (
        sum(likeliest(each, word) == "the" for word in each.vocabulary if word != "the") for each in (run, whole)
    )
    return few <= 10 and many >= 17


def best_guesses(run):
    return {run.vocabulary[int(run.probabilities([word]).argmax())] for word in run.vocabulary}


def parallelogram(run):
    """Whether the analogy finds the queen and the four are seen as corners: no side short or flattened."""
    places = plane(run, ["king", "queen", "woman", "man"])
    sides = np.roll(places, -1, axis=0) - places
    extent = np.ptp(plane(run, run.vocabulary), axis=0).max()
    return (
        answers(run, "king", "man", "woman", "queen")
        and cosine(sides[0], -sides[2]) >= 0.9
        and cosine(sides[1], -sides[3]) >= 0.9
        and abs(cosine(sides[0], sides[1])) < 0.8
        and np.linalg.norm(sides, axis=1).min() > extent / 5
    )


def cat_and_dog(run):
    return mutual(run, ("cat", "dog"), ("walking", "running"), ("bedroom", "room"))


def three_quarters_sun(run):
    frame = run.frame()
    return (
        abs(frame["y"][run.vocabulary.index("sun")] - 0.75) < 0.0025
        and np.abs(frame["e"]).max() < 0.01
        and round(frame.loss, 2) == 2.25
    )


def settled(run, lowest=0.74, highest=0.76):
    """Whether the probability of sun stays between the two over the epoch that ends here."""
    swing = [probability(run.seek(step), "weather", "sun") for step in range(run.step - 3, run.step + 1)]
    return lowest <= min(swing) and max(swing) <= highest


def two_sides(run):
    sides = [plane(run, words)[:, 0] for words in (KITCHEN, SEA)]
    apart = max(map(np.min, sides)) > min(map(np.max, sides))
    return apart and all(nearest(run, word) in topic for topic in (KITCHEN, SEA) for word in topic)


def two_senses(run):
    river, money = "water reeds mud", "loan cash interest"
    y = run.probabilities(["bank"])
    likely = {run.vocabulary[word] for word in np.argsort(y)[-6:]}
    return (
        likely == set(f"{river} {money}".split())
        and probability(run, "bank river", river) > 0.95
        and probability(run, "bank money", money) > 0.95
    )


def interchangeable(run):
    pairs = [("sofa", "couch"), ("hot", "cold")]
    close = min(run.neighbours(a, count=1)[0][1] for a, _ in pairs) > 0.9
    return mutual(run, *pairs) and close and probability(run, "sofa", "couch") < 1 / len(run.vocabulary)


def ring(run):
    """Whether the days go once round the centre, in their order."""
    x, y = (plane(run, DAYS) - plane(run, run.vocabulary).mean(axis=0)).T
    angles = np.arctan2(y, x)
    turns = (np.diff(angles, append=angles[0]) + np.pi) % (2 * np.pi) - np.pi
    return (np.all(turns > 0) or np.all(turns < 0)) and np.isclose(abs(turns.sum()), 2 * np.pi)


def twelve_capitals(run):
    questions = permutations(CAPITALS, 2)
    return parallel(run, [(country, city) for city, country in CAPITALS]) and all(
        answers(run, city, country, other, its_city) for (city, country), (its_city, other) in questions
    )


def twelve_plurals(run):
    return parallel(run, PLURALS) and all(
        answers(run, many, one, other, others) and answers(run, one, many, others, other)
        for (one, many), (other, others) in permutations(PLURALS, 2)
    )


def likeliest(run, word):
    return run.vocabulary[int(run.probabilities([word]).argmax())]


def shares_of_sun(run):
    shares = {"coast": 0.7, "mountain": 1 / 6}
    return all(abs(probability(run, place, "sun") - share) < 0.07 for place, share in shares.items())


def own_verbs(run):
    return all(likeliest(run, animal) == verb for animal, verb in ANIMALS.items())


def noises_right(run):
    """At the ends of the sentences: how often the right word is the most probable, and its mean probability."""
    epoch = run.trace(run.step, len(run.instances))
    ends = np.append(run.instances.first[1:], True)[epoch.numbers[:, 0]]
    targets = np.array([batch[0].outputs[0] for batch in epoch.instances])[ends]
    y = epoch["y"][ends]
    return np.mean(y.argmax(axis=1) == targets), np.mean(y[np.arange(len(y)), targets])


def recited(run):
    """Whether the first four words of every line, each most probable word fed back, go on to the line's end."""
    lines = [line.lower().rstrip(".").split() for line in run.recipe.text.strip().splitlines()]

    def continued(words, length):
        while len(words) < length:
            words = [*words, run.vocabulary[int(run.probabilities(words).argmax())]]
        return words

    return all(continued(line[:4], len(line)) == line for line in lines)


def answered(run):
    """The answers to all points, and their targets: (points, outputs) each."""
    points = run.recipe.corpus.instances
    return np.array([run.probabilities(x) for x in points.inputs]), points.outputs


def within(run, distance):
    """Whether all answers are so close to their targets."""
    return np.abs(np.subtract(*answered(run))).max() <= distance


def settled_line(run, steps=400):
    """Whether no weight moves any more, and all is right."""
    later = run.trace(run.step, steps)
    return within(run, 0) and not later.losses.any() and not np.ptp(later["w"], axis=0).any()


def chapters_unit(run):
    frame = run.frame()
    return round(frame["u"][0], 10) == 0.87 and round(frame["y"][0], 4) == 0.7047


def saturated(run):
    y, frame = run.trace(0, run.step)["y"][:, 0], run.frame(0)
    EI = frame["e"][0] * frame["y"][0] * (1 - frame["y"][0])
    return round(y[0], 4) == 0.9997 and round(EI, 4) == 0.0003 and y[1400] > 0.99 and run.frame()["y"][0] < 0.1


def unsaturated(run):
    """Whether the whole error comes through, and what took the squared error 1,550 steps is done."""
    first = run.frame(0)
    return first["EI"] == first["e"] and round(first["EI"][0], 4) == 0.9997 and run.frame()["y"][0] < 0.1


def enough(run):
    """Whether every point has its margin, and nothing moves any more."""
    margins = [run.probabilities(point.inputs)[0] * point.outputs[0] for point in run.instances]
    there = {name: array.copy() for name, array in run.parameters.items()}
    later = run.seek(run.step + 80).parameters
    return min(margins) >= 1 and all((later[name] == array).all() for name, array in there.items())


def learnt_and(run):
    w, b = run.parameters.values()
    return w.tolist() == [2, 1] and b == [-2] and settled_line(run) and run.frame(17).loss == 0.5


def never_settles(run):
    """Whether the same four settings come round from step 8 on, each wrong about the point that comes next."""
    trace = run.trace(0, run.step)
    return np.all(trace.losses[8:] == 0.5) and all(
        np.array_equal(trace[name][8:-4], trace[name][12:]) for name in ("w", "b")
    )


def known_solution(run):
    hidden = [run.hidden(x).tolist() for x in run.recipe.corpus.instances.inputs]
    return within(run, 0) and hidden == [[0, 0], [1, 0], [1, 0], [2, 1]] and not run.trace(0, 40).losses.any()


def stalls(run):
    return np.abs(answered(run)[0] - 0.5).max() < 0.01 and round(run.frame().loss, 4) == 0.125


def six_shares(run):
    return [f"{y:.2g}" for y in run.frame()["y"]] == ["0.055", "0.09", "0.0067", "0.1", "0.74", "0.01"]


def continues(run, words, last):
    return run.vocabulary[int(run.probabilities(words.split()).argmax())] == last


def all_continued(run):
    """Whether every beginning goes on as it was seen to, and four that were never seen as their like."""
    unseen = ("they both have it", "you both need time", "we both see them", "they both like us")
    sentences = run.recipe.text.strip().splitlines()
    assert not set(unseen) & set(sentences)
    return all(continues(run, *line.rsplit(" ", 1)) for line in (*sentences, *unseen)) and (
        probability(run, "we all have", "it") > 0.98
    )


def fed(run):
    cat, dog, house, door = (probability(run, "feed the", word) for word in ("cat", "dog", "house", "door"))
    return cat > 0.4 and dog >= cat / 2 and house + door < 0.1


def mean_loss(run):
    """Over the epoch that begins here."""
    return losses_from(run, run.step).mean()


def losses_from(run, step):
    return run.losses(step, step + run.trajectory.stream.segment(step).steps_per_epoch)


def given_and_frozen(run):
    kept = np.array_equal(run.parameters["C"], Run(Recipe(preset="cat-dog")).seek(1000).parameters["W"])
    return kept and mean_loss(run) < 0.9


def slowly_learnt(run):
    return losses_from(run, 200).mean() > 2 and mean_loss(run) < 0.7


def loss_below(run, limit):
    return run.frame().loss < limit


def loss_near_ln_3(run):
    return run.frame().loss < np.log(3) + 0.01


def only_the_and_that(run):
    return best_guesses(run) == {"the", "that"}


def noises_known(run):
    return min(noises_right(run)) >= 0.95


def perplexity_below(run, limit):
    return np.exp(mean_loss(run)) < limit


def queen_by_either(run):
    """Whether queen is found as the program trains and as the paper does, by input vectors that differ in length."""
    paper = Run(Recipe(preset=run.recipe.preset, dialect="paper", seed=run.recipe.seed)).seek(run.step)
    program, papers = (np.linalg.norm(each.parameters["W"], axis=1).mean() for each in (run, paper))
    return 3.5 < program / papers < 4.5 and all(answers(each, "king", "man", "woman", "queen") for each in (run, paper))


def same_at_every_cut(run):
    """Whether the products of a chain add up to the weight's gradient at each node that all ways go through."""
    computed = computation_graph(run.frame())
    chains = [computed.chain(name, (0,) * gradient.ndim) for name, gradient in run.frame().gradients.items()]
    return all(np.isclose(link.share, chain.slope, rtol=1e-9) for chain in chains for link in chain.links if link.whole)


def down_to_ln_2(run):
    """Whether one weight has come to the bottom of its curve, without a step upwards."""
    return abs(run.parameters["W_out"].item() - np.log(2)) < 1e-3 and (np.diff(losses(run, run.step)) < 0).all()


def correlated(run, least):
    """Whether w · w′ of the pairs follows their pointwise mutual information."""
    return run.pmi().correlation > least


def hardly_correlated(run, most):
    """Whether it does not, here and after twice as many steps of the whole rate."""
    later = Run(run.recipe.replaced(schedule="constant")).seek(2 * run.step)
    return run.pmi().correlation < most and later.pmi().correlation < most
