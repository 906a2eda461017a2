import type { ToolCallView } from "../conversation/item-view.js";
import { type ArgumentField, callFields, COMMAND_KEY, firstText, PATH_KEY } from "./call-fields.js";
import { normalizePath } from "./normalize-path.js";
import type { ReadExtent } from "./read-extent.js";
import { shellRead } from "./shell-read.js";

/** A call that reads one file, or a part of it, and does nothing else. */
export interface FileRead {
  readonly path: string;
  /** The path depends on the working directory of a shell that keeps it from call to call. */
  readonly relativeToShell: boolean;
  readonly extent: ReadExtent;
  /** Two extents are comparable only if this is the same: tools count lines differently. */
  readonly dialect: string;
}

/** Reads have short arguments. */
const MAX_ARGUMENT_CHARACTERS = 4_000;
const MAX_FIELDS = 12;

const FIRST_KEYS = new Set([
  "offset",
  "start",
  "startline",
  "linestart",
  "fromline",
  "firstline",
  "beginline",
]);
const LAST_KEYS = new Set(["end", "endline", "lineend", "toline", "lastline"]);
const COUNT_KEYS = new Set([
  "limit",
  "count",
  "length",
  "linecount",
  "numlines",
  "maxlines",
  "numberoflines",
]);
const RANGE_KEYS = new Set(["viewrange", "linerange", "range", "lines"]);
const FOLDER_KEYS = new Set(["cwd", "workdir", "workingdirectory", "workingdir", "directory"]);
/** Keys that limit the producer's output. */
const CAP_KEYS = /^max(?:imum)?(?:output)?(?:tokens|bytes|chars|characters|length|size)$/;
/** Keys that do not change which lines are shown. */
const NEUTRAL_KEYS =
  /^(?:encoding|(?:show|include|with)?linenumbers?|explanation|description|reason|justification|timeout(?:ms|seconds)?|yieldtimems|login|tty|shell)$/;

const READING = new Set(["read", "view", "cat"]);
const GETTING = new Set(["open", "get", "load", "show", "fetch", "print", "display"]);
const CONTENT = new Set(["file", "content", "contents", "source", "text", "document"]);
/** Words of tools that do something else to a file, or read something else of it. */
const OTHER = new Set(
  (
    "write edit delete remove create update replace apply patch search grep find list diff history log logs blame meta " +
    "metadata info stat stats run test lint diagnostics symbols directory dir image multiple many"
  ).split(" "),
);

/**
 * What a call reads, told from the shape of its arguments; undefined if it is not plainly the read of one file.
 */
export function fileRead(call: ToolCallView): FileRead | undefined {
  if (call.arguments.length > MAX_ARGUMENT_CHARACTERS) return undefined;
  const fields = callFields(call).filter(([, value]) => value !== null && value !== undefined);
  if (fields.length > MAX_FIELDS) return undefined;
  const commands = fields.filter(([key]) => COMMAND_KEY.test(key));
  const rest = fields.filter(([key]) => !COMMAND_KEY.test(key));
  const command = firstText(commands, COMMAND_KEY);
  if (commands.length > 1 || (commands.length === 1 && command === "")) return undefined;
  const paths = rest.filter(([key]) => PATH_KEY.test(key));
  if (command !== "" && paths.length === 0) return readByShell(command, rest);
  const verb = command === "" ? call.name : command;
  return paths.length === 1 && isReading(verb) ? readByPath(call.name, rest) : undefined;
}

function readByShell(command: string, fields: readonly ArgumentField[]): FileRead | undefined {
  const read = shellRead(command);
  const options = optionsOf(fields);
  if (read === undefined || options === undefined || options.extent !== undefined) return undefined;
  const path = normalizePath(read.path, read.folder, options.folder);
  if (path === undefined) return undefined;
  const relativeToShell = options.folder === "" && !/^(?:[~/]|[A-Za-z]:)/.test(path);
  return { path, relativeToShell, extent: read.extent, dialect: `shell ${options.cap}` };
}

function readByPath(name: string, fields: readonly ArgumentField[]): FileRead | undefined {
  const options = optionsOf(fields.filter(([key]) => !PATH_KEY.test(key)));
  const path = options && normalizePath(firstText(fields, PATH_KEY), options.folder);
  if (!options || path === undefined) return undefined;
  const extent = options.extent ?? { kind: "lines", first: 0, last: Number.POSITIVE_INFINITY };
  return { path, relativeToShell: false, extent, dialect: `${name} ${options.cap}` };
}

/** True for a name of a tool, or of its command, that reads a file. */
function isReading(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => OTHER.has(word))) return false;
  return (
    words.some((word) => READING.has(word)) ||
    (words.some((word) => GETTING.has(word)) && words.some((word) => CONTENT.has(word)))
  );
}

interface ReadOptions {
  readonly extent?: ReadExtent;
  readonly folder: string;
  readonly cap: string;
}

/** Numbers of lines that arguments name. */
interface NamedLines {
  first?: number;
  last?: number;
  count?: number;
}

const LINE_KEYS: readonly (readonly [keyof NamedLines, ReadonlySet<string>])[] = [
  ["first", FIRST_KEYS],
  ["last", LAST_KEYS],
  ["count", COUNT_KEYS],
];

/** What the arguments beside path and command say; undefined if one of them is nothing that a read has. */
function optionsOf(fields: readonly ArgumentField[]): ReadOptions | undefined {
  const lines: NamedLines = {};
  let [folder, cap] = ["", ""];
  for (const [name, value] of fields) {
    const key = name.replace(/[_-]/g, "").toLowerCase();
    if (readLines(key, value, lines)) continue;
    if (FOLDER_KEYS.has(key) && typeof value === "string") folder = value;
    else if (CAP_KEYS.test(key) && isLine(value)) cap += `${key}=${value} `;
    else if (!NEUTRAL_KEYS.test(key)) return undefined;
  }
  const base = { folder, cap };
  if (Object.keys(lines).length === 0) return base;
  const extent = extentOf(lines);
  return extent && { ...base, extent };
}

/** Takes note of lines that an argument names; false if it names none. */
function readLines(key: string, value: unknown, lines: NamedLines): boolean {
  const range = RANGE_KEYS.has(key) ? rangeOf(value) : undefined;
  if (range) [lines.first, lines.last] = range;
  const named = isLine(value) ? LINE_KEYS.find(([, keys]) => keys.has(key))?.[0] : undefined;
  if (named !== undefined) lines[named] = value as number;
  return range !== undefined || named !== undefined;
}

function extentOf({ first = 0, last, count }: NamedLines): ReadExtent | undefined {
  if (last !== undefined && count !== undefined) return undefined;
  const to = last ?? (count === undefined ? Number.POSITIVE_INFINITY : first + count - 1);
  return to < first ? undefined : { kind: "lines", first, last: to };
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** `[first, last]`, where a last of -1 is the end of the file. */
function rangeOf(value: unknown): [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [first, last] = value as unknown[];
  if (!isLine(first)) return undefined;
  if (last === -1) return [first, Number.POSITIVE_INFINITY];
  return isLine(last) ? [first, last] : undefined;
}
