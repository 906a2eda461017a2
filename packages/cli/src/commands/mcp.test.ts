import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPACTCTL, runCompactctl } from "../testing/run-compactctl.js";
import { workWithNeedle } from "../testing/sample-files.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "compactctl-mcp-"));
  const items = workWithNeedle();
  await writeFile(join(cwd, "work.json"), JSON.stringify(items));
  expect((await runCompactctl(["compact", "work.json", "--target-tokens", "600"], { cwd })).code).toBe(0);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

/** What a client does with the server, whichever way it is connected. */
async function use(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name).toSorted()).toEqual([
    "recall_list",
    "recall_read",
    "recall_search",
    "what_is_remembered",
  ]);
  expect(client.getInstructions()).toContain("recall_search");
  const found = await client.callTool({ name: "recall_search", arguments: { query: "retry limit" } });
  const [hit] = JSON.parse(textOf(found)) as { id: string; snippet: string }[];
  expect(hit?.snippet).toContain("The retry limit is 17.");
  const read = await client.callTool({ name: "recall_read", arguments: { id: hit?.id, around: "retry" } });
  expect((JSON.parse(textOf(read)) as { text: string }).text).toContain("limit is 17");
  const listed = await client.callTool({ name: "recall_list", arguments: { limit: 3 } });
  expect(JSON.parse(textOf(listed))).toHaveLength(3);
  const remembered = await client.callTool({ name: "what_is_remembered", arguments: { session: "work" } });
  expect(JSON.parse(textOf(remembered))).toMatchObject({ sessionId: "work", version: 1 });
  const wrong = await client.callTool({ name: "recall_read", arguments: { id: "item_none" } });
  expect(wrong.isError).toBe(true);
  expect(textOf(wrong)).toContain("UNKNOWN_ITEM");
}

describe("compactctl mcp", () => {
  it("serves an MCP client over standard input and output", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [COMPACTCTL, "mcp"], cwd }),
    );
    await use(client);
    await client.close();
  });

  it("serves an MCP client over streamable HTTP, and nobody from elsewhere", async () => {
    const server = spawn(process.execPath, [COMPACTCTL, "mcp", "--http", "0", "--json"], { cwd });
    try {
      const [line] = await new Promise<string[]>((resolve) =>
        createInterface({ input: server.stdout }).once("line", (first) => resolve([first])),
      );
      const { url } = JSON.parse(line as string) as { url: string };
      const client = new Client({ name: "test", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      await use(client);
      await client.close();
      const headers = { "content-type": "application/json", origin: "https://evil.example" };
      expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(403);
      expect((await fetch(url.replace("/mcp", "/else"))).status).toBe(404);
    } finally {
      server.kill("SIGINT");
    }
  });

  it("refuses to be open to other machines without a token", async () => {
    const open = await runCompactctl(["mcp", "--http", "0", "--host", "0.0.0.0"], { cwd });
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining("--token-env") });
    expect((await runCompactctl(["mcp", "--http", "none"], { cwd })).code).toBe(2);
  });
});
