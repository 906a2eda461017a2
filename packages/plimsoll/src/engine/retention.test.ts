import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plain } from "../formats/plain/plain.js";
import { createRecall } from "../recall/create-recall.js";
import { createArchive } from "../stores/create-archive.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

const DAY = 86_400_000;
const START = 1_800_000_000_000;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-retention-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (): StorageAdapter => fileStorage({ path: folder, fsync: false });
/** A manager of another process, so many days later. */
const onDay = (day: number) => setUp({ storage: open(), clock: () => START + day * DAY });

const call = say("assistant", "", { tool_calls: [{ id: "a", name: "run", arguments: "{}" }] });
const output = say("tool", Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n"), {
  call_id: "a",
});

/** What people do with a session that was compacted long ago. */
const USES: Readonly<Record<string, (manager: ReturnType<typeof setUp>["manager"]) => Promise<unknown>>> = {
  undo: (manager) => manager.undo("s"),
  remember: (manager) => manager.remember("s"),
  checkpoint: (manager) => manager.checkpoint("s"),
  transcript: (manager) => manager.transcript("s"),
  preflight: (manager) => manager.preflight("s", chatter(40)),
  "recall.search": async (manager) => (await manager.recall("s")).search("order"),
  "recall.list": async (manager) => (await manager.recall("s")).list(),
};

describe("retention", () => {
  it.each(Object.entries(USES))("does not take a session for idle that %s used", async (_name, use) => {
    const first = onDay(0);
    await first.manager.preflight("s", chatter(40));
    await first.manager.close();
    const second = onDay(25);
    await use(second.manager);
    await second.manager.close();
    const third = onDay(50);
    expect(await third.manager.sweep()).toEqual([]);
    expect(await (await third.manager.recall("s")).list({ limit: 50 })).toHaveLength(50);
    await third.manager.close();
  });

  it("counts what is read without a manager too, once a day", async () => {
    const first = onDay(0);
    await first.manager.preflight("s", chatter(40));
    await first.manager.close();
    const storage = open();
    const before = (await storage.read("s")).length;
    for (let time = 0; time < 3; time++) {
      const clock = (): number => START + 25 * DAY + time;
      const recall = createRecall({ archive: createArchive(storage), sessionId: "s", format: plain, clock });
      await recall.search("order");
      await recall.list();
    }
    expect((await storage.read("s")).length).toBe(before + 1);
    expect((await storage.read("s")).at(-1)?.data).toMatchObject({ event: "compact.session_used" });
    const nobody = createRecall({ archive: createArchive(storage), sessionId: "typo", format: plain });
    expect(await nobody.search("order")).toEqual([]);
    expect((await storage.sessions()).map(({ sessionId }) => sessionId)).toEqual(["s"]);
    await storage.close();
    expect(await onDay(50).manager.sweep()).toEqual([]);
  });

  it("deletes what nobody used, and says which sessions", async () => {
    const first = onDay(0);
    await first.manager.preflight("old", chatter(40));
    await first.manager.close();
    const second = onDay(31);
    expect(await second.manager.sweep()).toEqual(["old"]);
    expect(named(second.events, "compact.swept")).toMatchObject([
      { severity: "warning", removed: 1, sessions: ["old"] },
    ]);
    await second.manager.close();
  });

  it("keeps the payloads of a session that is used, however long ago they were stored", async () => {
    const first = onDay(0);
    await first.manager.preflight("s", [say("user", "go"), call, output, ...chatter(40)]);
    await first.manager.close();
    for (const day of [20, 40, 60]) {
      const later = onDay(day);
      await later.manager.remember("s");
      expect(await later.manager.sweep()).toEqual([]);
      expect(named(later.events, "compact.swept")).toEqual([]);
      await later.manager.close();
    }
    const last = onDay(61);
    expect((await last.manager.undo("s")).items[2]).toEqual(output);
    await last.manager.close();
  });

  it("lets payloads go sooner where the operator wants that, and says how many", async () => {
    const first = onDay(0);
    await first.manager.preflight("s", [say("user", "go"), call, output, ...chatter(40)]);
    await first.manager.close();
    const later = setUp({ storage: open(), clock: () => START + 8 * DAY, artifactRetentionDays: 7 });
    await later.manager.remember("s");
    expect(await later.manager.sweep()).toEqual([]);
    expect(named(later.events, "compact.swept")).toMatchObject([
      { removed: 0, artifacts: 1, severity: "info" },
    ]);
    await later.manager.close();
  });
});
