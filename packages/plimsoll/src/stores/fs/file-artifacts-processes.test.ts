import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildForChildren } from "../build-for-children-test-support.js";
import { fileStorage } from "./file-storage.js";

const ROUNDS = 100;
const SWEEPERS = 2;
// Their folders make every look for references take a while, in which others go on.
const BYSTANDERS = 40;
const EXPIRED = "2026-01-01T00:00:00.000Z";
const CUTOFF = "2026-02-01T00:00:00.000Z";
const ALIVE = "2026-03-01T00:00:00.000Z";

/**
 * Every round stores the same text as the other process does: in a session where it is expired and will be swept, in
 * one that is removed, and in one where it must stay; sweeps run all the time.
 */
const WRITER = `
import { fileStorage } from "./stores.mjs";
const [path, tag] = process.argv.slice(2);
const store = fileStorage({ path, artifactsPath: path, fsync: false });
const scope = (sessionId) => ({ tenant: "t", sessionId });
const payload = (round, ts) => ({ text: "payload " + round, kind: "log", label: tag, ts });
let isDone = false;
const sweepers = Array.from({ length: ${SWEEPERS} }, async () => {
  while (!isDone) await store.sweepArtifacts("${CUTOFF}");
});
for (let round = 0; round < ${ROUNDS}; round += 1) {
  await store.putArtifacts(scope("expired"), [payload(round, "${EXPIRED}")]);
  await Promise.all([
    store.putArtifacts(scope("removed " + tag), [payload(round, "${ALIVE}")]),
    store.putArtifacts(scope("expired " + tag), [payload(round, "${EXPIRED}")]),
  ]);
  await store.removeArtifacts(scope("removed " + tag));
  const [info] = await store.putArtifacts(scope("alive " + tag), [payload(round, "${ALIVE}")]);
  const found = await store.getArtifact(scope("alive " + tag), info.id);
  if (found?.text !== "payload " + round) console.log("lost at once: " + round);
}
isDone = true;
await Promise.all(sweepers);
console.log("done");
`;

/** Its reference is too large for the process, its object is not. */
const LIMITED_WRITER = `
import { fileStorage } from "./stores.mjs";
const store = fileStorage({ path: process.argv[2], artifactsPath: process.argv[2], fsync: false });
const artifact = { text: "small", kind: "log", label: "x".repeat(1_000_000), ts: "${ALIVE}" };
await store.putArtifacts({ tenant: "t", sessionId: "s" }, [artifact]).catch((error) => console.log(error.code));
`;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-processes-"));
  await buildForChildren(folder, "fs/file-storage.ts");
  await writeFile(join(folder, "writer.mjs"), WRITER);
  await writeFile(join(folder, "limited.mjs"), LIMITED_WRITER);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** All that the command printed. */
async function run(program: string, values: readonly string[]): Promise<string> {
  const child = spawn(program, values, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, failed] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, "exit"),
  ]);
  return printed + failed;
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("processes that store and sweep the same texts in one folder", () => {
  it("lose nothing that is not expired, and leave nothing behind", async () => {
    const path = join(folder, "shared");
    const store = fileStorage({ path, artifactsPath: path, fsync: false });
    const bystander = { text: "bystander", kind: "log", label: "", ts: ALIVE };
    for (let index = 0; index < BYSTANDERS; index += 1) {
      await store.putArtifacts({ tenant: "t", sessionId: `bystander ${index}` }, [bystander]);
    }
    const tags = ["a", "b"];
    expect(
      await Promise.all(tags.map((tag) => run(process.execPath, [join(folder, "writer.mjs"), path, tag]))),
    ).toEqual(["done\n", "done\n"]);

    await store.sweepArtifacts(CUTOFF);
    const expected = Array.from({ length: ROUNDS }, (_, round) => `payload ${round}`).sort();
    for (const tag of tags) {
      const scope = { tenant: "t", sessionId: `alive ${tag}` };
      const infos = await store.listArtifacts(scope);
      const texts = await Promise.all(
        infos.map(async ({ id }) => (await store.getArtifact(scope, id))?.text),
      );
      expect(texts.sort()).toEqual(expected);
    }
    expect(await store.artifactSessions("t")).toHaveLength(tags.length + BYSTANDERS);
    const names = await filesBelow(path);
    expect(names.filter((name) => /^art_[0-9a-f]{32}$/.test(name))).toHaveLength(ROUNDS + 1);
    expect(names).toHaveLength(ROUNDS * 3 + BYSTANDERS + 1);
    expect(await store.sweepArtifacts("2027-01-01T00:00:00.000Z")).toBe(ROUNDS * 2 + BYSTANDERS);
    expect(await readdir(path)).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("a reference that cannot be written", () => {
  it("rejects the put before there is an object that no sweep would know the owner of", async () => {
    const path = join(folder, "limited");
    const command = 'ulimit -f 100; exec "$0" "$@"';
    const values = ["-c", command, process.execPath, join(folder, "limited.mjs"), path];
    expect(await run("sh", values)).toBe("STORE_UNAVAILABLE\n");
    expect(await filesBelow(path)).toEqual([]);
  });
});
