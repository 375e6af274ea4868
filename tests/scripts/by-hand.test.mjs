/** By hand, in the dock: what is read of what is typed, and what is said of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ForClass } from "../../assets/dock/by-hand/class.mjs";
import { Sheet } from "../../assets/dock/by-hand/sheet.mjs";
import { heldOf, readOf, verdictOf } from "../../assets/dock/by-hand/verdict.mjs";

/** Typed into the number of a student, then left. */
const studentOf = (text) => {
  const told = {};
  const student = { value: text, setAttribute: (name, value) => Object.assign(told, { [name]: value }) };
  const exercise = () => ({ query: "", step: 4, stage: "all" });
  const app = { theme: { document: { location: { href: "http://here/?seed=1" } } } };
  const own = { app, around: { exercise }, student, link: {}, wrong: {}, told };
  const form = Object.setPrototypeOf(own, ForClass.prototype);
  form.address();
  form.judge();
  return form;
};

/** A cell of a sheet with this text in it. */
const cellOf = (text, at) => {
  const told = { "aria-label": `h unit ${at + 1}` };
  const setAttribute = (name, value) => Object.assign(told, { [name]: value });
  const field = { value: text, dataset: {}, title: "", getAttribute: (name) => told[name], setAttribute, told };
  return { name: "h", index: [at], field };
};
const sheetOf = (...texts) => Object.assign(new Sheet({ addEventListener() {} }), { cells: texts.map(cellOf) });
const wrongAt = (at, more) => ({ quantity: "h", index: [at], got: 2, expected: 1, follows: false, hint: "", ...more });

test("a comma is a decimal sign, and no digit that was written is lost", () => {
  const numbers = { "-0,0834": "-0.0834", "−1,50": "-1.50", " 0.2 ": "0.2", "1,5e-2": "1.5e-2", ",5": ".5", 3: "3" };
  for (const [typed, read] of Object.entries(numbers)) assert.equal(readOf(typed), read, typed);
  for (const typed of ["abc", "1,2,3", "nan", "None", "1e999", "0x1", ""]) assert.equal(readOf(typed), null, typed);
});

test("a whole number of one digit is held to a tenth", () => {
  const held = { 2: "2.0", "-1": "-1.0", "−1.": "-1.0", 0: "0.0", 12: "12", 0.2: "0.2", "1e2": "1e2", x: null };
  for (const [typed, checked] of Object.entries(held)) assert.equal(heldOf(typed), checked, typed);
  assert.deepEqual(sheetOf("2", "12").written.given, { h: { 0: "2.0", 1: "12" } });
});

test("what is no number is told at its field, by its unit, and the others are checked", () => {
  const sheet = sheetOf("-0,0834", "abc", "", "0.5");
  const { given, unread } = sheet.written;
  assert.deepEqual(given, { h: { 0: "-0.0834", 3: "0.5" } });
  assert.deepEqual(unread, [{ label: "h unit 2", text: "abc" }]);
  sheet.mark([wrongAt(3)]);
  const fields = sheet.cells.map(({ field }) => field);
  assert.deepEqual(
    fields.map(({ dataset, told }) => [dataset.verdict, told["aria-invalid"]]),
    [
      ["right", "false"],
      ["wrong", "true"],
      ["", "false"],
      ["wrong", "true"],
    ],
  );
  assert.match(fields[1].title, /“abc” is no number/);
  const label = (finding) => sheet.labelOf(finding);
  const [said, [line]] = verdictOf({ count: 2, findings: [wrongAt(3)] }, unread, label);
  assert.match(said, /^First wrong: h unit 4 = 2/);
  assert.match(line, /^h unit 2: “abc” is no number, such as/);
  assert.equal(verdictOf({ count: 2, findings: [] }, unread, label)[0], "The other 2 are right.");
  assert.equal(verdictOf({ count: 1, findings: [] }, unread, label)[0], "The other one is right.");
  assert.equal(verdictOf({ count: 0, findings: [] }, unread, label)[0], "No number can be checked yet.");
  assert.deepEqual(verdictOf({ count: 3, findings: [] }, [], label), ["All 3 are right.", []]);
  sheet.mark(null);
  assert.deepEqual([fields[1].dataset.verdict, fields[1].title], ["", ""]);
});

test("every wrong number is named, the first in the sentence and the others below it", () => {
  const label = ({ index }) => `h unit ${index[0] + 1}`;
  const linesOf = (findings) => verdictOf({ count: 9, findings }, [], label)[1];
  assert.deepEqual(linesOf([wrongAt(0)]), []);
  assert.deepEqual(linesOf([wrongAt(0), wrongAt(3)]), ["Also wrong: h unit 4"]);
  assert.deepEqual(linesOf([wrongAt(0), wrongAt(1), wrongAt(4), wrongAt(5, { follows: true })]), [
    "Also wrong: h unit 2, h unit 5",
    "1 more would be right if the numbers before were",
  ]);
  const many = Array.from({ length: 8 }, (_, at) => wrongAt(at));
  assert.match(linesOf(many)[0], /: h unit 2, .*, h unit 6 and 2 more$/);
});

test("what a student's number may be is told where it is none", () => {
  for (const typed of ["abc", "-1", "1.5", "1 2", "1".repeat(16)]) {
    const { link, wrong, told } = studentOf(typed);
    assert.match(wrong.textContent, /whole one, 0 or more, of at most 15 digits/, typed);
    assert.deepEqual([link.hidden, told["aria-invalid"]], [true, "true"]);
  }
  for (const typed of ["", "0", " 17 ", "9".repeat(15)]) {
    const { link, wrong, told } = studentOf(typed);
    assert.deepEqual([wrong.textContent ?? "", told["aria-invalid"]], ["", "false"], typed);
    assert.equal(link.hidden, !typed);
  }
});
