import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { variants } from "../bench/frameworks/langchain.mjs";
import { play } from "../bench/frameworks/play.mjs";
import { expectComplete, KEPT, UNREACHABLE } from "./long-session-expectations.js";

describe("a session of 60 turns and three windows on LangChain", () => {
  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it.runIf(FULL_SCALE)("is completed, and the state of the agent stays complete", async () => {
    const { verdict, history } = await play(variants.plimsoll);
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it.runIf(FULL_SCALE)(
    "is completed where the summarizing model fails and the provider refuses requests",
    async () => {
      const options = { summarizer: UNREACHABLE, refuses: [9, 40, 41] };
      const { verdict, history } = await play(variants.plimsoll, options);
      expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
      expectComplete(history);
    },
  );

  it("is completed with a state that stays small", async () => {
    const { verdict, history } = await play(variants["plimsoll, durable"], { refuses: [9] });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9] });
    expect(history.length).toBeLessThan(120);
  });
});
