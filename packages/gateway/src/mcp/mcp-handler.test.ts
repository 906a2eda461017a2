import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CompactManager, memoryStorage, responses, type StorageAdapter } from "plimsoll";
import { createArchive, tenantStorage } from "plimsoll/stores";
import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeyRing } from "../keys/key-ring.js";
import { call, post } from "../testing/call.js";
import { runServer } from "../testing/running-server.js";
import { mcpHandler } from "./mcp-handler.js";

const stored = (key: string, tenant: string) => ({
  id: `key_${tenant}`,
  name: tenant,
  tenant,
  hash: createHash("sha256").update(key).digest("hex"),
  created: "2026-01-01T00:00:00.000Z",
});

const KEYS = new KeyRing([stored("key-of-ada", "ada"), stored("key-of-bob", "bob")]);

/** Compacts a conversation of a tenant that holds a fact. */
async function compacted(storage: StorageAdapter, tenant: string, fact: string): Promise<void> {
  const manager = new CompactManager({
    model: "kimi-k2.6",
    maxContextTokens: 4000,
    format: responses,
    storage,
    tenant,
    exporters: [],
  });
  const items = Array.from({ length: 40 }, (_, index) => ({
    type: "message" as const,
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `${index === 3 ? fact : `step ${index}`}: ${"we looked at the harbour and wrote down what we saw. ".repeat(8)}`,
  }));
  await manager.manualCompact("thread-1/opening", items, { targetTokens: 1500 });
}

async function connect(port: number, key: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function running(): Promise<number> {
  const storage = memoryStorage();
  await compacted(storage, "ada", "the code of the safe is 4711");
  await compacted(storage, "bob", "the boat is called Petrel");
  const archivesOf = (tenant: string) => [createArchive(tenantStorage(storage, tenant))];
  const handlers = { "POST /mcp": mcpHandler({ version: "1", archivesOf }) };
  return (await runServer({ handlers, keys: KEYS })).port;
}

const textOf = (result: unknown): string => JSON.stringify(result);

describe("recall over /mcp", () => {
  it("finds what a compaction took out of the conversation that the call names", async () => {
    const client = await connect(await running(), "key-of-ada");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["recall_search", "recall_read", "recall_list"]);
    const named = await client.callTool({
      name: "recall_search",
      arguments: { query: "code of the safe", session: "thread-1" },
    });
    expect(textOf(named)).toContain("4711");
    const unnamed = await client.callTool({
      name: "recall_search",
      arguments: { query: "code of the safe" },
    });
    expect(textOf(unnamed)).toMatch(/pass it as .*session.*thread-1\/opening/);
  });

  it("knows the conversation of a client that names it in a header or with the call", async () => {
    const client = await connect(await running(), "key-of-ada", { "x-plimsoll-session": "thread-1" });
    expect(
      textOf(await client.callTool({ name: "recall_search", arguments: { query: "code of the safe" } })),
    ).toContain("4711");
    const other = await connect(await running(), "key-of-ada");
    const meta = { threadId: "thread-1" };
    expect(
      textOf(
        await other.callTool({
          name: "recall_search",
          arguments: { query: "code of the safe" },
          _meta: meta,
        }),
      ),
    ).toContain("4711");
  });

  it("shows nothing of another tenant, under the same name or any other", async () => {
    const client = await connect(await running(), "key-of-bob");
    for (const session of ["thread-1", "thread-1/opening", "tenant3:ada", "ada"]) {
      const hits = await client.callTool({
        name: "recall_search",
        arguments: { query: "code of the safe 4711", session },
      });
      expect(textOf(hits)).not.toContain("the code of the safe is 4711");
    }
    expect(
      textOf(
        await client.callTool({ name: "recall_search", arguments: { query: "boat", session: "thread-1" } }),
      ),
    ).toContain("Petrel");
  });

  it("wants a key, and takes nothing but JSON by POST", async () => {
    const port = await running();
    expect((await post(port, "/mcp")).status).toBe(401);
    expect((await call({ port, path: "/mcp", headers: { authorization: "Bearer key-of-ada" } })).status).toBe(
      405,
    );
  });
});
