import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelSummarizer } from "../../summarizers/model-summarizer.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import type { WireEvent } from "plimsoll-testkit";
import { reply, request } from "./compacted-session-test-support.js";
import { textsOf } from "./realtime-test-support.js";
import { SdkSession } from "./sdk-session-test-support.js";

const isTranscript = ({ type }: WireEvent): boolean => type.includes("input_audio_transcription");

/** Summaries that are written when the test says so. */
function heldSummarizer(): { readonly summarizer: Summarizer; readonly asked: Promise<void>; write(): void } {
  let write = (): void => undefined;
  let ask = (): void => undefined;
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const summarizer: Summarizer = {
    name: "held",
    async summarize() {
      ask();
      await written;
      return { text: "The shelves of the first room were counted." };
    },
  };
  return { summarizer, asked, write };
}

describe("a compactor between a RealtimeSession and its server", () => {
  let app: SdkSession;

  beforeEach(() => {
    app = new SdkSession();
  });

  afterEach(() => app.close());

  /** The user says things, with a pause after each. */
  async function talk(from: number, to: number): Promise<void> {
    for (let turn = from; turn <= to; turn++) {
      await app.ask(request(turn));
      await app.compactor.settled();
    }
  }

  it("asks again for a response that is refused as too long while a summary is written", async () => {
    const { summarizer, asked, write } = heldSummarizer();
    let refuse = false;
    await app.open({ summarizer }, { overflow: () => refuse });
    for (let turn = 1; turn <= 8; turn++) await app.ask(request(turn));
    await asked;
    refuse = true;
    await app.ask("And what about the cellar?");
    refuse = false;
    const before = app.count("response.done");
    const requests = app.sent("response.create").length;
    write();
    await app.until(() => app.count("response.done") > before);
    await app.compactor.settled();
    expect(app.sent("response.create")).toHaveLength(requests + 1);
    expect(app.server.items.at(-1)?.role).toBe("assistant");
    expect(textsOf(app.server.items)).toContain("And what about the cellar?");
    expect(app.told()).toEqual(["compacted"]);
    expect(app.server.violations).toEqual([]);
  });

  it("asks again for a response that is refused with an error instead of a failed response", async () => {
    let refusals = 0;
    const message = "This model's maximum context length is 3000 tokens, and the conversation has 3100.";
    const asks = ({ type }: WireEvent): boolean => type === "response.create";
    await app.open(
      { triggerTokens: 2500 },
      { refuse: (event) => (asks(event) && refusals > 0 && refusals-- > 0 ? message : undefined) },
    );
    await talk(1, 5);
    refusals = 1;
    await app.ask(request(6));
    expect(app.count("error")).toBe(1);
    expect(app.events).toMatchObject([{ type: "compacted", trigger: { by: "overflow" } }]);
    expect(app.server.items.at(-1)?.role).toBe("assistant");
  });

  for (const lost of ["every", "every third"] as const) {
    it(`waits for eight turns and no longer where ${lost} transcript is lost`, async () => {
      let spoken = 0;
      const isLost = (event: WireEvent): boolean =>
        isTranscript(event) && (lost === "every" || spoken++ % 3 === 0);
      await app.open({ triggerTokens: 600 }, { fault: (event) => (isLost(event) ? "drop" : "pass") });
      const first = 1;
      for (let turn = first; turn < first + 8; turn++) {
        await app.say(request(turn));
        await app.compactor.settled();
        expect(app.compactor.summaries).toEqual([]);
      }
      await app.say(request(first + 8));
      await app.compactor.settled();
      expect(app.compactor.summaries).toHaveLength(1);
      const [skipped] = app.events;
      expect(skipped).toMatchObject({ type: "skipped", reason: expect.stringContaining("transcript") });
      expect(app.server.violations).toEqual([]);
    });
  }

  it("obeys a trigger far below the window", async () => {
    await app.open({ maxContextTokens: 28_224, triggerTokens: 1000 }, { maxContextTokens: 28_224 });
    await talk(1, 30);
    expect(app.compactor.summaries.length).toBeGreaterThan(2);
    expect(app.server.peakTokens).toBeLessThan(1500);
    expect(app.events[0]).toMatchObject({ type: "compacted", trigger: { by: "tokens", threshold: 1000 } });
  });

  it("obeys a trigger in characters", async () => {
    const options = { maxContextTokens: 28_224, triggerTokens: 20_000, triggerCharacters: 4000 };
    await app.open(options, { maxContextTokens: 28_224 });
    await talk(1, 12);
    const [event] = app.events;
    expect(event).toMatchObject({ type: "compacted", trigger: { by: "characters", threshold: 4000 } });
  });

  it("says why it does not compact at a trigger that nothing can satisfy", async () => {
    await app.open({ triggerTokens: 50, keepTurns: 3 });
    await talk(1, 2);
    expect(app.events[0]).toMatchObject({
      type: "skipped",
      trigger: { by: "tokens", threshold: 50 },
      reason: expect.stringMatching(/\w/),
    });
  });

  it("takes other thresholds while the session runs", async () => {
    await app.open({ triggerTokens: 2500 });
    await talk(1, 7);
    expect(app.told()).toEqual([]);
    app.compactor.setThresholds({ triggerTokens: 800 });
    await app.compactor.settled();
    expect(app.told()).toEqual(["compacted"]);
    expect(app.compactor.thresholds).toEqual({
      triggerTokens: 800,
      triggerCharacters: 3200,
      maxSummaries: 12,
    });
    app.compactor.setThresholds({ maxSummaries: 1 });
    await talk(8, 14);
    expect(app.told()).toEqual(["compacted", "reset_requested"]);
    const absent = { triggerTokens: undefined, triggerCharacters: undefined } as object;
    app.compactor.setThresholds({ ...absent, maxSummaries: 2 });
    expect(app.compactor.thresholds).toMatchObject({ triggerTokens: 800, triggerCharacters: 3200 });
    await app.compactor.settled();
    expect(app.told()).toEqual(["compacted", "reset_requested", "compacted"]);
    expect(() => app.compactor.setThresholds({ triggerToken: 800 } as never)).toThrow(/triggerTokens/);
    expect(() => app.compactor.setThresholds({ triggerTokens: 0.5 })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it("makes no more summaries than a connection may have, also where a response is refused", async () => {
    await app.open(
      { maxSummaries: 1 },
      { maxContextTokens: 20_000, overflow: (response) => response === 20 },
    );
    await talk(1, 20);
    expect(app.compactor.summaries).toHaveLength(1);
    expect(app.told()).toEqual(["compacted", "reset_requested", "reset_requested"]);
    app.server.disconnect();
    await app.until(() => app.session.transport.status === "disconnected");
    await app.connect();
    await app.until(() => app.told().includes("replayed"));
    await app.compactor.settled();
    expect(app.compactor.summaries).toHaveLength(2);
    expect(app.server.violations).toEqual([]);
  });

  it("gives a summarizer the time that it may take, and calls it off", async () => {
    let given: AbortSignal | undefined;
    const mute: Summarizer = {
      name: "mute",
      summarize({ signal }) {
        given = signal;
        return new Promise(() => undefined);
      },
    };
    await app.open({ summarizer: mute, summarizeMs: 20 });
    for (let turn = 1; turn <= 8; turn++) await app.ask(request(turn));
    await app.until(() => app.told().length > 0);
    expect(app.events).toMatchObject([{ type: "compacted", summary: { summarizer: "extractive" } }]);
    expect(given?.aborted).toBe(true);
  });

  it("tells the cost by the usage that the model reports", async () => {
    const usage = {
      prompt_tokens: 5000,
      completion_tokens: 70,
      prompt_tokens_details: { cached_tokens: 1000 },
    };
    const answer = { role: "assistant", content: "The shelves were counted." };
    const model = createServer((incoming, outgoing) => {
      incoming.resume();
      const choices = [{ index: 0, message: answer, finish_reason: "stop" }];
      outgoing.setHeader("content-type", "application/json").end(JSON.stringify({ id: "c", choices, usage }));
    });
    await new Promise<void>((resolve) => {
      model.listen(0, "127.0.0.1", resolve);
    });
    const { port } = model.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    await app.open({
      summarizer: modelSummarizer({ api: "chat", model: "gpt-4o-mini", apiKey: "sk-test", baseUrl }),
    });
    await talk(1, 8);
    model.closeAllConnections();
    model.close();
    const { cost } = app.compactor.summaries[0]!;
    expect(cost).toMatchObject({ model: "gpt-4o-mini" });
    expect(cost.isEstimate).toBeUndefined();
    const requests = cost.inputTokens / 5000;
    expect(Number.isInteger(requests)).toBe(true);
    expect(cost.dollars).toBeCloseTo((requests * (4000 * 0.15 + 1000 * 0.075 + 70 * 0.6)) / 1e6, 12);
  });

  it("answers as before where nothing is wrong", async () => {
    await app.open();
    await talk(1, 9);
    expect(app.told()).toEqual(["compacted"]);
    expect(textsOf(app.server.items.slice(-1))).toBe("text" in reply ? reply.text : "");
  });
});
