"""Naive twins of what word2vec's programs do otherwise than the papers: in plain loops, after their sources.

W and M are lists of rows. `step` takes what each instance of a batch computed: h, EH, and its output rows with errors.
"""


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
