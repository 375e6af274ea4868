/**
 * What travels between the rooms of the scripts, as types: the session, blocks of frames, scenes, what panels paint and
 * what a source answers. Scripts name them in JSDoc, `@import { Session } from "../types"`; nothing is built from them.
 *
 * What a server answers stands first; the session is declared in explorer/web/session.py too, and a test compares them.
 */

import type { Excerpt } from "./player/excerpt.mjs";
import type { Inker } from "./draw/inking.mjs";
import type { Look, Pace } from "./player/scene.mjs";

export type { Inker };

/** Numbers of a packed answer, or computed from them. */
export type Numbers = Float64Array | Float32Array | Int32Array;

// ---- the session ----

/** The data of an instance: inputs, targets; ids of words or, of a point, numbers. */
export type Instance = [number[], number[]];

/** Numeric data, as far as they are shown; `total` is how many there are. */
export interface Points {
  head: Instance[];
  total: number;
}

/** A stretch of steps on the same data, from `step` on, in which pass number `epoch` begins. */
export interface Segment {
  step: number;
  epoch: number;
  steps_per_epoch: number;
  points?: Points;
}

/** The data as they were given: `kind` is the field that holds them. */
export interface Corpus {
  kind: string;
  text: string;
}

/** A change before a step: `value` is a rate, a weight with its cell, or data; `label` says it in words. */
export interface Edit {
  step: number;
  kind: string;
  value: unknown;
  label: string;
}

/** A term of a parameter's gradient, Σ_j rows_j ⊗ columns_j; see explorer/models/declarations.py. */
export interface Outer {
  rows: string;
  columns: string | null;
  at: string | null;
  skip: number;
}

/**
 * An array that is learnt. `parted`: by what words its changes are parted, "" where there are none. Rows that are
 * no words have names, or a number behind a prefix.
 */
export interface Parameter {
  name: string;
  symbol: string;
  axes: string[];
  help: string;
  source: string;
  change: Outer[];
  role: string;
  decay: number;
  frozen: boolean;
  bias: boolean;
  parted: string;
  shape: number[];
  row_names?: string[];
  row_prefix?: string;
}

/** An array that a step computes. `stage` shows it; `ragged`: an instance has as much of it as it needs. */
export interface Quantity {
  name: string;
  symbol: string;
  axes: string[];
  role: string;
  help: string;
  source: string;
  of_instance?: string;
  laid_out: boolean;
  names?: string;
  matrix_of?: string;
  position?: number;
  summed_at?: string;
  shape: number[];
  size: number;
  stage: string;
  row_names?: string[];
  ragged: boolean;
}

/** A number of a step that stands in no array; `stage` is the one that gives it, "" where it is known before. */
export interface Single {
  name: string;
  symbol: string;
  axes: string[];
  stage: string;
  led: boolean;
}

/** A sub-operation of a step; `equation` and `live` are MathML, `live` with slots for the painted numbers. */
export interface Stage {
  name: string;
  title: string;
  shows: string[];
  equation: string;
  live: string;
  source: string;
  says: string;
}

/** A layer of units, by names: net = weights · source + bias (+ direct), output = activation(net). */
export interface Layer {
  source: string;
  weights: string;
  bias: string | null;
  net: string;
  output: string;
  activation: string;
  direct: [string, string] | null;
}

/** What is drawn of a network, by names; see explorer/models/network.py. */
export interface Network {
  input: string | null;
  hidden: string | null;
  output: string | null;
  activation: string;
  layers: Layer[];
  lookup: string | null;
  unrolled: boolean;
}

/** Each inner node's left and right child, all in one list: a node's number, or −1 − a word's. */
export interface Tree {
  children: number[];
}

/** How often each word is an output word, and its probability where the noise is given. */
export interface Noise {
  counts: number[];
  probabilities?: number[];
}

/** What a model computes in the letters of its sources: a row has a quantity's name, what it is, and its letters. */
export interface Symbols {
  sources: string[];
  rows: string[][];
}

/** A word of the text as it was read; its window made `count` instances, from number `instance` on. */
export interface Token {
  word: number;
  sentence: number;
  stayed: boolean;
  staying: number;
  reach: number;
  instance: number;
  count: number;
}

/**
 * A text in whose windows chance had a say: its first words, and in which share of the windows a word at each distance
 * is.
 */
export interface Reading {
  tokens: Token[];
  total: number;
  shares: number[];
}

/** The sigmoid is looked up: outside the table a question is skipped, or answered by 0 or 1. */
export interface Table {
  skips: boolean;
}

/** What is drawn beside frames and does not change from step to step: a picture's name to its data. */
export interface Structure {
  tree?: Tree;
  noise?: Noise;
  symbols?: Symbols;
  sigmoid?: Table;
  reading?: Reading;
}

/** A model that can start with this run's word vectors. */
export interface Taker {
  model: string;
  title: string;
}

/** What is too much: bytes of a corpus, and the last step. */
export interface Limits {
  corpus_bytes: number;
  step: number;
  /** Steps of the file that the page offers. */
  file: number;
  /** Of a record: the first and the last position of each span that it holds, in their order. */
  spans?: [number, number][];
}

/** What the page needs to know of a recipe before it paints: what the server answers to `describe`. */
export interface Described {
  query: string;
  key: string;
  title: string;
  caption: string;
  look_for: string[];
  source: string;
  view: Record<string, string>;
  preset: string;
  model: string;
  output: string;
  words: string[];
  counts: number[];
  batch_size: number;
  segments: Segment[];
  steps_per_epoch: number;
  instances_head: Instance[];
  hyper: Record<string, string>;
  corpus: Corpus;
  by_rows: boolean;
  most_frames: Record<string, number>;
  longest_stretch: number;
  edits: Edit[];
  parameters: Parameter[];
  quantities: Quantity[];
  singles: Single[];
  stages: Stage[];
  network: Network;
  reading: string;
  takes: number | null;
  takers: Taker[];
  structure: Structure;
  limits: Limits;
}

/**
 * The session as panels have it: whole, or the excerpt of a large one that has some of its words; `whole` is all of it.
 */
export interface Session extends Described {
  whole: Session;
  excerpt?: Excerpt;
  parameters: ShownParameter[];
}

/** A parameter of an excerpt knows the name of the whole one's last row. */
export interface ShownParameter extends Parameter {
  longest?: string;
}

// ---- packed answers: explorer/training/wire.py ----

/** Where an array stands in a packed answer. */
export interface PackedArray {
  name: string;
  dtype: string;
  shape: number[];
  offset: number;
}

/** An edited weight: [step just before which, parameter, row, column, value]. */
export type Patch = [number, string, number, number, number];

/** The step in which a run's numbers become infinite or none, so that it ends before it. */
export interface Divergence {
  step: number;
  quantity: string;
  reason: string;
}

/** A packed answer; `Header` is what it tells beside the arrays, which are views of its bytes. */
export interface Packed<Header> {
  header: Header & { arrays: PackedArray[] };
  arrays: Record<string, Numbers>;
}

/** The header of a block of frames. */
export interface FramesHeader {
  start: number;
  count: number;
  stride: number;
  batch: number;
  patches: Patch[];
  diverged: Divergence | null;
}

/** The header of losses: of stretches of `stride` steps in [start, stop). */
export interface LossesHeader {
  start: number;
  stop: number;
  stride: number;
}

// ---- weights and blocks ----

/** A matrix, or a vector as one of a single column: cell (i, j) is data[i · columns + j]. */
export interface Matrix<Data extends Numbers = Numbers> {
  rows: number;
  columns: number;
  data: Data;
}

/** The parameters by name. */
export type Weights = Record<string, Matrix>;

/** The weights after `step` updates. */
export interface Moment {
  step: number;
  weights: Weights;
}

/** The ids of an instance's words. */
export interface Sides {
  inputs: Numbers;
  outputs: Numbers;
}

/** Consecutive steps: the weights before the first of them, and what each computed; see player/blocks.mjs. */
export interface Block {
  readonly session: Session;
  readonly arrays: Record<string, Numbers>;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly batch: number;
  readonly patches: Patch[];
  readonly diverged: Divergence | null;
  readonly excerpt: Excerpt | null;
  instance(step: number, b?: number): Sides;
  size(step: number): number;
  members(step: number): Numbers;
  loss(step: number): number;
  rate(step: number): number;
  declared(name: string): Quantity;
  quantity(declared: Quantity, step: number, b?: number): Numbers | null;
  length(declared: Quantity, step: number, b?: number): number;
  startWeights(): Weights;
  putStart(weights: Weights, excerpt: Excerpt): void;
  apply(weights: Weights, step: number, excerpt?: Excerpt | null): void;
}

/** Where the blocks of a recipe are looked up. */
export interface Blocks {
  readonly fit: string | null;
  at(step: number): Block | null;
}

// ---- the scene ----

/** The view options, by their keys in links; "" is as good as none. Panels' records say which there are. */
export interface View {
  [key: string]: string | undefined;
}

/** Where in a run one is: so many updates, and a stage by its number; 0 is the start, the last one the update. */
export interface Position {
  step: number;
  stageIndex: number;
}

/**
 * What an explorer shows, and a link says: a recipe's query, the updates done, the last stage done, the view options.
 */
export interface Place {
  query: string;
  step: number;
  stage: string;
  view: View;
}

/** A place to go to; what is left out is the recipe's own. */
export interface PlaceAsked {
  query: string;
  step?: number;
  stage?: string | null;
  view?: View;
}

/**
 * What events tell: a place that is wanted, a scene that is painted, that a block is waited for, an error that no call
 * throws.
 */
export interface Told {
  place: Place | null;
  paint: Scene;
  wait: null;
  trouble: unknown;
}

/** An explorer that is mounted, to whoever mounted it. */
export interface MountedExplorer {
  /** Where it is; null while it is nowhere. */
  readonly place: Place | null;
  /** Go to a place; throws what keeps it from being opened. */
  go(place: PlaceAsked): Promise<void>;
  /** Hear of it; returns what stops that. */
  on<Name extends keyof Told>(name: Name, handler: (detail: Told[Name]) => void): () => void;
  /** The root is as it was before. */
  destroy(): void;
}

/** The axes of the projection: (v − mean)·basis; of those that follow, what they are aligned with and by which turn. */
export interface Axes {
  mean: Numbers | number[];
  basis: (Numbers | number[])[];
  share: number[];
  key?: string;
  turn?: string;
}

/** The losses of steps from `start` on, each value of `stride` of them; `known` steps have one. */
export interface KnownLosses {
  start: number;
  stride: number;
  values: Numbers;
  low: Numbers;
  high: Numbers;
  known: number;
}

/** The numbers of an instance that is no words. */
export interface NumericInstance {
  inputs: ArrayLike<number> | null;
  targets: ArrayLike<number> | null;
}

/** What a step computed, as far as its stage has come: what it has not reached is null. */
export interface Frame {
  step: number;
  batch: number;
  instance: number;
  inputs: Numbers;
  outputs: Numbers;
  members: Numbers;
  point: NumericInstance | null;
  loss: number | null;
  rate: number;
  batchOf(name: string): (Numbers | null)[] | null;
  wordsOf(at: number): Numbers;
  get(name: string): Numbers | null;
  length(name: string): number;
  touched(name: string): Set<number> | null;
}

/** A word and how probable it is; `id` is −1 where an excerpt does not have it. */
export interface Ranked {
  id: number;
  word: string;
  chance: number;
}

/** What the network answers to words at its input; of a large vocabulary also the most probable words. */
export interface Excitation {
  words: number[];
  hidden: number[];
  output: ArrayLike<number>;
  likely?: Ranked[];
}

/** A number that an explanation is made of. */
export interface Operand {
  quantity: string;
  index: number[];
  label: string;
  value: number;
  /** Of a weight the updates that it has had, of a quantity those before the step that computed it. */
  step: number;
}

/** How a number came about; `value` is null where there is none, `made` says of a weight which step did. */
export interface Explanation {
  title?: string;
  help?: string;
  equation: string;
  mathml: string;
  operands: Operand[];
  value: number | null;
  source?: string;
  made?: string;
}

/** How far numbers reach in the stretch of steps around a scene, where scales end; see maths/stretches.mjs. */
export interface Reach {
  /** Where the colours of these parameters end, or with `change` those of what steps change, and their largest size. */
  weights(names: string[], change?: boolean): { limit: number; largest: number };
  /** The largest size of a quantity. */
  quantity(name: string): number;
  /** Where the colours of a quantity end, as those of parameters do, and its largest size. */
  colours(name: string): { limit: number; largest: number };
  /** The largest number of the rows of a parameter, each times its error: what they add to an error before them. */
  parts(error: string, weights: string): number;
}

/** Everything that panels may know, made anew for each painted frame; see player/scene.mjs. */
export interface Scene {
  session: Session;
  step: number;
  stage: string;
  stageIndex: number;
  frame: Frame | null;
  weights: Weights;
  before: Weights | null;
  reach: Reach;
  hovered: number | null;
  pins: number[];
  view: View;
  /** Whether `trail`, the same array as long as one stays here, is the way of a jump that has led here. */
  jumped: boolean;
  trail: Moment[];
  projection: Axes | null;
  losses: KnownLosses | null;
  epoch: number;
  playing: boolean;
  speed: number;
  /** Whether it plays too fast to read each step, or to ask the source about it. */
  hurried: boolean;
  reducedMotion: boolean;
  /** Questions to the source, to be asked once the scene is painted. */
  open: (() => void)[];
  excited: Excitation | null;
  foreseen: Excitation | null;
  explanation: Explanation | null;
  /** Of an excerpt's scene with the whole session's numbers: the words that are here. */
  shownWords?: Numbers;
}

// ---- what is computed from it ----

/**
 * The numeric data that a step trains on: `count` points of `width` inputs and `outputs` targets, of `total` in all.
 */
export interface NumericData {
  count: number;
  total: number;
  width: number;
  outputs: number;
  inputs: Float64Array;
  targets: Float64Array;
}

/** Where a single output parts the data: at `at`, between its lowest and highest target. */
export interface Level {
  at: number;
  low: number;
  high: number;
  binary: boolean;
}

/** A network's answers for its data; see maths/answers.mjs. */
export interface Answered {
  data: NumericData;
  known: Record<string, Numbers>;
  answers: Numbers;
  level: Level;
  shared: boolean;
  classes(values: Numbers, first: number): number;
  right: boolean[] | null;
}

/** A set of vectors in the projected space; `kind` is the role of its colour, `words` whether its rows are words. */
export interface VectorSet {
  name: string;
  kind: "input" | "output";
  words: boolean;
}

/** Smallest and largest x, smallest and largest y: left, right, bottom, top. */
export type Bounds = [number, number, number, number];

/**
 * What of the coming stage is to be predicted: which way a number goes, which row is the first, or a number. Without a
 * `name` something that the stage shows; `index` in numbers from 0, or by the names of rows.
 */
export interface Predicted {
  kind: "direction" | "order" | "value";
  name?: string;
  index?: (number | string)[];
}

/**
 * A prediction that was revealed: how it is in a sentence, what was overlooked, "" of a right one, and how many were
 * right so far, "" where it does not count.
 */
export interface Prediction {
  what: Predicted;
  given: string;
  right: boolean;
  truth: string;
  overlooked: string;
  score: string;
}

/** A number of the page: the parameter or quantity, and where in it. */
export interface Focus {
  name: string;
  index: number[];
}

// ---- what a source answers ----

/** What `excite` is answered; of a large vocabulary `output` has the probabilities of `ids` only. */
export interface Excited extends Excitation {
  ids?: number[];
  output: number[];
}

/** The axes fitted to the weights after `step` updates. */
export interface Fitted {
  step: number;
  mean: number[];
  basis: number[][];
  share: number[];
}

/** The most probable words to follow, and the one that is drawn. */
export interface Continuation {
  likely: [string, number][];
  drawn: [string, number] | null;
}

/** A word and the cosine of its vector with what was asked for. */
export type Near = [word: string, cosine: number];

/**
 * What entries of a ledger have in common: key, label, change, how many; where the largest of them led to, and its
 * size.
 */
export type Group = [key: string, label: string, change: number, count: number, position: number, largest: number];

/** A piece of the history of a number, from position `start` to `stop`; see explorer/web/across.py. */
export interface LedgerPiece {
  start: number;
  stop: number;
  start_value: number;
  value: number;
  residual: number;
  kinds: Record<"update" | "decay" | "edit", [change: number, count: number]>;
  groups: Group[];
  curve: [positions: number[], values: number[]];
}

/**
 * A piece of the curve of an instance's loss: the steps, counted from 0, at which the instance came; `told`: the
 * instance in words.
 */
export interface LossPiece {
  told: string;
  start: number;
  stop: number;
  steps: number[];
  losses: number[];
}

/** What made that loss at the step `stop` another than at the step `start`; a group's key is a weight, as "W.3.1". */
export interface LossChange {
  start: number;
  stop: number;
  before: number;
  after: number;
  first_order: number;
  remainder: number;
  redrawn: number;
  groups: Group[];
}

/**
 * The positions in a stretch at which a condition becomes true; the stretch ends at `stop`. `already`: whether it is
 * true at the very start.
 */
export interface Found {
  stop: number;
  positions: number[];
  already: boolean;
}

/** The header of an expression's values at positions start, start + stride, …; `condition`: they are truths. */
export interface ValuesHeader {
  start: number;
  stride: number;
  stop: number;
  condition: boolean;
}

/**
 * What can be worked out at a step, by stages; a name without rows has too many numbers. See explorer/web/by_hand.py.
 */
export interface Sheet {
  step: number;
  stages: { name: string; title: string; names: SheetName[] }[];
}

/** A quantity, the loss, or a parameter after the step; what each of its rows stands for. */
export interface SheetName {
  name: string;
  symbol: string;
  shape: number[];
  rows: string[];
  /** Its numbers are ids of words, which may be written instead. */
  of_words: boolean;
}

/** What is wrong of the numbers that were checked, in the order of the stages. */
export interface Checked {
  count: number;
  findings: Finding[];
}

/**
 * A number that is not right; `follows`: it is, for the wrong ones before it; `hint`: the known mistake that gives it.
 */
export interface Finding {
  quantity: string;
  index: number[];
  got: number;
  expected: number;
  follows: boolean;
  hint: string;
}

/**
 * A student's number, the instance of the step, and the step's numbers in the student's exercise by what they are
 * called.
 */
export type Solution = [student: number, instance: string, values: [name: string, value: number][]];

/** The solutions of some students. */
export interface Solved {
  solutions: Solution[];
}

/** The worst number of each parameter's gradient, for some widths of the difference. */
export interface GradientChecked {
  descends: boolean;
  goes_by: string;
  worst: [symbol: string, what: string, width: number, error: number, kink: boolean][]; // of a parameter, for a width
  stop: number;
  numbers: number; // of all weights
}

/** The gradient of a weight beside central differences of the loss, the widest first. */
export interface Slope {
  title: string;
  gradient: number;
  descends: boolean;
  goes_by: string;
  points: [width: number, difference: number, error: number, kink: boolean][];
}

/** `named`: whether the title is an expression, which that of an output word's part is not. */
export type Blamed = [title: string, value: number | null, named: boolean];

/**
 * Where a run leaves the reals, and what is to blame: operands from the number that is `lost` down to a weight,
 * "W.3.1", which grew so much from position to position. `step` is null where it stays finite.
 */
export interface Grown {
  step: number | null;
  lost: string;
  blamed: Blamed[];
  weight: string;
  grown: [position: number, value: number][];
}

/** A figure as Plotly takes it. */
export interface Figure {
  data: object[];
  layout: object;
}

/** Where two runs part: the first number that differs, null where none does up to the position `seen`. */
export interface Parting {
  position: number | null;
  name: string | null;
  seen: number;
}

/** The request's own keys; what is null or undefined is not sent. */
export type Options = Record<string, string | number | null | undefined>;

/** A question about the recipe of a query; where `signal` says that nobody waits any more, it throws Dropped. */
export type Question<Answer> = (query: string, options?: Options, signal?: AbortSignal | null) => Promise<Answer>;

/** What another recipe is asked for with: `action` is restart, change, choose or take. */
export type Asked = { action: string } & Record<string, unknown>;

/**
 * What answers an explorer's questions: a server, a recording of its answers, a kernel. Each question is asynchronous;
 * what it throws is one of sources/errors.mjs, or an Error that says in words what is wrong.
 */
export interface Source {
  readonly?: boolean; // whether its runs are as they are: no weight can be changed
  describe(query: string, signal?: AbortSignal | null): Promise<Described>;
  /** The query of another recipe. */
  recipe(asked: Asked, signal?: AbortSignal | null): Promise<string>;
  // Packed answers, whose arrays are the asker's own.
  frames: Question<Packed<FramesHeader>>;
  losses: Question<Packed<LossesHeader>>;
  truncation: Question<Packed<{ bptt: number }>>;
  axes: Question<Fitted>;
  excite: Question<Excited>;
  explain: Question<Explanation>;
  continuation: Question<Continuation>;
  neighbours: Question<Near[]>;
  analogy: Question<Near[]>;
  figure: Question<Figure>;
}

/** A source that answers questions across steps too, in pieces. */
export interface WholeSource extends Source {
  ledger: Question<LedgerPiece>;
  dotLedger: Question<LedgerPiece>;
  lossLedger: Question<LossPiece>;
  lossChange: Question<LossChange>;
  divergence: Question<Grown>;
  find: Question<Found>;
  evaluate: Question<Packed<ValuesHeader>>;
  // Of one step, what is worked out by hand.
  sheet: Question<Sheet>;
  check: Question<Checked>;
  written: Question<{ text: string }>;
  solutions: Question<Solved>;
  gradient: Question<GradientChecked>;
  slope: Question<Slope>;
  // Of two runs, the other one's query among the options.
  difference: Question<Figure>;
  parting: Question<Parting>;
}

/** An answer with all of its body. */
export interface WholeResponse {
  ok: boolean;
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

/** `fetch` with patience: throws Dropped where nobody waits any more, and Error with what to say when patience ends. */
export type PatientFetch = (url: string, init?: RequestInit, signal?: AbortSignal | null) => Promise<WholeResponse>;

// ---- time ----

/** The frames and timers of an explorer, which end with it; see shell/clock.mjs. `signal` tells that. */
export interface Clock {
  readonly signal: AbortSignal;
  frame(action: (now: number) => void): object | null;
  after(wait: number, action: () => void): object | null;
  /** Take back what `frame` or `after` has put off. */
  drop(handle: object | null): void;
  pause(wait: number): Promise<void>;
  /** When there is nothing else to do; how much time there is, where a browser tells it. */
  idle(): Promise<IdleDeadline | null>;
  afterFrame(): Promise<void>;
  /** Do something once nobody steps on: of each `key` the last that was asked for, nothing for null. */
  atRest(key: object, action: (() => void) | null): void;
  watchSize(element: Element, changed: () => void): void;
}

/** What asks one question at a time; see sources/asker.mjs. */
export interface Asker<Answer> {
  /**
   * The answer to the question `key`, or to that of a step, an error where there is none, null until it is here; `send`
   * asks, null: not now.
   */
  answer(
    key: string | null,
    send: ((signal: AbortSignal) => Promise<Answer>) | null,
    step?: number | null,
  ): Answer | { error: Error } | null;
  /** The last answer, and what it was to. */
  last(): { key: string | null; step: number | null; answer: Answer | { error: Error } | null };
  asking(): boolean;
  leave(): void;
}

// ---- what panels draw on ----

/** The style of what is drawn, as far as inking asks for it. */
export interface Style {
  small: number;
  normal: number;
  /** A canvas that stands nowhere. */
  canvas(): Canvas;
  property(name: string): string;
  kept<Kept>(key: string, make: () => Kept): Kept;
}

/** The style of what is composed, too: see `Measure`. */
export interface Measured extends Style {
  least: number;
  sign: number;
  /** It is drawn for paper; never by a worker. */
  paper?: boolean;
}

/** Colours and sizes of the style in which an explorer stands; see draw/colours.mjs. */
export interface Theme extends Measured {
  readonly document: Document;
  /** The custom properties that were asked for, as they were then. */
  readonly read: Map<string, string>;
  version: number;
  paper: boolean;
  readonly ratio: number;
  measure(): void;
  reread(): void;
  onChange(callback: () => void): void;
}

/** What knows a style: a context, a surface, the explorer. */
export interface Themed {
  theme: Style;
}

/** A font, and what is known of it: of texts their widths, of texts and rooms what fits. */
export interface Face {
  font: string;
  widths: Map<string, number>;
  fitted: Map<string, string>;
}

/** A canvas, on the page or beside it. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** What an explorer draws on: it knows the explorer's style, and the font that is set. */
export type Context = (CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) & {
  theme: Style;
  face: Face | null;
};

/** A surface as far as one draws for it: its canvas has `ratio` pixels for each of CSS. */
export interface Sized {
  theme: Style;
  readonly canvas: { width: number; height: number };
  width: number;
  height: number;
  ratio: number;
  version: number;
}

/**
 * A canvas that fills an element, at the screen's resolution; sizes in CSS pixels, `version` changes with size and
 * theme.
 */
export interface Surface extends Sized {
  readonly theme: Theme;
  readonly canvas: HTMLCanvasElement;
  readonly context: Context;
  /** Takes the size of its root, where that is not told of each change. */
  fit(): void;
  /** Makes ready to draw on it, or on another canvas as on itself. */
  begin(context?: Context): Context;
  /** Shows what is drawn on another canvas of its size. */
  stamp(other: Canvas | ImageBitmap): void;
  /** Shows an image of its size, which is its own from then on. */
  film(image: ImageBitmap): void;
}

// ---- pictures ----

/** A colour by what it means, of which a theme makes one that is seen. */
export type Colour =
  /** That of a custom property of theme.css, `--c-<role>`. */
  | { role: string }
  /** The same, mixed into the surface: share 0 is the surface, 1 the full colour. */
  | { tint: string; share: number }
  /** A value's on the diverging scale. */
  | { value: number; limit: number }
  /** The colour of text that can be read on that of a value. */
  | { on: number; limit: number };

/** How a shape is inked; without `stroke` it has no outline, without `fill` nothing inside. */
export interface Ink {
  stroke?: Colour;
  fill?: Colour;
  /** Width of the line in pixels; 1 unless told. */
  width?: number;
  /** Opacity; 1 unless told. */
  alpha?: number;
  dash?: number[];
  cap?: CanvasLineCap;
  join?: CanvasLineJoin;
}

/**
 * What a picture is made of, in the order in which it is drawn; positions in CSS pixels from the panel's left upper
 * corner. Shapes of one look are one mark, so that a thousand edges are one path.
 */
export type Mark =
  /** Lines that do not hang together: x1, y1, x2, y2 of each. */
  | (Ink & { mark: "lines"; points: number[] })
  /**
   * A line through points, x and y of each; `closed` back to the first. At the points numbered in `starts` begins
   * another.
   */
  | (Ink & { mark: "path"; points: number[]; closed?: boolean; starts?: number[] })
  /** Bézier curves: x and y of each's start, of its two handles, of its end. */
  | (Ink & { mark: "curves"; points: number[] })
  /** Rectangles: x, y, width, height of each. */
  | (Ink & { mark: "boxes"; boxes: number[] })
  /** Circles: x, y, radius of each. */
  | (Ink & { mark: "discs"; discs: number[] })
  /** Text as it is read, cut to its room already; y is its middle. `pad`: what it stands on, as wide as `room`. */
  | (Written & { mark: "text"; text: string; x: number; y: number; room: number })
  /**
   * Rectangles of a colour each: that of its value on the diverging scale, or a role's mixed into the surface by its
   * share.
   */
  | { mark: "cells"; boxes: number[]; values: ArrayLike<number>; by: { limit: number } | { tint: string } }
  /** Filled triangles: three corners of each. */
  | (Ink & { mark: "triangles"; corners: number[] })
  /** Texts of one look, such as numbers in cells: x and y of each. */
  | (Pick<Written, "size" | "align"> & { mark: "texts"; texts: string[]; points: number[]; colour: Colour | OnEach })
  /**
   * Values as pixels of a grid, enlarged: row by row their indexes in the diverging scale, or in a palette of
   * `colours`. `smooth`: the colours run into each other.
   */
  | {
      mark: "pixels";
      box: Box;
      columns: number;
      rows: number;
      indexes: Uint16Array;
      colours?: Colour[];
      smooth?: boolean;
    }
  /** The diverging scale from its one end to the other, or `colours` that run into each other. */
  | { mark: "scale"; box: Box; colours?: Colour[] }
  /** Marks that are seen inside the box only. */
  | { mark: "clip"; box: Box; marks: Mark[] };

/** The colours of texts that can be read on those of values. */
export interface OnEach {
  onEach: ArrayLike<number>;
  limit: number;
}

export interface Written {
  colour: Colour;
  size: number;
  align: "left" | "right" | "center";
  bold?: boolean;
  pad?: Colour;
  /** Height of what it stands on; 1.24 of the size unless told. */
  tall?: number;
  alpha?: number;
  /** Turned around (x, y), in radians. */
  turned?: number;
}

/** How wide texts are where a picture will be drawn: what composing one needs to know of a screen. */
export interface Measure {
  /** Smallest and usual size of text, in pixels; numbers may be smaller, but never than `least`. */
  readonly small: number;
  readonly normal: number;
  readonly least: number;
  /** Px between neighbouring lines or cells from which on signs are shown by more than colour; see draw/signs.mjs. */
  readonly sign: number;
  /** Nothing can be chosen or scrolled to there, as on paper. */
  readonly whole: boolean;
  width(text: string, size: number, bold?: boolean): number;
  /** The text, or as much of its beginning as fits into `room` with an ellipsis; "" where nothing fits. */
  fit(text: string, room: number, size: number, bold?: boolean): string;
}

/** The size of what a picture is to fill, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
}

/** A picture: its marks, and whatever else its panel knows of it, such as where things stand. */
export interface Drawn {
  marks: Mark[];
  ground?: Ground;
}

/** What lies below a picture and is drawn only where its key, or the panel's size, has changed. */
export interface Ground {
  key: string;
  marks(): Mark[];
}

/** A block of frames on its way to a worker. */
export type PostedBlock = Packed<FramesHeader>;

/** What a scene is made of, by its number; `is` where the worker does not have it yet. */
export interface Part {
  number: number;
  is?: { session?: Session; block?: PostedBlock; axes?: Axes };
}

/**
 * A scene on its way to a worker: what it is made of, by the numbers of `parts`; `past` steps before it are needed. See
 * player/posted.mjs.
 */
export interface PostedScene {
  number: number;
  parts: Part[];
  session: number;
  blocks: number[];
  /** The block after them, where it is here. */
  coming: number | null;
  axes: number | null;
  position: Position;
  past: number;
  look: Look;
  pace: Pace;
  excited: Excitation | null;
  foreseen: Excitation | null;
  losses: KnownLosses | null;
}

/** What the worker that draws is sent: the theme where it has changed, scenes, and pictures, some of them of these. */
export interface DrawTold {
  theme: ThemeTold | null;
  scenes: PostedScene[];
  pictures: (ToInk | ToCompose)[];
}

/** What makes letters of scenes for a worker; see player/posted.mjs. */
export interface Post {
  numberOf(thing: object): number;
  letterOf(scene: Scene): PostedScene | null;
}

/** A theme that is sent: the custom properties that were read. */
export interface ThemeTold extends Pick<Measured, "small" | "normal" | "least" | "sign"> {
  properties: [string, string][];
}

/**
 * What composes pictures in a worker, too: `tell` takes what a panel has to know of one whose marks are inked already,
 * and the picture after it; none, where that is nothing.
 */
export interface Art {
  // biome-ignore lint/suspicious/noExplicitAny: of what it is a picture only its panel knows
  compose(scene: Scene, room: any, measure: Measure, before: any): Drawn | null;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  tell?(shown: any): object;
}

/**
 * A picture to be composed of the scene at this place in the message, after that of the scene `after`; `before` is what
 * that told, undefined where the worker composes it, too.
 */
export interface ToCompose {
  surface: number;
  size: Omit<Sized, "theme">;
  art: string;
  scene: number;
  asked: object;
  after: number | null;
  before?: unknown;
}

/** A picture that is sent; the marks of its ground only where they have changed. */
export interface ToInk {
  surface: number;
  marks: Mark[];
  ground: { key: string; marks: Mark[] | null } | null;
  size: Omit<Sized, "theme">;
}

/** What the worker answers, in the order in which it was asked; a picture that it composed has `told` of itself. */
export interface Inked {
  sheets: (ImageBitmap | null)[];
  told: unknown[];
  /** When: ms on a clock that the page shares. */
  done: number;
}

// ---- what panels are ----

/** A panel on the page, or one of the pictures that share an element. */
export interface Panel {
  paint(scene: Scene): void;
  /**
   * Draw beside the canvas what is likely to be painted next, or after another scene that is; a promise where that is
   * done elsewhere.
   */
  prepare?(scene: Scene, after?: Scene): Promise<void> | undefined;
  /** Of one that shows one of several pictures: that which is shown. */
  inner?(): Panel | null;
}

/** A control of a panel's head, or what a link may say of it: panel.json; see explorer/web/panels.py. */
export interface ViewOption {
  key: string;
  title?: string;
  control?: string;
  choices?: string[][];
  /** The choice that holds where the view names none; else the first. */
  usual?: string;
  button?: { id: string; label: string; title: string };
}

/** What a panel is. */
export interface PanelRecord {
  name: string;
  title: string;
  area: string;
  /** The data that it is of, "words" or "numbers", where it is not of any. */
  suits?: string;
  /** What of a step it shows, told in its head: see text/steps.mjs. */
  moment?: string;
  /** What it shows though no stage has computed it yet: "answers" of the network, or one of its pictures. */
  foresees?: string;
  at?: number;
  enlarged?: number;
  options: ViewOption[];
}

/** A panel's module, panels/<name>/mount.mjs. */
export interface PanelModule {
  panel: PanelRecord;
  mount(root: HTMLElement, app: Explorer): Panel;
}

/** What sections of the dock ask of the explorer beside which it stands. */
export interface Docked extends Explorer {
  readonly source: WholeSource;
}

/** What a section of the dock is: its name in links, `at` which of them it stands, its title, and what it is for. */
export interface SectionRecord {
  name: string;
  at: number;
  title: string;
  says: string;
}

/** A section of the dock; `shown`: it is the one that is open; `run`: of which of two, "A" or "B", "" where it is alone. */
export interface Section {
  paint(scene: Scene, shown: boolean, run?: string): void;
  /** It is asked about a number: "W.3.1", a quantity by its name, or an expression behind "=". */
  ask?(about: string, scene: Scene): void;
  /** The dock is closed: nothing is asked or shown outside any more. */
  leave?(): void;
}

/** A section's module, dock/<name>/mount.mjs. */
export interface SectionModule {
  section: SectionRecord;
  mount(root: HTMLElement, app: Docked): Section;
}

/**
 * What a panel paints: `Shown` is its picture, `Told` what of it is shown beside its marks, and asked for by the next,
 * `Asked` what it asks beside the room.
 */
export interface Painted<Shown extends Drawn, Told extends object = Shown, Asked extends object = object> {
  /**
   * A picture; null where there is no room for one. What has a `ground` is drawn on that, which is kept until its key or
   * the size changes. `before` is of the one that is shown. It changes nothing: its scene may never be shown, and the
   * pointer is still over the one before.
   */
  compose(scene: Scene, room: Room & Asked, measure: Measure, before: Told | null): Shown | null;
  /** Does all that shows a picture but inking it, which may not be here. */
  show(told: Told, scene: Scene): void;
  /** The name in panels/arts.mjs under which a worker composes it, too. */
  art?: string;
  /** Where a worker does, what is told of it; nothing unless it says so. */
  tell?(shown: Shown): Told;
  asked?(): Asked;
}

/** What a painter knows of a panel; `Shown` is what its drawing tells of itself, to point at and to read out. */
export interface Picture<Shown> {
  readonly surface: Surface;
  scene: Scene | null;
  readonly shown: Shown | null;
  paint(scene: Scene): void;
  prepare(scene: Scene, after?: Scene): Promise<void> | undefined;
  redraw(): void;
}

/** A line of a tooltip: a title, or what a number is and the number. */
export type Line = string | [string, string | number];

/** What panels ask of the explorer that they are part of. */
export interface Explorer extends Themed {
  readonly theme: Theme;
  readonly inker: Inker;
  readonly host: HTMLElement;
  readonly source: Source;
  readonly clock: Clock;
  /** An element of the explorer's root, by the id that it has on the page. */
  id(name: string): HTMLElement | null;
  asker<Answer>(changed: () => void): Asker<Answer>;
  hover(word: number | null, excites?: boolean): void;
  pin(word: number): void;
  /** The word whose neighbours are asked for. */
  chooseWord(word: string): void;
  /**
   * Explain a number, of so many steps `ago`, beside what was pressed, `at`; without it where the last was. `whole`:
   * its index is that of the whole session, as in an explanation.
   */
  focus(
    quantity: string,
    index: number[],
    of?: { at?: Spot | null; ago?: number; whole?: boolean; onward?: boolean },
  ): void;
  /** Where the number in focus was pressed; `fresh` until its explanation is there; `onward`: as an operand of another. */
  readonly asked: { at: Spot | null; fresh: boolean; onward: boolean };
  setView(patch: View): void;
  seek(step: number): void;
  seekInstance(number: number): void;
  edit(change: { parameter: string; row: number; column: number; value: number }): void;
  /** Fit the axes of the projection to the step that is shown. */
  fitHere(): void;
  /** Show a figure large, where the page around can. */
  enlarge?: (figure: string) => void;
  /** Where the program shows what is painted, where no program is around. */
  inProgram?: () => string;
  /** Open a section of the dock about a number, where the page around has one: "W.3.1", or the name of a quantity. */
  ask?: (section: string, about: string) => void;
  tooltip: Tooltip;
  /** Tells whoever listens to the page, politely. */
  say(text: string): void;
}

/** The one tooltip of an explorer. */
export interface Tooltip {
  show(x: number, y: number, lines: Line[]): void;
  hide(): void;
  /** Nothing shows until the pointer moves, or `wake`. */
  rest(): void;
  wake(): void;
  /** What was to be shown last, as a sentence. */
  readonly text: string;
}

/** What was pressed: an element, or a box in it, in px. */
export interface Spot {
  host: Element;
  box?: Box;
}

/** A box on a picture, in px. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
