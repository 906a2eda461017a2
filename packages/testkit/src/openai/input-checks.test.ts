import { describe, expect, it } from "vitest";
import { MODEL, asInput, refusal, withServer } from "./openai-test-support.js";

const user = { role: "user", content: "hello" };
const call = { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: "seen" };
const custom = { type: "custom_tool_call", call_id: "call_2", name: "patch", input: "x" };
const shell = {
  type: "local_shell_call",
  id: "lsh_1",
  call_id: "call_3",
  status: "completed",
  action: { type: "exec", command: ["ls"], env: {} },
};
const shellOutput = { type: "local_shell_call_output", id: "call_3", output: "{}" };
const trigger = { type: "compaction_trigger" };

interface Case {
  readonly name: string;
  readonly input: readonly unknown[];
  readonly message: string;
  readonly fields?: { readonly param?: string | null; readonly code?: string | null };
}

const cases: readonly Case[] = [
  {
    name: "an output without its call",
    input: [user, output],
    message: "No tool call found for function call output with call_id call_1.",
    fields: { param: "input", code: null },
  },
  {
    name: "an output before its call",
    input: [user, output, call],
    message: "No tool call found for function call output with call_id call_1.",
  },
  {
    name: "a call without its output",
    input: [user, call],
    message: "No tool output found for function call call_1.",
    fields: { param: "input", code: null },
  },
  {
    name: "a call that is answered by an output of another kind",
    input: [custom, { ...output, call_id: "call_2" }],
    message: "No tool call found for function call output with call_id call_2.",
  },
  {
    name: "a custom call without its output",
    input: [custom],
    message: "No tool output found for custom tool call call_2.",
  },
  {
    name: "a shell call without its output",
    input: [shell],
    message: "No tool output found for local shell call call_3.",
  },
  {
    name: "a shell output without its call",
    input: [shellOutput],
    message: "No tool call found for local shell call output with call_id call_3.",
  },
  {
    name: "an unknown type",
    input: [user, { type: "context_compaction" }],
    message: "Invalid value: 'context_compaction'. Supported values are: 'additional_tools', ",
    fields: { param: "input[1]", code: "invalid_value" },
  },
  {
    name: "an unknown role",
    input: [{ role: "tool", content: "x" }],
    message: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    fields: { param: "input[0].role" },
  },
  {
    name: "a missing field",
    input: [{ ...call, call_id: undefined }],
    message: "Missing required parameter: 'input[0].call_id'.",
    fields: { code: "missing_required_parameter" },
  },
  {
    name: "a long call id",
    input: [{ ...call, call_id: "c".repeat(65) }],
    message: "Invalid 'input[0].call_id': string too long.",
    fields: { code: "string_above_max_length" },
  },
  {
    name: "an id of another type",
    input: [{ ...call, id: "call_1" }, output],
    message: "Invalid 'input[0].id': 'call_1'. Expected an ID that begins with 'fc'.",
  },
  {
    name: "a trigger that is not last",
    input: [user, trigger, user],
    message: "The 'compaction_trigger' item must be the final input item.",
  },
  {
    name: "two triggers",
    input: [user, trigger, trigger],
    message: "The 'compaction_trigger' item must be the final input item.",
  },
  {
    name: "content that is no content",
    input: [{ role: "user", content: [1] }],
    message: "Invalid type for 'input[0].content'",
    fields: { code: "invalid_type" },
  },
  { name: "an item that is no object", input: ["text"], message: "Invalid type for 'input[0]'" },
  {
    name: "an encrypted item that nobody sealed",
    input: [{ type: "compaction", encrypted_content: "gAAAAABwritten-by-hand==" }],
    message:
      "The encrypted content gAAA...nd== could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
    fields: { param: null, code: "invalid_encrypted_content" },
  },
];

describe("the input", () => {
  it.each(cases)("is refused for $name, on every route", async ({ input, message, fields }) => {
    await withServer({}, async (_, client) => {
      const body = { model: MODEL, input: asInput(input) };
      for (const request of [
        () => client.responses.create(body),
        () => client.responses.compact(body),
        () => client.responses.inputTokens.count(body),
      ]) {
        const error = await refusal(request());
        expect(error).toMatchObject({ status: 400, type: "invalid_request_error", ...fields });
        expect(error.message).toContain(message);
      }
    });
  });

  it("is accepted with every call answered", async () => {
    await withServer({}, async (_, client) => {
      const customOutput = { type: "custom_tool_call_output", call_id: "call_2", output: "ok" };
      const input = asInput([user, call, custom, shell, shellOutput, customOutput, output]);
      expect((await client.responses.create({ model: MODEL, input })).status).toBe("completed");
    });
  });

  it("needs the item that follows reasoning, and the reasoning before its item", async () => {
    await withServer({}, async (server, client) => {
      server.reply([
        { type: "reasoning" },
        { type: "function_call", name: "look", arguments: {}, call_id: "call_1" },
      ]);
      const first = await client.responses.create({ model: MODEL, input: "a" });
      const [reasoning, called] = first.output;
      const alone = await refusal(
        client.responses.create({
          model: MODEL,
          input: asInput([reasoning, { role: "user", content: "b" }]),
        }),
      );
      expect(alone.message).toBe(
        `400 Item '${reasoning?.id}' of type 'reasoning' was provided without its required following item.`,
      );
      const without = await refusal(
        client.responses.create({ model: MODEL, input: asInput([called, output]) }),
      );
      expect(without.message).toBe(
        `400 Item '${called?.id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoning?.id}'.`,
      );
    });
  });

  it("may be missing only behind a stored response", async () => {
    await withServer({}, async (_, client) => {
      expect((await refusal(client.responses.create({ model: MODEL }))).code).toBe(
        "missing_required_parameter",
      );
      expect((await refusal(client.responses.create({ input: "a" }))).message).toBe(
        "400 Missing required parameter: 'model'.",
      );
    });
  });
});
