import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "../redaction/default-rules.js";
import { filledExample } from "../redaction/example-test-support.js";
import { secretFinder } from "../redaction/secret-finder.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { CompactError } from "../errors/compact-error.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const KEY = "5b".repeat(32);
const STORES: Readonly<Record<string, { open(): StorageAdapter; readonly originalsKey?: string }>> = {
  fs: { open: () => fileStorage({ path: join(folder, "archive"), fsync: false }) },
  sqlite: { open: () => sqliteStorage({ path: join(folder, "archive.db") }) },
  "fs with a key": {
    open: () => fileStorage({ path: join(folder, "archive"), fsync: false, artifactKey: KEY }),
    originalsKey: KEY,
  },
};

interface Secret {
  /** The text that holds it. */
  readonly text: string;
  readonly secret: string;
}

const SECRETS: readonly Secret[] = DEFAULT_RULES.map((rule, index) => {
  const text = filledExample(rule.example, 1000 + index * 20);
  const [found] = secretFinder([rule], () => false)(text).spans;
  if (!found) throw new RangeError(`The rule for ${rule.kind} does not find "${text}".`);
  return { text, secret: text.slice(found.start, found.end) };
});

const call = (id: string, name: string, given: string): object => ({
  type: "function_call",
  call_id: id,
  name,
  arguments: given,
});
const output = (id: string, text: string): object => ({
  type: "function_call_output",
  call_id: id,
  output: text,
});
const pair = (index: number, given: string, text: string): object[] => [
  call(`call_${index}`, "shell", given),
  output(`call_${index}`, text),
];
const LONG = Array.from({ length: 20 }, (_, line) => `line ${line} of the output was as expected`).join("\n");

/** Where a secret can stand in the items of a conversation. */
const POSITIONS: Readonly<Record<string, (secret: Secret, index: number) => object[]>> = {
  "a user's text": ({ text }) => [{ role: "user", content: `Use ${text} there.` }],
  "an assistant's text": ({ text }) => [{ role: "assistant", content: `I used ${text} there.` }],
  "a system message": ({ text }) => [{ role: "system", content: `Use ${text} there.` }],
  "a call's arguments": ({ text }, index) =>
    pair(index, JSON.stringify({ command: `run ${text} now` }), "done"),
  "the label of an artifact": ({ text }, index) =>
    pair(index, JSON.stringify({ command: `run ${text}` }), `${index} ${LONG}`),
  "a nested value": ({ text }, index) =>
    pair(index, JSON.stringify({ a: [{ b: { c: `see ${text} here` } }] }), "done"),
  "a key of the arguments": ({ text }, index) =>
    pair(index, JSON.stringify({ [`k ${text}`]: { [text]: 1 } }), "done"),
  "a key of the metadata": ({ text }) => [
    { role: "user", content: `hello ${LONG.slice(0, 200)}`, metadata: { [text]: "x", more: [text] } },
  ],
  "a small output": ({ text }, index) => pair(index, "{}", `found ${text} in it`),
  "a large output": ({ text }, index) => pair(index, "{}", `${LONG}\nfound ${text} in it\n${index} ${LONG}`),
  "a tool's name": ({ text }, index) => [
    call(`call_${index}`, `tool ${text}`, "{}"),
    output(`call_${index}`, `${index} ${LONG}`),
  ],
  "a call's id": ({ text }, index) => [
    call(`${index} ${text}`, "shell", "{}"),
    output(`${index} ${text}`, `${index} ${LONG}`),
  ],
};

/** The secrets that stand in the store, as they are or written in one of the usual ways. */
async function secretsIn(path: string, secrets: readonly Secret[] = SECRETS): Promise<string[]> {
  const bytes = await bytesOnDisk(path);
  expect(bytes.length).toBeGreaterThan(1000);
  return secretsAmong(bytes, secrets);
}

function secretsAmong(bytes: Buffer, secrets: readonly Secret[]): string[] {
  return secrets
    .filter(({ secret }) => {
      const escaped = JSON.stringify(secret).slice(1, -1);
      const forms = [
        secret,
        escaped,
        JSON.stringify(escaped).slice(1, -1),
        Buffer.from(secret).toString("hex"),
      ];
      if (secret.length >= 12) forms.push(Buffer.from(secret).toString("base64").slice(0, -4));
      return forms.some((form) => bytes.includes(form));
    })
    .map(({ text }) => text);
}

/** Every secret stands in every position, each time in one of the stores. */
function share(name: string, position: string): readonly Secret[] {
  const turn = Object.keys(STORES).indexOf(name) + Object.keys(POSITIONS).indexOf(position);
  return SECRETS.filter((_, index) => (index + turn) % Object.keys(STORES).length === 0);
}

/** The same object, and what its calls are still doing. */
function tracked<T extends object>(target: T, pending: Promise<unknown>[]): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "object" && value !== null) return tracked(value, pending);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        if (result instanceof Promise) pending.push(result);
        return result;
      };
    },
  });
}

/** Without a time limit a busy machine changes nothing; with a short one the store is given up again and again. */
function managerOver(name: string, storeMs = 0, pending: Promise<unknown>[] = []): CompactManager {
  const { open, originalsKey } = STORES[name] as (typeof STORES)[string];
  return new CompactManager({
    model: "gpt-5",
    maxContextTokens: 40_000,
    estimator: characterEstimator,
    policy: { toolOutputMaxTokens: 150, keepToolIoPairs: 1, keepRecentTurns: 1, rolesNeverPrune: [] },
    storage: tracked(open(), pending),
    timeLimits: { storeMs },
    ...(originalsKey ? { originalsKey } : {}),
  });
}

describe.each(Object.keys(STORES))("a %s store", (name) => {
  it.each(Object.keys(POSITIONS))("holds none of the secrets that stood in %s", async (position) => {
    const place = POSITIONS[position] as (typeof POSITIONS)[string];
    const manager = managerOver(name);
    const secrets = share(name, position);
    const items = [
      { role: "user", content: "Do it." },
      ...secrets.flatMap(place),
      ...Array.from({ length: 40 }, (_, turn) => ({
        role: "user",
        content: `${turn} ${LONG.slice(0, 1200)}`,
      })),
      { role: "user", content: "And now?" },
      { role: "assistant", content: "Done." },
      { role: "user", content: "Thanks." },
    ];
    const first = await manager.preflight("s", items);
    const { compaction = first.compaction } = await manager.manualCompact("s", items, { targetTokens: 4000 });
    expect(compaction?.removed.length ?? 0).toBeGreaterThan(20);
    await manager.close();
    expect(await secretsIn(folder, secrets)).toEqual([]);
  });

  it("holds none of the secrets where it is given up before it answers", async () => {
    const pending: Promise<unknown>[] = [];
    const manager = managerOver(name, 1, pending);
    const items = [
      ...SECRETS.flatMap((secret, index) => [
        ...(POSITIONS["a nested value"] as (typeof POSITIONS)[string])(secret, index),
        { role: "user", content: `Use ${secret.text} there. ${LONG}` },
      ]),
      { role: "user", content: "And now?" },
    ];
    const typed = (error: unknown): string => (error as CompactError).code;
    const outcomes = await Promise.all([
      manager.preflight("s", items).then(() => "done", typed),
      manager.manualCompact("s", items, { targetTokens: 4000 }).then(() => "done", typed),
    ]);
    outcomes.push(await manager.close().then(() => "done", typed));
    // What was given up goes on behind the manager's back.
    await Promise.allSettled(pending);
    expect(new Set(["done", "STORE_UNAVAILABLE", ...outcomes]).size).toBe(2);
    expect(secretsAmong(await bytesOnDisk(folder), SECRETS)).toEqual([]);
  });

  it("holds none of the secrets of notes, instructions, errors, keys and events", async () => {
    const manager = managerOver(name);
    const text = SECRETS.map((one) => one.text).join(" and\n");
    const question = { role: "user", content: `Remember: never use ${text}` };
    await manager.protect("s", question, { key: text.slice(0, 3000) });
    const items = [
      question,
      ...Array.from({ length: 200 }, (_, turn) => ({
        role: turn % 2 ? "user" : "assistant",
        content: `turn ${turn} ${LONG.slice(0, 300)}`,
      })),
    ];
    await manager.preflight("s", items, {
      instructions: text,
      error: new Error(`context_length_exceeded ${text}`),
    });
    await manager.manualCompact("s", items, { note: text });
    for (const one of SECRETS)
      manager.announce("s", { event: "compact.store_degraded", operation: one.text, reason: one.text });
    await manager.checkpoint("s");
    await manager.close();
    expect(await secretsIn(folder)).toEqual([]);
  });
});
