import { readdir, readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { heuristicEstimator } from "plimsoll";
import { fileStorage } from "plimsoll/node";
import { expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { scriptedChat } from "../../testing/scripted-chat.js";

/** In a large output, and found again by it. */
const MARK = "pump-7314 stands still";

async function filesAfter(archive: "asked" | "always"): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), "archived-chat-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const storage = fileStorage({ path, fsync: false });
  const upstream = await scriptedChat({ answer: () => ({ text: "It stands still." }) });
  const { baseURL } = await runGateway({
    routes: [
      testRoute({ model: "kimi", vendor: "generic", baseUrl: upstream.baseUrl, window: 16_000, archive }),
    ],
    storage,
    compaction: { estimator: heuristicEstimator },
  });
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
  const call = { id: "c1", type: "function" as const, function: { name: "look", arguments: "{}" } };
  const output = `${"All is well here.\n".repeat(6_000)}${MARK}\n${"All is well here.\n".repeat(6_000)}`;
  await client.chat.completions.create({
    model: "kimi",
    store: false,
    messages: [
      { role: "user", content: "What is wrong?" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: output },
    ],
  });
  expect(upstream.bodies[0]?.length).toBeLessThan(output.length);
  await storage.close();
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return texts.join("\n");
}

it("a Chat request with store: false leaves nothing on disk, not even a large output", async () => {
  expect(await filesAfter("asked")).not.toContain(MARK);
});

it("a Chat request with store: false is archived where its route archives always", async () => {
  expect(await filesAfter("always")).toContain(MARK);
});
