// Talks to a scripted server through a provider window with a store on disk, until it is killed. Tells on standard output
// what its list is, when an append begins, and when it asks the provider to compact.
import { writeSync } from "node:fs";
import OpenAI from "openai";
import { heuristicEstimator } from "plimsoll";
import { createProviderWindow, openAITransport } from "plimsoll/provider-window";
import { fileStorage, sqliteStorage } from "plimsoll/node";

const [kind, path, baseURL] = process.argv.slice(2);
const tell = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const store = kind === "fs" ? fileStorage({ path }) : sqliteStorage({ path });
const storage = {
  ...store,
  append: async (sessionId, entries) => {
    tell({ begins: entries.map((entry) => entry.data?.step ?? entry.kind).join(" ") });
    await store.append(sessionId, entries);
  },
};
const transport = openAITransport(new OpenAI({ apiKey: "key-1", baseURL, maxRetries: 0 }));
const window = await createProviderWindow({
  sessionId: "killed",
  model: "gpt-5.2",
  maxContextTokens: 4000,
  triggerPct: 0.5,
  estimator: heuristicEstimator,
  storage,
  transport: {
    ...transport,
    compact: (body, options) => {
      tell({ begins: "compact request" });
      return transport.compact(body, options);
    },
  },
});
const list = [];
const create = async () => {
  tell({ list });
  const { output } = await window.create({ model: "gpt-5.2", input: list });
  list.push(...output);
  return output;
};
for (let number = 1; ; number++) {
  list.push({ role: "user", content: `Question ${number}: what does page ${number} say?` });
  for (const call of (await create()).filter(({ type }) => type === "function_call")) {
    const output = `page ${number} `.repeat(250);
    list.push({ type: "function_call_output", call_id: call.call_id, output });
    await create();
  }
}
