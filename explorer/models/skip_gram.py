"""Skip-gram: predict the words around from the word in the middle.

The hidden layer is the centre word's input vector, h = v_i. The same distribution y is held against each
of the C context words, and the losses add up:

    E = −Σ_c log y_{o_c} = C log Σ_j exp(u_j) − Σ_c u_{o_c}

so that the error of word j, the paper's EI_j, sums over the context: e_j = Σ_c (y_j − t_{c,j})
= C·y_j − t_j with t_j the number of times that j stands in the context. (wevi takes y − t with t cut to
0 or 1, and its skip-gram diverges.)

Use it where data are few or rare words matter: each centre word's vector is moved by its own context
alone.

Sources: Mikolov et al. (2013), "Efficient Estimation of Word Representations in Vector Space";
Rong (2014), "word2vec Parameter Learning Explained", section 2.
"""

from explorer.models.word2vec import Word2Vec

SKIP_GRAM = Word2Vec(
    name="skip-gram",
    title="Skip-gram",
    reading="centre",
    cite={
        "x": "Rong (2014), eq. 1",
        "h": "Rong (2014), eq. 24; of several inputs after eq. 17–18",
        "u": "Rong (2014), eq. 26",
        "y": "Rong (2014), eq. 25",
        "loss": "Rong (2014), eq. 27–29",
        "e": "Rong (2014), eq. 30–31",
        "EH": "Rong (2014), eq. 36",
        "W_out": "Rong (2014), eq. 33–34",
        "W": "Rong (2014), eq. 35; of several inputs after eq. 23",
    },
)
