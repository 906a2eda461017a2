import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RealtimeReply, WireEvent } from "plimsoll-testkit";
import { request } from "./compacted-session-test-support.js";
import { INTERRUPTED } from "./heard-speech.js";
import { textsOf } from "./realtime-test-support.js";
import { SdkSession } from "./sdk-session-test-support.js";

/** Twenty seconds of speech: ten are heard. */
const HEARD = "First I looked behind the door and there I found the two small boxes.";
const UNHEARD = "Then I went on into the cellar, where the code of the safe is BLUE-7731.";
const HALF_MS = 10_000;

const speech: RealtimeReply = { text: `${HEARD} ${UNHEARD}`, audioTokens: 400 };
const short: RealtimeReply = { text: "All of it is in its place. ".repeat(12), audioTokens: 20 };

describe("speech that the user interrupted", () => {
  let app: SdkSession;

  beforeEach(() => {
    app = new SdkSession();
  });

  afterEach(() => app.close());

  /** The assistant is interrupted in its first answer. */
  async function interrupt(
    first: RealtimeReply,
    { heardMs = HALF_MS, fault }: { heardMs?: number; fault?: (event: WireEvent) => "pass" | "hold" } = {},
  ): Promise<void> {
    let answers = 0;
    await app.open({}, { respond: () => [answers++ === 0 ? first : short], ...(fault ? { fault } : {}) });
    await app.say("What did you find?", 20);
    const spoken = app.server.items.find(({ role }) => role === "assistant");
    app.session.transport.sendEvent({
      type: "conversation.item.truncate",
      item_id: spoken?.id,
      content_index: 0,
      audio_end_ms: heardMs,
    });
    // The SDK asks for the item again, which has no transcript any more.
    await app.until(() => app.count("conversation.item.retrieved") > 1);
  }

  for (const sound of [true, false]) {
    it(`leaves the ledger, if its length is known from ${sound ? "the sound" : "the usage"}`, async () => {
      await interrupt({ ...speech, sound });
      const texts = textsOf(app.compactor.transcript);
      expect(texts).toContain(HEARD.slice(0, 60));
      expect(texts).toContain(INTERRUPTED);
      for (const unheard of ["BLUE-7731", "cellar"]) {
        expect(texts).not.toContain(unheard);
        expect(textsOf(app.compactor.window)).not.toContain(unheard);
      }
      expect(app.compactor.window.find(({ role }) => role === "assistant")?.audio_tokens).toBe(200);
    });
  }

  it("is in no summary, no archive and no replay", async () => {
    await interrupt({ ...speech, sound: true });
    for (let turn = 1; turn <= 3; turn++) await app.ask(request(turn));
    app.server.disconnect();
    await app.until(() => app.session.transport.status === "disconnected");
    await app.connect();
    await app.until(() => app.told().includes("replayed"));
    expect(textsOf(app.server.items)).toContain(INTERRUPTED);
    expect(textsOf(app.server.items)).not.toContain("BLUE-7731");
    for (let turn = 4; turn <= 12; turn++) {
      await app.ask(request(turn));
      await app.compactor.settled();
    }
    expect(app.compactor.summaries.length).toBeGreaterThan(0);
    expect(JSON.stringify(app.compactor.summaries)).not.toContain("BLUE-7731");
    expect(textsOf(app.server.items)).not.toContain("BLUE-7731");
    const recall = await app.compactor.manager.recall(app.compactor.sessionId);
    const [found] = await recall.search("looked behind the door small boxes");
    expect((await recall.read(found!.id)).text).not.toContain("BLUE-7731");
    expect(app.server.violations).toEqual([]);
  });

  it("leaves with all its words if none of it was heard", async () => {
    await interrupt({ ...speech, sound: true }, { heardMs: 0 });
    const texts = textsOf(app.compactor.transcript);
    expect(texts).not.toContain("First I looked");
    expect(texts).toContain("[interrupted before anything was heard]");
  });

  it("stays whole if all of it was heard", async () => {
    await interrupt({ ...speech, sound: true }, { heardMs: 2 * HALF_MS });
    expect(textsOf(app.compactor.transcript)).toContain(UNHEARD);
  });

  it("does not come back with the end of its response", async () => {
    await interrupt(
      { ...speech, sound: true },
      { fault: (event) => (event.type === "response.output_item.done" ? "hold" : "pass") },
    );
    app.server.release();
    await app.until(() => app.count("response.output_item.done") > 0);
    expect(textsOf(app.compactor.transcript)).not.toContain("BLUE-7731");
  });
});
