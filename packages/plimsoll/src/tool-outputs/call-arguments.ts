import type { ToolCallView } from "../conversation/item-view.js";
import { isRecord } from "../text/is-record.js";
import { jsonDepthExceeds } from "../formats/json-depth.js";

const MAX_ARGUMENT_CHARACTERS = 100_000;
/** Names of an argument that is a command line or a program. */
export const COMMAND_KEY: RegExp = /^(?:command|cmd|script|input|shell|code|args)$/i;
/** Names of an argument that says where something is. */
export const PATH_KEY: RegExp = /^(?:file_?path|path|file|filename|target_file|uri|url|absolute_path)$/i;

/** One argument of a call. */
export type ArgumentField = readonly [key: string, value: unknown];

/** The arguments of a call by name; a text that is no JSON object is the `input`. */
function argumentFields(text: string): readonly ArgumentField[] {
  if (text.length > MAX_ARGUMENT_CHARACTERS || jsonDepthExceeds(text, 50))
    return [["input", text.slice(0, 4_000)]];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "string") return [["input", value]];
    if (!isRecord(value)) return [];
    return Object.entries(value);
  } catch {
    return [["input", text.slice(0, 4_000)]];
  }
}

const fieldsOfCalls = new WeakMap<ToolCallView, readonly ArgumentField[]>();

/** The arguments of a call by name, read once for each call. */
export function callFields(call: ToolCallView): readonly ArgumentField[] {
  let fields = fieldsOfCalls.get(call);
  if (fields === undefined) {
    fields = argumentFields(call.arguments);
    fieldsOfCalls.set(call, fields);
  }
  return fields;
}

/** The first argument with such a name that is a text, or a list of words. */
export function firstText(fields: readonly ArgumentField[], key: RegExp): string {
  for (const [name, value] of fields) {
    if (!key.test(name)) continue;
    if (typeof value === "string") return value.slice(0, 20_000);
    if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string")) {
      return shellText(value).slice(0, 20_000);
    }
  }
  return "";
}

/** An argument vector as one command line; the script itself where it is `sh -c script`. */
function shellText(words: readonly string[]): string {
  const script = words[2];
  if (words.length === 3 && script !== undefined && /^-l?i?c$/.test(words[1] ?? "")) return script;
  return words
    .map((word) => (/[\s"'$|;&<>()]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word))
    .join(" ");
}
