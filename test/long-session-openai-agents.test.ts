import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { variants } from "../bench/frameworks/openai-agents.mjs";
import { play } from "../bench/frameworks/play.mjs";
import { expectComplete, KEPT, UNREACHABLE } from "./long-session-expectations.js";

describe("a session of 60 turns and three windows on the Agents SDK", () => {
  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it("is completed by a model that compacts, and the session of the SDK stays complete", async () => {
    const { verdict, history } = await play(variants.plimsoll);
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it.runIf(FULL_SCALE)("is completed where the summarizing model fails", async () => {
    const { verdict, history } = await play(variants.plimsoll, { summarizer: UNREACHABLE });
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

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

  it.each(["plimsoll, input filter", "plimsoll, session and decorator"] as const)(
    "is completed by %s",
    async (name) => {
      const { verdict, history } = await play(variants[name]);
      expect(verdict).toMatchObject({ ...KEPT, refused: [] });
      expectComplete(history);
    },
  );
});

describe("the SDK's own compaction of the same session", () => {
  const [documented, alone] = Object.keys(variants).filter((name) => name.startsWith("OpenAI")) as [
    keyof typeof variants,
    keyof typeof variants,
  ];

  it("happens once and then no more, where the endpoint returns user messages as documented", async () => {
    const { verdict } = await play(variants[documented]);
    expect(verdict).toMatchObject({ completed: false, factUsed: false });
  });

  it("is completed where the endpoint returns its item alone, and nothing of the transcript is left", async () => {
    const { verdict, history } = await play(variants[alone]);
    expect(verdict).toMatchObject({ completed: true, factUsed: true });
    expect(history).toHaveLength(1);
  });

  it.each([{ summarizer: UNREACHABLE }, { refuses: [9] }])(
    "ends the session where anything fails: %o",
    async (options) => {
      const { verdict } = await play(variants[alone], options);
      expect(verdict.completed).toBe(false);
      expect(verdict.turns).toBeLessThan(5);
    },
  );
});
