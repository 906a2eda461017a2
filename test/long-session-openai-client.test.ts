import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { variants } from "../bench/frameworks/openai-client.mjs";
import { play } from "../bench/frameworks/play.mjs";
import { expectComplete, KEPT, UNREACHABLE } from "./long-session-expectations.js";

describe("a session of 60 turns and three windows on the OpenAI client", () => {
  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it("is completed, and the caller's list stays complete", async () => {
    const { verdict, history } = await play(variants.plimsoll);
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it("is completed where the summarizing model fails", async () => {
    const { verdict, history } = await play(variants["plimsoll, chat"], { summarizer: UNREACHABLE });
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it.each(
    sampled(
      [
        { name: "plimsoll", refusal: "status" },
        { name: "plimsoll", refusal: "failed" },
        { name: "plimsoll, streaming", refusal: "status" },
        { name: "plimsoll, streaming", refusal: "event" },
        { name: "plimsoll, streaming", refusal: "failed" },
        { name: "plimsoll, chat streaming", refusal: "event" },
      ] as const,
      2,
    ),
  )("is completed with $name where requests are refused by $refusal", async ({ name, refusal }) => {
    const { verdict, history } = await play(variants[name], { refuses: [9, 40, 41], refusal });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });
});
