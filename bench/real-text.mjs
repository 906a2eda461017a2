// Prose and code that people wrote: the documentation and sources inside pinned development dependencies.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const FOLDERS = ["ai/docs", "ai/src", "zod/src"];

function filesIn(folder) {
  return readdirSync(join(MODULES, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:mdx?|tsx?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Returns `take(length)`: the next so many characters, from the folders in turn, over again at the end. */
export function realText() {
  const lists = FOLDERS.map(filesIn);
  const longest = Math.max(...lists.map((list) => list.length));
  const order = Array.from({ length: longest }, (_, index) => lists.map((list) => list[index]))
    .flat()
    .filter((file) => file !== undefined);
  const text = order.map((file) => readFileSync(file, "utf8")).join("\n");
  let position = 0;
  return (length) => {
    if (position + length > text.length) position = 0;
    const part = text.slice(position, position + length);
    position += length;
    return part;
  };
}
