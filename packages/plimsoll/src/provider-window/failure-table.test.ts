import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import type { QueuedFault } from "plimsoll-testkit";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import {
  compactingTurn,
  lastInput,
  longConversation,
  MODEL,
  turn,
  user,
  withWindow,
  words,
} from "./provider-window-test-support.js";
import { isCompactionItem, type WindowItem } from "./window/window-item.js";

const window = { triggerPct: 0.55 } as const;

const textOf = (items: readonly WindowItem[]): string => JSON.stringify(items);

describe("a compact route that is not there", () => {
  it.each([404, 405, 410, 501] as const)(
    "is remembered for the provider session after %i, and the window is compacted here",
    async (status) => {
      await withWindow({ window }, async (bench) => {
        const { bodies, named, server } = bench;
        const list = await compactingTurn(bench, { kind: "unsupported", status, route: "compact" });
        expect(bodies("/responses/compact")).toHaveLength(1);
        expect(textOf(lastInput(bench))).toContain("COMPACT-SUMMARY");
        expect(lastInput(bench).at(-1)).toEqual(user("And in April?"));
        expect(named("provider_window.compaction_failed")).toMatchObject([
          { kind: "unsupported_endpoint", status },
        ]);
        expect(named("provider_window.local_fallback")).toHaveLength(1);
        server.reply(words(2500));
        const more = await turn(bench.window, [...list, user("More.")]);
        await turn(bench.window, [...more, user("And more.")]);
        expect(bodies("/responses/compact")).toHaveLength(1);
        expect(named("provider_window.compaction_skipped")).toMatchObject([
          { reason: "skipped_unsupported_endpoint" },
        ]);
        expect(named("provider_window.local_fallback")).toHaveLength(2);
      });
    },
  );

  it("is tried again by a new provider session", async () => {
    await withWindow({ window: { ...window, storage: memoryStorage() } }, async (bench) => {
      const list = await compactingTurn(bench, { kind: "unsupported", route: "compact" });
      const again = await bench.open();
      const result = await again.compact({ model: MODEL, input: [...list, user("More.")] });
      expect(result.outcome).toBe("remote");
    });
  });

  it("rejects the request where the settings say so, as Codex does", async () => {
    await withWindow({ window: { ...window, onFailure: "error" } }, async (bench) => {
      const failed = compactingTurn(bench, { kind: "unsupported", route: "compact" });
      await expect(failed).rejects.toMatchObject({ code: "REMOTE_COMPACTION_FAILED" });
      expect(bench.named("provider_window.local_fallback")).toEqual([]);
    });
  });
});

it("rejects a stream too where the settings say so, after one attempt", async () => {
  await withWindow({ window: { onFailure: "error" } }, async (bench) => {
    const list = await longConversation(bench);
    bench.server.fault({ kind: "context_length_exceeded", shape: "failed", route: "responses" });
    bench.server.fault({ kind: "status", status: 400, route: "compact", times: 9 });
    const events = bench.window.stream({ model: MODEL, input: [...list, user("And in April?")] });
    const read = async (): Promise<void> => {
      for await (const _ of events);
    };
    await expect(read()).rejects.toMatchObject({ code: "REMOTE_COMPACTION_FAILED" });
    expect(bench.bodies("/responses/compact")).toHaveLength(1);
  });
});

describe("items that the provider did not keep", () => {
  it("are sent to the compact route once more without ids, and nothing is remembered", async () => {
    await withWindow({ window }, async (bench) => {
      await compactingTurn(bench, { kind: "items_not_persisted", route: "compact" });
      const [first, second, ...rest] = bench
        .bodies("/responses/compact")
        .map(({ input }) => input as WindowItem[]);
      expect(rest).toEqual([]);
      expect(first?.some((item) => "id" in item)).toBe(true);
      expect(second?.some((item) => "id" in item)).toBe(false);
      expect(bench.named("provider_window.compacted")).toHaveLength(1);
    });
  });

  it("fall back to local compaction after the second time, and are tried again later", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await compactingTurn(bench, { kind: "items_not_persisted", route: "compact", times: 2 });
      expect(bench.bodies("/responses/compact")).toHaveLength(2);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
      expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
    });
  });

  it("are sent to the model without ids from then on", async () => {
    await withWindow({ server: { encryptReasoning: true } }, async (bench) => {
      const { window: open, server, bodies, named } = bench;
      server.reply([{ type: "reasoning" }, "Hello."]);
      const list = await turn(open, [user("Hello.")], { store: false });
      server.fault({ kind: "items_not_persisted" });
      const more = await turn(open, [...list, user("One.")], { store: false });
      await turn(open, [...more, user("Two.")], { store: false });
      const ids = bodies("/responses").map(({ input }) =>
        (input as WindowItem[]).some((item) => "id" in item),
      );
      expect(ids).toEqual([false, true, false, false]);
      expect(named("provider_window.reset")).toMatchObject([{ reason: "items_not_persisted" }]);
    });
  });
});

describe("what may go well the next time", () => {
  it.each<[string, QueuedFault]>([
    ["429", { kind: "rate_limited", retryAfter: 3 }],
    ["500", { kind: "server_error" }],
    ["503", { kind: "server_error", status: 503 }],
    ["a reset connection", { kind: "reset" }],
  ])("is retried with back-off after %s, and never remembered", async (name, fault) => {
    await withWindow({ window }, async (bench) => {
      await compactingTurn(bench, { ...fault, route: "compact", times: 2 });
      expect(bench.bodies("/responses/compact")).toHaveLength(3);
      expect(bench.sleeps).toEqual(name === "429" ? [3000, 3000] : [500, 1000]);
      expect(bench.named("provider_window.retried")).toHaveLength(2);
      expect(bench.named("provider_window.compacted")).toHaveLength(1);
      expect(bench.named("provider_window.compaction_failed")).toEqual([]);
    });
  });

  it("falls back to local compaction when every attempt failed, and is tried again in a later round", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await compactingTurn(bench, { kind: "server_error", route: "compact", times: 4 });
      expect(bench.bodies("/responses/compact")).toHaveLength(4);
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([
        { kind: "transient", status: 500 },
      ]);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
      expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
    });
  });

  it("is not waited for any longer once the caller has aborted", async () => {
    const controller = new AbortController();
    const sleep = (_: number, signal?: AbortSignal): Promise<void> => {
      controller.abort();
      signal?.throwIfAborted();
      return Promise.resolve();
    };
    await withWindow({ window: { ...window, sleep } }, async (bench) => {
      const list = await longConversation(bench);
      bench.server.fault({ kind: "server_error", route: "compact", times: 9 });
      const body = { model: MODEL, input: [...list, user("More.")] };
      await expect(bench.window.create(body, { signal: controller.signal })).rejects.toThrow();
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
      expect((await bench.window.state()).head).toEqual([]);
    });
  });
});

describe("an encrypted item that the provider cannot read", () => {
  it("is left behind: the window is rebuilt from the transcript, and the next request says so", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await compactingTurn(bench);
      bench.server.fault({ kind: "invalid_encrypted_content" });
      const more = await turn(bench.window, [...list, user("More.")]);
      const sent = lastInput(bench);
      expect(sent.some(isCompactionItem)).toBe(false);
      expect(sent.some((item) => item["type"] === "reasoning" || "id" in item)).toBe(false);
      expect(textOf(sent)).toContain("Never change the archive.");
      expect(sent.at(-1)).toMatchObject(user("More."));
      expect(bench.named("provider_window.continuation_missed").at(-1)).toMatchObject({
        reason: "window_rebuilt",
      });
      expect(bench.named("provider_window.reset").at(-1)).toMatchObject({ reason: "window_rebuilt" });
      await turn(bench.window, [...more, user("Go on.")]);
      expect(bench.named("provider_window.request_sent").at(-1)).toMatchObject({ mode: "incremental" });
    });
  });

  it("gives way to the local checkpoint where the host has adopted the window", async () => {
    await withWindow({ window }, async (bench) => {
      await compactingTurn(bench);
      const adopted = [...lastInput(bench), { role: "assistant", content: "Understood." }, user("More.")];
      bench.server.fault({ kind: "invalid_encrypted_content" });
      await turn(bench.window, adopted);
      const sent = lastInput(bench);
      expect(sent.some(isCompactionItem)).toBe(false);
      expect(textOf(sent)).toContain("/ledger/1.csv");
      expect(textOf(sent)).toContain("kept by code");
    });
  });

  it("on the compact route has the window rebuilt too", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await compactingTurn(bench, { kind: "invalid_encrypted_content", route: "compact" });
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([
        { kind: "invalid_encrypted_content" },
      ]);
      expect(bench.named("provider_window.reset")).toMatchObject([{ reason: "window_rebuilt" }]);
      expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
    });
  });

  it("is given up after the second time", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await longConversation(bench);
      bench.server.fault({ kind: "invalid_encrypted_content", times: 9 });
      const before = bench.server.requests.length;
      await expect(turn(bench.window, [...list.slice(0, 3), user("More.")])).rejects.toMatchObject({
        code: "invalid_encrypted_content",
      });
      expect(bench.server.requests.length - before).toBe(2);
    });
  });
});

describe("a request that is longer than the window", () => {
  const shapes = ["http", "error_event", "failed"] as const;

  it.each(shapes)("is compacted and sent again when refused as %s, streaming", async (shape) => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      bench.server.fault({ kind: "context_length_exceeded", shape, route: "responses" });
      const types: unknown[] = [];
      const body = { model: MODEL, input: [...list, user("And in April?")] };
      for await (const event of bench.window.stream(body)) types.push((event as { type: string }).type);
      expect(types.filter((type) => type === "response.created")).toHaveLength(1);
      expect(types.at(-1)).toBe("response.completed");
      expect(types).not.toContain("response.failed");
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
      expect(bench.named("provider_window.compacted")).toMatchObject([{ trigger: "overflow" }]);
      expect(lastInput(bench).some(isCompactionItem)).toBe(true);
      expect((await bench.window.state()).responses).toBe(5);
    });
  });

  it.each(["http", "failed"] as const)("is compacted and sent again when refused as %s", async (shape) => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      bench.server.fault({ kind: "context_length_exceeded", shape, route: "responses" });
      const response = await bench.window.create({ model: MODEL, input: [...list, user("And in April?")] });
      expect(response["status"]).toBe("completed");
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
    });
  });

  it("is compacted here where the compact route overflows too, its tool outputs bounded more and more before", async () => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      bench.server.fault({ kind: "context_length_exceeded", route: "responses" });
      bench.server.fault({ kind: "context_length_exceeded", route: "compact", times: 9 });
      await turn(bench.window, [...list, user("And in April?")]);
      const sizes = bench.bodies("/responses/compact").map((body) => JSON.stringify(body).length);
      expect(sizes).toHaveLength(3);
      expect(sizes[2]).toBeLessThan((sizes[0] ?? 0) / 2);
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([{ kind: "overflow" }]);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
    });
  });

  it("is the caller's error after one compaction and one more of each kind: no loop", async () => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      const before = bench.bodies("/responses").length;
      bench.server.fault({ kind: "context_length_exceeded", route: "responses", times: 99 });
      await expect(turn(bench.window, [...list, user("And in April?")])).rejects.toMatchObject({
        code: "context_length_exceeded",
      });
      expect(bench.bodies("/responses").length - before).toBeLessThanOrEqual(4);
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
    });
  });

  it("has the tail shortened here, never the returned window, where a compaction was not enough", async () => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      bench.server.reply([{ type: "function_call", name: "read", arguments: {}, call_id: "call_8" }]);
      const more = await turn(bench.window, [...list, user("Read.")]);
      more.push({ type: "function_call_output", call_id: "call_8", output: words(3000) }, user("Now?"));
      const tail = [user(words(900)), user(words(900)), user(words(300)), user("Answer.")];
      bench.server.fault({ kind: "context_length_exceeded", route: "responses" });
      await turn(bench.window, [...more, ...tail]);
      const { head } = await bench.window.state();
      expect(head.findIndex(isCompactionItem)).toBeGreaterThan(0);
      expect(textOf(head)).toContain("COMPACT-SUMMARY");
      expect(lastInput(bench)[0]).toEqual(expect.objectContaining({ role: "user" }));
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
    });
  });
});

describe("a replacement that is not as usual, but can be used", () => {
  const unusual = [
    { type: "message", role: "user", content: "Find the fault in the ledger of March." },
    { type: "spell", words: "a type that this release does not know", sealed: "g".repeat(40_000) },
    { type: "compaction", encrypted_content: "g".repeat(40_000) },
  ];

  it.each([undefined, { input_tokens: 2500, output_tokens: 300, total_tokens: 2800 }])(
    "is passed on with an item of an unknown type and a long payload, with the usage %j",
    async (usage) => {
      await withWindow({ window }, async (bench) => {
        const body = JSON.stringify({ output: unusual, usage });
        const list = await longConversation(bench);
        bench.server.fault({ kind: "status", status: 200, body, route: "compact" });
        const open = bench.window;
        const prepared = await open.request({ model: MODEL, input: [...list, user("And in April?")] });
        expect(prepared.body["input"]).toEqual([...unusual, user("And in April?")]);
        expect(bench.named("provider_window.compaction_failed")).toEqual([]);
        const answer = { role: "assistant", content: "It is fine." };
        await prepared.received({ id: "resp_9", output: [answer] });
        const next = [...list, user("And in April?"), answer, user("Go on.")];
        await open.request({ model: MODEL, input: next });
        expect(bench.bodies("/responses/compact")).toHaveLength(1);
      });
    },
  );
});

describe("a replacement that cannot be used", () => {
  const answers: [string, string, RegExp][] = [
    ["no output", "{}", /has no output/],
    ["an empty output", '{"output":[]}', /has no output/],
    [
      "no compaction item",
      '{"output":[{"type":"message","role":"user","content":"a"}]}',
      /no compaction item/,
    ],
    [
      "an item without a type",
      '{"output":[{"type":"compaction","encrypted_content":"x"},{"name":"spell"}]}',
      /output\[1\] without a type/,
    ],
    [
      "an empty payload",
      '{"output":[{"type":"compaction","encrypted_content":""}]}',
      /without encrypted content/,
    ],
    [
      "a scalar item",
      '{"output":[{"type":"compaction","encrypted_content":"x"},3]}',
      /output\[1\] that is no object/,
    ],
    [
      "an unpaired call",
      '{"output":[{"type":"compaction","encrypted_content":"x"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}]}',
      /call without its output/,
    ],
    [
      "more than it replaces",
      JSON.stringify({
        output: [
          { type: "compaction", encrypted_content: "x" },
          { type: "message", role: "user", content: words(9000) },
        ],
      }),
      /is larger/,
    ],
  ];

  it.each(answers)(
    "is refused where it holds %s, and the window is compacted here",
    async (_, body, reason) => {
      await withWindow({ window }, async (bench) => {
        await compactingTurn(bench, { kind: "status", status: 200, body, route: "compact" });
        expect(bench.named("provider_window.compaction_failed")).toMatchObject([
          { kind: "invalid_replacement", reason: expect.stringMatching(reason) },
        ]);
        expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
        expect((await bench.window.state()).compactions).toEqual([]);
      });
    },
  );

  it("is not even read where the answer breaks off", async () => {
    await withWindow({ window }, async (bench) => {
      await compactingTurn(bench, { kind: "cut", route: "compact", times: 9 });
      expect(bench.named("provider_window.compaction_failed")).toHaveLength(1);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
    });
  });
});

it("rejects with a coded error where an option cannot be", async () => {
  await withWindow({}, async ({ open }) => {
    for (const wrong of [{ triggerPct: 0 }, { maxContextTokens: -1 }, { compactThreshold: 3 }]) {
      const error: unknown = await open(wrong).catch((cause: unknown) => cause);
      expect(CompactError.isInstance(error) && error.code).toBe("INVALID_CONFIG");
    }
  });
});
