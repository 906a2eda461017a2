import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../config/compact-policy.js";
import { CompactManager } from "../engine/compact-manager.js";
import { responses, type ResponsesItem } from "../formats/responses/responses.js";
import type { Format } from "../formats/format.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { createArchive } from "../stores/create-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { Inspection } from "./inspection.js";
import type { InspectionRoom } from "./inspection-room.js";
import { LiveFeed } from "./live-feed.js";

const message = (role: "user" | "assistant", text: string) =>
  ({ type: "message", role, content: text }) as unknown as ResponsesItem;

/** A session of reads and edits with rules, one huge output and a secret. */
function work(turns: number): ResponsesItem[] {
  const items = [message("user", "Fix the harbour scheduler. Never touch the file src/legacy.ts.")];
  for (let turn = 0; turn < turns; turn++) {
    const id = `call_${turn}`;
    items.push(
      {
        type: "function_call",
        call_id: id,
        name: "read_file",
        arguments: `{"path":"src/part-${turn}.ts"}`,
      } as never,
      {
        type: "function_call_output",
        call_id: id,
        output:
          turn === 2
            ? `line of a log, berth 41\n`.repeat(9000)
            : `export const berth${turn} = ${turn * 7};\n`.repeat(30),
      } as never,
      message("assistant", `I read part ${turn}. We decided to keep berth ${turn} because the tide is low.`),
      message(
        "user",
        turn === 3
          ? "The password is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD."
          : `Go on with part ${turn + 1}.`,
      ),
    );
  }
  return items;
}

function setUp() {
  const storage = memoryStorage();
  const feed = new LiveFeed();
  const manager = new CompactManager<object>({
    model: "gpt-5",
    maxContextTokens: 16_000,
    format: responses as unknown as Format,
    storage,
    exporters: [feed],
    estimator: heuristicEstimator,
  });
  const room: InspectionRoom = {
    archive: createArchive(storage),
    feed,
    format: "responses",
    manager: async () => manager,
  };
  const inspection = new Inspection({
    rooms: () => [room],
    redactor: createRedactor(),
    estimator: heuristicEstimator,
    policy: DEFAULT_POLICY,
  });
  return { manager, inspection, feed, room };
}

describe("a list of sessions that were never compacted", () => {
  it("names each by the first words of its user, without secrets", async () => {
    const { manager, room, inspection } = setUp();
    const said = "Fetch it with sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD,\n then sort the berths.";
    const items = [
      message("user", "<environment_context>linux</environment_context>"),
      message("user", said),
    ];
    const entries = items.map((data, index) => ({
      kind: "item" as const,
      id: `item_${index}`,
      ts: "2026-01-01T00:00:00.000Z",
      data,
    }));
    await room.archive.append("small", entries);
    await room.archive.append("odd", [{ ...entries[0]!, data: { neither: "known" } }]);
    const { sessions } = await inspection.sessions();
    const titles = new Map(sessions.map(({ id, title }) => [id, title]));
    expect(titles.get("small")).toMatch(/^Fetch it with \S+, then sort the berths\.$/);
    expect(titles.get("small")).not.toContain("abcdefghij");
    expect(titles.get("odd")).toBe("");
    await manager.close();
  });
});

describe("an inspection of a working session", () => {
  const { manager, inspection } = setUp();
  const items = work(40);

  beforeAll(async () => {
    for (let end = 5; end <= items.length; end += 4)
      await manager.preflight("s", items.slice(0, end), {
        usage: { input_tokens: 100 * end, input_tokens_details: { cached_tokens: 50 * end } },
      });
  });

  it("lists it with its size, compactions and cost, and finds it by its words", async () => {
    const { sessions, total } = await inspection.sessions({ text: "harbour" });
    expect(total).toBe(1);
    expect(sessions[0]).toMatchObject({
      id: "s",
      live: true,
      model: "gpt-5",
      format: "responses",
      max: 16_000,
    });
    expect(sessions[0]!.compactions).toBeGreaterThan(0);
    expect(sessions[0]!.cost).toBeGreaterThan(0);
    expect((await inspection.sessions({ text: "nothing like it" })).total).toBe(0);
    await expect(inspection.session("other")).rejects.toMatchObject({ code: "UNKNOWN_SESSION" });
  });

  it("draws its load line below the limits, with every compaction as a mark", async () => {
    const line = await inspection.loadLine("s");
    const { compactions } = await manager.transcript("s");
    expect(line.marks.map(({ id }) => id)).toEqual(compactions.map(({ id }) => id));
    expect(line.requests).toBe(Math.floor((items.length - 1) / 4));
    for (const { tokens, sections } of line.points) {
      const sum = Object.values(sections).reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(tokens, 0);
      expect(tokens).toBeLessThanOrEqual(line.hardLimit);
    }
    expect(line.trigger).toBeLessThanOrEqual(line.hardLimit);
    expect(line.points.some(({ cachedIsGuess }) => !cachedIsGuess)).toBe(true);
  });

  it("tells the size of a compaction by one number, wherever it stands", async () => {
    const { marks } = await inspection.loadLine("s");
    const sizes = marks.map(({ id, before, after }) => [id, before, after]);
    const rows = await inspection.compactions("s");
    expect(rows.map(({ id, tokensBefore, tokensAfter }) => [id, tokensBefore, tokensAfter])).toEqual(sizes);
    const { compactions } = await inspection.transcript("s");
    expect(compactions.map(({ id, tokensBefore, tokensAfter }) => [id, tokensBefore, tokensAfter])).toEqual(
      sizes,
    );
    const first = await inspection.compaction("s", rows[0]!.id);
    expect([first.tokensBefore, first.tokensAfter]).toEqual(sizes[0]!.slice(1));
    // The client's own list has the log whole, which no request carried.
    expect(first.tokensGiven).toBeGreaterThan(2 * first.tokensBefore);
    const removed = marks.reduce((sum, { before, after }) => sum + before - after, 0);
    expect((await inspection.session("s")).removedTokens).toBe(removed);
  });

  it("pages the whole conversation and tells what became of each item", async () => {
    const whole = await manager.transcript("s");
    const seen: string[] = [];
    for (let offset = 0; offset < whole.items.length; offset += 50) {
      const page = await inspection.transcript("s", { offset, limit: 50 });
      expect(page.total).toBe(whole.items.length);
      seen.push(...page.items.map(({ state }) => state));
    }
    expect(seen).toEqual(whole.items.map(({ state }) => state));
    expect(seen).toContain("compacted");
    expect(JSON.stringify(await inspection.transcript("s", { limit: 500 }))).not.toContain(
      "abcdefghijklmnopqrstuvwxyz",
    );
  });

  it("shows the exact window with reasons and shares", async () => {
    const window = await inspection.window("s");
    expect(window.items.map(({ id }) => id)).toEqual((await manager.window("s")).map(({ id }) => id));
    expect(window.items.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(window.items.some(({ reason }) => reason === "summary")).toBe(true);
  });

  it("explains a compaction: every printed fact leads to the item that said it", async () => {
    const [first] = await inspection.compactions("s");
    const detail = await inspection.compaction("s", first!.id);
    const rule = detail.summary.find(({ text }) => text.includes("Never touch"));
    if (rule) expect(rule).toMatchObject({ origin: "state", by: "user" });
    const sourced = detail.summary.filter(({ origin }) => origin === "state" || origin === "extract");
    expect(sourced.length).toBeGreaterThan(3);
    const withItems = sourced.filter(({ items }) => items.length > 0);
    expect(withItems.length / sourced.length).toBeGreaterThan(0.8);
    for (const { items } of withItems) expect(await inspection.item("s", items[0]!)).toBeDefined();
    expect(detail.fidelity!.counts.missing).toBe(0);
    expect(detail.fidelity!.facts).toBe(
      Object.values(detail.fidelity!.counts).reduce((sum, count) => sum + count, 0),
    );
    expect(detail.events["compact.trigger_decision"]).toMatchObject({ action: "compact", max: 16_000 });
    const { total, rows } = await inspection.compared("s", first!.id, { limit: 500 });
    expect(rows.length).toBe(total);
    expect(rows.filter(({ fate }) => fate === "removed").length).toBe(first!.removed);
    expect(rows.filter(({ after }) => after !== null).length).toBe(detail.itemsAfter);
    expect(rows.filter(({ before }) => before !== null).length).toBe(detail.itemsBefore);
  });

  it("keeps ledgers with their history, artifacts, and searches as the agent does", async () => {
    const { entries, history } = await inspection.ledgers("s");
    const rule = entries.find(
      ({ section, text }) => section === "constraints" && text.includes("Never touch"),
    );
    expect(rule).toMatchObject({ status: "current", by: "user", since: 1 });
    expect(history.length).toBe((await inspection.compactions("s")).length);
    const [artifact] = await inspection.artifacts("s");
    expect(await inspection.artifact("s", artifact!.id)).toHaveLength(artifact!.characters);
    expect((await inspection.read("s", artifact!.id, { lines: [3, 4] })).text).toContain("berth 41");
    expect((await inspection.search("s", "berth 41")).length).toBeGreaterThan(0);
  });

  it("gives the whole window as it goes over the wire, without secrets", async () => {
    const wire = JSON.parse(await inspection.wireWindow("s")) as object[];
    const window = await manager.window("s");
    expect(wire).toHaveLength(window.length);
    expect(wire[0]).toEqual(window[0]!.item);
    expect(JSON.stringify(wire)).not.toContain("sk-proj-");
  });

  it("reads any part of an item, and its wire form", async () => {
    const { items: rows } = await inspection.transcript("s", { limit: 40 });
    const big = rows.find(({ results }) => (results[0]?.characters ?? 0) > 100_000)!;
    const part = await inspection.item("s", big.id, { start: 100_000, length: 10 });
    expect(part).toMatchObject({ start: 100_000, length: big.results[0]!.characters });
    expect(part.part).toHaveLength(10);
    const wire = await inspection.item("s", rows[0]!.id, { of: "wire" });
    expect(JSON.parse(wire.part)).toEqual(items[0]);
    await expect(inspection.item("s", "nothing")).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
  });

  it("compares two budgets by what their last windows hand over", async () => {
    const { a, b } = await inspection.compare("s", {
      a: { maxContextTokens: 8000 },
      b: { maxContextTokens: 60_000 },
    });
    expect(a.compactions).toBeGreaterThan(b.compactions);
    expect(a.windowTokens).toBeLessThan(8000);
    expect(b.handOff.userSentences!).toBeGreaterThanOrEqual(a.handOff.userSentences!);
    expect(a.handOff.rules).toBe(1);
  });
});

describe("listening", () => {
  it("hears of rooms that come after it began, and no more after its end", async () => {
    const rooms: InspectionRoom[] = [];
    const { inspection: source, feed, room } = setUp();
    expect((await source.sessions()).total).toBe(0);
    const inspection = new Inspection({
      rooms: () => rooms,
      redactor: createRedactor(),
      estimator: heuristicEstimator,
      policy: DEFAULT_POLICY,
    });
    const event = { ts: "", session_id: "s", event: "compact.undone", severity: "info", model: "" } as const;
    await new Promise<void>((resolve) => {
      const end = inspection.listen(() => {
        clearInterval(timer);
        end();
        resolve();
      });
      rooms.push(room);
      const timer = setInterval(() => feed.export(event), 20);
    });
  });
});

describe("acting on a session", () => {
  it("compacts, previews, approves an edited summary, undoes and redoes, like any other caller", async () => {
    const { manager, inspection } = setUp();
    const items = work(8);
    await manager.decide("s", items);
    const preview = await inspection.act("s", {
      action: "preview",
      note: "keep the tide",
      targetTokens: 1500,
    });
    expect(preview.preview!.summary).not.toBe("");
    expect(await inspection.compactions("s")).toEqual([]);
    const edited = `${preview.preview!.summary}\nThe pilot boards at the outer buoy.`;
    const approved = await inspection.act("s", {
      action: "approve",
      prepared: preview.preview!.prepared,
      summary: edited,
    });
    expect(approved).toMatchObject({ done: true });
    const detail = await inspection.compaction("s", approved.compaction!);
    expect(detail.summary.map(({ text }) => text).join("\n")).toContain("outer buoy");
    await expect(
      inspection.act("s", { action: "approve", prepared: preview.preview!.prepared }),
    ).rejects.toMatchObject({ code: "STALE_PREPARED" });
    await inspection.act("s", { action: "undo" });
    expect((await inspection.compactions("s"))[0]).toMatchObject({ undone: true });
    await expect(inspection.act("s", { action: "undo" })).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
    await inspection.act("s", { action: "redo" });
    expect((await inspection.compactions("s"))[0]).toMatchObject({ undone: false });
    // The client that knows nothing of all this sends its own list again, and gets the approved window.
    const { items: sent, reapplied } = await manager.preflight("s", [...items, message("user", "And now?")]);
    expect(reapplied).toBe(1);
    expect(JSON.stringify(sent)).toContain("outer buoy");
  });

  it("protects, releases, and takes a rule back", async () => {
    const { manager, inspection } = setUp();
    await manager.decide("s", work(6));
    const { items } = await inspection.transcript("s");
    await inspection.act("s", { action: "protect", item: items[3]!.id });
    expect((await inspection.transcript("s")).items[3]).toMatchObject({ isProtected: true });
    await inspection.act("s", { action: "release", item: items[3]!.id });
    expect((await inspection.transcript("s")).items[3]).toMatchObject({ isProtected: false });
    const ruleOf = async () =>
      (await inspection.ledgers("s")).entries.find(({ text }) => text.includes("Never touch"))!;
    await inspection.act("s", { action: "withdraw", entry: (await ruleOf()).id });
    expect(await ruleOf()).toMatchObject({ status: "superseded" });
  });
});
