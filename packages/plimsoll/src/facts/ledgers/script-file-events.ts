import type { FileEvent } from "./shell-file-events.js";

const MAX_CHARACTERS = 20_000;
const MAX_FILES = 40;
const INTERPRETER = /\b(?:python[\d.]*|node|deno|bun|ruby|perl)\b/;
/** Nothing else in a script writes a file. */
const WRITES = /\.write_(?:text|bytes)\(|writeFile(?:Sync)?\(|appendFile(?:Sync)?\(|\bopen\(/;
const QUOTED = `["'\`]([^"'\`\\n]{1,300})["'\`]`;
/** `p = Path("a.py")`, `const p = "a.py"`. */
const ASSIGNED = new RegExp(
  `(?:^|[;\\s])(\\w{1,60})\\s{0,4}=\\s{0,4}(?:(?:pathlib\\.)?Path\\(\\s{0,4})?${QUOTED}`,
  "g",
);
const TARGET = `(?:${QUOTED}|(\\w{1,60}))`;
const WRITTEN: readonly RegExp[] = [
  new RegExp(`\\bopen\\(\\s{0,4}${TARGET}\\s{0,4},\\s{0,4}(?:mode\\s{0,2}=\\s{0,2})?["'][wax]`, "g"),
  new RegExp(`(?:write|append)File(?:Sync)?\\(\\s{0,4}${TARGET}`, "g"),
  new RegExp(`(?:\\bPath\\(\\s{0,4}${QUOTED}\\s{0,4}\\)|\\b(\\w{1,60}))\\.write_(?:text|bytes)\\(`, "g"),
];

/** The files that a script within a command line writes: `python - <<'EOF'`, `node -e`. */
export function scriptFileEvents(command: string): FileEvent[] {
  const script = command.slice(0, MAX_CHARACTERS);
  if (!INTERPRETER.test(script) || !WRITES.test(script)) return [];
  const assigned = new Map([...script.matchAll(ASSIGNED)].map(([, name = "", path = ""]) => [name, path]));
  const paths = WRITTEN.flatMap((pattern) =>
    [...script.matchAll(pattern)].map(([, path, name = ""]) => path ?? assigned.get(name) ?? ""),
  );
  return [...new Set(paths)]
    .filter((path) => path !== "")
    .slice(0, MAX_FILES)
    .map((path) => ({ path, action: "changed" }));
}
