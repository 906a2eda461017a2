import OpenAI from "openai";
import { heuristicEstimator, memoryStorage } from "plimsoll";
import { expect, it } from "vitest";
import { runGateway, testRoute } from "../testing/running-gateway.js";
import { scriptedChat } from "../testing/scripted-chat.js";

it("a response that a legal hold keeps is not deleted, and its client is told why", async () => {
  const storage = memoryStorage();
  const upstream = await scriptedChat({ answer: () => ({ text: "Done." }) });
  const { baseURL } = await runGateway({
    routes: [testRoute({ model: "kimi", vendor: "generic", baseUrl: upstream.baseUrl })],
    storage,
    compaction: { estimator: heuristicEstimator },
  });
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
  const { id } = await client.responses.create({ model: "kimi", input: "Go." });
  const note = { ts: "2026-11-18T00:00:00.000Z", by: "counsel", reason: "case 7" };
  const held = await storage.holds?.place({ tenant: "local" }, note);
  const refused = await client.responses.delete(id).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 409, code: "legal_hold" });
  expect(String(refused)).not.toContain("case 7");
  expect(await client.responses.retrieve(id)).toMatchObject({ output_text: "Done." });
  await storage.holds?.release(held?.id ?? "", { ts: "2026-11-19T00:00:00.000Z" });
  await client.responses.delete(id);
  await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
});
