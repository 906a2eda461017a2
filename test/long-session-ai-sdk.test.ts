import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { variants } from "../bench/frameworks/ai-sdk.mjs";
import { play } from "../bench/frameworks/play.mjs";
import { expectComplete, KEPT, UNREACHABLE } from "./long-session-expectations.js";

describe("a session of 60 turns and three windows on the AI SDK", () => {
  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it.each(sampled(["plimsoll", "plimsoll, streaming", "plimsoll, prepareStep"] as const, 1))(
    "is completed with %s, and its messages stay complete",
    async (name) => {
      const { verdict, history } = await play(variants[name]);
      expect(verdict).toMatchObject({ ...KEPT, refused: [] });
      expectComplete(history);
    },
  );

  it("is completed where the summarizing model fails", async () => {
    const { verdict, history } = await play(variants.plimsoll, { summarizer: UNREACHABLE });
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it.each(
    sampled(
      [
        { name: "plimsoll", inStream: false },
        { name: "plimsoll, streaming", inStream: false },
        { name: "plimsoll, streaming", inStream: true },
      ] as const,
      1,
    ),
  )("is completed with $name where requests are refused (in the stream: $inStream)", async (how) => {
    const { name, inStream } = how;
    const { verdict, history } = await play(variants[name], { refuses: [9, 40, 41], inStream });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });
});
