import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault, WireEvent } from "plimsoll-testkit";
import { CompactedSession, isSummaryAnswer, request } from "./compacted-session-test-support.js";
import { textsOf } from "./realtime-test-support.js";

const TURNS = 18;
const RULE = "Never move the red box.";

const isAnswer = (event: WireEvent): boolean =>
  isSummaryAnswer(event) ||
  event.type === "conversation.item.deleted" ||
  event.type === "conversation.item.retrieved";

/** Lets time pass until nothing is under way: late answers come, and timers run out, in any order. */
async function pass(session: CompactedSession): Promise<void> {
  const work = { ended: false };
  void session.compactor.settled().then(() => {
    work.ended = true;
  });
  while (!work.ended) {
    session.timers.fire();
    session.server.release();
    for (let tick = 0; tick < 5; tick++) await new Promise(setImmediate);
  }
}

describe("a compactor whose acknowledgements are dropped, delayed and doubled at random", () => {
  it("breaks no rule of the server, loses no turn and keeps the user's rule in sight", async () => {
    const faults = fc.array(fc.constantFrom<Fault>("pass", "drop", "hold", "double"), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(faults, fc.infiniteStream(fc.boolean()), async (script, pauses) => {
        const session = new CompactedSession();
        let answers = 0;
        await session.open(
          {},
          { fault: (event) => (isAnswer(event) ? (script[answers++] ?? "pass") : "pass") },
        );
        await session.client.ask(`${RULE} ${request(0)}`);
        for (let turn = 1; turn <= TURNS; turn++) {
          await session.speak(turn);
          if (pauses.next().value) await pass(session);
        }
        await pass(session);
        await session.speak(TURNS + 1);
        await pass(session);
        const sight = textsOf(session.server.items);
        expect(session.server.violations).toEqual([]);
        expect(sight).toContain(RULE);
        for (const turn of [TURNS, TURNS + 1]) expect(sight).toContain(request(turn));
        expect(session.compactor.transcript.filter(({ role }) => role === "user")).toHaveLength(TURNS + 2);
        expect(session.compactor.summaries.length).toBeGreaterThan(0);
        await session.close();
      }),
      { numRuns: 12, seed: 20_261_115 },
    );
  });
});
