import type { ItemView } from "../../conversation/item-view.js";
import { outsidePair } from "../../conversation/outside-pair.js";

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
}

/** One item as plain lines for a prompt: who speaks, what is said, called and answered. */
export function renderItem(view: ItemView, limits: RenderLimits): string {
  const lines: string[] = [];
  if (view.text !== "") lines.push(`${view.role}: ${view.text}`);
  if (view.reasoning !== "") lines.push(`${view.role} thinks: ${view.reasoning}`);
  for (const call of view.calls) {
    lines.push(`${view.role} calls ${call.name}: ${headAndTail(call.arguments, limits.arguments)}`);
  }
  for (const result of view.results) {
    const tag = result.isError ? "result (error)" : "result";
    const name = result.name === "" ? "" : ` of ${result.name}`;
    lines.push(`${tag}${name}: ${headAndTail(result.text, limits.result)}`);
  }
  for (const attachment of view.attachments) lines.push(`${view.role}: [${attachment.kind} attached]`);
  return lines.join("\n");
}
