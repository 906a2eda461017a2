import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import OpenAI from "openai";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { createProviderWindow, openAITransport } from "plimsoll/provider-window";
import { startScriptedOpenAI } from "plimsoll-testkit";
import { expect, it, onTestFinished } from "vitest";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
const MODEL = "gpt-5.2";
const RULE = "Never change the archive.";
const COMMANDS = [
  ["show", "audit", "--checkpoint"],
  ["remember", "audit"],
  ["remember", "audit", "--json"],
];

async function shown(cwd: string, commands = COMMANDS): Promise<string[]> {
  const texts: string[] = [];
  for (const args of commands) {
    const { stdout } = await promisify(execFile)(process.execPath, [COMPACTCTL, ...args], { cwd });
    texts.push(stdout);
  }
  return texts;
}

it("shows the readable record beside a provider window, before and after a compaction", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "plimsoll-window-shown-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const server = await startScriptedOpenAI();
  onTestFinished(() => server.close());
  const client = new OpenAI({ apiKey: "key-1", baseURL: server.url, maxRetries: 0 });
  const window = await createProviderWindow({
    sessionId: "audit",
    transport: openAITransport(client),
    model: MODEL,
    storage: fileStorage({ path: join(cwd, ".compact", "archive") }),
  });
  const list: object[] = [{ role: "user", content: `Audit the ledger of March. ${RULE}` }];
  const response = await window.create({ model: MODEL, input: list });
  list.push(...response.output);
  for (const text of await shown(cwd)) expect(text).toContain(RULE);
  list.push({ role: "assistant", content: "The fault is in row 17. ".repeat(200) });
  expect((await window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
  await window.close();
  const after = await shown(cwd);
  for (const text of after) {
    expect(text).toContain(RULE);
    expect(text).not.toContain("encrypted_content");
  }
  expect(after[1]).toContain("the provider keeps the window");
});

it("shows it of a SQLite file too, in the mode that compacts nothing by itself", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "plimsoll-window-shown-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const server = await startScriptedOpenAI();
  onTestFinished(() => server.close());
  const path = join(cwd, "archive.db");
  await writeFile(
    join(cwd, "plimsoll.config.yaml"),
    `storage: { adapter: sqlite, path: ${JSON.stringify(path)} }\n`,
  );
  const client = new OpenAI({ apiKey: "key-1", baseURL: server.url, maxRetries: 0 });
  const transport = openAITransport(client);
  const storage = sqliteStorage({ path });
  const options = { sessionId: "audit", transport, model: MODEL, mode: "off", storage } as const;
  const window = await createProviderWindow(options);
  const list: object[] = [{ role: "user", content: `Audit the ledger of March. ${RULE}` }];
  list.push(...(await window.create({ model: MODEL, input: list })).output);
  list.push({ role: "assistant", content: "The fault is in row 17. ".repeat(200) });
  expect((await window.compact({ model: MODEL, input: list })).outcome).toBe("local");
  await window.close();
  const [checkpoint, remembered] = await shown(cwd, COMMANDS.slice(0, 2));
  expect(checkpoint).toContain(RULE);
  expect(remembered).toContain(RULE);
});
