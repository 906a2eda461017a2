import { randomUUID } from "node:crypto";

/** What stands before a number that JavaScript would round; nobody outside this process can write it. */
const MARK = `number ${randomUUID()} `;
const LONG = /\d{16}/;
/** No text as a whole: in one with millions of escapes the expression would run out of stack. */
const TOKEN = /"|\\.|-?\d[\d.eE+-]*/gs;
const PRINTED = new RegExp(`"${MARK}([^"]+)"`, "g");

/** False for a text in which every number is one that JavaScript keeps. */
export const hasLongNumbers = (text: string): boolean => LONG.test(text);

/**
 * Parses JSON in which models and clients put their own objects, such as arguments of calls. A number with more digits than
 * JavaScript keeps, often an id, becomes a text from which `exactText` prints it again.
 */
export function parseExact(text: string): unknown {
  if (!hasLongNumbers(text)) return JSON.parse(text);
  let isInText = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token === '"') isInText = !isInText;
    return isInText || isKept(token) ? token : `"${MARK}${token}"`;
  });
  return JSON.parse(marked);
}

const isKept = (token: string): boolean => !LONG.test(token) || String(Number(token)) === token;

/** The JSON of a value, with its numbers as `parseExact` read them. */
export function exactText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replace(PRINTED, "$1") : text;
}

/** The value as it is kept: what `parseExact` marked is a number again, rounded as JavaScript has it. */
export function plainValue<T>(value: T): T {
  const text = JSON.stringify(value);
  return text?.includes(MARK) ? (JSON.parse(text.replace(PRINTED, "$1")) as T) : value;
}
