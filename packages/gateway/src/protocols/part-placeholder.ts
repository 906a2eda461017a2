import type { Part } from "../translation/turn.js";
import { readDataUrl } from "./data-url.js";

const LONGEST_ADDRESS = 2000;

/** Stands in the place of a part that an upstream cannot be sent, and names it. Addresses are never fetched here. */
export function partPlaceholder(part: Exclude<Part, { readonly type: "text" }>): string {
  if (part.type === "audio") return `[audio (${part.format}): this model cannot hear it]`;
  const name = part.type === "file" && part.name ? ` ${part.name}` : "";
  if (!/^data:/iu.test(part.url)) return `[${part.type}${name} at ${part.url.slice(0, LONGEST_ADDRESS)}]`;
  const kind = readDataUrl(part.url)?.mediaType ?? "unreadable data";
  return `[${part.type}${name} (${kind}): this model cannot read it]`;
}
