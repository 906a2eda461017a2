import type { ItemView, ToolCallView, ToolResultView } from "../../conversation/item-view.js";
import { parseJson } from "../../text/parse-json.js";
import { codeLine } from "./code-line.js";
import { isRefusedResult } from "./is-refused-result.js";
import { argumentFields, type TextEdit, textEdits } from "./text-edits.js";

const MIN_CHARACTERS = 20;
const MAX_LINES = 20_000;
const MAX_WAITING = 200;
const MAX_ARGUMENT_CHARACTERS = 2_000_000;

/** Lines of code that are gone. */
export interface RemovedLines {
  readonly size: number;
  /** Compared without line number, diff mark and indentation; lines of fewer than 20 characters never count. */
  has(line: string): boolean;
}

/** The lines that edits took out and that nothing written or printed later brought back. Refused edits do not count. */
export function removedLines(views: Iterable<ItemView>): RemovedLines {
  const reader = new RemovedLinesReader();
  for (const view of views) reader.read(view);
  return reader;
}

class RemovedLinesReader implements RemovedLines {
  readonly #lines = new Set<string>();
  /** Calls without a result yet. */
  readonly #waiting = new Map<string, ToolCallView>();

  get size(): number {
    return this.#lines.size;
  }

  has(line: string): boolean {
    return this.#lines.size > 0 && line.length >= MIN_CHARACTERS && this.#lines.has(codeLine(line));
  }

  read({ calls, results }: ItemView): void {
    for (const result of results) {
      const { callId, name, text } = result;
      const call = this.#waiting.get(callId || name);
      this.#waiting.delete(callId || name);
      if (call !== undefined) this.#carryOut(call, result);
      this.#show(text);
    }
    for (const call of calls) {
      this.#waiting.set(call.callId || call.name, call);
      if (this.#waiting.size > MAX_WAITING) this.#waiting.delete(this.#waiting.keys().next().value ?? "");
    }
  }

  /** Whether it was refused is asked last: most calls change nothing that was seen. */
  #carryOut({ arguments: text }: ToolCallView, result: ToolResultView): void {
    const parsed = parseJson(text, { maxCharacters: MAX_ARGUMENT_CHARACTERS }) ?? text;
    const fields = argumentFields(parsed);
    const edits = textEdits(fields);
    if ((edits.length === 0 && this.#lines.size === 0) || isRefusedResult(result)) return;
    if (edits.length === 0) for (const { value } of fields) this.#show(value);
    for (const edit of edits) this.#take(edit);
    for (const { after } of edits) this.#show(after);
  }

  #take({ before, after }: TextEdit): void {
    const kept = new Set(after.split("\n").map(codeLine));
    for (const line of before.split("\n").map(codeLine)) {
      if (line.length < MIN_CHARACTERS || kept.has(line)) continue;
      this.#lines.delete(line);
      this.#lines.add(line);
      if (this.#lines.size > MAX_LINES) this.#lines.delete(this.#lines.values().next().value ?? "");
    }
  }

  /** What is seen or written is there, except where a diff shows it as taken out. */
  #show(text: string): void {
    if (this.#lines.size === 0) return;
    for (const line of text.split("\n"))
      if (line.length >= MIN_CHARACTERS && !line.startsWith("-")) this.#lines.delete(codeLine(line));
  }
}
