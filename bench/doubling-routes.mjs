// The public ways that a text takes through the library. Each makes its input apart from the work that is measured.
import { chat, CompactError, CompactManager, loadExactEstimator, responses } from "plimsoll";
import { evaluateSessions } from "plimsoll/evaluation";
import { detectFormat, readConversation } from "plimsoll/formats";
import { createRedactor } from "plimsoll/redaction";
import { modelSummarizer } from "plimsoll/summarizers";
import { makeEvidence } from "plimsoll/tool-outputs";

const ID = "bench";
const WINDOW = 50_000_000;
const TARGET = 8000;
const MAX_TOKENS = 2000;
const PATTERNS = ["(?s)a.*x|a", "[A-Z]{2,}-\\d{4,}", "x*y"];
const estimator = await loadExactEstimator("o200k_base");

const settings = (options) => ({
  model: "gpt-5",
  maxContextTokens: WINDOW,
  estimator,
  policy: { triggerPct: 1 },
  ...options,
});
const closing = [
  { role: "assistant", content: "Done." },
  { role: "user", content: "Go on with the next step." },
];
const call = (name, given) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: JSON.stringify(given) } }],
});

const inChat = {
  user: (text) => [{ role: "user", content: text }, ...closing],
  assistant: (text) => [
    { role: "user", content: "Please look." },
    { role: "assistant", content: text },
    { role: "user", content: "Go on." },
  ],
  output: (text) => [
    { role: "user", content: "Please run it." },
    call("shell", { command: "make all" }),
    { role: "tool", tool_call_id: "call_1", content: text },
    ...closing,
  ],
  command: (text) => [
    { role: "user", content: "Please run it." },
    call("shell", { command: text }),
    { role: "tool", tool_call_id: "call_1", content: "ok" },
    ...closing,
  ],
};

const inResponses = (text) => [
  { type: "message", role: "user", content: [{ type: "input_text", text: "Please edit it." }] },
  { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: text },
  { type: "custom_tool_call_output", call_id: "c1", output: text },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] },
  { type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] },
];

async function compacted(items, options) {
  const manager = new CompactManager(settings(options));
  await manager.preflight(ID, items);
  await attempt(() => manager.manualCompact(ID, items, { targetTokens: TARGET }));
  await attempt(() => manager.manualCompact(ID, items));
  return manager;
}

/** Rules of the user may be more than a target holds; what that costs is measured all the same. */
async function attempt(task) {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof CompactError)) throw error;
  }
}

/** A model that answers with the beginning of what it was asked to summarize. */
function echoing(text) {
  const content = JSON.stringify({ add: [], update: [], summary: text.slice(0, 12_000) });
  const body = JSON.stringify({
    id: "x",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
  return (output) =>
    modelSummarizer({
      api: "chat",
      baseUrl: "http://localhost/v1",
      model: "gpt-5",
      output,
      maxInputTokens: 100_000,
      fetch: async () => new Response(body, { status: 200, headers: { "content-type": "application/json" } }),
    });
}

const bounded = (output) =>
  makeEvidence(output, {
    maxTokens: MAX_TOKENS,
    count: (part) => estimator.count(part),
    seams: estimator.seams,
  });

/** Name of the route: `prepare(text)` is not measured, `run(prepared)` is. */
export const ROUTES = {
  evidence: {
    prepare: (text) => text,
    run: (text) => bounded({ text }),
  },
  "evidence of a search": {
    prepare: (text) => text,
    run: (text) =>
      bounded({
        text,
        call: { name: "grep", arguments: JSON.stringify({ pattern: "w1|x = |a+b", path: "src" }) },
      }),
  },
  "evidence of a file": {
    prepare: (text) => text,
    run: (text) =>
      bounded({ text, call: { name: "read_file", arguments: JSON.stringify({ path: "src/a.ts" }) } }),
  },
  redaction: { prepare: (text) => text, run: (text) => createRedactor().text(text) },
  patterns: { prepare: (text) => text, run: (text) => createRedactor({ patterns: PATTERNS }).text(text) },
  user: { prepare: inChat.user, run: (items) => compacted(items) },
  assistant: { prepare: inChat.assistant, run: (items) => compacted(items) },
  output: { prepare: inChat.output, run: (items) => compacted(items) },
  command: { prepare: inChat.command, run: (items) => compacted(items) },
  responses: { prepare: inResponses, run: (items) => compacted(items, { format: responses }) },
  model: {
    prepare: (text) => ({ items: inChat.user(text), summarizer: echoing(text) }),
    run: async ({ items, summarizer }) => {
      await compacted(items, { summarizer: summarizer("prose") });
    },
  },
  delta: {
    prepare: (text) => ({ items: inChat.user(text), summarizer: echoing(text) }),
    run: async ({ items, summarizer }) => {
      await compacted(items, { summarizer: summarizer("delta") });
    },
  },
  recall: {
    prepare: (text) => compacted([...inChat.output(text), { role: "user", content: text }, ...closing]),
    run: async (manager) => {
      const recall = await manager.recall(ID);
      for (const query of ["w1 branch error a", "the", "必须"]) await recall.search(query).catch(() => []);
    },
  },
  read: {
    prepare: (text) => ({ text, whole: JSON.stringify(inChat.output(text)) }),
    run: ({ text, whole }) => {
      readConversation(whole);
      try {
        readConversation(text);
      } catch {}
    },
  },
  evaluation: {
    prepare: (text) => {
      const half = text.slice(0, text.length / 2);
      const items = [
        ...inChat.user(half),
        ...inChat.output(half).slice(1),
        { role: "user", content: "Again." },
        { ...call("shell", { command: text.slice(0, 2000) }) },
        { role: "tool", tool_call_id: "call_1", content: "ok" },
        ...closing,
      ];
      return [{ name: "one", items, format: chat }];
    },
    run: (sessions) => evaluateSessions(sessions, { estimator, budgets: [0.1], cuts: [0.5] }),
  },
};

/** The same for a list of items in Chat Completions messages. */
export const SESSION_ROUTES = {
  session: { prepare: (items) => items, run: (items) => compacted(items) },
  "growing session": {
    prepare: (items) => items,
    run: async (items) => {
      const manager = new CompactManager(settings({ maxContextTokens: 30_000, policy: {} }));
      const step = Math.ceil(items.length / 20);
      for (let end = step; end < items.length + step; end += step) {
        await attempt(() => manager.preflight(ID, items.slice(0, end)));
      }
      await manager.checkpoint(ID);
    },
  },
  "read session": {
    prepare: (items) => JSON.stringify(items),
    run: (text) => readConversation(text),
  },
  "evaluated session": {
    prepare: (items) => [{ name: "one", items, format: detectFormat(items) ?? chat }],
    run: (sessions) => evaluateSessions(sessions, { estimator, budgets: [0.1], cuts: [0.5] }),
  },
};
