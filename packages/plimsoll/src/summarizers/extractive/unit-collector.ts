import { USER_SOURCE } from "../../facts/checkpoint/quoted-line.js";
import type { CallRun } from "./call-runs.js";
import { CHARACTER, characterClass } from "./character-class.js";
import type { Origin } from "./origin.js";
import { openedSection } from "./section-label.js";
import { splitLines } from "./split-lines.js";
import { splitSentences } from "./split-sentences.js";
import type { Slice, Unit, UnitKind } from "./unit.js";

/** Shorter lines are looked at before they become units. */
const MIN_UNIT = 6;
const LIST_MARK = /^(?:[-*•+]|\(?\d{1,3}[.)、])\s+/;
const SUMMARY_TAGS = ["<COMPACT-SUMMARY", "</COMPACT-SUMMARY"] as const;
const MAX_LABEL = 60;
const COLON = 58;
const LESS_THAN = 60;
const ASSISTANT_SOURCE = "assistant";
/** The source of lines whose tool is not known. */
export const WORK_SOURCE = "tool";

/** The source of each kind of words, where nothing more is known of it. */
export const SOURCE_OF_KIND: Readonly<Record<UnitKind, string>> = {
  required: USER_SOURCE,
  user: USER_SOURCE,
  instruction: "system",
  assistant: ASSISTANT_SOURCE,
  call: ASSISTANT_SOURCE,
  edit: ASSISTANT_SOURCE,
  argument: ASSISTANT_SOURCE,
  output: WORK_SOURCE,
  pasted: WORK_SOURCE,
};

/** What the units of one text have in common. */
export interface UnitPlace {
  readonly kind: UnitKind;
  readonly item: number;
  readonly call: number;
  readonly isError: boolean;
  /** The speaker. @default by its kind */
  readonly from?: string;
  readonly isMarked?: boolean;
  readonly isUnverified?: boolean;
  readonly origin?: Origin | undefined;
  readonly run?: CallRun | undefined;
  /** A text in a call that names no file, such as a script: no edit has to match its lines. */
  readonly noFile?: boolean;
  /** The lines of the text that the call replaced this one with. */
  readonly replacement?: ReadonlySet<string>;
}

/** Units in order, without those that state again what is said elsewhere. */
export class UnitCollector {
  readonly units: Unit[] = [];
  /** Characters of the conversation before the text that is being split. */
  position = 0;
  /** Texts that are not repeated. */
  readonly #said = new Set<string>();
  /** Their lengths, which rule out most other lines. */
  readonly #saidLengths = new Set<number>();
  /** The units of required texts, by their text. */
  readonly #required = new Map<string, number>();

  /** Words that no unit repeats: they do not hold any more, or code prints them. */
  say(text: string): void {
    this.#said.add(text);
    this.#saidLengths.add(text.length);
  }

  /** The same for every line and sentence of a text. */
  sayAll(text: string): void {
    for (const { start, end } of [...splitSentences(text), ...splitLines(text)])
      this.say(text.slice(start, end));
  }

  /** A required text is one unit, and its statements are not repeated. */
  require(text: string): void {
    const end = text.trimEnd().length;
    const start = end - text.trimStart().length + (text.length - end);
    if (start >= end || this.#said.has(text.slice(start, end))) return;
    this.push(text, [wholeOf(start, end)], { kind: "required", item: 0, call: -1, isError: false });
    this.position += text.length + 1;
    this.#required.set(text.slice(start, end), this.units.length - 1);
    this.say(text.slice(start, end));
    this.sayAll(text);
  }

  /** A text of one line, or its lines. */
  record(text: string, place: UnitPlace): void {
    this.push(text, text.includes("\n") ? splitLines(text) : [wholeOf(0, text.length)], place);
  }

  /** Another text in place of a unit's; without one the unit is not chosen any more. */
  rewrite(unit: number, text: string | undefined): void {
    const found = this.units[unit];
    if (found === undefined) return;
    this.units[unit] =
      text === undefined
        ? { ...found, isReplaced: true }
        : { ...found, source: text, start: 0, end: text.length };
  }

  lines(text: string, place: UnitPlace): void {
    this.push(text, splitLines(text), place);
    this.position += text.length + 1;
  }

  /** Omits lines that look like a section label or a summary tag, and lines that are said elsewhere. */
  push(source: string, slices: readonly Slice[], place: UnitPlace): void {
    const { kind, item, call, isError, noFile, replacement, run } = place;
    const { from = SOURCE_OF_KIND[kind], isMarked = false, isUnverified = false, origin } = place;
    for (const slice of slices) {
      const { start, end, line } = slice;
      if (isTagAlone(source, start, end) || (kind !== "user" && saysNothing(source, slice, place))) continue;
      if (isStructure(source, start, end) || isListNumber(source, start, end)) continue;
      if (this.#said.size > 0 && this.#saysAgain(source, slice, kind)) continue;
      const position = this.position + start;
      const wholeLine = slice.wholeLine && noFile !== true;
      const isReplaced = replacement !== undefined && !replacement.has(source.slice(start, end));
      // One literal without copies: there are tens of thousands of units.
      this.units.push({
        source,
        start,
        end,
        kind,
        item,
        call,
        wholeLine,
        isReplaced,
        line,
        run,
        isError,
        position,
        from,
        origin,
        isMarked,
        isUnverified,
      });
    }
  }

  /**
   * True for a statement of a required text. One that the user wrote as a list point is quoted with its mark.
   */
  #saysAgain(source: string, { start, end }: Slice, kind: UnitKind): boolean {
    if (kind !== "user" && !this.#saidLengths.has(end - start)) return false;
    const text = source.slice(start, end);
    if (this.#said.has(text)) return true;
    const mark = kind === "user" ? (LIST_MARK.exec(text)?.[0].length ?? 0) : 0;
    const required = mark > 0 ? this.#required.get(text.slice(mark)) : undefined;
    const unit = required === undefined ? undefined : this.units[required];
    if (required === undefined || unit === undefined) return false;
    this.units[required] = { ...unit, source, start, end };
    this.say(text);
    return true;
  }
}

const wholeOf = (start: number, end: number): Slice => ({ start, end, wholeLine: false, line: -1 });

/** True for a line that reads like a section label, or opens or closes a summary message. */
function isStructure(source: string, start: number, end: number): boolean {
  const isLabel = end - start < MAX_LABEL && source.charCodeAt(end - 1) === COLON;
  if (isLabel && openedSection(source.slice(start, end)) !== undefined) return true;
  return source.charCodeAt(start) === LESS_THAN && SUMMARY_TAGS.some((tag) => source.startsWith(tag, start));
}

/** True for the number of a list entry, parted from the entry. */
const isListNumber = (source: string, start: number, end: number): boolean =>
  end - start <= 5 && end < source.length && /^\(?\d{1,3}[.)]$/.test(source.slice(start, end));

const SIGNS: ReadonlySet<number> = new Set([CHARACTER.separator, CHARACTER.connector, CHARACTER.slash]);

/** True for a closing brace and the like: a line without content. */
function isPunctuation(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (!SIGNS.has(characterClass(source.charCodeAt(at)))) return false;
  }
  return true;
}

/** True for nothing but a tag, or two around nothing. */
const isTagAlone = (source: string, start: number, end: number): boolean =>
  source.charCodeAt(start) === LESS_THAN &&
  end - start <= MAX_LABEL &&
  /^(?:<\/?[\w:-]{1,40}>){1,2}$/.test(source.slice(start, end));

/** Signs alone, or one plain word between signs: "//", "try {", "break;". */
const BARE_WORD = /^[^\p{L}\p{M}\p{N}]*(?:[a-z]{1,10}[^\p{L}\p{M}\p{N}]*)?$/u;
const MAX_BARE = 16;

/** True for signs, and for a line of nothing but one word within a longer text of a program. */
function saysNothing(source: string, { start, end }: Slice, { kind, isError }: UnitPlace): boolean {
  if (end - start < MIN_UNIT && isPunctuation(source, start, end)) return true;
  if (end - start > MAX_BARE || isError || (kind !== "output" && kind !== "argument")) return false;
  return source.length > MANY_CHARACTERS && BARE_WORD.test(source.slice(start, end));
}

/** A shorter text may be nothing but the word that matters: "main", "denied". */
const MANY_CHARACTERS = 120;
