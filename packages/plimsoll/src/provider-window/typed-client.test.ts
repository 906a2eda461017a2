import OpenAI from "openai";
import { startScriptedOpenAI } from "plimsoll-testkit";
import { expect, it } from "vitest";
import { createProviderWindow } from "./create-provider-window.js";
import { MODEL } from "./provider-window-test-support.js";
import { openAITransport } from "./transport/openai-transport.js";

it("gives the client's own types back, streamed or not", async () => {
  const server = await startScriptedOpenAI();
  try {
    const client = new OpenAI({ apiKey: "key-1", baseURL: server.url, maxRetries: 0 });
    const transport = openAITransport(client);
    const window = await createProviderWindow({ sessionId: "s", transport, model: MODEL });
    const list: (OpenAI.Responses.ResponseInputItem | OpenAI.Responses.ResponseOutputItem)[] = [
      { role: "user", content: "Audit the ledgers." },
    ];
    server.reply([{ type: "function_call", name: "read", arguments: {}, call_id: "call_1" }]);
    const response = await window.create({ model: MODEL, input: list });
    list.push(...response.output);
    for (const item of response.output)
      if (item.type === "function_call")
        list.push({ type: "function_call_output", call_id: item.call_id, output: `${item.name}: 17` });
    server.reply("Row 17.");
    let text = "";
    for await (const event of window.stream({ model: MODEL, input: list }))
      if (event.type === "response.output_text.delta") text += event.delta;
    expect(text).toBe("Row 17.");
    server.reply("As before.");
    const types: string[] = [];
    for await (const event of await window.create({ model: MODEL, input: list, stream: true }))
      types.push(event.type);
    expect(types).toContain("response.output_text.delta");
    expect(types.at(-1)).toBe("response.completed");
  } finally {
    await server.close();
  }
});
