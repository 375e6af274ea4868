"""Naive twins of what word2vec's programs do otherwise than the papers: in plain loops, after their sources.

W and M are lists of rows. `step` takes what each instance of a batch computed: h, EH, and its output rows with errors.
"""

from math import sqrt


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
