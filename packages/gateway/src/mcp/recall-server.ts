import { fileURLToPath } from "node:url";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import type { AnswerCall, RecallCall } from "../recall-tools/recall-call.js";
import { INSTRUCTIONS, serverInfo, TOOLS } from "../recall-tools/tools.js";

export interface RecallServerOptions {
  readonly version: string;
  readonly answer: AnswerCall;
  /** Where the client that started this process works; undefined for one that did not. */
  readonly directory?: string;
  /** The names of the tools to offer. @default all */
  readonly tools?: readonly string[];
}

const ROOTS_MILLISECONDS = 2000;

/**
 * An MCP server over the archive, for clients whose tool loop is not ours. It knows its tools by heart: nothing is read
 * and nothing of the library loaded before the first call.
 */
export function recallServer(options: RecallServerOptions): McpServer {
  const server = new McpServer(serverInfo(options.version), { instructions: INSTRUCTIONS });
  const { tools } = options;
  for (const { name, inputSchema, ...described } of TOOLS) {
    if (tools && !tools.includes(name)) continue;
    server.registerTool(
      name,
      { ...described, inputSchema: checkedLater(inputSchema) },
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

/**
 * A schema that is compiled only when arguments arrive: that takes longer than everything else about a tool.
 */
function checkedLater(schema: Record<string, unknown>): InputSchema {
  let compiled: InputSchema | undefined;
  const check = (value: unknown) => {
    compiled ??= fromJsonSchema<Record<string, unknown>>(schema);
    return compiled["~standard"].validate(value);
  };
  const jsonSchema = { input: () => schema, output: () => schema };
  return { "~standard": { version: 1, vendor: "plimsoll", jsonSchema, validate: check } };
}

/**
 * Codex names its thread; a Codex without one must not pass for Claude Code because both work in one directory.
 */
const NAMES_ITS_THREAD = /^codex/i;

/** The first root that the client names; otherwise the directory that this process was started for. */
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
