import { describe, expect, it } from "vitest";
import {
  expectConversationsApart,
  OPENING,
  REPEATED_ID,
  type RepeatedTurn,
} from "../core/repeated-call-ids-test-support.js";
import { compactingFetch } from "./compacting-fetch.js";

const SETTINGS = { maxContextTokens: 5000, policy: { hardCapBuffer: 200 }, prepareAtPct: 0 } as const;

const asChat = ({ path, output, next }: RepeatedTurn): object[] => [
  {
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: REPEATED_ID,
        type: "function",
        function: { name: "read_file", arguments: JSON.stringify({ path }) },
      },
    ],
  },
  { role: "tool", tool_call_id: REPEATED_ID, content: output },
  { role: "assistant", content: `I have read ${path}.` },
  { role: "user", content: next },
];

const asResponses = ({ path, output, next }: RepeatedTurn): object[] => [
  { type: "function_call", call_id: REPEATED_ID, name: "read_file", arguments: JSON.stringify({ path }) },
  { type: "function_call_output", call_id: REPEATED_ID, output },
  { role: "assistant", content: `I have read ${path}.` },
  { role: "user", content: next },
];

describe("two conversations of one client in which call ids repeat", () => {
  it.each([
    { address: "chat/completions", key: "messages", shape: asChat },
    { address: "responses", key: "input", shape: asResponses },
  ])("see nothing of each other on $address", async ({ address, key, shape }) => {
    let body = "";
    let compacted = 0;
    const fetch = compactingFetch(SETTINGS, (_, init) => {
      body = String(init?.body);
      return Promise.resolve(new Response('{"status":"completed"}'));
    });
    await expectConversationsApart(async (turns) => {
      const list = [{ role: "user", content: OPENING }, ...turns.flatMap(shape)];
      const given = JSON.stringify({ model: "gpt-5", [key]: list });
      await fetch(`http://127.0.0.1/v1/${address}`, { method: "POST", body: given });
      if (body !== given) compacted++;
      return JSON.parse(body);
    });
    expect(compacted).toBeGreaterThan(2);
    await fetch.close();
  });
});
