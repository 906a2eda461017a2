import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_SESSION, runCompactctl } from "../../testing/run-compactctl.js";

describe("compactctl store", () => {
  let cwd = "";
  const run = (...args: string[]) => runCompactctl(args, { cwd });

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "plimsoll-store-"));
    await writeFile(join(cwd, "files.yaml"), "storage: {adapter: fs, path: ./files}\n");
    await writeFile(join(cwd, "other.yaml"), "storage: {adapter: sqlite, path: ./other.db}\n");
    await run(
      "compact",
      AGENT_SESSION,
      "--config",
      "files.yaml",
      "--target-tokens",
      "4000",
      "--out",
      "window.json",
    );
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  it("checks, repairs, and copies into another store, and says what it did", async () => {
    const sound = await run("store", "check", "--config", "files.yaml", "--json");
    expect(sound.code).toBe(0);
    expect(JSON.parse(sound.stdout)).toMatchObject({ store: "fs", sessions: 1, sound: true, findings: [] });
    const [name = ""] = (await readdir(join(cwd, "files"))).filter((one) => one.endsWith(".jsonl"));
    await appendFile(join(cwd, "files", name), '{"kind":"item"');
    expect(await run("store", "check", "--config", "files.yaml")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("warning torn_line: "),
    });
    expect(await run("store", "repair", "--config", "files.yaml")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("warning torn_line (mended): "),
    });
    expect((await run("store", "check", "--config", "files.yaml")).code).toBe(0);

    const copied = await run("store", "migrate", "--config", "files.yaml", "--to", "other.yaml");
    expect(copied).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("1 session of the fs store are in the sqlite store and the same there"),
    });
    const again = await run("store", "migrate", "--config", "files.yaml", "--to", "other.yaml", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ from: "fs", to: "sqlite", sessions: 1, skipped: 1 });
    expect((await run("undo", AGENT_SESSION, "--config", "other.yaml", "--out", "before.json")).code).toBe(0);
  });
});
