import type { Archive } from "plimsoll/stores";
import type { Handler } from "../http/handler.js";
import type { InboundRequest } from "../http/inbound-request.js";

export interface McpHandlerOptions {
  readonly version: string;
  /** Where the conversations of a tenant are kept, and nobody else's. */
  archivesOf(tenant: string): readonly Archive[];
}

/** Names the conversation of a client that says it in no other way. */
const SESSION_HEADER = "x-plimsoll-session";

/**
 * Recall over streamable HTTP. Every request is whole in itself: nothing is kept between two. The parts that speak the protocol
 * are loaded with the first request.
 */
export function mcpHandler({ version, archivesOf }: McpHandlerOptions): Handler {
  return async (request, reply) => {
    const [{ WebStandardStreamableHTTPServerTransport }, { recallServer }, { answerRecall }] =
      await Promise.all([
        import("@modelcontextprotocol/server"),
        import("./recall-server.js"),
        import("./answer-recall.js"),
      ]);
    const server = recallServer({
      version,
      tools: ["recall_search", "recall_read", "recall_list"],
      answer: (call) => answerRecall(call, archivesOf(request.tenant), request.headers[SESSION_HEADER]),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const response = await transport.handleRequest(webRequest(request));
      const type = response.headers.get("content-type");
      const body = new Uint8Array(await response.arrayBuffer());
      reply.bytes(response.status, body, type === null ? {} : { "content-type": type });
    } finally {
      await server.close();
    }
  };
}

function webRequest({ method, path, headers, body }: InboundRequest): Request {
  const kept = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name"];
  const given = kept.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(`http://localhost${path}`, { method, headers: given, body: new Uint8Array(body.whole) });
}
