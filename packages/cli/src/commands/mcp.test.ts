import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { COMPACTCTL, runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";
import { workWithNeedle } from "../testing/sample-files.js";
import { archive, type Home, makeHome, writeClaudeSession, writeRollout } from "../testing/home.js";

const THREAD = { id: "01a1e405-0e83-73b0-845d-f1319c988df4", directory: "/srv/first", secret: "alpha-17" };
const CLAUDE = { id: "7acd37a8-2745-4b58-a8a9-46164b22ad9e", directory: "/srv/second", secret: "beta-23" };

let home: Home;
const cleanUps: (() => Promise<void>)[] = [];
beforeAll(async () => {
  home = await makeHome(await temporaryFolder((cleanUp) => cleanUps.push(cleanUp)));
  await writeFile(join(home.path, "work.json"), JSON.stringify(workWithNeedle()));
  await archive(home, await writeRollout(home, THREAD));
  await archive(home, await writeClaudeSession(home, CLAUDE));
  await archive(home, "work.json");
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

const QUERY = { name: "recall_search", arguments: { query: "retry limit" } };

/** A client over standard input and output, with what a real one would say of itself. */
async function connect(
  args: readonly string[],
  {
    environment = {},
    roots,
    name = "test",
  }: { environment?: Record<string, string>; roots?: readonly string[]; name?: string } = {},
): Promise<Client> {
  const client = new Client({ name, version: "1" }, { capabilities: roots ? { roots: {} } : {} });
  if (roots) {
    client.setRequestHandler("roots/list", () => ({
      roots: roots.map((path) => ({ uri: `file://${path}` })),
    }));
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMPACTCTL, "mcp", ...args],
      cwd: home.path,
      env: { PATH: process.env["PATH"] ?? "", ...home.environment, ...environment },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

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
  const found = await client.callTool(QUERY);
  const [hit] = JSON.parse(textOf(found)) as { id: string; snippet: string }[];
  expect(hit?.snippet).toContain("The retry limit is 17.");
  const read = await client.callTool({ name: "recall_read", arguments: { id: hit?.id, around: "retry" } });
  expect((JSON.parse(textOf(read)) as { text: string }).text).toContain("limit is 17");
  const listed = await client.callTool({ name: "recall_list", arguments: { limit: 3 } });
  expect(JSON.parse(textOf(listed))).toHaveLength(3);
  const remembered = await client.callTool({ name: "what_is_remembered", arguments: { session: "work" } });
  expect(JSON.parse(textOf(remembered))).toMatchObject({ version: 1 });
  const wrong = await client.callTool({ name: "recall_read", arguments: { id: "item_none" } });
  expect(wrong.isError).toBe(true);
  expect(textOf(wrong)).toContain("UNKNOWN_ITEM");
  const other = await client.callTool({ ...QUERY, arguments: { query: "retry", session: THREAD.id } });
  expect(other.isError).toBe(true);
  expect(textOf(other)).not.toContain(THREAD.secret);
}

describe("compactctl mcp", () => {
  it("serves an MCP client over standard input and output", async () => {
    await use(await connect(["--session", "work"]));
  });

  it("tells clients that its tools only read", async () => {
    const { tools } = await (await connect([])).listTools();
    for (const { title, annotations } of tools) {
      expect(title).toBeTruthy();
      expect(annotations).toEqual({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
  });

  it("answers each client from its own conversation, and asks where it does not know it", async () => {
    const plain = await connect([]);
    const asked = await plain.callTool(QUERY);
    expect(asked.isError).toBe(true);
    expect(textOf(asked)).toContain("--session");
    const thread = { ...QUERY, _meta: { threadId: THREAD.id } };
    expect(textOf(await plain.callTool(thread))).toContain(THREAD.secret);
    const project = await connect([], { environment: { CLAUDE_PROJECT_DIR: CLAUDE.directory } });
    expect(textOf(await project.callTool(QUERY))).toContain(CLAUDE.secret);
    expect(textOf(await project.callTool(thread))).toContain(THREAD.secret);
    const rooted = await connect([], { roots: [CLAUDE.directory, "/srv/else"] });
    expect(textOf(await rooted.callTool(QUERY))).toContain(CLAUDE.secret);
    const elsewhere = await connect([], {
      roots: ["/srv/else"],
      environment: { CLAUDE_PROJECT_DIR: CLAUDE.directory },
    });
    expect(textOf(await elsewhere.callTool(QUERY))).toContain("UNKNOWN_SESSION");
    const environment = { CLAUDE_PROJECT_DIR: CLAUDE.directory };
    const codex = await connect([], { name: "codex-mcp-client", environment });
    expect(textOf(await codex.callTool(QUERY))).toContain("UNKNOWN_SESSION");
  });

  it("lists its tools before it loads a library or reads anything", async () => {
    const coverage = await temporaryFolder(onTestFinished);
    const client = await connect([], { environment: { NODE_V8_COVERAGE: coverage } });
    expect((await client.listTools()).tools).toHaveLength(4);
    await client.close();
    const loaded = await loadedModules(coverage);
    expect(loaded).toContain("dist/commands/mcp.js");
    expect(loaded).not.toMatch(
      /plimsoll\/dist\/(?:engine|stores|formats|tokens|summarizers|redaction|config|setup|integrations)\//,
    );
    expect(loaded).not.toMatch(/modelcontextprotocol|zod|gpt-tokenizer|libsql|re2js|yaml|htmlparser2|noble/);
  });
});

describe("compactctl mcp --http", () => {
  it("serves an MCP client over streamable HTTP, and nobody from elsewhere", async () => {
    const url = await serve(["--session", "work"]);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await use(client);
    await client.close();
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(403);
    expect((await fetch(url.replace("/mcp", "/else"))).status).toBe(404);
  });

  it("knows a caller by its thread, and has no directory to go by", async () => {
    const url = await serve([], { CLAUDE_PROJECT_DIR: CLAUDE.directory });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    const thread = await client.callTool({ ...QUERY, _meta: { threadId: THREAD.id } });
    expect(textOf(thread)).toContain(THREAD.secret);
    const asked = await client.callTool(QUERY);
    expect(asked.isError).toBe(true);
    expect(textOf(asked)).not.toContain(CLAUDE.secret);
  });

  it("refuses to be open to other machines without a token", async () => {
    const cwd = home.path;
    const open = await runCompactctl(["mcp", "--http", "0", "--host", "0.0.0.0"], { cwd });
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining("--token-env") });
    expect((await runCompactctl(["mcp", "--http", "none"], { cwd })).code).toBe(2);
  });
});

async function serve(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const server = spawn(process.execPath, [COMPACTCTL, "mcp", "--http", "0", "--json", ...args], {
    cwd: home.path,
    env: { PATH: process.env["PATH"] ?? "", ...home.environment, ...environment },
  });
  onTestFinished(() => void server.kill("SIGINT"));
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: server.stdout }).once("line", resolve),
  );
  return (JSON.parse(line) as { url: string }).url;
}

/** The scripts that a process ran, as V8 tells them when it ends. */
async function loadedModules(folder: string): Promise<string> {
  const [name = ""] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, name), "utf8")) as { result: { url: string }[] };
  return result.map(({ url }) => url).join("\n");
}
