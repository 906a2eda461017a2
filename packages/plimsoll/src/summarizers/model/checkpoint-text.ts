import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { renderCheckpoint } from "../../facts/checkpoint/render-checkpoint.js";
import { renderedEntries } from "../../facts/checkpoint/render-entry.js";

/** Behind an entry whose speaker the layout names. */
const SPEAKER = / \((?:user|assistant|tool)\)$/;
/** Of the lines of a summary: with so many known, it was printed from the checkpoint. */
const KNOWN_SHARE = 0.6;

/** A checkpoint as a model is shown it: every entry with a short id that stays the same from request to request. */
export class CheckpointText {
  readonly #maxTokens: number;
  readonly #count: (text: string) => number;
  readonly #labels = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(maxTokens: number, count: (text: string) => number) {
    this.#maxTokens = maxTokens;
    this.#count = count;
  }

  write(checkpoint: Checkpoint): string {
    const count = (text: string): number => this.#count(text);
    const { lines } = renderCheckpoint(checkpoint, { maxTokens: this.#maxTokens, count });
    let last = "";
    return lines
      .map(({ text, isHeading, entries: [entry = ""] }) => {
        if (isHeading || entry === last || !text.startsWith("- ")) return text;
        last = entry;
        return `- [${this.#labelOf(entry)}] ${text.slice(2)}`;
      })
      .join("\n");
  }

  /** The entry behind a label, however it is bracketed; undefined for what is none. */
  idOf(label: string): string | undefined {
    return this.#ids.get(label.replace(/^\[|\]$/g, ""));
  }

  #labelOf(id: string): string {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const label = `e${this.#labels.size + 1}`;
    this.#labels.set(id, label);
    this.#ids.set(label, id);
    return label;
  }
}

/** True for a summary that was printed from a checkpoint, whose facts need not be told twice. */
export function isRenderedFrom(summary: string, checkpoint: Checkpoint): boolean {
  const known = new Set(
    renderedEntries(checkpoint).flatMap(({ text }) => text.split("\n").map((line) => line.trim())),
  );
  const lines = summary
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("## "))
    .map((line) => line.replace(/^- /, "").replace(SPEAKER, "").trim());
  return lines.filter((line) => known.has(line)).length >= KNOWN_SHARE * lines.length;
}
