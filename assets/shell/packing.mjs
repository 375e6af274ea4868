/** A corpus too long for an address: deflated in the fragment, or only named, by its hash. */
import { KINDS } from "./data-sheets.mjs";

const LONGEST_FRAGMENT = 60_000;

/** SHA-256 of a corpus, in hexadecimal. @param {string} corpus */
export async function hashOf(corpus) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(corpus));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The fragment of an address, of what is too long for the query. @param {URLSearchParams} long */
export async function fragmentOf(long) {
  const packed = await deflate(long.toString());
  const field = KINDS.find((name) => long.has(name));
  if (packed.length <= LONGEST_FRAGMENT || !field || !crypto.subtle) return `#z=${packed}`;
  const hash = await hashOf(long.get(field) ?? "");
  const others = new URLSearchParams([...long].filter(([key]) => key !== field));
  return `#sha256=${[field, hash, ...(others.size ? [await deflate(others.toString())] : [])].join(":")}`;
}

/** @param {string} plain */
async function deflate(plain) {
  const bytes = await through(new Blob([plain]), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** What `deflate` has packed. @param {string} packed */
export async function inflate(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw")));
  } catch {
    return ""; // a link cut short: what is left of it is shown
  }
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} stream */
const through = async (blob, stream) =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
