import { describe, expect, it } from "vitest";
import { type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { findFormat } from "../registry.js";
import { piAgent, type PiMessage } from "./pi-agent.js";

const usage = { input: 29, output: 90, cacheRead: 0, cacheWrite: 0, totalTokens: 119 };
const answered = { api: "openai-responses", provider: "local", model: "m", usage, timestamp: 1794890406415 };

/** As an agent of `@mariozechner/pi-agent-core` 0.73.1 keeps them. */
const call = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Two ledgers are asked for.", thinkingSignature: '{"type":"reasoning"}' },
    { type: "toolCall", id: "call_1|fc_1", name: "read_ledger", arguments: { ledger: "the first of March" } },
  ],
  ...answered,
  stopReason: "toolUse",
} as PiMessage;
const result = {
  role: "toolResult",
  toolCallId: "call_1|fc_1",
  toolName: "read_ledger",
  content: [{ type: "text", text: "line 0: 1251 paid, booked" }],
  isError: false,
  timestamp: 1794890406416,
} as PiMessage;

const subject: FormatSubject<PiMessage> = {
  format: piAgent,
  samples: {
    prompt: {
      item: { role: "user", content: [{ type: "text", text: "Go through the ledger." }], timestamp: 1 },
      readable: ["Go through the ledger."],
      attachments: [],
    },
    "a text": {
      item: { role: "user", content: "As a text.", timestamp: 1 },
      readable: ["As a text."],
      attachments: [],
    },
    "instructions, as an agent of `@earendil-works/pi-agent-core` 1.5.2 keeps them": {
      item: {
        role: "system",
        content: "You keep the ledgers.",
        sections: { rules: "Round no sum.", old: null },
        toolsAdded: [{ name: "read_ledger", description: "Reads a ledger.", parameters: { type: "object" } }],
        timestamp: 1,
      } as PiMessage,
      readable: ["You keep the ledgers.", "Round no sum."],
      attachments: ["unknown"],
    },
    image: {
      item: {
        role: "user",
        content: [{ type: "image", data: "iVBOR".repeat(9), mimeType: "image/png" }],
        timestamp: 1,
      },
      readable: [],
      attachments: ["image"],
    },
    call: {
      item: call,
      readable: ["Two ledgers", "read_ledger", "the first of March"],
      attachments: ["encrypted"],
    },
    result: { item: result, readable: ["1251 paid"], attachments: [] },
    answer: {
      item: {
        role: "assistant",
        content: [{ type: "text", text: "All is paid." }],
        ...answered,
        stopReason: "stop",
      } as PiMessage,
      readable: ["All is paid."],
      attachments: [],
    },
  },
  pairs: [{ call, result }],
  unknown: { role: "notification" },
  foreign: {
    chat: { role: "user", content: "hello" },
    "chat with a call": { role: "assistant", content: null, tool_calls: [] },
    anthropic: { role: "user", content: [{ type: "text", text: "hello" }] },
    responses: { type: "function_call", call_id: "c", name: "n", arguments: "{}" },
  },
};

describe("piAgent", () => {
  for (const { name, run } of formatContract) {
    // Detection never chooses it: an agent's stream names it.
    if (!name.includes("detect")) it(name, () => run(subject));
  }

  it("is found by its stored name", () => {
    expect(findFormat("pi-agent")).toBe(piAgent);
  });

  it("waits for no result of an answer that broke off", () => {
    const broken = { ...call, stopReason: "aborted" } as PiMessage;
    expect(piAgent.view(broken).calls).toMatchObject([{ mayStayOpen: true }]);
  });

  it("takes a call out of an answer and keeps the rest", () => {
    const without = piAgent.withoutParts?.(call, { calls: new Set([0]), results: new Set() });
    expect(without?.content).toEqual((call.content as unknown[]).slice(0, 1));
  });
});
