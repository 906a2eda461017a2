import { isRecord } from "../../text/is-record.js";
import type { ToolCallView } from "../../conversation/item-view.js";
import { jsonDepthExceeds } from "../../formats/json-depth.js";

const MAX_PARSED_CHARACTERS = 2_000_000;
const MAX_JSON_DEPTH = 64;
export const MAX_NAME_CHARACTERS = 200;
const MAX_FIELDS = 200;
const MAX_FIELD_DEPTH = 6;
/** Longer values are cut; what a ledger looks for stands at their beginning. */
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

/** What the ledgers read of one call, taken once. Plain JSON: it is stored while the call waits for its result. */
export interface CallFacts {
  readonly item: string;
  readonly callId: string;
  readonly name: string;
  /** The words of the tool's name, in lower case: `strReplace_file` gives str, replace, file. */
  readonly verbs: readonly string[];
  readonly fields: readonly CallField[];
  /** The shell command that it runs; empty where it runs none. */
  readonly command: string;
}

export interface ReadCall {
  readonly facts: CallFacts;
  /** The arguments as JSON; undefined where they are not JSON or too large. */
  readonly parsed: unknown;
}

export function readCallFacts(item: string, call: ToolCallView): ReadCall {
  const parsed = parseArguments(call.arguments);
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

function parseArguments(text: string): unknown {
  if (text.length > MAX_PARSED_CHARACTERS || jsonDepthExceeds(text, MAX_JSON_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

function jsonFields(value: unknown): CallField[] {
  const fields: CallField[] = [];
  const walk = (node: unknown, key: string, depth: number): void => {
    if (fields.length >= MAX_FIELDS || depth > MAX_FIELD_DEPTH) return;
    if (typeof node === "string") fields.push({ key, value: node.slice(0, MAX_VALUE_CHARACTERS) });
    else if (Number.isSafeInteger(node) || typeof node === "boolean")
      fields.push({ key, value: String(node) });
    else if (Array.isArray(node)) {
      for (const entry of node.slice(0, MAX_FIELDS)) walk(entry, key, depth + 1);
    } else if (isRecord(node)) {
      for (const name of Object.keys(node).slice(0, MAX_FIELDS))
        walk(node[name], name.slice(0, 100), depth + 1);
    }
  };
  walk(value, "input", 0);
  return fields;
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

/** A command line, from a text or an argument vector; the script itself where it is `sh -c script`. */
function commandText(value: unknown): string {
  if (typeof value === "string") return value.slice(0, MAX_COMMAND_CHARACTERS).trim();
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return "";
  const words: readonly string[] = value;
  const script = words[2];
  if (words.length === 3 && script !== undefined && /^-l?i?c$/.test(words[1] ?? ""))
    return script.slice(0, MAX_COMMAND_CHARACTERS).trim();
  return words.slice(0, 1_000).join(" ").slice(0, MAX_COMMAND_CHARACTERS).trim();
}
