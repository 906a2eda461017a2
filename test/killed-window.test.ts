import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";
import { heuristicEstimator, type StorageAdapter } from "plimsoll";
import {
  createProviderWindow,
  openAITransport,
  type ProviderWindow,
  type WindowItem,
} from "plimsoll/provider-window";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { type ScriptedOpenAI, startScriptedOpenAI } from "plimsoll-testkit";
import { sampled } from "plimsoll-testkit/scaled";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const CHILD = fileURLToPath(new URL("children/window-process.mjs", import.meta.url));
const STORES: Record<string, (path: string) => StorageAdapter> = {
  fs: (path) => fileStorage({ path }),
  sqlite: (path) => sqliteStorage({ path }),
};

/** Kills a process as the step begins for the n-th time; gives the list that its host had then. */
function killAt(arguments_: string[], step: string, times: number): Promise<WindowItem[]> {
  const child = spawn(process.execPath, [CHILD, ...arguments_], { stdio: ["ignore", "pipe", "inherit"] });
  let list: WindowItem[] = [];
  let left = times;
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line) as { begins?: string; list?: WindowItem[] };
      list = said.list ?? list;
      if (said.begins?.includes(step) && --left === 0) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", (_, signal) =>
      signal === "SIGKILL" ? resolve(list) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

/** Asks for a tool where the user asked last, and answers where it was given. */
const respond = ({ items }: { items: readonly Readonly<Record<string, unknown>>[] }) =>
  items.at(-1)?.["role"] === "user"
    ? [{ type: "reasoning" }, { type: "function_call", name: "read_page", arguments: {} }]
    : "It says the same as before.";

describe.each(Object.keys(STORES))("a process killed in the middle of a compaction, with %s", (kind) => {
  let folder = "";
  let server: ScriptedOpenAI;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-window-"));
    server = await startScriptedOpenAI({ respond });
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const reopen = (path: string): Promise<ProviderWindow> =>
    createProviderWindow({
      sessionId: "killed",
      model: "gpt-5.2",
      maxContextTokens: 4000,
      triggerPct: 0.5,
      estimator: heuristicEstimator,
      storage: (STORES[kind] as (path: string) => StorageAdapter)(path),
      transport: openAITransport(new OpenAI({ apiKey: "key-1", baseURL: server.url, maxRetries: 0 })),
    });

  it.each(
    sampled(
      [
        ["compacting", 1],
        ["compact request", 1],
        ["checkpoint replaced", 1],
        ["listed", 7],
        ["checkpoint replaced", 2],
        ["received", 9],
      ] as const,
      3,
    ),
  )("resumes with a valid window after it ended at %s (%i)", async (step, times) => {
    const path = join(folder, "store");
    const list = await killAt([kind, path, server.url], step, times);
    const window = await reopen(path);
    const before = await window.state();
    expect(before.reset === undefined || before.reset === "remote_compaction").toBe(true);
    expect(before.covered).toBeLessThanOrEqual(before.list.length);
    const held = list.at(-1)?.["type"] === "function_call" ? list.slice(0, -2) : list;
    const input = [...held, { role: "user", content: "Where were we?" }];
    const response = await window.create({ model: "gpt-5.2", input });
    expect(response["status"]).toBe("completed");
    const after = await window.state();
    expect(after.responses).toBe(before.responses + 1);
    expect(after.reset).toBeUndefined();
    if (before.compactions.length > 0) expect(await window.checkpoint()).toBeDefined();
    await window.close();
  });
});
