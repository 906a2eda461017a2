import { describe, expect, it } from "vitest";
import { readRefusal } from "./read-refusal.js";
import { retryAfter } from "./retry-after.js";

const read = (status: number, message: string) => readRefusal({ status, message, body: message });

describe("readRefusal", () => {
  it.each([
    [400, "invalid_prompt"],
    [401, "authentication_error"],
    [402, "insufficient_quota"],
    [403, "authentication_error"],
    [404, "model_not_found"],
    [408, "server_error"],
    [413, "context_length_exceeded"],
    [429, "rate_limit_exceeded"],
    [500, "server_error"],
    [503, "server_is_overloaded"],
    [529, "server_is_overloaded"],
  ])("reads the status %i as %s where the body says nothing", (status, code) => {
    expect(read(status, "no")).toEqual({ status, code, message: "no" });
  });

  it("learns the window of an overflow", () => {
    expect(read(400, "prompt is too long: 215310 tokens > 200000 maximum")).toMatchObject({
      code: "context_length_exceeded",
      window: 200_000,
    });
  });

  it("takes no rate limit for an overflow", () => {
    expect(read(429, "prompt is too long: rate limit")).toMatchObject({ code: "rate_limit_exceeded" });
  });

  it("strikes keys out and cuts the text", () => {
    const { message } = read(401, `bad sk-ant-REDACTED at https://x/?key=AIzaSecret&a=1 ${"x".repeat(9000)}`);
    expect(message).not.toMatch(/secret/iu);
    expect(message).toContain("[key]");
    expect(message.length).toBeLessThanOrEqual(2000);
  });
});

describe("retryAfter", () => {
  it.each([
    [{ "retry-after": "12" }, 12],
    [{ "retry-after-ms": "1500" }, 1.5],
    [{ "retry-after": "Mon, 01 Jan 2024 00:00:30 GMT", date: "Mon, 01 Jan 2024 00:00:00 GMT" }, 30],
    [{ "retry-after": "Mon, 01 Jan 2024 00:00:30 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "99999999999" }, 86_400],
    [{}, undefined],
  ])("reads %j as %s seconds", (headers: Record<string, string>, seconds) => {
    expect(retryAfter(headers)).toBe(seconds);
  });
});
