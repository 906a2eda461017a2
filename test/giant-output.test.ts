import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CompactManager, loadExactEstimator, responses } from "plimsoll";
import { itemId, type ResponsesItem } from "plimsoll/formats";
import { modelSummarizer } from "plimsoll/summarizers";
import { createItemMeter } from "plimsoll/tokens";
import { seededRandom, syntheticTurns } from "plimsoll/testing";
import { describe, expect, it } from "vitest";

const WINDOW = 262_144;
const NEEDLE = 'registerHandler("checkout.completed",';

/** What a grep over minified assets prints: a few lines of hundreds of thousands of characters. */
function grepInMinifiedCode(characters: number): string {
  const random = seededRandom(924_828);
  const names = Array.from(
    { length: 400 },
    () => `${random.pick(["get", "set", "on", "is"])}${random.integer(100, 9999)}`,
  );
  const lines: string[] = [];
  for (let line = 1; lines.join("").length < characters; line++) {
    let code = "";
    while (code.length < characters / 6) {
      const [a, b] = [random.pick(names), random.pick(names)];
      code += `function ${a}(t,e){return ${b}(t)&&e.${random.pick(names)}(${random.integer(1, 1e6)})};`;
      if (random.chance(0.001)) code += `${NEEDLE}function(t){return ${a}(t,${line})});`;
    }
    lines.push(`static/app.${line}.min.js:1:${code}`);
  }
  return lines.join("\n");
}

/** A Chat Completions server that answers every request with a short summary, and tells what it was sent. */
async function startSummarizingServer(): Promise<{ url: string; close(): Promise<string[]> }> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { messages } = JSON.parse(Buffer.concat(parts).toString("utf8")) as {
      messages: { content: string }[];
    };
    requests.push(messages.map(({ content }) => content).join("\n"));
    const message = { role: "assistant", content: "The agent worked through its tasks in order." };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return requests;
    },
  };
}

describe("a grep over minified code in the middle of a long session", () => {
  it("never makes a request too long, keeps its matches in sight, and comes back byte for byte", async () => {
    const estimator = await loadExactEstimator("o200k_base");
    const meter = createItemMeter<ResponsesItem>(responses, estimator);
    const summaries = await startSummarizingServer();
    const summarizer = modelSummarizer({ api: "chat", baseUrl: summaries.url, model: "kimi-k2.6" });
    const manager = new CompactManager({
      model: "kimi-k2.6",
      maxContextTokens: WINDOW,
      estimator,
      summarizer,
    });
    const output = grepInMinifiedCode(2_600_000);
    expect(estimator.count(output)).toBeGreaterThan(924_828);
    const call = {
      type: "function_call",
      call_id: "call_grep",
      name: "shell",
      arguments: JSON.stringify({ command: `grep -rn '${NEEDLE}' static/` }),
    };
    const raw = { type: "function_call_output", call_id: "call_grep", output };
    const turns = [...syntheticTurns({ seed: 5, turns: 150, toolDensity: 1 })];
    let items: ResponsesItem[] = [];
    let number = 0;
    let artifact = "";
    for (const turn of turns) {
      items = [...items, ...(turn as ResponsesItem[]), ...(++number === 40 ? [call, raw] : [])];
      const result = await manager.preflight("s", items);
      const sent = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
      expect(sent).toBeLessThan(WINDOW);
      items = result.items;
      if (number !== 40) continue;
      const shown = result.items.at(-1) as { call_id: string; output: string };
      expect(shown.call_id).toBe("call_grep");
      artifact = /full output: (art_[0-9a-f]{32})\]/.exec(shown.output)?.[1] ?? "";
      const matches = output.split(NEEDLE).length - 1;
      expect(matches).toBeGreaterThan(3);
      expect(shown.output.split(NEEDLE).length - 1).toBe(matches);
    }
    const compacted = await manager.manualCompact("s", items, { targetTokens: 20_000 });
    expect(compacted.compaction?.summarizer).toBe("model");
    const unbounded = new CompactManager({
      model: "kimi-k2.6",
      maxContextTokens: WINDOW,
      estimator,
      summarizer,
      policy: { toolOutputMaxTokens: 0 },
    });
    const history = [...(turns.flat() as ResponsesItem[]), call, raw, { role: "user", content: "Go on." }];
    expect((await unbounded.manualCompact("s", history, { targetTokens: 20_000 })).compaction).toBeDefined();
    const requests = await summaries.close();
    expect(requests.length).toBeGreaterThan(1);
    for (const request of requests) expect(estimator.count(request)).toBeLessThan(WINDOW);
    expect(await manager.readArchived("s", itemId(raw))).toEqual(raw);
    const recall = await manager.recall("s");
    const found = (await recall.search("checkout.completed")).map(({ id }) => id);
    // The call says it too, in fewer words.
    expect(new Set(found.slice(0, 2))).toEqual(new Set([itemId(call), artifact]));
    for (const id of [artifact, itemId(raw)]) {
      let read = "";
      while (read.length < output.length)
        read += (await recall.read(id, { range: [read.length, output.length] })).text;
      expect(read === output).toBe(true);
    }
  });
});
