import type { Piece } from "./evidence/piece.js";
import { excerpt } from "./excerpt.js";
import { isEncodedData } from "./is-encoded-data.js";
import { readJsonKey } from "./kinds/json/json-key.js";
import type { Leaf } from "./leaves-of.js";

const SHORT = 160;
const LINE_CHARACTERS = 300;
/** The share of the budget for each long text beside the one that the output is about, in characters for a token. */
const LONG_CHARACTERS_PER_TOKEN = 0.8;
const VALUE = 99;

/** What a tool says beside a text that it wrapped: its state first and above the text, long texts below it. */
export function siblingPieces(siblings: readonly Leaf[], maxTokens: number): readonly Piece[] {
  const told = siblings.filter(({ value }) => !isEncodedData(value));
  const isState = ({ key }: Leaf): boolean => readJsonKey(key).isState;
  const short = told.filter(({ value }) => value.length <= SHORT && !value.includes("\n"));
  const long = told.filter((leaf) => !short.includes(leaf));
  const lines = linesOf([...short.filter(isState), ...short.filter((leaf) => !isState(leaf))]);
  const characters = Math.floor(maxTokens * LONG_CHARACTERS_PER_TOKEN);
  return [
    ...lines.map((text, index) => ({
      order: index - lines.length - 1,
      text,
      value: VALUE - Math.min(20, index),
      lines: 0,
    })),
    ...long.map(({ path, value }, index) => ({
      order: Number.MAX_SAFE_INTEGER - long.length + index,
      text: `${path}: ${excerpt(value.trim(), Math.max(SHORT, characters), (text) => text.length)}`,
      value: VALUE - 0.5 - Math.min(20, index),
      lines: 0,
    })),
  ];
}

function linesOf(leaves: readonly Leaf[]): readonly string[] {
  const lines: string[] = [];
  for (const { path, value } of leaves) {
    const text = `${path}=${/[ ,=]/.test(value) ? `"${value}"` : value}`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length < LINE_CHARACTERS)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
