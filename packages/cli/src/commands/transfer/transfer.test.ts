import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_SESSION, runCompactctl } from "../../testing/run-compactctl.js";

describe("compactctl export, import and erase", () => {
  let cwd = "";
  const run = (...args: string[]) => runCompactctl(args, { cwd });

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "plimsoll-transfer-"));
    await writeFile(join(cwd, "other.yaml"), "storage: {adapter: sqlite, path: ./other.db}\n");
    await run("compact", AGENT_SESSION, "--target-tokens", "4000", "--out", "window.json");
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  it("carry a session into another store, where it can be undone, and erase it from the first", async () => {
    const exported = await run("export", AGENT_SESSION, "--out", "archive.jsonl");
    expect(exported).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("1 session exported, in clear"),
    });
    const imported = await run("import", "archive.jsonl", "--config", "other.yaml", "--json");
    expect(JSON.parse(imported.stdout)).toMatchObject({ sessions: [expect.any(String)], skipped: [] });
    const again = await run("export", "--all", "--config", "other.yaml", "--out", "again.jsonl");
    expect(again.code).toBe(0);
    expect(await readFile(join(cwd, "again.jsonl"), "utf8")).toBe(
      await readFile(join(cwd, "archive.jsonl"), "utf8"),
    );
    expect((await run("undo", AGENT_SESSION, "--config", "other.yaml", "--out", "before.json")).code).toBe(0);

    expect((await run("erase", AGENT_SESSION)).stderr).toContain("Add --yes");
    expect((await run("show", AGENT_SESSION)).code).toBe(0);
    const held = await run("hold", AGENT_SESSION, "--reason", "case 12", "--by", "counsel", "--json");
    const [{ id }] = JSON.parse(held.stdout).placed as [{ id: string }];
    expect(await run("erase", AGENT_SESSION, "--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`compactctl release ${id}`),
    });
    expect((await run("show", AGENT_SESSION)).code).toBe(0);
    expect((await run("holds")).stdout).toMatch(new RegExp(`${id} .*counsel +case 12`));
    expect((await run("release", id, "--by", "counsel")).stderr).toContain(`Released ${id}`);
    expect((await run("holds")).stderr).toContain("There are no holds.");
    expect(JSON.parse((await run("holds", "--released", "--json")).stdout)).toMatchObject({
      holds: [{ id, placed: { by: "counsel", reason: "case 12" }, released: { by: "counsel" } }],
    });
    expect((await run("erase", AGENT_SESSION, "--yes")).stderr).toContain("1 session erased");
    expect((await run("show", AGENT_SESSION)).code).not.toBe(0);
  });

  it("say what is wrong", async () => {
    expect((await run("export")).stderr).toContain("Name the sessions to export, or use --all.");
    await writeFile(join(cwd, "no.jsonl"), "not JSON\n");
    expect(await run("import", "no.jsonl")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Line 1 of the export is no JSON"),
    });
  });
});
