import type { ToolCallView } from "../conversation/item-view.js";
import { isRecord } from "../text/is-record.js";
import { parseJson } from "../text/parse-json.js";
import { commandLine } from "../text/command-line.js";

const MAX_ARGUMENT_CHARACTERS = 100_000;
const MAX_INPUT_CHARACTERS = 4_000;
/** Names of an argument that is a command line or a program. */
export const COMMAND_KEY: RegExp = /^(?:command|cmd|script|input|shell|code|args)$/i;
/** Names of an argument that holds a path. */
export const PATH_KEY: RegExp = /^(?:file_?path|path|file|filename|target_file|uri|url|absolute_path)$/i;

const PLACES_KEY = /^(?:file_?paths|paths|files|filenames|uris|urls|links|absolute_paths)$/i;

/** One argument of a call. */
export type ArgumentField = readonly [key: string, value: unknown];

/** The arguments of a call by name; a text that is not a JSON object becomes `input`. */
function argumentFields(text: string): readonly ArgumentField[] {
  const value = parseJson(text, { maxCharacters: MAX_ARGUMENT_CHARACTERS });
  if (value === undefined) return [["input", text.slice(0, MAX_INPUT_CHARACTERS)]];
  if (typeof value === "string") return [["input", value]];
  return isRecord(value) ? Object.entries(value) : [];
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
      return commandLine(value).slice(0, 20_000);
    }
  }
  return "";
}

/** Every path and address among the arguments, in their order, each once. */
export function placesIn(fields: readonly ArgumentField[]): readonly string[] {
  const places = fields.flatMap(([name, value]) => {
    if (!PATH_KEY.test(name) && !PLACES_KEY.test(name)) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((place): place is string => typeof place === "string" && place.trim() !== "");
  });
  return [...new Set(places)];
}
