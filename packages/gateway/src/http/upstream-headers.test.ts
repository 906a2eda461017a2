import { describe, expect, it } from "vitest";
import { clientHeaders, upstreamHeaders } from "./upstream-headers.js";

describe("the headers that go on", () => {
  it("to an upstream are those that change an answer, never those that tell who asks", () => {
    const names =
      "host content-length content-encoding transfer-encoding connection authorization api-key x-api-key x-goog-api-key " +
      "cookie forwarded via x-forwarded-for x-real-ip originator version chatgpt-account-id session_id session-id " +
      "thread-id conversation_id x-codex-turn-metadata x-openai-subagent x-client-request-id user-agent x-plimsoll-session";
    const given = Object.fromEntries(names.split(" ").map((name) => [name, "secret"]));
    expect(upstreamHeaders({ ...given, "Anthropic-Beta": "a,b", "anthropic-version": "2023-06-01" })).toEqual(
      {
        "anthropic-beta": "a,b",
        "anthropic-version": "2023-06-01",
      },
    );
  });

  it("to a client are the type, when to try again, and its rate limits", () => {
    expect(
      clientHeaders({
        "content-type": "text/event-stream",
        "retry-after": "3",
        "x-ratelimit-remaining-tokens": "5",
        "anthropic-ratelimit-requests-limit": ["1", "2"],
        "set-cookie": ["a=b"],
        server: "x",
        "openai-organization": "acme",
        "content-encoding": "gzip",
      }),
    ).toEqual({
      "content-type": "text/event-stream",
      "retry-after": "3",
      "x-ratelimit-remaining-tokens": "5",
      "anthropic-ratelimit-requests-limit": "1, 2",
    });
  });

  it("hold nothing that ends a header", () => {
    expect(upstreamHeaders({ "anthropic-beta": "a\r\nauthorization: Bearer x" })).toEqual({});
    expect(clientHeaders({ "content-type": "text/html\nset-cookie: a=b" })).toEqual({});
  });
});
