import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.js";
import { parseBounded } from "./parse-bounded.js";

const LIMITS = { jsonDepth: 5, jsonItems: 20 };
const parse = (text: string, limits = LIMITS) => parseBounded(Buffer.from(text), limits);

function refusal(text: string, limits = LIMITS): ApiError {
  try {
    parse(text, limits);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("parseBounded", () => {
  it.each(['{"a":[1,{"b":"c"}],"d":null}', '"text"', " 12 ", '["\\\\","\\"[[[[[[[["]', '{"a":"\\\\\\""}'])(
    "reads %s",
    (text) => {
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );

  it("refuses what is nested too deep, however deep", () => {
    expect(parse("[[[[[]]]]]")).toEqual([[[[[]]]]]);
    for (const deep of ["[[[[[[]]]]]]", "[".repeat(5_000_000), '{"a":'.repeat(1_000_000)]) {
      expect(refusal(deep)).toMatchObject({ status: 400, code: "json_too_deep" });
    }
  });

  it("counts values, and not what stands in texts", () => {
    expect(parse(`["${"[,{".repeat(1000)}"]`)).toHaveLength(1);
    expect(refusal(`[${"1,".repeat(30)}1]`)).toMatchObject({ code: "json_too_large" });
    expect(refusal(`[${"[],".repeat(15)}1]`)).toMatchObject({ code: "json_too_large" });
  });

  it.each([
    '{"model":"a","stream":true,"model":"b"}',
    '{"model":"a", "mod\\u0065l" : "b"}',
    '{"messages":[],"max_tokens":1,"messages":[{}]}',
    '{"é":1,"\\u00e9":2}',
  ])("refuses a field that comes twice, of which another reader may take the other: %s", (text) => {
    expect(refusal(text)).toMatchObject({ status: 400, code: "duplicate_field" });
  });

  it("takes what only looks like a field twice", () => {
    for (const text of ['{"a":"a","b":{"a":1,"b":2}}', '["a","a",{"a":1},"a"]', '[{"a":1},{"a":1}]'])
      expect(parse(text)).toEqual(JSON.parse(text));
  });

  it("says where JSON goes wrong, and nothing of what it says", () => {
    for (const text of ['{"password":"hunter2",}', "hunter2", '{"a": hunter2}', '{"a":"hunter2', ""]) {
      const { status, message } = refusal(text);
      expect([status, message.includes("hunter2")]).toEqual([400, false]);
    }
    expect(() => parseBounded(Buffer.from([0x22, 0xff, 0x22]), LIMITS)).toThrow(/UTF-8/);
  });
});
