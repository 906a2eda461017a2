import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { Opening, OPENING_REVISIONS } from "./opening.js";
import { recallServer } from "plimsoll-gateway/mcp";

const VERSION = "1.2.3";

const request = (id: number, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) });

const initialize = (protocolVersion: string): string =>
  request(1, "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

/** What the server proper answers to the same messages. */
async function served(lines: readonly string[]): Promise<unknown[]> {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const answers: unknown[] = [];
  Object.assign(client, { onmessage: (message: unknown) => void answers.push(message) });
  await client.start();
  await recallServer({ version: VERSION, answer: async () => "" }).connect(server);
  for (const line of lines) await client.send(JSON.parse(line) as Parameters<typeof client.send>[0]);
  await new Promise((resolve) => setImmediate(resolve));
  return answers;
}

describe("the opening", () => {
  it.each(OPENING_REVISIONS)("is answered as the server itself does, in revision %s", async (revision) => {
    const opening = new Opening(VERSION);
    const lines = [initialize(revision), request(2, "tools/list"), request(3, "ping")];
    const answers = lines.map((line) => JSON.parse(opening.answer(line) ?? "null") as unknown);
    expect(answers).toEqual(await served(lines));
  });

  it("ends with the first message that is no part of it", () => {
    const opening = new Opening(VERSION);
    expect(opening.answer(request(1, "tools/list"))).toBeUndefined();
    expect(opening.answer(initialize("2030-01-01"))).toBeUndefined();
    expect(opening.answer(request(1, "server/discover"))).toBeUndefined();
    expect(opening.answer("no JSON")).toBeUndefined();
    const first = initialize("2025-06-18");
    expect(opening.answer(first)).toContain("plimsoll-recall");
    const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(opening.answer(initialized)).toBe("");
    expect(opening.answer(request(2, "tools/call", { name: "recall_list" }))).toBeUndefined();
    expect(opening.said).toEqual([first, initialized]);
  });
});
