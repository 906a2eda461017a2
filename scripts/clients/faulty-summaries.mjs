// Stands before a scripted upstream and fails its summary requests, and those alone, in one way.
import { createServer } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";

const error = (status, message) => ({
  status,
  body: JSON.stringify({
    type: "error",
    error: { type: "api_error", code: status, status: "FAILED", message },
  }),
});

/** What each fault answers; null never does. A fault without an entry is the scripted model's own. */
const FAULTS = {
  500: error(500, "The server had an error."),
  429: error(429, "Rate limit reached. Please slow down."),
  overflow: error(
    400,
    "prompt is too long: 999999 tokens > 1200 maximum. maximum context length is 1200 tokens",
  ),
  timeout: null,
};

export const FAULT_NAMES = ["500", "429", "timeout", "empty", "tool call", "overflow"];

/** Requests for a summary offer no tools, unless a vendor wants those of the history; Codex's have its prompt. */
export const asksForSummary = (body) =>
  !(body.tools?.length > 0) || JSON.stringify(body).includes("CONTEXT CHECKPOINT COMPACTION");

export async function standBefore(origin, fault) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (fault in FAULTS && asksForSummary(JSON.parse(body.toString("utf8") || "{}"))) {
      const answer = FAULTS[fault];
      if (answer) outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
      return;
    }
    const { host: _, "content-length": _length, connection: _connection, ...headers } = incoming.headers;
    const answered = await fetch(`${origin}${incoming.url}`, { method: incoming.method, headers, body });
    outgoing.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" });
    Readable.fromWeb(answered.body).pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
