import type { CallString } from "./call-strings.js";

const SEPARATOR = /[/\\]/;
const PATH = /[\p{L}\p{N}_@+.~/\\-]+/gu;

/** The recognisable spellings of a string. */
export type FormsOf = (string: CallString) => readonly string[];

/**
 * A path is also recognisable by its last two components, and by its name if the text has no other file of that
 * name; any other string only by itself.
 */
export function pathForms(text: string): FormsOf {
  const folders = new Map<string, Set<string>>();
  for (const [path] of text.matchAll(PATH)) {
    const parts = path.split(SEPARATOR);
    if (parts.length < 2) continue;
    const name = parts.at(-1) ?? "";
    const known = folders.get(name) ?? new Set();
    folders.set(name, known.add(parts.at(-2) ?? ""));
  }
  return ({ kind, text: string }) => {
    if (kind !== "path") return [string];
    const parts = string.split(SEPARATOR).filter((part) => part !== "");
    const name = parts.at(-1) ?? string;
    const forms = [string, parts.slice(-2).join("/")];
    if (name.length >= 4 && (folders.get(name)?.size ?? 0) <= 1) forms.push(name);
    return [...new Set(forms)];
  };
}
