/** The character classes of the model; everything beyond ASCII is `WIDE`. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
export const PUNCTUATION = 3;
export const BLANK = 4;
export const NEWLINE = 5;
export const CONTROL = 6;
export const WIDE = 7;
export const KIND_COUNT = 8;

type WordTable = "afterSpace" | "afterPunctuation" | "insideWord" | "capitals";

// Mean tokens of a word in o200k_base by its length, fitted by least squares on prose, code, data and logs. Words
// after white space, after punctuation, and after a letter or digit (identifiers, base64) differ; so do capitals.
const WORDS: Readonly<Record<WordTable, readonly number[]>> = {
  afterSpace: [0, 0.85, 0.65, 1.05, 0.9, 1.1, 0.95, 1.2, 1.3, 1.5, 1.55, 1.7, 1.85, 1.95, 2.1, 2.2, 2.4],
  afterPunctuation: [0, 0.7, 1.05, 1.2, 0.8, 1.2, 1.05, 1.4, 1.4, 1.6, 1.8, 1.9, 2.1, 2.2, 2.3, 2.45, 2.6],
  insideWord: [0, 1, 1.55, 1.25, 0.95, 1, 1.15, 1.3, 1.45, 1.6, 1.75, 1.9, 2.05, 2.2, 2.3, 2.45, 2.6],
  capitals: [0, 1, 1, 1.25, 1.7, 1.85, 2.2, 2.4, 2.75, 3.15, 3.5, 3.9, 4.3, 4.65, 5, 5.35, 5.7],
};

const LONGEST_IN_TABLE = 16;
const LONGEST_WORD = 32;
const PER_LETTER_OF_LONG_WORD = 0.18;
const PER_LETTER_OF_GIBBERISH = 0.55;
const PER_REPEATED_LETTER = 0.13;
const CAPITALS_THEN_LOWER = 1.3;

const PER_THREE_DIGITS = 1.03;
const SPACE_BEFORE_DIGIT = 1.05;

const PUNCTUATION_RUN = [0, 0.93, 1.1, 0.92, 1.05] as const;
const PUNCTUATION_BEFORE_WORD = 0.5;
const PER_PUNCTUATION_BEYOND = 0.7;
const PER_REPEATED_PUNCTUATION = 0.03;

const INDENTATION = 0.92;
const PER_BLANK_BEYOND = 1 / 128;
const NEWLINES = 0.8;
const PER_NEWLINE_BEYOND = 1 / 16;

/** The model's state between two characters: the current run, and what decides its cost. */
export interface RunState {
  readonly kind: number;
  /** Characters in the run so far; counted no further than matters for the next one. */
  readonly length: number;
  /** The table of the word that the run is part of. */
  readonly word?: WordTable | undefined;
  /** The run is white space after a newline. */
  readonly onNewLine?: boolean;
}

/** The state in front of a text. */
export const INITIAL_STATE: RunState = { kind: NEWLINE, length: 1 };

/** The next character: its class, and whether it is the same character as the one before. */
export interface Input {
  readonly kind: number;
  readonly repeated: boolean;
}

export interface Step {
  readonly next: RunState;
  /** Tokens that the character adds; negative if it joins a run that looked like a separate token. */
  readonly cost: number;
}

function startWord(state: RunState, kind: number): Step {
  let word: WordTable = "afterPunctuation";
  if (state.kind === BLANK || state.kind === NEWLINE) word = "afterSpace";
  else if (state.kind <= DIGIT) word = "insideWord";
  const joins = state.kind === PUNCTUATION && state.length === 1;
  const joined = joins ? PUNCTUATION_BEFORE_WORD - PUNCTUATION_RUN[1] : 0;
  return { next: { kind, length: 1, word }, cost: (WORDS[word][1] ?? 0) + joined };
}

function continueWord(state: RunState, { kind, repeated }: Input): Step {
  const before = state.word ?? "afterSpace";
  const isSecondCapital = kind === UPPER && state.length === 1;
  const word = isSecondCapital ? "capitals" : before;
  const turnsLower = word === "capitals" && kind === LOWER && state.kind === UPPER;
  const length = Math.min(state.length + 1, LONGEST_WORD);
  let cost = turnsLower ? CAPITALS_THEN_LOWER : 0;
  if (state.length < LONGEST_IN_TABLE)
    cost += (WORDS[word][length] ?? 0) - (WORDS[before][state.length] ?? 0);
  else if (repeated) cost += PER_REPEATED_LETTER;
  else cost += state.length < LONGEST_WORD ? PER_LETTER_OF_LONG_WORD : PER_LETTER_OF_GIBBERISH;
  return { next: { kind, length, word }, cost };
}

function stepDigit(state: RunState): Step {
  const length = state.kind === DIGIT ? (state.length % 3) + 1 : 1;
  const space = state.kind === BLANK ? SPACE_BEFORE_DIGIT : 0;
  return { next: { kind: DIGIT, length }, cost: length === 1 ? PER_THREE_DIGITS + space : 0 };
}

function stepPunctuation(state: RunState, repeated: boolean): Step {
  const before = state.kind === PUNCTUATION ? state.length : 0;
  const length = Math.min(before + 1, PUNCTUATION_RUN.length - 1);
  let cost = repeated ? PER_REPEATED_PUNCTUATION : PER_PUNCTUATION_BEYOND;
  if (before < length) cost = (PUNCTUATION_RUN[length] ?? 0) - (PUNCTUATION_RUN[before] ?? 0);
  return { next: { kind: PUNCTUATION, length }, cost };
}

/** One blank belongs to what follows; several are a separate token. */
function stepBlank(state: RunState): Step {
  if (state.kind !== BLANK) {
    return { next: { kind: BLANK, length: 1, onNewLine: state.kind === NEWLINE }, cost: 0 };
  }
  const cost = state.length === 1 ? INDENTATION : PER_BLANK_BEYOND;
  return { next: { ...state, length: 2 }, cost };
}

/** Newlines join the punctuation or the white space in front of them. */
function stepNewline(state: RunState): Step {
  const next: RunState = { kind: NEWLINE, length: 1 };
  if (state.kind === NEWLINE) return { next, cost: PER_NEWLINE_BEYOND };
  if (state.kind === PUNCTUATION) return { next, cost: 0 };
  const trailing = state.kind === BLANK && state.length > 1 ? INDENTATION : 0;
  return { next, cost: (state.onNewLine === true ? PER_NEWLINE_BEYOND * 2 : NEWLINES) - trailing };
}

/**
 * The estimated tokens of a text, one character at a time. Pure and over a finite number of states, so it can be
 * compiled into a table; characters beyond ASCII are handled elsewhere.
 */
export function stepCostModel(state: RunState, input: Input): Step {
  const { kind } = input;
  if (kind === LOWER || kind === UPPER) {
    const continues = state.kind === UPPER || (state.kind === LOWER && kind === LOWER);
    return continues ? continueWord(state, input) : startWord(state, kind);
  }
  if (kind === DIGIT) return stepDigit(state);
  if (kind === PUNCTUATION) return stepPunctuation(state, input.repeated);
  if (kind === BLANK) return stepBlank(state);
  if (kind === NEWLINE) return stepNewline(state);
  return { next: { kind, length: 1 }, cost: kind === CONTROL ? 1 : 0 };
}
