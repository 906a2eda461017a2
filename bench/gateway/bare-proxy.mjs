// The least that a proxy on the same framework and client does: it passes bytes both ways.
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { Agent } from "undici";

const agent = new Agent({ connections: null });
const origin = process.env["UPSTREAM"];
const app = new Hono();
app.post("/v1/*", async (context) => {
  const { incoming, outgoing } = context.env;
  const answer = await agent.request({
    origin,
    path: context.req.path,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: incoming,
  });
  outgoing.writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] });
  answer.body.pipe(outgoing);
  return RESPONSE_ALREADY_SENT;
});
const server = createServer(getRequestListener(app.fetch));
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("message", () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage().rss }));
