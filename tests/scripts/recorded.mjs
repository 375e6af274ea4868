/** What a recorded file's source answers: `node recorded.mjs FILE`, a page with a record, prints it (tests/test_recorded.py). */
import { readFileSync } from "node:fs";
import { readRecord } from "../../assets/recorded/record.mjs";
import { read } from "../../assets/shell/address.mjs";
import { RecordedSource } from "../../assets/recorded/source.mjs";

const [, text] = /<script id="record" type="text\/plain">([^<]*)</.exec(readFileSync(process.argv[2], "utf8"));
const source = new RecordedSource(await readRecord(text));
const { record } = source;
const { query, words, limits } = source.session;
const [first, stop] = [limits.spans[0][0], limits.step];
/** @param {Promise<unknown>} promise */
const refused = (promise) =>
  promise.then(
    () => "",
    (error) => error.message,
  );
const flat = async (position) =>
  Object.fromEntries(Object.entries(await source.weightsAt(position)).map(([name, { data }]) => [name, [...data]]));

const holding = async (expression, start, last) => {
  const { arrays } = await source.evaluate(query, { expression, start, stop: last + 1 });
  return [...arrays.values];
};

/** What is found of the right number, of each known mistake, and of none of these, six digits of each. */
const found = async ({ step, quantity, index, right, mistakes }) =>
  Promise.all(
    [right, ...mistakes.map(([, number]) => number), 3 * right + 17].map(async (number) => {
      const text = number.toPrecision(6);
      const { findings } = await source.check(query, {
        step,
        given: JSON.stringify({ [quantity]: { [index]: text } }),
      });
      return { step, quantity, index, text, findings };
    }),
  );

const { address: there = "", fragment = "" } = record.header;
const link = there && new URL(`${there}&step=5&view.log=1${fragment}`);

const answers = {
  link: link && (await read(link)),
  range: [first, stop],
  weights: { [first]: await flat(first), [stop]: await flat(stop), [first + 1]: await flat(first + 1) },
  losses: [...(await source.losses(query, { start: 0, stop, bins: 7 })).arrays.mean],
  // of some words: which
  rows: source.session.by_rows ? [...source.replay.excerpt.ids.word] : null,
  way: source.session.by_rows
    ? null
    : [...(await source.frames(query, { start: first, count: 3, stride: 2 })).arrays.losses],
  axes: source.record.axes["W.mean"] && (await source.axes(query, { step: stop, fit: "W" })),
  followed: source.record.axes["W.mean"] && [
    ...source.block({ start: source.record.header.blocks[0], fit: "W" }).arrays["axes.share"].slice(-2),
  ],
  neighbours: words.length ? await source.neighbours(query, { step: stop, word: words[0], count: 3 }) : null,
  analogy:
    words.length > 3
      ? await source.analogy(query, { step: stop, a: words[0], b: words[1], c: words[2], count: 3 })
      : null,
  holds: await Promise.all(
    Object.keys(source.record.header.conditions).flatMap((expression) =>
      limits.spans.map(([start, last]) => holding(expression, start, last)),
    ),
  ),
  checked: (await Promise.all(source.record.header.mistakes.map(found))).flat(),
  foreseen: record.foreseen && [...(await source.excite(query, { step: stop, words: "0", instance: 0 })).output],
  refused: [
    await refused(source.excite(query, { step: stop, words: "0" })),
    await refused(source.check(query, { step: first, given: '{"h":{"0":"1"}}' })),
    await refused(source.explain(query, {})),
    await refused(source.recipe({ action: "change" })),
    await refused(source.describe("preset=week")),
    await refused(source.frames(query, { start: stop + 1000 })),
    await refused(source.evaluate(query, { expression: "loss", start: first, stop: first })),
  ],
};
process.stdout.write(JSON.stringify(answers));
