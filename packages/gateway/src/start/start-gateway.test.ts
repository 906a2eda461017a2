import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { sqliteStorage } from "plimsoll/node";
import { tenantStorage } from "plimsoll/stores";
import { describe, expect, it, onTestFinished } from "vitest";
import { startDemoUpstream } from "../demo/demo-upstream.js";
import { KeyFile } from "../keys/key-file.js";
import { call } from "../testing/call.js";
import { scriptedChat } from "../testing/scripted-chat.js";
import { type RunningGateway, startGateway } from "./start-gateway.js";

interface Started {
  readonly gateway: RunningGateway;
  readonly folder: string;
  readonly said: string[];
  client(key?: string): OpenAI;
}

async function folderWith(config?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-serve-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (config !== undefined) await writeFile(join(folder, "plimsoll.config.yaml"), config);
  return folder;
}

async function start(folder: string): Promise<Started> {
  const said: string[] = [];
  const log = {
    request: () => undefined,
    say: (level: string, text: string) => said.push(`${level}: ${text}`),
  };
  const gateway = await startGateway({ cwd: folder, environment: {}, port: 0, log });
  onTestFinished(() => gateway.close());
  const client = (apiKey = "none") => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
  return { gateway, folder, said, client };
}

const TOOLS = [
  {
    type: "function" as const,
    name: "list_files",
    description: "Lists files.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    strict: false,
  },
];

describe("a gateway that ends", () => {
  it("has written what it knows of every conversation, although its ways in share a store", async () => {
    const upstream = await scriptedChat({ answer: () => ({ text: "Understood." }) });
    const folder = await folderWith(`storage: { adapter: sqlite, path: ./archive.db }
gateway:
  upstreams: { here: { vendor: generic, base_url: "${upstream.baseUrl}" } }
  routes: { small: { upstream: here, window: 6000, output_reserve: 500, archive: always } }
`);
    const { gateway, client } = await start(folder);
    for (let index = 0; index < 6; index += 1) {
      const headers = { "x-plimsoll-session": `s${index}` };
      const said = "Remember the harbour.";
      const messages = [{ role: "user" as const, content: said }];
      if (index === 0) await client().chat.completions.create({ model: "small", messages }, { headers });
      else await client().responses.create({ model: "small", input: said }, { headers });
    }
    const { text } = await call({ port: gateway.port, path: "/v1/inspect/sessions" });
    const listed = (JSON.parse(text) as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
    expect(listed.filter((id) => !/^s\d\//.test(id))).toEqual([]);
    await gateway.drain();
    const opened = sqliteStorage({ path: join(folder, "archive.db") });
    onTestFinished(() => opened.close());
    const store = tenantStorage(opened, "local");
    const named = (await store.sessions()).flatMap(({ sessionId }) => /^s\d/.exec(sessionId) ?? []);
    expect(named.sort()).toEqual(["s0", "s1", "s2", "s3", "s4", "s5"]);
  });
});

describe("a gateway with nothing configured", () => {
  it("answers, calls a tool and compacts, and leaves nothing on disk", async () => {
    const { gateway, folder, client } = await start(await folderWith());
    expect(gateway).toMatchObject({ isDemo: true, isOpen: true });
    const first = await client().responses.create({ model: "demo", input: "What is here?", tools: TOOLS });
    expect(first.output.map(({ type }) => type)).toEqual(["message", "function_call"]);
    const numbers = Array.from({ length: 20_000 }, (_, index) => index).join(" ");
    const second = await client().responses.create({
      model: "demo",
      store: false,
      input: [
        { role: "user", content: "Count, please." },
        { type: "function_call", call_id: "c1", name: "count", arguments: "{}" },
        { type: "function_call_output", call_id: "c1", output: numbers },
        { role: "assistant", content: `I counted: ${numbers.slice(0, 40_000)}` },
        { role: "user", content: "Thank you. What is the port?" },
      ],
    });
    expect(second.output_text).toContain("The gateway compacted this conversation before it reached me.");
    expect(second.usage?.input_tokens).toBeLessThan(8000);
    expect(await readdir(folder)).toEqual([]);
  });

  it("names its models", async () => {
    const { client } = await start(await folderWith());
    const models = await client().models.list();
    expect(models.data.map(({ id }) => id)).toEqual(["demo", "gpt-5"]);
  });
});

describe("a configured gateway", () => {
  const config = (baseUrl: string, model: string, more = ""): string =>
    `gateway:\n  listen: { port: 0 }\n${more}  upstreams:\n    local: { vendor: generic, base_url: "${baseUrl}" }\n` +
    `  routes:\n    ${model}: { upstream: local, model: demo, window: 8000, output_reserve: 1000 }\n`;

  it("takes a new configuration over, and keeps the old one if the new one is broken", async () => {
    const upstream = await startDemoUpstream();
    onTestFinished(upstream.close);
    const folder = await folderWith(config(upstream.baseUrl, "first"));
    const { gateway, said, client } = await start(folder);
    expect((await client().responses.create({ model: "first", input: "Hi" })).output_text).toContain(
      "You said",
    );
    await writeFile(join(folder, "plimsoll.config.yaml"), config(upstream.baseUrl, "second"));
    expect(await gateway.reload()).toBe(true);
    expect(gateway.models()).toEqual(["second"]);
    await expect(client().responses.create({ model: "first", input: "Hi" })).rejects.toMatchObject({
      status: 404,
    });
    await writeFile(join(folder, "plimsoll.config.yaml"), "gateway: { rotues: {} }\n");
    expect(await gateway.reload()).toBe(false);
    expect(said.at(-1)).toMatch(/^error: .*old one stays[\s\S]*did you mean routes/);
    await rm(join(folder, "plimsoll.config.yaml"));
    expect(await gateway.reload()).toBe(false);
    expect(said.at(-1)).toMatch(/^error: .*old one stays: the file .*plimsoll\.config\.yaml is gone/);
    expect((await client().responses.create({ model: "second", input: "Hi" })).output_text).toContain(
      "You said",
    );
  });

  it("takes new limits and keys over, and never opens because its key file is gone", async () => {
    const upstream = await startDemoUpstream();
    onTestFinished(upstream.close);
    const folder = await folderWith(config(upstream.baseUrl, "m"));
    const file = new KeyFile(join(folder, ".compact", "gateway-keys.json"));
    const { key, stored } = await file.create({ name: "ada" }, new Date(0));
    const { gateway, client } = await start(folder);
    expect(gateway.isOpen).toBe(false);
    await client(key).responses.create({ model: "m", input: "Hi" });
    await expect(client().responses.create({ model: "m", input: "Hi" })).rejects.toMatchObject({
      status: 401,
    });
    await writeFile(
      join(folder, "plimsoll.config.yaml"),
      config(upstream.baseUrl, "m", "  limits: { body_bytes: 300 }\n"),
    );
    await gateway.reload();
    await expect(client(key).responses.create({ model: "m", input: "x".repeat(400) })).rejects.toMatchObject({
      status: 413,
    });
    await file.revoke(stored.id);
    await gateway.reload();
    await expect(client(key).responses.create({ model: "m", input: "Hi" })).rejects.toMatchObject({
      status: 401,
    });
    await rm(join(folder, ".compact", "gateway-keys.json"));
    expect(await gateway.reload()).toBe(false);
    expect((await call({ port: gateway.port, path: "/v1/models" })).status).toBe(401);
  });

  it("refuses to start where others reach it without a key", async () => {
    const folder = await folderWith("gateway: { listen: { host: 0.0.0.0 } }\n");
    await expect(start(folder)).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});
