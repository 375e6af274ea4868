/** Files that somebody opens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { corpusIn } from "../../assets/shell/corpus-file.mjs";

/** @param {string | Uint8Array<ArrayBuffer>} data */
const opened = (data, most = 100) => corpusIn(new File([data], "a.txt"), most);

test("a file is text, pairs or points by what stands in it", async () => {
  assert.deepEqual(await opened("the cat\r\nsat"), { kind: "text", text: "the cat\r\nsat" });
  assert.deepEqual(await opened("\ufeffking|queen"), { kind: "pairs", text: "king|queen" });
  assert.deepEqual(await opened("0 1|1\n-1e-3 .5|0"), { kind: "points", text: "0 1|1\n-1e-3 .5|0" });
});

test("a file that has no text is told so when it is opened", async () => {
  const utf16 = new Uint8Array([..."the cat"].flatMap((letter) => [letter.charCodeAt(0), 0]));
  await assert.rejects(opened(utf16), /a\.txt is not a text file in UTF-8/);
  await assert.rejects(opened(new Uint8Array([0xff, 0xfe, 0x74])), /not a text file in UTF-8/);
  for (const blank of ["", " \n\t\r\n"]) await assert.rejects(opened(blank), /a\.txt is empty/);
  await assert.rejects(opened("a".repeat(101)), /101 bytes; at most 100/);
});
