// A provider on this machine that refuses what the real ones refuse: a request over the window, a call without its result, a
// result without its call. It also refuses a request that lost the agent's instructions or its tool. It knows only what it is sent. Speaks Chat Completions, Responses, Messages and Gemini, streamed and not.
import { createServer } from "node:http";
import { chat } from "./apis/chat.mjs";
import { gemini } from "./apis/gemini.mjs";
import { messages } from "./apis/messages.mjs";
import { responses } from "./apis/responses.mjs";

const APIS = [chat, responses, messages, gemini];
const FILLER = "Every line of the ledger adds up, nothing is missing. ".repeat(6);

/** What the model says: two calls at once for a request, an answer once both have their results, the badge when asked. */
function move(text, { last, isResult }) {
  if (isResult) return { text: `Done. ${FILLER}` };
  if (last.includes("Which badge")) return { text: /badge is (\w+-\d+)/.exec(text)?.[1] ?? "unknown" };
  const ledger = /ledger (\d+)/.exec(last)?.[1] ?? "0";
  return { calls: [0, 1].map((side) => ({ name: "read_ledger", input: { ledger: `${ledger}.${side}` } })) };
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

/** What every request of the session needs, if the first had it: the instructions, and the tool. */
const NEEDED = ["You keep the ledgers.", '"Reads a ledger."'];

function lossOf(body, first) {
  const text = JSON.stringify(body);
  const lost = NEEDED.find((needed) => first.includes(needed) && !text.includes(needed));
  return lost && `The request has lost ${lost}`;
}

/** @param window tokens, four characters each */
export async function startStrictProvider({ window }) {
  const seen = [];
  let count = 0;
  let first;
  const server = createServer(async (request, response) => {
    const [path] = String(request.url).split("?");
    const api = APIS.find(({ matches }) => matches(path));
    if (!api || request.method !== "POST") {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `no such route: ${path}` } }));
      return;
    }
    const body = await bodyOf(request);
    first ??= JSON.stringify(body);
    const tokens = Math.ceil(JSON.stringify(api.list(body)).length / 4);
    const streams = body.stream === true || path.endsWith(":streamGenerateContent");
    const problem = tokens > window ? "overflow" : (api.problemOf(body) ?? lossOf(body, first));
    seen.push({ api: api.name, tokens, items: api.list(body).length, streams, problem });
    if (problem !== undefined) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(
        JSON.stringify(problem === "overflow" ? api.overflow(tokens, window) : api.error(problem)),
      );
      return;
    }
    const answer = { ...move(JSON.stringify(api.list(body)), api.newest(body)), id: ++count, tokens };
    response.writeHead(200, { "content-type": streams ? "text/event-stream" : "application/json" });
    if (streams) for (const line of api.events(answer)) response.write(line);
    else response.write(JSON.stringify(api.answer(answer)));
    response.end();
  });
  // A busy machine may take longer between two requests than a server waits by default.
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
