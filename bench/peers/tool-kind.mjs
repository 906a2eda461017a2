// Coding agents know what a call did by the names of their own tools. Calls of other agents are given to them under
// those names, so that nobody loses a file for what its tool is called.

const PATH_KEY = /^(?:file_?path|path|file|file_?name|notebook_?path|target_?file|absolute_?path)$/i;
const EDITING = /edit|write|create|patch|replace|insert|save/i;
const READING = /read|view|open|cat/i;
/** Tools that do several things are told what by such a value. */
const READS_ONLY = /^(?:view|read|list|show|undo_edit)$/i;

/** `{ kind: "edit" | "read", path }`, `{ kind: "command", command }`, or undefined for every other call. */
export function toolKind(name, input) {
  const [, path] =
    Object.entries(input).find(([key, value]) => PATH_KEY.test(key) && typeof value === "string") ?? [];
  if (path === undefined) {
    const command = input.command ?? input.cmd;
    return typeof command === "string" ? { kind: "command", command } : undefined;
  }
  if (READS_ONLY.test(String(input.command ?? ""))) return { kind: "read", path };
  if (EDITING.test(name)) return { kind: "edit", path };
  return READING.test(name) ? { kind: "read", path } : undefined;
}
