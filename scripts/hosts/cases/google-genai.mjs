import { GoogleGenAI } from "@google/genai";
import { compactionMiddleware } from "plimsoll/plain-loop";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

async function generate(google, request, streams) {
  if (!streams) return google.models.generateContent(request);
  const parts = [];
  let usageMetadata;
  for await (const chunk of await google.models.generateContentStream(request)) {
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    usageMetadata = chunk.usageMetadata ?? usageMetadata;
  }
  return { candidates: [{ content: { role: "model", parts } }], usageMetadata };
}

export const apis = ["gemini"];
export async function play({ url, streams }) {
  const google = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
  const compaction = compactionMiddleware({ model: "gemini-2.5-flash", maxContextTokens: WINDOW });
  const contents = [];
  const instructions = "You keep the ledgers.";
  const tools = [
    {
      functionDeclarations: [
        { name: "read_ledger", description: "Reads a ledger.", parametersJsonSchema: PARAMETERS },
      ],
    },
  ];
  /** One call of the model, with a smaller list if the provider refuses it as too long. */
  async function ask() {
    let call = await compaction.beforeModelCall({ items: contents, instructions, tools });
    for (;;) {
      const request = {
        model: "gemini-2.5-flash",
        contents: call.items,
        config: { tools, systemInstruction: instructions },
      };
      try {
        const answer = await generate(google, request, streams);
        await compaction.afterModelCall(call, { usage: answer.usageMetadata });
        return answer.candidates[0].content;
      } catch (error) {
        call = await compaction.afterModelCall(call, { error });
        if (!call) throw error;
      }
    }
  }
  await playSession(async (text) => {
    contents.push({ role: "user", parts: [{ text }] });
    for (;;) {
      const content = await ask();
      contents.push(content);
      const calls = content.parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
      if (calls.length === 0) return content.parts[0].text;
      const parts = calls.map(({ name, args }) => ({
        functionResponse: { name, response: { output: readLedger(args) } },
      }));
      contents.push({ role: "user", parts });
    }
  });
  await compaction.close();
}
