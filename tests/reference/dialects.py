"""Naive twins of what word2vec's programs do otherwise than the papers: in plain loops, after their sources.

W and M are lists of rows. `step` takes what each instance of a batch computed: h, EH, and its output rows with errors.
"""

from math import exp, log, sqrt


def step(W, M, batch, rate, undivided):
    """One update with the mean over a batch of (inputs, h, EH, [(row, error), …]); returns new matrices.

    undivided : each input word moves by all of EH: `syn0[c + last_word * layer1_size] += neu1e[c]` in word2vec.c.
    """
    new_W, new_M = [row[:] for row in W], [row[:] for row in M]
    for inputs, h, EH, asked in batch:
        for row, error in asked:
            for k in range(len(h)):
                new_M[row][k] -= rate / len(batch) * error * h[k]
        for i in inputs:
            for k in range(len(h)):
                new_W[i][k] -= rate / len(batch) * EH[k] / (1 if undivided else len(inputs))
    return new_W, new_M


def uniform(seed, purpose, position):
    """A number in [0, 1), a hash by SplitMix64's finaliser (Steele, Lea and Flood, 2014)."""
    state = seed
    for counter in (purpose, position):
        state ^= (counter + 1) * 0x9E3779B97F4A7C15 % 2**64
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
        state ^= state >> 31
    return (state >> 11) / 2**53


def staying(count, total, t, formula):
    """With which probability a word stays: word2vec.c, ReadWord's caller; Mikolov et al. (2013), eq. 5."""
    if t == 0:
        return 1.0
    if formula == "c":
        return min(1.0, (sqrt(count / (t * total)) + 1) * (t * total) / count)
    return min(1.0, sqrt(t / (count / total)))


def reading(sentences, seed, window, shrink, t, formula):
    """(contexts, centre) in reading order: words that are left out are no one's context, windows reach over the gap."""
    flat = [word for sentence in sentences for word in sentence]
    position, windows = 0, []
    for sentence in sentences:
        stayed = []
        for word in sentence:
            reach = 1 + int(uniform(seed, 2, position) * window) if shrink else window
            if t == 0 or uniform(seed, 1, position) < staying(flat.count(word), len(flat), t, formula):
                stayed.append((word, reach))
            position += 1
        for i, (centre, reach) in enumerate(stayed):
            context = [word for j, (word, _) in enumerate(stayed) if j != i and abs(j - i) <= reach]
            if context:
                windows.append((context, centre))
    return windows


def answer(u, t, sigmoid, output):
    """(y, e) of a question: word2vec.c, TrainModelThread ("HIERARCHICAL SOFTMAX", "NEGATIVE SAMPLING")."""
    exact = 1 / (1 + exp(-u))
    if sigmoid == "exact":
        return exact, exact - t
    table = []
    for i in range(1000):
        power = exp((i / 1000 * 2 - 1) * 6)
        table.append(power / (power + 1))
    if output == "negative" and sigmoid == "c":
        if u > 6:
            return 1.0, 1.0 - t
        if u < -6:
            return 0.0, 0.0 - t
    elif u <= -6 or u >= 6:
        return exact, 0.0
    found = table[int((u + 6) * (1000 // 6 // 2))]
    return found, found - t


def errors(W, M, inputs, questions, sigmoid, output):
    """h, u, y, e and EH of an instance that asks (row, truth) questions, and the exact loss of all of them."""
    units = range(len(W[0]))
    h = [sum(W[i][k] for i in inputs) / len(inputs) for k in units]
    u = [sum(M[row][k] * h[k] for k in units) for row, _ in questions]
    answers = [answer(score, t, sigmoid, output) for score, (_, t) in zip(u, questions, strict=True)]
    y, e = [y for y, _ in answers], [e for _, e in answers]
    EH = [sum(e[q] * M[row][k] for q, (row, _) in enumerate(questions)) for k in units]
    loss = sum(log(1 + exp(-score if t else score)) for score, (_, t) in zip(u, questions, strict=True))
    return {"h": h, "u": u, "y": y, "e": e, "EH": EH}, loss


def noise_draw(noise, seed, step, instance, turn):
    """The word drawn at a turn, whatever it is: from a hash, along the cumulated noise."""
    state = seed
    for counter in (step, instance, turn, 0):
        state ^= (counter + 1) * 0x9E3779B97F4A7C15 % 2**64
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
        state ^= state >> 31
    number, word, passed = (state >> 11) / 2**53, 0, noise[0]
    while number >= passed:
        word += 1
        passed += noise[word]
    return word


def negatives(outputs, noise, K, seed, step, instance, hit):
    """The words asked against each output word, `hit` "skip" or "keep"."""
    asked = []
    for c, o in enumerate(outputs):
        drawn = [noise_draw(noise, seed, step, instance, c * (K + 1) + k) for k in range(1, K + 1)]
        asked.append([word for word in drawn if hit == "keep" or word != o])
    return asked
