import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import {
  type Archive,
  archivedFormat,
  CompactError,
  type CompactManager,
  createRecall,
  type RecallTool,
  recallTools,
} from "plimsoll";
import { sessionNamed } from "../archive/open-archive.js";

export interface RecallServerOptions {
  readonly archive: Archive;
  readonly manager: CompactManager;
  /** The session that is read unless a call names another; the newest one if absent. */
  readonly session?: string;
  readonly version: string;
}

const INSTRUCTIONS =
  "Reads back what was removed from a conversation when it was compacted, and the full tool outputs behind shortened ones. " +
  "Search with recall_search for words, names, paths or ids; read with recall_read by the item_… and art_… ids that search results, " +
  "summaries and shortened outputs name.";

const SESSION = { type: "string", description: "an archived session; the current one unless told" };

/** An MCP server over the archive, for clients whose tool loop is not ours. */
export function recallServer(options: RecallServerOptions): McpServer {
  const server = new McpServer(
    { name: "plimsoll-recall", version: options.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of [...describedTools(), rememberedTool]) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(withSession(tool.parameters)),
      },
      async (input) => answer(() => run(tool.name, input, options)),
    );
  }
  return server;
}

interface DescribedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const rememberedTool: DescribedTool = {
  name: "what_is_remembered",
  description:
    "Tells what the model still sees of the session as of its last compaction: pinned items, summary, recent items.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
};

/** Names and schemas do not depend on a session; nothing is called here. */
function describedTools(): DescribedTool[] {
  const unused = (): never => {
    throw new CompactError("INVALID_INPUT", "This recall only describes its tools.");
  };
  return recallTools({ search: unused, read: unused, list: unused });
}

function withSession(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...parameters, properties: { ...(parameters["properties"] as object), session: SESSION } };
}

async function run(
  name: string,
  input: Record<string, unknown>,
  options: RecallServerOptions,
): Promise<string> {
  const { session, ...rest } = input;
  const named = typeof session === "string" ? session : options.session;
  const sessionId = await sessionNamed(options.archive, named);
  if (name === rememberedTool.name) return JSON.stringify(await options.manager.remember(sessionId));
  const format = await archivedFormat(options.archive, sessionId);
  const tools = recallTools(createRecall({ archive: options.archive, sessionId, format }));
  const tool = tools.find((candidate): candidate is RecallTool => candidate.name === name);
  return tool
    ? tool.execute(rest)
    : JSON.stringify({ error: { code: "INVALID_INPUT", message: `No tool ${name}.` } });
}

async function answer(task: () => Promise<string>) {
  try {
    const text = await task();
    return { content: [{ type: "text" as const, text }], isError: text.startsWith('{"error":') };
  } catch (error) {
    if (!CompactError.isInstance(error)) throw error;
    const text = JSON.stringify({ error: { code: error.code, message: error.message } });
    return { content: [{ type: "text" as const, text }], isError: true };
  }
}
