import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { CompactError } from "../../errors/compact-error.js";
import { HOSTILE_VALUES } from "../../testing/hostile-values.js";
import { backOffDelay, DEFAULT_BACK_OFF, timerSleep } from "./back-off-options.js";
import { classifyFailure, type FailureKind, type Route } from "./provider-failure.js";

const refused = (status: number, error: object = {}, headers: Record<string, string> = {}): unknown =>
  OpenAI.APIError.generate(status, { error }, undefined, new Headers(headers));

const cases: [name: string, error: unknown, route: Route, kind: FailureKind][] = [
  ["404 on the compact route", refused(404), "/responses/compact", "unsupported_endpoint"],
  ["501 on the compact route", refused(501), "/responses/compact", "unsupported_endpoint"],
  ["404 on the other route", refused(404), "/responses", "refused"],
  ["a model that is not there", refused(404, { code: "model_not_found" }), "/responses/compact", "refused"],
  ["501 on the other route", refused(501), "/responses", "transient"],
  [
    "a missing item",
    refused(404, { message: "Item 'rs_1' not found. Items are not persisted when `store` is set to false." }),
    "/responses/compact",
    "items_not_persisted",
  ],
  ["a missing response", refused(404, { param: "previous_response_id" }), "/responses", "response_not_found"],
  [
    "a missing response by code",
    refused(400, { code: "previous_response_not_found" }),
    "/responses",
    "response_not_found",
  ],
  [
    "unreadable content",
    refused(400, { message: "The encrypted content gAAA...abcd could not be verified." }),
    "/responses",
    "invalid_encrypted_content",
  ],
  ["an overflow", refused(400, { code: "context_length_exceeded" }), "/responses", "overflow"],
  ["an overflow in a stream", { code: "context_length_exceeded", message: "" }, "/responses", "overflow"],
  ["a limit of rate", refused(429), "/responses/compact", "transient"],
  ["a quota", refused(429, { code: "insufficient_quota" }), "/responses/compact", "refused"],
  ["a server error", refused(503), "/responses/compact", "transient"],
  [
    "a broken connection",
    new OpenAI.APIConnectionError({ message: "Connection error." }),
    "/responses/compact",
    "transient",
  ],
  [
    "a failed fetch",
    new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }),
    "/responses/compact",
    "transient",
  ],
  ["a failed answer", { code: "server_error", message: "failed" }, "/responses", "transient"],
  ["an abort of the client", new OpenAI.APIUserAbortError(), "/responses", "aborted"],
  [
    "an abort of fetch",
    new DOMException("This operation was aborted", "AbortError"),
    "/responses",
    "aborted",
  ],
  ["an abort of ours", new CompactError("ABORTED", "aborted"), "/responses", "aborted"],
  [
    "a refusal over fetch",
    new CompactError("PROVIDER_REFUSED", "no", { details: { status: 410 } }),
    "/responses/compact",
    "unsupported_endpoint",
  ],
  ["a bad request", refused(400, { code: "unknown_parameter" }), "/responses/compact", "refused"],
];

describe("a failure", () => {
  it.each(cases)("is understood: %s", (...[, error, route, kind]) => {
    expect(classifyFailure(error, route).kind).toBe(kind);
  });

  it("tells how long to wait", () => {
    const { retryAfterMilliseconds, status, code } = classifyFailure(
      refused(429, { code: "rate_limit_exceeded" }, { "retry-after": "3" }),
      "/responses",
    );
    expect([retryAfterMilliseconds, status, code]).toEqual([3000, 429, "rate_limit_exceeded"]);
    const exact = classifyFailure(refused(429, {}, { "retry-after-ms": "250" }), "/responses");
    expect(exact.retryAfterMilliseconds).toBe(250);
  });

  it.each(Object.entries(HOSTILE_VALUES))("never throws, whatever it is: %s", (_, value) => {
    expect(classifyFailure(value, "/responses/compact").kind).toMatch(/refused|transient/);
    expect(classifyFailure({ error: value, cause: value }, "/responses").message).toBeTypeOf("string");
  });
});

describe("the wait before another attempt", () => {
  it("doubles, gives what the provider asked for, and has an end", () => {
    const waits = [0, 1, 2, 9].map((attempt) => backOffDelay(attempt, DEFAULT_BACK_OFF, undefined));
    expect(waits).toEqual([500, 1000, 2000, 20_000]);
    expect(backOffDelay(0, DEFAULT_BACK_OFF, 4000)).toBe(4000);
    expect(backOffDelay(0, DEFAULT_BACK_OFF, 1e9)).toBe(20_000);
  });

  it("ends with the caller's signal", async () => {
    await timerSleep(0);
    const controller = new AbortController();
    const waiting = timerSleep(1e9, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
    await expect(timerSleep(1e9, AbortSignal.abort())).rejects.toMatchObject({ code: "ABORTED" });
  });
});
