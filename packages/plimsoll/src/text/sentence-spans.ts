/** A part of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
const ASTERISK = 0x2a;
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;
/** Between question mark and danda there is none of the marks that are looked for. */
const isInner = (code: number): boolean => code > 0x3f && code < 0x964;
/** . ! ? … end a sentence if a blank follows. */
const isSpacedEnd = (code: number): boolean =>
  code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
/** 。！？；｡ । ॥ end a sentence without a blank. */
const isUnspacedEnd = (code: number): boolean =>
  code === 0x3002 ||
  code === 0xff01 ||
  code === 0xff1f ||
  code === 0xff1b ||
  code === 0xff61 ||
  code === 0x964 ||
  code === 0x965;
const CLOSING = "\"'”’“»)]*_`」』）】》";
const CLOSING_CODES: ReadonlySet<number> = new Set(Array.from(CLOSING, (sign) => sign.charCodeAt(0)));
const MAX_CLOSING = 4;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|approx|Mr|Mrs|Dr|z\.B|bzw|ca|ggf|evtl|inkl|vgl|Nr|Mme|Mlle|p\.ex|p\. ?ej|Sra?|núm|т\.е|т\.к|руб|тыс|ул|стр|डॉ)\.$/i;
/** "am 9. April": the dot makes an ordinal number of it. */
const ORDINAL = /(?:^|\s)(?:am|der|die|das|dem|den|des|zum|vom|beim|im|ab|bis|jede[mnrs]?)\s\d{1,2}\.$/i;
const ABBREVIATION_CHARACTERS = 12;
/** The number of an entry. */
const LONE_NUMBER = /^\(?\d{1,4}\.$/;
const NUMBER_CHARACTERS = 8;
/** A bold label belongs to the text that follows. */
const BOLD_LABEL = /^\*\*[^*]{1,60}[.:]\*\*$/;
const LABEL_CHARACTERS = 80;
const CLAUSE_END = /[:;：；]["'”’“»)\]*_`」』）】》]{0,4}$/;
const SENTENCE_END = /[.!?…。！？।॥｡]["'”’“»)\]*_`」』）】》]{0,4}(?:\s»)?$/;
/** Quotations in which a sentence may end without ending the one around it. */
const QUOTATIONS: readonly (readonly [open: string, close: string])[] = [
  ["「", "」"],
  ["『", "』"],
  ["«", "»"],
  ["„", "“"],
];
const MAX_QUOTED = 300;
const END_CHARACTERS = 16;

function isAbbreviated(text: string, end: number, start = 0): boolean {
  const tail = text.slice(Math.max(start, end - ABBREVIATION_CHARACTERS), end);
  return ABBREVIATION.test(tail) || ORDINAL.test(tail);
}

/** True if the mark at `at` stands in a quotation that is closed later on the same line. */
function isQuoted(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - MAX_QUOTED), at);
  return QUOTATIONS.some(([open, close]) => {
    const opened = before.lastIndexOf(open);
    if (opened < 0 || before.lastIndexOf(close) > opened) return false;
    const [line = ""] = text.slice(at, at + MAX_QUOTED).split("\n", 1);
    const closed = line.indexOf(close);
    // A mark right before the end of the quotation may end both.
    return closed > 0 && !/^[.!?…。！？।\s]*$/.test(line.slice(0, closed));
  });
}

/** True if a text ends with its sentence, not inside it or after an abbreviation. */
export function endsSentence(text: string): boolean {
  const end = text.slice(-END_CHARACTERS);
  return SENTENCE_END.test(end) && !isAbbreviated(end, end.length);
}

/** True if a text ends with a colon or a semicolon: its sentence may end there, or continue. */
export const endsClause = (text: string): boolean => CLAUSE_END.test(text.slice(-END_CHARACTERS));

function skip(text: string, from: number, isEnd: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && isEnd(text.charCodeAt(at))) at++;
  return at;
}

/** The end of the closing marks after a sentence's end mark. */
function behindClosing(text: string, from: number): number {
  let at = from;
  while (at < from + MAX_CLOSING && CLOSING_CODES.has(text.charCodeAt(at))) at++;
  // French sets a blank before its mark.
  return isBlank(text.charCodeAt(at)) && text[at + 1] === "»" ? at + 2 : at;
}

/**
 * True if end marks with a blank after them do not end a sentence: in a quotation, an abbreviation, a list number or a label.
 */
function goesOn(
  text: string,
  start: number,
  { mark, end }: { readonly mark: number; readonly end: number },
): boolean {
  if (isQuoted(text, start, mark)) return true;
  const head = (length: number): string => text.slice(start, Math.min(end, start + length)).trim();
  if (text.charCodeAt(end - 1) === ASTERISK && BOLD_LABEL.test(head(LABEL_CHARACTERS))) return true;
  if (text.charAt(mark) !== "." || end !== mark + 1) return false;
  return LONE_NUMBER.test(head(NUMBER_CHARACTERS)) || isAbbreviated(text, end, start);
}

/**
 * How finely to split a text: by `sentence`, or by `piece`, which ends at every mark with a blank after it, even
 * in an abbreviation or a list.
 */
export type SentenceGrain = "sentence" | "piece";

/**
 * The end of the sentence that begins at `start`: after its marks, at the end of its line, or at the end of the
 * text.
 */
function sentenceEnd(text: string, start: number, grain: SentenceGrain): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInner(code)) continue;
    if (code === NEWLINE) return at;
    if (isSpacedEnd(code)) {
      const mark = skip(text, at, isSpacedEnd);
      const end = grain === "piece" ? mark : behindClosing(text, mark);
      const isEnd = end >= text.length || isBlank(text.charCodeAt(end));
      if (isEnd && (grain === "piece" || !goesOn(text, start, { mark: at, end }))) return end;
      at = end - 1;
    } else if (isUnspacedEnd(code) && (grain === "piece" || !isQuoted(text, start, at)))
      return behindClosing(text, skip(text, at, isUnspacedEnd));
  }
  return text.length;
}

/** The sentences of a text, without the blanks around them. A line ends its sentence. Linear. */
export function sentenceSpans(text: string, grain: SentenceGrain = "sentence"): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let from = 0; from < text.length; ) {
    const to = sentenceEnd(text, from, grain);
    let [start, end] = [from, to];
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    if (start < end) spans.push({ start, end });
    from = Math.max(to, from + 1);
  }
  return spans;
}
