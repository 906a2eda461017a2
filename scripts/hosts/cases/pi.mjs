import { compactingStream } from "plimsoll/pi";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

/** The packages moved; the old ones run on Node 20. */
const packageOf = (name) => import(`@mariozechner/${name}`).catch(() => import(`@earendil-works/${name}`));
/** Where newer releases keep it. */
const streamOf = async ({ streamSimple }) => streamSimple ?? (await packageOf("pi-ai/compat")).streamSimple;

const WIRES = {
  chat: { api: "openai-completions", path: "/v1" },
  responses: { api: "openai-responses", path: "/v1" },
  messages: { api: "anthropic-messages", path: "" },
};

export const apis = Object.keys(WIRES);
export async function play({ url, api }) {
  const [{ Agent }, ai] = await Promise.all([packageOf("pi-agent-core"), packageOf("pi-ai")]);
  const compaction = compactingStream(await streamOf(ai), { maxContextTokens: WINDOW });
  const model = {
    id: "ledger-model",
    name: "Ledger",
    provider: "local",
    api: WIRES[api].api,
    baseUrl: `${url.replace(/\/v1$/, "")}${WIRES[api].path}`,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: WINDOW,
    maxTokens: 500,
  };
  const ledgers = {
    name: "read_ledger",
    label: "Read a ledger",
    description: "Reads a ledger.",
    parameters: PARAMETERS,
    execute: async (_, given) => ({
      content: [{ type: "text", text: readLedger(given) }],
      details: undefined,
    }),
  };
  const agent = new Agent({
    initialState: { systemPrompt: "You keep the ledgers.", model, tools: [ledgers, ...compaction.tools] },
    streamFn: compaction.streamFn,
    getApiKey: () => "none",
  });
  await playSession(async (text) => {
    await agent.prompt(text);
    const { errorMessage, content } = agent.state.messages.at(-1);
    if (errorMessage) throw new Error(errorMessage);
    return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  });
  await compaction.close();
}
