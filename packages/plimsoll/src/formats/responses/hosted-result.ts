import { isRecord } from "../../text/is-record.js";
import type { ItemView, ToolResultView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import { opaqueView } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** A call that the provider carried out: the item has the call and its result. */
interface HostedKind {
  readonly name: string;
  /** Where the arguments stand. */
  readonly argumentsKey: string;
  /** Where the result stands. */
  readonly outputKey: string;
  /** The text of the result. */
  textOf(output: unknown): string;
  /** The same output with another text. */
  withText(output: unknown, text: string): unknown;
}

const HOSTED_KINDS: Readonly<Record<string, HostedKind>> = {
  mcp_call: {
    name: "mcp",
    argumentsKey: "arguments",
    outputKey: "output",
    textOf: (output) => (output === null || output === undefined ? "" : jsonText(output)),
    withText: (_, text) => text,
  },
  code_interpreter_call: {
    name: "code_interpreter",
    argumentsKey: "code",
    outputKey: "outputs",
    textOf: (output) =>
      entriesOf(output, "logs")
        .map(({ text }) => text)
        .join("\n"),
    withText: (output, text) => withEntryText(output, "logs", text),
  },
  file_search_call: {
    name: "file_search",
    argumentsKey: "queries",
    outputKey: "results",
    textOf: fileSearchText,
    withText: (output, text) => withEntryText(output, "text", text),
  },
};

/** A call of a server that failed has its result where others say that there was no error: a text, or parts of one. */
const FAILED_MCP: HostedKind = {
  name: "mcp",
  argumentsKey: "arguments",
  outputKey: "error",
  textOf: (error) =>
    isRecord(error)
      ? entriesOf(error["content"], "text")
          .map(({ text }) => text)
          .join("\n")
      : stringOf(error),
  withText: (error, text) =>
    isRecord(error) ? { ...error, content: withEntryText(error["content"], "text", text) } : text,
};

function kindOf(record: WireRecord): HostedKind | undefined {
  const kind = HOSTED_KINDS[stringOf(record["type"])];
  const isEmpty = kind?.textOf(record[kind.outputKey]) === "";
  return isEmpty && record["type"] === "mcp_call" ? FAILED_MCP : kind;
}

/** The result in an item of a tool that the provider runs; undefined if there is none. */
export function hostedResult(record: WireRecord): ToolResultView | undefined {
  const kind = kindOf(record);
  const text = kind?.textOf(record[kind.outputKey]) ?? "";
  if (kind === undefined || text === "") return undefined;
  const callId = stringOf(record["id"]);
  const name = stringOf(record["name"]) || kind.name;
  const isError = record["status"] === "failed" || (record["error"] ?? null) !== null;
  const ownCall = { callId, name, arguments: jsonText(record[kind.argumentsKey] ?? ""), mayStayOpen: true };
  return { callId, name, text, isError, ownCall };
}

/** The view of such an item: its result is read, the rest is counted. */
export function hostedView(record: WireRecord, meta: WireRecord): ItemView | undefined {
  const result = hostedResult(record);
  const kind = kindOf(record);
  if (result === undefined || kind === undefined) return undefined;
  const { [kind.outputKey]: output, ...rest } = record;
  return opaqueView({ ...rest, [kind.outputKey]: kind.withText(output, "") }, { results: [result], meta });
}

/** The item with `text` for its result; undefined if it is of no such kind. */
export function withHostedText(record: WireRecord, text: string): WireRecord | undefined {
  const kind = kindOf(record);
  if (kind === undefined) return undefined;
  return { ...record, [kind.outputKey]: kind.withText(record[kind.outputKey], text) };
}

/** The entries of a list that have a text under this key. */
function entriesOf(output: unknown, key: string): { readonly entry: WireRecord; readonly text: string }[] {
  if (!Array.isArray(output)) return [];
  return output
    .filter(isRecord)
    .map((entry) => ({ entry, text: stringOf(entry[key]) }))
    .filter(({ text }) => text !== "");
}

/** Every entry stays; the first that had a text has this one, the others none. */
function withEntryText(output: unknown, key: string, text: string): unknown {
  if (!Array.isArray(output)) return output;
  let given = false;
  return output.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry[key] !== "string") return entry;
    const replaced = { ...entry, [key]: given ? "" : text };
    given = true;
    return replaced;
  });
}

/** One text as it is; several as a list of what was found. */
function fileSearchText(output: unknown): string {
  const entries = entriesOf(output, "text");
  return entries.length <= 1 ? (entries[0]?.text ?? "") : jsonText(entries.map(({ entry }) => entry));
}
