const CODES = 65_536;
const ASCII = 128;

/** One more than the code that stands for each; 0 for those that nobody asked for yet. */
const known = new Uint32Array(CODES);

function read(code: number): number {
  const upper = String.fromCharCode(code).toUpperCase();
  const folded = upper.length === 1 ? upper.charCodeAt(0) : code;
  const result = code >= ASCII && folded < ASCII ? code : folded;
  known[code] = result + 1;
  return result;
}

/** The code that stands for all that a regular expression with the flag `i` takes for the same character. */
export function foldedCode(code: number): number {
  const folded = known[code] ?? 0;
  return folded === 0 ? read(code) : folded - 1;
}
