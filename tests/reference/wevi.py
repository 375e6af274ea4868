"""wevi's arithmetic, in plain loops: its generator, its initial weights, its update.

The facts are those of its source (github.com/ronxin/wevi); what it deviates in from the paper for several
output words is not here, so this twin speaks for instances with one output word only.
"""

from math import exp


def initial(V, N, seed):
    """Input and output weights, drawn word by word, unit by unit, the input weight first."""
    r = float(seed)
    W = [[0.0] * N for _ in range(V)]
    W_out = [[0.0] * N for _ in range(V)]
    for word in range(V):
        for unit in range(N):
            for matrix in (W, W_out):
                r = float(int(r * 25214903917.0 + 11.0) & 0xFFFF)
                matrix[word][unit] = (r / 65536 - 0.5) / N
    return W, W_out


def train(W, W_out, inputs, target, rate):
    """One instance, in place: the mean of the input rows, softmax, and plain gradient descent."""
    V, N = len(W), len(W[0])
    hidden = [0.0] * N
    for unit in range(N):
        for word in inputs:
            hidden[unit] += W[word][unit]
        hidden[unit] /= len(inputs)
    exponentials = [exp(sum(W_out[word][unit] * hidden[unit] for unit in range(N))) for word in range(V)]
    total = sum(exponentials)
    error = [exponentials[word] / total - (1.0 if word == target else 0.0) for word in range(V)]
    back = [sum(error[word] * W_out[word][unit] for word in range(V)) for unit in range(N)]
    for word in range(V):
        for unit in range(N):
            W_out[word][unit] -= rate * error[word] * hidden[unit]
    for word in inputs:
        for unit in range(N):
            W[word][unit] -= rate * back[unit] / len(inputs)
