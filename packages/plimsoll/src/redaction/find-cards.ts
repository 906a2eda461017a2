import type { Located, Span } from "./secret-rule.js";

interface Issuer {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

const ISSUERS: readonly Issuer[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^5[1-5]/, lengths: [16] },
  { prefix: /^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^6(?:011|4[4-9]|5|2)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:50|5[6-8]|6[37])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

/** How cards are printed: in one piece, in fours, or 4-6-5 and 4-6-4. */
const LAYOUT =
  /^(?:\d{13,19}|\d{4} \d{4} \d{4} \d{1,4}(?: \d{1,3})?|\d{4}-\d{4}-\d{4}-\d{1,4}(?:-\d{1,3})?|\d{4}([ -])\d{6}\1\d{4,5})$/;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetterOrUnderscore(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isCard(candidate: string): boolean {
  if (!LAYOUT.test(candidate)) return false;
  const digits = candidate.replace(/[ -]/g, "");
  const issued = ISSUERS.some(
    (issuer) => issuer.lengths.includes(digits.length) && issuer.prefix.test(digits),
  );
  return issued && passesLuhn(digits);
}

/** A number is not a card in the middle of a word, of a longer number or of a fraction. */
function startsClean(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  if (isDigit(before)) return false;
  if (isLetterOrUnderscore(before)) return text[start - 2] === "\\";
  return !(text[start - 1] === "." && start > 1 && isDigit(text.charCodeAt(start - 2)));
}

function endsClean(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  if (isDigit(after) || isLetterOrUnderscore(after)) return false;
  return !(text[end] === "." && isDigit(text.charCodeAt(end + 1)));
}

const CANDIDATE = /[2-6]\d{3}(?:[ -]?\d){9,15}/g;
const CONTEXT_BEFORE =
  /(?:card|visa|master|maestro|amex|american express|discover|credit|debit|karte|carte|tarjeta|carta|\bpan\b|\bcc(?:n|_?num(?:ber)?)?\b)[^\n]{0,24}$/i;
const CONTEXT_AFTER =
  /^[\s"',;|/)]{0,12}(?:exp\w{0,7}\W{0,4}|valid\w{0,4}\W{0,4}|good thru\W{0,4})?(?:(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-9]\d(?!\d)|(?:cvv|cvc|cvn|exp)\w{0,8}\b)/i;
/** A card number is not part of a row of such groups. */
const GROUPS_BEFORE = /(?:[0-9A-Fa-f]{4}[\s-]){2}$/;
const GROUP_AFTER = /^[\s-][0-9A-Fa-f]{4}(?![0-9A-Za-z])/;
const CONTEXT_REACH = 64;

/**
 * Sixteen digits may be an order number: a card is printed in groups, is called one, or has a date or a security
 * code next to it.
 */
function isCalledCard(text: string, { start, end }: Span): boolean {
  const after = text.slice(end, end + CONTEXT_REACH);
  const isGrouped = /[ -]/.test(text.slice(start, end));
  if (
    isGrouped &&
    !GROUPS_BEFORE.test(text.slice(Math.max(0, start - 16), start)) &&
    !GROUP_AFTER.test(after)
  )
    return true;
  return (
    CONTEXT_BEFORE.test(text.slice(Math.max(0, start - CONTEXT_REACH), start)) || CONTEXT_AFTER.test(after)
  );
}

/** The longest card number at the start of a run of digit groups; digits that may follow (a date) stay. */
function locateCard(text: string, match: Span): Located {
  let groupEnd = match.start;
  while (isDigit(text.charCodeAt(groupEnd))) groupEnd += 1;
  const none: Located = { start: match.start, end: groupEnd, secret: false };
  if (!startsClean(text, match.start)) return none;
  const limit = Math.min(text.length, match.end);
  for (let end = limit; end > match.start + 12; end -= 1) {
    if (!isDigit(text.charCodeAt(end - 1)) || !endsClean(text, end)) continue;
    const span = { start: match.start, end };
    if (isCard(text.slice(match.start, end)) && isCalledCard(text, span)) return { ...span, secret: true };
  }
  return none;
}

/** The card numbers of a text. */
export function findCards(text: string): Span[] {
  const spans: Span[] = [];
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const { start, end, secret } = locateCard(text, { start: match.index, end: CANDIDATE.lastIndex });
    CANDIDATE.lastIndex = Math.max(end, match.index + 1);
    if (secret) spans.push({ start, end });
  }
  return spans;
}

const CARD_KEY = /(?:card|^pan|^cc)[_-]?(?:n(?:o|r|um(?:ber)?)?)?$/i;

/** True for a key whose value is a card. */
export function isCardKey(key: string): boolean {
  return CARD_KEY.test(key.slice(-64));
}

/** True for a card number alone under a key for cards. */
export function isCardUnder(key: string, value: string): boolean {
  return value.length <= 32 && isCardKey(key) && isCard(value.trim());
}
