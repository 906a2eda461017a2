// A Chat Completions server that streams a fixed answer as fast as it is read: what both proxies stand in front of.
import { createServer } from "node:http";

const CHUNKS = Number(process.env["CHUNKS"] ?? 50);
const GAP_MS = Number(process.env["GAP_MS"] ?? 2);
const chunk = (delta, reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const LAST = `${chunk({}, "stop")}data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [], usage: { prompt_tokens: 9, completion_tokens: CHUNKS, total_tokens: 9 + CHUNKS } })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let sent = 0;
    const next = () => {
      if (response.destroyed) return;
      if (sent++ === CHUNKS) return void response.end(LAST);
      response.write(chunk({ content: `${process.hrtime.bigint()} ` }));
      if (GAP_MS === 0) setImmediate(next);
      else setTimeout(next, GAP_MS);
    };
    next();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
