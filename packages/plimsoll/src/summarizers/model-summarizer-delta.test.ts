import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { script, type SessionScript } from "../facts/ledgers/ledger-test-support.js";
import { renderedEntries } from "../facts/checkpoint/render-entry.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { type ScriptedModel, type ScriptedStep, startScriptedModel } from "../testing/scripted-model.js";
import { summarizerContract } from "../testing/summarizer-contract.js";
import { type ModelSummarizerOptions, modelSummarizer } from "./model-summarizer.js";
import type { SummaryRequest } from "./summarizer.js";

const started: ScriptedModel[] = [];
afterEach(async () => {
  for (const model of started.splice(0)) await model.close();
});

const count = (text: string): number => heuristicEstimator.count(text);
const session = script()
  .user("Move the billing code to the new API. Never charge a card twice.")
  .tool("edit", { path: "src/billing.ts", old: "a", new: "b" }, "edited")
  .tool("bash", { command: "npm test" }, "FAILED t.py::charges_once - x\n1 failed\nexit code: 1")
  .assistant("The loop in src/billing.ts stops one entry too early.")
  .assistant(`I look at the callers next. ${"They are many, and most are old. ".repeat(30)}`);

function requestOf(of: SessionScript, changes: Partial<SummaryRequest> = {}): SummaryRequest {
  return {
    sessionId: "s",
    remainder: of.items,
    kept: [],
    checkpoint: of.checkpoint(),
    template: "task_state",
    maxTokens: 400,
    count,
    ...changes,
  };
}

/** Long enough that several requests must be made of it. */
function longSession(): SessionScript {
  const long = script().user("Sort the letters. Never open one twice.");
  for (let index = 0; index < 40; index++)
    long.assistant(`Letter ${index} is for desk ${index * 7}. ${"It was a quiet morning. ".repeat(20)}`);
  return long;
}

const delta = (changes: object): string =>
  JSON.stringify({ objective: "", activeWork: "", added: [], superseded: [], ...changes });
const finding = {
  section: "decisions",
  text: "The loop in src/billing.ts stops one entry too early.",
  detail: "",
  items: ["#6"],
};
const claim = { section: "risks", text: "The new API may be slow.", detail: "risk", items: ["#6"] };

async function start(steps: readonly ScriptedStep[]): Promise<ScriptedModel> {
  const model = await startScriptedModel(steps);
  started.push(model);
  return model;
}

const summarizerFor = (model: ScriptedModel, changes: Partial<ModelSummarizerOptions> = {}) =>
  modelSummarizer({ api: "chat", baseUrl: model.url, model: "m", wait: async () => undefined, ...changes });

const answering = (...texts: string[]): ScriptedStep[] => texts.map((text) => ({ reply: { text } }));
const jsonOf = (model: ScriptedModel, index = 0): Record<string, unknown> =>
  model.requests[index]?.json as Record<string, unknown>;

describe.each([
  ["chat", "response_format"],
  ["responses", "text"],
] as const)("a delta over %s", (api, parameter) => {
  it("is asked for with a strict schema, of a record and items that have short names", async () => {
    const model = await start(answering(delta({ added: [finding] })));
    const { text } = await summarizerFor(model, { api }).summarize(requestOf(session));
    const asked = JSON.stringify(jsonOf(model)[parameter]);
    expect(asked).toContain('"type":"json_schema"');
    expect(asked).toContain('"strict":true');
    expect(asked).not.toMatch(/maxLength|maxItems/);
    expect(model.requests[0]?.text).toContain("- [e1] Never charge a card twice.");
    expect(model.requests[0]?.text).toContain("#1 user: Move the billing code");
    expect(text).toContain("## Constraints\n- Never charge a card twice.");
    expect(text).toContain("- The loop in src/billing.ts stops one entry too early.");
  });

  it.each([
    [400, `Invalid parameter: '${parameter}.format' of type 'json_schema' is not supported`],
    [422, "json_schema: extra inputs are not permitted"],
    [400, `Unsupported parameter: '${parameter}'`],
  ])(
    "is asked for in words alone once the server refused the schema (HTTP %i: %s)",
    async (status, message) => {
      const refusal = { reply: { status, body: JSON.stringify({ error: { message } }) } };
      const model = await start([refusal, ...answering(delta({ added: [claim] }), delta({}))]);
      const summarizer = summarizerFor(model, { api });
      expect((await summarizer.summarize(requestOf(session))).text).toContain("The new API may be slow.");
      await summarizer.summarize(requestOf(session));
      expect(jsonOf(model, 0)).toHaveProperty(parameter);
      for (const index of [1, 2]) expect(jsonOf(model, index)).not.toHaveProperty(parameter);
    },
  );

  it("passes the contract when the model answers nothing but deltas", async () => {
    for (const { run } of summarizerContract) {
      const model = await startScriptedModel(answering(...Array.from({ length: 4 }, () => delta({}))));
      const { summarize, ...rest } = summarizerFor(model, { api });
      const checkpoint = session.checkpoint();
      await run({ ...rest, summarize: (request) => summarize({ ...request, checkpoint }) });
      await model.close().catch(() => undefined);
    }
  });
});

describe("a summary by delta", () => {
  it("marks what only the model claims, and tells who says the rest", async () => {
    const model = await start(answering(delta({ added: [finding, claim] })));
    const { text, checkpoint } = await summarizerFor(model).summarize(requestOf(session));
    expect(text).toContain("- The new API may be slow. [unconfirmed]");
    expect(checkpoint?.risks).toMatchObject([{ provenance: { by: "model", items: ["i5"] } }]);
    const found = checkpoint?.decisions.find((entry) => entry.text === finding.text);
    expect(found?.provenance).toEqual({ by: "assistant", items: ["i5"] });
    expect(checkpoint?.version).toBe(session.checkpoint().version);
  });

  it("finds who says a text that the model quotes without citing it", async () => {
    const uncited = [
      { ...finding, items: [] },
      { ...claim, items: ["#99", "e1"] },
    ];
    const model = await start(answering(delta({ added: uncited })));
    const { checkpoint } = await summarizerFor(model).summarize(requestOf(session));
    expect(checkpoint?.decisions.at(-1)?.provenance).toEqual({ by: "assistant", items: ["i5"] });
    expect(checkpoint?.risks).toMatchObject([{ provenance: { by: "model", items: [] } }]);
  });

  it("takes the names of entries for what they stand for", async () => {
    const model = await start([
      {
        expect: ({ text }) => /\[e\d+\] FAILED t\.py/.test(text),
        reply: { text: delta({ superseded: [{ id: "[e4]", by: "" }] }) },
      },
    ]);
    const { checkpoint } = await summarizerFor(model).summarize(requestOf(session));
    expect(checkpoint?.errors).toMatchObject([{ status: "superseded" }]);
  });

  it("counts what cannot be used, and uses the rest", async () => {
    const model = await start(answering(delta({ added: [claim, { section: "nowhere" }, 7], superseded: 1 })));
    const summary = await summarizerFor(model).summarize(requestOf(session));
    expect(summary).toMatchObject({ dropped: 3, checkpoint: { risks: [{ text: claim.text }] } });
  });

  it("is prose where the model writes prose, and loses none of it", async () => {
    const model = await start(answering("The loop stops too early; the rest is fine."));
    expect(await summarizerFor(model).summarize(requestOf(session))).toEqual({
      text: "The loop stops too early; the rest is fine.",
      model: "m",
    });
  });

  it("adds what was known before where the model writes prose instead of a delta", async () => {
    const model = await start(answering(delta({ added: [claim] }), "All is well."));
    const first = await summarizerFor(model).summarize(requestOf(session));
    const { checkpoint, text: previous } = first;
    const second = await summarizerFor(model).summarize(
      requestOf(session, { checkpoint: checkpoint!, previous }),
    );
    expect(second.text).toContain("- Never charge a card twice.");
    expect(second.text).toContain("- The new API may be slow. [unconfirmed]");
    expect(second.text).toMatch(/\n## Notes\nAll is well\.$/);
    expect(second.checkpoint).toBeUndefined();
  });

  it("keeps the prose of every part of a long history", async () => {
    const model = await startScriptedModel(
      answering(...Array.from({ length: 8 }, (_, index) => `It goes on.\nPart ${index} was read.`)),
    );
    const summary = await summarizerFor(model, { maxInputTokens: 4_000 }).summarize(requestOf(longSession()));
    await model.close().catch(() => undefined);
    const parts = model.requests.map((_, index) => `Part ${index} was read.`);
    expect(parts.length).toBeGreaterThan(1);
    expect(summary.text).toBe(["It goes on.", ...parts].join("\n"));
  });

  it("fails on JSON that is no delta", async () => {
    const model = await start(answering('{"added": [{"section": "ris', '{"summary": "well"}'));
    for (let round = 0; round < 2; round++)
      await expect(summarizerFor(model).summarize(requestOf(session))).rejects.toThrow(
        /neither a delta nor prose/,
      );
  });

  it("is read from a long history chunk by chunk, each delta merged into the record of those before", async () => {
    const answers = Array.from({ length: 8 }, (_, index) =>
      delta({ added: [{ section: "decisions", text: `Part ${index} was read.`, detail: "", items: [] }] }),
    );
    const model = await startScriptedModel(answering(...answers));
    const maxInputTokens = 4_000;
    const summary = await summarizerFor(model, { maxInputTokens }).summarize(requestOf(longSession()));
    await model.close().catch(() => undefined);
    const parts = model.requests.length;
    expect(parts).toBeGreaterThan(1);
    expect(summary.checkpoint?.decisions.map(({ text }) => text)).toEqual(
      Array.from({ length: parts }, (_, index) => `Part ${index} was read.`),
    );
    expect(model.requests.at(-1)?.text).toContain("Part 0 was read. [unconfirmed]");
    for (const { json } of model.requests) {
      const { messages, response_format } = json as {
        messages: { content: string }[];
        response_format: object;
      };
      const texts = [...messages.map(({ content }) => content), JSON.stringify(response_format)];
      expect(texts.reduce((sum, text) => sum + count(text), 0)).toBeLessThanOrEqual(maxInputTokens);
    }
  });

  it("keeps prose and deltas of one history together", async () => {
    const model = await startScriptedModel(
      answering(delta({ added: [claim] }), ...Array.from({ length: 7 }, () => "Desk 7 was busy.")),
    );
    const summary = await summarizerFor(model, { maxInputTokens: 4_000 }).summarize(requestOf(longSession()));
    await model.close().catch(() => undefined);
    expect(summary.text).toContain("The new API may be slow. [unconfirmed]");
    expect(summary.text).toContain("Desk 7 was busy.");
  });

  it("shows the model an earlier summary in prose, but not one that was printed from the record", async () => {
    const model = await start(answering(delta({}), delta({}), delta({})));
    const first = await summarizerFor(model).summarize(
      requestOf(session, { previous: "It began with a call from Ada." }),
    );
    expect(model.requests[0]?.text).toContain("It began with a call from Ada.");
    expect(first.text).toMatch(/\n## Notes\nIt began with a call from Ada\.$/);
    await summarizerFor(model).summarize(requestOf(session, { previous: first.text }));
    expect(model.requests[1]?.text).toContain(
      "in prose; add what the record lacks of it:\\nIt began with a call",
    );
    const bare = first.text.replace(/\n## Notes[^]*/, "");
    await summarizerFor(model).summarize(requestOf(session, { previous: bare }));
    expect(model.requests[2]?.text).not.toContain("Summary so far");
  });

  it("is asked for as prose where the options say so", async () => {
    const model = await start(answering("In my own words."));
    const { text } = await summarizerFor(model, { output: "prose" }).summarize(requestOf(session));
    expect(text).toBe("In my own words.");
    expect(jsonOf(model)).not.toHaveProperty("response_format");
  });

  it("holds at any budget, and every line rests on an entry that says where it comes from", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(
          "task_state",
          "brief",
          "code_delta",
          "decision_log",
          "requirements_ledger",
          "step_ledger",
        ),
        async (maxTokens, template) => {
          const model = await startScriptedModel(answering(delta({ added: [finding, claim] })));
          const { text, checkpoint } = await summarizerFor(model).summarize(
            requestOf(session, { maxTokens, template }),
          );
          await model.close();
          expect(count(text)).toBeLessThanOrEqual(Math.max(12, maxTokens));
          const known = new Map(renderedEntries(checkpoint!).map((entry) => [entry.text, entry.entry]));
          for (const line of text.split("\n").filter((part) => part.startsWith("- "))) {
            const entry =
              known.get(line.slice(2)) ??
              known.get(line.slice(2).replace(/ \((?:user|assistant|tool)\)$/, ""));
            expect(entry?.provenance.by === "model").toBe(line.endsWith("[unconfirmed]"));
            if (entry?.provenance.by !== "model") expect(entry?.provenance.items.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: scaled(25) },
    );
  });
});

describe("a correction", () => {
  it("is one request for prose, cleaned like any other answer", async () => {
    const model = await start([
      { expect: "Write it again", reply: { text: "```\nAll of it.\nNever charge a card twice.\n```" } },
    ]);
    const revised = await summarizerFor(model).revise?.("Write it again", requestOf(session));
    expect(revised).toEqual({ text: "All of it.\nNever charge a card twice.", model: "m" });
    expect(jsonOf(model)).not.toHaveProperty("response_format");
  });

  it("is not sent where it is over the limit of a request, and not sent again where it fails", async () => {
    const model = await start([{ reply: { status: 500, body: "" } }]);
    const summarizer = summarizerFor(model, { maxInputTokens: 2_000 });
    await expect(summarizer.revise?.("x ".repeat(5_000), requestOf(session))).rejects.toMatchObject({
      code: "SUMMARIZER_FAILED",
    });
    await expect(summarizer.revise?.("again", requestOf(session))).rejects.toMatchObject({
      code: "SUMMARIZER_FAILED",
    });
    expect(model.requests).toHaveLength(1);
  });

  it("rejects with ABORTED when it is aborted", async () => {
    const model = await start([]);
    const request = requestOf(session, { signal: AbortSignal.abort() });
    await expect(summarizerFor(model).revise?.("again", request)).rejects.toMatchObject({ code: "ABORTED" });
  });
});
