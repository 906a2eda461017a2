// A voice session over a real WebSocket with a model that answers in 50 ms: what the compactor adds to its wall time.
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { compactRealtime } from "plimsoll/realtime";
import { startRealtimeServer } from "plimsoll-testkit";
import { WebSocket, WebSocketServer } from "ws";
import { costs } from "./row.mjs";
import { interleave } from "./timing.mjs";

const MODEL_MILLISECONDS = 50;
const WINDOW = 28_224;
/** Some 400 tokens a turn with its answer: a session of two hundred turns is three windows long. */
const REQUEST = "Please look at the order once more and say where it was scanned last. ".repeat(12);
const ANSWER = "It was scanned in the depot this morning and is on its way to you by now. ".repeat(11);

async function respond() {
  await wait(MODEL_MILLISECONDS);
  return [{ text: ANSWER }];
}

/** Speaks all turns one after the other, without a pause; gives what was summarized. */
async function speak(turns, options) {
  const server = await startRealtimeServer({ WebSocketServer, respond });
  const socket = new WebSocket(server.url);
  const compactor = options && compactRealtime(socket, options);
  const heard = { answers: 0, resolve: () => undefined };
  socket.on("message", (data) => {
    if (!String(data).includes('"type":"response.done"')) return;
    heard.answers += 1;
    heard.resolve();
  });
  await new Promise((resolve) => socket.once("open", resolve));
  for (let turn = 1; turn <= turns; turn += 1) {
    const answered = new Promise((resolve) => {
      heard.resolve = resolve;
    });
    const content = [{ type: "input_text", text: `${turn}. ${REQUEST}` }];
    socket.send(
      JSON.stringify({ type: "conversation.item.create", item: { type: "message", role: "user", content } }),
    );
    socket.send(JSON.stringify({ type: "response.create" }));
    await answered;
  }
  await compactor?.close();
  socket.close();
  await server.close();
  assert.deepEqual(server.violations, []);
  return compactor?.summaries.length ?? 0;
}

export default async function realtime({ quick }) {
  const turns = quick ? 20 : 200;
  const options = { maxContextTokens: quick ? 4000 : WINDOW };
  let summaries = 0;
  const samples = await interleave(
    [
      { name: "alone", run: () => speak(turns) },
      {
        name: "compacted",
        run: async () => {
          summaries = await speak(turns, options);
        },
      },
    ],
    { rounds: quick ? 1 : 3, warmups: 1 },
  );
  assert.ok(summaries > 0, "nothing was compacted");
  return [
    costs({
      name: `${turns} turns of a Realtime session, ${summaries} summaries`,
      subject: samples.compacted,
      baseline: samples.alone,
      against: "the same without a compactor",
      goal: ["at most", 1.1],
    }),
  ];
}
