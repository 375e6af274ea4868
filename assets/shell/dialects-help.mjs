/** What the help says of word2vec's dialects: what the papers, the C program and gensim do, and where it stands in them. */

/** @typedef {(tag: string, className?: string, text?: string) => HTMLElement} Make */

const HEADS = ["what", "paper", "word2vec.c (2013)", "gensim"];
const ROWS = [
  [
    "Error to each context word (CBOW)",
    "EH / C: Rong (2014), eq. 23",
    "all of EH: TrainModelThread, “hidden -> in”",
    "all of EH: word2vec_inner.pyx, w2v_fast_sentence_cbow_neg and _hs",
  ],
  [
    "Skip-gram predicts",
    "the context from the centre: Rong (2014), section 2",
    "the centre from each context word: TrainModelThread, “train skip-gram”",
    "the centre from each context word: word2vec_inner.pyx, train_batch_sg",
  ],
  [
    "Reach of a window",
    "“Efficient Estimation …”, 3.2, draws it for skip-gram; Rong (2014) takes it whole, and so do we",
    "1 to window, drawn anew: TrainModelThread, b",
    "1 to window, drawn anew: word2vec_inner.pyx, reduced_windows",
  ],
  [
    "A frequent word stays",
    "with √(t/f): “Distributed Representations …”, eq. 5; here all stay unless asked",
    "with (√(f/t) + 1)·t/f, t = 0.001: TrainModelThread, ran",
    "likewise: word2vec.py, prepare_vocab",
  ],
  [
    "Sigmoid",
    "exact",
    "table of 1,000 entries: main, expTable; outside ±6 skipped (tree), 0 or 1 (negative): TrainModelThread",
    "the same table: word2vec_inner.pyx, init; outside ±6 skipped",
  ],
  [
    "A draw is the target",
    "not said; here it is drawn again",
    "skipped, one question fewer: TrainModelThread",
    "skipped: word2vec_inner.pyx, w2v_fast_sentence_sg_neg",
  ],
  [
    "Tree and noise by",
    "here: counts of the output words",
    "counts of the text: CreateBinaryTree, InitUnigramTable",
    "counts of the text: word2vec.py, create_binary_tree, make_cum_table",
  ],
  ["Output rows start", "here: drawn as input vectors are", "at 0: InitNet", "at 0: word2vec.py, init_weights"],
  [
    "Lowest rate",
    "here: 0.0001 of η",
    "0.0001 of η: TrainModelThread",
    "0.0001, which is 0.004 of its η of 0.025: word2vec.py, _get_next_alpha",
  ],
];
const NOTE =
  "Dialect sets all of these at once, each can still be changed, and a link keeps each. What is drawn stays the same in every epoch here, so that any step can be shown again; the programs draw anew. word2vec.c is meant as it is since it averages a context's vectors.";

/** @param {Make} make */
export function dialects(make) {
  const section = make("section", "dialects");
  const table = make("table");
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  for (const title of HEADS) head.appendChild(make("th", "", title)).setAttribute("scope", "col");
  const body = table.appendChild(make("tbody"));
  for (const [what, ...others] of ROWS) {
    const row = body.appendChild(make("tr"));
    row.appendChild(make("th", "", what)).setAttribute("scope", "row");
    for (const text of others) row.append(make("td", "", text));
  }
  section.append(make("h3", "", "Dialects of word2vec"), make("p", "", NOTE), table);
  return section;
}
