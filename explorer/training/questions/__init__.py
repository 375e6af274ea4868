"""Questions across steps: what a number was at every position, when something became true.

An answer is a function of the recipe and of a range of positions; nothing is stored. Positions are walked in pieces
(`walk`), so that kernels work in blocks and a budget can stop between two of them. Everything here works on a
trajectory or a frame; `Run` and `Frame` only hand on.

    tokens → parser → tree      an expression's text as a tree; text is never evaluated as code
    meaning, indices, functions what a tree means of a recipe, with its shapes checked
    walk, replayed, leaves      positions in pieces, and what an expression reads there
    asking                      values of expressions, and where conditions become true
    ledger, by_word, parts      what made a weight, or the dot product of two words, what it is
    elements                    one number of a parameter, or a word's vector, as Python names it
    visits, loss_ledger         what made the loss of an instance, or a part of it, another than when it came before
    finite, divergence          where a run leaves the reals, which weight is to blame, how that grew
    comparison                  where two runs first differ
    checking, hints, worked     a step that somebody worked by hand, held against a frame
    exercises, named            each student's own step, and the teacher's sheet; what numbers are called
    trace_check                 the first step at which somebody's own training went apart
    analogies                   all candidates of an analogy, by three measures
    pmi                         what negative sampling converges to
    written                     a step as NumPy and as LaTeX
"""
