import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCompactctl } from "../testing/run-compactctl.js";

const LOG = Array.from({ length: 4000 }, (_, line) => `step ${line}: módulo ${line % 7} built`).join("\n");
const ITEMS = [
  { role: "user", content: "Run the nightly build." },
  {
    role: "assistant",
    tool_calls: [
      {
        id: "call_1",
        type: "function",
        function: { name: "shell", arguments: '{"command":"make nightly"}' },
      },
    ],
  },
  { role: "tool", tool_call_id: "call_1", content: LOG },
  { role: "assistant", content: "It is built." },
  { role: "user", content: "Thanks. What next?" },
];

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "compactctl-artifacts-"));
  await writeFile(join(cwd, "work.json"), JSON.stringify(ITEMS));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runCompactctl(args, { cwd, environment });

async function compacted(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  expect((await run(["compact", "work.json", "--target-tokens", "800"], environment)).code).toBe(0);
  const { stdout } = await run(["artifacts", "list", "work", "--json"], environment);
  return (JSON.parse(stdout) as { artifacts: { id: string }[] }).artifacts[0]?.id ?? "";
}

describe("compactctl artifacts", () => {
  it.each(["fs", "sqlite"])("lists, prints and writes what a compaction stored in %s", async (adapter) => {
    const environment = { PLIMSOLL_STORAGE__ADAPTER: adapter };
    const id = await compacted(environment);
    const sessions = await run(["artifacts", "list", "--json"], environment);
    expect(JSON.parse(sessions.stdout)).toMatchObject({
      sessions: [
        {
          session: expect.stringMatching(/^work-[0-9a-f]{16}$/) as string,
          artifacts: 1,
          characters: LOG.length,
        },
      ],
    });
    const listed = await run(["artifacts", "list", "work"], environment);
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).toContain("make nightly");
    expect((await run(["artifacts", "show", id, "--session", "work"], environment)).stdout).toBe(`${LOG}\n`);
    expect((await run(["artifacts", "show", id, "--out", "copy.log"], environment)).code).toBe(0);
    expect(await readFile(join(cwd, "copy.log"), "utf8")).toBe(LOG);
    const found = await run(["recall", "step 3210", "--json"], environment);
    expect(JSON.parse(found.stdout)).toMatchObject({ hits: [{ id, line: 3211 }] });
  });

  it("reads encrypted artifacts only with their key", async () => {
    const environment = { PLIMSOLL_ARTIFACT_KEY: "0f".repeat(32) };
    const id = await compacted(environment);
    expect((await run(["artifacts", "show", id], environment)).stdout).toBe(`${LOG}\n`);
    const wrong = await run(["artifacts", "show", id], { PLIMSOLL_ARTIFACT_KEY: "0e".repeat(32) });
    expect(wrong.code).not.toBe(0);
    expect(wrong.stdout).not.toContain("step 1:");
    const malformed = await run(["artifacts", "list"], { PLIMSOLL_ARTIFACT_KEY: "short" });
    expect(malformed.code).toBe(2);
    expect(malformed.stderr).not.toContain("short");
  });

  it.each(["fs", "sqlite"])("encrypts anew under the first of several keys, in %s", async (adapter) => {
    const [old, fresh] = ["0f".repeat(32), "1e".repeat(32)];
    const environment = (key: string) => ({
      PLIMSOLL_STORAGE__ADAPTER: adapter,
      PLIMSOLL_ARTIFACT_KEY: key,
    });
    const id = await compacted(environment(old));
    const missing = await run(["artifacts", "reseal"], environment(fresh));
    expect(missing.code).toBe(4);
    expect(missing.stderr).toMatch(/\d+ parts of the store could not be decrypted/);
    const reseal = await run(["store", "reseal", "--json"], environment(`${fresh},${old}`));
    const { resealed, ...rest } = JSON.parse(reseal.stdout) as { resealed: number };
    expect(resealed).toBeGreaterThan(2);
    expect(rest).toEqual({ current: 0, unreadable: 0 });
    expect((await run(["artifacts", "show", id], environment(fresh))).stdout).toBe(`${LOG}\n`);
    expect((await run(["artifacts", "show", id], environment(old))).code).toBe(4);
  });

  it("sweeps what is older than it is told, and nothing younger", async () => {
    const id = await compacted();
    expect(JSON.parse((await run(["artifacts", "sweep", "--json"])).stdout)).toMatchObject({ removed: 0 });
    expect((await run(["artifacts", "show", id])).code).toBe(0);
    const swept = await run(["artifacts", "sweep", "--older-than-days", "0", "--json"]);
    expect(JSON.parse(swept.stdout)).toMatchObject({ removed: 1 });
    expect((await run(["artifacts", "show", id])).stderr).toContain("compactctl artifacts list work");
  });

  it("writes an SQLite file anew where it is told to, and has nothing to do where every artifact is a file", async () => {
    const environment = { PLIMSOLL_STORAGE__ADAPTER: "sqlite" };
    await compacted(environment);
    const sweep = ["artifacts", "sweep", "--older-than-days", "0", "--vacuum"];
    const { stdout } = await run([...sweep, "--json"], environment);
    const told = JSON.parse(stdout) as { removed: number; bytes_before: number; bytes_after: number };
    expect(told.removed).toBe(1);
    expect(told.bytes_after).toBeLessThanOrEqual(told.bytes_before);
    expect((await run(sweep, environment)).stderr).toMatch(/The file shrank from [\d,]+ bytes to [\d,]+\./);
    expect((await run(["recall", "nightly"], environment)).stdout).toContain("nightly");
    const files = { PLIMSOLL_STORAGE__PATH: "files" };
    await compacted(files);
    expect(JSON.parse((await run([...sweep, "--json"], files)).stdout)).not.toHaveProperty("bytes_after");
  });

  it("says plainly what is missing or wrong", async () => {
    expect((await run(["artifacts", "list"])).stderr).toContain("The store holds no artifacts.");
    expect((await run(["artifacts", "list", "nobody"])).code).toBe(2);
    await compacted();
    expect((await run(["artifacts", "list", "work", "--limit", "no"])).stderr).toContain("--limit");
    expect((await run(["artifacts", "show", `art_${"0".repeat(32)}`])).code).toBe(2);
  });
});
