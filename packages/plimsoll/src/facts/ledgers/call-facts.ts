import { isRecord } from "../../text/is-record.js";
import type { ToolCallView } from "../../conversation/item-view.js";
import { commandLine } from "../../text/command-line.js";
import { jsonScalars } from "../../text/json-scalars.js";
import { parseJson } from "../../text/parse-json.js";

const MAX_PARSED_CHARACTERS = 2_000_000;
export const MAX_NAME_CHARACTERS = 200;
const MAX_FIELDS = 200;
const MAX_FIELD_DEPTH = 6;
const MAX_KEY_CHARACTERS = 100;
/** Longer values are cut; ledgers only need their beginning. */
const MAX_VALUE_CHARACTERS = 20_000;
const MAX_COMMAND_CHARACTERS = 20_000;
const COMMAND_KEY = /^(?:command|cmd|script|shell|commands|command_?line)$/i;
const SHELL_TOOL = /bash|shell|exec|terminal|command|(?:^|_)run(?:_|$)|console/i;
const PAIR = /"([A-Za-z_][\w-]{0,60})"\s{0,4}:\s{0,4}(?:"([^"\\]{0,400})"|(-?\d{1,20}))/g;

/** One scalar of a call's arguments, under the last key that leads to it. */
export interface CallField {
  readonly key: string;
  readonly value: string;
}

/**
 * What the ledgers read from one call, once. Plain JSON: it is stored while the call waits for its result.
 */
export interface CallFacts {
  readonly item: string;
  readonly callId: string;
  readonly name: string;
  /** The words of the tool's name, in lower case: `strReplace_file` becomes str, replace, file. */
  readonly verbs: readonly string[];
  readonly fields: readonly CallField[];
  /** The shell command that it runs; empty if it runs none. */
  readonly command: string;
}

export interface ReadCall {
  readonly facts: CallFacts;
  /** The arguments as JSON; undefined if they are not JSON or too large. */
  readonly parsed: unknown;
}

export function readCallFacts(item: string, call: ToolCallView): ReadCall {
  const parsed = parseJson(call.arguments, { maxCharacters: MAX_PARSED_CHARACTERS });
  const name = call.name.slice(0, MAX_NAME_CHARACTERS);
  const fields = parsed === undefined ? rawFields(call.arguments) : jsonFields(parsed);
  const facts = {
    item,
    callId: call.callId.slice(0, MAX_NAME_CHARACTERS),
    name,
    verbs: nameWords(name),
    fields,
    command: commandOf(name, parsed, fields),
  };
  return { facts, parsed };
}

function nameWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** Raw input of a custom tool, or JSON that cannot be parsed: the input itself, and the pairs at its edges. */
function rawFields(text: string): CallField[] {
  const edges = text.length <= 8_000 ? text : `${text.slice(0, 4_000)}\n${text.slice(-4_000)}`;
  const fields: CallField[] = [{ key: "input", value: text.slice(0, MAX_VALUE_CHARACTERS) }];
  if (!/^\s{0,20}[{[]/.test(text.slice(0, 40))) return fields;
  for (const match of edges.matchAll(PAIR)) {
    if (fields.length >= MAX_FIELDS) break;
    fields.push({ key: match[1] ?? "", value: match[2] ?? match[3] ?? "" });
  }
  return fields;
}

function jsonFields(parsed: unknown): CallField[] {
  return jsonScalars(parsed, { maxScalars: MAX_FIELDS, maxDepth: MAX_FIELD_DEPTH })
    .filter(({ value }) => typeof value !== "number" || Number.isSafeInteger(value))
    .map(({ key, value }) => ({
      key: key === "" ? "input" : key.slice(0, MAX_KEY_CHARACTERS),
      value: String(value).slice(0, MAX_VALUE_CHARACTERS),
    }));
}

function commandOf(name: string, parsed: unknown, fields: readonly CallField[]): string {
  if (isRecord(parsed)) {
    for (const key of Object.keys(parsed)) {
      if (!COMMAND_KEY.test(key)) continue;
      const command = commandText(parsed[key]);
      if (command !== "" && (SHELL_TOOL.test(name) || /\s/.test(command))) return command;
    }
  }
  const isShell = SHELL_TOOL.test(name);
  if (isShell && typeof parsed === "string") return commandText(parsed);
  const [input] = fields;
  return isShell && parsed === undefined && input?.key === "input" && !/^\s{0,20}[{[]/.test(input.value)
    ? commandText(input.value)
    : "";
}

/** A command line, from a text or an argument vector; the script itself for `sh -c script`. */
function commandText(value: unknown): string {
  if (typeof value === "string") return value.slice(0, MAX_COMMAND_CHARACTERS).trim();
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return "";
  return commandLine(value).slice(0, MAX_COMMAND_CHARACTERS).trim();
}
