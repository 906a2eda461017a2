import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "plimsoll/node";
import { createArchive } from "plimsoll/stores";
import { storageFromSettings } from "plimsoll/node";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCompactctl } from "../testing/run-compactctl.js";
import { copySession } from "./copy-session.js";

const random = (bytes: number): string => `${randomBytes(bytes).toString("hex")}a7`;
const SECRETS = {
  github: `ghp_${random(17)}`,
  password: random(8),
  bearer: random(16),
  address: random(7),
  stripe: ["sk", "live", random(12)].join("_"),
} as const;
const TEXT = [
  `token ${SECRETS.github}`,
  `DB_PASSWORD=${SECRETS.password}`,
  `Authorization: Bearer ${SECRETS.bearer}`,
  `postgres://app:${SECRETS.address}@db/main`,
  `charge with ${SECRETS.stripe}`,
].join("\n");
const LOG = Array.from({ length: 3000 }, (_, line) => `step ${line}: module ${line % 7} built`).join("\n");
const ITEMS = [
  { role: "user", content: `Run the nightly build. ${TEXT}` },
  {
    role: "assistant",
    tool_calls: [
      {
        id: "call_1",
        type: "function",
        function: { name: "shell", arguments: JSON.stringify({ command: TEXT, env: { [TEXT]: TEXT } }) },
      },
    ],
  },
  { role: "tool", tool_call_id: "call_1", content: `${LOG}\n${TEXT}\n${LOG}` },
  { role: "assistant", content: `It is built with ${TEXT}.` },
  { role: "user", content: "Thanks. What next?" },
];

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "compactctl-secrets-"));
  await writeFile(join(cwd, "work.json"), JSON.stringify(ITEMS));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const KEY = "0f".repeat(32);
const environmentOf = (adapter: string, key?: string): Record<string, string> => ({
  PLIMSOLL_STORAGE__ADAPTER: adapter,
  PLIMSOLL_STORAGE__PATH: adapter === "sqlite" ? "kept/archive.db" : "kept",
  ...(key === undefined ? {} : { PLIMSOLL_ARTIFACT_KEY: key }),
});

async function compacted(environment: Record<string, string>): Promise<void> {
  const run = (args: readonly string[]) => runCompactctl(args, { cwd, environment });
  const done = await run(["compact", "work.json", "--target-tokens", "800"]);
  expect(done.stderr).not.toContain("error");
  expect(done.code).toBe(0);
}

async function secretsKept(): Promise<string[]> {
  const bytes = await bytesOnDisk(join(cwd, "kept"));
  // With a key nothing is readable, not even that something was redacted.
  expect(bytes.includes("[REDACTED:") || bytes.includes("plimsoll_sealed")).toBe(true);
  return Object.entries(SECRETS)
    .filter(([, secret]) => bytes.includes(secret))
    .map(([name]) => name);
}

describe("what compactctl keeps of a session", () => {
  it.each([
    ["fs", undefined],
    ["sqlite", undefined],
    ["fs", KEY],
    ["sqlite", KEY],
  ])("holds no secret in %s with the key %s", async (adapter, key) => {
    const environment = environmentOf(adapter, key);
    await compacted(environment);
    await runCompactctl(["recall", SECRETS.password], { cwd, environment });
    expect(await secretsKept()).toEqual([]);
  });

  it("is copied with its sealed originals, which sealing artifacts anew leaves as they are", async () => {
    const environment = environmentOf("fs", KEY);
    await compacted(environment);
    const settings = {
      ...DEFAULT_SETTINGS,
      storage: { ...DEFAULT_SETTINGS.storage, adapter: "fs" as const, path: join(cwd, "kept") },
    };
    const archive = createArchive(await storageFromSettings(settings.storage, environment));
    const [session] = await archive.transcript.sessions();
    const sessionId = session?.sessionId ?? "";
    const before = await archive.read(sessionId, ["original"]);
    await archive.close();
    expect(before.length).toBeGreaterThan(0);
    const context = { cwd, environment } as Parameters<typeof copySession>[2];
    const copy = await copySession(sessionId, settings, context);
    expect(await copy.read(sessionId, ["original"])).toEqual(before);

    const both = { ...environment, PLIMSOLL_ARTIFACT_KEY: `${"1e".repeat(32)},${KEY}` };
    expect((await runCompactctl(["artifacts", "reseal"], { cwd, environment: both })).code).toBe(0);
    const undone = await runCompactctl(["undo", "work", "--out", "-"], { cwd, environment: both });
    expect(undone.stdout).toContain(SECRETS.github);
  });
});
