import { isClientContext } from "../../conversation/is-client-context.js";
import { partsOutsideTags, TaggedBlocks } from "./tagged-blocks.js";

/** What the user typed of a message: without the blocks in tags that a client put there. Lines stay as they are. */
export function ownWords(text: string): string {
  if (isClientContext(text)) return "";
  if (!text.includes("</")) return text.trim();
  const lines = text.split(/\r?\n/);
  const blocks = new TaggedBlocks(lines);
  return lines
    .filter((line, number) => !blocks.holds(line, number))
    .map((line) => partsOutsideTags(line).join(" "))
    .join("\n")
    .trim();
}
