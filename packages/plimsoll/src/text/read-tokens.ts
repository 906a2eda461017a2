import { type TokenKind, tokenKind } from "./token-kind.js";

/** A word of a text that is more than prose, and its position. */
export interface Token {
  readonly value: string;
  readonly kind: Exclude<TokenKind, "word">;
  readonly start: number;
  readonly end: number;
}

const CANDIDATE = new RegExp(
  [
    String.raw`[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[\x21\x23-\x26\x2a-\x3b\x3d\x3f-\x5a\x5f\x61-\x7a~]+`,
    String.raw`#?[\w@~$./\\+\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f-]+`,
  ].join("|"),
  "g",
);
const LEAD = /^[./\\+~$@-]+/;
/** One slash, also after dots or a tilde: the path begins at a root. */
const ROOT = /(?:^|[^/\\])[/\\]$/;
const TRAILING = "./\\+~$@,;:!?-";
const MIN_CHARACTERS = 4;
const MIN_MARKED_CHARACTERS = 3;
/** 1234ms: the number is exact, its unit is how one writes it. */
const LEADING_NUMBER = /^\d+(?:\.\d+)?/;
const LONG_NUMBER = /\d{4}/;

/**
 * The words of a text that are more than prose, in order, without signs at their edges. A compound without a kind
 * of its own (`manager.planWindow`, `1000/2000`) is split into parts. Omits words of fewer than four characters,
 * except issues. One pass.
 */
export function readTokens(text: string): Token[] {
  const found: Token[] = [];
  for (const { 0: raw, index } of text.matchAll(CANDIDATE)) {
    const marked = raw.charCodeAt(0) === 35;
    const end = endOfWord(raw);
    if (marked && addIssue(raw.slice(0, end), index, found)) continue;
    const skipped = marked ? 1 : 0;
    const lead = skipped + (LEAD.exec(raw.slice(skipped))?.[0].length ?? 0);
    const isRooted = ROOT.test(raw.slice(skipped, lead));
    addWord(raw.slice(lead, end), { start: index + lead, isRooted }, found);
  }
  return found;
}

function endOfWord(raw: string): number {
  let end = raw.length;
  while (end > 0 && TRAILING.includes(raw.charAt(end - 1))) end--;
  return end;
}

function addIssue(value: string, start: number, found: Token[]): boolean {
  if (value.length < MIN_MARKED_CHARACTERS || tokenKind(value) !== "issue") return false;
  found.push({ value, kind: "issue", start, end: start + value.length });
  return true;
}

interface Place {
  readonly start: number;
  readonly isRooted: boolean;
}

function addWord(value: string, { start, isRooted }: Place, found: Token[]): void {
  if (value.length < MIN_CHARACTERS) return;
  const kind = tokenKind(isRooted ? `/${value}` : value);
  if (kind === "amount") {
    if (addNumber(value, start, found)) return;
  } else if (kind !== "word") found.push({ value, kind, start, end: start + value.length });
  if (isCompound(kind) && /[./\\-]/.test(value)) addParts(value, start, found);
}

/** Kinds that say nothing of their parts. */
const isCompound = (kind: TokenKind): boolean =>
  kind === "word" || kind === "amount" || kind === "pathlike" || kind === "numbered";

function addNumber(value: string, start: number, found: Token[]): boolean {
  const number = LEADING_NUMBER.exec(value)?.[0] ?? "";
  if (!LONG_NUMBER.test(number) || /[./\\-]/.test(value.charAt(number.length))) return false;
  found.push({ value: number, kind: "number", start, end: start + number.length });
  return true;
}

function addParts(value: string, offset: number, found: Token[]): void {
  for (const { 0: part, index } of value.matchAll(/[^./\\-]+/g)) {
    addWord(part, { start: offset + index, isRooted: false }, found);
  }
}
