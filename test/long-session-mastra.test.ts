import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { variants } from "../bench/frameworks/mastra.mjs";
import { play } from "../bench/frameworks/play.mjs";
import { expectComplete, KEPT, UNREACHABLE } from "./long-session-expectations.js";

describe("a session of 60 turns and three windows on Mastra", () => {
  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it.runIf(FULL_SCALE)(
    "is completed where the summarizing model fails, and the agent's memory stays complete",
    async () => {
      const { verdict, history } = await play(variants.plimsoll, { summarizer: UNREACHABLE });
      expect(verdict).toMatchObject({ ...KEPT, refused: [] });
      expectComplete(history);
    },
  );

  it.runIf(FULL_SCALE)("is completed where requests are refused", async () => {
    const { verdict, history } = await play(variants.plimsoll, { refuses: [9, 40, 41] });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });

  it("is completed by streams in which requests are refused", async () => {
    const variant = variants["plimsoll, streaming"];
    const { verdict, history } = await play(variant, { refuses: [9, 40, 41], inStream: true });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });
});
