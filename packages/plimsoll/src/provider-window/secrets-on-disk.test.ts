import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomCharacters } from "../redaction/example-test-support.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import {
  longConversation,
  MODEL,
  user,
  type WindowBench,
  withWindow,
  words,
} from "./provider-window-test-support.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-window-secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const random = (length: number, seed: number): string => `${randomCharacters(LETTERS, length, seed)}7a`;

/** What gives a secret away, and the secret. */
const SECRETS: readonly (readonly [before: string, secret: string])[] = [
  ["", `ghp_${random(34, 1)}`],
  ["", `glpat-${random(18, 2)}`],
  ["DB_PASSWORD=", random(14, 3)],
  ["Authorization: Bearer ", random(30, 4)],
  ["curl -u admin:", random(12, 5)],
  ["postgres://app:", `${random(12, 6)}`],
];
const TEXTS = SECRETS.map(([before, secret]) =>
  before.startsWith("postgres") ? `${before}${secret}@db/main` : before + secret,
);

const ITEMS = TEXTS.flatMap((text, index) => [
  user(`Use ${text} there.`),
  {
    type: "function_call",
    call_id: `call_${index}`,
    name: "shell",
    arguments: JSON.stringify({ command: `run ${text}`, env: { [text]: text } }),
  },
  { type: "function_call_output", call_id: `call_${index}`, output: `found ${text} in it` },
]);

const STORES: Readonly<Record<string, () => StorageAdapter>> = {
  fs: () => fileStorage({ path: join(folder, "archive"), fsync: false }),
  sqlite: () => sqliteStorage({ path: join(folder, "archive.db") }),
};

async function everyByte(): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))));
}

describe("the log of a provider window", () => {
  it.each(Object.entries(STORES))("holds no secret in %s, compacted or not", async (_name, open) => {
    await withWindow({ window: { storage: open() } }, async (bench) => {
      await bench.window.create({ model: "gpt-5.2", input: ITEMS });
      const input = [...ITEMS, ...Array.from({ length: 12 }, (_, turn) => user(words(400, turn)))];
      await bench.window.create({ model: "gpt-5.2", input: [...input, user(`And ${TEXTS[0]}?`)] });
      await bench.window.close();
    });
    const bytes = await everyByte();
    expect(bytes.includes("[REDACTED:")).toBe(true);
    expect(SECRETS.filter(([, secret]) => bytes.includes(secret))).toEqual([]);
  });
});

describe("what the model is sent after a restart", () => {
  const [secret] = TEXTS;
  const question = `Never change the archive. The key is ${secret}.`;

  it.each(Object.entries(STORES))("is never redacted, with %s", async (_name, open) => {
    await withWindow({ window: { triggerPct: 0.55, storage: open() } }, async (bench) => {
      const [first, ...rest] = await longConversation(bench);
      expect(first).toBeDefined();
      const list = [user(question), ...rest, user("And in April?")];
      expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
      const restarted = await bench.open({ storage: open() });
      const { body } = await restarted.request({ model: MODEL, input: list });
      expect(JSON.stringify(body)).toContain(question);
      expect(JSON.stringify(body)).toContain('"compaction"');
      expect(JSON.stringify(body)).not.toContain("REDACTED");
    });
  });

  const changed = `Changed on its way: ${secret}`;

  /** The request of a new process, where the provider's replacement has a message that the caller's list has not. */
  const afterRestart = (
    keys: { readonly before?: string; readonly after?: string },
    check: (sent: string, bench: WindowBench) => Promise<void> | void,
  ): Promise<void> => {
    const storage = STORES["sqlite"]?.() ?? memoryStorage();
    const keyed = (originalsKey: string | undefined) => (originalsKey ? { originalsKey } : {});
    return withWindow({ window: { triggerPct: 0.55, storage } }, async (bench) => {
      const [, ...rest] = await longConversation(bench);
      const list = [user(question), ...rest];
      const window = await bench.open({ sessionId: "keyed", ...keyed(keys.before) });
      await window.create({ model: MODEL, input: list.slice(0, -1) });
      const other = { type: "message", role: "user", content: changed };
      const output = [other, { type: "compaction", encrypted_content: "gAAA" }];
      const text = JSON.stringify({
        output,
        usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      });
      bench.server.fault({ kind: "status", status: 200, body: text, route: "compact" });
      expect((await window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
      const restarted = await bench.open({ sessionId: "keyed", ...keyed(keys.after) });
      const { body } = await restarted.request({ model: MODEL, input: [...list, user("Go on.")] });
      await check(JSON.stringify(body), bench);
    });
  };
  const KEY = "5e".repeat(32);

  it("is the sealed message where the window has the key, and nothing on disk tells it", async () => {
    await afterRestart({ before: KEY, after: KEY }, async (sent, bench) => {
      expect(sent).toContain(changed);
      expect(sent).toContain('"compaction"');
      expect(sent).not.toMatch(/REDACTED|Never change the archive/);
      expect(bench.named("provider_window.reset").at(-1)).toMatchObject({ reason: "remote_compaction" });
      expect((await everyByte()).includes(secret as string)).toBe(false);
    });
  });

  it.each([
    ["without a key", {}],
    ["with another key", { before: KEY, after: "6f".repeat(32) }],
  ])("is the whole list where that no longer holds the message itself, %s", async (_name, keys) => {
    await afterRestart(keys, (sent, bench) => {
      expect(sent).toContain(question);
      expect(sent).not.toMatch(/REDACTED|"compaction"/);
      expect(bench.named("provider_window.reset").at(-1)).toMatchObject({
        reason: "stored_window_unreadable",
      });
    });
  });
});
