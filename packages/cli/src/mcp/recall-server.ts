import { fileURLToPath } from "node:url";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { RECALL_ANNOTATIONS, RECALL_TOOL_DESCRIPTIONS, type RecallToolDescription } from "plimsoll/recall";
import type { AnswerCall, RecallCall } from "./recall-call.js";

export interface RecallServerOptions {
  readonly version: string;
  readonly answer: AnswerCall;
  /** Where the client that started this process works; undefined for one that did not. */
  readonly directory?: string;
}

const INSTRUCTIONS =
  "Reads back what was removed from a conversation when it was compacted, and the full tool outputs behind shortened ones. " +
  "Search with recall_search for words, names, paths or ids; read with recall_read by the item_… and art_… ids that search results, " +
  "summaries and shortened outputs name.";

const SESSION = {
  type: "string",
  description: "an archived session, only where the server asks for one; otherwise this conversation is read",
};

const REMEMBERED_TOOL: RecallToolDescription = {
  name: "what_is_remembered",
  title: "Show what is still in the context",
  description:
    "Tells what the model still sees of the session as of its last compaction: pinned items, summary, recent items.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  annotations: RECALL_ANNOTATIONS,
};

const ROOTS_MILLISECONDS = 2000;

/**
 * An MCP server over the archive, for clients whose tool loop is not ours. It knows its tools by heart: nothing is read
 * and nothing of the library loaded before the first call.
 */
export function recallServer(options: RecallServerOptions): McpServer {
  const server = new McpServer(
    { name: "plimsoll-recall", version: options.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of [...RECALL_TOOL_DESCRIPTIONS, REMEMBERED_TOOL]) {
    const { name, title, description, annotations } = tool;
    const inputSchema = checkedLater(withSession(tool.parameters));
    server.registerTool(
      name,
      { title, description, inputSchema, annotations: { title, ...annotations } },
      async (input, { mcpReq: { _meta: meta = {} } }) =>
        answered(options.answer, {
          name,
          input,
          meta,
          directory: () => directoryOf(server, options),
        }),
    );
  }
  return server;
}

type InputSchema = ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;

/** A schema that is only compiled when arguments come: that takes longer than all else about a tool. */
function checkedLater(schema: Record<string, unknown>): InputSchema {
  let compiled: InputSchema | undefined;
  const check = (value: unknown) => {
    compiled ??= fromJsonSchema<Record<string, unknown>>(schema);
    return compiled["~standard"].validate(value);
  };
  const jsonSchema = { input: () => schema, output: () => schema };
  return { "~standard": { version: 1, vendor: "plimsoll", jsonSchema, validate: check } };
}

function withSession(parameters: RecallToolDescription["parameters"]): Record<string, unknown> {
  return { ...parameters, properties: { ...(parameters["properties"] as object), session: SESSION } };
}

/** Codex names its thread; one that does not is not taken for Claude Code because both work in one directory. */
const NAMES_ITS_THREAD = /^codex/i;

/** The first root that the client names; where it names none, the directory that this process was started for. */
async function directoryOf(
  { server }: McpServer,
  { directory }: RecallServerOptions,
): Promise<string | undefined> {
  if (NAMES_ITS_THREAD.test(server.getClientVersion()?.name ?? "")) return undefined;
  if (!server.getClientCapabilities()?.roots) return directory;
  const listed = await server.listRoots(undefined, { timeout: ROOTS_MILLISECONDS }).catch(() => undefined);
  const root = listed?.roots.find(({ uri }) => uri.startsWith("file://"));
  return root === undefined ? directory : pathOf(root.uri);
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

async function answered(answer: AnswerCall, call: RecallCall) {
  const text = await answer(call);
  return { content: [{ type: "text" as const, text }], isError: text.startsWith('{"error":') };
}
