"""One model, three notations: how the sources write what this model computes."""

SYMBOLS = {
    "sources": (
        "here",
        "Bengio et al. (2003)",
        "Hinton's course (2012), a column an instance",
        "Jurafsky and Martin",
    ),
    # name here, what it is, then a symbol for each of the sources; "" where a source has none.
    "rows": (
        ("C", "word features, a row a word", "C", "word_embedding_weights", "E (a column a word)"),
        ("H", "weights of the hidden layer", "H", "embed_to_hid_weightsᵀ", "W"),
        ("d", "biases of the hidden layer", "d", "hid_bias", "b"),
        ("U", "from the hidden layer to the scores", "U", "hid_to_output_weightsᵀ", "U"),
        ("b", "biases of the scores", "b", "output_bias", ""),
        ("W", "direct connections", "W", "", ""),
        ("w", "the words before", "w_{t−n+1} … w_{t−1}", "input_batch", "w_{t−3} w_{t−2} w_{t−1}"),
        ("x", "their features side by side", "x (latest word first)", "A₁", "e"),
        ("o", "net input of the hidden layer", "o", "Z₂", "We + b"),
        ("a", "hidden layer", "a = tanh(o)", "A₂ = σ(Z₂)", "h = ReLU(We + b)"),
        ("u", "scores", "y", "Y", "z"),
        ("y", "probabilities", "p, P̂", "P", "ŷ"),
        ("t", "the word that came", "1_{j = w_t}", "𝕀, expanded_target_batch", "y"),
        ("e", "error of the scores", "−∂L/∂y", "E = P − 𝕀", "ŷ − y"),
        ("Ea", "error of the hidden layer", "−∂L/∂a", "Uᵀ E", "∂L/∂h"),
        ("Eo", "error of its net input", "−∂L/∂o", "Δ₁", ""),
        ("Ex", "error of the word features", "−∂L/∂x", "Δ₂", "∂L/∂e"),
        ("loss", "loss", "−L", "CE, divided by the batch", "L_CE"),
        ("learning_rate", "learning rate η", "ε", "learning_rate", "η"),
        ("weight_decay", "weight decay λ", "weight decay of R(θ)", "", ""),
        ("vector_size", "features of a word", "m", "numhid1", "d"),
        ("hidden", "hidden units", "h", "numhid2", "d_h"),
        ("context", "words before", "n − 1", "numwords", "N − 1"),
    ),
}
