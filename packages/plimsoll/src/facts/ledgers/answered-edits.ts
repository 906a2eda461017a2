import { mayBePath } from "../../text/may-be-path.js";

const MARK = "<<<<<<< SEARCH";
const MAX_CHARACTERS = 200_000;
const MAX_EDITS = 100;
const FENCE = /^\s{0,8}(?:```|~~~)/;
/** The name may stand in marks of emphasis, with a colon behind it. */
const AROUND = /^[\s*`#]+|[\s*`:]+$/g;

/** The files that an answer edits by blocks of what to search and what to put there, as editors without tools ask for. */
export function answeredEdits(text: string): string[] {
  if (!text.includes(MARK)) return [];
  const lines = text.slice(0, MAX_CHARACTERS).split("\n");
  const found = new Set<string>();
  let named = "";
  for (const [index, line] of lines.entries()) {
    if (found.size >= MAX_EDITS) break;
    if (!line.startsWith(MARK)) continue;
    named = nameAbove(lines, index) ?? named;
    if (named !== "") found.add(named);
  }
  return [...found];
}

/** The last line above a block, apart from the fence: another block of the same file has none. */
function nameAbove(lines: readonly string[], index: number): string | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    const line = lines[at] ?? "";
    if (FENCE.test(line) || line.trim() === "") continue;
    const name = line.replace(AROUND, "");
    return mayBePath(name) && /[\w-]\.\w{1,10}$/.test(name) ? name : undefined;
  }
  return undefined;
}
