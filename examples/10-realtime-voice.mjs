// A voice agent that never outgrows its window, on the real `@openai/agents-realtime`. Everything Plimsoll adds stands
// between the two marks: fewer than ten lines. The server is a local one that behaves like the Realtime API, so that
// this runs without a key. It is a part of this repository and not on npm: with a key, leave it and `url` out.
import assert from "node:assert/strict";
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime";
import { recallFrom, recallTools } from "plimsoll/recall";
import { startRealtimeServer } from "plimsoll-testkit";
import { WebSocketServer } from "ws";

const WINDOW = 3000;
const TURNS = 40;

/** Says what it can see: whether the room that was asked for in the second turn is still known. */
function respond(conversation) {
  const seen = JSON.stringify(conversation.slice(0, -1));
  const asked = JSON.stringify(conversation.at(-1));
  const text = asked.includes("Which room")
    ? seen.includes("R-4071")
      ? "R-4071."
      : "I do not know."
    : "Done. ";
  return [
    {
      text: text.length > 6 ? text : text.padEnd(60, "I turned it and looked at it again. "),
      audioTokens: 60,
    },
  ];
}

const server = await startRealtimeServer({ WebSocketServer, respond, maxContextTokens: WINDOW });
const { url } = server;
const apiKey = "ek_local";
const recall = recallTools(recallFrom(() => compactor.manager.recall(compactor.sessionId)));
const tools = recall.map((one) => tool({ ...one, strict: false }));
const agent = new RealtimeAgent({ name: "house", instructions: "You keep a house in order.", tools });
const transport = new OpenAIRealtimeWebSocket({ url, useInsecureApiKey: true });
const session = new RealtimeSession(agent, { transport });
const events = [];

// --- the snippet of docs/integrations/realtime.md
import { compactRealtime } from "plimsoll/realtime";

const compactor = compactRealtime(session, {
  maxContextTokens: WINDOW, // the model's maximum input; 28224 by default
  keepTurns: 2, // the last two turns stay word for word
  onEvent: (event) => events.push(event), // every summary with its cost, every failure, the request to reset
});
await session.connect({ apiKey, url });
// --- end

/** The user says something aloud; resolves with the answer. */
async function say(transcript) {
  const answered = new Promise((resolve) => {
    transport.once("turn_done", ({ response }) => resolve(response.output[0]?.content[0]?.transcript));
  });
  server.speak(transcript, { audioTokens: 40 });
  const answer = await answered;
  await compactor.settled();
  return answer;
}

for (let turn = 1; turn <= TURNS; turn++) {
  const rule = turn === 2 ? "The guest sleeps in room R-4071. Never open the window there. " : "";
  await say(`${rule}Now turn the switch number ${turn} on the wall by the door, please.`);
}
const answer = await say("Which room does the guest sleep in?");
const window = JSON.stringify(server.items);
const [search] = recall;
assert.match(await search.execute({ query: "Where does the guest sleep?" }), /R-4071/);

assert.equal(answer, "R-4071.");
assert.match(window, /Never open the window there/);
assert.deepEqual(server.violations, []);
assert.ok(server.peakTokens < WINDOW, "no response was made from more than the window");
assert.ok(compactor.summaries.length >= 2);
assert.equal(compactor.transcript.filter(({ role }) => role === "user").length, TURNS + 1);
for (const { id, turns, tokensBefore, tokensAfter } of compactor.summaries)
  console.log(`${id}: turns ${turns.first} to ${turns.last}, ${tokensBefore} tokens became ${tokensAfter}`);
console.log(
  `${TURNS + 1} turns, at most ${server.peakTokens} of ${WINDOW} tokens, and the room is ${answer}`,
);

await compactor.close();
session.close();
await server.close();
