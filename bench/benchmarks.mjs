// The benchmarks by name, in the order in which they run.
export const BENCHMARKS = {
  "steady-preflight": {
    about: "a preflight over a long session (o200k_base)",
    load: () => import("./steady-preflight.mjs"),
  },
  flat: { about: "a growing session, window of 32,000 tokens", load: () => import("./flat.mjs") },
  compaction: {
    about: "a whole session with the embedded summarizer",
    load: () => import("./compaction.mjs"),
  },
  tokenizers: { about: "counting", load: () => import("./tokenizers.mjs") },
  memory: { about: "what stays on the heap after garbage collection", load: () => import("./memory.mjs") },
  growth: {
    about: "what a long session leaves in the archive and on the heap",
    load: () => import("./growth.mjs"),
  },
  redaction: { about: "the default deny-list", load: () => import("./redaction.mjs") },
  evidence: { about: "bounding large tool outputs to 2,000 tokens", load: () => import("./evidence.mjs") },
  doubling: {
    about: "CPU time of an input against that of half of it, the worst input of every way",
    load: () => import("./doubling.mjs"),
  },
  integrations: {
    about: "adapters on a session of 60 turns, a model that answers in 50 ms",
    load: () => import("./integrations.mjs"),
  },
  realtime: {
    about: "a Realtime session with a model that answers in 50 ms",
    load: () => import("./realtime.mjs"),
  },
  "provider-window": {
    about: "a long tool-using session against the scripted OpenAI server",
    load: () => import("./provider-window.mjs"),
  },
  "mcp-start": {
    about: "a client waits for the tools of compactctl mcp",
    load: () => import("./mcp-start.mjs"),
  },
  stores: { about: "items appended ten at a time", load: () => import("./stores.mjs") },
};
