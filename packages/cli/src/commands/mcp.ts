import { once } from "node:events";
import { createRequire } from "node:module";
import type { McpServer } from "@modelcontextprotocol/server";
import { CompactError } from "plimsoll";
import { managerFromSettings, storageFromSettings } from "plimsoll/node";
import { archiveOver, archiveSettings } from "../archive/open-archive.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { McpOptions } from "../options.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** Serves recall to any MCP client, over standard input and output or over HTTP, until it is ended. */
export async function mcp(options: McpOptions, context: CommandContext): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = storageFromSettings(settings.storage, context.environment);
  const archive = archiveOver(storage, settings);
  const manager = managerFromSettings(settings, { storage, exporters: [] });
  const { recallServer } = await import("../mcp/recall-server.js");
  const { session } = options;
  const create = () =>
    recallServer({ archive, manager, version, ...(session === undefined ? {} : { session }) });
  try {
    if (options.http === undefined) await serveStdio(create, context);
    else await serveOverHttp(create, options, context);
  } finally {
    await manager.close();
  }
  return EXIT_CODES.done;
}

type Create = () => McpServer;

async function serveStdio(create: Create, { signal }: CommandContext): Promise<void> {
  const { StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
  const server = create();
  const ended = once(process.stdin, "close", { signal }).catch(() => undefined);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

async function serveOverHttp(create: Create, options: McpOptions, context: CommandContext): Promise<void> {
  const port = Number(options.http);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CompactError("INVALID_INPUT", `--http is ${options.http}; give a port from 0 to 65535.`);
  }
  const { serveHttp } = await import("../mcp/serve-http.js");
  const token = options.tokenEnv === undefined ? undefined : context.environment[options.tokenEnv];
  if (options.tokenEnv !== undefined && !token) {
    throw new CompactError("INVALID_INPUT", `--token-env names ${options.tokenEnv}, which is not set.`);
  }
  const served = await serveHttp({
    host: options.host,
    port,
    createServer: create,
    ...(token ? { token } : {}),
  });
  if (context.output.json) await context.output.data({ url: served.url });
  else context.output.note(`MCP at ${served.url}`);
  await new Promise<void>((resolve) =>
    context.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  await served.close();
}
