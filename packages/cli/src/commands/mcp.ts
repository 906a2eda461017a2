import { createRequire } from "node:module";
import type { McpServer } from "@modelcontextprotocol/server";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { CallAnswers } from "../mcp/answer-calls.js";
import { serveStdio, type ServeStdioOptions } from "../mcp/serve-stdio.js";
import type { McpOptions } from "../command-options.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** Serves recall to any MCP client, over standard input and output or over HTTP, until it is ended. */
export async function mcp(options: McpOptions, context: CommandContext): Promise<number> {
  const answers = lazyAnswers(options, context);
  try {
    if (options.http === undefined) await serveProcess(answers, context);
    else await serveOverHttp(answers, options, context);
  } finally {
    await answers.close();
  }
  return EXIT_CODES.done;
}

interface LazyAnswers extends CallAnswers {
  /** Loads the library and the settings now. */
  load(): Promise<CallAnswers>;
}

/** Clients list the tools of all their servers before the first request, so the library waits for the first call. */
function lazyAnswers(options: McpOptions, context: CommandContext): LazyAnswers {
  let loaded: Promise<CallAnswers> | undefined;
  const load = (): Promise<CallAnswers> => {
    loaded ??= import("../mcp/answer-calls.js")
      .then(({ answerCalls }) => answerCalls(options, context))
      .catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
    return loaded;
  };
  return {
    load,
    answer: async (call) => (await load()).answer(call),
    close: async () => (await loaded?.catch(() => undefined))?.close(),
  };
}

async function serveProcess(answers: LazyAnswers, context: CommandContext): Promise<void> {
  const directory = context.environment["CLAUDE_PROJECT_DIR"] || context.cwd;
  const connect: ServeStdioOptions["connect"] = async (input, output) => {
    const [{ StdioServerTransport }, { recallServer }] = await Promise.all([
      import("@modelcontextprotocol/server/stdio"),
      import("plimsoll-gateway/mcp"),
    ]);
    const server = recallServer({ version, directory, answer: (call) => answers.answer(call) });
    await server.connect(new StdioServerTransport(input, output));
    return server;
  };
  await serveStdio({ version, output: process.stdout, connect }, context);
}

/** A client that connects from anywhere has no directory here. */
async function serveOverHttp(
  answers: LazyAnswers,
  options: McpOptions,
  context: CommandContext,
): Promise<void> {
  const [{ serveHttp, httpOptions }, { recallServer }] = await Promise.all([
    import("../mcp/serve-http.js"),
    import("plimsoll-gateway/mcp"),
    answers.load(),
  ]);
  const createServer = (): McpServer => recallServer({ version, answer: (call) => answers.answer(call) });
  const served = await serveHttp({ ...httpOptions(options, context), createServer });
  if (context.output.json) await context.output.data({ url: served.url });
  else context.output.note(`MCP at ${served.url}`);
  await new Promise<void>((resolve) =>
    context.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  await served.close();
}
