import { describe, expect, it } from "vitest";
import { createRedactor } from "../redaction/create-redactor.js";
import type { Redactor } from "../redaction/redactor.js";
import { callbackExporter } from "./callback-exporter.js";
import type { CompactEvent, EventDraft, EventOf } from "./compact-event.js";
import { consoleExporter } from "./console-exporter.js";
import { createEventBus, type EventBus } from "./event-bus.js";
import { parseEvent } from "./parse-event.js";
import type { Exporter } from "./exporter.js";

function busWith(exporters: readonly Exporter[], onRecord?: (event: CompactEvent) => void): EventBus {
  return createEventBus({
    exporters,
    redactor: createRedactor(),
    clock: () => 0,
    model: "gpt-5",
    ...(onRecord === undefined ? {} : { onRecord }),
  });
}

function collecting(events: CompactEvent[], name = "collector"): Exporter {
  return callbackExporter((event) => void events.push(event), { name });
}

describe("createEventBus", () => {
  it("completes an event with time, session, model and the severity of its name", () => {
    const events: CompactEvent[] = [];
    const recorded: CompactEvent[] = [];
    const bus = busWith([collecting(events)], (event) => recorded.push(event));
    const returned = bus.emit("s1", { event: "compact.unknown_model", max: 8192 });
    expect(events).toEqual([
      {
        ts: "1970-01-01T00:00:00.000Z",
        session_id: "s1",
        event: "compact.unknown_model",
        severity: "warning",
        model: "gpt-5",
        max: 8192,
      },
    ]);
    expect(recorded).toEqual(events);
    expect(returned).toBe(events[0]);
    expect(bus.emit("s1", { event: "compact.redaction_disabled" }).severity).toBe("high");
    expect(bus.emit("s1", { event: "compact.swept", removed: 0, severity: "debug" }).severity).toBe("debug");
  });

  it("redacts before anyone sees the event", () => {
    const events: CompactEvent[] = [];
    const reason = "401 for password=hunter2";
    busWith([collecting(events)]).emit("s", { event: "compact.summary_skipped", reason });
    expect(events[0]?.["reason"]).toBe("401 for password=[REDACTED:password]");
  });

  it("leaves out fields that an event does not have, corrects wrong ones, and warns of both", () => {
    const events: CompactEvent[] = [];
    const bus = busWith([collecting(events)]);
    const emit = (draft: object): unknown => bus.emit("s", draft as EventDraft);
    emit({ event: "compact.swept", removed: 1, text: "password=hunter2" });
    emit({ event: "compact.swept", removed: 1, ts: "x" });
    emit({ event: "compact.swept", removed: -1, artifacts: Number.NaN });
    emit({ event: "compact.none" });
    expect(events.map(({ event, removed, part, reason }) => [event, removed ?? part, reason])).toEqual([
      ["compact.swept", 1, undefined],
      ["compact.part_failed", "event compact.swept", expect.stringMatching(/^field text is unknown/)],
      ["compact.swept", 1, undefined],
      ["compact.part_failed", "event compact.swept", expect.stringMatching(/^field ts is unknown/)],
      ["compact.swept", 0, undefined],
      [
        "compact.part_failed",
        "event compact.swept",
        "field removed is -1; it must be a whole number from 0; field artifacts is NaN; it must be a whole number from 0",
      ],
      ["compact.part_failed", "event of an unknown name", "no event has this name"],
    ]);
    expect(events[2]?.ts).not.toBe("x");
    expect(JSON.stringify(events)).not.toContain("hunter2");
    for (const event of events) expect(parseEvent(event)).toEqual(event);
  });

  it("lets the compiler check the fields of an event by its name", () => {
    const bus = busWith([]);
    bus.emit("s", { event: "compact.swept", removed: 1, sessions: ["a"] });
    // @ts-expect-error a count is no text
    bus.emit("s", { event: "compact.swept", removed: "1" });
    // @ts-expect-error the event has no such field
    bus.emit("s", { event: "compact.swept", removed: 1, pruned_count: 1 });
    // @ts-expect-error the event needs a reason
    bus.emit("s", { event: "compact.summary_skipped" });
    const told: EventOf<"compact.swept"> | undefined = undefined as EventOf<"compact.swept"> | undefined;
    const removed: number | undefined = told?.removed;
    expect(removed).toBeUndefined();
  });

  it("goes on when a redactor, a clock or a record throws", () => {
    const events: CompactEvent[] = [];
    const fail = (): never => {
      throw new Error("password=hunter2");
    };
    const broken = { enabled: true, text: fail, value: fail };
    const parts = { exporters: [collecting(events)], model: "gpt-5", onRecord: fail };
    const emit = (more: { redactor?: Redactor; clock?: () => number }): unknown =>
      createEventBus({ ...parts, redactor: createRedactor(), clock: () => 0, ...more }).emit("s", {
        event: "compact.swept",
        removed: 1,
      });
    emit({ redactor: broken });
    emit({ clock: () => Number.NaN });
    emit({ clock: fail });
    expect(events.map(({ event }) => event)).toEqual([
      "compact.part_failed",
      "compact.swept",
      "compact.swept",
    ]);
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });

  it("gives an exporter up that does not answer, says so once, and takes it back when it does", async () => {
    const events: CompactEvent[] = [];
    const seen: CompactEvent[] = [];
    let answer = (): void => undefined;
    const hanging = callbackExporter(
      (event) => {
        seen.push(event);
        return new Promise<void>((resolve) => (answer = resolve));
      },
      { name: "hanging" },
    );
    const bus = createEventBus({
      exporters: [hanging, collecting(events)],
      redactor: createRedactor(),
      clock: () => 0,
      model: "gpt-5",
      exporterMs: 1,
    });
    bus.emit("s", { event: "compact.swept", removed: 1 });
    await bus.close();
    expect(events.map(({ event }) => event)).toEqual(["compact.swept", "compact.exporter_failed"]);
    expect(events[1]).toMatchObject({ exporter: "hanging", reason: "it did not answer within 1 ms" });
    bus.emit("s", { event: "compact.swept", removed: 2 });
    expect(seen).toHaveLength(1);
    answer();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    bus.emit("s", { event: "compact.swept", removed: 3 });
    expect(seen.map(({ removed }) => removed)).toEqual([1, 3]);
  });

  it("closes although an exporter never does", async () => {
    const hanging: Exporter = {
      name: "hanging",
      export: () => undefined,
      close: () => new Promise(() => undefined),
    };
    const bus = createEventBus({
      exporters: [hanging],
      redactor: createRedactor(),
      clock: () => 0,
      model: "gpt-5",
      exporterMs: 1,
    });
    expect(await bus.close()).toBeUndefined();
  });

  it("warns the others once of an exporter that throws, and goes on", () => {
    const events: CompactEvent[] = [];
    let calls = 0;
    const throwing = callbackExporter(
      () => {
        calls += 1;
        throw new Error("down, token=9f86d081884c7d65");
      },
      { name: "broken" },
    );
    const bus = busWith([throwing, collecting(events)]);
    bus.emit("s", { event: "compact.swept", removed: 1 });
    bus.emit("s", { event: "compact.swept", removed: 2 });
    expect(calls).toBe(2);
    expect(events.map((event) => event.event)).toEqual([
      "compact.exporter_failed",
      "compact.swept",
      "compact.swept",
    ]);
    expect(events[0]).toMatchObject({ exporter: "broken", reason: "down, token=[REDACTED:token]" });
  });

  it("warns of rejections too, and close waits for them", async () => {
    const events: CompactEvent[] = [];
    const rejecting = callbackExporter(() => Promise.reject(new Error("refused")), { name: "remote" });
    const bus = busWith([rejecting, collecting(events)]);
    bus.emit("s", { event: "compact.swept", removed: 1 });
    await bus.close();
    expect(events.map((event) => event.event)).toEqual(["compact.swept", "compact.exporter_failed"]);
  });

  it("survives when every exporter fails", async () => {
    const failing = ["a", "b"].map((name) =>
      callbackExporter(() => Promise.reject(new Error(name)), { name }),
    );
    const recorded: CompactEvent[] = [];
    const bus = busWith(failing, (event) => recorded.push(event));
    bus.emit("s", { event: "compact.swept", removed: 1 });
    await bus.close();
    expect(recorded.map((event) => event["exporter"])).toEqual([undefined, "a", "b"]);
  });

  it("closes every exporter even if one refuses", async () => {
    const closed: string[] = [];
    const closing = (name: string, fails: boolean): Exporter => ({
      name,
      export: () => undefined,
      close: async () => {
        closed.push(name);
        if (fails) throw new Error("no");
      },
    });
    await busWith([closing("a", true), closing("b", false)]).close();
    expect(closed).toEqual(["a", "b"]);
  });
});

describe("consoleExporter", () => {
  function linesOf(options: Parameters<typeof consoleExporter>[0]): string[] {
    const lines: string[] = [];
    const bus = busWith([consoleExporter({ ...options, write: (line) => void lines.push(line) })]);
    bus.emit("s 1", { event: "compact.reapplied", version: 1, compaction_id: "c", t_est: 5 });
    bus.emit("s 1", { event: "compact.summary_skipped", reason: "two\nlines" });
    return lines;
  }

  it("writes one JSON line per event from the level on", () => {
    expect(linesOf({}).map((line) => JSON.parse(line).event)).toEqual(["compact.summary_skipped"]);
    expect(linesOf({ level: "debug" })).toHaveLength(2);
    expect(linesOf({ level: "high" })).toEqual([]);
  });

  it("writes to standard error unless told otherwise", () => {
    const lines: unknown[] = [];
    console.error = (line: unknown) => void lines.push(line);
    busWith([consoleExporter()]).emit("s", { event: "compact.swept", removed: 3 });
    expect(lines).toEqual([expect.stringContaining('"removed":3')]);
  });

  it("writes readable lines that stay single lines", () => {
    expect(linesOf({ format: "text" })).toEqual([
      '1970-01-01T00:00:00.000Z warning compact.summary_skipped session="s 1" model="gpt-5" reason="two\\nlines"',
    ]);
  });
});
