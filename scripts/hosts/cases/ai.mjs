import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { compactionMiddleware } from "plimsoll/ai-sdk";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

export const apis = ["chat", "responses", "responses, not stored"];
export async function play({ url, api, streams }) {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
  const compaction = compactionMiddleware({ maxContextTokens: WINDOW });
  const model = wrapLanguageModel({
    model: api === "chat" ? openai.chat("gpt-5") : openai.responses("gpt-5"),
    middleware: compaction,
  });
  const execute = async (input) => readLedger(input);
  const read_ledger = tool({ description: "Reads a ledger.", inputSchema: jsonSchema(PARAMETERS), execute });
  const tools = { read_ledger, ...compaction.tools };
  const unstored = { openai: { store: false, include: ["reasoning.encrypted_content"] } };
  const messages = [];
  await playSession(async (text) => {
    messages.push({ role: "user", content: text });
    const settings = { model, tools, messages, stopWhen: stepCountIs(5), maxRetries: 0 };
    if (api === "responses, not stored") settings.providerOptions = unstored;
    const result = streams
      ? streamText({ ...settings, onError: () => undefined })
      : await generateText(settings);
    if (streams) await result.consumeStream();
    messages.push(...(await (result.responseMessages ?? (await result.response).messages)));
    return result.text;
  });
  await compaction.close();
}
