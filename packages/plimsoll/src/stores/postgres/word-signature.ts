import { indexedText, wordTrigrams } from "../artifacts/word-trigrams.js";

/** A search reads longer texts instead. */
const MAX_CHARACTERS = 1024 * 1024;
const LEAST_BITS = 64;
const BITS_PER_CHARACTER = 16;
/** A signature is halved while so few of its bits are set that as many words are still told apart. */
const SPARSE = 1 / 8;

/**
 * A Bloom filter of the trigrams of a text: which words a text cannot hold is known without reading it. Every search is
 * within one session, so a few bytes beside each payload serve it better than an index over all payloads, which every
 * write would have to maintain. Undefined for a text that is not indexed.
 */
export function wordSignature(text: string): Uint8Array | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const indexed = indexedText(text);
  if (indexed === undefined) return undefined;
  let bits = powerOfTwo(indexed.length * BITS_PER_CHARACTER);
  let signature = new Uint8Array(bits / 8);
  let [first, second] = [0, 0];
  let position = 0;
  for (const character of indexed) {
    const third = character.codePointAt(0) ?? 0;
    if (position >= 2) for (const hash of hashes(first, second, third)) setBit(signature, hash & (bits - 1));
    [first, second] = [second, third];
    position += 1;
  }
  while (bits > LEAST_BITS && countBits(signature) < bits * SPARSE) {
    signature = halved(signature);
    bits /= 2;
  }
  return signature;
}

/** The bits that the signature of every text with this word has; undefined for a word that signatures say nothing about. */
export function signatureBits(word: string): number[] | undefined {
  return wordTrigrams(word)?.flatMap((trigram) => {
    const [first = 0, second = 0, third = 0] = [...trigram].map((character) => character.codePointAt(0));
    return hashes(first, second, third);
  });
}

/** Two numbers of 31 bits, of which the lower bits are used. */
function hashes(first: number, second: number, third: number): [number, number] {
  let hash = Math.imul(first, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ third, 0xc2b2ae35);
  hash ^= hash >>> 16;
  const other = Math.imul(hash, 0x27d4eb2f);
  return [hash & 0x7fffffff, (other ^ (other >>> 15)) & 0x7fffffff];
}

function setBit(bytes: Uint8Array, bit: number): void {
  const index = bit >>> 3;
  bytes[index] = (bytes[index] ?? 0) | (1 << (bit & 7));
}

/** The same filter in half as many bits: only lower bits of the hashes count. */
function halved(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = bytes.slice(0, bytes.length / 2);
  for (let index = 0; index < half.length; index += 1)
    half[index] = (half[index] ?? 0) | (bytes[half.length + index] ?? 0);
  return half;
}

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (let byte of bytes) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}

function powerOfTwo(least: number): number {
  let power = LEAST_BITS;
  while (power < least) power *= 2;
  return power;
}
