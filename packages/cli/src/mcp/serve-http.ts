import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { McpServer } from "@modelcontextprotocol/server";
import { CompactError } from "plimsoll";
import type { CommandContext } from "../command-context.js";
import type { McpOptions } from "../command-options.js";

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** The bearer token that a client must send; required if other machines can connect. */
  readonly token?: string;
  createServer(): McpServer;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
const PATH = "/mcp";

/** The address to listen on and the token, from the options. */
export function httpOptions(
  { http, host, tokenEnv }: McpOptions,
  { environment }: CommandContext,
): Omit<ServeOptions, "createServer"> {
  const port = Number(http);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CompactError("INVALID_INPUT", `--http is ${http}; give a port from 0 to 65535.`);
  }
  const token = tokenEnv === undefined ? undefined : environment[tokenEnv];
  if (tokenEnv !== undefined && !token) {
    throw new CompactError("INVALID_INPUT", `--token-env names ${tokenEnv}, which is not set.`);
  }
  return { host, port, ...(token ? { token } : {}) };
}

/** Serves MCP over streamable HTTP, stateless: every request is independent. */
export async function serveHttp(
  options: ServeOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (!LOOPBACK.has(options.host) && options.token === undefined) {
    throw new CompactError(
      "INVALID_INPUT",
      `--host ${options.host} lets other machines connect; name a token with --token-env, or use 127.0.0.1.`,
    );
  }
  const server = createServer((request, response) => void handle(request, response, options));
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}${PATH}`, close: () => close(server) };
}

function listen(server: Server, { port, host }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new CompactError("INVALID_INPUT", `Cannot listen on ${host}:${port}: ${cause.message}`, { cause }),
      ),
    );
    server.listen(port, host, resolve);
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const refusal = refusalOf(request, options);
  if (refusal) {
    response.writeHead(refusal.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: refusal.message }));
    return;
  }
  const server = options.createServer();
  const transport = new NodeStreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => void server.close());
  try {
    await server.connect(transport);
    await transport.handleRequest(request, response);
  } catch {
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

/** Refuses what a page in a browser could send, by another name for this machine or from another origin. */
function refusalOf(
  request: IncomingMessage,
  options: ServeOptions,
): { status: number; message: string } | undefined {
  const path = (request.url ?? "").split("?")[0];
  if (path !== PATH) return { status: 404, message: `Not found; MCP is at ${PATH}.` };
  if (options.token === undefined) {
    const host = hostName(request.headers.host ?? "");
    if (!LOOPBACK.has(host)) return { status: 403, message: "This server does not accept that host name." };
  } else if (!isToken(request.headers.authorization, options.token)) {
    return { status: 401, message: "Send a bearer token." };
  }
  const { origin } = request.headers;
  if (origin !== undefined && !LOOPBACK.has(hostName(origin.replace(/^https?:\/\//, "")))) {
    return { status: 403, message: "This server does not accept that origin." };
  }
  return undefined;
}

function hostName(host: string): string {
  return host.startsWith("[") ? host.slice(1, host.indexOf("]")) : (host.split(":")[0] ?? "");
}

function isToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}

/** Of one length, so that the time of a comparison tells nothing of the token, nor of how long it is. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
