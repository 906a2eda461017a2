import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCompactctl } from "../testing/run-compactctl.js";
import { workWithNeedle } from "../testing/sample-files.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "compactctl-recall-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe("compactctl recall", () => {
  it("finds what a compaction removed, and says how to read it", async () => {
    const items = workWithNeedle();
    await writeFile(join(cwd, "work.json"), JSON.stringify(items));
    expect((await runCompactctl(["compact", "work.json", "--target-tokens", "600"], { cwd })).code).toBe(0);
    const found = await runCompactctl(["recall", "retry limit", "--json"], { cwd });
    const { session, hits } = JSON.parse(found.stdout) as {
      session: string;
      hits: { id: string; snippet: string }[];
    };
    expect(session).toMatch(/^work-[0-9a-f]{16}$/);
    expect(hits[0]?.snippet).toContain("The retry limit is 17.");
    const shown = await runCompactctl(["show", "work", "--item", hits[0]?.id ?? "", "--json"], { cwd });
    expect(JSON.parse(shown.stdout)).toMatchObject({ item: items[3] });
    const text = await runCompactctl(["recall", "retry limit", "--session", "work"], { cwd });
    expect(text.stdout).toContain(hits[0]?.id);
    expect(text.stderr).toContain(`compactctl show ${session} --item ID`);
  });

  it("says plainly what is missing or wrong", async () => {
    expect(await runCompactctl(["recall", "x"], { cwd })).toMatchObject({ code: 2 });
    expect((await runCompactctl(["recall", "x", "--limit", "none"], { cwd })).stderr).toContain("--limit");
  });
});
