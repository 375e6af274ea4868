"""Naive twin of the text windows: sentences of ids to instances, by plain loops."""


def windows(sentences, window, reading, pairs):
    """Lists of (inputs, outputs). `pairs`: every centre-context pair an instance of its own."""
    instances = []
    for sentence in sentences:
        for i, centre in enumerate(sentence):
            context = []
            for j, word in enumerate(sentence):
                if j != i and abs(j - i) <= window:
                    context.append(word)
            if not context:
                continue
            for part in [[word] for word in context] if pairs else [context]:
                if reading == "context":
                    instances.append((tuple(part), (centre,)))
                else:
                    instances.append(((centre,), tuple(part)))
    return instances
