import { saysException } from "./score-line.js";

const LEAST_INDENT = 3;
const MOST_PARTS = 12;
const NO_PART = /^(?:Failure\/Error:|at |# )|^[A-Z]\w*(?:Error|Exception):?$/;

/** A name that is told over several lines, each deeper than the one before, up to one that ends with a colon. */
export class NestedName {
  #parts: string[] = [];
  #indent = 0;
  /** Lines were read that are parts only if a colon follows. */
  isPending = false;

  /** The first line, without its number. */
  open(name: string, indent: number): void {
    this.#parts = [name];
    this.#indent = indent;
    this.isPending = false;
  }

  /** The whole name, if the line ends it; an empty text, if it may go on; undefined for a line that is no part of it. */
  read(cleaned: string, trimmed: string): string | undefined {
    const indent = cleaned.length - trimmed.length;
    const isDeeper = indent >= LEAST_INDENT && indent > this.#indent && this.#parts.length < MOST_PARTS;
    if (!isDeeper || NO_PART.test(trimmed) || saysException(trimmed)) return undefined;
    const isLast = trimmed.endsWith(":");
    this.#parts.push(isLast ? trimmed.slice(0, -1) : trimmed);
    this.#indent = indent;
    this.isPending = !isLast;
    return isLast ? this.#parts.join(" > ") : "";
  }
}
