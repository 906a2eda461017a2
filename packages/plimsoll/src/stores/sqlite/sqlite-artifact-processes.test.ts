import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildForChildren } from "../build-for-children-test-support.js";
import { openSqlite } from "./sqlite-driver.js";
import { sqliteStorage } from "./sqlite-storage.js";

const NEW = "2026-03-31T10:00:00.000Z";
const OLD = "2026-03-01T10:00:00.000Z";

/** Stores batches of new texts and texts that all writers store; prints the id of each when its put has resolved. */
const WRITER = `
import { writeSync } from "node:fs";
import { sqliteStorage } from "./stores.mjs";
const [path, tag, count] = process.argv.slice(2);
const store = sqliteStorage({ path });
const input = (text, ts) => ({ text, kind: "log", label: "", ts });
for (let batch = 0; batch < Number(count); batch += 1) {
  const own = tag + " wrote " + batch + " " + "lorem ipsum ".repeat(200);
  const shared = "everybody wrote " + batch;
  await store.putArtifacts({ tenant: "t", sessionId: "old " + tag }, [input(shared, "${OLD}"), input(own, "${OLD}")]);
  const stored = await store.putArtifacts({ tenant: "t", sessionId: tag }, [input(shared, "${NEW}"), input(own, "${NEW}")]);
  writeSync(1, JSON.stringify([[stored[0].id, shared], [stored[1].id, own]]) + "\\n");
}
await store.close();
`;

/** Sweeps what is old until its input ends; prints how much it swept. */
const SWEEPER = `
import { writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { sqliteStorage } from "./stores.mjs";
const store = sqliteStorage({ path: process.argv[2] });
let isEnded = false;
process.stdin.on("end", () => { isEnded = true; }).resume();
let swept = 0;
while (!isEnded) {
  swept += await store.sweepArtifacts("2026-03-15T00:00:00.000Z");
  await setImmediate();
}
swept += await store.sweepArtifacts("2026-03-15T00:00:00.000Z");
writeSync(1, swept + "\\n");
await store.close();
`;

/** Opens the archive and closes it again: the last one to close removes the write-ahead log. */
const VISITOR = `
import { sqliteStorage } from "./stores.mjs";
const store = sqliteStorage({ path: process.argv[2] });
await store.artifactSessions("t");
await store.close();
`;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-artifact-processes-"));
  await buildForChildren(folder, "sqlite/sqlite-storage.ts");
  await writeFile(join(folder, "writer.mjs"), WRITER);
  await writeFile(join(folder, "sweeper.mjs"), SWEEPER);
  await writeFile(join(folder, "visitor.mjs"), VISITOR);
});

afterAll(() => rm(folder, { recursive: true }));

function start(script: string, values: readonly string[]): ChildProcess {
  const command = ["--no-warnings", join(folder, script), ...values];
  return spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
}

/** All lines that the process printed; it is killed once it has printed `killAfter` of them. */
async function linesOf(
  process: ChildProcess,
  killAfter: number = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const lines: string[] = [];
  const exited = once(process, "exit");
  if (!process.stdout) throw new Error("The process has no output.");
  for await (const line of createInterface({ input: process.stdout })) {
    lines.push(line);
    if (lines.length === killAfter) process.kill("SIGKILL");
  }
  await exited;
  return lines;
}

it("loses nothing when processes store the same and other texts at once while one sweeps and one is killed", async () => {
  const path = join(folder, "shared.db");
  const count = 30;
  const tags = ["alpha", "beta", "victim"];
  const sweeper = start("sweeper.mjs", [path]);
  const sweeping = linesOf(sweeper);
  const outputs = await Promise.all(
    tags.map((tag) =>
      linesOf(start("writer.mjs", [path, tag, String(count)]), tag === "victim" ? 5 : undefined),
    ),
  );
  sweeper.stdin?.end();
  const [swept] = await sweeping;
  expect(outputs.slice(0, 2).map((lines) => lines.length)).toEqual([count, count]);
  // Every old reference that was acknowledged is swept, once.
  expect(Number(swept)).toBeGreaterThanOrEqual((2 * count + 5) * 2);

  const store = sqliteStorage({ path });
  for (const [position, tag] of tags.entries()) {
    const scope = { tenant: "t", sessionId: tag };
    const lines = outputs[position] ?? [];
    for (const [id, text] of lines.flatMap((line) => JSON.parse(line) as [string, string][])) {
      expect((await store.getArtifact(scope, id))?.text).toBe(text);
    }
    expect((await store.searchArtifacts(scope, [`${tag} wrote`])).length).toBeGreaterThanOrEqual(
      lines.length,
    );
    expect(await store.listArtifacts({ tenant: "t", sessionId: `old ${tag}` })).toEqual([]);
  }
  await store.close();
  const driver = await openSqlite(path);
  const orphans =
    "SELECT id FROM artifact_payloads WHERE key NOT IN (SELECT payload FROM artifact_references)";
  expect(driver.all(orphans)).toEqual([]);
  expect(driver.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  driver.close();
});

it("loses nothing when another process leaves a file that two stores of this one hold open", async () => {
  const path = join(folder, "visited.db");
  const [storage, artifacts] = [sqliteStorage({ path }), sqliteStorage({ path })];
  const scope = { tenant: "t", sessionId: "s" };
  await storage.append("s", [{ kind: "item", id: "a", ts: OLD, data: 1 }]);
  await artifacts.putArtifacts(scope, [{ text: "before", kind: "log", label: "", ts: OLD }]);
  await linesOf(start("visitor.mjs", [path]));
  await storage.append("s", [{ kind: "item", id: "b", ts: OLD, data: 2 }]);
  await artifacts.putArtifacts(scope, [{ text: "after", kind: "log", label: "", ts: OLD }]);
  const reopened = { storage: sqliteStorage({ path }), artifacts: sqliteStorage({ path }) };
  await linesOf(start("visitor.mjs", [path]));
  expect((await reopened.storage.read("s")).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(await reopened.artifacts.searchArtifacts(scope, ["before", "after"])).toHaveLength(2);
  for (const store of [storage, artifacts, reopened.storage, reopened.artifacts]) await store.close();
});
