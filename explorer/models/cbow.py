"""CBOW, the continuous bag of words: predict the word in the middle from the words around it.

The context words' input vectors are averaged into the hidden layer (their order does not matter, hence
the bag), and the output layer predicts the one word that they surround:

    h = 1/C Σ_c v_{i_c},   p(o | context) from v′_o · h

The gradient of the mean is shared: each context word moves by −η/C EH, Rong's eq. 23. The original C program and
gensim add the undivided EH to each, which `context_gradient` chooses; so moved, W no longer descends the loss.

Use it where there is much data and common words matter: it trains faster than skip-gram because it
makes one prediction from a whole window.

Sources: Mikolov et al. (2013), "Efficient Estimation of Word Representations in Vector Space";
Rong (2014), "word2vec Parameter Learning Explained", section 1.2.
"""

from explorer.models.word2vec import Word2Vec

CBOW = Word2Vec(
    name="cbow",
    title="CBOW",
    reading="context",
    cite={
        "x": "Rong (2014), eq. 17",
        "h": "Rong (2014), eq. 17–18",
        "u": "Rong (2014), eq. 2",
        "y": "Rong (2014), eq. 3",
        "loss": "Rong (2014), eq. 19–21; of several outputs after eq. 27–29",
        "e": "Rong (2014), eq. 8; of several outputs after eq. 30–31",
        "EH": "Rong (2014), eq. 12",
        "W_out": "Rong (2014), eq. 22",
        "W": "Rong (2014), eq. 23",
    },
)
