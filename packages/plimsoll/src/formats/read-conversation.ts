import { isRecord } from "../text/is-record.js";
import { MAX_ITEM_DEPTH } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { ConversationFile } from "./conversation-file.js";
import { asItems, listKeyOf, readConversationObject } from "./read-conversation-object.js";
import { detectFormat } from "./detect-format.js";
import type { Format } from "./format.js";
import { jsonDepthExceeds } from "../text/parse-json.js";
import { jsonErrorPosition } from "./reading/json-error-position.js";
import { type JsonlFile, joinLines, parseJsonl } from "./reading/jsonl-file.js";
import { REGISTRY, FORMAT_NAMES, formatByName, SESSION_FILES } from "./registry.js";
import type { SessionFileFormat } from "./session-file-format.js";
import type { WireRecord } from "./reading/wire-record.js";

/**
 * Reads a conversation in any known shape: an array of items, an object that holds one, the session file of a tool, or
 * one item per line. `format` names the format instead of detecting it, one of `FORMAT_NAMES`.
 */
export function readConversation(text: string, options: { readonly format?: string } = {}): ConversationFile {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (source.trim() === "") {
    throw new CompactError("INVALID_INPUT", "The input is empty; pass a JSON array, an object or JSONL.");
  }
  const { format: name } = options;
  const session = SESSION_FILES.find((candidate) => candidate.name === name);
  if (session !== undefined) return readSession(source, session);
  const format = name === undefined ? undefined : formatByName(name, FORMAT_NAMES);
  if (hasSeveralObjects(source)) return readLines(source, parseJsonl(source), format);
  return readValue(source, format);
}

function readSession(source: string, session: SessionFileFormat): ConversationFile {
  const file = parseJsonl(source);
  if (file.records.length === 0) throw nothingReadable(file);
  return session.read(source, file);
}

/** True if the first line is a complete JSON object and more follows. */
function hasSeveralObjects(source: string): boolean {
  const start = source.length - source.trimStart().length;
  const end = source.indexOf("\n", start);
  if (source[start] !== "{" || end === -1 || source.slice(end).trim() === "") return false;
  return parseJsonl(source.slice(start, end)).records.length === 1;
}

function readValue(source: string, format: Format | undefined): ConversationFile {
  if (jsonDepthExceeds(source, MAX_ITEM_DEPTH)) {
    throw new CompactError(
      "INVALID_INPUT",
      `The JSON is nested deeper than ${MAX_ITEM_DEPTH} levels; send deep content as text instead.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    return readBrokenValue(source, format, cause);
  }
  if (Array.isArray(value)) return readArray(value, format);
  if (!isRecord(value)) {
    throw new CompactError(
      "INVALID_INPUT",
      `The input is ${value === null ? "null" : `a JSON ${typeof value}`}; pass an array or an object.`,
    );
  }
  return isLoneLine(value)
    ? readLines(source, parseJsonl(compactLine(source, value)), format)
    : readConversationObject(value, format);
}

/** The only line of a JSONL file may be pretty-printed; it is read as one line. */
function compactLine(source: string, value: WireRecord): string {
  return source.trim().includes("\n") ? JSON.stringify(value) : source;
}

function readArray(list: readonly unknown[], format: Format | undefined): ConversationFile {
  const items = asItems(list);
  return {
    format: format ?? detectFormat(items),
    items,
    problems: [],
    write: (window) => `${JSON.stringify(window, null, 2)}\n`,
  };
}

/** True for an object that is an item or a session record rather than something that holds a list. */
function isLoneLine(value: WireRecord): boolean {
  if (REGISTRY.some((format) => format.decides?.(value))) return true;
  if (listKeyOf(value) !== undefined) return false;
  if (SESSION_FILES.some((session) => session.matches([value]))) return true;
  return REGISTRY.some((format) => format.matches(value));
}

/** A file with a broken first line is still JSONL if most of its lines are objects. */
function readBrokenValue(source: string, format: Format | undefined, cause: unknown): ConversationFile {
  const file = parseJsonl(source);
  if (file.records.length > 0 && file.records.length >= file.problems.length) {
    return readLines(source, file, format);
  }
  const { line, column } = jsonErrorPosition(source);
  throw new CompactError(
    "INVALID_INPUT",
    `The input is not JSON: it breaks at line ${line}, column ${column}.`,
    {
      details: { line, column },
      cause,
    },
  );
}

function readLines(source: string, file: JsonlFile, format: Format | undefined): ConversationFile {
  const { records, problems, rawLines } = file;
  if (records.length === 0) throw nothingReadable(file);
  const session = format === undefined && SESSION_FILES.find((candidate) => candidate.matches(records));
  if (session) return session.read(source, file);
  return {
    format: format ?? detectFormat(records),
    items: records,
    problems,
    write: (window) => joinLines(window.map((item) => rawLines.get(item) ?? JSON.stringify(item))),
  };
}

function nothingReadable(file: JsonlFile): CompactError {
  const [first] = file.problems;
  const reason = first === undefined ? "it has no lines" : `line ${first.line} is ${first.message}`;
  return new CompactError("UNKNOWN_FORMAT", `No line of the file can be read: ${reason}.`, {
    details: { problems: file.problems },
  });
}
