import type { ItemView, ToolCallView } from "../conversation/item-view.js";
import { argumentValues } from "./readable-text.js";

const EDITING_TOOL = /edit|write|patch|replace|create|insert|update_file|save/i;
const READING_COMMAND = /^(?:view|read|undo_edit|list|show)$/i;
const FILE_KEY = /^(?:file_?path|path|file|file_?name|notebook_?path|target_?file|absolute_?path)$/i;
const PATCHED_FILE = /^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ b\/)(.{1,400})$/gm;

const MAX_FILES = 2000;

/** Files that calls wrote to, each by the last two components of its path. */
export function editedFiles(views: readonly ItemView[]): string[] {
  const files = views.flatMap(({ calls }) => calls).flatMap(filesOf);
  return [...new Set(files.map(shortPath))].slice(0, MAX_FILES);
}

function filesOf(call: ToolCallView): string[] {
  const values = argumentValues(call.arguments);
  const patched = values.flatMap(({ text }) =>
    [...text.matchAll(PATCHED_FILE)].map((match) => (match[1] ?? "").trim()),
  );
  if (!EDITING_TOOL.test(call.name)) return patched;
  if (values.some(({ key, text }) => key === "command" && READING_COMMAND.test(text))) return patched;
  const named = values.filter(
    ({ key, text }) => FILE_KEY.test(key) && /[\p{L}\p{N}]/u.test(text) && text.length < 400,
  );
  return [...patched, ...named.map(({ text }) => text.trim())];
}

function shortPath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== "")
    .slice(-2)
    .join("/");
}
