import { cutText } from "../../evidence/cut-text.js";
import { cutMessage } from "./cut-long.js";
import type { Piece } from "../../evidence/piece.js";
import { errorKey } from "./error-key.js";
import { LineShapes } from "./line-shapes.js";
import { scanLine } from "./scan-line.js";

const MAX_ERRORS = 3_000;
const PRINTED_CHARACTERS = 300;
/** Errors that differ only in numbers come after the first of their shape, but before anything else. */
const ALIKE_STEP = 0.5;

/** The least value of a line that is certainly an error. */
export const LEAST_ERROR_VALUE = 84;

/** The value of what was wrong with a failing test, which comes before all other errors. */
export const MESSAGE_VALUE = 108;

const CLASS = /^(?:[\w$]+(?:\.|::))*[A-Z]\w*(?:Error|Exception|Failure)(?: \[\w+\])?: /;
const AGAIN_VALUE = 78;
/** What stands beside an error is worth so much at least. */
const LEAST_BESIDE = 79;
const LOWERED = 30;
const MAX_ORDERS = 100_000;

interface ErrorLine {
  piece: Piece;
  times: number;
}

/** True for the key of an error that begins with its class. */
export const saysErrorClass = (key: string): boolean => CLASS.test(key);

/** The errors of a run, each text once, however often it is told. */
export class DistinctErrors {
  readonly #errors = new Map<string, ErrorLine>();
  readonly #shapes: LineShapes;
  /** The lines that were added. */
  readonly #orders = new Set<number>();

  /** The key of the line added last. */
  lastKey = "";
  /** How often that was added. */
  lastTimes = 0;

  /** @param lines How many lines there are to read. */
  constructor(lines: number) {
    this.#shapes = new LineShapes(Math.min(MAX_ERRORS, lines));
  }

  /** Adds a line (trimmed) unless its text is known; returns it as it is shown. */
  add(
    line: { readonly order: number; readonly text: string },
    value: number,
    keyOf: (key: string) => string,
  ): string {
    const text = cutText(line.text.replace(/^(?:E|#|│|\|) +/, ""), PRINTED_CHARACTERS);
    const key = keyOf(errorKey(text));
    this.lastKey = key;
    this.lastTimes = 1;
    if (!/\p{L}{2}|\d/u.test(key)) return text;
    const known = this.#errors.get(key);
    const isSame = this.#orders.has(line.order);
    if (this.#orders.size < MAX_ORDERS) this.#orders.add(line.order);
    if (known !== undefined) {
      // A line that was looked at twice tells of one error.
      if (!isSame) known.times += 1;
      this.lastTimes = known.times;
      if (known.piece.value < LEAST_ERROR_VALUE && value >= LEAST_ERROR_VALUE)
        known.piece = { ...known.piece, value: this.#lowered(text, value) };
      return text;
    }
    if (this.#errors.size >= MAX_ERRORS) return text;
    this.#errors.set(key, {
      piece: { order: line.order, text, value: this.#lowered(text, value), lines: 1 },
      times: 1,
    });
    return text;
  }

  /** Takes back that these are errors: the test is told of again, with what was wrong. */
  lower(keys: readonly string[], value: number = LOWERED): void {
    for (const key of keys) {
      const known = this.#errors.get(key);
      if (known !== undefined) known.piece = { ...known.piece, value };
    }
  }

  /** True for what is known as an error and has not been taken back. */
  isShown(key: string): boolean {
    return (this.#errors.get(key)?.piece.value ?? 0) >= LEAST_ERROR_VALUE;
  }

  /** What is shown as an error, by its key. */
  shown(): ReadonlyMap<string, string> {
    const shown = [...this.#errors].filter(([key]) => this.isShown(key));
    return new Map(shown.map(([key, { piece }]) => [key, piece.text]));
  }

  /** Says that a line is an error, whatever it was taken for. */
  raise(line: { readonly order: number; readonly text: string }, key: string, value: number): void {
    const known = this.#errors.get(key);
    if (known === undefined) this.add(line, value, () => key);
    else known.piece = { ...known.piece, value };
  }

  /** The key of each error and the line where it is told first. */
  lines(): readonly { readonly key: string; readonly order: number }[] {
    return [...this.#errors].map(([key, { piece }]) => ({ key, order: piece.order }));
  }

  has(key: string): boolean {
    return this.#errors.has(key);
  }

  /** The lines of the output that are told as errors. */
  get orders(): ReadonlySet<number> {
    return new Set([...this.#errors.values()].map(({ piece }) => piece.order));
  }

  pieces(): readonly Piece[] {
    const classed = new Set(
      [...this.#errors.keys()].filter((key) => CLASS.test(key)).map((key) => key.replace(CLASS, "")),
    );
    return [...this.#errors].map(([key, { piece: known, times }]) => {
      // The same stands there with the class of the error too.
      const piece = classed.has(key) ? { ...known, value: Math.min(known.value, AGAIN_VALUE) } : known;
      return times < 2 ? piece : { ...piece, text: `${piece.text} [×${times}]`, brief: piece.text };
    });
  }

  /** True if it is known of any error that it says what was wrong with a failing test. */
  get hasMessages(): boolean {
    return [...this.#errors.values()].some(({ piece }) => piece.value >= MESSAGE_VALUE);
  }

  /**
   * What those take that are errors or stand beside one, counted until it is more than the limit; where messages of failing
   * tests are known, only those, long ones cut.
   */
  tokensUpTo(limit: number, count: (text: string) => number): number {
    const least = this.hasMessages ? MESSAGE_VALUE : LEAST_BESIDE;
    let tokens = 0;
    for (const { text, value } of this.pieces()) {
      if (value >= least) tokens += count(`${value >= LEAST_ERROR_VALUE ? cutMessage(text) : text}\n`);
      if (tokens > limit) break;
    }
    return tokens;
  }

  #lowered(text: string, value: number): number {
    const { hash } = scanLine(text, 0, text.length);
    const least = value >= LEAST_ERROR_VALUE ? LEAST_ERROR_VALUE : 0;
    return Math.max(value - this.#shapes.add(hash) * ALIKE_STEP, least);
  }
}
