// A long tool-using session against the scripted server, with a provider window and without: what is sent, what the
// provider counts, and whether every full request has its reason.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { callbackExporter, CompactManager, memoryStorage } from "plimsoll";
import { readCheckpoint } from "plimsoll/engine";
import { createProviderWindow, openAITransport } from "plimsoll/provider-window";
import { seededRandom } from "plimsoll/testing";
import { startScriptedOpenAI } from "plimsoll-testkit";
import { percent, row } from "./row.mjs";

const MODEL = "gpt-5.2";
const WINDOW = 32_000;
const CALLS_A_TURN = 4;
/** A new process takes the session up after as many turns. */
const TURNS_A_PROCESS = 10;
const INSTRUCTIONS = "You keep the books. Read before you write, and name the page that you rest on.";
const TOOLS = [
  {
    type: "function",
    name: "read_page",
    description: "Reads a page of a ledger.",
    parameters: { type: "object", properties: { page: { type: "integer" } } },
    strict: false,
  },
];

const number = (value) => Math.round(value).toLocaleString("en");

/** The pages of the ledger: from 300 to 1,500 tokens each. */
function pageOf(random, page) {
  const lines = Array.from({ length: random.integer(20, 100) }, (_, line) => {
    const account = 4000 + random.integer(0, 999);
    return `${page}.${line}\taccount ${account}\t${random.integer(1, 99_999)} EUR\tpaid`;
  });
  return lines.join("\n");
}

/** The session: in every turn the model reads a few pages and then answers. `send` gives the output of a request. */
async function live(server, turns, send) {
  const random = seededRandom(5);
  const list = [];
  let page = 0;
  for (let turn = 1; turn <= turns; turn++) {
    list.push({
      role: "user",
      content: `Question ${turn}: what is the sum of the next pages? Keep page ${turn * 4}.`,
    });
    for (let call = 0; call < CALLS_A_TURN; call++) {
      page += 1;
      server.reply([
        { type: "reasoning", summary: `I need page ${page}.` },
        { type: "function_call", name: "read_page", arguments: { page }, call_id: `call_${page}` },
      ]);
      list.push(...(await send(list, turn)));
      list.push({ type: "function_call_output", call_id: `call_${page}`, output: pageOf(random, page) });
    }
    server.reply(`The sum of the pages up to ${page} is ${random.integer(1000, 99_999)} EUR.`);
    list.push(...(await send(list, turn)));
  }
}

/** What the server saw and counted. */
function measured(server, usages) {
  const sum = (key) => usages.reduce((total, usage) => total + key(usage), 0);
  const bodies = server.requests.filter(({ path }) => path.endsWith("/responses"));
  return {
    requests: bodies.length,
    full: bodies.filter(({ body }) => body.previous_response_id === undefined).length,
    input: sum((usage) => usage.input_tokens),
    cached: sum((usage) => usage.input_tokens_details.cached_tokens),
    bytes: server.requests.reduce((total, { bytes }) => total + bytes, 0),
  };
}

async function without(turns) {
  const server = await startScriptedOpenAI();
  const client = new OpenAI({ apiKey: "bench", baseURL: server.url, maxRetries: 0 });
  const usages = [];
  await live(server, turns, async (input) => {
    const body = { model: MODEL, instructions: INSTRUCTIONS, tools: TOOLS, input };
    const response = await client.responses.create(body);
    usages.push(response.usage);
    return response.output;
  });
  const result = measured(server, usages);
  await server.close();
  return result;
}

/** The same window, kept by a manager alone: every request is full, and the summary is written here. */
async function compactedHere(turns) {
  const server = await startScriptedOpenAI({ contextWindow: WINDOW });
  const client = new OpenAI({ apiKey: "bench", baseURL: server.url, maxRetries: 0 });
  const manager = new CompactManager({ model: MODEL, maxContextTokens: WINDOW });
  const usages = [];
  let compactions = 0;
  await live(server, turns, async (list) => {
    const options = { instructions: INSTRUCTIONS, tools: TOOLS, usage: usages.at(-1) };
    const { items, compaction } = await manager.preflight("bench", list, options);
    if (compaction) compactions += 1;
    const body = { model: MODEL, instructions: INSTRUCTIONS, tools: TOOLS, input: items };
    const response = await client.responses.create(body);
    usages.push(response.usage);
    return response.output;
  });
  const result = { ...measured(server, usages), compactions };
  await server.close();
  return result;
}

async function withWindow(turns) {
  const server = await startScriptedOpenAI({ contextWindow: WINDOW });
  const events = [];
  const usages = [];
  const storage = memoryStorage();
  const open = () =>
    createProviderWindow({
      sessionId: "bench",
      model: MODEL,
      maxContextTokens: WINDOW,
      storage,
      transport: openAITransport(new OpenAI({ apiKey: "bench", baseURL: server.url, maxRetries: 0 })),
      exporters: [callbackExporter((event) => void events.push(event))],
    });
  let window = await open();
  let process = 0;
  await live(server, turns, async (input, turn) => {
    if (Math.floor(turn / TURNS_A_PROCESS) > process) {
      process += 1;
      window = await open();
    }
    const body = { model: MODEL, instructions: INSTRUCTIONS, tools: TOOLS, input: structuredClone(input) };
    const response = await window.create(body);
    usages.push(response.usage);
    return response.output;
  });
  const state = await window.state();
  const readable = await countReadable(storage, state.compactions);
  const result = measured(server, usages);
  await window.close();
  await server.close();
  return { ...result, state, events, readable, processes: process + 1 };
}

async function countReadable(storage, compactions) {
  const checkpoints = await Promise.all(
    compactions.map(({ checkpoint }) => readCheckpoint(storage, "bench", checkpoint)),
  );
  return checkpoints.filter((checkpoint) => checkpoint.requests.length > 0).length;
}

const EXPLAINED = new Set(["remote_compaction"]);

function rowsOf({ turns, plain, here, kept }) {
  const { state, events } = kept;
  const compactions = state.compactions.length;
  const compacting = state.compactions.reduce((sum, { usage }) => sum + usage.input, 0);
  const input = kept.input + compacting;
  const misses = events.filter(({ event }) => event === "provider_window.continuation_missed");
  const strict = misses.filter(({ reason }) => reason === "conversation_not_strict_append_only").length;
  const unexplained =
    misses.filter(({ reason }) => !EXPLAINED.has(reason)).length + kept.full - 1 - misses.length;
  const losses = Object.entries(state.cacheLosses).map(([cause, count]) => `${count} ${cause}`);
  assert.ok(compactions > 1, "the session is long enough to be compacted several times");
  return [
    row({
      name: `without: ${turns} turns, ${plain.requests} requests, all of them full`,
      value: `${number(plain.input)} input tokens, ${number(plain.bytes / 1000)} kB sent`,
    }),
    row({
      name: `compacted here by a manager, the same window, ${here.compactions} compactions, all requests full`,
      value: `${number(here.input)} input tokens, ${number(here.bytes / 1000)} kB sent`,
      ratio: here.input / plain.input,
      against: "without",
    }),
    row({
      name: `with, window of ${number(WINDOW)} tokens, ${compactions} compactions, ${kept.processes} processes`,
      value: `${number(input)} input tokens (${number(compacting)} of them to compact), ${number(kept.bytes / 1000)} kB sent`,
      ratio: input / plain.input,
      against: "without",
      goal: ["at most", 0.4],
    }),
    row({
      name: "full requests after the first",
      value: `${kept.full - 1} of ${kept.requests - 1}`,
      ratio: (kept.full - 1) / compactions,
      against: "one for each compaction",
      goal: ["at most", 1],
    }),
    row({
      name: "misses without a compaction as their reason",
      value: `${unexplained}, ${strict} of them not strictly append-only`,
      ratio: unexplained,
      against: "none",
      goal: ["at most", 0],
    }),
    row({ name: "cache losses by cause", value: losses.join(", ") || "none" }),
    row({
      name: "input tokens from the provider's cache",
      value: `${percent(kept.cached / kept.input)}, here: ${percent(here.cached / here.input)}, without: ${percent(plain.cached / plain.input)}`,
    }),
    row({
      name: "local checkpoints that can be read",
      value: `${kept.readable} of ${compactions}`,
      ratio: kept.readable / compactions,
      against: "one for each compaction",
      goal: ["at least", 1],
    }),
  ];
}

export default async function providerWindow({ quick }) {
  const turns = quick ? 24 : 60;
  const plain = await without(turns);
  const here = await compactedHere(turns);
  return rowsOf({ turns, plain, here, kept: await withWindow(turns) });
}
