import { describe, expect, it } from "vitest";
import { LONG_SESSION_TURNS, longSession, type LongSessionVerdict } from "plimsoll/testing";
import * as aiSdk from "../bench/frameworks/ai-sdk.mjs";
import * as langchain from "../bench/frameworks/langchain.mjs";
import * as openaiAgents from "../bench/frameworks/openai-agents.mjs";
import * as mastra from "../bench/frameworks/mastra.mjs";
import * as openaiClient from "../bench/frameworks/openai-client.mjs";
import { play } from "../bench/frameworks/play.mjs";

/** A summarizing model that is never there. */
const summarizer = {
  name: "unreachable",
  summarize: () => Promise.reject(new Error("503 the model is overloaded")),
};

const KEPT: Partial<LongSessionVerdict> = {
  completed: true,
  turns: LONG_SESSION_TURNS,
  failure: "",
  overWindow: [],
  orphans: [],
  withoutPolicy: [],
  repeatedCalls: 0,
  policyObeyed: true,
  factUsed: true,
  correctionUsed: true,
};

/** Every user message and every output, the giant one too, word for word. */
function expectComplete(history: readonly string[]): void {
  const whole = history.join("\n");
  const { turns, execute } = longSession();
  for (const { user, steps } of turns) {
    expect(whole).toContain(JSON.stringify(user).slice(1, -1));
    for (const call of steps("").flat()) {
      if (!/^(?:inspect|read)_/.test(call.name)) continue;
      expect(whole).toContain(JSON.stringify(execute(call)).slice(1, -1));
    }
  }
}

describe.each([
  { name: "the Agents SDK", variants: openaiAgents.variants, streams: "plimsoll, streaming" },
  { name: "the AI SDK", variants: aiSdk.variants, streams: "plimsoll, streaming" },
  { name: "LangChain", variants: langchain.variants },
  { name: "the OpenAI client", variants: openaiClient.variants, streams: "plimsoll, streaming" },
  { name: "Mastra", variants: mastra.variants, streams: "plimsoll, streaming" },
])("a session of 60 turns and three windows on $name", ({ variants, streams }) => {
  const variantOf = (name: string) =>
    (variants as unknown as Record<string, (typeof variants)["none"]>)[name]!;

  it("does not fit without compaction", async () => {
    const { verdict } = await play(variants.none);
    expect(verdict.completed).toBe(false);
    expect(verdict.failure).toContain("maximum context length");
  });

  it("is completed within the window, and the framework's own history stays complete", async () => {
    const { verdict, history } = await play(variants.plimsoll);
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it("is completed where the summarizing model fails", async () => {
    const { verdict, history } = await play(variants.plimsoll, { summarizer });
    expect(verdict).toMatchObject({ ...KEPT, refused: [] });
    expectComplete(history);
  });

  it("is completed where the provider refuses requests that should have fit", async () => {
    const { verdict, history } = await play(variants.plimsoll, { refuses: [9, 40, 41] });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });

  it.runIf(streams !== undefined)("is completed where refusals come inside a stream", async () => {
    const variant = variantOf(streams ?? "");
    const { verdict, history } = await play(variant, { refuses: [9, 40, 41], inStream: true });
    expect(verdict).toMatchObject({ ...KEPT, refused: [9, 40, 41] });
    expectComplete(history);
  });
});

describe("a session of 60 turns and three windows", () => {
  it.each(["plimsoll, input filter", "plimsoll, session and decorator"] as const)(
    "is completed in the Agents SDK by %s, and the transcript stays complete",
    async (name) => {
      const { verdict, history } = await play(openaiAgents.variants[name]);
      expect(verdict).toMatchObject({ ...KEPT, refused: [] });
      expectComplete(history);
    },
  );

  it("is completed by the prepareStep of the AI SDK", async () => {
    const { verdict, history } = await play(aiSdk.variants["plimsoll, prepareStep"]);
    expect(verdict).toMatchObject(KEPT);
    expectComplete(history);
  });

  it("is completed by the durable middleware of LangChain, whose state stays small", async () => {
    const { verdict, history } = await play(langchain.variants["plimsoll, durable"], { refuses: [9] });
    expect(verdict).toMatchObject(KEPT);
    expect(history.length).toBeLessThan(120);
  });

  it.each(["status", "failed"])(
    "is completed by the OpenAI client where it refuses by %s",
    async (refusal) => {
      const { verdict } = await play(openaiClient.variants.plimsoll, { refuses: [9, 40], refusal });
      expect(verdict).toMatchObject(KEPT);
    },
  );

  it.each(["event", "failed"])(
    "is completed by a stream of responses that refuses by %s",
    async (refusal) => {
      const { verdict } = await play(openaiClient.variants["plimsoll, streaming"], {
        refuses: [9, 40],
        refusal,
      });
      expect(verdict).toMatchObject(KEPT);
    },
  );

  it.each(["plimsoll, chat", "plimsoll, chat streaming"] as const)("is completed by %s", async (name) => {
    const { verdict, history } = await play(openaiClient.variants[name], { refuses: [9, 40] });
    expect(verdict).toMatchObject(KEPT);
    expectComplete(history);
  });
});
