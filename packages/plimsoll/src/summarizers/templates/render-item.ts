import type { ItemView } from "../../conversation/item-view.js";
import { outsidePair } from "../../text/outside-pair.js";

/** `text` in at most `limit` characters and a mark: its head and its tail, never half a character. */
export function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = outsidePair(text, Math.ceil((limit * 2) / 3));
  const tail = outsidePair(text, text.length - Math.floor(limit / 3));
  return `${text.slice(0, head)}\n[${tail - head} characters left out]\n${text.slice(tail)}`;
}

export interface RenderLimits {
  /** Characters of one tool result. */
  readonly result: number;
  /** Characters of the arguments of one call. */
  readonly arguments: number;
  /** Characters of a message, and of its reasoning. @default all of them */
  readonly text?: number;
}

/** A name is never cut at the lengths that providers allow. */
const MAX_NAME = 256;

/** One item as plain lines for a prompt: who speaks, what is said, called and answered. */
export function renderItem(view: ItemView, limits: RenderLimits): string {
  const lines: string[] = [];
  const { text = Number.POSITIVE_INFINITY } = limits;
  if (view.text !== "") lines.push(`${view.role}: ${headAndTail(view.text, text)}`);
  if (view.reasoning !== "") lines.push(`${view.role} thinks: ${headAndTail(view.reasoning, text)}`);
  for (const call of view.calls) {
    const name = headAndTail(call.name, MAX_NAME);
    lines.push(`${view.role} calls ${name}: ${headAndTail(call.arguments, limits.arguments)}`);
  }
  for (const result of view.results) {
    const tag = result.isError ? "result (error)" : "result";
    const name = result.name === "" ? "" : ` of ${headAndTail(result.name, MAX_NAME)}`;
    lines.push(`${tag}${name}: ${headAndTail(result.text, limits.result)}`);
  }
  for (const attachment of view.attachments) lines.push(`${view.role}: [${attachment.kind} attached]`);
  return lines.join("\n");
}
