"""One step of word2vec in Python loops, counting its multiply–adds one by one."""


def step(W, M, inputs, asked, errors, rate):
    """Train in place on one instance; returns the multiply–adds (to the scores, in all).

    asked : rows of M, repeats kept; errors : a function from their scores to their errors.
    """
    units, count = range(len(W[0])), 0
    h = [0.0 for _ in units]
    for i in inputs:
        for k in units:
            h[k] += W[i][k]
            count += 1
    h = [value / len(inputs) for value in h]
    scores = []
    for row in asked:
        score = 0.0
        for k in units:
            score += M[row][k] * h[k]
            count += 1
        scores.append(score)
    forward = count
    e = errors(scores)
    EH = [0.0 for _ in units]
    for row, error in zip(asked, e, strict=True):
        for k in units:
            EH[k] += error * M[row][k]
            count += 1
    for row, error in zip(asked, e, strict=True):
        for k in units:
            M[row][k] -= rate * error * h[k]
            count += 1
    for i in inputs:
        for k in units:
            W[i][k] -= rate / len(inputs) * EH[k]
            count += 1
    return forward, count
